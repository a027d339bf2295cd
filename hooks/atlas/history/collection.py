"""All releases and features, and the queries of pages: by area, by level, by release, between two releases."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby, pairwise
from pathlib import Path

from atlas.core.problems import Problem
from atlas.core.versions import VersionKey, version_key
from atlas.extract.announcement import AnnouncedFeature, Announcement
from atlas.history.changes import Change, changes
from atlas.history.feature_links import FeatureLink, links
from atlas.history.joining import join_features
from atlas.history.lifecycle import Lifecycle, ReleaseFeature
from atlas.history.relations import RelatedIds, relations
from atlas.history.release import Release
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import Area
from atlas.knowledge.stability import SUPERSEDED


@dataclass(frozen=True)
class Collection:
    """All announcements, newest first, and the knowledge base."""

    announcements: tuple[Announcement, ...]
    knowledge: Knowledge

    @cached_property
    def all_lifecycles(self) -> tuple[Lifecycle, ...]:
        """The lifecycles of all features and news, in the order in which releases first name them."""
        return join_features(self.announcements, self.knowledge)

    @cached_property
    def lifecycles(self) -> tuple[Lifecycle, ...]:
        """The lifecycles of all features. News are left out, as pages do not count or compare them."""
        return tuple(lifecycle for lifecycle in self.all_lifecycles if not lifecycle.is_news)

    @cached_property
    def lifecycles_newest_first(self) -> tuple[Lifecycle, ...]:
        """The lifecycles, sorted by the release with which the feature's present state began, newest first."""
        return tuple(
            sorted(self.lifecycles, key=lambda lifecycle: version_key(lifecycle.last_step.version), reverse=True)
        )

    @cached_property
    def lifecycles_by_id(self) -> dict[str, Lifecycle]:
        """All lifecycles by id, including news."""
        return {lifecycle.id: lifecycle for lifecycle in self.all_lifecycles}

    @cached_property
    def releases(self) -> tuple[Release, ...]:
        """Every release that has a record or an announcement, newest first."""
        records = self.knowledge.records_by_version
        announcements = {announcement.key: announcement for announcement in self.announcements}
        features = self._features_by_release()
        return tuple(
            Release(
                version=announcements[key].version if key in announcements else records[key].version,
                record=records.get(key),
                announcement=announcements.get(key),
                features=features.get(key, ()),
                stability=self.knowledge.stability,
            )
            for key in sorted({*records, *announcements}, reverse=True)
        )

    @cached_property
    def _by_version(self) -> dict[VersionKey, Release]:
        """The releases by ``version_key``."""
        return {release.key: release for release in self.releases}

    def release(self, version: str) -> Release:
        """Return the release of a version. Raises KeyError if there is none."""
        return self._by_version[version_key(version)]

    def _features_by_release(self) -> dict[VersionKey, tuple[ReleaseFeature, ...]]:
        """Return the features that each release names, in its order, by the ``version_key`` of the release."""
        features = chain.from_iterable(lifecycle.by_release for lifecycle in self.lifecycles)
        in_order = sorted(features, key=lambda feature: feature.statements[0].order)
        by_release = groupby(in_order, key=lambda feature: version_key(feature.version))
        return {key: tuple(named) for key, named in by_release}

    @cached_property
    def versions(self) -> tuple[str, ...]:
        """The versions of all releases, oldest first."""
        return tuple(release.version for release in reversed(self.releases))

    @cached_property
    def reached_levels(self) -> tuple[str, ...]:
        """The ids of the levels that any feature has or had, from the top down; REMOVED is last if any was removed."""
        reached = {step.state for lifecycle in self.lifecycles for step in lifecycle.steps}
        levels = reached.difference(self.knowledge.stability.notice_ids)
        return tuple(state for state in self.knowledge.stability.states if state in levels)

    @cached_property
    def states(self) -> tuple[str, ...]:
        """The ids of what any release states of a feature: levels from the top down, notices, REMOVED last."""
        stated = {feature.state for lifecycle in self.lifecycles for feature in lifecycle.by_release}
        return tuple(state for state in self.knowledge.stability.states if state in stated)

    def lifecycles_at(self, state: str) -> tuple[Lifecycle, ...]:
        """Return the features whose present state is ``state``."""
        return tuple(lifecycle for lifecycle in self.lifecycles_newest_first if lifecycle.last_step.state == state)

    def lifecycles_with(self, status: str) -> tuple[Lifecycle, ...]:
        """Return the features that have a status today: a notice such as “deprecated”, or SUPERSEDED."""
        return tuple(lifecycle for lifecycle in self.lifecycles_newest_first if status in lifecycle.statuses)

    @cached_property
    def statuses(self) -> tuple[str, ...]:
        """The ids of the statuses that any feature has today: notices, then SUPERSEDED."""
        held = {status for lifecycle in self.lifecycles for status in lifecycle.statuses}
        return tuple(status for status in (*self.knowledge.stability.notice_ids, SUPERSEDED) if status in held)

    def promoted_from(self, level: str) -> tuple[Lifecycle, ...]:
        """Return the features that had a level and have a higher one now."""
        ranks_above = self.knowledge.stability.ranks_above
        return tuple(
            lifecycle for lifecycle in self._formerly_at(level) if ranks_above(lifecycle.last_step.state, level)
        )

    def not_promoted_from(self, level: str) -> tuple[Lifecycle, ...]:
        """Return the features that had a level and now have another one that is not higher, or are removed."""
        promoted = self.promoted_from(level)
        return tuple(lifecycle for lifecycle in self._formerly_at(level) if lifecycle not in promoted)

    def _formerly_at(self, level: str) -> Iterator[Lifecycle]:
        """Yield the features that had a level and now have another one, or are removed."""
        for lifecycle in self.lifecycles_newest_first:
            had_level = any(step.state == level for step in lifecycle.steps)
            if had_level and lifecycle.last_step.state not in (level, *self.knowledge.stability.notice_ids):
                yield lifecycle

    @cached_property
    def promoted(self) -> tuple[Lifecycle, ...]:
        """The features that ever rose to a higher level, the most recent promotion first."""

        def last_promotion(lifecycle: Lifecycle) -> VersionKey:
            _, higher = lifecycle.promotions[-1]
            return version_key(higher.version)

        promoted = (lifecycle for lifecycle in self.lifecycles if lifecycle.promotions)
        return tuple(sorted(promoted, key=last_promotion, reverse=True))

    def lifecycles_in(self, area: str) -> tuple[Lifecycle, ...]:
        """Return an area's features."""
        return tuple(lifecycle for lifecycle in self.lifecycles_newest_first if area in lifecycle.areas)

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        """The areas that have features."""
        used = {area for lifecycle in self.lifecycles for area in lifecycle.areas}
        return tuple(area for area in self.knowledge.areas if area.id in used)

    @cached_property
    def _by_version_and_id(self) -> dict[tuple[str, str], Lifecycle]:
        """The lifecycles by (version of an announcement, id of the feature in that announcement)."""
        return {
            (passage.announcement.version, passage.feature.id): lifecycle
            for lifecycle in self.all_lifecycles
            for passage in lifecycle.announcement_passages
        }

    def lifecycle(self, announcement: Announcement, feature: AnnouncedFeature) -> Lifecycle:
        """Return the lifecycle that an announcement's feature belongs to."""
        return self._by_version_and_id[announcement.version, feature.id]

    @cached_property
    def links(self) -> dict[str, tuple[FeatureLink, ...]]:
        """The links that announcements give for each feature, by the feature's id."""
        return links(self.all_lifecycles, self.announcements, self.knowledge.link_kinds)

    @cached_property
    def relations(self) -> dict[str, RelatedIds]:
        """The relations of each feature to others, in both directions, by the feature's id."""
        return relations(self.knowledge.registered_features, self.all_lifecycles)

    def changes(self, earlier: str, later: str) -> dict[str, list[Change]]:
        """Return the changes of all features from one version to a later one, by kind of change."""
        by_kind: dict[str, list[Change]] = {}
        for lifecycle in self.lifecycles:
            for change in changes(lifecycle, earlier, later):
                by_kind.setdefault(change.kind, []).append(change)
        return by_kind


