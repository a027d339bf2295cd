"""Decide whether words are about a feature."""

import re
from functools import cached_property

from atlas.core.text import folded, normal
from atlas.document.nodes import Paragraph
from atlas.extract.candidates import Candidate
from atlas.extract.evidence import Evidence, Sentence
from atlas.extract.matching import distinctive, han_pairs
from atlas.knowledge.load import Knowledge

SHORTEST = 3  # characters: the shortest name to match anywhere; shorter ones must be separate words


class Phrase:
    """Part of a sentence, prepared for looking up names."""

    def __init__(self, words: str, knowledge: Knowledge) -> None:
        self._words = words
        self._knowledge = knowledge
        self.normal = normal(words)

    @cached_property
    def distinctive(self) -> frozenset[str]:
        """Its words that are not common ones."""
        return distinctive(self._words, self._knowledge)

    @cached_property
    def pairs(self) -> set[str]:
        """Its uncommon pairs of Han characters."""
        return han_pairs(self._words)


class Subject:
    """Recognizes a candidate by its names or its title's words. ``sentences`` are those of its own text."""

    def __init__(self, candidate: Candidate, names: set[str], evidence: Evidence, knowledge: Knowledge) -> None:
        self.candidate = candidate
        self.names = names
        self.sentences = tuple(evidence.sentences((Paragraph(candidate.title, candidate.line), *candidate.body)))
        self._title = Phrase(folded(candidate.words), knowledge)
        self._anywhere = [name for name in {normal(name) for name in names} if len(name) >= SHORTEST]
        self._alone = [name for name in names if re.fullmatch("[A-Z][A-Z0-9]", name)]

    def is_named_in(self, sentence: Sentence) -> bool:
        """Whether a sentence contains one of its names."""
        if any(name in sentence.normal for name in self._anywhere):
            return True
        return any(re.search(rf"(?<![A-Za-z0-9]){name}(?![A-Za-z0-9])", sentence.text) for name in self._alone)

    def is_whole_in(self, phrase: Phrase) -> bool:
        """Whether a phrase names it, as in “X now supports …”, where only a part of it is new."""
        return phrase.normal.startswith(self._title.normal) or self._has_title(phrase)

    def is_in(self, phrase: Phrase) -> bool:
        """Whether a phrase from any text is about it: by a name, or all distinctive words of its title."""
        return any(name in phrase.normal for name in self._anywhere) or self._has_title(phrase)

    def is_touched_by(self, phrase: Phrase) -> bool:
        """Whether a phrase of its own text shares a word with its title."""
        return bool(self._title.distinctive & phrase.distinctive or self._title.pairs & phrase.pairs)

    def _has_title(self, phrase: Phrase) -> bool:
        words = self._title.distinctive
        return bool(words) and words <= phrase.distinctive
