"""Numbers of the release that an announcement states: how many commits it has, and how many contributors."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from atlas.core.numbers import SCALES
from atlas.core.sentences import split_sentences
from atlas.core.text import to_simplified
from atlas.core.words import whole_words
from atlas.document.nodes import Document, plain
from atlas.document.traverse import texts_in
from atlas.knowledge.fact_words import Counted, Quantities
from atlas.knowledge.knowledge import Knowledge

Bound = Literal["exact", "over", "about"]  # 426; 超过 426, 426 多; 近 426


@dataclass(frozen=True, slots=True)
class Count:
    """A number in an announcement, with its bound: exact, a lower bound (“over”), or an approximation (“about”)."""

    value: int
    bound: Bound
    line: int

    @property
    def approximate(self) -> bool:
        """Whether the number is not exact."""
        return self.bound != "exact"


_DIGIT = {"两": 2} | {digit: value for value, digit in enumerate("一二三四五六七八九", 1)}
_SCALE = "|".join(SCALES)
_MIN_ROUNDING = 1000  # a number that ends in this scale or a larger one counts as rounded: 4.2k, 两千; not 两千三百
_NUMERALS = (
    r"\d{1,3}(?:[,，]\d{3})+",  # 3,400
    r"\d{1,3}(?: \d{3})+",  # 3 400
    rf"\d{{1,4}}(?:\.\d{{1,3}})? ?(?:{_SCALE})",  # 3.4k
    r"\d{1,9}",
    f"(?<![第几数十百千万亿])(?:[一二两三四五六七八九](?:{_SCALE}))+",  # 两千三百, but not 数百
)
_NUMBER = rf"(?<![\d.,])(?<!\d[，\s])(?P<number>{'|'.join(_NUMERALS)})(?![\d,])"
_CLAUSE_ENDS = r"(?=[。；;，,、]|$)"
_FEW = "[^。]{0,12}"  # what * in a word of counting.yml matches


def count(document: Document, fact: str, knowledge: Knowledge) -> Count | None:
    """Return the first number that a document states for a fact such as “commits”, or None.

    Sentences about the whole project, rather than this release, are skipped.
    """
    words = knowledge.counting
    if fact not in words.counts:
        return None
    number_first, noun_first = _patterns(words.counts[fact], words.quantities)
    for sentence, line in _sentences(document):
        match = number_first.search(sentence) or noun_first.search(sentence)
        if match and not words.about_the_project.search(knowledge.release_words.without_earlier(sentence)):
            return Count(_value(match["number"]), _bound(match), line)
    return None


def _sentences(document: Document) -> Iterator[tuple[str, int]]:
    """Yield each sentence of a document, in simplified characters, with the line on which its text begins."""
    for text in texts_in(document.blocks):
        for sentence in split_sentences(to_simplified(plain(text.inlines))):
            yield sentence, text.line


def _bound(match: re.Match[str]) -> Bound:
    """Return whether a number is exact, judging by the words around it and by its scale."""
    if match["over"] or match["and_more"]:
        return "over"
    scale = re.search(f"(?:{_SCALE})?$", match["number"].lower())
    if match["about"] or (scale and SCALES.get(scale[0], 1) >= _MIN_ROUNDING):
        return "about"
    return "exact"


def _value(number: str) -> int:
    """Parse a number: 2,345 -> 2345, 4.2k -> 4200, 两千三百 -> 2300."""
    without_separators = re.sub(r"[,，\s]", "", number.lower())
    parts = re.findall(rf"([\d.]+|.)((?:{_SCALE})?)", without_separators)  # 两千三百: (两, 千), (三, 百)
    return round(sum(float(_DIGIT.get(digits, digits)) * SCALES.get(scale, 1) for digits, scale in parts))


@lru_cache(maxsize=16)
def _patterns(counted: Counted, quantities: Quantities) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Compile patterns for a number before its noun (3400 多个提交), and for a number after it (提交了 3400 次)."""
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
