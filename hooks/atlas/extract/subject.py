"""Decide whether words are about a feature."""

import re
from functools import cached_property

from atlas.core.text import comparison_key, has_name, to_simplified
from atlas.document.nodes import Paragraph
from atlas.extract.candidates import Candidate
from atlas.extract.evidence import Evidence, Sentence
from atlas.extract.matching import distinctive, han_pairs
from atlas.extract.naming import title_key, words_in
from atlas.knowledge.load import Knowledge

MIN_NAME_LENGTH = 3  # characters: the shortest name to match anywhere; shorter ones must be separate words
MAX_TITLE_END_LENGTH = 60  # characters at the end of a title that a sentence may begin with

_DEMONSTRATIVE = re.compile(r"^(?:该|此|这(?:[个种项]|一|些)?|(?i:the|this|these)\b)")


class Phrase:
    """Part of a sentence, prepared for looking up names."""

    def __init__(self, words: str, knowledge: Knowledge) -> None:
        self.words = words
        self._knowledge = knowledge
        self.comparison_key = comparison_key(words)

    @cached_property
    def distinctive(self) -> frozenset[str]:
        """Its words that are not common ones."""
        return distinctive(self.words, self._knowledge)

    @cached_property
    def pairs(self) -> set[str]:
        """Its uncommon pairs of Han characters."""
        return han_pairs(self.words)


class Subject:
    """Recognizes a candidate by its names or its title's words. ``sentences`` are those of its own text."""

    def __init__(self, candidate: Candidate, names: set[str], evidence: Evidence, knowledge: Knowledge) -> None:
        self.candidate = candidate
        self.names = names
        self.own_names = names | words_in(candidate.words)  # what names it in its own text
        self.sentences = tuple(evidence.sentences((Paragraph(candidate.title, candidate.line), *candidate.body)))
        self._title = Phrase(to_simplified(candidate.words), knowledge)
        self._anywhere = [name for name in names if len(comparison_key(name)) >= MIN_NAME_LENGTH]
        self._in_own = [name for name in self.own_names if len(comparison_key(name)) >= MIN_NAME_LENGTH]
        self._alone = [name for name in names if re.fullmatch("[A-Z][A-Z0-9]", name)]

    def is_named_in(self, sentence: Sentence, *, is_own: bool = False) -> bool:
        """Whether a sentence, from its own text or another, contains one of its names."""
        names = self._in_own if is_own else self._anywhere
        if any(has_name(sentence.text, name) for name in names):
            return True
        return any(re.search(rf"(?<![A-Za-z0-9]){name}(?![A-Za-z0-9])", sentence.text) for name in self._alone)

    def opens(self, sentence: Sentence) -> bool:
        """Whether a sentence begins with its title or with the end of it: 查看器 or 该查看器 below 图形查看器."""
        return opens_with(sentence.text, self._title.words)

    def is_fully_named_in(self, phrase: Phrase) -> bool:
        """Whether a phrase names it, as in “X now supports …”, where only a part of it is new."""
        return phrase.comparison_key.startswith(self._title.comparison_key) or self._has_title(phrase)

    def is_mentioned_in(self, phrase: Phrase, *, is_own: bool = False) -> bool:
        """Whether a phrase, from its own text or another, is about it: by a name, or by all words of its title."""
        names = self._in_own if is_own else self._anywhere
        return any(has_name(phrase.words, name) for name in names) or self._has_title(phrase)

    def shares_words_with(self, phrase: Phrase) -> bool:
        """Whether a phrase of its own text shares a word with its title."""
        return bool(self._title.distinctive & phrase.distinctive or self._title.pairs & phrase.pairs)

    def _has_title(self, phrase: Phrase) -> bool:
        words = self._title.distinctive
        return bool(words) and words <= phrase.distinctive


def opens_with(sentence: str, title: str, min_share: float = 0) -> bool:
    """Whether a sentence begins, perhaps after “this”, with a title or the end of it, no less than a share of it."""
    end = comparison_key(title_key(title))[-MAX_TITLE_END_LENGTH:]
    text = comparison_key(_DEMONSTRATIVE.sub("", sentence))
    min_length = max(MIN_NAME_LENGTH, int(min_share * len(end)))
    return any(text.startswith(end[start:]) for start in range(len(end) - min_length + 1))
