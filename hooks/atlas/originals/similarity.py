"""The similarity of a text of a translation and one of its original.

It is computed from what a translation keeps, such as links, identifiers and numbers, and from known words.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from atlas.core.text import text_width
from atlas.core.urls import loose_url_key
from atlas.originals.units import Unit

# A multiset, in which each item has the number of its earlier occurrences: a, a → (a, 0), (a, 1).
Bag = frozenset[tuple[str, int]]

# The weight of each kind of evidence. Changing any of these by half of its value does not change the results of
# `make weights`. Fewer words than FULL_WEIGHT_WORDS have a proportionally lower weight.
LINK_WEIGHT, IDENTIFIER_WEIGHT, NUMBER_WEIGHT, WORD_WEIGHT, CODE_WEIGHT = 4.0, 3.0, 2.0, 3.0, 6.0
LENGTH_WEIGHT, KIND_WEIGHT, DEPTH_WEIGHT = 1.5, 1.0, 0.5
FULL_WEIGHT_WORDS = 3
# The share of a weight that counts as evidence against a pair if only one side has links, say: translations lose them.
ONE_SIDED_SHARE = 0.4
LENGTH_PADDING = 8  # characters added to both lengths, so that short texts of different lengths are more alike

_PART = re.compile(r"[^\W_]+")
_CODE_WORD = re.compile(r"\w+|[^\w\s]")


class Side:
    """One or several consecutive texts, prepared for comparison; ``words`` maps the stems of their words to weights."""

    def __init__(self, units: Sequence[Unit], words: Mapping[str, float]) -> None:
        text = "\n".join(unit.text for unit in units)
        self.kind = units[0].kind
        self.depth = units[0].depth
        self.width = text_width(text)
        self.links = _bag(loose_url_key(link) for unit in units for link in unit.links)
        self.identifiers = _bag(part for unit in units for name in unit.identifiers for part in _parts(name))
        self.numbers = _bag(number for unit in units for number in unit.numbers)
        self.code = _bag(_CODE_WORD.findall(text) if self.kind == "code" else ())
        self.words = words
        self.words_weight = math.fsum(words.values())


def compare(translation: Side, original: Side) -> tuple[float, float] | None:
    """Return two measures of the evidence that two texts correspond: for - against, and for / (for + against).

    “For” and “against” are the total weights of the evidence that they correspond, and that they do not. Return None if
    only one of the texts is code, as they then cannot correspond.
    """
    if (translation.kind == "code") != (original.kind == "code"):
        return None
    total = agreed = 0.0
    for weight, agreement in (
        _agreement(translation.links, original.links, LINK_WEIGHT),
        _agreement(translation.identifiers, original.identifiers, IDENTIFIER_WEIGHT),
        _agreement(translation.numbers, original.numbers, NUMBER_WEIGHT),
        _agreement(translation.code, original.code, CODE_WEIGHT),
        _word_agreement(translation, original),
        (LENGTH_WEIGHT, _length_agreement(translation.width, original.width)),
        (KIND_WEIGHT, float(translation.kind == original.kind)),
        (DEPTH_WEIGHT, float(translation.depth == original.depth)),
    ):
        total += weight
        agreed += weight * agreement
    return 2 * agreed - total, agreed / total


def _parts(name: str) -> list[str]:
    """Return the words of a name: torch.foo_bar → torch, foo, bar. If a name is damaged, most of its words are not."""
    return _PART.findall(name.casefold()) or [name.casefold()]


def _bag(items: Iterable[str]) -> Bag:
    return frozenset((item, n) for item, count in Counter(items).items() for n in range(count))


def _agreement(bag: Bag, other: Bag, weight: float) -> tuple[float, float]:
    """Return the weight of one kind of evidence, and the Jaccard index of two texts for it (0 to 1)."""
    if not (bag or other):
        return 0.0, 0.0
    if not (bag and other):
        return ONE_SIDED_SHARE * weight, 0.0
    common = len(bag & other)
    return weight, common / (len(bag) + len(other) - common)


def _word_agreement(side: Side, other: Side) -> tuple[float, float]:
    """Return the weight of words as evidence, and the share of the words of one side that the other side has, too.

    That side is the one whose words have the lower total weight: of a Chinese text, only few words are known, so most
    words of the English text have no counterpart.
    """
    lighter = side if side.words_weight < other.words_weight else other
    if not lighter.words:
        return 0.0, 0.0
    common = math.fsum(side.words[word] for word in side.words.keys() & other.words.keys())
    return WORD_WEIGHT * min(1.0, len(lighter.words) / FULL_WEIGHT_WORDS), common / lighter.words_weight


def _length_agreement(width: float, other: float) -> float:
    """Return how far two widths agree: 1 if they are equal, about .3 if one is twice the other, padding included."""
    log_ratio = math.log((width + LENGTH_PADDING) / (other + LENGTH_PADDING))
    return math.exp(-2 * abs(log_ratio) ** 1.3)
