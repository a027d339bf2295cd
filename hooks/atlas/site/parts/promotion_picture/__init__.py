"""The picture of the features that rose to a higher level.

Time runs from left to right, to scale. The picture has a panel for each level that features rose to, the highest first.
At the top of a panel is a lane for that level, below it a thin one for each level that its features had before, the
highest at the top; those that are not ranked among them come last. A line leads from each level that a feature had to
the next. Features that reached their last level in the same release share a point, called a group here, with their
names beside it. Groups that arrived earlier are higher. All names are in a panel's first lane and all lines come from
below, so no line crosses a name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date

from atlas.core.versions import version_key
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.stability import Stability
from atlas.site.parts.promotion_picture.groups import NAME_GAP, Group, first_rows, grouped, promoted_feature
from atlas.site.parts.promotion_picture.shapes import INSET, Arrival, Lane, NameRow, Panel, Picture, Point, Tick

LEFT, RIGHT = 120.0, 1100.0  # x of the first promotion and the newest release; beside them, names of lanes and features
ROW = 16  # the height of a row of names
GAP = 3  # between lanes
UNRANKED_GAP = 7  # above a lane that is not ranked against the one above it
PANEL_GAP = 14  # between panels
TICK = 27  # the least distance between two versions on the axis


def picture(
    promoted: Iterable[Lifecycle], days: Mapping[str, date], stability: Stability, name: Callable[[Lifecycle], str]
) -> Picture | None:
    """Draw the features that rose, with the names that ``name`` gives them; None if there is nothing to draw.

    ``days`` are the dates of releases by version. Without two different ones, from the first promotion on, there is no
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
    drawable = (promoted_feature(lifecycle, axis, name(lifecycle)) for lifecycle in promoted)
    features = sorted((feature for feature in drawable if feature), key=lambda feature: feature.end[1])
    if not features:
        return None
    panels = tuple(_panels(grouped(features), stability))
    points_x = {point.x for panel in panels for point in panel.points}
    ticks = sorted((Tick(version, x_of(day)) for version, day in days.items()), key=lambda tick: tick.x)
    years = (date(year, 1, 1) for year in range(first.year + 1, last.year + 1))
    return Picture(
        panels=panels,
        versions=_legible(tick for tick in ticks if tick.x in points_x),
        years=tuple(Tick(str(day.year), x_of(day)) for day in years),
    )


def _panels(groups: Mapping[str, Sequence[Group]], stability: Stability) -> Iterator[Panel]:
    """Yield a panel for each level that features rose to, from the top down."""
    y: float = 0
    for level in stability.levels:
        if level.id in groups:
            panel = _panel(level.id, groups[level.id], y, stability)
            yield panel
            y = panel.end + PANEL_GAP


def _panel(reached: str, groups: Sequence[Group], y: float, stability: Stability) -> Panel:
    """Stack the lanes of a panel, and put the groups into rows of the lane of the level ``reached``."""
    routes = dict.fromkeys(feature.reached for group in groups for feature in group.features)
    rows, row_count = first_rows(groups)
    lanes: dict[str, Lane] = {}
    for level, unranked in _order({level for route in routes for level, _ in route}, stability):
        above = next(reversed(lanes.values()), None)
        lane_y = above.end + (UNRANKED_GAP if unranked else GAP) if above else y
        height = 2 * INSET + (ROW * (row_count - 1) if level == reached else 0)
        lanes[level] = Lane(level, lane_y, height, unranked)
    point_y = {place: lanes[place[0]].y + INSET for route in routes for place in route[:-1]}
    arrivals: list[Arrival] = []
    points = [Point(level, x, y) for (level, x), y in point_y.items()]
    for group, row in zip(groups, rows, strict=True):
        group_y = lanes[reached].y + INSET + ROW * row
        arrivals.append(_arrival(group, group_y, point_y))
        points.append(Point(reached, group.x, group_y))
    return Panel(tuple(lanes.values()), tuple(arrivals), tuple(points))


def _arrival(group: Group, y: float, point_y: Mapping[tuple[str, float], float]) -> Arrival:
    """Return a group as drawn at ``y``; features that rose by the same levels at the same times share a line."""
    names_x = round(group.x + (-NAME_GAP if group.is_left else NAME_GAP), 1)
    rows = (NameRow(names, names_x, y + ROW * row, group.is_left) for row, names in enumerate(group.rows))
    routes = dict.fromkeys(feature.reached for feature in group.features)
    lines = (_line([*((place[1], point_y[place]) for place in route[:-1]), (group.x, y)]) for route in routes)
    return Arrival(group.level, tuple(lines), tuple(rows))


def _line(points: Sequence[tuple[float, float]]) -> str:
    """Return an SVG path through points, horizontal at each of them, so that it passes other points at a slant."""
    x, y = points[0]
    path = f"M{x:g} {y:g}"
    for next_x, next_y in points[1:]:
        middle = round((x + next_x) / 2)
        path += f"C{middle} {y:g} {middle} {next_y:g} {next_x:g} {next_y:g}"
        x, y = next_x, next_y
    return path


def _order(used: set[str], stability: Stability) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the used levels from the top down, each with those that it is not ranked against.

    The “ladder” comes first: those of which each ranks above the next. They are ranked against each other.
    """
    levels = [level.id for level in stability.levels if level.id in used]
    ladder: list[str] = []
    for level in levels:
        if all(stability.ranks_above(above, level) for above in ladder):
            ladder.append(level)
    yield from ((level, ()) for level in ladder)
    for level in levels:
        if level not in ladder:
            others = (other for other in levels if other != level)
            ranked = stability.ranks_above
            yield level, tuple(other for other in others if not ranked(other, level) and not ranked(level, other))


def _legible(ticks: Iterable[Tick]) -> tuple[Tick, ...]:
    """Return the ticks whose words do not overlap those of the tick before."""
    kept: list[Tick] = []
    for tick in ticks:
        if not kept or tick.x - kept[-1].x >= TICK:
            kept.append(tick)
    return tuple(kept)
