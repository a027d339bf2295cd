"""What the template draws of the picture of features that rose, and its sizes."""

from __future__ import annotations

from dataclasses import dataclass

from atlas.history.lifecycle import Lifecycle

WIDTH = 1200  # sizes are in units of the picture: pixels where it has its full width
INSET = 9  # from the upper and lower edge of a lane to its first and last row
AXIS = 34  # the height of the axis below the panels, with versions and years


@dataclass(frozen=True, slots=True)
class Point:
    """Where lines begin, reach a level, or pass it on the way to a higher one."""

    level: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class NameRow:
    """A row of names beside a point. It begins at ``x``; if ``is_left`` of the point, it ends there."""

    lifecycles: tuple[Lifecycle, ...]
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
    """A level's lane. The level ranks neither above nor below the levels ``unranked`` of its panel."""

    level: str
    y: float
    height: float
    unranked: tuple[str, ...]

    @property
    def end(self) -> float:
        """The y of its lower edge."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Panel:
    """Lanes from the top down, and arrivals in the order of drawing, so that later ones cover others.

    The first lane is that of the level to which ``count`` features rose.
    """

    lanes: tuple[Lane, ...]
    arrivals: tuple[Arrival, ...]
    points: tuple[Point, ...]

    @property
    def end(self) -> float:
        """The y of its lower edge."""
        return self.lanes[-1].end

    @property
    def count(self) -> int:
        """How many features arrive."""
        return sum(len(row.lifecycles) for arrival in self.arrivals for row in arrival.rows)


@dataclass(frozen=True, slots=True)
class Tick:
    """A version or a year on the axis."""

    words: str
    x: float


@dataclass(frozen=True, slots=True)
class Picture:
    """What is drawn: panels from the top down, above the axis of time."""

    panels: tuple[Panel, ...]
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
        """The y of the axis, which is below the panels."""
        return self.panels[-1].end

    @property
    def height(self) -> float:
        """The height of the picture: the panels and the axis."""
        return self.axis + AXIS
