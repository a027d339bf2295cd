"""What an announcement says about a feature: its texts, their first sentence as a summary, and an example.

Where the first sentence does not say what the feature is, pages show ``about`` of its entry instead.
"""

import re
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from atlas.core.languages import Language
from atlas.document.localized import Localized
from atlas.document.nodes import (
    CodeBlock,
    Document,
    Inline,
    Inlines,
    Paragraph,
    Text,
    merged,
    plain,
)
from atlas.document.traverse import all_blocks, inline_sentences
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
    first_text = next(iter(body_texts(feature)), ())
    text = announcement.localized(first_text, language)
    return Description(text, list(inline_sentences(_without_title(text.inlines, title))))


def body_texts(feature: AnnouncedFeature) -> list[Inlines]:
    """Return the body paragraphs about an announced feature, including those in lists."""
    paragraphs = (block for block in all_blocks(Document(feature.body)) if isinstance(block, Paragraph))
    return [paragraph.inlines for paragraph in paragraphs if paragraph.role == "body"]


def example(feature: AnnouncedFeature) -> CodeBlock | None:
    """Return the first code block in the text about a feature, if any."""
    return next((block for block in all_blocks(Document(feature.body)) if isinstance(block, CodeBlock)), None)


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