def collection_of(
    announcements: Iterable[Announcement], knowledge: Knowledge
) -> tuple[Collection, tuple[Problem, ...]]:
    """Return the collection of announcements, and the problems between several of them.

    If two files announce the same version, the collection has only the first; an error names both. A minor release that
    is not dated after the minor release before it gets a warning.
    """
    problems: list[Problem] = []
    by_version: dict[VersionKey, Announcement] = {}
    for announcement in sorted(announcements, key=lambda announcement: announcement.seed.path):
        first = by_version.setdefault(announcement.key, announcement)  # the first file that announces this version
        if first is not announcement:
            what = f"announces {announcement.version}, as {first.seed.path} does"
            message = f"{what}: {_remedy(first, announcement)}"
            problems.append(Problem(announcement.seed.path, announcement.title_line, message))
    newest_first = sorted(by_version.values(), key=lambda announcement: announcement.key, reverse=True)
    problems += _date_problems(newest_first)
    return Collection(tuple(newest_first), knowledge), tuple(problems)


def _date_problems(newest_first: Iterable[Announcement]) -> Iterator[Problem]:
    """Yield a warning for each minor release that is not dated after the minor release before it."""
    minors = (announcement for announcement in newest_first if announcement.version.count(".") == 1)
    dated = (announcement for announcement in minors if announcement.day.date)
    for later, earlier in pairwise(dated):
        day, day_before = later.day.date, earlier.day.date
        if day and day_before and day <= day_before:
            message = f"is dated {day}, not after {earlier.version} ({day_before}, {earlier.seed.path})"
            line = later.day.line or later.title_line
            how = "one of the dates may be copied from another post: correct it by an erratum"
            yield Problem(later.seed.path, line, f"{message}: {how}", "warning")


def _remedy(first: Announcement, second: Announcement) -> str:
    """Return the part of a message that says what to do with two announcements of one release."""
    by_language = {announcement.seed.language: announcement.seed.path for announcement in (first, second)}
    if len(by_language) == 1:
        return "keep one of the two files"
    original, translation = by_language["en"], by_language["zh"]
    move = f"move {original} out of seeds/, and if the other is its translation"
    return f"{move}, run `python -m atlas translations update --from {Path(original).name} {translation}`"
