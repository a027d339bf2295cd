"""The picture of the features that rose: a lane for each level, real time from left to right, a line for each way up.

The features that reached a level in one release share a point, with their names next to it. Who arrived first is at the
top of a lane: lines come from below, so they cross no name of that lane; those that pass a lane go behind its names.
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
LEFT, RIGHT = 120.0, 1180.0  # the oldest and the newest release; names of lanes are on the left
ROW = 17  # the height of a row of names
PASSING = 14  # from the points that lines pass in a lane to its first row of names
INSET = 12  # from a lane's edge to its first and last points
GAP = 3  # between lanes
AXIS = 34  # below the lanes: versions and years
HAN_WIDTH, LATIN_WIDTH = 13, 7.2  # of a character in a name, at most
NAME_GAP = 9  # from a point to the first name
DOT = 12  # from a name to the next one
TICK = 27  # the least distance between two versions on the axis


@dataclass(frozen=True, slots=True)
class Point:
    """Where lines reach a level."""

    level: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class NameRow:
    """Names beside a point, from ``x`` on, or up to there if the picture has no room to the right."""

    features: tuple[Lifecycle, ...]
    x: float
    y: float
    is_left: bool


@dataclass(frozen=True, slots=True)
class Arrival:
    """The features that reach a level in one release: the lines to its point, and the rows of their names."""

    lines: tuple[str, ...]
    rows: tuple[NameRow, ...]


@dataclass(frozen=True, slots=True)
class Lane:
    """A level's lane; one that ``is_beside`` others is neither above nor below them."""

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
    """What is drawn; lanes from the top down, arrivals in the order in which one may cover the one before."""

    lanes: tuple[Lane, ...]
    arrivals: tuple[Arrival, ...]
    points: tuple[Point, ...]
    versions: tuple[Tick, ...]
    years: tuple[Tick, ...]
    width: int = WIDTH

    @property
    def axis(self) -> float:
        """Where the axis begins, below the lanes."""
        return self.lanes[-1].y + self.lanes[-1].height

    @property
    def height(self) -> float:
        """The height of the lanes and the axis."""
        return self.axis + AXIS


@dataclass(frozen=True, slots=True)
class _Rise:
    """A feature, the width of its name, and where on the axis it reached which level."""

    lifecycle: Lifecycle
    name_width: float
    reached: tuple[tuple[str, float], ...]

    @property
    def end(self) -> tuple[str, float]:
        return self.reached[-1]


@dataclass(frozen=True, slots=True)
class _Group:
    """The features that reach ``level`` at ``x``, and their names in rows; ``edge`` is how far right each row goes."""

    level: str
    x: float
    rises: tuple[_Rise, ...]
    rows: tuple[tuple[Lifecycle, ...], ...]
    edges: tuple[float, ...]
    is_left: bool

    @classmethod
    def of(cls, level: str, x: float, rises: Sequence[_Rise]) -> _Group:
        begin = x + NAME_GAP
        is_left = begin + max(rise.name_width for rise in rises) > WIDTH
        rows: list[list[Lifecycle]] = []
        edges: list[float] = []
        for rise in rises:
            if not rows or is_left or edges[-1] + DOT + rise.name_width > WIDTH:
                rows.append([rise.lifecycle])
                edges.append(x if is_left else begin + rise.name_width)
            else:
                rows[-1].append(rise.lifecycle)
                edges[-1] += DOT + rise.name_width
        return cls(level, x, tuple(rises), tuple(map(tuple, rows)), tuple(edges), is_left)

    @property
    def begin(self) -> float:
        """Where its names and its line begin on the left."""
        return self.x - NAME_GAP - max(rise.name_width for rise in self.rises) if self.is_left else self.x


def picture(
    promoted: Iterable[Lifecycle], days: Mapping[str, date], stability: Stability, name: Callable[[Lifecycle], str]
) -> Picture | None:
    """Draw features that rose. ``days`` are the dates of releases; without two of them there is no picture."""
    first, last = min(days.values(), default=date.min), max(days.values(), default=date.min)
    if first == last:
        return None

    def place(day: date) -> float:
        return round(LEFT + (RIGHT - LEFT) * ((day - first) / (last - first)))

    axis = {version_key(version): place(day) for version, day in days.items()}
    rises = [rise for each in promoted if (rise := _rise(each, axis, name(each)))]
    rises.sort(key=lambda rise: rise.end[1])
    if not rises:
        return None
    lanes, arrivals, points = _laid_out(rises, stability)
    named = {point.x for point in points}
    ticks = sorted((Tick(version, place(day)) for version, day in days.items()), key=lambda tick: tick.x)
    years = (date(year, 1, 1) for year in range(first.year + 1, last.year + 1))
    return Picture(
        lanes=lanes,
        arrivals=arrivals,
        points=points,
        versions=_apart(tick for tick in ticks if tick.x in named),
        years=tuple(Tick(str(day.year), place(day)) for day in years),
    )


