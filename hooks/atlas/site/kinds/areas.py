"""The table of all feature areas."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import ceil

from atlas.knowledge.schema import Area
from atlas.site.kinds.base import ReleasesPage
from atlas.site.view import Choice, View

SHADES = 4  # of a cell's color: docs/assets/css/areas.css


@dataclass(frozen=True)
class StateCount:
    """How many of an area's features have a state now; ``shade``: from 0, of none, to ``SHADES``, of the most."""

    state: str
    count: int
    shade: int


@dataclass(frozen=True)
class AreaRow:
    """An area, and how many of its features have each state now; the states are those of every row."""

    area: Area
    counts: tuple[StateCount, ...]

    @property
    def total(self) -> int:
        """The number of the area's features."""
        return sum(each.count for each in self.counts)


@dataclass(frozen=True)
class AreaListValues:
    """How many features of each area have each of ``states`` now."""

    states: tuple[Choice, ...]
    rows: tuple[AreaRow, ...]


@dataclass(frozen=True)
class AreaList(ReleasesPage):
    """What each area is, and how many of its features have each state."""

    in_bar = True
    template = "areas.html"
    styles = ("areas",)
    uri = "areas/index.md"
    title_msgid = "Areas"
    headline_msgid = "PyTorch features by area and stability level"
    description_msgid = "What PyTorch %(versions)s announced in each area, and how many features have each level now."

    def values(self, view: View) -> AreaListValues:
        lifecycles = view.collection.lifecycles
        counts = Counter((area, lifecycle.last_step.state) for lifecycle in lifecycles for area in lifecycle.areas)
        used = {state for _, state in counts}
        states = [state for state in view.knowledge.stability.states if state in used]
        most = max(counts.values(), default=1)
        rows = [
            AreaRow(area, tuple(_state_count(state, counts[area.id, state], most) for state in states))
            for area in view.collection.areas
        ]
        return AreaListValues(tuple(map(view.choice, states)), tuple(rows))


def _state_count(state: str, count: int, most: int) -> StateCount:
    return StateCount(state, count, ceil(SHADES * count / most))
