"""Other words for what a text says: the same term in the other language, its mistranslations, its abbreviation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from atlas.knowledge import Knowledge

_LATIN = re.compile(r"[a-z0-9_]")
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
        self._by_start: dict[str, list[str]] = {}  # two characters → terms that begin with them
        for word in self._others:
            self._by_start.setdefault(word[:2], []).append(word)
        self._told: dict[str, tuple[str, ...]] = {}

    def others(self, texts: Iterable[str]) -> list[str]:
        """Other words for the terms that stand in ``texts``, each once."""
        return list(dict.fromkeys(other for text in texts for other in self._in(text)))

    def _in(self, text: str) -> tuple[str, ...]:
        if text not in self._told:
            terms = dict.fromkeys(self._terms(text.casefold()))
            self._told[text] = tuple(dict.fromkeys(other for term in terms for other in self._others[term]))
        return self._told[text]

    def _terms(self, text: str) -> Iterator[str]:
        """Every term in a text, also inside another. In Latin letters it is a word, perhaps in the plural."""
        for at in range(len(text) - 1):
            for word in self._by_start.get(text[at : at + 2], ()):
                if text.startswith(word, at):
                    inside = _LATIN.match(word) and at and _LATIN.match(text, at - 1)
                    if not inside and (not _LATIN.match(word[-1]) or _ENDS.match(text, at + len(word))):
                        yield word
