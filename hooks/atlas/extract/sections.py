"""Sections of a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from atlas.core.text import comparison_key, to_simplified
from atlas.document.nodes import Block, Cell, Document, Heading, Host, Inlines, Item, ListBlock, Paragraph, plain
from atlas.document.traverse import hosts
from atlas.knowledge.levels import level_of_heading, unnumbered
from atlas.knowledge.load import Knowledge
from atlas.knowledge.schema import Stability

_PULL_REQUEST = re.compile(r"#\d{2,}")


@dataclass
class Section:
    """A heading and the blocks below it, up to the next heading.

    ``level`` is what the heading states for everything below it. A gathering section (入门, 常见问题) announces
    nothing itself, nor do the sections in it unless it is an overview (亮点); a category (新功能) only groups its
    contents, and a subject (分布式, an area's name) does so if it contains items.
    """

    index: int
    heading: Heading
    level: str | None
    is_gathering: bool
    is_overview: bool
    is_category: bool
    is_subject: bool
    is_library: bool
    parents: tuple[Section, ...] = ()
    body: list[Block] = field(default_factory=list)
    is_flat: bool = False  # its level is that of the headings directly below it, at its own depth
    has_children: bool = False
    is_detailed: bool = False  # it announces a feature that the headings below it detail
    has_marked: bool = False  # a heading below it has its own marker

    @property
    def only_groups(self) -> bool:
        """Whether the heading only groups what is below it."""
        return bool(self.level or self.is_gathering or self.is_category or self.is_subject)

    @property
    def words(self) -> str:
        """The heading as plain text."""
        return plain(self.heading.inlines)


def sections_of(document: Document, knowledge: Knowledge, *, guessed: bool) -> list[Section]:
    """Return the document's sections in order, each with the blocks directly below its heading.

    If heading levels are ``guessed``, as in plain text, a heading that only groups features contains the next ones.
    """
    sections: list[Section] = []
    path: list[Section] = []
    areas = {comparison_key(name) for area in knowledge.areas for name in area.name.both}
    deepest = max((b.level for b in document.blocks if isinstance(b, Heading)), default=0)
    for index, block in enumerate(document.blocks[1:], 1):
        if isinstance(block, Heading):
            section = _section(index, block, knowledge, areas)
            is_empty = bool(path) and all(map(only_leads_in, path[-1].body))
            if is_empty and path[-1].level:
                path[-1].is_flat = path[-1].heading.level == block.level
            elif is_empty and len(path) > 1 and path[-2].is_flat and sections[-2].body and not path[-1].heading.marker:
                del path[-2]  # after a feature, a heading without text is another group
                path[-1].parents = tuple(path[:-1])
            while path and not _contains(path[-1], section, guessed=guessed and block.level == deepest):
                path.pop()
            for parent in path:
                parent.has_children |= not section.is_gathering
                parent.has_marked |= block.marker is not None
            section.parents = tuple(path)
            section.is_gathering |= not block.marker and any(s.is_gathering and not s.is_overview for s in path)
            path.append(section)
            sections.append(section)
        elif sections:
            sections[-1].body.append(block)
    for section in sections:
        section.is_category |= _lists_changes(section.body, knowledge.stability)
        section.is_detailed = _is_detailed(section)
    return sections


def _contains(section: Section, below: Section, *, guessed: bool) -> bool:
    """Whether a section contains the section ``below``."""
    if section.heading.level != below.heading.level or below.only_groups:
        return section.heading.level < below.heading.level
    if section.is_flat or not guessed:
        return section.is_flat
    if section.heading.marker or section.is_gathering:
        return False
    is_marked = below.heading.marker is not None
    if section.level:  # if its features have markers, a heading without one is not among them
        return is_marked or not section.has_marked
    return (section.only_groups or section.is_library) and (is_marked or section.has_children)


def _section(index: int, heading: Heading, knowledge: Knowledge, areas: set[str]) -> Section:
    """Classify a section by its heading alone; ``areas`` are the areas' normalized names."""
    words, stability = to_simplified(plain(heading.inlines)), knowledge.stability
    bare = unnumbered(words).strip(" :：？?！!。.…")
    names = [bare, *(part for part in re.split(r"\s*(?:与|和|及|、|/|&|\band\b)\s*", bare) if part != bare)]
    are_categories = [_matches(stability.categories, name) for name in names]
    are_subjects = [comparison_key(name) in areas or _matches(stability.subjects, name) for name in names]
    parts = [a or b for a, b in zip(are_categories, are_subjects, strict=True)][1:]
    return Section(
        index,
        heading,
        level=level_of_heading(words, stability),
        is_gathering=not heading.marker and _matches((*stability.gathering, *stability.overviews), bare),
        is_overview=_matches(stability.overviews, bare),
        is_category=are_categories[0] or (bool(parts) and all(are_categories[1:])),
        is_subject=are_subjects[0] or (bool(parts) and all(parts)),
        is_library=any(re.fullmatch(rf"(?i:{p})[\w. ]*", bare) for area in knowledge.areas for p in area.sections),
    )


def _is_detailed(section: Section) -> bool:
    """Whether a section announces a feature that the headings below it detail.

    It must be in a grouping section and have text that does more than lead in, and no heading below may be marked.
    """
    above = section.parents[-1] if section.parents else None
    if not (above and (above.level or above.is_category)) or section.only_groups or section.has_marked:
        return False
    return section.has_children and bool(section.body) and not only_leads_in(section.body[-1])


def only_leads_in(block: Block) -> bool:
    """Whether a block is a paragraph that ends in a colon."""
    return isinstance(block, Paragraph) and plain(block.inlines).rstrip().endswith((":", "："))


def _lists_changes(body: list[Block], stability: Stability) -> bool:
    """Whether a body begins with a list, all of whose items are fixes or cite a pull request, as release notes do."""
    items = body[0].items if body and isinstance(body[0], ListBlock) else ()
    return all(is_fix(i, stability) or _PULL_REQUEST.search(plain(inlines_of(i))) for i in items) and bool(items)


def is_fix(node: Host, stability: Stability) -> bool:
    """Whether an item says only that something works again."""
    words = to_simplified(plain(inlines_of(node)))
    return isinstance(node, Item) and any(pattern.match(words) for pattern in stability.fixes)


def _matches(patterns: tuple[re.Pattern[str], ...], words: str) -> bool:
    return any(pattern.fullmatch(words) for pattern in patterns)


def texts_in(blocks: Iterable[Block]) -> Iterator[Heading | Paragraph | Cell]:
    """Yield every heading, paragraph and cell in some blocks, at any depth."""
    return (host for host in hosts(Document(tuple(blocks))) if not isinstance(host, Item))


def inlines_of(node: Host) -> Inlines:
    """Return the inlines of a heading, paragraph or cell; for an item, those of the paragraph it begins with."""
    if isinstance(node, Item):
        first = node.blocks[0] if node.blocks else None
        return first.inlines if isinstance(first, Paragraph) else ()
    return node.inlines
