"""The head of a release's page: how many features it has of each state, in which areas, and what it changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from atlas.history.changes import NEW, UNDATED, Change
from atlas.history.release import Release
from atlas.site.view import PageLink, View
from atlas.site.words.interface import CHANGE_NAMES

MAX_AREAS = 4


@dataclass(frozen=True)
class ChangedFeature:
    """A feature that a release changed; ``levels``: the former and the new one, unless the kind of change says them."""

    link: PageLink
    levels: str


@dataclass(frozen=True)
class ReleaseHead:
    """What the pages of all releases begin with.

    - ``note``: a remark on the whole announcement, or empty.
    - ``counts``: the number of features of each state.
    - ``highlights``: the features that the announcement names first, as its record says.
    - ``areas``: those with most of the release's features, each with their number; empty if there is only one.
    - ``changes``: the names of ways to change since ``earlier``, each with the features that did so. Features that are
      new are left out: the page lists them.
    - ``earlier``: the version before; empty for the first one.
    """

    note: str
    counts: tuple[tuple[str, int], ...]
    highlights: tuple[PageLink, ...]
    areas: tuple[tuple[PageLink, int], ...]
    changes: tuple[tuple[str, tuple[ChangedFeature, ...]], ...]
    earlier: str


def release_head(release: Release, earlier: Release | None, note: str, view: View) -> ReleaseHead:
    """Return the head of a release's page."""
    areas = tuple(_largest_areas(release, view))
    return ReleaseHead(
        note=note,
        counts=release.state_counts,
        highlights=highlights(release, view),
        areas=areas if len(areas) > 1 else (),
        changes=tuple(_changes(release, earlier, view)) if earlier else (),
        earlier=earlier.version if earlier else "",
    )


def highlights(release: Release, view: View) -> tuple[PageLink, ...]:
    """Return links to the features that a release's announcement names first."""
    return tuple(map(view.registered_link, release.record.highlights)) if release.record else ()


def _largest_areas(release: Release, view: View) -> Iterator[tuple[PageLink, int]]:
    """Yield the areas with most of the features that a release announces, each counted in its first one."""
    counts = Counter(area for feature in release.unremoved_features for area in feature.lifecycle.areas[:1])
    for area, count in counts.most_common(MAX_AREAS):
        yield view.area(area), count


def _changes(release: Release, earlier: Release, view: View) -> Iterator[tuple[str, tuple[ChangedFeature, ...]]]:
    changes = view.collection.changes(earlier.version, release.version)
    for kind, (name, _) in CHANGE_NAMES.items():
        if kind in changes and kind not in (NEW, UNDATED):
            yield view.locale.gettext(name), tuple(_changed(change, view) for change in changes[kind])


def _changed(change: Change, view: View) -> ChangedFeature:
    levels = (change.before.state, change.after.state) if change.kind in ("promoted", "changed") else ()
    words = " → ".join(view.locale.state_in_sentence(level) for level in levels)
    return ChangedFeature(view.feature_link(change.lifecycle), words)
