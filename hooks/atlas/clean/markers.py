"""The pass that moves stability markers, such as [Beta], from texts into the field ``marker`` of their nodes.

In a heading or table cell, a marker is at the start or end: “[Beta] torch.fx” becomes “torch.fx” with the level beta.
In a list item or paragraph, it is at the start or end of the lead, which is the beginning of the text up to the first
colon, dash, or period, and names what the text is about: “torch.fx [Beta]: a toolkit for…”.

The patterns match encoded texts (see document/traverse.py), in which the sentinels OPEN and CLOSE are the edges of
emphasis, and LINK and UNLINK those of links.
"""

import re
from dataclasses import replace
from typing import Literal, TypeVar

from atlas.clean.editing import edit_blocks
from atlas.core.edits import Edit, Edited, Rule, edit_each
from atlas.core.languages import BilingualText
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
from atlas.document.traverse import CLOSE, CLOSES, LINK, OPEN, OPENS, UNLINK, encode, rewrite_text, stripped
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import BRACKETED, NUMBER, LevelWords

MARKERS = Rule("markers", BilingualText("移除标题中的级别标记", "Level markers removed from titles"))

MAX_PLAIN_LEAD_LENGTH = 40  # characters of a lead that is not bold

# Where to search for a marker: in all of a heading or cell ("whole"), or in the lead of an item or paragraph.
Scope = Literal["whole", "item", "paragraph"]
Marked = TypeVar("Marked", Heading, Paragraph, Cell)

_GAP = r"[ \t\u00a0]*"
_WORD = r"[^\W\d_][\w ]{0,23}?(?:(?:→|➜|⇒|->|=>)[\w ]{1,24}?)?"  # a marker without brackets: Beta, Beta → Stable
_SYMBOLS = rf"[^\w\s\[(（【［〔〖{{<《「『\\{OPEN}{LINK}]{{0,3}}"

# In the patterns, the group ``raw`` is the marker. The groups ``keep``, ``close`` and ``lead`` are not part of the
# marker and stay in the text; anything else that a pattern matches is removed with the marker.
# A marker at the front may follow symbols and a number. Several bracketed words in a row are one marker.
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
# In an item or paragraph: a marker at the end of the lead.
_LEAD_END = re.compile(
    rf"^(?P<lead>[^。；;！？!?:：\n]{{1,120}}?){_GAP}(?P<raw>{BRACKETED})(?P<keep>{CLOSES}{_GAP})"
    rf"(?=[:：。.]|[-–—]+\s|——|$|{OPENS}[:：])"
)

# In a paragraph, a marker at the front counts only if this follows: a lead that is bold or ends in a colon. Any other
# paragraph that begins with brackets is taken for a sentence.
_BOLD_OR_COLON_LEAD = re.compile(
    rf"(?<=[{OPEN}{CLOSE}])|(?<=[{CLOSE}][ \t\u00a0])|[^。；;！？!?:：\n]{{1,60}}(?:[:：]|{CLOSE})"
)


def move_markers(document: Document, knowledge: Knowledge) -> Edited[Document]:
    """Move stability markers from the texts of headings, paragraphs, items and cells into their field ``marker``."""
    words = knowledge.level_words

    def change(block: Block) -> Edited[tuple[Block, ...]]:
        match block:
            case Heading(depth=depth) if depth > 1:
                return edit_each([block], lambda heading: _unmarked(heading, "whole", words))
            case Paragraph(role="body"):
                return edit_each([block], lambda paragraph: _unmarked(paragraph, "paragraph", words))
            case ListBlock():
                items, edits = edit_each(block.items, lambda item: _unmarked_item(item, words))
                return Edited((replace(block, items=items),), edits)
            case Table():
                rows, edits = edit_each(block.rows, unmarked_row)
                return Edited((replace(block, rows=rows),), edits)
            case _:
                return Edited((block,))

    def unmarked_row(row: tuple[Cell, ...]) -> Edited[tuple[Cell, ...]]:
        return edit_each(row, lambda cell: _unmarked(cell, "whole", words))

    return edit_blocks(document, change)


def _unmarked(node: Marked, scope: Scope, words: LevelWords) -> Edited[Marked]:
    text_and_marker = None if node.marker else _without_marker(node.inlines, scope, words)
    if not text_and_marker:
        return Edited(node)
    inlines, marker = text_and_marker
    after = replace(node, inlines=stripped(inlines), marker=replace(marker, line=node.line))
    return Edited(after, [Edit(MARKERS, plain(node.inlines), plain(inlines).strip(), node.line)])


