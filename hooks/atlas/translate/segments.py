"""The texts of an announcement that need a translation."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from atlas.core.languages import Language
from atlas.core.text import HAN
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
    found: dict[tuple[str, int], Segment] = {}
    heading = ""
    for block in blocks(document):
        if isinstance(block, Heading):
            heading = inline_markdown(block.inlines)
        for inlines, line in inlines_with_lines(block):
            if parity.needs_translation(inlines, language):
                msgid = inline_markdown(inlines)
                found.setdefault((msgid, line), Segment(msgid, line, "" if isinstance(block, Heading) else heading))
    msgids = {msgid for msgid, _ in found}
    for title, line in titles:
        if parity.needs_translation(title, language):
            msgid = inline_markdown(title)
            if msgid not in msgids:
                found[msgid, line] = Segment(msgid, line, _heading_above(document, line))
    return list(found.values())


def _heading_above(document: Document, line: int) -> str:
    above = (b.inlines for b in reversed(document.blocks) if isinstance(b, Heading) and b.line <= line)
    return inline_markdown(next(above, ()))


def unique(found: Iterable[Segment]) -> tuple[Segment, ...]:
    """Return each text once, where it first occurs."""
    first: dict[str, Segment] = {}
    for segment in found:
        first.setdefault(segment.msgid, segment)
    return tuple(first.values())


def count_words(msgid: str) -> int:
    """Count words as translators do: Han characters and words of other scripts, without link targets."""
    return len(_WORD.findall(_LINK_TARGET.sub("]", msgid)))
