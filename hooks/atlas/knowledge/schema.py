"""The schema of ``seeds/knowledge``: one class for each kind of entry."""

import datetime as dt
import re
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ModelWrapValidatorHandler, model_validator

from atlas.core.versions import version_key
from atlas.knowledge.fields import (
    BilingualField,
    Pattern,
    Phrases,
    Quote,
    RecognizedNames,
    Slug,
    Slugs,
    Templates,
    Url,
    Version,
    Word,
    Words,
    words_pattern,
)


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_serialization_defaults_required=True)
    _yaml_line: int = 0

    @model_validator(mode="wrap")
    @classmethod
    def _with_line(cls, data: Any, make: ModelWrapValidatorHandler[Self]) -> Self:  # noqa: ANN401  whatever a file holds
        entry = make(data)
        entry._yaml_line = getattr(data, "line", 0)  # noqa: SLF001  its own
        return entry

    @property
    def yaml_line(self) -> int:
        """The line of its file on which it starts."""
        return self._yaml_line

    def __hash__(self) -> int:
        """Hash the first field, which identifies an entry: caches of compiled patterns use entries as keys."""
        return hash(next(iter(vars(self).values())))


Percent = Annotated[int, Field(ge=0, le=100)]
Color = Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]
UNPUBLISHED = Field(exclude=True)  # not in the site's JSON: how levels are drawn, and how they are read
RelationKind = Literal["renamed_to", "superseded_by", "part_of"]


class Colors(_Entry):
    """The colors of a level's text, its background, and its symbol, in the light and the dark color scheme."""

    light: tuple[Color, Color, Color]
    dark: tuple[Color, Color, Color]


class LaterLevel(_Entry):
    """The level that announcements mean from release ``since`` on when they say the one before."""

    since: Version
    level: Slug


class Level(_Entry):
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


class Era(_Entry):
    """A level's name and meaning in announcements of the versions from ``since`` to ``until``; either may be open."""

    level: Slug
    word: BilingualField
    since: Version | None = None
    until: Version | None = None
    source: Url
    meaning: BilingualField

    def includes(self, version: str) -> bool:
        """Whether a version is one of them; an empty version precedes all others."""
        begins = not self.since or (version and version_key(self.since) <= version_key(version))
        return bool(begins) and (not (version and self.until) or version_key(version) <= version_key(self.until))


class Wording(_Entry):
    """Headings, or bracketed words, of one kind: ``words``, with any of ``before`` and ``after`` around them."""

    words: Words
    before: Words = ()
    after: Words = ()

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        before, words, after = map(words_pattern, (self.before, self.words, self.after))
        return re.compile(rf"(?i)(?:(?:{before})\s*){{0,4}}(?:{words})s?(?:\s*(?:{after})){{0,4}}")

    def matches(self, text: str) -> bool:
        """Whether a whole text is of this kind."""
        return self._pattern.fullmatch(text) is not None


class NoticeKind(_Entry):
    """A kind of statement about a feature besides its level, such as deprecated."""

    id: Slug
    name: BilingualField
    definition: BilingualField
    titles: Annotated[tuple[Pattern, ...], UNPUBLISHED]  # titles that say so about their group ``name``
    sentences: Annotated[tuple[Pattern, ...], UNPUBLISHED]  # wording that says so about what precedes it, or ``name``


class Stability(_Entry):
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
        became = next((each.became for each in self.levels if each.id == level), None)
        return became.level if became and version_key(version) >= version_key(became.since) else level

    def ranks_above(self, level: str, other: str) -> bool:
        """Whether a level ranks above another; false for levels side by side and for what is not a level."""
        return other in self._lower.get(level, ())


class Area(_Entry):
    """A feature area, and the words that identify it."""

    id: Slug
    name: BilingualField
    description: BilingualField
    keywords: Words
    symbols: Words = ()
    sections: Phrases | None = None  # headings below which everything belongs to the area
    is_news: bool = False  # features with this as their first area and without a level count as news, not as features

    def has_section(self, heading: str) -> bool:
        """Whether everything below a heading belongs to the area."""
        return self.sections is not None and self.sections.fullmatch(heading) is not None


class Term(_Entry):
    """A mistranslation and its correction, which applies only where its guards hold."""

    from_: Word = Field(alias="from")
    to: Word
    en: Word
    reason: BilingualField
    also: Words = ()  # other English wordings that translations may use
    in_chinese: bool = False  # the text contains Chinese, and no Latin word is next to the term
    near: Words = ()  # the text contains one of these
    not_before: Words = ()  # none of these follows the term directly
    not_after: Words = ()  # none of these precedes it directly

    @property
    def id(self) -> str:
        """The mistranslation as an id for use in URLs."""
        return "term-" + re.sub(r"\W+", "-", self.from_)


class Terms(_Entry):
    """A group of related glossary entries."""

    id: Slug
    name: BilingualField
    terms: tuple[Term, ...]


class LexiconEntry(_Entry):
    """An English term of the field, and its Chinese names."""

    en: Word
    zh: Annotated[Words, Field(min_length=1)]


REMOVED = "removed"  # the stage of a removed feature; not the id of any level


