"""Translations for a seed's texts that are the words of its original: the post from which the seed was translated."""

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
from atlas.document.traverse import all_inlines, inline_sentences, map_nodes, stripped
from atlas.extract.announcement import ExtractedAnnouncement
from atlas.knowledge.knowledge import Knowledge
from atlas.originals.align import UnitGroup, align, corresponding_lines
from atlas.originals.units import Unit, units
from atlas.translate import parity
from atlas.translate.update import Fill

# The least similarity of a translation and its original. As `make weights` shows, real pairs have .85 or more,
# announcements of different releases have at most .25, and those of tests/posts at most .35.
MIN_PAIR_SIMILARITY = 0.4
MAX_SENTENCES = 30  # sentences of a text that is divided: every possible division is tried


def align_announcements(
    translation: ExtractedAnnouncement, original: ExtractedAnnouncement, knowledge: Knowledge
) -> tuple[UnitGroup, ...]:
    """Align a translation with its original.

    Raises UnreadableError, with a line of the translation, if the two have the same language, different versions, or
    too little in common.
    """
    language = translation.seed.language
    if language == original.seed.language:
        remedy = f"give it with its original in {LANGUAGE_NAMES[other(language)]}"
        raise UnreadableError(0, f"is in {LANGUAGE_NAMES[language]}, and so is {original.seed.path}: {remedy}")
    if translation.key != original.key:
        what = f"announces {translation.version}, and {original.seed.path} {original.version}"
        raise UnreadableError(translation.title_line, f"{what}: give it with its own original")
    groups = align(units(translation.document), units(original.document), knowledge)
    if _pair_similarity(groups) < MIN_PAIR_SIMILARITY:
        what = f"has too little in common with {original.seed.path}, of the same version"
        raise UnreadableError(translation.title_line, f"{what}: is that the original of another announcement?")
    return groups


def _pair_similarity(groups: Sequence[UnitGroup]) -> float:
    """Return the similarity of two announcements, from 0 to 1.

    This is the mean score of the texts of the translation, or that of the texts of the original, whichever is higher.
    If a translation is only an excerpt, most texts of the original have the score 0, but its own texts do not.
    """
    translation_scores = [group.score for group in groups for _ in group.translation]
    original_scores = [group.score for group in groups for _ in group.original]
    return max(fmean(translation_scores or [0]), fmean(original_scores or [0]))


def fills(
    translation: ExtractedAnnouncement, original: ExtractedAnnouncement, groups: Sequence[UnitGroup]
) -> dict[str, Fill]:
    """Return the original's words for the texts and titles of a translation, by msgid, as far as they correspond."""
    fills: dict[str, Fill] = {}
    for group in groups:
        for unit, words, is_certain in _counterparts(group):
            fills.setdefault(unit.markdown, _fill(unit.markdown, words, group.original[0].line, is_certain=is_certain))
    for feature in translation.features:  # a title may be only a part of a text
        msgid = inline_markdown(feature.title)
        lines = corresponding_lines(groups, feature.line, plain(feature.title))
        counterparts = [candidate for candidate in original.features if candidate.line in lines]
        if msgid not in fills and counterparts:
            first = counterparts[0]
            fills[msgid] = _fill(msgid, first.title, first.line, is_certain=len(counterparts) == 1)
    return fills


def _counterparts(group: UnitGroup) -> Iterator[tuple[Unit, Inlines, bool]]:
    """Yield each text of the translation in a group, the original's words for it, and whether these are certain.

    They are certain if the group has only one text of the translation. For several, the original's words are divided
    among the texts by a guess.
    """
    if not all(unit.inlines for unit in (*group.translation, *group.original)):
        return  # code is not translated
    words: Inlines = ()
    for unit in group.original:
        line_break = (Break(unit.line),) if words else ()
        words += line_break + unit.inlines
    if not words or not group.translation:
        return
    if len(group.translation) == 1:
        yield group.translation[0], words, True
        return
    for unit, part in zip(group.translation, _divided(words, group.translation), strict=False):
        yield unit, part, False


def _fill(msgid: str, words: Inlines, line: int, *, is_certain: bool) -> Fill:
    """Return ``words``, which begin on ``line`` of the original, as the translation of a text."""
    msgstr = inline_markdown(_formatted_like(parse_inline(msgid), words))
    return Fill(msgstr, line, fuzzy=not is_certain or bool(parity.disagreements(msgid, msgstr)))


def _formatted_like(source: Inlines, words: Inlines) -> Inlines:
    """Return the original's ``words`` with markup that agrees with that of ``source``, the seed's text.

    If the two differ in emphasis, all emphasis in ``words`` is removed. A name that is code only in ``source`` becomes
    code in ``words``, too.
    """
    if _emphasis(source) != _emphasis(words):
        words = map_nodes(words, lambda node: node.children if isinstance(node, Strong | Emphasis) else (node,))
    for name in _code_spans(source) - _code_spans(words):
        pattern = re.compile(rf"(?<![\w.])({re.escape(name)})(?![\w(])", re.ASCII)
        words = map_nodes(words, lambda node, pattern=pattern: _with_code(node, pattern))  # type: ignore[misc]
    return words


def _code_spans(inlines: Inlines) -> set[str]:
    return {node.text for node in all_inlines(inlines) if isinstance(node, Code)}


def _with_code(node: Inline, pattern: re.Pattern[str]) -> Inlines:
    """Turn each match of a pattern, which must have one group that is the whole match, into a code span."""
    if not isinstance(node, Text):
        return (node,)
    pieces = pattern.split(node.text)  # every second one is a match
    return tuple(
        Code(piece, node.line) if i % 2 else replace(node, text=piece) for i, piece in enumerate(pieces) if piece
    )


def _emphasis(inlines: Inlines) -> list[str]:
    """Return the kind of each emphasized span in a text, sorted: ["Emphasis", "Strong", "Strong"]."""
    return sorted(type(node).__name__ for node in all_inlines(inlines) if isinstance(node, Strong | Emphasis))


def _divided(words: Inlines, texts: Sequence[Unit]) -> list[Inlines]:
    """Divide ``words`` at ends of sentences into one part for each of ``texts``, so that the parts fit the texts best.

    If there are fewer sentences than texts, or too many to try, return all of ``words`` as a single part.
    """
    sentences = list(inline_sentences(words))
    if not len(texts) <= len(sentences) <= MAX_SENTENCES:
        return [words]

    def parts(cuts: tuple[int, ...]) -> list[Inlines]:
        bounds = pairwise((0, *cuts, len(sentences)))
        return [stripped(tuple(chain(*sentences[start:end]))) for start, end in bounds]

    divisions = map(parts, combinations(range(1, len(sentences)), len(texts) - 1))
    return min(divisions, key=lambda division: sum(map(_mismatch, texts, division)))


def _mismatch(unit: Unit, words: Inlines) -> float:
    """Return how badly ``words`` fit a text: 0 if both have the same length and the same links, code and numbers."""
    faults = len(parity.disagreements(unit.markdown, inline_markdown(words)))
    length_ratio = (text_width(unit.text) + 1) / (text_width(plain(words)) + 1)
    return faults + abs(log(length_ratio))