def _rise(lifecycle: Lifecycle, axis: Mapping[VersionKey, float], name: str) -> _Rise | None:
    """Return a feature from the level that it first rose from to the one that it last rose to."""
    begin, end = lifecycle.promotions[0][0], lifecycle.promotions[-1][1]
    steps = lifecycle.steps[lifecycle.steps.index(begin) : lifecycle.steps.index(end) + 1]
    if any(version_key(step.version) not in axis for step in steps):
        return None
    han = len(HAN_CHARACTER.findall(name))
    width = han * HAN_WIDTH + (len(name) - han) * LATIN_WIDTH
    return _Rise(lifecycle, width, tuple((step.level, axis[version_key(step.version)]) for step in steps))


def _laid_out(
    rises: Sequence[_Rise], stability: Stability
) -> tuple[tuple[Lane, ...], tuple[Arrival, ...], tuple[Point, ...]]:
    """Stack the lanes; in each, the points without names are above those with names."""
    order, ladder = _lanes({level for rise in rises for level, _ in rise.reached}, stability)
    by_end: dict[tuple[str, float], list[_Rise]] = {}
    for rise in rises:
        by_end.setdefault(rise.end, []).append(rise)
    groups = {level: [_Group.of(*end, found) for end, found in by_end.items() if end[0] == level] for level in order}
    passed = dict.fromkeys(place for rise in rises for place in rise.reached[:-1])
    heights: dict[tuple[str, float, bool], float] = {}  # of points, each an end or not
    lanes: list[Lane] = []
    y: float = 0
    for level in order:
        passing = [x for at, x in passed if at == level]
        places, count = _places(groups[level])
        first = y + INSET + (PASSING if passing and count else 0)
        heights |= {(level, x, False): y + INSET for x in passing}
        heights |= {
            (level, group.x, True): first + ROW * place for group, place in zip(groups[level], places, strict=True)
        }
        height = first - y + INSET + ROW * max(count - 1, 0)
        lanes.append(Lane(level, y, height, level not in ladder))
        y += height + GAP
    arrivals = tuple(_arrival(group, heights) for level in order for group in groups[level])
    points = tuple(Point(level, x, own) for (level, x, _), own in heights.items())
    return tuple(lanes), arrivals, points


def _arrival(group: _Group, heights: Mapping[tuple[str, float, bool], float]) -> Arrival:
    y = heights[group.level, group.x, True]
    x = round(group.x + (-NAME_GAP if group.is_left else NAME_GAP), 1)
    rows = (NameRow(features, x, y + ROW * at, group.is_left) for at, features in enumerate(group.rows))
    ways = dict.fromkeys(rise.reached for rise in group.rises)
    return Arrival(
        tuple(_line([(x, heights[level, x, (level, x) == way[-1]]) for level, x in way]) for way in ways), tuple(rows)
    )


def _line(points: Sequence[tuple[float, float]]) -> str:
    """Return a line in SVG's words. It leaves and reaches levels horizontally."""
    curves = (
        f"C{round((ax + bx) / 2):g} {ay:g} {round((ax + bx) / 2):g} {by:g} {bx:g} {by:g}"
        for (ax, ay), (bx, by) in pairwise(points)
    )
    return "".join((f"M{points[0][0]:g} {points[0][1]:g}", *curves))


def _lanes(used: set[str], stability: Stability) -> tuple[list[str], list[str]]:
    """Return the levels from the top down, and those of them that are a ladder, each above the next.

    A level that is neither above nor below some of the ladder stands in the middle of those.
    """
    levels = [level.id for level in stability.levels if level.id in used]
    ladder: list[str] = []
    for level in levels:
        if all(stability.ranks_above(above, level) for above in ladder):
            ladder.append(level)

    def row(level: str) -> float:
        related = stability.ranks_above
        beside = [i for i, other in enumerate(ladder) if not related(other, level) and not related(level, other)]
        return sum(beside) / len(beside)  # a level of the ladder is beside itself only

    return sorted(levels, key=row), ladder


def _places(groups: Sequence[_Group]) -> tuple[list[int], int]:
    """Return the first row of each group of a lane, as high as no name is in the way of it, or of its line from below.

    The number of rows of the lane follows.
    """
    taken: list[float] = []  # how far to the right each row is taken
    found: list[int] = []
    most = 0
    for group in groups:
        place = len(taken)
        while place and taken[place - 1] + 2 * NAME_GAP <= group.begin:
            place -= 1
        taken[place:] = group.edges
        found.append(place)
        most = max(most, len(taken))
    return found, most


def _apart(ticks: Iterable[Tick]) -> tuple[Tick, ...]:
    """Return the ticks whose words have room."""
    kept: list[Tick] = []
    for tick in ticks:
        if not kept or tick.x - kept[-1].x >= TICK:
            kept.append(tick)
    return tuple(kept)
