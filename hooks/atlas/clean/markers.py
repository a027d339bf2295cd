"""The pass that turns stability markers in texts into data.

A marker is at the start or end of a heading or table cell, or of the lead of a list item or paragraph. The lead says
what the text is about, up to the first colon, dash, or period.
"""

import re
from dataclasses import replace
from typing import Literal, TypeVar

from atlas.core.edits import Edit
from atlas.document.nodes import (
    Block,
    Cell,
    Code,
    Document,
    Heading,
    Inlines,
    Item,
    ListBlock,
    Marker,
    Paragraph,
    Table,
    plain,
)
from atlas.document.traverse import CLOSE, CLOSES, LINK, OPEN, OPENS, UNLINK, encode, map_blocks, rewrite_text, stripped
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import BRACKETED, NUMBER, LevelWords

MAX_PLAIN_LEAD_LENGTH = 40  # characters of a lead that is not bold

Place = Literal["whole", "item", "paragraph"]
Marked = TypeVar("Marked", Heading, Paragraph, Cell)

_GAP = r"[ \t\u00a0]*"
_WORD = r"[^\W\d_][\w ]{0,23}?(?:(?:→|➜|⇒|->|=>)[\w ]{1,24}?)?"
_SYMBOLS = rf"[^\w\s\[(（【［〔〖{{<《「『\\{OPEN}{LINK}]{{0,3}}"

# Symbols, a number, then the marker; consecutive markers are one statement.
_FRONT = re.compile(
    rf"^(?P<keep>\s*{OPENS}{_SYMBOLS}\s*{OPENS}(?:{NUMBER}\s*)?{OPENS})"
    rf"(?P<raw>{BRACKETED}(?:{_GAP}{BRACKETED})*)(?!\({LINK}|\(https?:)"
    rf"{_GAP}(?P<close>{CLOSES}){_GAP}(?:[:：|]|[-–—]+(?=\s))?{_GAP}"
)
_FRONT_BARE = re.compile(
    rf"^(?P<keep>\s*{OPENS}{_SYMBOLS}\s*(?:{NUMBER}\s*)?{OPENS})(?P<raw>{_WORD}(?:{BRACKETED})?){_GAP}"
    rf"(?P<close>{CLOSES}){_GAP}(?:[:：|]|(?<=\s)[-–—]+(?=\s)){_GAP}"
)
_END = re.compile(rf"{_GAP}(?P<raw>{BRACKETED})(?P<keep>[{CLOSE}{UNLINK}\s]*[:：]?\s*)$")
_END_BARE = re.compile(rf"\s*(?:\s[-–—]+\s|——|[:：|])\s*(?P<raw>{_WORD})(?P<keep>[{CLOSE}{UNLINK}\s]*)$")
_WHOLE = (_FRONT, _FRONT_BARE, _END, _END_BARE)
# In an item or paragraph: the lead, up to the first colon, dash, or period.
_LEAD_END = re.compile(
    rf"^(?P<lead>[^。；;！？!?:：\n]{{1,120}}?){_GAP}(?P<raw>{BRACKETED})(?P<keep>{CLOSES}{_GAP})"
    rf"(?=[:：。.]|[-–—]+\s|——|$|{OPENS}[:：])"
)

# In a paragraph, after a marker: a lead that is bold or ends in a colon, unlike a sentence with something in brackets.
_LEADS_IN = re.compile(rf"(?<=[{OPEN}{CLOSE}])|(?<=[{CLOSE}][ \t\u00a0])|[^。；;！？!?:：\n]{{1,60}}(?:[:：]|{CLOSE})")


