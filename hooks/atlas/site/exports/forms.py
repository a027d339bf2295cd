"""The published forms of the data: a class for each kind of JSON file, and for each kind of object in these files.

JSON Schemas are made from these classes, so their docstrings and descriptions are published, too. Where possible, a
class of the knowledge base is published as it is.
"""

from dataclasses import fields
from datetime import date
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model

from atlas.core.urls import safe_url
from atlas.extract.counts import Count
from atlas.extract.facts import Address, Facts, Person
from atlas.knowledge import schema
from atlas.knowledge import stability as knowledge_of_levels

Version = Annotated[str, Field(description="A version, compared number by number: 1.10 is later than 1.9.")]
LevelId = Annotated[str, Field(description="Id of a stability level (see stability.json).")]
NoticeId = Annotated[str, Field(description="Id of a kind of notice (see stability.json), or `removed`.")]
FeatureId = Annotated[str, Field(description="Permanent id of a feature (see features.json).")]
Path = Annotated[str, Field(description="Address below `site`; the English page lies at the same address below `en/`.")]
OR_NULL = BeforeValidator(lambda text: text or None)
Text = Annotated[str | None, OR_NULL]  # an empty text becomes null


class Form(BaseModel):
    """A published form: it has all properties that are described, and no others."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", from_attributes=True, json_schema_serialization_defaults_required=True
    )

    @classmethod
    def of(cls, source: object, /, **differing: object) -> Self:
        """Return the published form of ``source``: its attributes of the same names, except the ``differing`` ones."""
        same = {name: getattr(source, name) for name in cls.model_fields if name not in differing}
        return cls(**same, **differing)


class File(Form):
    """The head of every file."""

    file_name: ClassVar[str]

    site: str = Field(description="Address of the site, ending in a slash.")
    generator: Literal["PyTorch Release Atlas"] = "PyTorch Release Atlas"
    schema_: str = Field(alias="schema", description="Address of this file's JSON Schema.")


class Translated(Form):
    """A text in both languages; null where there is no current translation."""

    zh: str | None
    en: str | None


class Number(Form):
    """A number that an announcement states."""

    value: int
    approximate: bool = Field(description="Whether it is stated as a lower bound or an approximation.")


class _Dated(Form):
    """What precedes the facts of an announcement."""

    language: Literal["zh", "en"] = Field(description="What the announcement is written in, and quotes of it.")
    title: Translated
    date: date | None
    date_kind: Literal["release", "article", "none"] = Field(description="Whose date it is.")


# How facts of each type are published. ``Source`` has a field for each fact, so a new fact needs nothing here.
_PUBLISHED: dict[object, Any] = {
    str: Text,
    Address: Annotated[str | None, BeforeValidator(lambda address: safe_url(address) or None)],
    Person: Annotated[str | None, BeforeValidator(lambda person: person.name or None)],
    Count | None: Number | None,
}
_FACTS: dict[str, Any] = {fact.name: _PUBLISHED[fact.type] for fact in fields(Facts)}
_WithFacts = create_model("_WithFacts", __base__=_Dated, **_FACTS)


class Source(_WithFacts):
    """An announcement whose text is on the site."""

    seed: str = Field(description="The announcement's file in the repository.")
    news: tuple[FeatureId, ...] = Field(description="Events and the like, which are not counted as features.")


class Named(Form):
    """One feature as one release names it."""

    feature: FeatureId
    level: LevelId | None = Field(description="The level that the release states; null if it states none.")
    notices: tuple[NoticeId, ...]


class Release(Form):
    """One release of PyTorch."""

    version: Version
    date: date | None
    url: str | None = Field(description="PyTorch's own announcement.")
    path: Path
    announcement: Source | None = Field(description="Null where the text is not on the site, only a record of it.")
    counts: dict[str, int] = Field(description="How many features it states at which level.")
    features: tuple[Named, ...]


class Releases(File):
    """Every release, newest first."""

    file_name = "releases"

    releases: tuple[Release, ...]


class Relation(Form):
    """A feature's relation to another."""

    kind: schema.RelationKind
    feature: FeatureId
    quote: str | None = Field(description="PyTorch's words that say so, at most twelve; null for `part_of`.")
    source: str | None = Field(description="Address of the quote; null for `part_of`.")


class Statement(Form):
    """What PyTorch stated of a feature in one release."""

    release: Version
    level: LevelId | None = Field(description="Null: it states no level.")
    notice: NoticeId | None
    source: Literal["announcement", "record"] = Field(description="Whether the whole text is on the site.")
    line: int | None = Field(ge=1, description="Of the announcement's file, from 1; null for a record.")
    url: str | None = Field(description="Where a record's words stand; null for an announcement.")
    quote: str = Field(description="In the language of the source, as corrected; of a record, at most twelve words.")
    translation: Text = Field(description="The quote in the other language; null where nobody translated it.")
    under: Text = Field(description="The heading or column that states the level.")


class Feature(Form):
    """A feature and everything that PyTorch stated of it. Its level at a release is the last one stated up to it."""

    id: FeatureId
    name: Translated
    aliases: tuple[str, ...]
    areas: tuple[str, ...] = Field(description="Ids of areas.")
    path: Path
    level: LevelId | None = Field(description="The last level stated, or `removed`; null if none was.")
    since: Version = Field(description="The release that first states this level, without another one after it.")
    relations: tuple[Relation, ...]
    statements: tuple[Statement, ...] = Field(description="In the order of releases.")


class Features(File):
    """Every feature once, in the order in which PyTorch announced them."""

    file_name = "features"

    features: tuple[Feature, ...]


class Link(Form):
    """An address that an announcement gives for a feature."""

    kind: str = Field(description="Id of a kind of addresses: documentation, tutorial, issue, pull-request, …")
    url: str
    version: Version = Field(description="Of the newest release that gives it.")


class OneFeature(Feature, File):
    """Everything about one feature."""

    file_name = "feature"

    formerly: tuple[FeatureId, ...] = Field(description="Ids that it had, under which it is found too.")
    links: tuple[Link, ...] = Field(description="The newest release first, each address once.")
    badge: str | None = Field(description="Address of its badge below `site`.")


class Level(knowledge_of_levels.Level):
    """A stability level. It ranks above those in `above`, and those below them; others stand side by side."""

    path: Path
    features: tuple[FeatureId, ...] = Field(description="Those whose last level it is.")


class Stability(File):
    """The stability levels, most stable first; the kinds of notices; and what levels were called when."""

    file_name = "stability"

    levels: tuple[Level, ...]
    notices: tuple[knowledge_of_levels.NoticeKind, ...]
    eras: tuple[knowledge_of_levels.Era, ...]


FORMS: tuple[type[File], ...] = (Releases, Features, Stability, OneFeature)
FORM_NAMES = tuple(form.file_name for form in FORMS)
