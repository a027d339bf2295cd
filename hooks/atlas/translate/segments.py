"""The texts of a release that need a translation."""

import re
from dataclasses import dataclass

from atlas.core.text import HAN
from atlas.document.inline_markdown import inline_markdown
from atlas.document.nodes import Heading
from atlas.document.traverse import blocks, inlines_with_lines
from atlas.extract.release import ParsedRelease
from atlas.translate import parity

_WORD = re.compile(rf"[{HAN}]|[^\W_{HAN}](?:[\w.+'’-]*[^\W_{HAN}])?")
_LINK_TARGET = re.compile(r"\]\([^()]*(?:\([^()]*\)[^()]*)*\)")


@dataclass(frozen=True, slots=True)
class Segment:
    """One text to translate: its msgid, its seed line, and the heading above it."""

    msgid: str
    line: int
    context: str


def segments(release: ParsedRelease) -> list[Segment]:
    """Return a release's texts that need a translation, in reading order."""
    found: dict[tuple[str, int], Segment] = {}
    heading = ""
    for block in blocks(release.document):
        if isinstance(block, Heading):
            heading = inline_markdown(block.inlines)
        for inlines, line in inlines_with_lines(block):
            if parity.needs_translation(inlines, release.seed.language):
                msgid = inline_markdown(inlines)
                found.setdefault((msgid, line), Segment(msgid, line, "" if isinstance(block, Heading) else heading))
    msgids = {msgid for msgid, _ in found}
    for feature in release.features:
        if parity.needs_translation(feature.title, release.seed.language):
            msgid = inline_markdown(feature.title)
            if msgid not in msgids:
                found[msgid, feature.line] = Segment(msgid, feature.line, _heading_of(release, feature.line))
    return list(found.values())


def unique_segments(release: ParsedRelease) -> list[Segment]:
    """Return each text of a release that needs a translation once, where it first occurs."""
    found: dict[str, Segment] = {}
    for segment in segments(release):
        found.setdefault(segment.msgid, segment)
    return list(found.values())


def _heading_of(release: ParsedRelease, line: int) -> str:
    above = (b.inlines for b in reversed(release.document.blocks) if isinstance(b, Heading) and b.line <= line)
    return inline_markdown(next(above, ()))


def count_words(msgid: str) -> int:
    """Count words as translators do: Han characters and words of other scripts, without link targets."""
    return len(_WORD.findall(_LINK_TARGET.sub("]", msgid)))
