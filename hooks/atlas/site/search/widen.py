"""Other words for what a text says: the same term in the other language, its mistranslations, its abbreviation."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from operator import add

from atlas.knowledge.load import Knowledge

_LATIN = re.compile(r"[a-z0-9_]")
_WORD = re.compile(r"[a-z0-9_]+")
_KEY = re.compile(r"[a-z0-9_]+|..", re.DOTALL)  # what a term begins with: a word, or two other characters
_ENDS = re.compile(r"(?:e?s)?(?![a-z0-9_])")


class Thesaurus:
    """Terms of the field as people wrote them down: the lexicon, the glossary, and words that readers type."""

    def __init__(self, knowledge: Knowledge) -> None:
        groups = [(pair.en, *pair.zh) for pair in knowledge.lexicon]
        groups += [(term.to, term.en, term.from_) for term in knowledge.terms]
        groups += knowledge.synonyms
        self._others: dict[str, dict[str, None]] = {}
        for group in groups:
            for word in group:
                found = self._others.setdefault(word.casefold(), {})
                found.update(dict.fromkeys(other for other in group if other != word))
        self._by_key: dict[str, list[str]] = {}
        for word in self._others:
            if len(word) > 1 and (key := _KEY.match(word)):
                self._by_key.setdefault(key[0], []).append(word)
        self._keys = frozenset(self._by_key)
        self._in = lru_cache(maxsize=2048)(self._others_in)  # names and levels stand in many records

    def others(self, texts: Iterable[str]) -> Collection[str]:
        """Other words for the terms that stand in ``texts``, each once."""
        return _union(map(self._in, texts))

    def _others_in(self, text: str) -> dict[str, None]:
        return _union(self._others[term] for term in self._terms(text.casefold()))

    def _terms(self, text: str) -> Iterator[str]:
        """Every term in a text, also inside another."""
        words = set(_WORD.findall(text))
        without = (word[:-n] for word in words for n in (1, 2))  # an ending
        pairs = () if text.isascii() else map(add, text, text[1:])
        for key in sorted(self._keys.intersection(chain(words, without, pairs))):
            yield from (term for term in self._by_key[key] if term in text and _stands(term, text))


def _stands(term: str, text: str) -> bool:
    """Whether a term is in a text; in Latin letters as a word, perhaps in the plural."""
    at = text.find(term)
    while at >= 0:
        inside = at and _LATIN.match(term) and _LATIN.match(text, at - 1)
        if not inside and (not _LATIN.match(term[-1]) or _ENDS.match(text, at + len(term))):
            return True
        at = text.find(term, at + 1)
    return False


def _union(found: Iterable[dict[str, None]]) -> dict[str, None]:
    total: dict[str, None] = {}
    for words in found:
        total.update(words)
    return total
