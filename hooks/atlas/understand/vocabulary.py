"""The vocabulary of stability at work: which words of a heading or a column name a level."""

from __future__ import annotations

import re
from functools import lru_cache

from atlas.knowledge import Stability


def level_of_heading(words: str, stability: Stability) -> str | None:
    """The level that a heading states for what stands below it: 原型功能, “Beta features”."""
    found = _level_names(stability).fullmatch(words.strip())
    return _by_word(stability)[found[1].casefold()] if found else None


@lru_cache(maxsize=4)
def _by_word(stability: Stability) -> dict[str, str]:
    return {word.casefold(): level.id for level in stability.levels for word in level.markers}


@lru_cache(maxsize=4)
def _level_names(stability: Stability) -> re.Pattern[str]:
    words = "|".join(re.escape(w) for w in sorted(_by_word(stability), key=len, reverse=True))
    suffixes = "|".join(map(re.escape, stability.section_suffixes))
    return re.compile(rf"({words})\s*版?(?:\s*的?\s*(?:{suffixes}))?", re.IGNORECASE)
