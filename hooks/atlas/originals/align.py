"""Alignment of a translation's texts with those of its original, in reading order.

Both are divided into groups of corresponding texts, so that the sum of the groups' gains is the highest: the gain of a
group is the evidence that its two sides correspond, minus the evidence against it. Dynamic programming finds the best
groups of ever longer beginnings of both.
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

# How many texts of the translation and of the original a group may hold. The first of equal gain wins.
SHAPES = ((1, 1), (1, 0), (0, 1), (1, 2), (2, 1), (1, 3), (3, 1))
MAX_GROUP_SIZE = 3
# Half and one and a half of either give the same (make weights).
UNMATCHED_GAIN = -0.5  # the gain of a text without a counterpart
MERGED_GAIN = -1.1  # the gain of each text beyond one to one


@dataclass(frozen=True, slots=True)
class UnitGroup:
    """Texts of a translation and the corresponding texts of the original; one side is empty if it has none.

    ``score``: how similar the sides are, from 0 (one is empty) to 1.
    """

    translation: tuple[Unit, ...]
    original: tuple[Unit, ...]
    score: float = 0.0


def corresponding_lines(groups: Iterable[UnitGroup], line: int, text: str = "") -> set[int]:
    """Return the original's lines that correspond to the texts on a translation's line that contain ``text``."""
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
    gains = {(0, 0): 0.0}  # the highest gain of the first i texts of the translation and the first j of the original
    last_groups: dict[tuple[int, int], UnitGroup] = {}  # the last group of the division with that gain
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
    """Return the best groups of the first ``i`` and the first ``j`` texts, found from the last one back."""
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
    """Return the gain and the score of a group of so many texts; a side is None if its texts cannot be joined."""
    if not (translation_count and original_count):
        return UNMATCHED_GAIN, 0.0
    comparison = compare(translation, original) if translation and original else None
    if not comparison:
        return -math.inf, 0.0
    evidence, score = comparison
    return evidence + MERGED_GAIN * (translation_count + original_count - 2), score


def _weighted_words(units: Sequence[Unit], knowledge: Knowledge) -> list[dict[str, float]]:
    """Return the word stems of each text with their weights: the more texts have a stem, the lower is its weight."""
    stems = [frozenset[str]() if unit.kind == "code" else tokens(unit.text, knowledge) for unit in units]
    counts = Counter(stem for unit_stems in stems for stem in unit_stems)
    return [{stem: math.log(1 + len(units) / counts[stem]) for stem in unit_stems} for unit_stems in stems]


def _sides(units: Sequence[Unit], words: Sequence[dict[str, float]]) -> dict[tuple[int, int], Side]:
    """Prepare each text, and each run of up to ``MAX_GROUP_SIZE`` paragraphs, for comparison.

    The keys are the indices of a run's first text and of the one after its last. Texts other than paragraphs are never
    joined.
    """
    sides = {}
    for begin in range(len(units)):
        for end in range(begin + 1, min(begin + MAX_GROUP_SIZE, len(units)) + 1):
            run = units[begin:end]
            if len(run) == 1 or all(unit.kind == "paragraph" for unit in run):
                sides[begin, end] = Side(run, dict(ChainMap(*words[begin:end])))
    return sides
