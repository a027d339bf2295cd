"""Topics: list items and paragraphs that begin with the name of what they describe: “- torch.fx: a toolkit for…”."""

import re
from collections.abc import Sequence
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
    Strong,
    Text,
    merged,
    plain,
)
from atlas.document.traverse import hosts, inlines_of, rewrite_text
from atlas.extract.sections import Section
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import LevelWords
from atlas.knowledge.text_patterns import Headings

MAX_ITEM_TITLE_LENGTH = 40  # characters of a first sentence or phrase that can be the title of an item
MAX_TOPIC_LENGTH = 60  # characters of a title that can be the name of what an item describes

_TITLE = re.compile(rf"[^：:。，,]{{1,{MAX_ITEM_TITLE_LENGTH}}}?(?:[：:]|\s[-–—]+\s)")
_TITLE_END = re.compile(r"[：。:！？!?；;]|(?<=[^\W\d])\. |\s[-–—]+\s|——")
_LAST_STOP = re.compile(r"(?:(?<!\.)\.|[:：])\s*$")
# At the end of a title: references to pull requests, or a bracket that is not closed.
_LAST_BRACKET = re.compile(r"\s*[（(](?:#\d+(?:[,，、\s]+#\d+)*[)）]?|[^（()）]*)$")
_COMMA = re.compile(r"[，,]|\s*[（(]\s*$")  # a comma, or an opening bracket directly before code, a link or the like

Topic = Item | Paragraph


def topics_of(section: Section, knowledge: Knowledge) -> list[Topic]:
    """Return the items and paragraphs of a section that announce features, in reading order."""
    if section.announces_nothing:
        return []
    topics = [topic for block in section.body for topic in topics_in(block, knowledge.headings)]
    if section.has_children or section.heading.marker or (topics and section.role == "feature"):
        return topics
    marked = set(topics)
    topics += (topic for topic in _unmarked_topics(section, knowledge.level_words) if topic not in marked)
    return sorted(topics, key=lambda topic: topic.line)


def _states_level(block: Block, words: LevelWords) -> bool:
    """Return whether a block is a paragraph that states a level and nothing else: “Status: Beta”."""
    return isinstance(block, Paragraph) and words.of_level_line(plain(block.inlines).strip()) is not None


def topics_in(block: Block, headings: Headings) -> list[Topic]:
    """Return the topics in a block, at any depth: its items and paragraphs with a marker.

    If an item of a list has a marker, the other items of that list that have a title are topics, too: they are features
    without a level. Items and paragraphs within an item such as “Tutorials:” are not topics.
    """
    nodes = [host for host in hosts(Document((block,))) if isinstance(host, Topic)]
    asides: set[int] = set()  # the host_index of each node within an item such as “Tutorials:”
    for node in nodes:
        if isinstance(node, Item) and headings.no_features.matches(plain(inlines_of(node)).strip(" :：")):
            asides |= {host.host_index for host in hosts(Document(node.blocks))}
    topics = [node for node in nodes if node.marker and node.host_index not in asides]
    if isinstance(block, ListBlock) and any(item.marker for item in block.items):
        topics += [item for item in block.items if not item.marker and _has_title(item)]
    return topics


def bold_topics(block: Block) -> list[Topic]:
    """Return the items of a list if there are at least three and all begin with bold words; else []."""
    items: list[Topic] = list(block.items) if isinstance(block, ListBlock) else []
    return items if len(items) > 2 and all(map(_is_bold, items)) else []


def _unmarked_topics(section: Section, words: LevelWords) -> Sequence[Topic]:
    """Return the topics of a section that announce features, but have no marker.

    - If the heading states a level, they are the bold paragraphs, or else the items that begin with a name, or else all
      items.
    - If the section only groups features, they are the bold items, or else all items, provided that each has a title or
      that the body consists of lists.
    - If the section may itself be a feature, they are all items, provided that there are at least two, and that each
      begins with a title or with a headline.
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
    """Return whether all blocks are lists or code, except perhaps the first one, which introduces them."""
    return all(isinstance(block, ListBlock | CodeBlock) for block in body[1:])


def _is_bold(node: Topic) -> bool:
    """Return whether a node begins with bold words that are followed by other words."""
    inlines = inlines_of(node)
    return len(inlines) > 1 and isinstance(inlines[0], Strong)


def _has_title(item: Item) -> bool:
    """Return whether an item begins with bold words, or with a short phrase before a colon or dash."""
    return _is_bold(item) or bool(_TITLE.match(plain(inlines_of(item))))


def _names_topic(item: Item) -> bool:
    """Return whether an item begins with a short name that is followed by a description."""
    title, text = plain(title_of(item)), plain(inlines_of(item))
    return _is_bold(item) or (len(title) <= MAX_TOPIC_LENGTH and len(title) + 1 < len(text.rstrip("。.")))


def _has_headline(item: Item) -> bool:
    """Return whether an item begins with a short sentence that is followed by other sentences."""
    first, _, rest = plain(inlines_of(item)).strip().partition("。")
    return bool(rest) and len(first) < MAX_ITEM_TITLE_LENGTH and not re.search("[！？]", first)


def title_of(node: Host) -> Inlines:
    """Return the title of a node: the bold words at its start, or else its words up to a colon, dash or full stop.

    A title that is not bold ends at the first comma if it is long; references to pull requests at its end are dropped.
    """
    inlines = inlines_of(node)
    if inlines and isinstance(inlines[0], Strong):
        return without_stop(inlines[0].children)
    title = without_stop(until(_TITLE_END, inlines))
    if len(plain(title)) > MAX_ITEM_TITLE_LENGTH:
        title = until(_COMMA, title, min_length=6)
    return rewrite_text(title, partial(_LAST_BRACKET.sub, ""))


def without_stop(title: Inlines) -> Inlines:
    """Return a title without the full stop or colon at its end, if it has one."""
    last = title[-1] if title else None
    if not isinstance(last, Text):
        return title
    return merged((*title[:-1], Text(_LAST_STOP.sub("", last.text), last.line)))


def until(end: re.Pattern[str], inlines: Inlines, *, min_length: int = 0) -> Inlines:
    """Return the inlines up to the first match of ``end`` that comes after at least ``min_length`` characters."""
    before: list[Inline] = []
    for inline in inlines:
        match = end.search(inline.text) if isinstance(inline, Text) else None
        if match and len(plain(tuple(before))) + match.start() >= min_length:
            return merged((*before, Text(match.string[: match.start()], inline.line)))
        before.append(inline)
    return merged(before)
