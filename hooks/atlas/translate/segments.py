"""The texts of an announcement that need a translation."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from atlas.core.characters import HAN
from atlas.core.languages import Language
from atlas.document.inline_markdown import inline_markdown
from atlas.document.nodes import Document, Heading, Inlines
from atlas.document.traverse import all_blocks, inlines_with_lines
from atlas.translate import parity

_WORD = re.compile(rf"[{HAN}]|[^\W_{HAN}](?:[\w.+'’-]*[^\W_{HAN}])?")
_LINK_TARGET = re.compile(r"\]\([^()]*(?:\([^()]*\)[^()]*)*\)")


@dataclass(frozen=True, slots=True)
class Segment:
    """One text to translate."""

    msgid: str  # the text as inline Markdown
    line: int  # its line in the seed
    context: str  # the heading above it, for translators; "" for a heading


def segments(document: Document, titles: Iterable[tuple[Inlines, int]], language: Language) -> list[Segment]:
    """Return the texts that need a translation from ``language``: those of the document in reading order, then titles.

    ``titles`` are the titles of features, with their lines. A title may be only a part of a text: the first words of a
    list item. Those that are whole texts of the document are not added again.
    """
    segments: dict[tuple[str, int], Segment] = {}
    heading = ""
    for block in all_blocks(document):
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
    """Return the last heading at or before a line, as Markdown; "" if there is none."""
    headings = [block for block in document.blocks if isinstance(block, Heading) and block.line <= line]
    return inline_markdown(headings[-1].inlines) if headings else ""


def unique(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    """Return the segments without those whose text occurred before."""
    first_by_msgid: dict[str, Segment] = {}
    for segment in segments:
        first_by_msgid.setdefault(segment.msgid, segment)
    return tuple(first_by_msgid.values())


def count_words(msgid: str) -> int:
    """Return the number of words as translators count them: each Han character, and each word of another script.

    Link targets do not count.
    """
    return len(_WORD.findall(_LINK_TARGET.sub("]", msgid)))
