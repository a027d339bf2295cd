"""The collection of all releases, with their features by area, by stability level, and compared."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from atlas.core.problems import Problem
from atlas.core.versions import version_key
from atlas.extract.release import Feature
from atlas.history.across import ReleaseCell, Rise, Step, across, rise, timeline
from atlas.history.answer import Answer, answer
from atlas.history.compare import FeatureChange, difference
from atlas.history.gaps import between, split_at_gaps
from atlas.history.identity import join_features
from atlas.history.lifecycle import Lifecycle
from atlas.history.links import FeatureLink, links
from atlas.history.release import Release
from atlas.knowledge.load import Knowledge
from atlas.knowledge.schema import REMOVED, Area, ExternalStatement, Level, Record


@dataclass(frozen=True, slots=True)
class ReleaseFeatures:
    """Some of one release's features."""

    release: Release
    features: tuple[Feature, ...]


@dataclass(frozen=True)
class Collection:
    """All releases, newest first, and the knowledge base."""

    releases: tuple[Release, ...]
    knowledge: Knowledge

    @cached_property
    def lifecycles(self) -> tuple[Lifecycle, ...]:
        """Every feature once, in order of announcement, including news."""
        return join_features(self.releases, self.knowledge)

    @cached_property
    def features(self) -> tuple[Lifecycle, ...]:
        """The lifecycles that are counted and compared: all except news."""
        return tuple(life for life in self.lifecycles if not life.is_news)

    @cached_property
    def newest_first(self) -> tuple[Lifecycle, ...]:
        """The features, most recently announced first."""
        return tuple(sorted(self.features, key=lambda life: life.newest.release.key, reverse=True))

    def across(self, life: Lifecycle) -> tuple[ReleaseCell, ...]:
        """Return a feature's row in a matrix: cells for the releases and the gaps around them, oldest first."""
        return across(life, self.timeline(life))

    def ever_at(self, level: str) -> tuple[Lifecycle, ...]:
        """Return the features that any collected text puts at a level, most recently announced first."""
        return tuple(life for life in self.newest_first if any(run.stage == level for run in life.intervals))

    def rises(self, level: str) -> tuple[Rise, ...]:
        """Return how far the features rose from a level."""
        stability = self.knowledge.stability
        return tuple(rise(life, level, self.elsewhere(life), stability) for life in self.ever_at(level))

    @cached_property
    def by_id(self) -> dict[str, Lifecycle]:
        """Lifecycles by id."""
        return {lifecycle.id: lifecycle for lifecycle in self.lifecycles}

    @cached_property
    def versions(self) -> tuple[str, ...]:
        """The versions of all releases, oldest first."""
        return tuple(release.version for release in reversed(self.releases))

    @cached_property
    def uncollected(self) -> tuple[Record, ...]:
        """PyTorch's releases whose announcement is not collected, oldest first."""
        here = {release.key for release in self.releases}
        return tuple(r for r in self.knowledge.releases if version_key(r.version) not in here)

    @cached_property
    def uncollected_versions(self) -> tuple[str, ...]:
        """The versions of ``uncollected``."""
        return tuple(release.version for release in self.uncollected)

    def missing(self, earlier: str, later: str) -> tuple[Record, ...]:
        """Return ``uncollected`` between two versions; an empty one leaves that end open."""
        versions = between(self.uncollected_versions, earlier, later)
        return tuple(release for release in self.uncollected if release.version in versions)

    @cached_property
    def gaps(self) -> tuple[tuple[Record, ...], ...]:
        """The uncollected releases before each release, oldest first, and after the last."""
        ends = ("", *self.versions, "")
        return tuple(self.missing(earlier, later) for earlier, later in pairwise(ends))

    @cached_property
    def gap_versions(self) -> tuple[tuple[str, ...], ...]:
        """The versions of each gap that has any."""
        return tuple(tuple(release.version for release in gap) for gap in self.gaps if gap)

    @cached_property
    def covered(self) -> tuple[tuple[str, ...], ...]:
        """The versions of all releases, oldest first, split where releases between them are not collected."""
        return tuple(split_at_gaps(self.versions, self.uncollected_versions))

    def released(self, release: Release) -> Record | None:
        """Return what is known about a release apart from its announcement: PyTorch's own date."""
        return next((r for r in self.knowledge.releases if version_key(r.version) == release.key), None)

    @cached_property
    def _by_announcement(self) -> dict[tuple[str, str], Lifecycle]:
        return {(s.release.version, s.feature.id): life for life in self.lifecycles for s in life.statements}

    def elsewhere(self, life: Lifecycle) -> tuple[ExternalStatement, ...]:
        """Return what uncollected official texts state, by version, except for releases that announce it here."""
        here = {statement.release.key for statement in life.announced}
        own = (entry for entry in self.knowledge.elsewhere if entry.feature == life.id)
        found = (entry for entry in own if version_key(entry.release) not in here)
        return tuple(sorted(found, key=lambda entry: version_key(entry.release)))

    def timeline(self, life: Lifecycle) -> tuple[Step, ...]:
        """Return what is known about a feature at every version, oldest first."""
        return timeline(life, self.versions, self.uncollected_versions, self.elsewhere(life))

    def answer(self, life: Lifecycle, release: str = "") -> Answer:
        """Return a feature's level as of a release (by default as of now), and since when."""
        released = [release.version for release in self.knowledge.releases]
        return answer(life, self.elsewhere(life), released, release)

    @cached_property
    def answers(self) -> dict[str, dict[str, Answer]]:
        """The answer for every feature, by id and collected release."""
        return {life.id: {version: self.answer(life, version) for version in self.versions} for life in self.lifecycles}

    @cached_property
    def links(self) -> dict[str, tuple[FeatureLink, ...]]:
        """The links that announcements give for each feature, by its id."""
        return links(self.lifecycles, self.releases, self.knowledge.links)

    def lifecycle(self, release: Release, feature: Feature) -> Lifecycle:
        """Return the lifecycle that a release's feature belongs to."""
        return self._by_announcement[release.version, feature.id]

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """The levels that collected announcements state for any feature."""
        stated = {statement.seen.stage for life in self.lifecycles for statement in life.statements}
        return tuple(level for level in self.knowledge.stability.levels if level.id in stated)

    def parent_of(self, life: Lifecycle) -> Lifecycle | None:
        """Return the feature that ``life`` is part of, if that feature's heading is what states the level."""
        statement = life.now.statements[0]
        parent = self.by_id.get(life.identity.relations.get("part_of", "")) if life.identity else None
        if not parent or statement.seen.basis != "section":
            return None
        announced = ((other.release, other.seen.line) for other in parent.announced)
        return parent if (statement.release, statement.seen.line) in announced else None

    def changes(self, earlier: str, later: str) -> dict[str, list[FeatureChange]]:
        """Return how features changed from one version to another, by kind of change."""
        found: dict[str, list[FeatureChange]] = {}
        for life in self.features:
            if change := difference(life, earlier, later, self.knowledge.stability):
                found.setdefault(change.kind, []).append(change)
        return found

    def unmentioned_runs(self, life: Lifecycle) -> list[tuple[str, ...]]:
        """Return the releases since a feature's first announcement that do not mention it, in order.

        They are grouped into runs that no uncollected release interrupts.
        """
        places = [self.versions.index(s.release.version) for s in life.announced]
        gaps = zip(places, [*places[1:], len(self.versions)], strict=True)
        return [run for a, b in gaps for run in split_at_gaps(self.versions[a + 1 : b], self.uncollected_versions)]

    def in_area(self, area: str) -> tuple[ReleaseFeatures, ...]:
        """Return an area's features by release, newest first."""
        return self._groups(lambda feature: area in feature.areas)

    def at_level(self, level: str) -> tuple[ReleaseFeatures, ...]:
        """Return a level's features by release, newest first."""
        return self._groups(lambda feature: feature.stage == level and not feature.is_news)

    @cached_property
    def _stages(self) -> tuple[str, ...]:
        """The ids of the levels in order, then REMOVED."""
        return (*(level.id for level in self.knowledge.stability.levels), REMOVED)

    def counts(self, release: Release) -> tuple[tuple[str, int], ...]:
        """Return how many of a release's features are at each stage, in the order of stages."""
        found = Counter(feature.stage for feature in release.features if not feature.is_news)
        return tuple((stage, found[stage]) for stage in self._stages if found[stage])

    def of_area(self, release: Release, area: str) -> list[Feature]:
        """Return a release's features in an area, in the order of stages."""
        found = [f for f in release.features if area in f.areas and not f.is_news]
        return sorted(found, key=lambda feature: self._stages.index(feature.stage))

    def areas_in(self, releases: Sequence[Release]) -> tuple[Area, ...]:
        """Return the areas with a feature in any of ``releases``."""
        return tuple(area for area in self.knowledge.areas if any(self.of_area(each, area.id) for each in releases))

    def _groups(self, wanted: Callable[[Feature], bool]) -> tuple[ReleaseFeatures, ...]:
        groups = (ReleaseFeatures(r, tuple(f for f in r.features if wanted(f))) for r in self.releases)
        return tuple(group for group in groups if group.features)


