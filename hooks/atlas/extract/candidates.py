"""Feature candidates: sections, and list items and paragraphs that open with what they are about."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

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
from atlas.knowledge.fields import words_pattern
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
_APPOSITION = re.compile(r", (?:an?|the|our)\s|[，,]\s?一[种个款项]")

Topic = Item | Paragraph  # nodes that may open with the words that they are about


@dataclass(frozen=True)
class Candidate:
    """A possible feature, with everything needed to find its level."""

    title: Inlines
    host: Host
    section: Section | None
    body: tuple[Block, ...]
    other_evidence: Evidence | None = None  # what a table, a highlight or another sentence states about it

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
        """What its own marker states."""
        if not (marker := self.host.marker):
            return None
        return Evidence(marker.level, marker.raw, "marker", self.line, marker.attach_to(self.label), self.title)

    @property
    def evidence(self) -> Evidence | None:
        """What its own marker, or else another place, states."""
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
    """Yield a section if it is a feature itself, and the features that its body announces."""
    topics = _topics_of(section, knowledge)
    status = _status(section, knowledge.level_words)
    is_feature = _is_feature(section, knowledge, has_topics=bool(topics))
    if is_feature:
        number = _number(section)
        title = rewrite_text(section.heading.inlines, lambda text: number.sub("", text))
        title = _without_stop(_without_introduction(title, knowledge.headings))
        yield Candidate(title, section.heading, section, section.body, status)
    for topic in topics:
        if not is_fix(topic, knowledge.headings):
            for candidate in candidates_at(topic, section):
                yield candidate if is_feature else replace(candidate, other_evidence=status)


def _topics_of(section: Section, knowledge: Knowledge) -> list[Topic]:
    """Return the nodes in a section's body that announce features."""
    if section.announces_nothing:
        return []
    topics = [topic for block in section.body for topic in topics_in(block, knowledge.headings)]
    if section.has_children or section.heading.marker or (topics and section.role == "feature"):
        return topics
    marked = set(topics)
    topics += (topic for topic in _unmarked_topics(section, knowledge.level_words) if topic not in marked)
    return sorted(topics, key=lambda topic: topic.line)


def _is_feature(section: Section, knowledge: Knowledge, *, has_topics: bool) -> bool:
    """Return whether a section itself announces a feature."""
    if section.heading.marker:
        only_marks = section.has_marked and not section.body
        groups = section.role != "feature" and (section.has_children or has_topics)
        return not only_marks and not groups
    if has_topics or section.role not in ("feature", "subject"):
        return False
    if any(parent.is_detailed for parent in section.parents) or (section.has_children and not section.is_detailed):
        return False
    above = section.parents[-1] if section.parents else None
    if not section.body and above and above.level and above.heading.level < section.heading.level:
        return True  # in bare text, where levels are guessed, it may be a cell of a table
    return _describes(section.body, knowledge)


def _without_introduction(title: Inlines, headings: Headings) -> Inlines:
    """Return a title without the words that announce it and, after these, its apposition: “Introducing X, a new Y”."""
    first = title[0] if title else None
    introduction = re.match(rf"(?i)\s*(?:{words_pattern(headings.introductions)})[\s:：]+(?=\S)", plain(title[:1]))
    if not isinstance(first, Text) or not introduction:
        return title
    rest = (Text(first.text[introduction.end() :], first.line), *title[1:])
    return _until(_APPOSITION, rest)


def _states_level(block: Block, words: LevelWords) -> bool:
    """Return whether a paragraph states a level and nothing else."""
    return isinstance(block, Paragraph) and words.of_status(plain(block.inlines).strip()) is not None


def _status(section: Section, words: LevelWords) -> Evidence | None:
    """Return the level stated by a line below a heading that states nothing else."""
    for node in texts_in(block for block in section.body if isinstance(block, Paragraph | Quote)):
        text = plain(node.inlines).strip()
        if level := words.of_status(text):
            return Evidence(level, text, "marker", node.line, text, node.inlines)
    return None


def _number(section: Section) -> re.Pattern[str]:
    """Compile a pattern of a heading's number: “3.” or the like, or “3.1” below a heading numbered 3."""
    first = section.parents[0].label if section.parents else ""
    of_parent = re.match(r"\s*(\d{1,2})[.、 ]", first)
    below = rf"|{of_parent[1]}(?:\.\d{{1,2}})+\s" if of_parent else ""
    return re.compile(rf"^\s*(?:{NUMBER}(?<!\d)(?!\d){below})\s*")


def _describes(body: tuple[Block, ...], knowledge: Knowledge) -> bool:
    """Return whether blocks describe something: not just tables, footnotes, or the introduction to lost content."""
    if any(names_features(block, knowledge) for block in body):
        return False
    described = [block for block in body if not (isinstance(block, Table) or _is_footnote(block))]
    return len(described) > 1 or (bool(described) and not ends_with_colon(described[0]))


