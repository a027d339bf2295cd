"""The picture of the features that rose to a higher level.

Each level is a lane, the highest at the top, and time runs from left to right, to scale. A line leads from each level
that a feature had to the next. Features that reached their last level in the same release share a point, called a group
here, with their names beside it. Within a lane, groups that arrived earlier are higher. Lines come from below, so they
cross no names of the lane where they end; where they pass a lane, they are behind its names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date

from atlas.core.versions import version_key
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.stability import Stability
from atlas.site.parts.risers.groups import NAME_GAP, Group, Rise, first_rows, grouped, rise_of
from atlas.site.parts.risers.shapes import INSET, Arrival, Lane, NameRow, Picture, Point, Tick

LEFT, RIGHT = 120.0, 1100.0  # x of the first rise and the newest release; beside them, names of lanes and features
ROW = 16  # the height of a row of names
PASSING = 14  # from the row of points where lines pass a lane to the first row of names
GAP = 3  # between lanes
TICK = 27  # the least distance between two versions on the axis

# The y of each point: by its level, its x, and whether it is the end of a rise (True) or lines pass it (False).
_PointY = dict[tuple[str, float, bool], float]


def picture(
    promoted: Iterable[Lifecycle], days: Mapping[str, date], stability: Stability, name: Callable[[Lifecycle], str]
) -> Picture | None:
    """Draw the features that rose, with the names that ``name`` gives them; None if there is nothing to draw.

    ``days`` are the dates of releases by version. Without two different ones, from the first rise on, there is no
    picture.
    """
    promoted = tuple(promoted)
    starts = (days.get(lifecycle.promotions[0][0].version) for lifecycle in promoted)
    first, last = min(filter(None, starts), default=date.min), max(days.values(), default=date.min)
    if first in (last, date.min):
        return None

    def x_of(day: date) -> float:
        return round(LEFT + (RIGHT - LEFT) * ((day - first) / (last - first)))

    axis = {version_key(version): x_of(day) for version, day in days.items()}
    drawable = (rise_of(lifecycle, axis, name(lifecycle)) for lifecycle in promoted)
    rises = sorted((rise for rise in drawable if rise), key=lambda rise: rise.end[1])
    if not rises:
        return None
    lanes, arrivals, points = _lay_out(rises, stability)
    points_x = {point.x for point in points}
    ticks = sorted((Tick(version, x_of(day)) for version, day in days.items()), key=lambda tick: tick.x)
    years = (date(year, 1, 1) for year in range(first.year + 1, last.year + 1))
    return Picture(
        lanes=lanes,
        arrivals=arrivals,
        points=points,
        versions=_legible(tick for tick in ticks if tick.x in points_x),
        years=tuple(Tick(str(day.year), x_of(day)) for day in years),
    )


def _lay_out(
    rises: Sequence[Rise], stability: Stability
) -> tuple[tuple[Lane, ...], tuple[Arrival, ...], tuple[Point, ...]]:
    """Stack the lanes. In each, the points that lines pass are in one row above the groups."""
    levels, ladder = _order({level for rise in rises for level, _ in rise.reached}, stability)
    groups = grouped(rises)
    passed = dict.fromkeys(place for rise in rises for place in rise.reached[:-1])
    point_y: _PointY = {}
    lanes: list[Lane] = []
    y: float = 0
    for level in levels:
        passed_x = [x for passed_level, x in passed if passed_level == level]
        level_groups = groups.get(level, [])
        rows, row_count = first_rows(level_groups)
        names_y = y + INSET + (PASSING if passed_x and row_count else 0)
        for x in passed_x:
            point_y[level, x, False] = y + INSET
        for group, first_row in zip(level_groups, rows, strict=True):
            point_y[level, group.x, True] = names_y + ROW * first_row
        height = names_y - y + INSET + ROW * max(row_count - 1, 0)
        lanes.append(Lane(level, y, height, level not in ladder))
        y += height + GAP
    arrivals = tuple(_arrival(group, point_y) for level in levels for group in groups.get(level, []))
    points = tuple(Point(level, x, y) for (level, x, _), y in point_y.items())
    return tuple(lanes), arrivals, points


def _arrival(group: Group, point_y: _PointY) -> Arrival:
    """Return a group as drawn; features that rose by the same levels at the same times share a line."""
    y = point_y[group.level, group.x, True]
    names_x = round(group.x + (-NAME_GAP if group.is_left else NAME_GAP), 1)
    rows = (NameRow(names, names_x, y + ROW * row, group.is_left) for row, names in enumerate(group.rows))
    routes = dict.fromkeys(rise.reached for rise in group.rises)
    lines = (_line([(x, point_y[level, x, (level, x) == route[-1]]) for level, x in route]) for route in routes)
    return Arrival(group.level, tuple(lines), tuple(rows))


def _line(points: Sequence[tuple[float, float]]) -> str:
    """Return an SVG path through points. It leaves each of them upwards and reaches the next one horizontally."""
    x, y = points[0]
    path = f"M{x:g} {y:g}"
    for next_x, next_y in points[1:]:
        path += f"C{x:g} {next_y:g} {x:g} {next_y:g} {next_x:g} {next_y:g}"
        x = next_x
    return path


def _order(used: set[str], stability: Stability) -> tuple[list[str], list[str]]:
    """Return the used levels from the top down, and the “ladder”: those of them of which each ranks above the next.

    Any other level stands in the middle of those steps of the ladder that rank neither above nor below it.
    """
    levels = [level.id for level in stability.levels if level.id in used]
    ladder: list[str] = []
    for level in levels:
        if all(stability.ranks_above(above, level) for above in ladder):
            ladder.append(level)

    def position(level: str) -> float:
        """Return the mean index of the steps that are not ranked against the level; a step is so only with itself."""
        ranks_above = stability.ranks_above
        unranked = [
            index for index, step in enumerate(ladder) if not ranks_above(step, level) and not ranks_above(level, step)
        ]
        return sum(unranked) / len(unranked)

    return sorted(levels, key=position), ladder


def _legible(ticks: Iterable[Tick]) -> tuple[Tick, ...]:
    """Return the ticks whose words do not overlap those of the tick before."""
    kept: list[Tick] = []
    for tick in ticks:
        if not kept or tick.x - kept[-1].x >= TICK:
            kept.append(tick)
    return tuple(kept)
