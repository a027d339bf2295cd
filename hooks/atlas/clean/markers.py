"""The pass that takes stability markers off texts, and into data.

A marker stands at the front or the end of a heading or a table cell, or on the lead of a list item or
of a paragraph: what it is about, up to the first colon, dash or full stop.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from atlas.core.changes import Change
from atlas.document.nodes import (
    Block,
    Cell,
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
from atlas.document.traverse import CLOSE, LINK, OPEN, UNLINK, encode, map_blocks, rewrite_text, stripped
from atlas.knowledge.levels import BRACKETED, NUMBER, level_of_heading, level_of_marker
from atlas.knowledge.load import Knowledge
from atlas.knowledge.schema import Stability

SHORT = 40  # characters of a lead that is not bold

Place = Literal["whole", "item", "paragraph"]

_OPENS, _CLOSES, _GAP = f"[{OPEN}{LINK}]*", f"[{CLOSE}{UNLINK}]*", r"[ \t\u00a0]*"
_WORD = r"[^\W\d_][\w ]{0,23}?"

# Symbols, a number, then the marker; one marker after another is one statement.
_FRONT = re.compile(
    rf"^(?P<keep>\s*{_OPENS}[^\w\s\[(（【［〔〖{{<《「『\\{OPEN}{LINK}]{{0,3}}\s*{_OPENS}(?:{NUMBER}\s*)?{_OPENS})"
    rf"(?P<raw>{BRACKETED}(?:{_GAP}{BRACKETED})*)(?!\({LINK}|\(https?:)"
    rf"{_GAP}(?P<close>{_CLOSES}){_GAP}(?:[:：|]|[-–—]+(?=\s))?{_GAP}"
)
_FRONT_BARE = re.compile(
    rf"^(?P<keep>\s*{_OPENS}\s*(?:{NUMBER}\s*)?{_OPENS})(?P<raw>{_WORD}){_GAP}(?P<close>{_CLOSES})"
    rf"{_GAP}(?:[:：|]|(?<=\s)[-–—]+(?=\s)){_GAP}"
)
_END = re.compile(rf"{_GAP}(?P<raw>{BRACKETED})(?P<keep>[{CLOSE}{UNLINK}\s]*[:：]?\s*)$")
_END_BARE = re.compile(rf"\s*(?:\s[-–—]+\s|——|[:：|])\s*(?P<raw>{_WORD})(?P<keep>[{CLOSE}{UNLINK}\s]*)$")
# Of an item or paragraph: what stands before its first colon, dash or full stop.
_LEAD_END = re.compile(
    rf"^(?P<lead>[^。；;！？!?:：\n]{{1,120}}?){_GAP}(?P<raw>{BRACKETED})(?P<keep>{_CLOSES}{_GAP})"
    rf"(?=[:：。.]|[-–—]+\s|——|$|{_OPENS}[:：])"
)

# Of a paragraph that is more than a sentence with something in brackets: bold, or parted by a colon.
_LEADS_IN = re.compile(rf"(?<=[{OPEN}{CLOSE}])|(?<=[{CLOSE}][ \t\u00a0])|[^。；;！？!?:：\n]{{1,60}}(?:[:：]|{CLOSE})")


def take_markers(document: Document, knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """Stability markers come off headings, cells and leads, and into data."""
    taker = _Taker(knowledge.stability, spaced=document.language == "en")
    return document.with_blocks(map_blocks(document.blocks, taker.block)), taker.changes


class _Taker:
    def __init__(self, stability: Stability, *, spaced: bool) -> None:
        self._spaced = spaced
        self.changes: list[Change] = []
        self._stability = stability

    def block(self, block: Block) -> tuple[Block, ...]:
        match block:
            case Heading(level=level, marker=None) if level > 1:
                inlines, marker = self._take(block.inlines, block.line, "whole")
                return (replace(block, inlines=inlines, marker=marker),)
            case Paragraph(marker=None, role="body"):
                inlines, marker = self._take(block.inlines, block.line, "paragraph")
                return (replace(block, inlines=inlines, marker=marker),)
            case ListBlock():
                return (replace(block, items=tuple(self._item(item) for item in block.items)),)
            case Table():
                rows = tuple(tuple(self._cell(cell) for cell in row) for row in block.rows)
                return (replace(block, rows=rows),)
            case _:
                return (block,)

    def _item(self, item: Item) -> Item:
        first = item.blocks[0] if item.blocks else None
        if item.marker or not isinstance(first, Paragraph):
            return item
        inlines, marker = first.inlines, first.marker
        if not marker:
            inlines, marker = self._take(inlines, item.line, "item")
        return replace(item, blocks=(replace(first, inlines=inlines, marker=None), *item.blocks[1:]), marker=marker)

    def _cell(self, cell: Cell) -> Cell:
        if cell.marker:
            return cell
        inlines, marker = self._take(cell.inlines, cell.line, "whole")
        return replace(cell, inlines=inlines, marker=marker)

    def _take(self, inlines: Inlines, line: int, where: Place) -> tuple[Inlines, Marker | None]:
        found = _split(encode(inlines), where, self._stability)
        if not found or level_of_heading(plain(inlines), self._stability):
            return inlines, None  # nothing but a level, said twice perhaps: a heading of a group, or a column's
        rest, marker = found
        after = rewrite_text(inlines, lambda _: rest)
        if not plain(after).strip(" :：-–—"):
            return inlines, None
        self.changes.append(Change("markers", plain(inlines), plain(after).strip(), line, marker.raw))
        return stripped(after), replace(marker, line=line, apart=marker.apart and self._spaced)


def _split(text: str, where: Place, stability: Stability) -> tuple[str, Marker] | None:
    """The encoded text without its marker, and the marker."""
    for pattern in (_FRONT, _FRONT_BARE, *((_END, _END_BARE) if where == "whole" else (_LEAD_END,))):
        found = pattern.search(text)
        if not found or (level := _level(found["raw"], stability)) is None:
            continue
        if pattern is _FRONT_BARE and where != "whole":
            continue  # “稳定：…” at the front of running text is a word like any other
        if pattern is _FRONT and where == "paragraph" and not _LEADS_IN.match(text, found.end()):
            continue
        if pattern in (_FRONT, _FRONT_BARE):
            rest = text[found.end() :]
            apart = " " in text[found.end("raw") : found.end()]
            return found["keep"] + found["close"] + rest, Marker(level, found["raw"], apart=apart)
        before = text[: found.start("raw")].rstrip(" \t\u00a0:：|-–—" if pattern is _END_BARE else " \t\u00a0")
        if where == "paragraph" and not _bold_or_short(before, text[found.end() :]):
            continue  # a paragraph's lead is bold; elsewhere it is a sentence with something in brackets
        apart = before != text[: found.start("raw")]
        return before + found["keep"] + text[found.end() :], Marker(level, found["raw"], trails=True, apart=apart)
    return None


def _bold_or_short(before: str, after: str) -> bool:
    """Whether a lead is bold, or short before a colon; bare text keeps the space after a full stop that was bold."""
    is_short = (
        len(before) <= SHORT and not re.search(r"[，,、]", before) and bool(re.match(r"\s*[:：]|。[ \u00a0]\S", after))
    )
    return is_short or bool(re.fullmatch(rf"\s*{OPEN}[^{CLOSE}]+{CLOSE}?", before))


def _level(raw: str, stability: Stability) -> str | None:
    words = re.findall(BRACKETED, raw) or [raw]
    levels = [level_of_marker(word, stability) for word in words]
    return levels[0] if all(levels) else None
