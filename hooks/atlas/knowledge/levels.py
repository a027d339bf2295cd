"""Which words, alone or in brackets, state a stability level."""

import re
import unicodedata
from functools import lru_cache

from atlas.knowledge.schema import Stability

OPENERS, CLOSERS = r"\[(（【［〔〖{｛<＜《「『", r"\])）】］〕〗}｝>＞》」』"
BRACKETED = rf"\\?[{OPENERS}]\s*([^{OPENERS}{CLOSERS}]{{1,24}}?)\s*\\?[{CLOSERS}]"
_HAN_NUMBER = "[一二三四五六七八九十]{1,3}"
NUMBER = (
    rf"(?:\d{{1,2}}(?:\.\d{{1,2}})+[.、)）:：]?(?=\s)|\d{{1,3}}[.、)）:：]|[(（]\d{{1,2}}[)）]|[\u2460-\u2473]"
    rf"|[IVX]{{1,4}}[.、]|[(（]?{_HAN_NUMBER}[、)）.．:：]"
    rf"|第(?:{_HAN_NUMBER}|\d{{1,2}}) ?(?:部分|章|节|部)[、:：\s]?)"
)

LONGEST = 60  # characters of a heading that names a level and no more

_LEADING = re.compile(rf"^[^\w{OPENERS}]*(?:{NUMBER})?\s*")
_TRANSITION = re.compile(r"→|➜|⇒|->|=>|\bto\b|(?:升级|晋升|晋级|转|移)(?:为|到|至)|变为")


def level_of_marker(words: str, stability: Stability) -> str | None:
    """The level that the words of a marker state: Beta, 现在稳定, 原型功能, “Prototype → Beta” (the latter)."""
    parts = [part for part in _TRANSITION.split(_plain(words)) if part.strip()]
    levels = [_level(part.strip(), stability) for part in parts]
    return levels[-1] if levels and all(levels) else None


def level_of_heading(words: str, stability: Stability) -> str | None:
    """The level that a heading states for what stands below it: “1. 原型功能”, “Beta features”, 稳定（Stable）."""
    if len(words) > LONGEST:
        return None
    text = unnumbered(_plain(words)).strip(" :：")
    inside = re.findall(BRACKETED, text)
    outside = re.sub(BRACKETED, " ", text).strip()
    parts = [part for part in (outside, *inside) if part]
    if outside in stability.only_in_brackets:
        return None
    levels = {_level(part, stability) for part in parts}
    return levels.pop() if len(levels) == 1 else None


def level_of_cell(words: str, stability: Stability) -> str | None:
    """The level that a cell of a column of levels states: Beta*, “Beta → Stable”, 稳定版（自 2.0 起）."""
    bare = re.search(r"\w(?:[^（(\[*†‡]*\w)?", words)  # without symbols around it and notes after it
    return level_of_heading(words, stability) or (level_of_marker(bare[0], stability) if bare else None)


def unnumbered(words: str) -> str:
    """A heading without the symbols and the number that it begins with."""
    return _LEADING.sub("", words)


def _plain(words: str) -> str:
    """``words`` with one width and case, as the vocabulary is compared."""
    return " ".join(unicodedata.normalize("NFKC", words).casefold().split())


def _level(words: str, stability: Stability) -> str | None:
    found = _pattern(stability).fullmatch(words)
    return _by_word(stability)[found[1]] if found else None


@lru_cache(maxsize=4)
def _by_word(stability: Stability) -> dict[str, str]:
    return {_plain(word): level.id for level in stability.levels for word in level.markers}


@lru_cache(maxsize=4)
def _pattern(stability: Stability) -> re.Pattern[str]:
    def choice(words: tuple[str, ...]) -> str:
        return "|".join(re.escape(_plain(word)) for word in sorted(words, key=len, reverse=True))

    words, before, after = choice(tuple(_by_word(stability))), choice(stability.before), choice(stability.after)
    return re.compile(rf"(?:(?:{before})\s*)*+({words})(?:\s*(?:{after}))*+")
