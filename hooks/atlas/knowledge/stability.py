"""What seeds/knowledge/stability.yml holds: levels, eras, notices, and the words by which announcements state them."""

import re
from functools import cached_property
from typing import Annotated

from pydantic import Field

from atlas.core.versions import version_key
from atlas.knowledge.entry import UNPUBLISHED, Entry
from atlas.knowledge.fields import (
    BilingualField,
    Pattern,
    Slug,
    Slugs,
    Templates,
    Url,
    Version,
    Word,
    Words,
    words_pattern,
)

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
    became: Annotated[LaterLevel | None, UNPUBLISHED] = None
    corners: Annotated[tuple[tuple[Percent, Percent], ...], UNPUBLISHED] = ()  # from left and top; a disc has none
    colors: Annotated[Colors, UNPUBLISHED]
    definition: BilingualField
    markers: Annotated[Words, UNPUBLISHED] = ()  # words that state it wherever a level may be stated
    labels: Annotated[Words, UNPUBLISHED] = ()  # words that state it only in brackets, headings, and columns


class Era(Entry):
    """A level's name and meaning in announcements of the versions from ``since`` to ``until``; either may be open."""

    level: Slug
    word: BilingualField
    since: Version | None = None
    until: Version | None = None
    source: Url
    meaning: BilingualField

    def includes(self, version: str) -> bool:
        """Return whether a version is one of them; an empty version precedes all others."""
        begins = not self.since or (version and version_key(self.since) <= version_key(version))
        return bool(begins) and (not (version and self.until) or version_key(version) <= version_key(self.until))


class Wording(Entry):
    """Headings, or bracketed words, of one kind: ``words``, with any of ``before`` and ``after`` around them."""

    words: Words
    before: Words = ()
    after: Words = ()

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        before, words, after = map(words_pattern, (self.before, self.words, self.after))
        return re.compile(rf"(?i)(?:(?:{before})\s*){{0,4}}(?:{words})s?(?:\s*(?:{after})){{0,4}}")

    def matches(self, text: str) -> bool:
        """Return whether a whole text is of this kind."""
        return self._pattern.fullmatch(text) is not None


class NoticeKind(Entry):
    """A kind of statement about a feature besides its level, such as deprecated."""

    id: Slug
    name: BilingualField
    definition: BilingualField
    titles: Annotated[tuple[Pattern, ...], UNPUBLISHED]  # titles that say so about their group ``name``
    sentences: Annotated[tuple[Pattern, ...], UNPUBLISHED]  # wording that says so about what precedes it, or ``name``


class Stability(Entry):
    """The words for levels, and for headings that announce no feature or only group some."""

    default: Slug  # the level of features that no text classifies
    levels: tuple[Level, ...]
    notices: tuple[NoticeKind, ...]
    eras: tuple[Era, ...]
    summary: BilingualField  # of the eras, for readers
    lines: Words = ()  # level words that, as a line of its own, state the level of the heading above: API-Unstable
    only_in_brackets: Words  # level words that mean something else alone, or in a sentence without 版 or 阶段: 测试
    before: Words  # words that may precede a level in a marker or heading: 现已 + 稳定
    after: Words  # words that may follow it there: 原型 + 功能
    marker_words: dict[Word, str]  # English for words in markers, which are quoted as evidence in their own words
    rises: Words = ()  # words before a level in headings of what rose to it: “graduating to”
    groups: Words  # nouns after a level that make a heading group the features below it
    not_markers: Wording  # bracketed words in the place of a marker that are known to be none
    maybe_markers: Wording  # bracketed words and headings that sound like a level
    states: Templates  # what a sentence says of the feature that it begins with; {level} stands for a level's words
    adjectives: Words  # level words that also describe other things: {clear_level} stands for a level in any others
    state_ends: Words  # what may stand between that and the end of the sentence or clause: 现为测试 + 版
    openings: Words  # what may stand before the feature's name in such a sentence: “The”
    introductions: Words = ()  # what may stand before a feature's name in its heading: “Introducing”
    pronouns: Words  # “this feature”: with one, a sentence is about the feature whose heading it is under
    gathering: Wording  # headings of sections that announce no features: 入门, 常见问题
    overviews: Wording  # headings of lists of what other headings may announce: 亮点
    categories: Wording  # headings that only group the features below them: 新功能, 移除
    fixes: tuple[Pattern, ...]  # openings of items that announce no feature: 修复了
    subjects: Wording  # headings that do so only if they have items below them: 分布式, 移动端
    removals: tuple[Pattern, ...]  # titles that announce the removal of their group ``name``
    removed_sections: Wording  # headings of sections that list removed features
    removed_sentences: tuple[Pattern, ...]  # wording that says so about the name before it, or its group ``name``
    announces: Templates  # sentences that announce their group ``names`` at a {level}
    other_columns: Words  # headings of columns that name no features
    feature_columns: Words  # headings of the column that names a row's feature
    status_columns: Words  # headings of a column with a level in each row

    @cached_property
    def _lower(self) -> dict[str, set[str]]:
        """Level → every level that it ranks above. The file lists levels from the top down."""
        lower: dict[str, set[str]] = {}
        for level in reversed(self.levels):
            lower[level.id] = set(level.above).union(*(lower.get(below, set()) for below in level.above))
        return lower

    def level_in(self, version: str, level: str) -> str:
        """Return the level that the announcement of a release means by the word for ``level``."""
        became = next((entry.became for entry in self.levels if entry.id == level), None)
        return became.level if became and version_key(version) >= version_key(became.since) else level

    def ranks_above(self, level: str, other: str) -> bool:
        """Return whether a level ranks above another; false for levels side by side and for what is not a level."""
        return other in self._lower.get(level, ())
