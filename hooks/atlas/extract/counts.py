"""Numbers that an announcement states of its release: of commits, of contributors."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from atlas.core.sentences import sentences
from atlas.core.text import to_simplified
from atlas.core.versions import SINCE
from atlas.document.nodes import Document, plain
from atlas.extract.sections import texts_in
from atlas.knowledge.fields import whole_words
from atlas.knowledge.schema import Conventions, Counted, Quantities

Bound = Literal["exact", "over", "about"]  # 426; 超过 426, 426 多; 近 426


@dataclass(frozen=True, slots=True)
class Count:
    """A number that an announcement states, and whether it is exact, a lower bound, or an approximation."""

    value: int
    bound: Bound
    line: int

    @property
    def approximate(self) -> bool:
        """Whether it is not exact."""
        return self.bound != "exact"


_DIGIT = {"两": 2} | {digit: value for value, digit in enumerate("一二三四五六七八九", 1)}
_SCALE = {"k": 1000, "百": 100, "千": 1000, "万": 10000}
_ROUNDING = "kK千"  # scales of numbers that are rounded: 4.2k
_NUMERALS = (
    r"\d{1,3}(?:[,，]\d{3})+",  # 3,400
    r"\d{1,3}(?: \d{3})+",  # 3 400
    rf"\d{{1,3}}(?:\.\d)? ?[{_ROUNDING}]",  # 3.4k
    r"\d{1,9}",
    "(?<![第几数十百千万])(?:[一二两三四五六七八九][万千百])+",  # 两千三百, but not 数百
)
_NUMBER = rf"(?<![\d.,])(?<!\d[，\s])(?P<number>{'|'.join(_NUMERALS)})(?![\d,])"
_CLAUSE_ENDS = r"(?=[。；;，,、]|$)"
_FEW = "[^。]{0,12}"  # what * stands for


def count(document: Document, fact: str, conventions: Conventions) -> Count | None:
    """Return the first number that is stated of this fact for this release, not for the whole project."""
    if fact not in conventions.counts:
        return None
    patterns = _patterns(conventions.counts[fact], conventions.quantities)
    for sentence, line in _sentences(document):
        matches = (pattern.search(sentence) for pattern in patterns)
        stated = next(filter(None, matches), None)
        if stated and not conventions.project_counts.search(SINCE.sub("", sentence)):
            return Count(_value(stated["number"]), _bound(stated), line)
    return None


def _sentences(document: Document) -> Iterator[tuple[str, int]]:
    """Yield each sentence in simplified characters, with the line of its text."""
    for text in texts_in(document.blocks):
        for sentence in sentences(to_simplified(plain(text.inlines))):
            yield sentence, text.line


def _bound(stated: re.Match[str]) -> Bound:
    if stated["over"] or stated["and_more"]:
        return "over"
    if stated["about"] or stated["number"][-1] in _ROUNDING:
        return "about"
    return "exact"


def _value(number: str) -> int:
    """Parse a number such as 2,345, 4.2k or 两千."""
    bare = re.sub(r"[,，\s]", "", number.lower())
    parts = re.findall(r"([\d.]+|.)([k百千万]?)", bare)
    return round(sum(float(_DIGIT.get(digits, digits)) * _SCALE.get(scale, 1) for digits, scale in parts))


@lru_cache(maxsize=16)
def _patterns(counted: Counted, quantities: Quantities) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns for a number before its noun (3400 多个提交), and for one after it (提交了 3400 次)."""
    bound = rf"(?:(?P<over>{whole_words(quantities.over)})|(?P<about>{whole_words(quantities.about)}))?\s*"
    and_more = rf"\s*(?P<and_more>{whole_words(quantities.and_more)})?\s*"
    number = bound + _NUMBER + and_more

    measure = rf"(?:{whole_words(counted.measures)})?\s*"
    kind = rf"(?:{whole_words(counted.kinds)})?\s?"
    noun = rf"{whole_words(counted.nouns)}(?!{whole_words(counted.not_before)})"
    people = rf"{whole_words(counted.people)}(?=\s?{whole_words(counted.deeds, _FEW)})"
    noun_after = rf"{measure}{kind}(?:{noun}|{people})"

    noun_before = rf"{whole_words(counted.before)}(?:[\s:：]|{whole_words(quantities.linking)})*"
    unit = rf"(?:{whole_words(counted.units)}|{_CLAUSE_ENDS})"
    return (
        re.compile(number + noun_after, re.IGNORECASE),
        re.compile(noun_before + number + unit, re.IGNORECASE),
    )
