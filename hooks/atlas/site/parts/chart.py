"""The chart of areas and releases, and what replaces it on narrow screens.

The chart shows which features of an area each release names; a feature stands in its first area only, so that a mark
is one feature of one release. Narrow screens show the areas as links, and each release's features by what it
states of them (``ReleaseBar``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import ceil
from typing import NamedTuple

from atlas.core.versions import version_key
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle, ReleaseFeature
from atlas.history.release import Release
from atlas.knowledge.schema import Area
from atlas.knowledge.stability import REMOVED
from atlas.site.parts.eras import era_starts
from atlas.site.parts.extent import Extent, extent
from atlas.site.words.locale import Locale

MAX_ROWS = 6  # marks below each other in a cell; a release's cells are as wide as its most crowded one needs


@dataclass(frozen=True)
class ChartColumn:
    """A release; ``eras``: the versions since the one before it with which PyTorch began to name levels otherwise."""

    release: Release
    extent: Extent
    eras: tuple[str, ...]

    @property
    def css_classes(self) -> str:
        """The classes of its heading."""
        return _names({"full-text": self.release.announcement, "era": self.eras, "partial": self.release.is_partial})

    @property
    def cell_classes(self) -> str:
        """The classes of its cells."""
        return _names({"era": self.eras, "unread": self.release.has_unknown_features})


class ChartMark(NamedTuple):
    """A feature in the chart; ``words``: its name, and what the release states besides the state of the mark."""

    lifecycle: Lifecycle
    words: str


@dataclass(frozen=True)
class ChartCell:
    """The features of an area that a release names, by what it states of them. No state is without any.

    ``width``: how many marks fit beside each other. ``column``: that of the release.
    """

    column: ChartColumn
    states: tuple[tuple[str, tuple[ChartMark, ...]], ...]
    width: int

    @property
    def rows(self) -> int:
        """The number of rows that spreads the marks over the width, or 0 for MAX_ROWS: 7 marks, two wide, in 4 rows."""
        count = sum(len(features) for _, features in self.states)
        return ceil(count / self.width) % MAX_ROWS if self.width > 1 else 0


@dataclass(frozen=True)
class ChartRow:
    """An area, and a cell for each release, the oldest first."""

    area: Area
    cells: tuple[ChartCell, ...]


@dataclass(frozen=True)
class BarPart:
    """The part of a release's bar for the features of one state; a feature is one unit wide."""

    state: str
    x: int
    width: int


@dataclass(frozen=True)
class ReleaseBar:
    """A release, and the parts of its bar from left to right; the features that it removes are not in it.

    ``width``: the number of these features, in units of the parts; ``share``: in percent of the widest bar.
    ``removed``: how many features the release removes.
    """

    release: Release
    extent: Extent
    removed: int
    width: int
    parts: tuple[BarPart, ...]
    share: int


def _names(classes: Mapping[str, object]) -> str:
    """Return the names of the classes that apply."""
    return " ".join(name for name, applies in classes.items() if applies)


def chart(areas: Iterable[Area], columns: Iterable[ChartColumn], locale: Locale) -> tuple[ChartRow, ...]:
    """Return a row for each of ``areas``."""
    widths = [(column, _width(column.release)) for column in columns]
    return tuple(
        ChartRow(
            area,
            tuple(ChartCell(column, tuple(_marks(column.release, area.id, locale)), width) for column, width in widths),
        )
        for area in areas
    )


def chart_columns(collection: Collection, locale: Locale) -> Iterator[ChartColumn]:
    """Yield the column of each release, the oldest first."""
    starts = era_starts(collection.knowledge.stability.eras)
    releases = tuple(reversed(collection.releases))
    for index, release in enumerate(releases):
        earlier = releases[max(index - 1, 0)]
        eras = tuple(start for start in starts if earlier.key < version_key(start) <= release.key)
        yield ChartColumn(release, extent(release, locale), eras)


def _width(release: Release) -> int:
    """Return how many marks stand beside each other where the release has the most."""
    counts = Counter(each.lifecycle.areas[:1] for each in release.features)
    return max(ceil(count / MAX_ROWS) for count in counts.values()) if counts else 1


def _marks(release: Release, area: str, locale: Locale) -> Iterator[tuple[str, tuple[ChartMark, ...]]]:
    for state, features in release.features_by_state:
        found = tuple(_mark(feature, locale) for feature in features if area in feature.lifecycle.areas[:1])
        if found:
            yield state, found


def _mark(feature: ReleaseFeature, locale: Locale) -> ChartMark:
    notices = (locale.state_name(kind) for kind in feature.notices if kind != feature.state)
    added = "".join(locale.gettext(" (%(words)s)") % {"words": notice} for notice in notices)
    return ChartMark(feature.lifecycle, locale.name_text(feature.lifecycle) + added)


def release_bars(collection: Collection, locale: Locale) -> Iterator[ReleaseBar]:
    """Yield a bar for each release, the newest first."""
    widest = max((len(release.unremoved_features) for release in collection.releases), default=0)
    for release in collection.releases:
        counts = [(state, count) for state, count in release.state_counts if state != REMOVED]
        starts = accumulate((count for _, count in counts), initial=0)
        parts = (BarPart(state, start, count) for (state, count), start in zip(counts, starts, strict=False))
        width, removed = len(release.unremoved_features), len(release.removed_features)
        share = round(100 * width / max(widest, 1))
        yield ReleaseBar(release, extent(release, locale), removed, width, tuple(parts), share)
