"""Feature areas by section, API symbol and keyword, the primary one first."""

from __future__ import annotations

import re
from functools import lru_cache

from atlas.knowledge import Area

TITLE, SYMBOL, SECTION = 6, 8, 7  # weights of a hit, against 1 for a keyword in the text
OWN = 24  # of a heading below which everything belongs to an area: torchvision, 移动端
TOLD = 2  # one word in running text tells nothing
SHORT = 5  # letters of a keyword that many a longer word begins with
ENOUGH, SHARE, MOST = 3, 0.45, 3


def areas_of(
    title: str, sections: tuple[str, ...], apis: tuple[str, ...], text: str, areas: tuple[Area, ...]
) -> tuple[str, ...]:
    """Ids of the areas that a feature belongs to; empty where nothing tells."""
    scores = {area.id: _score(area, title, sections, apis, text) for area in areas}
    best = max(scores.values(), default=0)
    order = sorted(scores, key=lambda area: -scores[area])
    if best < TOLD:
        return ()
    return tuple(a for a in order if scores[a] >= min(best, max(ENOUGH, SHARE * best)))[:MOST]


def _score(area: Area, title: str, sections: tuple[str, ...], apis: tuple[str, ...], text: str) -> int:
    score = TITLE * len(_hits(area.keywords, title))
    score += SECTION * bool(sections and _hits(area.keywords, sections[-1]))
    score += OWN * any(re.search(own, section, re.IGNORECASE) for own in area.sections for section in sections)
    score += min(3, len(_hits(area.keywords, text)))
    in_title = sum(symbol in title for symbol in area.symbols)
    in_text = sum(any(api.startswith(symbol) for api in apis) for symbol in area.symbols)
    return score + SYMBOL * in_title + 2 * min(2, in_text)


def _hits(keywords: tuple[str, ...], text: str) -> set[str]:
    """The keywords in ``text``, Latin ones where a word begins, short ones as a whole; none that a longer one holds."""
    text = text.casefold()
    found = {word for word, pattern in _patterns(keywords) if word in text and (not pattern or pattern.search(text))}
    return {word for word in found if not any(word != other and word in other for other in found)}


@lru_cache(maxsize=64)
def _patterns(keywords: tuple[str, ...]) -> tuple[tuple[str, re.Pattern[str] | None], ...]:
    words = [word.casefold() for word in keywords]
    return tuple((w, re.compile(_latin(w)) if w[0].isascii() else None) for w in words)


def _latin(word: str) -> str:
    whole = "(?!s[a-z]|[a-rt-z])" if len(word) <= SHORT and word[-1].isalpha() else ""  # pip is not in pipeline
    return rf"(?<![a-z]){re.escape(word)}{whole}"