def gather(releases: list[Release], knowledge: Knowledge) -> tuple[Collection, tuple[Problem, ...]]:
    """Collect the releases in order. A version announced twice is an error that names both files."""
    problems: list[Problem] = []
    by_version: dict[tuple[object, ...], Release] = {}
    for release in sorted(releases, key=lambda r: r.seed.path):
        first = by_version.setdefault(release.key, release)
        if first is not release:
            message = f"announces {release.version}, as {first.seed.path} does: {_remedy(first, release)}"
            problems.append(Problem(release.seed.path, release.title_line, message))
    ordered = sorted(by_version.values(), key=lambda r: r.key, reverse=True)
    for later, earlier in pairwise(r for r in ordered if r.date and r.version.count(".") == 1):
        if later.date and earlier.date and later.date <= earlier.date:
            message = f"is dated {later.date}, not after {earlier.version} ({earlier.date}, {earlier.seed.path})"
            line = later.date_line or later.title_line
            how = "one of the dates may be copied from another post: correct it by an erratum"
            problems.append(Problem(later.seed.path, line, f"{message}: {how}", "warning"))
    return Collection(tuple(ordered), knowledge), tuple(problems)


def _remedy(first: Release, second: Release) -> str:
    """Return what to do with two announcements of one release."""
    by_language = {release.seed.language: release.seed.path for release in (first, second)}
    if len(by_language) == 1:
        return "keep one of the two files"
    original, translation = by_language["en"], by_language["zh"]
    move = f"move {original} out of seeds/, and if the other is its translation"
    return f"{move}, run `python -m atlas translations update --from {Path(original).name} {translation}`"
