"""What seeds/knowledge/stability.yml holds: levels with their words, eras, and notices."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from atlas.core.versions import version_key
from atlas.core.words import whole_words
from atlas.knowledge.entry import UNPUBLISHED, Entry
from atlas.knowledge.fields import BilingualField, Slug, Slugs, Url, Version, Word, Words
from atlas.knowledge.wording import TranslatedWords

REMOVED = "removed"  # stands among levels where one is stated; no level of the file may have this id
REMOVED_SYMBOL = "×"
DEPRECATED: Literal["deprecated"] = "deprecated"  # the notice that counts as a change: one of the file has this id
SUPERSEDED = "superseded"  # the status of a feature whose place another one took; no notice may have this id

Percent = Annotated[int, Field(ge=0, le=100)]
Color = Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]


class Colors(Entry):
    """The colors of a level's text, its background, and its symbol, in the light and the dark color scheme."""

    light: tuple[Color, Color, Color]
    dark: tuple[Color, Color, Color]


class LaterLevel(Entry):
    """The level that announcements mean from release ``since`` on when they say the one before."""

    since: Version
    level: Slug


class Level(Entry):
    """A stability level: what it means, how it is drawn, and how announcements spell it.

    It ranks above the levels in ``above`` and those below them; levels that are not related this way are side by side.
    """

    id: Slug
    name: BilingualField
    symbol: Word
    above: Slugs = ()
    later_level: Annotated[LaterLevel | None, UNPUBLISHED] = None
    corners: Annotated[tuple[tuple[Percent, Percent], ...], UNPUBLISHED] = ()  # from left and top; a disc has none
    colors: Annotated[Colors, UNPUBLISHED]
    definition: BilingualField
    words: Annotated[TranslatedWords, UNPUBLISHED] = TranslatedWords()  # they state it wherever a level may be stated
    labels: Annotated[TranslatedWords, UNPUBLISHED] = TranslatedWords()  # only in brackets, headings, and columns
    lines: Annotated[Words, UNPUBLISHED] = ()  # those that, as a line of its own, state it of the heading above
    only_in_brackets: Annotated[Words, UNPUBLISHED] = ()  # those that mean something else alone: 测试
    adjectives: Annotated[Words, UNPUBLISHED] = ()  # words for it that also describe other things

    @model_validator(mode="after")
    def _has_its_words(self) -> Self:
        """Raise an error for a word in a list of exceptions that is none of the level's."""
        for name, words in (("lines", self.lines), ("only_in_brackets", self.only_in_brackets)):
            for word in words:
                if word not in (*self.words.all, *self.labels.all):
                    raise ValueError(f"{name}: {word!r} is no word of the level: use one of words or labels")
        return self


class Era(Entry):
    """A level's name and meaning in announcements of the versions from ``since`` to ``until``; either may be open."""

    level: Slug
    word: BilingualField
    since: Version | None = None
    until: Version | None = None
    source: Url
    meaning: BilingualField

    def includes(self, version: str) -> bool:
        """Return whether a version is in the era; an empty version precedes all others."""
        if not version:
            return not self.since
        has_begun = not self.since or version_key(self.since) <= version_key(version)
        is_over = self.until is not None and version_key(version) > version_key(self.until)
        return has_begun and not is_over


class NoticeKind(Entry):
    """A kind of statement about a feature besides its level, such as deprecated."""

    id: Slug
    name: BilingualField
    definition: BilingualField


class Stability(Entry):
    """What readers are told of levels and notices."""

    no_level: Slug  # the entry of ``levels`` that stands where no level is stated
    levels: tuple[Level, ...]
    notices: tuple[NoticeKind, ...]
    eras: tuple[Era, ...]
    summary: BilingualField  # of the eras

    @property
    def states(self) -> tuple[str, ...]:
        """The ids of the levels in order, then REMOVED."""
        return (*(level.id for level in self.levels), REMOVED)

    @cached_property
    def _lower(self) -> dict[str, set[str]]:
        """For each level, all levels that it ranks above, directly or not. The file lists levels from the top down."""
        lower: dict[str, set[str]] = {}
        for level in reversed(self.levels):
            lower[level.id] = set(level.above).union(*(lower.get(below, set()) for below in level.above))
        return lower

    def level_in(self, version: str, level: str | None) -> str | None:
        """Return the level that the announcement of a release means by the word for ``level``."""
        later = next((entry.later_level for entry in self.levels if entry.id == level), None)
        return later.level if later and version_key(version) >= version_key(later.since) else level

    def in_use(self, level: str, version: str) -> bool:
        """Return whether announcements of a version state a level; one without eras is always in use."""
        eras = [era for era in self.eras if era.level == level]
        return not eras or any(era.includes(version) for era in eras)

    def out_of_era(self, text: str, version: str) -> Iterator[str]:
        """Yield the levels whose words are in a text of a version, but were no level then.

        An English adverb counts as the word: experimentally.
        """
        of_the_time = {era.level for era in self.eras if era.includes(version)}
        for level in self.levels:
            words = whole_words((*level.words.all, *(f"{word}ly" for word in level.words.en)))
            if level.id not in of_the_time and re.search(words, text, re.IGNORECASE):
                yield level.id

    def used_until(self, level: str) -> str:
        """Return the last version whose announcement used a level; empty if the newest ones do, or if no era has it."""
        return next((era.until or "" for era in reversed(self.eras) if era.level == level), "")

    def ranks_above(self, level: str, other: str) -> bool:
        """Return whether a level ranks above another; false for levels side by side and for what is not a level."""
        return other in self._lower.get(level, ())
