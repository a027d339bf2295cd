"""The texts of an announcement that need a translation."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from atlas.core.characters import HAN
from atlas.core.languages import Language
from atlas.document.inline_markdown import inline_markdown
from atlas.document.nodes import Document, Heading, Inlines
from atlas.document.traverse import blocks, inlines_with_lines
from atlas.translate import parity

_WORD = re.compile(rf"[{HAN}]|[^\W_{HAN}](?:[\w.+'’-]*[^\W_{HAN}])?")
_LINK_TARGET = re.compile(r"\]\([^()]*(?:\([^()]*\)[^()]*)*\)")


@dataclass(frozen=True, slots=True)
class Segment:
    """One text to translate: its msgid, its seed line, and the heading above it."""

    msgid: str
    line: int
    context: str


def segments(document: Document, titles: Iterable[tuple[Inlines, int]], language: Language) -> list[Segment]:
    """Return the texts that need a translation from ``language``, in reading order.

    ``titles`` are those of features, with their lines, which may be only parts of a text.
    """
    segments: dict[tuple[str, int], Segment] = {}
    heading = ""
    for block in blocks(document):
        if isinstance(block, Heading):
            heading = inline_markdown(block.inlines)
        for inlines, line in inlines_with_lines(block):
            if parity.needs_translation(inlines, language):
                msgid = inline_markdown(inlines)
                context = "" if isinstance(block, Heading) else heading
                segments.setdefault((msgid, line), Segment(msgid, line, context))
    msgids = {msgid for msgid, _ in segments}
    for title, line in titles:
        if parity.needs_translation(title, language):
            msgid = inline_markdown(title)
            if msgid not in msgids:
                segments[msgid, line] = Segment(msgid, line, _heading_above(document, line))
    return list(segments.values())


def _heading_above(document: Document, line: int) -> str:
    headings = (block for block in reversed(document.blocks) if isinstance(block, Heading))
    return inline_markdown(next((heading.inlines for heading in headings if heading.line <= line), ()))


def unique(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    """Return each text once, where it first occurs."""
    first_by_msgid: dict[str, Segment] = {}
    for segment in segments:
        first_by_msgid.setdefault(segment.msgid, segment)
    return tuple(first_by_msgid.values())


def count_words(msgid: str) -> int:
    """Count words as translators do: Han characters and words of other scripts, without link targets."""
    return len(_WORD.findall(_LINK_TARGET.sub("]", msgid)))
