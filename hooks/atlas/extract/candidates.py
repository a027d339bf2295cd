"""Candidates for features: sections, and list items and paragraphs that begin with the name of what they describe."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from atlas.core.words import words_pattern
from atlas.document.nodes import (
    Block,
    CodeBlock,
    Document,
    Host,
    Inline,
    Inlines,
    Item,
    ListBlock,
    Paragraph,
    Quote,
    Strong,
    Table,
    Text,
    merged,
    plain,
)
from atlas.document.traverse import hosts, rewrite_text
from atlas.extract.announcement import Evidence
from atlas.extract.sections import Section, ends_with_colon, inlines_of, is_fix, texts_in
from atlas.extract.tables import names_features
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import NUMBER, LevelWords
from atlas.knowledge.wording import Headings

MAX_ITEM_TITLE_LENGTH = 40  # characters: the longest opening sentence or phrase that is an item's title
MAX_TOPIC_LENGTH = 60  # characters: the longest words that name what an item is about

_TITLE = re.compile(rf"[^：:。，,]{{1,{MAX_ITEM_TITLE_LENGTH}}}?(?:[：:]|\s[-–—]+\s)")
_TITLE_END = re.compile(r"[：。:！？!?；;]|(?<=[^\W\d])\. |\s[-–—]+\s|——")
_LAST_STOP = re.compile(r"(?:(?<!\.)\.|[:：])\s*$")
_REFERENCES = re.compile(
    r"\s*[（(](?:#\d+(?:[,，、\s]+#\d+)*[)）]?|[^（()）]*)$"
)  # pull requests, or a bracket cut open
_COMMA = re.compile(r"[，,]|\s*[（(]\s*$")  # or a bracket that opens before code, a link or the like

Topic = Item | Paragraph  # a node that may begin with the name of what it describes


@dataclass(frozen=True)
class Candidate:
    """A possible feature, with everything needed to find its level."""

    title: Inlines
    host: Host  # the node that holds it
    section: Section | None  # the one that it is, or that its host stands in
    body: tuple[Block, ...]  # the text about it
    other_evidence: Evidence | None = None  # of its level, apart from its host's marker: a table cell, a status line

    @property
    def line(self) -> int:
        """The seed line of its host."""
        return self.host.line

    @property
    def is_section(self) -> bool:
        """Whether its host is its section's heading."""
        return self.section is not None and self.host is self.section.heading

    @property
    def marker_evidence(self) -> Evidence | None:
        """The level that its host's own marker states."""
        marker = self.host.marker
        if not marker:
            return None
        return Evidence.of_marker(marker, "marker", self.line, self.label, self.title)

    @property
    def evidence(self) -> Evidence | None:
        """The level that its host's own marker states, or else another passage."""
        return self.marker_evidence or self.other_evidence

    @property
    def label(self) -> str:
        """Its title as plain text."""
        return plain(self.title).strip()

    @property
    def enclosing_sections(self) -> tuple[Section, ...]:
        """The sections that contain it, outermost first."""
        if not self.section:
            return ()
        return self.section.parents if self.is_section else (*self.section.parents, self.section)

    @property
    def path(self) -> tuple[str, ...]:
        """The headings above it, outermost first."""
        return tuple(section.label for section in self.enclosing_sections)


def candidates_of(section: Section, knowledge: Knowledge) -> Iterator[Candidate]:
    """Yield the section itself if it is a feature, then the features that its body announces.

    A line such as “Status: Beta” in the body is evidence for the section, or for all features in it if it is none.
    """
    topics = _topics_of(section, knowledge)
    status = _status_evidence(section, knowledge.level_words)
    is_feature = _is_feature(section, knowledge, has_topics=bool(topics))
    if is_feature:
        number = _number_pattern(section)
        title = rewrite_text(section.heading.inlines, lambda text: number.sub("", text))
        title = _without_stop(_without_introduction(title, knowledge.headings))
        yield Candidate(title, section.heading, section, section.body, status)
    for topic in topics:
        if not is_fix(topic, knowledge.headings):
            for candidate in candidates_at(topic, section):
                yield candidate if is_feature else replace(candidate, other_evidence=status)