class Identity(_Entry):
    """A feature's permanent id, its names, areas, and relations.

    ``about`` says in a sentence what it is, where announcements do not begin with that. ``mentions`` are phrases that
    announce it in running prose; ``formerly`` lists its former ids.
    """

    id: Slug
    name: BilingualField
    about: BilingualField | None = None
    aliases: RecognizedNames = ()
    areas: Annotated[Slugs, Field(min_length=1)]
    relations: dict[RelationKind, Slug] = {}
    mentions: Words = ()
    formerly: Slugs = ()

    @property
    def names(self) -> Words:
        """All of its names, including its id."""
        return (self.id, *self.name.both, *self.aliases)


class PathRedirect(_Entry):
    """A former path on the site and the path that it redirects to, both relative to the language's folder."""

    former: Annotated[str, Field(pattern=r"^[a-z0-9][\w./-]*/$")]
    now: Annotated[str, Field(pattern=r"^[a-z0-9][\w./-]*/(\?[\w.&=-]+)?$")]


class RecordStatement(_Entry):
    """What one of PyTorch's own posts states of a feature: a level, a notice, or only that it is announced.

    ``under`` is the heading or column that states the level; ``source`` names one of the record's sources, by default
    the first.
    """

    feature: Slug
    level: Slug | None = None
    notice: Slug | None = None
    quote: Quote
    under: Quote | None = None
    source: Slug = ""


class Record(_Entry):
    """What PyTorch's own posts about one release state, as facts: their texts are not here.

    ``sources`` are the copies that were read, by name; ``whole`` is false if the announcement could not be read whole.
    """

    version: Version
    date: dt.date
    announcement: Url
    sources: Annotated[dict[Slug, Url], Field(min_length=1)]
    checked: dt.date
    whole: bool = True
    statements: tuple[RecordStatement, ...] = ()

    def source_of(self, statement: RecordStatement) -> str:
        """The address of the copy that has a statement."""
        return self.sources[statement.source] if statement.source else next(iter(self.sources.values()))


class LinkKind(_Entry):
    """A kind of link in announcements, by its addresses; the last kind, which takes all others, has none."""

    id: Slug
    name: BilingualField
    addresses: Words = ()
    is_general: bool = False  # they lead to PyTorch as a whole and say nothing about a feature


class Publisher(_Entry):
    """A publisher of translations or ``originals``, recognized by host, name, or translator, and its ``terms``."""

    name: BilingualField
    url: Url
    hosts: Words = ()
    names: Words = ()
    translators: Words = ()
    originals: bool = False
    terms: BilingualField


class Redirect(_Entry):
    """Addresses of pages that only redirect: the query ``parameter`` of their URLs contains the target."""

    addresses: Words
    parameter: Word
    reason: BilingualField


class Label(_Entry):
    """Words before a colon that make a line a fact."""

    fact: Word
    words: Words


class Boilerplate(_Entry):
    """Text that says nothing about the release: dropped, stripped as a prefix, or shown less prominently (aside)."""

    pattern: Pattern
    action: Literal["drop", "aside", "strip"]
    where: Literal["any", "title", "foot"] = "any"
    unless_linked: Words = ()  # addresses: text that links to one is kept
    reason: BilingualField


class Conventions(_Entry):
    """What publishers add to announcements: labels, boilerplate, redirects, placeholder images."""

    publishers: tuple[Publisher, ...]
    official: Words  # addresses of PyTorch's own posts, which records cite
    redirects: tuple[Redirect, ...]
    labels: tuple[Label, ...]
    byline_noise: tuple[Pattern, ...]  # meaningless text around bylines: 暂无评论
    bylines: tuple[Pattern, ...]  # whole lines; only their groups ``author`` and ``translator`` become facts
    original_pointers: Phrases  # sentences whose link leads to the original
    project_counts: Phrases  # sentences whose numbers are about the whole project
    boilerplate: tuple[Boilerplate, ...]
    placeholder_images: Words  # addresses
    placeholder_words: Words  # instead of a description of an image
    dropped_meta: Words  # front matter keys for the publisher's own site
    pointing_words: tuple[Pattern, ...]  # sentences that promise a link
    vague_words: Words  # link texts that may lead anywhere
    announcing: tuple[str, ...]  # forms of what announces a release, with {release} or {version}
    after_release: Words  # what follows the release in a title that announces it: 发布, Released
    about_the_release: Words  # words of texts that announce a release below a title that does not
    not_announcing: Words  # in sentences and titles about plans and the past
    other_posts: Words  # in titles of posts that announce no release


class CodeNames(_Entry):
    """What distinguishes identifiers from prose."""

    roots: Words  # first segments of dotted names: torch, nn, rpc
    names: Words  # single words that are always code: DistributedDataParallel
    prose: Words  # words that look like code and are not: PyTorch.org, NumPy


class Erratum(_Entry):
    """Replace ``find``, which must occur once on (or starting on) ``line`` of the seed's file, with ``replace``."""

    line: int = Field(ge=1)
    find: str = Field(min_length=1)
    replace: str
    reason: BilingualField
