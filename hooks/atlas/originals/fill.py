"""Translations for a seed's texts, taken from the original that the seed was translated from."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, pairwise
from math import log
from statistics import fmean

from atlas.core.languages import LANGUAGE_NAMES, other
from atlas.core.problems import UnreadableError
from atlas.core.text import text_width
from atlas.document.inline_markdown import inline_markdown, parse_inline
from atlas.document.nodes import Break, Code, Emphasis, Inline, Inlines, Strong, Text, plain
from atlas.document.traverse import map_nodes, nodes, sentences_of, stripped
from atlas.extract.announcement import Announcement
from atlas.knowledge.knowledge import Knowledge
from atlas.originals.align import UnitGroup, align, corresponding_lines
from atlas.originals.units import Unit, units
from atlas.translate import parity
from atlas.translate.update import Fill

MIN_PAIR_SIMILARITY = 0.4  # of two announcements: pairs have .85 or more, those of different releases at most .25
MAX_SENTENCES = 30  # of a text that is divided: each division is compared


def align_announcements(ours: Announcement, theirs: Announcement, knowledge: Knowledge) -> tuple[UnitGroup, ...]:
    """Align a translation with its original. Raises UnreadableError, with a line of ``ours``, if they are no pair."""
    if (language := ours.seed.language) == theirs.seed.language:
        remedy = f"give it with its original in {LANGUAGE_NAMES[other(language)]}"
        raise UnreadableError(0, f"is in {LANGUAGE_NAMES[language]}, and so is {theirs.seed.path}: {remedy}")
    if ours.key != theirs.key:
        what = f"announces {ours.version}, and {theirs.seed.path} {theirs.version}"
        raise UnreadableError(ours.title_line, f"{what}: give it with its own original")
    groups = align(units(ours.document), units(theirs.document), knowledge)
    if _similarity(groups) < MIN_PAIR_SIMILARITY:
        what = f"has too little in common with {theirs.seed.path}, of the same version"
        raise UnreadableError(ours.title_line, f"{what}: is that the original of another announcement?")
    return groups


def _similarity(groups: Sequence[UnitGroup]) -> float:
    """Return the similarity of two announcements, from 0 to 1: the higher of the mean scores of their texts."""
    ours = [group.score for group in groups for _ in group.translation]
    theirs = [group.score for group in groups for _ in group.original]
    return max(fmean(ours or [0]), fmean(theirs or [0]))


def fills(ours: Announcement, theirs: Announcement, groups: Sequence[UnitGroup]) -> dict[str, Fill]:
    """Return the original's words for each text of a translation that has a counterpart, by msgid."""
    fills: dict[str, Fill] = {}
    for group in groups:
        for unit, words, is_certain in _counterparts(group):
            fills.setdefault(unit.markdown, _fill(unit.markdown, words, group.original[0].line, is_certain=is_certain))
    for feature in ours.features:  # titles that are only a part of their text
        msgid = inline_markdown(feature.title)
        lines = corresponding_lines(groups, feature.line, plain(feature.title))
        counterparts = [candidate for candidate in theirs.features if candidate.line in lines]
        if msgid not in fills and counterparts:
            first = counterparts[0]
            fills[msgid] = _fill(msgid, first.title, first.line, is_certain=len(counterparts) == 1)
    return fills


def _counterparts(group: UnitGroup) -> Iterator[tuple[Unit, Inlines, bool]]:
    """Yield each text of a group with the original's words for it, and whether their extent is certain."""
    first, *others = group.translation or (None,)
    if first is None or not all(unit.inlines for unit in (*group.translation, *group.original)):
        return  # code is not translated
    words: Inlines = ()
    for unit in group.original:
        words += ((Break(unit.line),) if words else ()) + unit.inlines
    if words and not others:
        yield first, words, True
    elif words:
        for unit, part in zip(group.translation, _divided(words, group.translation), strict=False):
            yield unit, part, False


def _fill(msgid: str, words: Inlines, line: int, *, is_certain: bool) -> Fill:
    msgstr = inline_markdown(_formatted(words, parse_inline(msgid)))
    return Fill(msgstr, line, fuzzy=not is_certain or bool(parity.disagreements(msgid, msgstr)))


def _formatted(words: Inlines, source: Inlines) -> Inlines:
    """Format the original's words like the seed's text, if it has other emphasis, or code where they have none."""
    if _emphasis(source) != _emphasis(words):
        words = map_nodes(words, lambda node: node.children if isinstance(node, Strong | Emphasis) else (node,))
    code = {node.text for node in nodes(words) if isinstance(node, Code)}
    for name in {node.text for node in nodes(source) if isinstance(node, Code)} - code:
        pattern = re.compile(rf"(?<![\w.])({re.escape(name)})(?![\w(])", re.ASCII)
        words = map_nodes(words, lambda node, pattern=pattern: _with_code(node, pattern))  # type: ignore[misc]
    return words


def _with_code(node: Inline, pattern: re.Pattern[str]) -> Inlines:
    """Turn each match in a text into code."""
    if not isinstance(node, Text):
        return (node,)
    pieces = pattern.split(node.text)
    return tuple(
        Code(piece, node.line) if i % 2 else replace(node, text=piece) for i, piece in enumerate(pieces) if piece
    )


def _emphasis(inlines: Inlines) -> list[str]:
    return sorted(type(node).__name__ for node in nodes(inlines) if isinstance(node, Strong | Emphasis))


def _divided(words: Inlines, texts: Sequence[Unit]) -> list[Inlines]:
    """Divide a text between sentences into as many parts as there are ``texts``, each about as long as its text."""
    parts = list(sentences_of(words))
    if not len(texts) <= len(parts) <= MAX_SENTENCES:
        return [words]
    divisions = (
        [stripped(tuple(chain(*parts[start:end]))) for start, end in pairwise((0, *cuts, len(parts)))]
        for cuts in combinations(range(1, len(parts)), len(texts) - 1)
    )
    return min(divisions, key=lambda parts: sum(map(_mismatch, texts, parts)))


def _mismatch(unit: Unit, words: Inlines) -> float:
    """Return how badly ``words`` fit a text: by length, and by links, code and numbers that only one of them has."""
    faults = len(parity.disagreements(unit.markdown, inline_markdown(words)))
    return faults + abs(log((text_width(unit.text) + 1) / (text_width(plain(words)) + 1)))
