"""The picture of the features that rose: a lane for each level, real time from left to right, a line for each feature.

A line ends in a place of its own in the lane of its last level, with the feature's name next to it. Who arrived first
has the topmost place: lines come from below, so they cross no name of that lane.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from atlas.core.text import HAN_CHARACTER
from atlas.core.versions import version_key
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.stability import Stability

WIDTH = 1200  # sizes are in units of the picture: pixels where it has its full width
LEFT, RIGHT = 120.0, 1180.0  # the oldest and the newest release; names of lanes are on the left
PLACE = 16  # the height of a place with a name
STEP = 8  # from a point without a name to the next one of the same level and release
INSET = 11  # from a lane's edge to its first point
LANE = 38  # the least height of a lane
GAP = 3  # between lanes
AXIS = 36  # below the lanes: versions and years
HAN_WIDTH, LATIN_WIDTH = 13, 7.2  # of a character in a name, at most
NAME_GAP = 9  # from the end of a line to its name
TICK = 27  # the least distance between two versions on the axis

Key = tuple[tuple[int, ...], int, str]  # of ``version_key``


@dataclass(frozen=True, slots=True)
class Point:
    """Where a line reaches a level."""

    level: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Riser:
    """A feature's line. Its name begins at ``name_x``, or ends there if the picture has no room to the right."""

    lifecycle: Lifecycle
    points: tuple[Point, ...]
    name_x: float
    is_name_left: bool

    @property
    def path(self) -> str:
        """The line in SVG's words. It leaves and reaches levels horizontally."""
        first, middles = self.points[0], [(a.x + b.x) / 2 for a, b in pairwise(self.points)]
        curves = [
            f"C{middle:g} {a.y:g} {middle:g} {b.y:g} {b.x:g} {b.y:g}"
            for middle, (a, b) in zip(middles, pairwise(self.points), strict=True)
        ]
        return "".join((f"M{first.x:g} {first.y:g}", *curves))


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
    """What is drawn; lanes from the top down, lines by the time of their arrival."""

    lanes: tuple[Lane, ...]
    risers: tuple[Riser, ...]
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

    @property
    def is_name_left(self) -> bool:
        return self.end[1] + NAME_GAP + self.name_width > WIDTH

    @property
    def name_x(self) -> float:
        return round(self.end[1] + (-NAME_GAP if self.is_name_left else NAME_GAP), 1)


def picture(
    promoted: Iterable[Lifecycle], days: Mapping[str, date], stability: Stability, name: Callable[[Lifecycle], str]
) -> Picture | None:
    """Draw features that rose. ``days`` are the dates of releases; without two of them there is no picture."""
    first, last = min(days.values(), default=date.min), max(days.values(), default=date.min)
    if first == last:
        return None

    def place(day: date) -> float:
        return round(LEFT + (RIGHT - LEFT) * ((day - first) / (last - first)), 1)

    axis = {version_key(version): place(day) for version, day in days.items()}
    rises = [rise for each in promoted if (rise := _rise(each, axis, name(each)))]
    rises.sort(key=lambda rise: rise.end[1])
    lanes, risers = _laid_out(rises, stability)
    if not risers:
        return None
    named = {point.x for riser in risers for point in riser.points}
    ticks = sorted((Tick(version, place(day)) for version, day in days.items()), key=lambda tick: tick.x)
    years = (date(year, 1, 1) for year in range(first.year + 1, last.year + 1))
    return Picture(
        lanes=lanes,
        risers=risers,
        versions=_apart(tick for tick in ticks if tick.x in named),
        years=tuple(Tick(str(day.year), place(day)) for day in years),
    )


def _rise(lifecycle: Lifecycle, axis: Mapping[Key, float], name: str) -> _Rise | None:
    """Return a feature from the level that it first rose from to the one that it last rose to."""
    begin, end = lifecycle.promotions[0][0], lifecycle.promotions[-1][1]
    steps = lifecycle.steps[lifecycle.steps.index(begin) : lifecycle.steps.index(end) + 1]
    if any(version_key(step.release) not in axis for step in steps):
        return None
    han = len(HAN_CHARACTER.findall(name))
    width = han * HAN_WIDTH + (len(name) - han) * LATIN_WIDTH
    return _Rise(lifecycle, width, tuple((step.level, axis[version_key(step.release)]) for step in steps))


def _laid_out(rises: Sequence[_Rise], stability: Stability) -> tuple[tuple[Lane, ...], tuple[Riser, ...]]:
    """Stack the lanes; in each, the points without names are above the places with names."""
    order, ladder = _lanes({level for rise in rises for level, _ in rise.reached}, stability)
    places = {level: _places([rise for rise in rises if rise.end[0] == level]) for level in order}
    passing = Counter(step for rise in rises for step in rise.reached[:-1])
    lanes: list[Lane] = []
    named_from: dict[str, float] = {}  # the height of a lane's first place with a name
    y: float = 0
    for level in order:
        stack = STEP * max((count for (at, _), count in passing.items() if at == level), default=0)
        names = PLACE * (max(places[level], default=-1) + 1)
        height = max(LANE, 2 * INSET + stack + names - (PLACE if names else STEP))
        lanes.append(Lane(level, y, height, level not in ladder))
        named_from[level] = y + INSET + stack
        y += height + GAP
    tops = {lane.level: lane.y for lane in lanes}
    risers: list[Riser] = []
    ended: Counter[str] = Counter()
    passed: Counter[tuple[str, float]] = Counter()
    for rise in rises:
        points: list[Point] = []
        for level, x in rise.reached[:-1]:
            points.append(Point(level, x, tops[level] + INSET + STEP * passed[level, x]))
            passed[level, x] += 1
        level, x = rise.end
        points.append(Point(level, x, named_from[level] + PLACE * places[level][ended[level]]))
        ended[level] += 1
        risers.append(Riser(rise.lifecycle, tuple(points), rise.name_x, rise.is_name_left))
    return tuple(lanes), tuple(risers)


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


def _places(arrivals: Sequence[_Rise]) -> list[int]:
    """Return a place for each feature of a lane: as high as no name is in the way of it, or of its line from below."""
    taken: list[float] = []  # how far to the right each place is taken
    found: list[int] = []
    for rise in arrivals:
        x, edge = rise.end[1], rise.name_x + (0 if rise.is_name_left else rise.name_width)
        begin = rise.name_x - rise.name_width if rise.is_name_left else x
        place = len(taken)
        while place and taken[place - 1] + 2 * NAME_GAP <= begin:
            place -= 1
        taken[place:] = [max(x, edge)]
        found.append(place)
    return found


def _apart(ticks: Iterable[Tick]) -> tuple[Tick, ...]:
    """Return the ticks whose words have room."""
    kept: list[Tick] = []
    for tick in ticks:
        if not kept or tick.x - kept[-1].x >= TICK:
            kept.append(tick)
    return tuple(kept)
