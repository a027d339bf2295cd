"""Feature areas by section, API symbol and keyword, the primary one first."""

from __future__ import annotations

import re
from functools import lru_cache

from atlas.knowledge import Area

TITLE, SYMBOL, SECTION = 6, 8, 7  # weights of a hit, against 1 for a keyword in the text
OWN = 24  # of a heading below which everything belongs to an area: torchvision, 移动端
TOLD = 2  # one word in running text tells nothing
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
    pattern = _keywords(area.keywords)
    score = TITLE * len(_hits(pattern, title))
    score += SECTION * bool(sections and _hits(pattern, sections[-1]))
    score += OWN * any(re.search(own, section, re.IGNORECASE) for own in area.sections for section in sections)
    score += min(3, len(_hits(pattern, text)))
    in_title = sum(symbol in title for symbol in area.symbols)
    in_text = sum(any(api.startswith(symbol) for api in apis) for symbol in area.symbols)
    return score + SYMBOL * in_title + 2 * min(2, in_text)


def _hits(pattern: re.Pattern[str], text: str) -> set[str]:
    return {found.casefold() for found in pattern.findall(text)}


@lru_cache(maxsize=64)
def _keywords(words: tuple[str, ...]) -> re.Pattern[str]:
    parts = [rf"(?<![A-Za-z]){re.escape(w)}" if re.match(r"[A-Za-z]", w) else re.escape(w) for w in words]
    return re.compile("|".join(parts) or r"(?!)", re.IGNORECASE)
