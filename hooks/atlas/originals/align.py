"""Alignment of a translation's texts with those of its original, in reading order.

Both sequences of texts are divided into groups of texts that correspond. The gain of a group is the evidence that its
two sides correspond, minus the evidence against it. The alignment is the division with the highest sum of gains, found
by dynamic programming: for ever longer beginnings of both sequences, the best division is built from those of shorter
beginnings.
"""

import math
from collections import ChainMap, Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from atlas.core import limits
from atlas.core.problems import UnreadableError
from atlas.extract.matching import tokens
from atlas.knowledge.knowledge import Knowledge
from atlas.originals.similarity import Side, compare
from atlas.originals.units import Unit

# The possible sizes of a group: texts of the translation, texts of the original. Of equal gains, the first counts.
SHAPES = ((1, 1), (1, 0), (0, 1), (1, 2), (2, 1), (1, 3), (3, 1))
MAX_GROUP_SIZE = 3
# Changing either of these by half of its value does not change the results of `make weights`.
UNMATCHED_GAIN = -0.5  # the gain of a group that is a single text without a counterpart
MERGED_GAIN = -1.1  # added to the gain of a group for each text beyond one on each side


@dataclass(frozen=True, slots=True)
class UnitGroup:
    """Texts of a translation and the corresponding texts of the original; one side may be empty.

    ``score`` is the similarity of the two sides, from 0 to 1; it is 0 if one of them is empty.
    """

    translation: tuple[Unit, ...]
    original: tuple[Unit, ...]
    score: float = 0.0


def corresponding_lines(groups: Iterable[UnitGroup], line: int, text: str = "") -> set[int]:
    """Return the lines of the original that correspond to a line of the translation.

    If ``text`` is given, only the texts on that line that contain it are considered.
    """
    lines: set[int] = set()
    for group in groups:
        if any(unit.line == line and text in unit.text for unit in group.translation):
            lines |= {unit.line for unit in group.original}
    return lines


def align(translation: Sequence[Unit], original: Sequence[Unit], knowledge: Knowledge) -> tuple[UnitGroup, ...]:
    """Return groups of corresponding texts, in reading order. Each text of both documents is in exactly one group.

    Raises UnreadableError if there are too many pairs of texts to compare.
    """
    pairs = len(translation) * len(original)
    if pairs > limits.MAX_ALIGNED_PAIRS:
        limit = f"{limits.MAX_ALIGNED_PAIRS:,} pairs of texts are the limit"
        raise UnreadableError(0, f"is too long to be aligned: {limit}, there are {pairs:,}: align parts of it")
    words = _weighted_words([*translation, *original], knowledge)
    translation_sides = _sides(translation, words[: len(translation)])
    original_sides = _sides(original, words[len(translation) :])
    # (i, j) → the highest sum of gains for the first i texts of the translation and the first j of the original
    gains = {(0, 0): 0.0}
    last_groups: dict[tuple[int, int], UnitGroup] = {}  # (i, j) → the last group of the division with that sum
    for i, j in product(range(len(translation) + 1), range(len(original) + 1)):
        for translation_count, original_count in SHAPES:
            start = start_i, start_j = i - translation_count, j - original_count
            if start not in gains:
                continue
            translation_side = translation_sides.get((start_i, i))
            original_side = original_sides.get((start_j, j))
            gain, score = _gain(translation_side, original_side, translation_count, original_count)
            if gains[start] + gain > gains.get((i, j), -math.inf):
                gains[i, j] = gains[start] + gain
                last_groups[i, j] = UnitGroup(tuple(translation[start_i:i]), tuple(original[start_j:j]), score)
    return _all_groups(last_groups, len(translation), len(original))


def _all_groups(last_groups: dict[tuple[int, int], UnitGroup], i: int, j: int) -> tuple[UnitGroup, ...]:
    """Return the groups of the best division of the first ``i`` and ``j`` texts, by going back from the last group."""
    groups = []
    while i or j:
        group = last_groups[i, j]
        groups.append(group)
        i -= len(group.translation)
        j -= len(group.original)
    return tuple(reversed(groups))


def _gain(
    translation: Side | None, original: Side | None, translation_count: int, original_count: int
) -> tuple[float, float]:
    """Return the gain and the score of a group with so many texts; a side is None if its texts cannot be one group."""
    if not (translation_count and original_count):
        return UNMATCHED_GAIN, 0.0
    comparison = compare(translation, original) if translation and original else None
    if not comparison:
        return -math.inf, 0.0
    evidence, score = comparison
    return evidence + MERGED_GAIN * (translation_count + original_count - 2), score


def _weighted_words(units: Sequence[Unit], knowledge: Knowledge) -> list[dict[str, float]]:
    """Return for each text its word stems with their weights: the more texts contain a stem, the lower its weight."""
    stems = [frozenset[str]() if unit.kind == "code" else tokens(unit.text, knowledge) for unit in units]
    counts = Counter(stem for unit_stems in stems for stem in unit_stems)
    return [{stem: math.log(1 + len(units) / counts[stem]) for stem in unit_stems} for unit_stems in stems]


def _sides(units: Sequence[Unit], words: Sequence[dict[str, float]]) -> dict[tuple[int, int], Side]:
    """Return a ``Side`` for each text, and for each run of up to ``MAX_GROUP_SIZE`` paragraphs.

    The key of a run is its start and end: the index of its first text, and the index after its last. Only paragraphs
    are joined to runs of several texts.
    """
    sides = {}
    for begin in range(len(units)):
        for end in range(begin + 1, min(begin + MAX_GROUP_SIZE, len(units)) + 1):
            run = units[begin:end]
            if len(run) == 1 or all(unit.kind == "paragraph" for unit in run):
                sides[begin, end] = Side(run, dict(ChainMap(*words[begin:end])))
    return sides
