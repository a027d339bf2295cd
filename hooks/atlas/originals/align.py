"""Alignment of a translation's texts with those of its original, in reading order and with the maximum gain."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from atlas.core import limits
from atlas.core.problems import UnreadableError
from atlas.extract.matching import tokens
from atlas.knowledge.load import Knowledge
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


def align(ours: Sequence[Unit], theirs: Sequence[Unit], knowledge: Knowledge) -> tuple[UnitGroup, ...]:
    """Align two documents. Return groups in reading order; each text is in exactly one.

    Raises UnreadableError if there are too many pairs of texts to compare.
    """
    if (pairs := len(ours) * len(theirs)) > limits.MAX_ALIGNED_PAIRS:
        limit = f"{limits.MAX_ALIGNED_PAIRS:,} pairs of texts are the limit"
        raise UnreadableError(0, f"is too long to be aligned: {limit}, there are {pairs:,}: align parts of it")
    words = _weighted_words([*ours, *theirs], knowledge)
    left, right = _sides(ours, words[: len(ours)]), _sides(theirs, words[len(ours) :])
    gains = {(0, 0): 0.0}  # the gain of the best groups of the first i and the first j texts
    last: dict[tuple[int, int], UnitGroup] = {}  # the last of those groups
    for i, j in product(range(len(ours) + 1), range(len(theirs) + 1)):
        for more, others in SHAPES:
            k, m = i - more, j - others
            if (k, m) not in gains:
                continue
            gain, score = _gain(left.get((k, i)), right.get((m, j)), more, others)
            if gains[k, m] + gain > gains.get((i, j), -math.inf):
                gains[i, j] = gains[k, m] + gain
                last[i, j] = UnitGroup(tuple(ours[k:i]), tuple(theirs[m:j]), score)
    return _path(last, len(ours), len(theirs))


def _path(last: dict[tuple[int, int], UnitGroup], i: int, j: int) -> tuple[UnitGroup, ...]:
    """The best groups of the first ``i`` and the first ``j`` texts."""
    groups = []
    while i or j:
        group = last[i, j]
        groups.append(group)
        i, j = i - len(group.translation), j - len(group.original)
    return tuple(reversed(groups))


def _gain(ours: Side | None, theirs: Side | None, more: int, others: int) -> tuple[float, float]:
    """The gain and the score of a group of ``more`` and ``others`` texts."""
    if not (more and others):
        return UNMATCHED_GAIN, 0.0
    found = compare(ours, theirs) if ours and theirs else None
    return (found[0] + MERGED_GAIN * (more + others - 2), found[1]) if found else (-math.inf, 0.0)


def _weighted_words(units: Sequence[Unit], knowledge: Knowledge) -> list[dict[str, float]]:
    """The weighted word stems of each text: the more texts have a stem, the less it counts."""
    found = [frozenset[str]() if unit.kind == "code" else tokens(unit.text, knowledge) for unit in units]
    counts = Counter(word for words in found for word in words)
    return [{word: math.log(1 + len(units) / counts[word]) for word in words} for words in found]


def _sides(units: Sequence[Unit], words: Sequence[dict[str, float]]) -> dict[tuple[int, int], Side]:
    """Prepare each text and each run of paragraphs for comparison: nothing else is ever split or joined."""
    sides = {}
    for begin in range(len(units)):
        for end in range(begin + 1, min(begin + MAX_GROUP_SIZE, len(units)) + 1):
            run = units[begin:end]
            if len(run) == 1 or all(unit.kind == "paragraph" for unit in run):
                weights = {word: weight for each in words[begin:end] for word, weight in each.items()}
                sides[begin, end] = Side(run, weights)
    return sides
