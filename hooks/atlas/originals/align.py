"""Alignment of a translation's texts with those of its original, in reading order and with the maximum gain."""

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

# How many texts of the translation and of the original a group may hold; of equal gains, the first wins.
SHAPES = ((1, 1), (1, 0), (0, 1), (1, 2), (2, 1), (1, 3), (3, 1))
MAX_GROUP_SIZE = 3
UNMATCHED_GAIN = -0.5  # the gain of a text without a counterpart
MERGED_GAIN = -1.1  # the gain of each text beyond one to one


@dataclass(frozen=True, slots=True)
class UnitGroup:
    """Texts of a translation and the corresponding texts of the original; one side is empty if it has none.

    ``score``: how alike they are, from 0 (one side is empty) to 1.
    """

    translation: tuple[Unit, ...]
    original: tuple[Unit, ...]
    score: float = 0.0


def corresponding_lines(groups: Iterable[UnitGroup], line: int, text: str = "") -> set[int]:
    """Return the original's lines that correspond to those units of a translation's ``line`` that contain ``text``."""
    own_groups = (
        group for group in groups if any(unit.line == line and text in unit.text for unit in group.translation)
    )
    return {unit.line for group in own_groups for unit in group.original}


def align(ours: Sequence[Unit], theirs: Sequence[Unit], knowledge: Knowledge) -> tuple[UnitGroup, ...]:
    """Align two documents. Return groups in reading order; each text is in exactly one.

    Raises UnreadableError if there are too many pairs of texts to compare.
    """
    if (pairs := len(ours) * len(theirs)) > limits.MAX_ALIGNED_PAIRS:
        limit = f"{limits.MAX_ALIGNED_PAIRS:,} pairs of texts are the limit"
        raise UnreadableError(0, f"is too long to be aligned: {limit}, there are {pairs:,}: align parts of it")
    words = _weighted_words([*ours, *theirs], knowledge)
    our_sides = _sides(ours, words[: len(ours)])
    their_sides = _sides(theirs, words[len(ours) :])
    gains = {(0, 0): 0.0}  # the gain of the best groups of the first i and the first j texts
    last_groups: dict[tuple[int, int], UnitGroup] = {}
    for i, j in product(range(len(ours) + 1), range(len(theirs) + 1)):
        for our_count, their_count in SHAPES:
            start = i - our_count, j - their_count
            if start not in gains:
                continue
            our_side = our_sides.get((start[0], i))
            their_side = their_sides.get((start[1], j))
            gain, score = _gain(our_side, their_side, our_count, their_count)
            if gains[start] + gain > gains.get((i, j), -math.inf):
                gains[i, j] = gains[start] + gain
                last_groups[i, j] = UnitGroup(tuple(ours[start[0] : i]), tuple(theirs[start[1] : j]), score)
    return _path(last_groups, len(ours), len(theirs))


def _path(last_groups: dict[tuple[int, int], UnitGroup], i: int, j: int) -> tuple[UnitGroup, ...]:
    """Return the best groups of the first ``i`` and the first ``j`` texts."""
    groups = []
    while i or j:
        group = last_groups[i, j]
        groups.append(group)
        i -= len(group.translation)
        j -= len(group.original)
    return tuple(reversed(groups))


def _gain(ours: Side | None, theirs: Side | None, our_count: int, their_count: int) -> tuple[float, float]:
    """Return the gain and the score of a group of texts; a side is None if its texts cannot be joined."""
    if not (our_count and their_count):
        return UNMATCHED_GAIN, 0.0
    comparison = compare(ours, theirs) if ours and theirs else None
    if not comparison:
        return -math.inf, 0.0
    evidence, score = comparison
    return evidence + MERGED_GAIN * (our_count + their_count - 2), score


def _weighted_words(units: Sequence[Unit], knowledge: Knowledge) -> list[dict[str, float]]:
    """Return the weighted word stems of each text: the more texts have a stem, the less it counts."""
    stems = [frozenset[str]() if unit.kind == "code" else tokens(unit.text, knowledge) for unit in units]
    counts = Counter(stem for unit_stems in stems for stem in unit_stems)
    return [{stem: math.log(1 + len(units) / counts[stem]) for stem in unit_stems} for unit_stems in stems]


def _sides(units: Sequence[Unit], words: Sequence[dict[str, float]]) -> dict[tuple[int, int], Side]:
    """Prepare each text and each run of paragraphs for comparison: nothing else is ever split or joined."""
    sides = {}
    for begin in range(len(units)):
        for end in range(begin + 1, min(begin + MAX_GROUP_SIZE, len(units)) + 1):
            run = units[begin:end]
            if len(run) == 1 or all(unit.kind == "paragraph" for unit in run):
                sides[begin, end] = Side(run, dict(ChainMap(*words[begin:end])))
    return sides
