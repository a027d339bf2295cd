"""The table of all feature areas."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import ceil

from atlas.knowledge.schema import Area
from atlas.site.kinds.base import ReleasesPage
from atlas.site.view import View

SHADES = 4  # of a cell's color: docs/assets/css/areas.css


@dataclass(frozen=True)
class LevelCount:
    """How many of an area's features have a level now; ``shade``: from 0, of none, to ``SHADES``, of the most."""

    level: str
    count: int
    shade: int


@dataclass(frozen=True)
class AreaRow:
    """An area, and how many of its features have each level now; the levels are those of every row."""

    area: Area
    counts: tuple[LevelCount, ...]

    @property
    def total(self) -> int:
        """The number of the area's features."""
        return sum(each.count for each in self.counts)


@dataclass(frozen=True)
class AreaListValues:
    """How many features of each area have each of ``levels`` now."""

    levels: tuple[str, ...]
    rows: tuple[AreaRow, ...]


@dataclass(frozen=True)
class AreaList(ReleasesPage):
    """What each area is, and how many of its features have each level."""

    in_bar = True
    template = "areas.html"
    styles = ("areas",)
    uri = "areas/index.md"
    title_msgid = "Areas"
    headline_msgid = "PyTorch features by area and stability level"
    description_msgid = "What PyTorch %(versions)s announced in each area, and how many features have each level now."

    def values(self, view: View) -> AreaListValues:
        lifecycles, states = view.collection.lifecycles, view.knowledge.stability.levels_and_removed
        counts = Counter((area, lifecycle.last_step.level) for lifecycle in lifecycles for area in lifecycle.areas)
        levels = tuple(level for level in states if any(level == used for _, used in counts))
        most = max(counts.values(), default=1)
        rows = [
            AreaRow(area, tuple(_level_count(level, counts[area.id, level], most) for level in levels))
            for area in view.collection.areas
        ]
        return AreaListValues(levels, tuple(rows))


def _level_count(level: str, count: int, most: int) -> LevelCount:
    return LevelCount(level, count, ceil(SHADES * count / most))
