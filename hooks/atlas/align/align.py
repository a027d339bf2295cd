"""Which texts of a translation are which texts of its original: the alignment that gains the most, in reading order."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from atlas.align.likeness import Likeness, Side, compare, rarity, side, words
from atlas.align.units import Unit, units
from atlas.core import limits
from atlas.core.problems import UnreadableError
from atlas.document.nodes import Document
from atlas.knowledge.load import Knowledge

# How many texts of the translation and of the original a group may hold; of equal ones, the first is taken.
SHAPES = ((1, 1), (1, 0), (0, 1), (1, 2), (2, 1), (1, 3), (3, 1))
LONGEST = 3
UNMATCHED = -0.5  # the gain of a text that has no counterpart
MERGED = -1.1  # the gain of each text beyond one to one

Run = tuple[int, int]  # texts of one document, from the first up to before the last
Likenesses = Callable[[Run, Run], Likeness | None]


@dataclass(frozen=True, slots=True)
class Group:
    """Texts of a translation and the texts of the original that they render; one side is empty where it has none.

    ``score``: how alike they are, from 0 (one side is empty) to 1.
    """

    translation: tuple[Unit, ...]
    original: tuple[Unit, ...]
    score: float = 0.0


def align(translation: Document, original: Document, knowledge: Knowledge) -> tuple[Group, ...]:
    """The groups of two documents in reading order: each of their texts is in exactly one."""
    return align_units(units(translation), units(original), knowledge)


def align_units(ours: Sequence[Unit], theirs: Sequence[Unit], knowledge: Knowledge) -> tuple[Group, ...]:
    """The groups of two rows of texts. Raises UnreadableError where there are too many to compare each with each."""
    if (pairs := len(ours) * len(theirs)) > limits.ALIGNED:
        limit = f"{limits.ALIGNED:,} pairs of texts are the limit"
        raise UnreadableError(0, f"is too long to be aligned: {limit}, there are {pairs:,}: align parts of it")
    said = [[words(unit, knowledge) for unit in found] for found in (ours, theirs)]
    rarities = rarity([*said[0], *said[1]])
    left, right = _sides(ours, said[0], rarities), _sides(theirs, said[1], rarities)

    def likeness(one: Run, other: Run) -> Likeness | None:
        if one not in left or other not in right:
            return None
        return compare(left[one], right[other], rarities)

    groups = []
    for one, other in _best(len(ours), len(theirs), likeness):
        group = tuple(ours[slice(*one)]), tuple(theirs[slice(*other)])
        found = likeness(one, other)
        groups.append(Group(*group, found.score if found else 0.0))
    return tuple(groups)


def _sides(found: Sequence[Unit], said: Sequence[frozenset[str]], rarities: Mapping[str, float]) -> dict[Run, Side]:
    """Each text as it is compared, and each run of paragraphs: nothing else is ever split or joined."""
    sides = {}
    for begin in range(len(found)):
        for end in range(begin + 1, min(begin + LONGEST, len(found)) + 1):
            run = slice(begin, end)
            if end - begin == 1 or all(unit.kind == "paragraph" for unit in found[run]):
                sides[begin, end] = side(found[run], said[run], rarities)
    return sides


def _best(ours: int, theirs: int, likeness: Likenesses) -> list[tuple[Run, Run]]:
    """The runs of the alignment that gains the most, for so many texts on each side."""
    gains = [[float("-inf")] * (theirs + 1) for _ in range(ours + 1)]
    gains[0][0] = 0.0
    came: dict[Run, Run] = {}
    for i in range(ours + 1):
        for j in range(theirs + 1):
            for more, others in SHAPES:
                k, m = i - more, j - others
                if k < 0 or m < 0:
                    continue
                gain = gains[k][m] + _gain((k, i), (m, j), likeness)
                if gain > gains[i][j]:
                    gains[i][j], came[i, j] = gain, (k, m)
    path = []
    i, j = ours, theirs
    while i or j:
        k, m = came[i, j]
        path.append(((k, i), (m, j)))
        i, j = k, m
    return path[::-1]


def _gain(one: Run, other: Run, likeness: Likenesses) -> float:
    more, others = one[1] - one[0], other[1] - other[0]
    if not (more and others):
        return UNMATCHED
    found = likeness(one, other)
    return found.gain + MERGED * (more + others - 2) if found else float("-inf")
