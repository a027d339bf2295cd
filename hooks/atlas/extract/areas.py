"""Assign features to areas by section, API symbol and keyword."""

import re
from functools import lru_cache

from atlas.core.text import to_simplified
from atlas.knowledge.schema import Area

TITLE_WEIGHT, SYMBOL_WEIGHT, SECTION_WEIGHT = 6, 8, 7  # weights of a match; a keyword in the text counts 1
AREA_SECTION_WEIGHT = 24  # weight of a heading below which everything belongs to an area: torchvision, 移动端
MIN_SCORE = 2  # one keyword in running text is not enough
MAX_WHOLE_WORD_LENGTH = 5  # letters: many longer words begin with a keyword of this length
MIN_NEXT_SCORE, MIN_NEXT_SHARE, MAX_AREAS = 3, 0.45, 3  # the first two are for areas after the best one


def areas_of(
    title: str, sections: tuple[str, ...], apis: tuple[str, ...], text: str, areas: tuple[Area, ...]
) -> tuple[str, ...]:
    """Return the ids of a feature's areas, the best match first; empty if the evidence is too weak."""
    title = to_simplified(title)
    sections = tuple(map(to_simplified, sections))
    text = to_simplified(text)
    scores = {area.id: _score(area, title, sections, apis, text) for area in areas}
    best = max(scores.values(), default=0)
    if best < MIN_SCORE:
        return ()
    order = sorted(scores, key=lambda area: -scores[area])
    min_score = min(best, max(MIN_NEXT_SCORE, MIN_NEXT_SHARE * best))
    return tuple(area for area in order if scores[area] >= min_score)[:MAX_AREAS]


def _score(area: Area, title: str, sections: tuple[str, ...], apis: tuple[str, ...], text: str) -> int:
    in_title, in_section, in_text = (
        _count(area.keywords, part.casefold()) for part in (title, sections[-1] if sections else "", text)
    )
    score = TITLE_WEIGHT * in_title + SECTION_WEIGHT * bool(in_section) + min(3, in_text)
    score += AREA_SECTION_WEIGHT * any(map(area.has_section, sections))
    score += SYMBOL_WEIGHT * sum(symbol in title for symbol in area.symbols)
    return score + 2 * min(2, sum(any(api.startswith(symbol) for api in apis) for symbol in area.symbols))


def _count(keywords: tuple[str, ...], text: str) -> int:
    """Count the keywords in a text, except those contained in a longer one that also occurs."""
    occurring = {word for word in map(str.casefold, keywords) if word in text and _pattern(word).search(text)}
    return sum(not any(word != other and word in other for other in occurring) for word in occurring)


@lru_cache(maxsize=4096)
def _pattern(word: str) -> re.Pattern[str]:
    """Compile a keyword: a Latin one must begin a word; a short one must be a word or its plural."""
    if not word[0].isascii():
        return re.compile(re.escape(word))
    # pip does not match pipeline
    whole = "(?!s[a-z]|[a-rt-z])" if len(word) <= MAX_WHOLE_WORD_LENGTH and word[-1].isalpha() else ""
    return re.compile(rf"(?<![a-z]){re.escape(word)}{whole}")
