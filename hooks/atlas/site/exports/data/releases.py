"""releases.json: every release, the facts of its announcement, and the features that it names."""

from collections import Counter
from dataclasses import fields
from datetime import date
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, create_model

from atlas.core.languages import LANGUAGES
from atlas.core.urls import safe_url
from atlas.extract.announcement import Announcement
from atlas.extract.counts import Count
from atlas.extract.facts import Address, Facts, Person
from atlas.history.collection import Collection
from atlas.history.lifecycle import ReleaseFeature
from atlas.history.release import Release
from atlas.site.exports.data.form import (
    FeatureId,
    File,
    Form,
    LevelOrRemovedId,
    NoticeId,
    Path,
    Text,
    TranslatedForm,
    Version,
)
from atlas.site.paths import release_path


class NumberForm(Form):
    """A number that an announcement states."""

    value: int
    approximate: bool = Field(description="Whether it is stated as a lower bound or an approximation.")


class _Dated(Form):
    """What precedes the facts of an announcement."""

    language: Literal["zh", "en"] = Field(description="What the announcement is written in, and quotes of it.")
    title: TranslatedForm
    date: date | None
    date_kind: Literal["release", "article", "none"] = Field(description="Whose date it is.")


# How facts of each type are published. ``AnnouncementForm`` has a field for each fact, so a new fact needs none here.
_PUBLISHED: dict[object, Any] = {
    str: Text,
    Address: Annotated[str | None, BeforeValidator(lambda address: safe_url(address) or None)],
    Person: Annotated[str | None, BeforeValidator(lambda person: person.name or None)],
    Count | None: NumberForm | None,
}
_FACTS: dict[str, Any] = {fact.name: _PUBLISHED[fact.type] for fact in fields(Facts)}
_WithFacts = create_model("_WithFacts", __base__=_Dated, **_FACTS)


class AnnouncementForm(_WithFacts):
    """An announcement whose text is on the site."""

    seed: str = Field(description="The announcement's file in the repository.")
    news: tuple[FeatureId, ...] = Field(description="Events and the like, which are not counted as features.")


def _announcement(announcement: Announcement, collection: Collection) -> AnnouncementForm:
    """Return the form of an announcement."""
    return AnnouncementForm.of(
        announcement,
        date=announcement.day.date,
        date_kind=announcement.day.kind,
        language=announcement.seed.language,
        title={language: announcement.text_in(announcement.title, language) for language in LANGUAGES},
        **dict(announcement.facts.items()),
        seed=announcement.seed.path,
        news=tuple(collection.lifecycle(announcement, feature).id for feature in announcement.news),
    )


class NamedForm(Form):
    """One feature as one release names it."""

    feature: FeatureId
    level: LevelOrRemovedId | None = Field(description="The level that the release states; null if it states none.")
    notices: tuple[NoticeId, ...]


def _named(feature: ReleaseFeature) -> NamedForm:
    """Return the form of a feature as a release names it."""
    return NamedForm.of(feature, feature=feature.lifecycle.id)


class ReleaseForm(Form):
    """One release of PyTorch."""

    version: Version
    date: date | None
    url: str | None = Field(description="PyTorch's own announcement.")
    path: Path
    announcement: AnnouncementForm | None = Field(
        description="Null where the text is not on the site, only a record of it."
    )
    counts: dict[str, int] = Field(description="How many features it states at which level.")
    highlights: tuple[FeatureId, ...] = Field(description="Those that its title or opening names first, if recorded.")
    features: tuple[NamedForm, ...]


def _release(release: Release, collection: Collection) -> ReleaseForm:
    """Return the form of a release."""
    counts = Counter(feature.level for feature in release.features)
    return ReleaseForm.of(
        release,
        url=release.post or None,
        path=release_path(release.version),
        announcement=_announcement(release.announcement, collection) if release.announcement else None,
        counts={level: counts[level] for level in collection.knowledge.stability.levels_and_removed if counts[level]},
        highlights=release.record.highlights if release.record else (),
        features=tuple(map(_named, release.features)),
    )


class ReleasesFile(File):
    """Every release, newest first."""

    file_name = "releases"

    releases: tuple[ReleaseForm, ...]

    @classmethod
    def made(cls, collection: Collection, base: str) -> Self:
        """Return the file of a collection."""
        return cls(**cls.head(base), releases=tuple(_release(release, collection) for release in collection.releases))
