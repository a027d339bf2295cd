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
from atlas.knowledge.text_patterns import TranslatedWords

REMOVED = "removed"  # takes the place of a level's id if a removal is stated; no level of the file may have this id
REMOVED_SYMBOL = "×"
NOTICE_SYMBOL = "!"
DEPRECATED: Literal["deprecated"] = "deprecated"  # the id of the only notice that counts as a change between releases
SUPERSEDED = "superseded"  # the status of a feature that another one replaced; no notice may have this id
SUPERSEDED_SYMBOL = "→"

Percent = Annotated[int, Field(ge=0, le=100)]
Color = Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]


class Colors(Entry):
    """The colors of a level's text, its background, and its symbol, in the light and the dark color scheme."""

    light: tuple[Color, Color, Color]
    dark: tuple[Color, Color, Color]


class LaterLevel(Entry):
    """The level that announcements from release ``since`` on mean by the word of another level.

    “[Experimental]” states a level of its own up to 1.5, and beta since 1.6.
    """

    since: Version
    level: Slug


class Level(Entry):
    """A stability level: what it means, how it is drawn, and how announcements spell it.

    A level ranks above the levels in ``above``, and above the levels that those rank above. If neither of two levels
    ranks above the other, going from one to the other is no promotion.
    """

    id: Slug
    name: BilingualField
    symbol: Word
    above: Slugs = ()
    later_level: Annotated[LaterLevel | None, UNPUBLISHED] = None
    corners: Annotated[tuple[tuple[Percent, Percent], ...], UNPUBLISHED] = ()  # of the symbol, from left and top
    colors: Annotated[Colors, UNPUBLISHED]
    definition: BilingualField
    words: Annotated[TranslatedWords, UNPUBLISHED] = TranslatedWords()  # state the level anywhere
    labels: Annotated[TranslatedWords, UNPUBLISHED] = TranslatedWords()  # state it in brackets, headings, and columns
    lines: Annotated[Words, UNPUBLISHED] = ()  # words or labels that, alone on a line, state the level of its heading
    only_in_brackets: Annotated[Words, UNPUBLISHED] = ()  # words or labels that often mean something else: 测试
    adjectives: Annotated[Words, UNPUBLISHED] = ()  # words that also describe other things: “a stable sort”

    @model_validator(mode="after")
    def _has_its_words(self) -> Self:
        """Raise an error for a word of ``lines`` or ``only_in_brackets`` that is not in ``words`` or ``labels``."""
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
    """The content of stability.yml."""

    no_level: Slug  # the id of the entry of ``levels`` that is shown where no level is stated
    levels: tuple[Level, ...]
    notices: tuple[NoticeKind, ...]
    eras: tuple[Era, ...]
    summary: BilingualField  # of the eras

    @property
    def levels_and_removed(self) -> tuple[str, ...]:
        """The ids of what a text may state as a level: levels from the top down, except ``no_level``, then REMOVED."""
        return (*(level.id for level in self.levels if level.id != self.no_level), REMOVED)

    @property
    def notice_ids(self) -> tuple[str, ...]:
        """The ids of the kinds of notices."""
        return tuple(notice.id for notice in self.notices)

    @property
    def states(self) -> tuple[str, ...]:
        """The ids of all that a release may state of a feature: levels, from the top down, notices, then REMOVED."""
        return (*(level.id for level in self.levels), *self.notice_ids, REMOVED)

    @cached_property
    def _lower(self) -> dict[str, set[str]]:
        """Level → all levels that it ranks above, directly or not. The file lists levels from the top down."""
        lower: dict[str, set[str]] = {}
        for level in reversed(self.levels):
            lower[level.id] = set(level.above).union(*(lower.get(below, set()) for below in level.above))
        return lower

    def level_meant_in(self, version: str, level: str | None) -> str | None:
        """Return the level that the announcement of a version means by the word for ``level`` (see ``LaterLevel``)."""
        later = next((entry.later_level for entry in self.levels if entry.id == level), None)
        return later.level if later and version_key(version) >= version_key(later.since) else level

    def in_use(self, level: str, version: str) -> bool:
        """Return whether a level was in use in announcements of a version. A level without eras is always in use."""
        eras = [era for era in self.eras if era.level == level]
        return not eras or any(era.includes(version) for era in eras)

    def out_of_era(self, text: str, version: str) -> Iterator[str]:
        """Yield each level whose words are in a text about a version, and which has no era that includes the version.

        Adverbs count as words of the level: experimentally.
        """
        levels_in_use = {era.level for era in self.eras if era.includes(version)}
        for level in self.levels:
            words = whole_words((*level.words.all, *(f"{word}ly" for word in level.words.en)))
            if level.id not in levels_in_use and re.search(words, text, re.IGNORECASE):
                yield level.id

    def level_of(self, state: str) -> str | None:
        """Return a state if it is a level or REMOVED; None for ``no_level`` and the notices."""
        return state if state in self.levels_and_removed else None

    def span_of(self, level: str) -> tuple[str, str] | None:
        """Return the first and the last version of a level's eras, each "" if that end is open; None without any."""
        eras = [era for era in self.eras if era.level == level]
        if not eras:
            return None
        starts = {era.since or "" for era in eras}
        ends = {era.until or "" for era in eras}
        since = "" if "" in starts else min(starts, key=version_key)
        until = "" if "" in ends else max(ends, key=version_key)
        return since, until

    def used_until(self, level: str) -> str:
        """Return the last version whose announcement used a level; empty if it is still in use, or has no era."""
        span = self.span_of(level)
        return span[1] if span else ""

    def ranks_above(self, level: str, other: str) -> bool:
        """Return whether a level ranks above another one. False for REMOVED, and for levels that are not comparable."""
        return other in self._lower.get(level, ())