def extract_markers(document: Document, edits: list[Edit], knowledge: Knowledge) -> Document:
    """Move stability markers from headings, cells, and leads into data."""

    def unmarked(node: Marked, place: Place) -> Marked:
        if node.marker or not (split := _without_marker(node.inlines, place, knowledge.level_words)):
            return node
        inlines, marker = split
        edits.append(Edit("markers", plain(node.inlines), plain(inlines).strip(), node.line))
        return replace(node, inlines=stripped(inlines), marker=replace(marker, line=node.line))

    def unmarked_item(item: Item) -> Item:
        first = item.blocks[0] if item.blocks else None
        if item.marker or not isinstance(first, Paragraph):
            return item
        lead = unmarked(replace(first, line=item.line), "item")
        first = replace(first, inlines=lead.inlines, marker=None)
        return replace(item, blocks=(first, *item.blocks[1:]), marker=lead.marker)

    def change(block: Block) -> tuple[Block, ...]:
        match block:
            case Heading(level=level) if level > 1:
                return (unmarked(block, "whole"),)
            case Paragraph(role="body"):
                return (unmarked(block, "paragraph"),)
            case ListBlock():
                return (replace(block, items=tuple(map(unmarked_item, block.items))),)
            case Table():
                rows = tuple(tuple(unmarked(cell, "whole") for cell in row) for row in block.rows)
                return (replace(block, rows=rows),)
            case _:
                return (block,)

    return document.with_blocks(map_blocks(document.blocks, change))


def _without_marker(inlines: Inlines, place: Place, words: LevelWords) -> tuple[Inlines, Marker] | None:
    """Return a text without its marker, and the marker; None if it has no marker, or only states a level."""
    if words.of_heading(plain(inlines)):  # the level of a group or column, maybe stated twice
        return None
    split = _split(encode(inlines), place, words)
    if not split:
        return _without_badge(inlines, words) if place == "whole" else None
    text, marker = split
    rest = rewrite_text(inlines, lambda _: text)
    return (rest, marker) if plain(rest).strip(" :：-–—") else None


def _without_badge(inlines: Inlines, words: LevelWords) -> tuple[Inlines, Marker] | None:
    """Return a text without a code span at either end that only states a level, and the marker; None if it has none."""
    for badge, rest, is_trailing in ((inlines[:1], inlines[1:], False), (inlines[-1:], inlines[:-1], True)):
        code = badge[0].text if badge and isinstance(badge[0], Code) and plain(rest).strip() else ""
        if re.match(r"[^\W\d_a-z]", code) and (level := words.of_marker(code)):
            return rest, Marker(level, code, is_trailing=is_trailing, is_spaced=True)
    return None


def _split(text: str, place: Place, words: LevelWords) -> tuple[str, Marker] | None:
    """Return the encoded text without its marker, and the marker."""
    # At the start of running text, “稳定：…” is a word like any other.
    for pattern in _WHOLE if place == "whole" else (_FRONT, _LEAD_END):
        match = pattern.search(text)
        if not match or (level := _level(match["raw"], words)) is None:
            continue
        raw = match["raw"]
        rest = text[match.end() :]
        if pattern in (_FRONT, _FRONT_BARE):
            if place == "paragraph" and not _LEADS_IN.match(text, match.end()):
                continue
            is_spaced = " " in text[match.end("raw") : match.end()]
            return match["keep"] + match["close"] + rest, Marker(level, raw, is_spaced=is_spaced)
        before = text[: match.start("raw")]
        lead = before.rstrip(" \t\u00a0:：|-–—" if pattern is _END_BARE else " \t\u00a0")
        if place == "paragraph" and not _is_bold_or_short(lead, rest):
            continue  # not a lead, but a sentence with something in brackets
        return lead + match["keep"] + rest, Marker(level, raw, is_trailing=True, is_spaced=lead != before)
    return None


def _is_bold_or_short(lead: str, after: str) -> bool:
    """Return whether a lead is bold, or short before a colon or “。 ”: text keeps the space after a once bold lead."""
    if re.fullmatch(rf"\s*{OPEN}[^{CLOSE}]+{CLOSE}?", lead):
        return True
    is_short = len(lead) <= MAX_PLAIN_LEAD_LENGTH and not re.search(r"[，,、]", lead)
    return is_short and bool(re.match(r"\s*[:：]|。[ \u00a0]\S", after))


def _level(raw: str, words: LevelWords) -> str | None:
    outside = re.sub(BRACKETED, " ", raw).strip()
    parts = [*([outside] if outside else []), *re.findall(BRACKETED, raw)]
    levels = [words.of_marker(part) for part in parts]
    return levels[0] if all(levels) else None