def _unmarked_item(item: Item, words: LevelWords) -> Edited[Item]:
    first = item.blocks[0] if item.blocks else None
    if item.marker or not isinstance(first, Paragraph):
        return Edited(item)
    lead, edits = _unmarked(replace(first, line=item.line), "item", words)
    first = replace(first, inlines=lead.inlines, marker=None)
    return Edited(replace(item, blocks=(first, *item.blocks[1:]), marker=lead.marker), edits)


def _without_marker(inlines: Inlines, scope: Scope, words: LevelWords) -> tuple[Inlines, Marker] | None:
    """Return a text without its marker, and the marker; None if the text has no marker, or no other words."""
    if words.of_heading(plain(inlines)):  # it is the heading of a group or column: “Beta features”, 稳定（Stable）
        return None
    text_and_marker = _split_off_marker(encode(inlines), scope, words)
    if not text_and_marker:
        return _split_off_badge(inlines, words) if scope == "whole" else None
    text, marker = text_and_marker
    rest = rewrite_text(inlines, lambda _: text)
    return (rest, marker) if plain(rest).strip(" :：-–—") else None


def _split_off_badge(inlines: Inlines, words: LevelWords) -> tuple[Inlines, Marker] | None:
    """Split off a badge: a code span at either end of a text that states a level, such as `Beta`.

    Return the rest of the text, and the badge as a marker; None if there is no badge. A code span that begins with a
    lower-case letter is an identifier, not a badge.
    """
    for ends, rest, is_trailing in ((inlines[:1], inlines[1:], False), (inlines[-1:], inlines[:-1], True)):
        badge = ends[0].text if ends and isinstance(ends[0], Code) else ""
        level = words.of_marker(badge) if re.match(r"[^\W\d_a-z]", badge) else None
        if level and plain(rest).strip():
            return rest, Marker(level, badge, is_trailing=is_trailing, is_spaced=True)
    return None


def _split_off_marker(text: str, scope: Scope, words: LevelWords) -> tuple[str, Marker] | None:
    """Return an encoded text without its marker, and the marker; None if the text has none."""
    # In an item or paragraph, a level without brackets is an ordinary word: “稳定：…”.
    for pattern in _WHOLE if scope == "whole" else (_FRONT, _LEAD_END):
        match = pattern.search(text)
        level = _level(match["raw"], words) if match else None
        if not match or level is None:
            continue
        marker = match["raw"]
        rest = text[match.end() :]
        if pattern in (_FRONT, _FRONT_BARE):
            if scope == "paragraph" and not _BOLD_OR_COLON_LEAD.match(text, match.end()):
                continue
            is_spaced = " " in text[match.end("raw") : match.end()]
            return match["keep"] + match["close"] + rest, Marker(level, marker, is_spaced=is_spaced)
        before = text[: match.start("raw")]
        lead = before.rstrip(" \t\u00a0:：|-–—" if pattern is _END_BARE else " \t\u00a0")
        if scope == "paragraph" and not _is_lead(lead, rest):
            continue
        return lead + match["keep"] + rest, Marker(level, marker, is_trailing=True, is_spaced=lead != before)
    return None


def _is_lead(text: str, after: str) -> bool:
    """Return whether the text before a bracketed level is a lead, rather than part of a sentence; ``after`` follows it.

    It is a lead if it is bold, or if it is short and is followed by a colon, or by “。” and a space. Chinese sentences
    have no such space: it remains if the bold markup of a lead is lost.
    """
    if re.fullmatch(rf"\s*{OPEN}[^{CLOSE}]+{CLOSE}?", text):
        return True
    is_short = len(text) <= MAX_PLAIN_LEAD_LENGTH and not re.search(r"[，,、]", text)
    return is_short and bool(re.match(r"\s*[:：]|。[ \u00a0]\S", after))


def _level(marker: str, words: LevelWords) -> str | None:
    """Return the first level in a marker; None if any of its parts, in or outside brackets, is not a level."""
    outside = re.sub(BRACKETED, " ", marker).strip()
    inside = re.findall(BRACKETED, marker)
    levels = [words.of_marker(part) for part in (outside, *inside) if part]
    return levels[0] if all(levels) else None
