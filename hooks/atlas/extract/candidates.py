"""Candidates for features: sections, and topics (list items and paragraphs that begin with the name of a feature)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from atlas.core.words import words_pattern
from atlas.document.nodes import (
    Block,
    BlockQuote,
    Host,
    Inlines,
    Item,
    Paragraph,
    Table,
    Text,
    plain,
)
from atlas.document.traverse import rewrite_text, texts_in
from atlas.extract.announcement import Evidence
from atlas.extract.sections import Section, ends_with_colon, is_fix
from atlas.extract.tables import names_features
from atlas.extract.topics import Topic, title_of, topics_of, until, without_stop
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import NUMBER, LevelWords
from atlas.knowledge.text_patterns import Headings


@dataclass(frozen=True)
class Candidate:
    """A possible feature, with everything that is needed to find its level."""

    title: Inlines
    host: Host  # the heading, paragraph, item or cell that announces it
    section: Section | None  # the section that is the candidate, or that contains its host
    body: tuple[Block, ...]  # the text about the candidate
    other_evidence: Evidence | None = (
        None  # for its level, besides the host's marker: a table's column, a line of its own
    )

    @property
    def line(self) -> int:
        """The seed's line on which its host begins."""
        return self.host.line

    @property
    def is_section(self) -> bool:
        """Whether the candidate is a section as a whole, announced by the section's heading."""
        return self.section is not None and self.host is self.section.heading

    @property
    def marker_evidence(self) -> Evidence | None:
        """The evidence in the marker of its host, if the host has one."""
        marker = self.host.marker
        return Evidence.of_marker(marker, self.title, self.host, "marker") if marker else None

    @property
    def evidence(self) -> Evidence | None:
        """The evidence in the marker of its host, or else the other evidence."""
        return self.marker_evidence or self.other_evidence

    @property
    def label(self) -> str:
        """The title as plain text."""
        return plain(self.title).strip()

    @property
    def enclosing_sections(self) -> tuple[Section, ...]:
        """The sections that contain the candidate, outermost first, without the section that it may itself be."""
        if not self.section:
            return ()
        return self.section.parents if self.is_section else (*self.section.parents, self.section)

    @property
    def path(self) -> tuple[str, ...]:
        """The headings above the candidate, outermost first."""
        return tuple(section.label for section in self.enclosing_sections)


def candidates_of(section: Section, knowledge: Knowledge) -> Iterator[Candidate]:
    """Yield the section itself if it is a feature, then the features that its body announces.

    A line such as “Status: Beta” in the body is evidence for the section. If the section is not a feature, that line is
    evidence for all features in its body.
    """
    topics = topics_of(section, knowledge)
    level_line = _level_line(section, knowledge.level_words)
    is_feature = _is_feature(section, knowledge, has_topics=bool(topics))
    if is_feature:
        number = _number_pattern(section)
        title = rewrite_text(section.heading.inlines, lambda text: number.sub("", text))
        title = without_stop(_without_introduction(title, knowledge.headings))
        yield Candidate(title, section.heading, section, section.body, level_line)
    for topic in topics:
        if not is_fix(topic, knowledge.headings):
            for candidate in candidates_at(topic, section):
                yield candidate if is_feature else replace(candidate, other_evidence=level_line)


def _is_feature(section: Section, knowledge: Knowledge, *, has_topics: bool) -> bool:
    """Return whether a section is itself a feature; ``has_topics`` says whether its body announces features."""
    if section.heading.marker:
        is_bare_parent = section.has_marked and not section.body
        is_group = section.role != "feature" and (section.has_children or has_topics)
        return not is_bare_parent and not is_group
    if has_topics or section.role not in ("feature", "subject"):
        return False
    if any(parent.is_detailed for parent in section.parents) or (section.has_children and not section.is_detailed):
        return False
    above = section.parents[-1] if section.parents else None
    if not section.body and above and above.level and above.heading.depth < section.heading.depth:
        # A name without text, below a heading that states a level. In plain text, it may once have been a table's cell.
        return True
    return _describes(section.body, knowledge)


def _without_introduction(title: Inlines, headings: Headings) -> Inlines:
    """Remove introductory words from a title, and if it has these, also an apposition after the name.

    “Introducing X, a new Y” -> “X”, but “X, a new Y” stays as it is.
    """
    first = title[0] if title else None
    introduction = re.match(rf"(?i)\s*(?:{words_pattern(headings.introductions)})[\s:：]+(?=\S)", plain(title[:1]))
    if not isinstance(first, Text) or not introduction:
        return title
    rest = (Text(first.text[introduction.end() :], first.line), *title[1:])
    return until(headings.apposition, rest)


def _level_line(section: Section, words: LevelWords) -> Evidence | None:
    """Return as evidence the first paragraph of a section that is a level and nothing else: “Status: Beta”."""
    for node in texts_in(block for block in section.body if isinstance(block, Paragraph | BlockQuote)):
        text = plain(node.inlines).strip()
        if level := words.of_level_line(text):
            return Evidence.of_text(node.inlines, node, "marker", level=level, stating_words=text)
    return None


def _number_pattern(section: Section) -> re.Pattern[str]:
    """Compile a pattern for the number before a heading: “3.” or the like; also “3.1” below a heading with number 3.

    Elsewhere, “2.1” at the start of a heading is probably a version.
    """
    outermost = section.parents[0].label if section.parents else ""
    outer_number = re.match(r"\s*(\d{1,2})[.、 ]", outermost)
    or_subnumber = rf"|{outer_number[1]}(?:\.\d{{1,2}})+\s" if outer_number else ""
    return re.compile(rf"^\s*(?:{NUMBER}(?<!\d)(?!\d){or_subnumber})\s*")


def _describes(body: tuple[Block, ...], knowledge: Knowledge) -> bool:
    """Return whether the blocks below a heading describe a feature.

    They do not if one of them is a table that names features. Besides tables and footnotes, there must be another
    block; if there is only one, it must not end in a colon, as such a paragraph introduces content that was lost.
    """
    if any(names_features(block, knowledge) for block in body):
        return False
    describing = [block for block in body if not (isinstance(block, Table) or _is_footnote(block))]
    return len(describing) > 1 or (bool(describing) and not ends_with_colon(describing[0]))


def _is_footnote(block: Block) -> bool:
    return isinstance(block, Paragraph) and plain(block.inlines).startswith("*")


def candidates_at(node: Topic, section: Section | None) -> Iterator[Candidate]:
    """Yield the candidate that an item or paragraph names at its beginning; none if that name is empty."""
    title = title_of(node)
    if plain(title).strip():
        yield Candidate(title, node, section, node.blocks if isinstance(node, Item) else (node,))
