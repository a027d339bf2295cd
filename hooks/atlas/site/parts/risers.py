"""The picture of the features that rose to a higher level.

Each level is a lane, the highest at the top, and time runs from left to right, to scale. A line leads from each level
that a feature had to the next. Features that reached their last level in the same release share a point, called a group
here, with their names beside it. Within a lane, groups that arrived earlier are higher. Lines come from below, so they
cross no names of the lane where they end; where they pass a lane, they are behind its names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from atlas.core.characters import HAN_CHARACTER
from atlas.core.versions import VersionKey, version_key
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.stability import Stability

WIDTH = 1200  # sizes are in units of the picture: pixels where it has its full width
LEFT, RIGHT = 120.0, 1180.0  # x of the oldest and the newest release; left of them are the names of lanes
ROW = 16  # the height of a row of names
PASSING = 14  # from the row of points where lines pass a lane to the first row of names
INSET = 12  # from the upper and lower edge of a lane to its first and last row
GAP = 3  # between lanes
AXIS = 34  # the height of the axis below the lanes, with versions and years
HAN_WIDTH, LATIN_WIDTH = 13, 7.2  # the greatest width of a character in a name
NAME_GAP = 9  # from a point to the first name beside it
DOT = 12  # from a name to the next one in the row, with a dot between them
TICK = 27  # the least distance between two versions on the axis

# The y of each point: by its level, its x, and whether it is the end of a rise (True) or lines pass it (False).
_PointY = dict[tuple[str, float, bool], float]


@dataclass(frozen=True, slots=True)
class Point:
    """Where lines reach a level, or pass it on the way to a higher one."""

    level: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class NameRow:
    """A row of names beside a point. It begins at ``x``; if ``is_left`` of the point, it ends there."""

    features: tuple[Lifecycle, ...]
    x: float
    y: float
    is_left: bool


@dataclass(frozen=True, slots=True)
class Arrival:
    """A group as drawn: the level it reached, the lines to its point, as SVG paths, and the rows of names."""

    level: str
    lines: tuple[str, ...]
    rows: tuple[NameRow, ...]


@dataclass(frozen=True, slots=True)
class Lane:
    """A level's lane. If it ``is_beside`` others, the level ranks neither above nor below some other level."""

    level: str
    y: float
    height: float
    is_beside: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """A version or a year on the axis."""

    words: str
    x: float


@dataclass(frozen=True, slots=True)
class Picture:
    """What is drawn: lanes from the top down, and arrivals in the order of drawing, so that later ones cover others."""

    lanes: tuple[Lane, ...]
    arrivals: tuple[Arrival, ...]
    points: tuple[Point, ...]
    versions: tuple[Tick, ...]
    years: tuple[Tick, ...]
    width: int = WIDTH
    lane_name: tuple[int, int] = (10, INSET)  # the place of a lane's name in the lane
    versions_y: int = 11  # below the axis
    years_y: int = 27

    @property
    def year_lines(self) -> str:
        """The lines of the years, from the axis up, as an SVG path."""
        return "".join(f"M{year.x:g} 0V-{self.axis:g}" for year in self.years)

    @property
    def axis(self) -> float:
        """The y of the axis, which is below the lanes."""
        return self.lanes[-1].y + self.lanes[-1].height

    @property
    def height(self) -> float:
        """The height of the picture: the lanes and the axis."""
        return self.axis + AXIS


@dataclass(frozen=True, slots=True)
class _Rise:
    """The rise of a feature: ``reached`` are its levels in order, each with the x of the release that states it."""

    lifecycle: Lifecycle
    name_width: float
    reached: tuple[tuple[str, float], ...]

    @property
    def end(self) -> tuple[str, float]:
        """The last level, and where the feature reached it."""
        return self.reached[-1]


@dataclass(frozen=True, slots=True)
class _Group:
    """The features whose rise ends at ``level`` and ``x``; ``edges`` are the right ends of the ``rows`` of names."""

    level: str
    x: float
    rises: tuple[_Rise, ...]
    rows: tuple[tuple[Lifecycle, ...], ...]
    edges: tuple[float, ...]
    is_left: bool

    @classmethod
    def of(cls, level: str, x: float, rises: Sequence[_Rise]) -> _Group:
        """Put names in rows to the right of the point as long as a row has room; to the left, one name in each row."""
        names_x = x + NAME_GAP
        is_left = names_x + max(rise.name_width for rise in rises) > WIDTH
        rows: list[list[Lifecycle]] = []
        edges: list[float] = []
        for rise in rises:
            if not rows or is_left or edges[-1] + DOT + rise.name_width > WIDTH:
                rows.append([rise.lifecycle])
                edges.append(x if is_left else names_x + rise.name_width)
            else:
                rows[-1].append(rise.lifecycle)
                edges[-1] += DOT + rise.name_width
        return cls(level, x, tuple(rises), tuple(map(tuple, rows)), tuple(edges), is_left)

    @property
    def begin(self) -> float:
        """The x of the left end of the names and the point."""
        if not self.is_left:
            return self.x
        return self.x - NAME_GAP - max(rise.name_width for rise in self.rises)


