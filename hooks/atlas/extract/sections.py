"""Sections of a document, and what its blocks said in the seed's own words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from atlas.document.nodes import (
    Block,
    Carrier,
    Document,
    Heading,
    Inlines,
    Item,
    ListBlock,
    Paragraph,
    Quote,
    Table,
    plain,
)
from atlas.knowledge.fields import normal
from atlas.knowledge.levels import level_of_heading, unnumbered
from atlas.knowledge.load import Knowledge


@dataclass
class Section:
    """A heading with what stands below it, until the next heading.

    ``level`` is what the heading states for what stands below it; a ``gathering`` section announces
    nothing itself (入门, 常见问题), nor does what it holds; a ``category`` (新功能) only sorts what it
    holds, and a ``subject`` (分布式, an area's name) does so where it holds items.
    """

    index: int
    heading: Heading
    level: str | None
    gathering: bool
    category: bool
    subject: bool
    library: bool
    parents: tuple[Section, ...] = ()
    body: list[Block] = field(default_factory=list)
    has_children: bool = False
    is_detailed: bool = False  # it announces a feature, of which the headings below it give details
    has_marked: bool = False  # below it, a heading has a marker of its own

    @property
    def sorts(self) -> bool:
        """Whether the heading's words only sort what stands below it."""
        return bool(self.level or self.gathering or self.category or self.subject)

    @property
    def words(self) -> str:
        """The heading without markup."""
        return plain(self.heading.inlines)


def sections_of(document: Document, knowledge: Knowledge, *, guessed: bool) -> list[Section]:
    """The document's headings in order, each with the blocks straight below it.

    Where levels of headings are ``guessed``, as in bare text, one that only sorts features holds those after it.
    """
    sections: list[Section] = []
    path: list[Section] = []
    kinds = _Kinds(knowledge)
    deepest = max((b.level for b in document.blocks if isinstance(b, Heading)), default=0)
    for index, block in enumerate(document.blocks[1:], 1):
        if isinstance(block, Heading):
            section = kinds.section(index, block)
            while path and not _holds(path[-1], section, guessed=guessed and block.level == deepest):
                path.pop()
            for parent in path:
                parent.has_children = True
                parent.has_marked |= block.marker is not None
            section.parents = tuple(path)
            section.gathering |= not block.marker and any(s.gathering for s in path)
            path.append(section)
            sections.append(section)
        elif sections:
            sections[-1].body.append(block)
    for section in sections:
        section.is_detailed = _is_detailed(section, sections)
    return sections


def _holds(section: Section, below: Section, *, guessed: bool) -> bool:
    """Whether a heading stands below a section."""
    if section.heading.level != below.heading.level or not guessed or below.sorts:
        return section.heading.level < below.heading.level
    if section.heading.marker:
        return False
    is_marked = below.heading.marker is not None
    if section.level:  # whose features it marks: then one without a marker is none of them
        return is_marked or not section.has_marked
    return (section.sorts or section.library) and (is_marked or section.has_children)


class _Kinds:
    """What the words of a heading make of its section."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._stability = knowledge.stability
        self._areas = {normal(name) for area in knowledge.areas for name in (area.name.zh, area.name.en)}
        self._libraries = [pattern for area in knowledge.areas for pattern in area.sections]

    def section(self, index: int, heading: Heading) -> Section:
        words, stability = plain(heading.inlines), self._stability
        bare = unnumbered(words).strip(" :：？?！!。.…")
        names = [bare, *(part for part in re.split(r"\s*(?:与|和|及|、|/|&|\band\b)\s*", bare) if part != bare)]
        sorts = [_one_of(stability.categories, name) for name in names]
        is_subject = [normal(name) in self._areas or _one_of(stability.subjects, name) for name in names]
        parts = [a or b for a, b in zip(sorts, is_subject, strict=True)][1:]
        return Section(
            index,
            heading,
            level=level_of_heading(words, stability),
            gathering=not heading.marker and _one_of(stability.gathering, bare),
            category=sorts[0] or (bool(parts) and all(sorts[1:])),
            subject=is_subject[0] or (bool(parts) and all(parts)),
            library=any(re.fullmatch(rf"(?i:{p})[\w. ]*", bare) for p in self._libraries),
        )


def _is_detailed(section: Section, sections: list[Section]) -> bool:
    """Whether a section announces a feature that headings below it detail, as its neighbours announce theirs without.

    Only where the heading above it sorts features can one tell.
    """
    above = section.parents[-1] if section.parents else None
    if not section.has_children or not section.body or section.sorts or not (above and (above.level or above.category)):
        return False
    beside = [s for s in sections if s is not section and s.parents and s.parents[-1] is above]
    return any(s.body and not s.has_children and not s.gathering for s in beside)


def _one_of(patterns: tuple[str, ...], words: str) -> bool:
    return any(re.fullmatch(pattern, words) for pattern in patterns)


class Wording:
    """What a block, item or cell of a cleaned document said before its wording was cleaned."""

    def __init__(self, document: Document) -> None:
        self._said: dict[int, Carrier] = {}
        if document.said:
            self._walk(document.blocks, document.said)

    def of(self, node: Carrier) -> Carrier:
        """The node's twin; itself where its wording was never changed."""
        return self._said.get(id(node), node)

    def _walk(self, cleaned: tuple[Block, ...], said: tuple[Block, ...]) -> None:
        for new, old in zip(cleaned, said, strict=True):
            match new, old:
                case (Heading() | Paragraph(), Heading() | Paragraph()):
                    self._said[id(new)] = old
                case ListBlock(), ListBlock():
                    for item, twin in zip(new.items, old.items, strict=True):
                        self._said[id(item)] = twin
                        self._walk(item.blocks, twin.blocks)
                case Quote(), Quote():
                    self._walk(new.blocks, old.blocks)
                case Table(), Table():
                    rows = zip((new.header, *new.rows), (old.header, *old.rows), strict=True)
                    pairs = (pair for cells in rows for pair in zip(*cells, strict=True))
                    self._said.update((id(cell), twin) for cell, twin in pairs)
                case _:
                    pass


def inlines_of(node: Carrier) -> Inlines:
    """The words of a heading, paragraph or cell; of an item, those of its first paragraph."""
    if isinstance(node, Item):
        first = node.blocks[0] if node.blocks else None
        return first.inlines if isinstance(first, Paragraph) else ()
    return node.inlines
