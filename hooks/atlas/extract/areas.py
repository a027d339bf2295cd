"""Assign features to areas by section, API symbol and keyword."""

import re
from functools import lru_cache

from atlas.core.text import to_simplified
from atlas.knowledge.schema import Area

# Weights of a match; a keyword in the text counts 1. Chosen by hand, and measured by changing each over tests/posts
# (make weights): titles from 3 to 6, symbols from 6 to 12 and sections from 7 to 12 do about as well.
TITLE_WEIGHT, SYMBOL_WEIGHT, SECTION_WEIGHT = 6, 8, 7
AREA_SECTION_WEIGHT = 24  # of a heading below which all belongs to an area: more than all else
MAX_TEXT_SCORE = 3  # keywords in the text that count: with one, areas go wrong; with five, no more are right
API_WEIGHT, MAX_APIS = 2, 2  # of a symbol in the text, which says more than a keyword; and how many count
MIN_SCORE = 2  # one keyword in the text is not enough: most areas by one alone are wrong
MAX_WHOLE_WORD_LENGTH = 5  # letters: many longer words begin with a keyword of this length
# For areas after the best one, by judgment.
MIN_NEXT_SCORE, MIN_NEXT_SHARE, MAX_AREAS = 3, 0.45, 3


def areas_of(
    title: str, sections: tuple[str, ...], apis: tuple[str, ...], text: str, areas: tuple[Area, ...]
) -> tuple[str, ...]:
    """Return the ids of a feature's areas, the best match first; none if no area matches well enough.

    ``sections`` are the headings above the feature, outermost first; ``apis`` and ``text`` are those of its body.
    """
    title = to_simplified(title)
    sections = tuple(map(to_simplified, sections))
    text = to_simplified(text)
    scores = {area.id: _score(area, title, sections, apis, text) for area in areas}
    best = max(scores.values(), default=0)
    if best < MIN_SCORE:
        return ()
    best_first = sorted(scores, key=lambda area_id: -scores[area_id])
    min_score = min(best, max(MIN_NEXT_SCORE, MIN_NEXT_SHARE * best))
    return tuple(area_id for area_id in best_first if scores[area_id] >= min_score)[:MAX_AREAS]


def _score(area: Area, title: str, sections: tuple[str, ...], apis: tuple[str, ...], text: str) -> int:
    """Return how well an area matches a feature, as the sum of its weighted matches."""
    nearest_section = sections[-1] if sections else ""
    score = TITLE_WEIGHT * _keyword_count(area.keywords, title)
    score += SECTION_WEIGHT * (_keyword_count(area.keywords, nearest_section) > 0)
    score += min(MAX_TEXT_SCORE, _keyword_count(area.keywords, text))
    score += AREA_SECTION_WEIGHT * any(map(area.has_section, sections))
    score += SYMBOL_WEIGHT * sum(symbol in title for symbol in area.symbols)
    symbols_in_text = sum(any(api.startswith(symbol) for api in apis) for symbol in area.symbols)
    return score + API_WEIGHT * min(MAX_APIS, symbols_in_text)


def _keyword_count(keywords: tuple[str, ...], text: str) -> int:
    """Count the keywords that occur in a text, except those contained in a longer one that also occurs."""
    text = text.casefold()
    occurring = {word for word in map(str.casefold, keywords) if word in text and _keyword_pattern(word).search(text)}
    return sum(not any(word != other and word in other for other in occurring) for word in occurring)


@lru_cache(maxsize=4096)
def _keyword_pattern(word: str) -> re.Pattern[str]:
    """Compile a pattern for a keyword: a Latin one must begin a word; a short one must be the word or its plural.

    “pip” occurs in “pips”, but not in “pipeline”.
    """
    if not word[0].isascii():
        return re.compile(re.escape(word))
    must_be_whole = len(word) <= MAX_WHOLE_WORD_LENGTH and word[-1].isalpha()
    word_end = "(?!s[a-z]|[a-rt-z])" if must_be_whole else ""
    return re.compile(rf"(?<![a-z]){re.escape(word)}{word_end}")
