"""What the template draws of the picture of features that rose, and its sizes."""

from __future__ import annotations

from dataclasses import dataclass

from atlas.history.lifecycle import Lifecycle

WIDTH = 1200  # sizes are in units of the picture: pixels where it has its full width
INSET = 12  # from the upper and lower edge of a lane to its first and last row
AXIS = 34  # the height of the axis below the lanes, with versions and years


@dataclass(frozen=True, slots=True)
class Point:
    """Where lines reach a level, or pass it on the way to a higher one."""

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
