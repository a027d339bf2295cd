"""The shapes of the published data; the JSON and its JSON Schema come from the same models."""

from datetime import date
from typing import Annotated, Literal

from pydantic import AliasPath, BaseModel, BeforeValidator, ConfigDict, Field

from atlas.history.answer import How
from atlas.knowledge.schema import RelationKind

Version = Annotated[str, Field(description="A version, compared number by number: 1.10 is later than 1.9.")]
Stage = Annotated[str, Field(description="Id of a stability level (see stability.json), or `removed`.")]
IsNews = Annotated[bool, Field(description="Whether it is an event or the like, which is not counted as a feature.")]
FeatureId = Annotated[str, Field(description="Permanent id of a feature (see features.json).")]
AreaId = Annotated[str, Field(description="Id of an area (see areas.json).")]
Path = Annotated[str, Field(description="Address below `site`; the English page lies at the same address below `en/`.")]
Template = Annotated[str, Field(description="Address below `site`, with a place for each part in braces.")]
NamedVersion = Annotated[Version | None, BeforeValidator(lambda version: version or None)]  # an empty one becomes null
Day = date
Line = Annotated[int, Field(ge=1, description="Line of the seed, from 1.")]


class Shape(BaseModel):
    """The base of all shapes, which can be made from objects with the same attributes."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True, from_attributes=True)


class Published(Shape):
    """The header of every file."""

    site: str = Field(description="Address of the site, ending in a slash.")
    generator: Literal["PyTorch Release Atlas"]
    schema_: str = Field(alias="schema", description="Address of this file's JSON Schema.")


class Words(Shape):
    """A text in both languages; null where there is no current translation."""

    zh: str | None
    en: str | None


class Number(Shape):
    """A number that an announcement states."""

    value: int
    approximate: bool = Field(description="Whether it is stated as a lower bound or an approximation.")


class Edit(Shape):
    """An edit of a seed's text."""

    rule: Literal["erratum", "glossary", "typography"]
    before: str
    after: str
    reason: Annotated[Words | None, BeforeValidator(lambda reason: reason or None)]


class Quoted(Shape):
    """Words of one line of a seed."""

    line: Line
    quote: str = Field(description="A title or sentence, as corrected.")
    translation: str | None = Field(description="The quote in the other language; null where nobody translated it.")
    original: str | None = Field(description="The file's own words where the quote differs from them; else null.")
    original_line: Line | None = Field(description="The line on which these begin.")
    edits: tuple[Edit, ...] = Field(description="What made the quote of them.")


class Announced(Shape):
    """One feature as one release announces it."""

    feature: FeatureId
    anchor: str = Field(description="Id on the release's page.")
    title: Words
    stage: Stage
    areas: tuple[AreaId, ...]
    is_news: IsNews
    apis: tuple[str, ...] = Field(description="API names that the text mentions.")
    line: Line


class Release(Shape):
    """One announcement."""

    version: Version
    language: Literal["zh", "en"] = Field(description="What the announcement is written in, and quotes of it.")
    title: Words
    date: Day | None
    date_kind: Literal["release", "article", "none"] = Field(description="Whose date it is.")
    pytorch_date: Day | None = Field(
        description="The day on which PyTorch announced the version, which the announcement here may not state."
    )
    original_url: str | None
    translation_url: str | None
    translator: str | None
    publisher: str | None
    commits: Number | None
    contributors: Number | None
    seed: str = Field(description="The announcement's file in the repository.")
    path: Path
    names_levels: bool = Field(
        description="Whether it gives any feature a level. Where it gives none, unclassified says nothing of features."
    )
    counts: dict[str, int] = Field(
        description="How many features are announced at which level; the end of one counts at the level it states."
    )
    features: tuple[Announced, ...] = Field(description="In the order of the page.")


class Releases(Published):
    """Every release, newest first."""

    releases: tuple[Release, ...]


class Relation(Shape):
    """A feature's relation to another."""

    kind: RelationKind
    feature: FeatureId


