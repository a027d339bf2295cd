"""Synonyms of the terms in a text: translations, mistranslations and abbreviations."""

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

from atlas.knowledge.load import Knowledge
from atlas.site.search.tokens import tokens

_LATIN = re.compile(r"[a-z0-9_]")
_WORD_ENDS = re.compile(r"(?:e?s)?(?![a-z0-9_])")


class Thesaurus:
    """Synonyms from the lexicon, the glossary, and the words that readers type."""

    def __init__(self, knowledge: Knowledge) -> None:
        groups = [(pair.en, *pair.zh) for pair in knowledge.lexicon]
        groups += [(term.to, term.en, term.from_) for term in knowledge.terms]
        groups += knowledge.synonyms
        self._others: dict[str, set[str]] = defaultdict(set)  # by case-folded term
        for group in groups:
            for word in group:
                self._others[word.casefold()].update(other for other in group if other != word)
        self._others_in = cache(self._find_others)  # names of areas and features recur in both languages
        self._tokens = {word: tokens(word) for group in groups for word in group}
        self._by_start: dict[str, list[str]] = defaultdict(list)  # terms by their first two characters
        for term in self._others:
            if len(term) > 1:
                self._by_start[term[:2]].append(term)

    def tokens(self, texts: Iterable[str]) -> list[str]:
        """Return the tokens of the synonyms of the terms in ``texts``."""
        return [token for word in self.others(texts) for token in self._tokens[word]]

    def others(self, texts: Iterable[str]) -> set[str]:
        """Return synonyms of the terms in ``texts``, including terms within other terms."""
        return {other for text in texts for other in self._others_in(text.casefold())}

    def _find_others(self, text: str) -> frozenset[str]:
        """Return synonyms of the terms in one case-folded text."""
        starts = {first + second for first, second in pairwise(text)}
        terms = (term for start in starts & self._by_start.keys() for term in self._by_start[start])
        return frozenset().union(*(self._others[term] for term in terms if term in text and _occurs(term, text)))


def _occurs(term: str, text: str) -> bool:
    """Return whether a term is in a text. Latin terms have to be words, in the singular or plural."""
    at = text.find(term)
    while at >= 0:
        begins = not (at and _LATIN.match(term) and _LATIN.match(text, at - 1))
        if begins and (not _LATIN.match(term[-1]) or _WORD_ENDS.match(text, at + len(term))):
            return True
        at = text.find(term, at + 1)
    return False
