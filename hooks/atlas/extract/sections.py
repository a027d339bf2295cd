"""Sections of a document: its headings, what each announces or groups, and which one stands in which."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Literal

from atlas.core.text import comparison_key, to_simplified
from atlas.document.nodes import Block, Cell, Document, Heading, Host, Inlines, Item, ListBlock, Paragraph, plain
from atlas.document.traverse import hosts
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import unnumbered
from atlas.knowledge.schema import Area
from atlas.knowledge.wording import Headings

_PULL_REQUEST = re.compile(r"#\d{2,}")

# What a heading names: a feature; a subject (分布式, an area's name), which groups the items below it or else is a
# feature itself; a group (新功能, 测试版); highlights (亮点) of what is described elsewhere; or something else (入门,
# 常见问题), which announces nothing, nor does what stands in it.
Role = Literal["feature", "subject", "group", "highlights", "other"]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the blocks below it, up to the next heading.

    ``level`` is what the heading states for everything in the section.
    """

    index: int  # of the heading, among the document's blocks
    heading: Heading
    body: tuple[Block, ...]
    role: Role
    level: str | None
    parents: tuple[Section, ...] = ()  # outermost first
    has_children: bool = False  # whether sections in it may announce something
    has_marked: bool = False  # whether a heading in it has a marker of its own

    @property
    def label(self) -> str:
        """The heading as plain text."""
        return plain(self.heading.inlines)

    @property
    def announces_nothing(self) -> bool:
        """Whether neither its heading nor its text is about a feature."""
        return self.role in ("highlights", "other")

    @property
    def is_detailed(self) -> bool:
        """Whether it announces a feature that the headings in it detail.

        It must be in a group and have text that does more than introduce them, and none of them may be marked.
        """
        is_grouped = self.role == "feature" and bool(self.parents) and self.parents[-1].role == "group"
        has_text = bool(self.body) and not ends_with_colon(self.body[-1])
        return is_grouped and has_text and self.has_children and not self.has_marked


def sections_of(document: Document, knowledge: Knowledge) -> list[Section]:
    """Return the document's sections in order.

    If heading levels are guessed, as in plain text, a heading that only groups features contains the next ones.
    """
    alone = list(_read_alone(document, knowledge))
    paths = _paths(alone, knowledge.areas, guessed=document.has_guessed_levels)
    with_children: set[int] = set()
    with_marked: set[int] = set()
    for section, path in zip(alone, paths, strict=True):
        if not section.announces_nothing:
            with_children.update(path)
        if section.heading.marker:
            with_marked.update(path)
    sections: list[Section] = []
    for place, (section, path) in enumerate(zip(alone, paths, strict=True)):
        parents = tuple(sections[parent] for parent in path)
        placed = replace(
            section,
            role=_role_within(section, parents, knowledge.headings),
            parents=parents,
            has_children=place in with_children,
            has_marked=place in with_marked,
        )
        sections.append(placed)
    return sections


def _read_alone(document: Document, knowledge: Knowledge) -> Iterator[Section]:
    """Yield the sections as their headings alone tell, without parents."""
    areas = {comparison_key(name) for area in knowledge.areas for name in area.name.both}
    blocks = document.blocks
    headings = [(place, block) for place, block in enumerate(blocks) if place and isinstance(block, Heading)]
    ends = (*(place for place, _ in headings[1:]), len(blocks))
    for (place, heading), end in zip(headings, ends, strict=False):
        level = knowledge.level_words.of_heading(to_simplified(plain(heading.inlines)))
        role = _role(heading, areas, knowledge)
        groups: Role = "group" if level and role in ("feature", "subject") else role
        yield Section(place, heading, blocks[place + 1 : end], groups, level)


def _bare(heading: Heading) -> str:
    """Return a heading's words without its number and the punctuation at its end."""
    return unnumbered(to_simplified(plain(heading.inlines))).strip(" :：？?！!。.…")