def _topics_of(section: Section, knowledge: Knowledge) -> list[Topic]:
    """Return the items and paragraphs of a section that announce features, in reading order."""
    if section.announces_nothing:
        return []
    topics = [topic for block in section.body for topic in topics_in(block, knowledge.headings)]
    if section.has_children or section.heading.marker or (topics and section.role == "feature"):
        return topics
    marked = set(topics)
    topics += (topic for topic in _unmarked_topics(section, knowledge.level_words) if topic not in marked)
    return sorted(topics, key=lambda topic: topic.line)


def _is_feature(section: Section, knowledge: Knowledge, *, has_topics: bool) -> bool:
    """Return whether a section is itself a feature; ``has_topics`` tells whether its body announces features."""
    if section.heading.marker:
        is_bare_parent = section.has_marked and not section.body
        is_group = section.role != "feature" and (section.has_children or has_topics)
        return not is_bare_parent and not is_group
    if has_topics or section.role not in ("feature", "subject"):
        return False
    if any(parent.is_detailed for parent in section.parents) or (section.has_children and not section.is_detailed):
        return False
    above = section.parents[-1] if section.parents else None
    if not section.body and above and above.level and above.heading.level < section.heading.level:
        return True  # a bare name below a heading that states a level: in plain text, perhaps once the cell of a table
    return _describes(section.body, knowledge)


def _without_introduction(title: Inlines, headings: Headings) -> Inlines:
    """Return a title without words that introduce it, and then also without its apposition.

    “Introducing X, a new Y” -> “X”, but “X, a new Y” stays.
    """
    first = title[0] if title else None
    introduction = re.match(rf"(?i)\s*(?:{words_pattern(headings.introductions)})[\s:：]+(?=\S)", plain(title[:1]))
    if not isinstance(first, Text) or not introduction:
        return title
    rest = (Text(first.text[introduction.end() :], first.line), *title[1:])
    return _until(headings.apposition, rest)


def _states_level(block: Block, words: LevelWords) -> bool:
    """Return whether a paragraph states a level and nothing else."""
    return isinstance(block, Paragraph) and words.of_status(plain(block.inlines).strip()) is not None


def _status_evidence(section: Section, words: LevelWords) -> Evidence | None:
    """Return the first paragraph of a section that states a level and nothing else: “Status: Beta”."""
    for node in texts_in(block for block in section.body if isinstance(block, Paragraph | Quote)):
        text = plain(node.inlines).strip()
        if level := words.of_status(text):
            return Evidence(level, text, "marker", node.line, text, node.inlines)
    return None


def _number_pattern(section: Section) -> re.Pattern[str]:
    """Compile a pattern for the number of a heading: “3.” or the like, or “3.1” below a heading numbered 3."""
    outermost = section.parents[0].label if section.parents else ""
    outer_number = re.match(r"\s*(\d{1,2})[.、 ]", outermost)
    or_subnumber = rf"|{outer_number[1]}(?:\.\d{{1,2}})+\s" if outer_number else ""
    return re.compile(rf"^\s*(?:{NUMBER}(?<!\d)(?!\d){or_subnumber})\s*")


def _describes(body: tuple[Block, ...], knowledge: Knowledge) -> bool:
    """Return whether a body describes something.

    It does not if it has a table that names features, or nothing but tables and footnotes, or only one more paragraph
    that ends in a colon, and so introduces content that was lost.
    """
    if any(names_features(block, knowledge) for block in body):
        return False
    describing = [block for block in body if not (isinstance(block, Table) or _is_footnote(block))]
    return len(describing) > 1 or (bool(describing) and not ends_with_colon(describing[0]))


def _is_footnote(block: Block) -> bool:
    return isinstance(block, Paragraph) and plain(block.inlines).startswith("*")


def candidates_at(node: Topic, section: Section | None) -> Iterator[Candidate]:
    """Yield the candidate that an item or paragraph names; none if its title is empty."""
    title = title_of(node)
    if plain(title).strip():
        yield Candidate(title, node, section, node.blocks if isinstance(node, Item) else (node,))


def topics_in(block: Block, headings: Headings) -> list[Topic]:
    """Return the topics in a block that have a marker, at any depth, except those below an item such as “Tutorials:”.

    If an item of a list has a marker, its other items with a title are topics, too: features without a level.
    """
    nodes = [host for host in hosts(Document((block,))) if isinstance(host, Topic)]
    asides: set[int] = set()  # places of what stands below items such as “Tutorials:”
    for node in nodes:
        if isinstance(node, Item) and headings.gathering.matches(plain(inlines_of(node)).strip(" :：")):
            asides |= {host.place for host in hosts(Document(node.blocks))}
    topics = [node for node in nodes if node.marker and node.place not in asides]
    if isinstance(block, ListBlock) and any(item.marker for item in block.items):
        topics += [item for item in block.items if not item.marker and _has_title(item)]
    return topics


