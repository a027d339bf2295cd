"""Assign features to areas by section, API symbol and keyword."""

import re
from functools import lru_cache

from atlas.core.text import to_simplified
from atlas.knowledge.schema import Area

# Weights of matches, relative to a keyword in the text, which has the weight 1. They were chosen by hand. As `make
# weights` shows with tests/posts, 3 to 6 for titles, 6 to 12 for symbols and 7 to 12 for sections do about as well.
TITLE_WEIGHT, SYMBOL_WEIGHT, SECTION_WEIGHT = 6, 8, 7
# The weight of a heading below which everything belongs to one area. It is meant to outweigh the other matches.
AREA_SECTION_WEIGHT = 24
MAX_TEXT_SCORE = 3  # how many keywords in the text count: with 1, some areas are wrong; with 5, no more are right
API_WEIGHT, MAX_APIS = 2, 2  # the weight of an API symbol in the text, and how many of these count
MIN_SCORE = 2  # one keyword in the text is not enough: most areas with only that are wrong
MAX_WHOLE_WORD_LENGTH = 5  # letters: a keyword up to this length must be a whole word, as many words begin with it
# The score of a second and third area, at least and as a share of the best one. Chosen by judgment.
MIN_NEXT_SCORE, MIN_NEXT_SHARE, MAX_AREAS = 3, 0.45, 3


def areas_of(
    title: str, sections: tuple[str, ...], apis: tuple[str, ...], text: str, areas: tuple[Area, ...]
) -> tuple[str, ...]:
    """Return the ids of a feature's areas, the best match first; () if no area matches well enough.

    ``sections`` are the headings above the feature, outermost first. ``text`` is the text about the feature, and
    ``apis`` are the API names in it.
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
    """Count the keywords that occur in a text, but not those within a longer keyword that occurs, too."""
    text = text.casefold()
    occurring = {word for word in map(str.casefold, keywords) if word in text and _keyword_pattern(word).search(text)}
    return sum(not any(word != other and word in other for other in occurring) for word in occurring)


@lru_cache(maxsize=4096)
def _keyword_pattern(word: str) -> re.Pattern[str]:
    """Compile a pattern for a keyword. A Latin keyword matches at the beginning of a word: “quantiz” in “quantized”.

    A short Latin keyword matches only a whole word or its plural: “pip” in “pips”, but not in “pipeline”.
    """
    if not word[0].isascii():
        return re.compile(re.escape(word))
    must_be_whole = len(word) <= MAX_WHOLE_WORD_LENGTH and word[-1].isalpha()
    word_end = "(?!s[a-z]|[a-rt-z])" if must_be_whole else ""
    return re.compile(rf"(?<![a-z]){re.escape(word)}{word_end}")
