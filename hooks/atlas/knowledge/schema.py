"""The shapes of what people know: one class a kind of entry in ``seeds/knowledge``."""

import re
from datetime import date
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ModelWrapValidatorHandler, model_validator

from atlas.core.versions import version_key
from atlas.knowledge.fields import (
    Called,
    InBoth,
    Official,
    Pattern,
    PatternBehind,
    Quote,
    Slug,
    Slugs,
    Templates,
    Url,
    Version,
    Word,
    Words,
)


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    _at: int = 0

    @model_validator(mode="wrap")
    @classmethod
    def _placed(cls, data: Any, make: ModelWrapValidatorHandler[Self]) -> Self:  # noqa: ANN401  whatever a file holds
        entry = make(data)
        entry._at = getattr(data, "line", 0)  # noqa: SLF001  its own
        return entry

    @property
    def at(self) -> int:
        """The line of its file on which it begins."""
        return self._at

    def __hash__(self) -> int:
        """By the first field, which identifies an entry: patterns are looked up by the entries they are made of."""
        return hash(next(iter(vars(self).values())))


_IN_CHINESE = r"[\u4e00-\u9fff]"  # as the glossary writes "near Chinese"
Percent = Annotated[int, Field(ge=0, le=100)]
Color = Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]
RelationKind = Literal["renamed_to", "superseded_by", "part_of"]


class Colors(_Entry):
    """A level's ink and the tint behind it, in either scheme."""

    light: tuple[Color, Color]
    dark: tuple[Color, Color]


class Former(_Entry):
    """Other words for a level. In later announcements a sentence with one is a remark, unless they mark with it."""

    until: Version
    markers: Words
    prose: tuple[Pattern, ...]


class Level(_Entry):
    """A stability level: what it means, how it is drawn, how announcements spell it, and sentences that state it.

    It ranks above the levels ``above`` and those below them; two levels that are not so related stand side by side.
    """

    id: Slug
    name: InBoth
    symbol: Word
    above: Slugs = ()
    corners: tuple[tuple[Percent, Percent], ...] = ()  # of its shape, from the left and the top; a disc has none
    is_hollow: bool = False
    colors: Colors
    definition: InBoth
    markers: Words = ()  # words that state it wherever a level may be stated
    labels: Words = ()  # and those that state it only in brackets, headings and columns
    prose: tuple[Pattern, ...] = ()
    former: Former | None = None

    @property
    def words(self) -> Words:
        """Every word for it that a sentence may use."""
        return (*self.markers, *(self.former.markers if self.former else ()))

    def in_sentences_of(self, version: str, *, is_marked: bool) -> Self:
        """The level as sentences in the announcement of ``version`` may state it: with its former words, or without.

        ``is_marked``: the announcement marks features with it.
        """
        if not self.former or (version_key(version)[0][:2] > version_key(self.former.until)[0] and not is_marked):
            return self
        return self.model_copy(update={"markers": self.words, "prose": (*self.prose, *self.former.prose)})


class Era(_Entry):
    """What a level was called, and meant, in announcements from one version (or the first) to another (or the last)."""

    level: Slug
    word: InBoth
    since: Version | Literal[""] = ""
    until: Version | Literal[""] = ""
    source: Url
    meaning: InBoth


class NoticeKind(_Entry):
    """What announcements state of a feature in addition to its level: deprecated."""

    id: Slug
    name: InBoth
    definition: InBoth
    titles: tuple[Pattern, ...]  # titles that say so of what they call ``name``
    sentences: tuple[Pattern, ...]  # words that say so of what stands before them