def picture(
    promoted: Iterable[Lifecycle], days: Mapping[str, date], stability: Stability, name: Callable[[Lifecycle], str]
) -> Picture | None:
    """Draw the features that rose, with the names that ``name`` gives them; None if there is nothing to draw.

    ``days`` are the dates of releases by version. Without two different ones there is no picture.
    """
    first, last = min(days.values(), default=date.min), max(days.values(), default=date.min)
    if first == last:
        return None

    def x_of(day: date) -> float:
        return round(LEFT + (RIGHT - LEFT) * ((day - first) / (last - first)))

    axis = {version_key(version): x_of(day) for version, day in days.items()}
    drawable = (_rise(lifecycle, axis, name(lifecycle)) for lifecycle in promoted)
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


def _rise(lifecycle: Lifecycle, axis: Mapping[VersionKey, float], name: str) -> _Rise | None:
    """Return a feature's rise, from the level of its first promotion on; None if a release on the way has no date.

    ``axis`` is the x of each dated release.
    """
    first, last = lifecycle.promotions[0][0], lifecycle.promotions[-1][1]
    steps = lifecycle.steps[lifecycle.steps.index(first) : lifecycle.steps.index(last) + 1]
    if any(version_key(step.version) not in axis for step in steps):
        return None
    han_count = len(HAN_CHARACTER.findall(name))
    name_width = han_count * HAN_WIDTH + (len(name) - han_count) * LATIN_WIDTH
    return _Rise(lifecycle, name_width, tuple((step.level, axis[version_key(step.version)]) for step in steps))


def _lay_out(
    rises: Sequence[_Rise], stability: Stability
) -> tuple[tuple[Lane, ...], tuple[Arrival, ...], tuple[Point, ...]]:
    """Stack the lanes. In each, the points that lines pass are in one row above the groups."""
    levels, ladder = _order({level for rise in rises for level, _ in rise.reached}, stability)
    groups = _groups(rises)
    passed = dict.fromkeys(place for rise in rises for place in rise.reached[:-1])
    point_y: _PointY = {}
    lanes: list[Lane] = []
    y: float = 0
    for level in levels:
        passed_x = [x for passed_level, x in passed if passed_level == level]
        level_groups = groups.get(level, [])
        first_rows, row_count = _first_rows(level_groups)
        names_y = y + INSET + (PASSING if passed_x and row_count else 0)
        for x in passed_x:
            point_y[level, x, False] = y + INSET
        for group, first_row in zip(level_groups, first_rows, strict=True):
            point_y[level, group.x, True] = names_y + ROW * first_row
        height = names_y - y + INSET + ROW * max(row_count - 1, 0)
        lanes.append(Lane(level, y, height, level not in ladder))
        y += height + GAP
    arrivals = tuple(_arrival(group, point_y) for level in levels for group in groups.get(level, []))
    points = tuple(Point(level, x, y) for (level, x, _), y in point_y.items())
    return tuple(lanes), arrivals, points


def _groups(rises: Iterable[_Rise]) -> dict[str, list[_Group]]:
    """Return the groups of each level, in the order of ``rises``."""
    by_end: dict[tuple[str, float], list[_Rise]] = {}
    for rise in rises:
        by_end.setdefault(rise.end, []).append(rise)
    groups: dict[str, list[_Group]] = {}
    for (level, x), group in by_end.items():
        groups.setdefault(level, []).append(_Group.of(level, x, group))
    return groups


def _arrival(group: _Group, point_y: _PointY) -> Arrival:
    """Return a group as drawn; features that rose by the same levels at the same times share a line."""
    y = point_y[group.level, group.x, True]
    names_x = round(group.x + (-NAME_GAP if group.is_left else NAME_GAP), 1)
    rows = (NameRow(names, names_x, y + ROW * row, group.is_left) for row, names in enumerate(group.rows))
    routes = dict.fromkeys(rise.reached for rise in group.rises)
    lines = (_line([(x, point_y[level, x, (level, x) == route[-1]]) for level, x in route]) for route in routes)
    return Arrival(group.level, tuple(lines), tuple(rows))


def _line(points: Sequence[tuple[float, float]]) -> str:
    """Return an SVG path through points. It leaves and reaches each of them horizontally."""
    start_x, start_y = points[0]
    path = f"M{start_x:g} {start_y:g}"
    for (x, y), (next_x, next_y) in pairwise(points):
        middle = round((x + next_x) / 2)
        path += f"C{middle:g} {y:g} {middle:g} {next_y:g} {next_x:g} {next_y:g}"
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


def _first_rows(groups: Sequence[_Group]) -> tuple[list[int], int]:
    """Return the first row of each group of a lane, and the number of rows of the lane.

    A group is as high as possible: from its first row down, all names of earlier groups end to the left of it. So they
    are in the way neither of its names nor of its line, which comes from below.
    """
    row_ends: list[float] = []  # the right end of the names in each row
    first_rows: list[int] = []
    row_count = 0
    for group in groups:
        row = len(row_ends)
        while row and row_ends[row - 1] + 2 * NAME_GAP <= group.begin:
            row -= 1
        row_ends[row:] = group.edges
        first_rows.append(row)
        row_count = max(row_count, len(row_ends))
    return first_rows, row_count


def _legible(ticks: Iterable[Tick]) -> tuple[Tick, ...]:
    """Return the ticks whose words do not overlap those of the tick before."""
    kept: list[Tick] = []
    for tick in ticks:
        if not kept or tick.x - kept[-1].x >= TICK:
            kept.append(tick)
    return tuple(kept)
