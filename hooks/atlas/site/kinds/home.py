"""The home page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.history.release import Release
from atlas.knowledge.schema import Area
from atlas.site.kinds.base import Inputs, Kind
from atlas.site.locale import Locale

MAX_MATRIX_RELEASES = 12  # in the matrix


@dataclass(frozen=True)
class Home(Kind):
    """The matrix of areas and the newest releases, and questions with their answers."""

    shown: tuple[Release, ...]
    areas: tuple[Area, ...]  # those with features in these releases
    graduated: tuple[str, str, tuple[Lifecycle, ...]] | None  # two consecutive releases: most newly stable features
    never_promoted: tuple[str, tuple[Lifecycle, ...]] | None  # a lowest level, features never stated at another
    not_reannounced: tuple[str, tuple[Lifecycle, ...]] | None  # a release, features that no later text announces

    template = "home.md"
    uri = "index.md"
    title_msgid = "PyTorch 版本图鉴"
    headline_msgid = "PyTorch 版本图鉴：各版本的功能与稳定级别"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[Home]:
        collection = inputs.collection
        shown = collection.releases[:MAX_MATRIX_RELEASES]
        yield cls(
            shown=shown,
            areas=collection.areas_in(shown),
            graduated=_graduated(collection),
            never_promoted=_never_promoted(collection),
            not_reannounced=_not_reannounced(collection),
        )

    def description(self, locale: Locale) -> str:
        return locale.gettext("PyTorch 各版本公告的双语整理：每个版本一页，并按领域、稳定性与功能的历史贯通各版本。")


def _graduated(collection: Collection) -> tuple[str, str, tuple[Lifecycle, ...]] | None:
    top = collection.knowledge.stability.levels[0].id
    found = [
        (earlier, later, tuple(f for f in collection.features if f.as_of(earlier) != top == f.as_of(later)))
        for earlier, later in pairwise(collection.versions)
    ]
    best = max(found, key=lambda each: len(each[2]), default=None)
    return best if best and best[2] else None


def _never_promoted(collection: Collection) -> tuple[str, tuple[Lifecycle, ...]] | None:
    stability = collection.knowledge.stability
    lowest = [level.id for level in stability.levels if not level.above and level.id != stability.default]
    stages = [
        (life, {*(run.stage for run in life.intervals), *(text.level for text in collection.elsewhere(life))})
        for life in collection.features
    ]
    found = [(level, tuple(life for life, had in stages if had == {level})) for level in lowest]
    best = max(found, key=lambda each: len(each[1]), default=None)
    return best if best and best[1] else None


def _not_reannounced(collection: Collection) -> tuple[str, tuple[Lifecycle, ...]] | None:
    """Return the release with the most such features, except the newest two: too few releases follow them."""
    last: dict[str, list[Lifecycle]] = {}
    for life in collection.features:
        if not collection.answer(life).later:
            last.setdefault(life.newest.release.version, []).append(life)
    older = [(version, tuple(last.get(version, ()))) for version in collection.versions[:-2]]
    best = max(older, key=lambda each: len(each[1]), default=None)
    return best if best and best[1] else None
