"""How similar a text of a translation and one of its original are, judged by what survives translation."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from atlas.core.text import text_width
from atlas.originals.units import Unit

Bag = frozenset[tuple[str, int]]  # a multiset: each item with the number of its earlier occurrences

# The weight of each kind of evidence. Words have their full weight if there are at least FULL_WEIGHT_WORDS of them.
LINK_WEIGHT, IDENTIFIER_WEIGHT, NUMBER_WEIGHT, WORD_WEIGHT, CODE_WEIGHT = 4.0, 3.0, 2.0, 3.0, 6.0
LENGTH_WEIGHT, KIND_WEIGHT, LEVEL_WEIGHT = 1.5, 1.0, 0.5
FULL_WEIGHT_WORDS = 3
ONE_SIDED_SHARE = 0.4  # share of the weight if only one side has any: translations lose links and markup
LENGTH_PADDING = 8  # characters added to both lengths, so that short texts differ less

_SCHEME = re.compile(r"^https?://(?:www\.)?", re.IGNORECASE)
_QUERY = re.compile(r"\?[^#]*")
_PART = re.compile(r"[^\W_]+")
_CODE_WORD = re.compile(r"\w+|[^\w\s]")


class Side:
    """One or several consecutive texts, prepared for comparison; ``words`` maps their words to weights."""

    def __init__(self, units: Sequence[Unit], words: Mapping[str, float]) -> None:
        text = "\n".join(unit.text for unit in units)
        self.kind = units[0].kind
        self.level = units[0].level
        self.width = text_width(text)
        self.links = _bag(url_key(link) for unit in units for link in unit.links)
        self.identifiers = _bag(part for unit in units for name in unit.identifiers for part in _parts(name))
        self.numbers = _bag(number for unit in units for number in unit.numbers)
        self.code = _bag(_CODE_WORD.findall(text) if self.kind == "code" else ())
        self.words = words
        self.weight = math.fsum(words.values())


def url_key(url: str) -> str:
    """Normalize a URL: drop scheme, ``www.``, query, trailing slashes, and case."""
    return _QUERY.sub("", _SCHEME.sub("", url)).rstrip("/").casefold()


def compare(ours: Side, theirs: Side) -> tuple[float, float] | None:
    """Return the evidence that two texts correspond minus that against it, and its share, from 0 to 1.

    None if they cannot correspond: code only corresponds to code.
    """
    if (ours.kind == "code") != (theirs.kind == "code"):
        return None
    total = agreed = 0.0
    for weight, agreement in (
        _agreement(ours.links, theirs.links, LINK_WEIGHT),
        _agreement(ours.identifiers, theirs.identifiers, IDENTIFIER_WEIGHT),
        _agreement(ours.numbers, theirs.numbers, NUMBER_WEIGHT),
        _agreement(ours.code, theirs.code, CODE_WEIGHT),
        _word_agreement(ours, theirs),
        (LENGTH_WEIGHT, _length_agreement(ours.width, theirs.width)),
        (KIND_WEIGHT, float(ours.kind == theirs.kind)),
        (LEVEL_WEIGHT, float(ours.level == theirs.level)),
    ):
        total += weight
        agreed += weight * agreement
    return 2 * agreed - total, agreed / total


def _parts(name: str) -> list[str]:
    """Return the words of a name: most of them survive if it is damaged."""
    return _PART.findall(name.casefold()) or [name.casefold()]


def _bag(items: Iterable[str]) -> Bag:
    return frozenset((item, n) for item, count in Counter(items).items() for n in range(count))


def _agreement(ours: Bag, theirs: Bag, weight: float) -> tuple[float, float]:
    """Return the weight of one kind of evidence, and how far it agrees in two texts, from 0 to 1."""
    if not (ours and theirs):
        return (ONE_SIDED_SHARE * weight if ours or theirs else 0.0), 0.0
    common = len(ours & theirs)
    return weight, common / (len(ours) + len(theirs) - common)


def _word_agreement(ours: Side, theirs: Side) -> tuple[float, float]:
    """Return these for words. Few words of a Chinese text are known, so only the side with less weight must agree."""
    fewer = ours if ours.weight < theirs.weight else theirs
    if not fewer.words:
        return 0.0, 0.0
    common = math.fsum(ours.words[word] for word in ours.words.keys() & theirs.words.keys())
    return WORD_WEIGHT * min(1.0, len(fewer.words) / FULL_WEIGHT_WORDS), common / fewer.weight


def _length_agreement(ours: float, theirs: float) -> float:
    return math.exp(-2 * abs(math.log((ours + LENGTH_PADDING) / (theirs + LENGTH_PADDING))) ** 1.3)
