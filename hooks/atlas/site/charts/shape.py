"""What pictures are made of. Lengths are whole SVG user units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from atlas.history.lifecycle import Statement

WIDTH = 680  # every picture is at least so wide
EDGE = 8  # free at the right


@dataclass(frozen=True, slots=True)
class Column:
    """From ``x`` on, ``width`` wide. Without a version: earlier, or a gap for as many as are ``left_out``."""

    x: int
    width: int
    version: str
    collected: bool = True  # whether the version's own announcement is here
    left_out: int = 0

    @property
    def middle(self) -> int:
        """Where its label and its marks stand."""
        return self.x + self.width // 2


@dataclass(frozen=True, slots=True)
class Mark:
    """The shape of a level (or of REMOVED) around (x, y): a feature, or what a text states."""

    x: int
    y: int
    level: str
    statement: Statement | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row from ``y`` on; ``id`` is its area, stage or level."""

    id: str
    y: int
    height: int

    @property
    def middle(self) -> int:
        """Where its label stands."""
        return self.y + self.height // 2


@dataclass(frozen=True, slots=True)
class Span:
    """A stage from ``x`` to ``end`` at ``y``: stated, not mentioned since, or of unknown beginning."""

    x: int
    end: int
    y: int
    level: str
    kind: Literal["stated", "unmentioned", "unknown"]


@dataclass(frozen=True, slots=True)
class Turn:
    """From one stage to the next, at ``x``. ``exact``: it is known to have been in that version."""

    x: int
    y: int
    end: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """The era at a place of ``stability.eras``; ``before`` and ``after``: it reaches beyond the columns."""

    era: int
    level: str
    x: int
    y: int
    width: int
    height: int
    before: bool
    after: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """Rows and columns. Labels of columns stand in the uppermost ``head`` units, or below ``foot``."""

    width: int
    height: int
    head: int
    foot: int
    slanted: bool  # whether the columns' labels are, for want of room
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


Line = tuple[tuple[Statement, ...], tuple[str, ...]]  # statements that say the same, or versions that say nothing


@dataclass(frozen=True, slots=True)
class Timeline(Picture):
    """One feature's stages, a row for each."""

    spans: tuple[Span, ...]
    turns: tuple[Turn, ...]
    marks: tuple[Mark, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Ruler(Picture):
    """What words meant when, a row for each level. ``boundaries``: x, and the version in which an era begins there."""

    bars: tuple[Bar, ...]
    boundaries: tuple[tuple[int, str], ...]
