"""Sections of a document, with the role that each heading has, and the sections that contain each section."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Literal

from atlas.core.text import comparison_key, to_simplified
from atlas.document.nodes import Block, Document, Heading, Host, Item, ListBlock, Paragraph, plain
from atlas.document.traverse import inlines_of
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import unnumbered
from atlas.knowledge.schema import Area
from atlas.knowledge.text_patterns import Headings

_PULL_REQUEST = re.compile(r"#\d{2,}")

# The role of a section, by its heading:
# - feature: the heading names a feature; also any heading that has no other role.
# - subject: the heading names an area or the like (分布式). The section groups the features in it; if it has none, the
#   section is itself a feature.
# - group: the section groups features of some kind or level (新功能, 测试版).
# - overview: the section lists features (亮点) that other sections describe.
# - other: neither this section nor any section in it announces a feature (入门, 常见问题).
Role = Literal["feature", "subject", "group", "overview", "other"]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the blocks below it, up to the next heading of any level."""

    index: int  # the index of the heading in the document's blocks
    heading: Heading
    body: tuple[Block, ...]
    role: Role
    level: str | None  # the level that the heading states for everything in the section: “Beta features”
    parents: tuple[Section, ...] = ()  # the sections that contain this one, outermost first
    has_children: bool = False  # whether this section contains one that may announce something
    has_marked: bool = False  # whether this section contains one whose heading has a marker

    @property
    def label(self) -> str:
        """The heading as plain text."""
        return plain(self.heading.inlines)

    @property
    def announces_nothing(self) -> bool:
        """Whether neither the heading nor the text of the section announces a feature."""
        return self.role in ("overview", "other")

    @property
    def is_detailed(self) -> bool:
        """Whether the section describes one feature, and the sections in it are parts of that description.

        This is the case if the section is in a group of features, has text that does not just introduce the sections in
        it, and none of the headings of these has a marker.
        """
        is_grouped = self.role == "feature" and bool(self.parents) and self.parents[-1].role == "group"
        has_text = bool(self.body) and not ends_with_colon(self.body[-1])
        return is_grouped and has_text and self.has_children and not self.has_marked


def sections_of(document: Document, knowledge: Knowledge) -> list[Section]:
    """Return the document's sections in order. The title, which is its first block, does not begin a section.

    If the depths of headings are guessed, as in plain text, the roles of headings also help to decide which section
    contains which: see ``_paths``.
    """
    unplaced = list(_unplaced_sections(document, knowledge))
    paths = _paths(unplaced, knowledge.areas, guessed=document.has_guessed_depths)
    with_children: set[int] = set()
    with_marked: set[int] = set()
    for section, path in zip(unplaced, paths, strict=True):
        if not section.announces_nothing:
            with_children.update(path)
        if section.heading.marker:
            with_marked.update(path)
    sections: list[Section] = []
    for index, (section, path) in enumerate(zip(unplaced, paths, strict=True)):
        parents = tuple(sections[parent] for parent in path)
        placed = replace(
            section,
            role=_role_in_place(section, parents, knowledge.headings),
            parents=parents,
            has_children=index in with_children,
            has_marked=index in with_marked,
        )
        sections.append(placed)
    return sections


def _unplaced_sections(document: Document, knowledge: Knowledge) -> Iterator[Section]:
    """Yield the sections with the role and level that their headings alone state, without parents."""
    area_keys = {comparison_key(name) for area in knowledge.areas for name in area.name.both}
    blocks = document.blocks
    headings = [(index, block) for index, block in enumerate(blocks) if index and isinstance(block, Heading)]
    ends = (*(index for index, _ in headings[1:]), len(blocks))
    for (index, heading), end in zip(headings, ends, strict=False):
        level = knowledge.level_words.of_heading(to_simplified(plain(heading.inlines)))
        role = _heading_role(heading, area_keys, knowledge)
        if level and role in ("feature", "subject"):
            role = "group"
        yield Section(index, heading, blocks[index + 1 : end], role, level)


def _bare(heading: Heading) -> str:
    """Return a heading's words in simplified characters, without its number and the punctuation at its end."""
    return unnumbered(to_simplified(plain(heading.inlines))).strip(" :：？?！!。.…")


