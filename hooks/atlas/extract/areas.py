"""Feature areas by section, API symbol and keyword, the primary one first."""

from __future__ import annotations

import re
from functools import lru_cache
from operator import add

from atlas.knowledge.schema import Area

TITLE, SYMBOL, SECTION = 6, 8, 7  # weights of a hit, against 1 for a keyword in the text
OWN = 24  # of a heading below which everything belongs to an area: torchvision, 移动端
TOLD = 2  # one word in running text tells nothing
SHORT = 5  # letters of a keyword that many a longer word begins with
ENOUGH, SHARE, MOST = 3, 0.45, 3

# By their first two characters, of which a text holds few: keywords, and a pattern for each Latin one.
_Keywords = dict[str, dict[str, re.Pattern[str] | None]]


def areas_of(
    title: str, sections: tuple[str, ...], apis: tuple[str, ...], text: str, areas: tuple[Area, ...]
) -> tuple[str, ...]:
    """Ids of the areas that a feature belongs to; empty where nothing tells."""
    keywords = _by_beginning(areas)
    held = [_held(words, keywords) for words in (title, sections[-1] if sections else "", text)]
    scores = {area.id: _score(area, title, sections, apis, held) for area in areas}
    best = max(scores.values(), default=0)
    order = sorted(scores, key=lambda area: -scores[area])
    if best < TOLD:
        return ()
    return tuple(a for a in order if scores[a] >= min(best, max(ENOUGH, SHARE * best)))[:MOST]


def _score(area: Area, title: str, sections: tuple[str, ...], apis: tuple[str, ...], held: list[set[str]]) -> int:
    hits_title, hits_section, hits_text = (_hits(area.keywords, words) for words in held)
    score = TITLE * len(hits_title) + SECTION * bool(hits_section) + min(3, len(hits_text))
    score += OWN * any(re.search(own, section, re.IGNORECASE) for own in area.sections for section in sections)
    in_title = sum(symbol in title for symbol in area.symbols)
    in_text = sum(any(api.startswith(symbol) for api in apis) for symbol in area.symbols)
    return score + SYMBOL * in_title + 2 * min(2, in_text)


def _hits(keywords: tuple[str, ...], held: set[str]) -> set[str]:
    """The keywords among those that a text holds; none that a longer one holds."""
    found = held & _folded(keywords)
    return {word for word in found if not any(word != other and word in other for other in found)}


def _held(text: str, keywords: _Keywords) -> set[str]:
    """The keywords of any area in ``text``, Latin ones where a word begins, short ones as a whole."""
    text = text.casefold()
    begun = keywords.keys() & {*text, *map(add, text, text[1:])}
    likely = ((word, pattern) for beginning in begun for word, pattern in keywords[beginning].items())
    return {word for word, pattern in likely if word in text and (not pattern or pattern.search(text))}


@lru_cache(maxsize=64)
def _folded(keywords: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word.casefold() for word in keywords)


@lru_cache(maxsize=4)
def _by_beginning(areas: tuple[Area, ...]) -> _Keywords:
    found: _Keywords = {}
    for word in frozenset[str]().union(*(_folded(area.keywords) for area in areas)):
        found.setdefault(word[:2], {})[word] = re.compile(_latin(word)) if word[0].isascii() else None
    return found


def _latin(word: str) -> str:
    whole = "(?!s[a-z]|[a-rt-z])" if len(word) <= SHORT and word[-1].isalpha() else ""  # pip is not in pipeline
    return rf"(?<![a-z]){re.escape(word)}{whole}"
