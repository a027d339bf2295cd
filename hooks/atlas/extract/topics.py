"""Topics: list items and paragraphs that begin with the name of what they describe."""

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
from atlas.knowledge.wording import Headings

MAX_ITEM_TITLE_LENGTH = 40  # characters: the longest opening sentence or phrase that is an item's title
MAX_TOPIC_LENGTH = 60  # characters: the longest words that name what an item is about

_TITLE = re.compile(rf"[^：:。，,]{{1,{MAX_ITEM_TITLE_LENGTH}}}?(?:[：:]|\s[-–—]+\s)")
_TITLE_END = re.compile(r"[：。:！？!?；;]|(?<=[^\W\d])\. |\s[-–—]+\s|——")
_LAST_STOP = re.compile(r"(?:(?<!\.)\.|[:：])\s*$")
# Pull requests, or a bracket that is cut open.
_LAST_BRACKET = re.compile(r"\s*[（(](?:#\d+(?:[,，、\s]+#\d+)*[)）]?|[^（()）]*)$")
_COMMA = re.compile(r"[，,]|\s*[（(]\s*$")  # or a bracket that opens before code, a link or the like

Topic = Item | Paragraph  # a node that may begin with the name of what it describes


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
    """Return whether a paragraph states a level and nothing else."""
    return isinstance(block, Paragraph) and words.of_level_line(plain(block.inlines).strip()) is not None


def topics_in(block: Block, headings: Headings) -> list[Topic]:
    """Return the topics in a block that have a marker, at any depth, except those below an item such as “Tutorials:”.

    If an item of a list has a marker, its other items with a title are topics, too: features without a level.
    """
    nodes = [host for host in hosts(Document((block,))) if isinstance(host, Topic)]
    asides: set[int] = set()  # indices of what stands below items such as “Tutorials:”
    for node in nodes:
        if isinstance(node, Item) and headings.no_features.matches(plain(inlines_of(node)).strip(" :：")):
            asides |= {host.host_index for host in hosts(Document(node.blocks))}
    topics = [node for node in nodes if node.marker and node.host_index not in asides]
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
    """Return the inlines before the first match of ``end`` that has at least ``min_length`` characters before it."""
    before: list[Inline] = []
    for inline in inlines:
        match = end.search(inline.text) if isinstance(inline, Text) else None
        if match and len(plain(tuple(before))) + match.start() >= min_length:
            return merged((*before, Text(match.string[: match.start()], inline.line)))
        before.append(inline)
    return merged(before)
