"""What an announcement says about a feature: its texts, their first sentence as a summary, and an example.

Where the first sentence does not say what the feature is, pages show ``about`` of features.yml instead.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, takewhile
from typing import NamedTuple

from atlas.core.languages import Language
from atlas.document.nodes import (
    Block,
    CodeBlock,
    Document,
    Heading,
    Inline,
    Inlines,
    Item,
    Localized,
    Paragraph,
    Text,
    merged,
    plain,
)
from atlas.document.traverse import blocks, blocks_after, sentences_of
from atlas.extract.announcement import AnnouncedFeature, Announcement

_AFTER_TITLE = re.compile(r"\s*[:：—–]\s*")


class Description(NamedTuple):
    """A feature's first text."""

    text: Localized
    sentences: list[Inlines]  # those of the text, without the feature's title at its beginning

    @property
    def summary(self) -> Inlines:
        """The first sentence."""
        return self.sentences[0] if self.sentences else ()

    @property
    def quotation(self) -> Inlines:
        """The text without a last sentence that only introduces what follows it: “An example:”."""
        ends_in_colon = len(self.sentences) > 1 and plain(self.sentences[-1]).rstrip().endswith((":", "："))
        return merged(chain.from_iterable(self.sentences[:-1] if ends_in_colon else self.sentences))


def describe(announcement: Announcement, feature: AnnouncedFeature, language: Language) -> Description:
    """Return the description of a feature in an announcement's words, in ``language`` if it is translated."""
    title = plain(announcement.localized(feature.title, language).inlines).strip()
    first_text = next(iter(texts(announcement, feature)), ())
    text = announcement.localized(first_text, language)
    return Description(text, list(sentences_of(_without_title(text.inlines, title))))


def texts(announcement: Announcement, feature: AnnouncedFeature) -> list[Inlines]:
    """Return the body paragraphs about a feature in an announcement, including those in lists."""
    paragraphs = (block for block in _blocks(announcement, feature) if isinstance(block, Paragraph))
    return [paragraph.inlines for paragraph in paragraphs if paragraph.role == "body"]


def example(announcement: Announcement, feature: AnnouncedFeature) -> CodeBlock | None:
    """Return a feature's first code block in an announcement, if any."""
    return next((block for block in _blocks(announcement, feature) if isinstance(block, CodeBlock)), None)


def _blocks(announcement: Announcement, feature: AnnouncedFeature) -> Iterator[Block]:
    """Yield the blocks about a feature, at any depth.

    These are the blocks from its heading to the next heading, or those of its item, or its paragraph; a cell has none.
    """
    host = announcement.host(feature)
    below: tuple[Block, ...] = ()
    if isinstance(host, Item):
        below = host.blocks
    elif isinstance(host, Paragraph):
        below = (host,)
    elif isinstance(host, Heading):
        after = blocks_after(announcement.document, host)
        below = tuple(takewhile(lambda block: not isinstance(block, Heading), after))
    return blocks(Document(below))


def _without_title(inlines: Inlines, title: str) -> Inlines:
    """Return a text without a title, followed by a colon or dash, at its beginning: “X: a new API” -> “a new API”."""
    text = plain(inlines)
    separator = _AFTER_TITLE.match(text, len(title)) if title and text.startswith(title) else None
    to_skip = separator.end() if separator else 0  # characters
    rest: list[Inline] = []
    for node in inlines:
        length = len(plain((node,)))
        if to_skip < length:
            rest.append(replace(node, text=node.text[to_skip:]) if isinstance(node, Text) else node)
        to_skip = max(0, to_skip - length)
    return tuple(rest)