class Observation(Quoted):
    """What a line of a seed states about a feature."""

    feature: FeatureId
    version: NamedVersion = Field(description="What it speaks of; null: an earlier version that it does not name.")
    stage: Stage | None = Field(
        description="Null: the line states no level. Of a notice, its kind (see stability.json)."
    )
    label_raw: str = Field(description="The level in the seed's own words.")
    basis: Literal["marker", "table", "section", "heading", "prose", "notice", "none"] = Field(
        description="What states the level; a heading states a removal or a beginning; a notice is no level."
    )
    seed: str = Field(description="Name of the seed, without its ending.")
    announced_in: Version = Field(description="The version that the seed announces.")
    past: bool = Field(description="Whether it speaks of an earlier version than the seed announces.")
    first: bool = Field(description="Whether it says that the feature began in this version.")
    mention: bool = Field(description="Whether the announcement states it in passing, and announces other features.")


class Elsewhere(Shape):
    """What an official PyTorch text that is not collected states about a feature. Only answers take it into account."""

    source: Literal["elsewhere"]
    feature: FeatureId
    version: Version
    stage: Stage
    url: str = Field(description="The text.")
    quote: str = Field(description="Its own words, in English, at most twelve.")


class Interval(Shape):
    """A period in which a feature had a stage, as far as announcements state it."""

    stage: Stage
    since: NamedVersion = Field(description="The first version of which it is stated.")
    since_exact: bool = Field(validation_alias="exact", description="Whether it is known to begin there, not earlier.")
    last: NamedVersion = Field(description="The last version of which it is stated.")


class Introduced(Shape):
    """When a feature appeared."""

    version: Version
    how: Literal["in", "by", "before"] = Field(description="`by`: the first announcement to mention it.")


class Run(Shape):
    """A run of consecutive collected releases."""

    first: Version
    last: Version
    announcements: int


class Feature(Shape):
    """A feature across versions. Intervals are what announcements state, not what was the case; gaps are not filled."""

    id: FeatureId
    registered: bool = Field(description="Whether people gave it its id and names.")
    name: Words
    aliases: tuple[str, ...]
    areas: tuple[AreaId, ...]
    is_news: IsNews
    path: Path
    relations: tuple[Relation, ...]
    observations: tuple[Observation, ...] = Field(description="In the order of versions, notices last.")
    elsewhere: tuple[Elsewhere, ...] = Field(description="In the order of versions. Only answers take it into account.")
    intervals: tuple[Interval, ...]
    introduced: Introduced
    stage: Stage
    graduated: NamedVersion = Field(description="The version in which it became stable after a lower level.")
    graduated_exact: bool | None = Field(description="Whether it is known to be this version and no earlier one.")
    removed: NamedVersion
    not_mentioned: tuple[Run, ...] = Field(
        description="Collected releases after the first announcement of it that do not announce it."
    )


class Features(Published):
    """Every feature once, in the order of their announcement."""

    features: tuple[Feature, ...]


class Answer(Shape):
    """The level of a feature as of a release, and since when it has had it. Its page, badge and CSV row agree."""

    level: Stage | None = Field(description="Null: none is known.")
    how: How = Field(
        description="`new`: it began in `since`; `since`: it came to the level there; `first`: that is the earliest "
        "collected text on it; `by`: it came to the level there or earlier; `removed`; `elsewhere`: at the level as of "
        "`since`, by a text that is not collected; `unknown`: nothing is stated of this release or an earlier one."
    )
    since: NamedVersion


class Link(Shape):
    """An address that an announcement gives for a feature."""

    kind: str = Field(
        validation_alias=AliasPath("kind", "id"),
        description="Id of a kind of addresses: documentation, tutorial, issue, pull-request, …",
    )
    url: str
    version: Version = Field(description="Of the newest release that gives it.")