def _is_footnote(block: Block) -> bool:
    return isinstance(block, Paragraph) and plain(block.inlines).startswith("*")


def candidates_at(node: Topic, section: Section | None) -> Iterator[Candidate]:
    """Yield the feature that an item or paragraph is about, unless the words for it are empty."""
    title = title_of(node)
    if plain(title).strip():
        yield Candidate(title, node, section, node.blocks if isinstance(node, Item) else (node,))


def topics_in(block: Block, headings: Headings) -> list[Topic]:
    """Return marked topics at any depth, and a marked list's unmarked items with a title: features without a level.

    What an item such as “Tutorials:” lists is about no other features.
    """
    nodes = [host for host in hosts(Document((block,))) if isinstance(host, Topic)]
    asides: set[int] = set()
    for node in nodes:
        if isinstance(node, Item) and headings.gathering.matches(plain(inlines_of(node)).strip(" :：")):
            asides |= {host.place for host in hosts(Document(node.blocks))}
    topics = [node for node in nodes if node.marker and node.place not in asides]
    if isinstance(block, ListBlock) and any(item.marker for item in block.items):
        topics += [item for item in block.items if not item.marker and _has_title(item)]
    return topics


def bold_topics(block: Block) -> list[Topic]:
    """Return a list's items if there are more than two and all open with bold words."""
    items: list[Topic] = list(block.items) if isinstance(block, ListBlock) else []
    return items if len(items) > 2 and all(map(_is_bold, items)) else []


def _unmarked_topics(section: Section, words: LevelWords) -> Sequence[Topic]:
    """Return unmarked topics that are features: the section states a level or announces one feature per item."""
    body = tuple(block for block in section.body if not _states_level(block, words))
    items = [item for block in body if isinstance(block, ListBlock) for item in block.items]
    are_titled = all(map(_has_title, items))
    if section.level:
        bold = [block for block in body if isinstance(block, Paragraph) and _is_bold(block)]
        return bold or [item for item in items if _names_topic(item)] or items
    if section.role != "feature":
        bold_items = [item for item in items if _is_bold(item)]
        return bold_items or (items if are_titled or _is_list(body) else [])
    only_lists = all(isinstance(block, ListBlock) for block in body)
    is_announcing = (only_lists and are_titled) or all(map(_has_headline, items))
    return items if len(items) > 1 and is_announcing else []


def _is_list(body: tuple[Block, ...]) -> bool:
    """Return whether blocks are just lists and code, after at most one introductory block."""
    return all(isinstance(block, ListBlock | CodeBlock) for block in body[1:])


def _is_bold(node: Topic) -> bool:
    """Return whether a node opens with bold words."""
    inlines = inlines_of(node)
    return len(inlines) > 1 and isinstance(inlines[0], Strong)


def _has_title(item: Item) -> bool:
    """Return whether an item opens with bold words, or with a short phrase before a colon or dash."""
    return _is_bold(item) or bool(_TITLE.match(plain(inlines_of(item))))


def _names_topic(item: Item) -> bool:
    """Return whether an item names what it is about before describing it."""
    title, text = plain(title_of(item)), plain(inlines_of(item))
    return _is_bold(item) or (len(title) <= MAX_TOPIC_LENGTH and len(title) + 1 < len(text.rstrip("。.")))


def _has_headline(item: Item) -> bool:
    """Return whether an item opens with a short sentence that the rest explains."""
    first, _, rest = plain(inlines_of(item)).strip().partition("。")
    return bool(rest) and len(first) < MAX_ITEM_TITLE_LENGTH and not re.search("[！？]", first)


def title_of(node: Host) -> Inlines:
    """Return what a node is about: its bold words, else those up to the first colon, dash or sentence end.

    If those are long, cut them at the first comma.
    """
    inlines = inlines_of(node)
    if inlines and isinstance(inlines[0], Strong):
        return _without_stop(inlines[0].children)
    title = _without_stop(_until(_TITLE_END, inlines))
    title = title if len(plain(title)) <= MAX_ITEM_TITLE_LENGTH else _until(_COMMA, title, min_length=6)
    return rewrite_text(title, partial(_REFERENCES.sub, ""))


def _without_stop(title: Inlines) -> Inlines:
    """Return a title without a full stop or colon at its end."""
    last = title[-1] if title else None
    return merged((*title[:-1], Text(_LAST_STOP.sub("", last.text), last.line))) if isinstance(last, Text) else title


def _until(end: re.Pattern[str], inlines: Inlines, *, min_length: int = 0) -> Inlines:
    """Return the inlines before the first match of ``end`` that is at least ``min_length`` characters in."""
    before: list[Inline] = []
    for inline in inlines:
        match = end.search(inline.text) if isinstance(inline, Text) else None
        if match and len(plain(tuple(before))) + match.start() >= min_length:
            return merged((*before, Text(match.string[: match.start()], inline.line)))
        before.append(inline)
    return merged(before)
