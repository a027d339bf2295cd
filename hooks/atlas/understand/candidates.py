"""What may be a feature: sections with their headings, marked list items, cells of level columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from atlas.document import (
    Block,
    Document,
    Heading,
    Inline,
    Inlines,
    Item,
    ListBlock,
    Marker,
    Paragraph,
    Strong,
    Table,
    Text,
    merged,
    plain,
)
from atlas.knowledge import Stability
from atlas.model import Observation
from atlas.understand.matching import pair
from atlas.understand.vocabulary import level_of_heading


@dataclass
class Section:
    """A heading with what stands below it, until the next heading."""

    index: int
    heading: Heading
    parents: tuple[Section, ...]
    body: list[Block] = field(default_factory=list)
    has_children: bool = False

    @property
    def words(self) -> str:
        """The heading without markup."""
        return plain(self.heading.inlines)


@dataclass
class Candidate:
    """Something that may be a feature, with all that tells its level."""

    title: Inlines
    line: int
    marker: Marker | None
    section: Section | None
    body: tuple[Block, ...]
    table: Observation | None = None
    index: int | None = None  # of the heading block that carries it

    @property
    def parents(self) -> tuple[str, ...]:
        """The headings that it stands under, outermost first."""
        if not self.section:
            return ()
        above = tuple(section.words for section in self.section.parents)
        return above if self.index is not None else (*above, self.section.words)


def sections_of(document: Document) -> list[Section]:
    """The document's headings in order, each with the blocks straight below it."""
    sections: list[Section] = []
    path: list[Section] = []
    for index, block in enumerate(document.blocks[1:], 1):
        if isinstance(block, Heading):
            while path and path[-1].heading.level >= block.level:
                path.pop()
            for parent in path:
                parent.has_children = True
            section = Section(index, block, tuple(path))
            path.append(section)
            sections.append(section)
        elif sections:
            sections[-1].body.append(block)
    return sections


def candidates_of(section: Section, stability: Stability) -> Iterator[Candidate]:
    """A section as a feature, or the marked items in it, or neither where it only gathers others."""
    items = [item for block in section.body for item in _marked_items(block)]
    is_group = level_of_heading(section.words, stability)
    is_feature = not is_group and (section.heading.marker or (not section.has_children and not items and section.body))
    if is_feature:
        heading = section.heading
        yield Candidate(
            heading.inlines, heading.line, heading.marker, section, tuple(section.body), index=section.index
        )
    for item in items:
        yield Candidate(_lead(item), item.line, item.marker, section, item.blocks)


def _marked_items(block: Block) -> Iterator[Item]:
    if isinstance(block, ListBlock):
        for item in block.items:
            if item.marker:
                yield item
            for inner in item.blocks:
                yield from _marked_items(inner)


def _lead(item: Item) -> Inlines:
    """What an item is about: its bold lead, else its words up to the first colon or full stop."""
    first = item.blocks[0]
    inlines = first.inlines if isinstance(first, Paragraph) else ()
    if inlines and isinstance(inlines[0], Strong):
        return inlines[0].children
    out: list[Inline] = []
    for node in inlines:
        if isinstance(node, Text) and (cut := re.search(r"[：。:]|(?<=\w)\. ", node.text)):
            return merged((*out, replace(node, text=node.text[: cut.start()])))
        out.append(node)
    return merged(out)


def add_named_in_intro(found: list[Candidate], intro: tuple[Block, ...], stability: Stability) -> None:
    """Highlights and table cells: matched to the sections that they name, features of their own otherwise."""
    named = [
        Candidate(_lead(item), item.line, item.marker, None, item.blocks) for b in intro for item in _marked_items(b)
    ]
    named += [c for block in intro if isinstance(block, Table) for c in _cells(block, stability)]
    own = [plain(c.title) for c in found]
    levels = [c.marker.level if c.marker else None for c in found]
    matches = pair([(plain(c.title), _stage(c)) for c in named], list(zip(own, levels, strict=True)))
    for i, candidate in enumerate(named):
        if (match := matches.get(i)) is None:
            found.append(candidate)
        elif candidate.table and not found[match].table:
            found[match].table = candidate.table


def _stage(candidate: Candidate) -> str | None:
    if candidate.marker:
        return candidate.marker.level
    return candidate.table.stage if candidate.table else None


def _cells(table: Table, stability: Stability) -> Iterator[Candidate]:
    levels = [level_of_heading(plain(cell.inlines), stability) for cell in table.header]
    if not any(levels):
        return
    for row in table.rows:
        for head, level, cell in zip(table.header, levels, row, strict=True):
            if words := plain(cell.inlines).strip():
                label = plain(head.inlines).strip()
                stated = Observation(level or stability.default, label, "table" if level else "none", cell.line, words)
                yield Candidate(cell.inlines, cell.line, None, None, (), table=stated)