def _heading_role(heading: Heading, area_keys: set[str], knowledge: Knowledge) -> Role:
    """Return the role of a heading, by its words; ``area_keys`` are the comparison keys of the names of areas."""
    bare, headings = _bare(heading), knowledge.headings
    if not heading.marker and headings.overviews.matches(bare):
        return "overview"
    if not heading.marker and headings.no_features.matches(bare):
        return "other"

    def is_subject(text: str) -> bool:
        return comparison_key(text) in area_keys or headings.subjects.matches(text)

    parts = knowledge.sentences.parts(bare)
    if headings.categories.matches(bare) or all(map(headings.categories.matches, parts)):
        return "group"
    if is_subject(bare) or all(headings.categories.matches(part) or is_subject(part) for part in parts):
        return "subject"
    return "feature"


def _role_in_place(section: Section, parents: tuple[Section, ...], headings: Headings) -> Role:
    """Return the final role of a section, which also depends on the sections that contain it and on its body."""
    if section.announces_nothing:
        return section.role
    if not section.heading.marker and any(parent.role == "other" for parent in parents):
        return "other"
    return "group" if _lists_changes(section.body, headings) else section.role


def _paths(sections: list[Section], areas: tuple[Area, ...], *, guessed: bool) -> list[tuple[int, ...]]:
    """Return for each section the indices of the sections that contain it, outermost first.

    A section contains the sections after it whose headings are deeper. A section that groups features may also contain
    features whose headings have the same depth as its own. Then it must either state a level and have no text
    (``_is_flat``), or the depths must be ``guessed`` and these headings be the deepest of the document.
    """
    deepest = max((section.heading.depth for section in sections), default=0)
    marked_before = list(accumulate((bool(section.heading.marker) for section in sections), initial=0))

    def contains(upper: int, lower: int) -> bool:
        above, below = sections[upper], sections[lower]
        if above.heading.depth != below.heading.depth or below.role != "feature":
            return above.heading.depth < below.heading.depth
        if _is_flat(sections, upper):
            return not _opens_group(sections, lower)
        if not guessed or below.heading.depth != deepest or above.heading.marker or above.announces_nothing:
            return False
        is_marked = below.heading.marker is not None
        if above.level:  # once a feature in the group has a marker, a heading without one is not in the group
            return is_marked or marked_before[lower] == marked_before[upper + 1]
        is_group = above.role != "feature" or any(area.has_section(_bare(above.heading)) for area in areas)
        return is_group and (is_marked or lower > upper + 1)

    path: list[int] = []
    paths = []
    for index in range(len(sections)):
        while path and not contains(path[-1], index):
            path.pop()
        paths.append(tuple(path))
        path.append(index)
    return paths


def _is_flat(sections: list[Section], index: int) -> bool:
    """Return whether a section states a level, has no text, and is followed by a heading at its own depth."""
    section, *following = sections[index : index + 2]
    is_followed = bool(following) and following[0].heading.depth == section.heading.depth
    return bool(section.level) and is_followed and all(map(ends_with_colon, section.body))


def _opens_group(sections: list[Section], index: int) -> bool:
    """Return whether a section begins another group: it has neither text nor marker, but the section before has text.

    The last section of a document never does, as no section follows that it could group.
    """
    section = sections[index]
    is_empty = not section.heading.marker and all(map(ends_with_colon, section.body))
    return is_empty and bool(sections[index - 1].body) and index + 1 < len(sections)


def ends_with_colon(block: Block) -> bool:
    """Return whether a block is a paragraph that ends in a colon."""
    return isinstance(block, Paragraph) and plain(block.inlines).rstrip().endswith((":", "："))


def _lists_changes(body: tuple[Block, ...], headings: Headings) -> bool:
    """Return whether a body begins with a list of changes, as in release notes.

    Each item of that list reports a fix or cites a pull request.
    """
    if not body or not isinstance(body[0], ListBlock):
        return False
    return all(is_fix(item, headings) or _PULL_REQUEST.search(plain(inlines_of(item))) for item in body[0].items)


def is_fix(node: Host, headings: Headings) -> bool:
    """Return whether a node is a list item that only reports a fix: “Fixed a crash in X”."""
    text = to_simplified(plain(inlines_of(node)))
    return isinstance(node, Item) and any(pattern.match(text) for pattern in headings.fixes)