def _role(heading: Heading, areas: set[str], knowledge: Knowledge) -> Role:
    """Return the role that a heading states; ``areas`` are the normalized names of areas."""
    bare, headings = _bare(heading), knowledge.headings
    if not heading.marker and headings.overviews.matches(bare):
        return "highlights"
    if not heading.marker and headings.gathering.matches(bare):
        return "other"

    def is_subject(text: str) -> bool:
        return comparison_key(text) in areas or headings.subjects.matches(text)

    parts = knowledge.sentences.parts(bare)
    if headings.categories.matches(bare) or all(map(headings.categories.matches, parts)):
        return "group"
    if is_subject(bare) or all(headings.categories.matches(part) or is_subject(part) for part in parts):
        return "subject"
    return "feature"


def _role_within(section: Section, parents: tuple[Section, ...], headings: Headings) -> Role:
    """Return the role of a section where it stands, and by what it lists."""
    if section.announces_nothing:
        return section.role
    if not section.heading.marker and any(parent.role == "other" for parent in parents):
        return "other"
    return "group" if _lists_changes(section.body, headings) else section.role


def _paths(sections: list[Section], areas: tuple[Area, ...], *, guessed: bool) -> list[tuple[int, ...]]:
    """Return for each section the places of those that contain it, outermost first.

    Of headings at the same depth, one that only groups features may contain the next ones.
    """
    deepest = max((section.heading.level for section in sections), default=0)
    marked_before = list(accumulate((bool(section.heading.marker) for section in sections), initial=0))

    def contains(upper: int, lower: int) -> bool:
        above, below = sections[upper], sections[lower]
        if above.heading.level != below.heading.level or below.role != "feature":
            return above.heading.level < below.heading.level
        if _is_flat(sections, upper):
            return not _opens_group(sections, lower)
        if not guessed or below.heading.level != deepest or above.heading.marker or above.announces_nothing:
            return False
        is_marked = below.heading.marker is not None
        if above.level:  # if its features have markers, a heading without one is not among them
            return is_marked or marked_before[lower] == marked_before[upper + 1]
        groups = above.role != "feature" or any(area.has_section(_bare(above.heading)) for area in areas)
        return groups and (is_marked or lower > upper + 1)

    path: list[int] = []
    paths = []
    for place in range(len(sections)):
        while path and not contains(path[-1], place):
            path.pop()
        paths.append(tuple(path))
        path.append(place)
    return paths


def _is_flat(sections: list[Section], place: int) -> bool:
    """Return whether a section states the level of the headings that follow it at its own depth."""
    section, *following = sections[place : place + 2]
    is_followed = bool(following) and following[0].heading.level == section.heading.level
    return bool(section.level) and is_followed and all(map(ends_with_colon, section.body))


def _opens_group(sections: list[Section], place: int) -> bool:
    """Return whether a heading without text opens another group: it follows the text of a feature, and more follows."""
    section = sections[place]
    is_empty = not section.heading.marker and all(map(ends_with_colon, section.body))
    return is_empty and bool(sections[place - 1].body) and place + 1 < len(sections)


def ends_with_colon(block: Block) -> bool:
    """Return whether a block is a paragraph that ends in a colon."""
    return isinstance(block, Paragraph) and plain(block.inlines).rstrip().endswith((":", "："))


def _lists_changes(body: tuple[Block, ...], headings: Headings) -> bool:
    """Return whether a body begins with a list of only fixes and items that cite a pull request: release notes."""
    if not body or not isinstance(body[0], ListBlock):
        return False
    return all(is_fix(item, headings) or _PULL_REQUEST.search(plain(inlines_of(item))) for item in body[0].items)


def is_fix(node: Host, headings: Headings) -> bool:
    """Return whether an item says only that something works again."""
    text = to_simplified(plain(inlines_of(node)))
    return isinstance(node, Item) and any(pattern.match(text) for pattern in headings.fixes)


def texts_in(blocks: Iterable[Block]) -> Iterator[Heading | Paragraph | Cell]:
    """Yield every heading, paragraph and cell in some blocks, at any depth."""
    return (host for host in hosts(Document(tuple(blocks))) if not isinstance(host, Item))


def inlines_of(node: Host) -> Inlines:
    """Return the inlines of a heading, paragraph or cell; for an item, those of the paragraph it begins with."""
    if isinstance(node, Item):
        first = node.blocks[0] if node.blocks else None
        return first.inlines if isinstance(first, Paragraph) else ()
    return node.inlines