class FeatureFile(Feature, Published):
    """Everything about one feature."""

    formerly: tuple[FeatureId, ...] = Field(description="Ids that it had, under which it is found too.")
    links: tuple[Link, ...] = Field(description="The newest release first, each address once.")
    badge: str | None = Field(description="Address of its badge below `site` (see index.json).")
    answer: Answer = Field(description="As of now. The observation of that version and level has the evidence.")
    answers: dict[str, Answer] = Field(description="By collected release, oldest first.")


class Group(Shape):
    """Some features of one release."""

    version: Version
    features: tuple[FeatureId, ...]


class Feeds(Shape):
    """Paths of Atom feeds, relative to `site`."""

    zh: str
    en: str


class Area(Shape):
    """A feature area."""

    id: AreaId
    name: Words
    description: Words
    path: Path
    versions: tuple[Group, ...] = Field(description="Newest first.")


class Areas(Published):
    """Every feature area, in the order of the site."""

    areas: tuple[Area, ...]


class Level(Shape):
    """A stability level."""

    id: str
    name: Words
    symbol: str
    above: tuple[str, ...] = Field(description="Levels that it ranks above; levels not so related stand side by side.")
    definition: Words
    path: Path
    versions: tuple[Group, ...] = Field(description="Newest first.")


class Era(Shape):
    """A level's name and meaning in the announcements of a range of versions."""

    level: str
    word: Words
    since: NamedVersion = Field(description="Null: from the first on.")
    until: NamedVersion = Field(description="Null: up to now.")
    source: str = Field(description="Where PyTorch says so.")
    meaning: Words


class NoticeKind(Shape):
    """A kind of notice: what can be stated about a feature besides its level."""

    id: str
    name: Words
    definition: Words


class Stability(Published):
    """The stability levels, most stable first; the kinds of notices; and what levels were called when."""

    levels: tuple[Level, ...]
    notices: tuple[NoticeKind, ...]
    eras: tuple[Era, ...]


class File(Shape):
    """A file and, if it is JSON, its JSON Schema; paths are relative to `site`."""

    path: str
    schema_: str | None = Field(alias="schema")


class FeatureName(Shape):
    """A feature and its former ids, which work wherever its id does."""

    id: FeatureId
    formerly: tuple[FeatureId, ...]
    name: Words
    path: Path


class Index(Published):
    """The files for programs."""

    files: tuple[File, ...]
    feature: Template = Field(description="Of the data of one feature, with a schema in api/v1/schema/feature.json.")
    badge: Template = Field(description="Of a picture of the answer, of a feature with a page.")
    feeds: tuple[Feeds, ...] = Field(description="Of releases, and of changes of levels.")
    features: tuple[FeatureName, ...] = Field(description="In the order in which they were announced.")


class Name(Shape):
    """An id and its name."""

    id: str
    name: Words


class Symbol(Name):
    """A level's name and sign."""

    symbol: str


Outcome = Literal["new", "promoted", "reclassified", "changed", "removed", "still", "unmentioned"]


class States(Shape):
    """The stages of one feature."""

    id: FeatureId
    name: Words
    areas: tuple[AreaId, ...]
    path: Path
    states: tuple[tuple[Version, Stage], ...] = Field(
        description="Versions at which something is stated, and the stage as of each."
    )
    before: Stage | None = Field(description="The stage that it had before the first version that a text names.")
    elsewhere: tuple[tuple[Version, Stage], ...] = Field(
        description="Versions for which only official texts that are not collected state a stage, with that stage."
    )
    outcomes: tuple[tuple[Outcome | None, ...], ...] = Field(
        description="What became of it between two versions, at [i][j]: i of its states are of the earlier version or "
        "one before, i + j of the later version or one before. Null: it is not known, or removed before."
    )


class Stages(Published):
    """The stages of every feature, for comparing versions."""

    versions: tuple[Version, ...] = Field(description="Of collected releases, oldest first.")
    areas: tuple[Name, ...]
    levels: tuple[Symbol, ...]
    features: tuple[States, ...]
