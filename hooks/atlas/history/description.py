"""What an announcement says of a feature: the first sentence of its text, which lists and pages show.

Where that sentence does not say what the feature is, ``about`` in features.yml does.
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
from atlas.extract.announcement import Announcement, Feature

_AFTER_TITLE = re.compile(r"\s*[:：—–]\s*")


class Description(NamedTuple):
    """The sentences of a feature's first text, without its title."""

    text: Localized
    sentences: list[Inlines]

    @property
    def summary(self) -> Inlines:
        """The first sentence."""
        return self.sentences[0] if self.sentences else ()

    @property
    def quotation(self) -> Inlines:
        """The text without a last sentence that only introduces what follows it: “An example:”."""
        ends_in_colon = len(self.sentences) > 1 and plain(self.sentences[-1]).rstrip().endswith((":", "："))
        return merged(chain.from_iterable(self.sentences[:-1] if ends_in_colon else self.sentences))


def describe(announcement: Announcement, feature: Feature, language: Language) -> Description:
    """Describe a feature in an announcement's words."""
    title = plain(announcement.localized(feature.title, language).inlines).strip()
    text = announcement.localized(next(iter(texts(announcement, feature)), ()), language)
    return Description(text, list(sentences_of(_without_title(text.inlines, title))))


def texts(announcement: Announcement, feature: Feature) -> list[Inlines]:
    """Return a feature's body paragraphs in an announcement, those of lists included."""
    paragraphs = (block for block in _blocks(announcement, feature) if isinstance(block, Paragraph))
    return [paragraph.inlines for paragraph in paragraphs if paragraph.role == "body"]


def example(announcement: Announcement, feature: Feature) -> CodeBlock | None:
    """Return a feature's first code block in an announcement, if any."""
    return next((block for block in _blocks(announcement, feature) if isinstance(block, CodeBlock)), None)


def _blocks(announcement: Announcement, feature: Feature) -> Iterator[Block]:
    """Return the blocks, at any depth, below a feature's heading, up to the next one, or in its item or paragraph."""
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
    """Return a text without a title and colon or dash that it opens with."""
    text = plain(inlines)
    opening = _AFTER_TITLE.match(text, len(title)) if title and text.startswith(title) else None
    skipped = opening.end() if opening else 0
    rest: list[Inline] = []
    for node in inlines:
        length = len(plain((node,)))
        if skipped < length:
            rest.append(replace(node, text=node.text[skipped:]) if isinstance(node, Text) else node)
        skipped = max(0, skipped - length)
    return tuple(rest)