def bold_topics(block: Block) -> list[Topic]:
    """Return the items of a list if there are more than two and all begin with bold words; else none."""
    items: list[Topic] = list(block.items) if isinstance(block, ListBlock) else []
    return items if len(items) > 2 and all(map(_is_bold, items)) else []


def _unmarked_topics(section: Section, words: LevelWords) -> Sequence[Topic]:
    """Return the topics of a section that announce features without a marker of their own.

    Where the section's heading states a level: its bold paragraphs, or the items that name something, or all items.
    Where it only groups features: its bold items, or all items if each has a title or the body is nothing but lists.
    Where it may be a feature itself: two or more items, if each of them has a title or begins with a headline.
    """
    body = tuple(block for block in section.body if not _states_level(block, words))
    items = [item for block in body if isinstance(block, ListBlock) for item in block.items]
    all_titled = all(map(_has_title, items))
    if section.level:
        bold_paragraphs = [block for block in body if isinstance(block, Paragraph) and _is_bold(block)]
        return bold_paragraphs or [item for item in items if _names_topic(item)] or items
    if section.role != "feature":
        bold_items = [item for item in items if _is_bold(item)]
        return bold_items or (items if all_titled or _is_list(body) else [])
    only_lists = all(isinstance(block, ListBlock) for block in body)
    one_feature_per_item = (only_lists and all_titled) or all(map(_has_headline, items))
    return items if len(items) > 1 and one_feature_per_item else []


def _is_list(body: tuple[Block, ...]) -> bool:
    """Return whether blocks are just lists and code, after at most one introductory block."""
    return all(isinstance(block, ListBlock | CodeBlock) for block in body[1:])


def _is_bold(node: Topic) -> bool:
    """Return whether a node begins with bold words, and more follows them."""
    inlines = inlines_of(node)
    return len(inlines) > 1 and isinstance(inlines[0], Strong)


def _has_title(item: Item) -> bool:
    """Return whether an item begins with bold words, or with a short phrase before a colon or dash."""
    return _is_bold(item) or bool(_TITLE.match(plain(inlines_of(item))))


def _names_topic(item: Item) -> bool:
    """Return whether an item begins with a short name, and a description follows it."""
    title, text = plain(title_of(item)), plain(inlines_of(item))
    return _is_bold(item) or (len(title) <= MAX_TOPIC_LENGTH and len(title) + 1 < len(text.rstrip("。.")))


def _has_headline(item: Item) -> bool:
    """Return whether an item begins with a short statement, and more sentences follow it."""
    first, _, rest = plain(inlines_of(item)).strip().partition("。")
    return bool(rest) and len(first) < MAX_ITEM_TITLE_LENGTH and not re.search("[！？]", first)


def title_of(node: Host) -> Inlines:
    """Return the title of a node: the bold words that it begins with, else its words up to a colon, dash or full stop.

    A long title of the second kind ends at its first comma; references to pull requests at its end are dropped.
    """
    inlines = inlines_of(node)
    if inlines and isinstance(inlines[0], Strong):
        return _without_stop(inlines[0].children)
    title = _without_stop(_until(_TITLE_END, inlines))
    if len(plain(title)) > MAX_ITEM_TITLE_LENGTH:
        title = _until(_COMMA, title, min_length=6)
    return rewrite_text(title, partial(_REFERENCES.sub, ""))


def _without_stop(title: Inlines) -> Inlines:
    """Return a title without the full stop or colon at its end, if it has one."""
    last = title[-1] if title else None
    if not isinstance(last, Text):
        return title
    return merged((*title[:-1], Text(_LAST_STOP.sub("", last.text), last.line)))


def _until(end: re.Pattern[str], inlines: Inlines, *, min_length: int = 0) -> Inlines:
    """Return the inlines before the first match of ``end`` that has at least ``min_length`` characters before it."""
    before: list[Inline] = []
    for inline in inlines:
        match = end.search(inline.text) if isinstance(inline, Text) else None
        if match and len(plain(tuple(before))) + match.start() >= min_length:
            return merged((*before, Text(match.string[: match.start()], inline.line)))
        before.append(inline)
    return merged(before)
