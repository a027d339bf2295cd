"""Whether words speak of a feature."""

from collections.abc import Iterable
from functools import cached_property

from atlas.core.text import folded, normal
from atlas.extract.matching import distinctive, han_pairs
from atlas.knowledge.load import Knowledge

SHORTEST = 3  # characters of a name that stands anywhere


class Phrase:
    """A part of a sentence, as names are looked for in it."""

    def __init__(self, words: str, knowledge: Knowledge) -> None:
        self._words = words
        self._knowledge = knowledge
        self.normal = normal(words)

    @cached_property
    def distinctive(self) -> frozenset[str]:
        """Its words that no common phrase has."""
        return distinctive(self._words, self._knowledge)

    @cached_property
    def pairs(self) -> set[str]:
        """Its pairs of Han characters."""
        return han_pairs(self._words)


class Subject:
    """What tells, in a sentence, that it speaks of a feature: its names, and the words of its title."""

    def __init__(self, title: str, names: Iterable[str], knowledge: Knowledge) -> None:
        self._title = Phrase(folded(title), knowledge)
        self._names = [name for name in {normal(name) for name in names} if len(name) >= SHORTEST]

    def is_whole_in(self, phrase: Phrase) -> bool:
        """Whether a phrase names it, as in “X now supports …”: then a part of it is new."""
        words = self._title.distinctive
        return phrase.normal.startswith(self._title.normal) or (bool(words) and words <= phrase.distinctive)

    def is_in(self, phrase: Phrase) -> bool:
        """Whether a phrase speaks of it, wherever that stands: by a name, or by all words of its title."""
        words = self._title.distinctive
        return any(name in phrase.normal for name in self._names) or (bool(words) and words <= phrase.distinctive)

    def is_touched_by(self, phrase: Phrase) -> bool:
        """Whether a phrase of its own text has any word of its title."""
        return bool(self._title.distinctive & phrase.distinctive or self._title.pairs & phrase.pairs)
