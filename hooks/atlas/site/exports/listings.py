"""The shapes of what lists features by area, by level and by version."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from atlas.site.exports.shapes import AreaId, FeatureId, Path, Published, Shape, Stage, Version, Words


class Group(Shape):
    """Some features of one release."""

    version: Version
    features: tuple[FeatureId, ...]


class Feeds(Shape):
    """Addresses of Atom feeds below `site`."""

    zh: str
    en: str


class Area(Shape):
    """A feature area."""

    id: AreaId
    name: Words
    description: Words
    path: Path
    feeds: Feeds
    versions: tuple[Group, ...] = Field(description="Newest first.")


class Areas(Published):
    """Every feature area, in the order of the site."""

    areas: Iterable[Area]


class Level(Shape):
    """A stability level."""

    id: str
    name: Words
    symbol: str
    definition: Words
    path: Path
    versions: tuple[Group, ...] = Field(description="Newest first.")


class Era(Shape):
    """What a level was called, and meant, in announcements from one version to another."""

    level: str
    word: Words
    since: Version | None = Field(description="Null: from the first on.")
    until: Version | None = Field(description="Null: up to now.")
    meaning: Words


class Stability(Published):
    """The levels of stability, the most stable first."""

    levels: Iterable[Level]
    eras: tuple[Era, ...]


class Name(Shape):
    """An id and its name."""

    id: str
    name: Words


class Symbol(Name):
    """A level's name and sign."""

    symbol: str


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


class Stages(Published):
    """The stages of every feature, for comparing versions."""

    versions: tuple[Version, ...] = Field(description="Of collected releases, oldest first.")
    areas: tuple[Name, ...]
    levels: tuple[Symbol, ...]
    features: Iterable[States]