class Stability(_Entry):
    """The vocabulary of stability."""

    default: Slug  # the level of what no text classifies
    levels: tuple[Level, ...]
    notices: tuple[NoticeKind, ...]
    eras: tuple[Era, ...]
    only_in_brackets: Words  # level's words that, alone in a heading or column, mean something else: 测试
    before: Words  # words that may lead in a level's name in a marker or heading: 现已 + 稳定
    after: Words  # and words that may end it: 原型 + 功能
    marker_words: dict[Word, str]  # what words of markers say in English: as evidence, a marker is no level's name
    groups: Words  # nouns after a level that make a heading sort what stands below it
    not_levels: tuple[Pattern, ...]  # wording that looks like a level and is none
    parts: tuple[Pattern, ...]  # words after which a sentence names parts or examples
    not_markers: tuple[Pattern, ...]  # bracketed words in a marker's place that are none, and known to be
    maybe_markers: tuple[Pattern, ...]  # bracketed words after a title that sound like a stage
    transitions: Templates  # sentences that state a level; {level} stands for its words
    predicates: Templates
    adverbs: Words  # words that leave a sentence without a subject: 目前处于测试阶段
    pronouns: Words  # “this feature”: a sentence with one speaks of the feature that it stands below
    gathering: tuple[Pattern, ...]  # headings of sections that announce nothing themselves: 入门, 常见问题
    overviews: tuple[Pattern, ...]  # headings of lists that name what other headings may announce: 亮点
    categories: tuple[Pattern, ...]  # headings that only sort what is announced below them: 新功能, 移除
    fixes: tuple[Pattern, ...]  # how an item begins that announces no feature: 修复了
    subjects: tuple[Pattern, ...]  # as these do where items stand below them: 分布式, 移动端
    announces: Templates  # sentences that announce what they name at a {level}
    other_columns: Words  # headings of other columns that name no features
    feature_columns: Words  # headings of the column that names what a row is about
    status_columns: Words  # headings of a column that holds a level in each row

    @cached_property
    def _lower(self) -> dict[str, set[str]]:
        """Level → every level that it ranks above. Levels stand in the file from the top down."""
        lower: dict[str, set[str]] = {}
        for level in reversed(self.levels):
            lower[level.id] = set(level.above).union(*(lower.get(below, set()) for below in level.above))
        return lower

    def ranks_above(self, level: str, other: str) -> bool:
        """Whether a stage is a level above another; levels side by side, and what is no level, are not."""
        return other in self._lower.get(level, ())


class History(_Entry):
    """Wording that states a feature's history."""

    past: tuple[Pattern, ...]  # that speaks of an earlier release; {level} and (?P<version>) where it says them
    negated: Pattern  # what before a level says that it was not held
    background: Pattern  # a sentence about the past, skipped as a description; {version}: the announced release
    first: tuple[Pattern, ...]  # and of the first release that had it
    becomes: Pattern  # in the words that state a level: it has only come to it: 现在稳定
    renamed: tuple[Pattern, ...]  # that says what is called ``now`` something else than its ``former`` name
    removals: tuple[Pattern, ...]  # titles that announce the end of what they name
    new_titles: tuple[Pattern, ...]  # titles of what is new in the announced release
    not_new_titles: Pattern  # titles of more of what was there
    begins: tuple[Pattern, ...]  # sentences that say so of their ``object`` or ``subject``
    not_begins: tuple[Pattern, ...]  # words before those that take it back


class Area(_Entry):
    """A feature area, and the words that identify it."""

    id: Slug
    name: InBoth
    description: InBoth
    keywords: Words
    symbols: Words = ()
    sections: tuple[Pattern, ...] = ()  # headings below which everything belongs here
    is_news: bool = False  # what belongs here first and has no level is no feature, but an announcement of another kind


class Term(_Entry):
    """A mistranslation and its correction, with guards."""

    from_: Word = Field(alias="from")
    to: Word
    en: Word
    reason: InBoth
    also: Words = ()  # other English that translations may have for it
    near: Pattern | None = None
    not_before: Pattern | None = None
    not_after: PatternBehind | None = None

    @property
    def in_chinese(self) -> bool:
        """Whether it applies wherever Chinese stands in the same text."""
        return self.near == _IN_CHINESE

    @property
    def id(self) -> str:
        """The mistranslation itself, as an address can hold it."""
        return "term-" + re.sub(r"\W+", "-", self.from_)


class Terms(_Entry):
    """Entries of the glossary that belong together."""

    id: Slug
    name: InBoth
    terms: tuple[Term, ...]


class Pair(_Entry):
    """What the field calls a thing in English, and in Chinese: any of its names there."""

    en: Word
    zh: Annotated[Words, Field(min_length=1)]


REMOVED = "removed"  # the stage of a feature that is there no longer: no level's id


