"""What PyTorch announced at a glance: the chart of areas and releases, and for narrow screens the same in two parts.

Each area's features by the level that they have now, and each release's features by the level that it states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, groupby
from math import ceil

from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.history.release import Release
from atlas.knowledge.schema import Area

MOST_ROWS = 6  # of marks in a cell of the chart, in as many columns as they take


@dataclass(frozen=True)
class Cell:
    """The features of an area that a release names, by the level that it states of them."""

    levels: tuple[tuple[str, tuple[Lifecycle, ...]], ...]

    @property
    def rows(self) -> int:
        """In how many rows the marks are about equal columns."""
        count = sum(len(features) for _, features in self.levels)
        return ceil(count / ceil(count / MOST_ROWS)) if count > MOST_ROWS else MOST_ROWS


@dataclass(frozen=True)
class ChartRow:
    """An area, and its features in each release, the oldest first."""

    area: Area
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class AreaLevels:
    """How many features of an area have each level now; the counts are in the order of the table's columns."""

    area: Area
    counts: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """The number of the area's features."""
        return sum(count for _, count in self.counts)


@dataclass(frozen=True)
class Part:
    """The part of a release's bar for the features of one level."""

    level: str
    x: int
    width: int


@dataclass(frozen=True)
class ReleaseBar:
    """A release, and its features as a bar of one unit each."""

    release: Release
    parts: tuple[Part, ...]

    @property
    def width(self) -> int:
        """The number of the release's features."""
        return sum(part.width for part in self.parts)


def chart(collection: Collection) -> tuple[ChartRow, ...]:
    """Return a row for each area that has features."""
    releases = tuple(reversed(collection.releases))
    rows = ((area, (_cell(collection, release, area) for release in releases)) for area in collection.areas)
    return tuple(ChartRow(area, tuple(cells)) for area, cells in rows)


def _cell(collection: Collection, release: Release, area: Area) -> Cell:
    by_level = groupby(collection.release_features_in(release, area.id), key=collection.level_of)
    return Cell(tuple((level, tuple(feature.lifecycle for feature in features)) for level, features in by_level))


def area_levels(collection: Collection) -> Iterator[AreaLevels]:
    """Yield the levels of each area's features; all rows have the same levels, those that any feature has now."""
    now = Counter((area, life.now.level) for life in collection.features for area in life.areas)
    used = {level for _, level in now}
    columns = [level for level in collection.level_ids if level in used]
    for area in collection.areas:
        yield AreaLevels(area, tuple((level, now[area.id, level]) for level in columns))


def release_bars(collection: Collection) -> Iterator[ReleaseBar]:
    """Yield a bar for each release, the newest first."""
    for release in collection.releases:
        counts = collection.level_counts(release)
        starts = accumulate((count for _, count in counts), initial=0)
        yield ReleaseBar(
            release, tuple(Part(level, x, count) for (level, count), x in zip(counts, starts, strict=False))
        )
