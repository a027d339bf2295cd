"""The shapes of the published data; the JSON and its JSON Schema come from the same models."""

from datetime import date
from typing import Annotated, Literal

from pydantic import AliasPath, BaseModel, BeforeValidator, ConfigDict, Field

from atlas.knowledge.schema import RelationKind

Version = Annotated[str, Field(description="A version, compared number by number: 1.10 is later than 1.9.")]
NamedStage = Annotated[str | None, BeforeValidator(lambda level: level or None)]  # an empty one becomes null
NoticeId = Annotated[str, Field(description="Id of a kind of notice (see stability.json), or `removed`.")]
FeatureId = Annotated[str, Field(description="Permanent id of a feature (see features.json).")]
AreaId = Annotated[str, Field(description="Id of an area.")]
Path = Annotated[str, Field(description="Address below `site`; the English page lies at the same address below `en/`.")]
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


class Source(Shape):
    """An announcement whose text is on the site."""

    language: Literal["zh", "en"] = Field(description="What the announcement is written in, and quotes of it.")
    title: Words
    date: Day | None
    date_kind: Literal["release", "article", "none"] = Field(description="Whose date it is.")
    original_url: str | None
    translation_url: str | None
    translator: str | None
    publisher: str | None
    commits: Number | None
    contributors: Number | None
    seed: str = Field(description="The announcement's file in the repository.")
    news: tuple[FeatureId, ...] = Field(description="Events and the like, which are not counted as features.")


class Named(Shape):
    """One feature as one release names it."""

    feature: FeatureId
    level: NamedStage = Field(description="The level that the release states; null if it states none.")
    notices: tuple[NoticeId, ...]


class Release(Shape):
    """One release of PyTorch."""

    version: Version
    date: Day | None
    url: str | None = Field(description="PyTorch's own announcement.")
    path: Path
    announcement: Source | None = Field(description="Null where the text is not on the site, only a record of it.")
    counts: dict[str, int] = Field(description="How many features it states at which level.")
    features: tuple[Named, ...]


class Releases(Published):
    """Every release, newest first."""

    releases: tuple[Release, ...]


class Relation(Shape):
    """A feature's relation to another."""

    kind: RelationKind
    feature: FeatureId


class Statement(Shape):
    """What PyTorch stated of a feature in one release."""

    release: Version
    level: NamedStage = Field(description="Null: it states no level.")
    notice: Annotated[NoticeId | None, BeforeValidator(lambda notice: notice or None)]
    source: Literal["announcement", "record"] = Field(description="Whether the whole text is on the site.")
    line: Line | None = Field(description="Of the announcement's file; null for a record.")
    url: str | None = Field(description="Where a record's words stand; null for an announcement.")
    quote: str = Field(description="In the language of the source, as corrected; of a record, at most twelve words.")
    translation: str | None = Field(description="The quote in the other language; null where nobody translated it.")
    under: str | None = Field(description="The heading or column that states the level.")


class Feature(Shape):
    """A feature and everything that PyTorch stated of it. Its level at a release is the last one stated up to it."""

    id: FeatureId
    name: Words
    aliases: tuple[str, ...]
    areas: tuple[AreaId, ...]
    path: Path
    level: NamedStage = Field(description="The last level stated; null if none was.")
    since: Version = Field(description="The release that first states this level, without another one after it.")
    relations: tuple[Relation, ...]
    statements: tuple[Statement, ...] = Field(description="In the order of releases.")


class Features(Published):
    """Every feature once, in the order in which PyTorch announced them."""

    features: tuple[Feature, ...]


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
    badge: str | None = Field(description="Address of its badge below `site`.")


class Level(Shape):
    """A stability level."""

    id: str
    name: Words
    symbol: str
    above: tuple[str, ...] = Field(description="Levels that it ranks above; levels not so related stand side by side.")
    definition: Words
    path: Path
    features: tuple[FeatureId, ...] = Field(description="Those whose last level it is.")


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