class Identity(_Entry):
    """A feature's permanent id, its names, areas and relations.

    ``mentions`` announce it in running prose; ``formerly`` are ids that it had.
    """

    id: Slug
    name: InBoth
    aliases: Called = ()
    areas: Annotated[Slugs, Field(min_length=1)]
    relations: dict[RelationKind, Slug] = {}
    mentions: Words = ()
    formerly: Slugs = ()

    @property
    def names(self) -> Words:
        """What it is called anywhere."""
        return (self.id, *self.name.both, *self.aliases)


class Family(_Entry):
    """Features that belong together and are not the same: linked, never merged."""

    id: Slug
    name: InBoth
    members: Annotated[Slugs, Field(min_length=2)]
    reason: InBoth


class Moved(_Entry):
    """A former address of the site, and the one that it leads to, both below the language's folder."""

    former: Annotated[str, Field(pattern=r"^[a-z0-9][\w./-]*/$")]
    now: Annotated[str, Field(pattern=r"^[a-z0-9][\w./-]*/(\?[\w.&=-]+)?$")]


class DateClaim(_Entry):
    """A day on which a source says that a version was released, or announced."""

    date: date
    source: InBoth
    url: Url


class Released(DateClaim):
    """A version of PyTorch, and the day on which it was announced; ``others`` say that it was another day."""

    version: Version
    others: tuple[DateClaim, ...] = ()


class Elsewhere(_Entry):
    """What an official text of PyTorch that is not collected says of a feature: its level in a release."""

    feature: Slug
    release: Version
    level: Slug
    source: Official
    quote: Quote


class LinkKind(_Entry):
    """A kind of addresses that announcements link, and the beginnings of those; the last kind has none."""

    id: Slug
    name: InBoth
    addresses: tuple[Pattern, ...] = ()
    is_general: bool = False  # they lead to PyTorch as a whole, and say nothing of a feature


class Publisher(_Entry):
    """Who published translations, or ``originals``, recognised by host, name or translator; under which ``terms``."""

    name: InBoth
    url: Url
    hosts: Words = ()
    names: Words = ()
    translators: Words = ()
    originals: bool = False
    terms: InBoth


class Redirect(_Entry):
    """Addresses that wrap another: ``pattern`` matches the wrapper, ``parameter`` holds the target."""

    pattern: Pattern
    parameter: Word
    reason: InBoth


class Label(_Entry):
    """Words before a colon that make a line a fact."""

    fact: Word
    words: Words


class Boilerplate(_Entry):
    """Text that says nothing of the release: dropped, or shown less prominently (aside)."""

    pattern: Pattern
    action: str = Field(pattern="^(drop|aside|strip)$")
    where: str = Field(default="any", pattern="^(any|title|head|foot)$")
    unless_linked: Pattern | None = None  # an address: what links to one such is more than boilerplate
    reason: InBoth


class Conventions(_Entry):
    """The conventions of publishers: labels, boilerplate, redirects, placeholder images."""

    publishers: tuple[Publisher, ...]
    redirects: tuple[Redirect, ...]
    labels: tuple[Label, ...]
    byline_noise: tuple[Pattern, ...]  # what surrounds a byline and says nothing: 暂无评论
    bylines: tuple[Pattern, ...]  # whole lines; what they name as ``author`` stays
    original_pointers: tuple[Pattern, ...]  # sentences whose link leads to the original
    project_counts: tuple[Pattern, ...]  # sentences whose numbers speak of the whole project
    boilerplate: tuple[Boilerplate, ...]
    placeholder_images: tuple[Pattern, ...]
    dropped_meta: Words  # front-matter keys of the publisher's own site
    pointing_words: tuple[Pattern, ...]  # sentences that promise a link
    vague_words: Words  # words of links that may lead anywhere


class CodeNames(_Entry):
    """What distinguishes identifiers from prose."""

    roots: Words  # first segments of dotted names: torch, nn, rpc
    names: Words  # single words that are code wherever they stand: DistributedDataParallel
    prose: Words  # words that look like code and are not: PyTorch.org, NumPy


class Erratum(_Entry):
    """Replace ``find``, found once on line ``line`` of the seed's file (or from there on), by ``replace``."""

    line: int = Field(ge=1)
    find: str = Field(min_length=1)
    replace: str
    reason: InBoth
