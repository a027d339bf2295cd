"""What all charts have: columns of versions, and rows."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from atlas.history.releases import between

WIDTH = 680  # of every chart, at least
EDGE = 8  # free at the right
COLUMN = 26  # width of the narrowest column
BREAK = 16  # and of a break without a label

Key = tuple[tuple[int, ...], int, str]  # of a version, by version_key


class Place(NamedTuple):
    """One on the axis: a version, an earlier one that texts do not name, or a break for versions that are not here."""

    version: str = ""
    unnamed: int = 0  # its number
    missing: tuple[str, ...] = ()


def with_breaks(places: Sequence[Place], absent: Sequence[str]) -> Iterator[Place]:
    """Places in order, with a break wherever some of the ``absent`` versions lie between two that are named."""
    before = ""
    waiting: list[Place] = []  # what is not named comes after the break
    for place in places:
        if not place.version:
            waiting.append(place)
            continue
        if before and (missing := between(absent, before, place.version)):
            yield Place(missing=missing)
        yield from waiting
        yield place
        before, waiting = place.version, []
    yield from waiting


def text_width(text: str) -> int:
    """About how wide ``text`` is, in letters 12 high."""
    ems = (1 if unicodedata.east_asian_width(c) in "WF" else 0.32 if c in "iljtfrI.,'|- " else 0.58 for c in text)
    return ceil(12 * sum(ems))


class Column(NamedTuple):
    """A version's column; without a version, that of an earlier, unnamed one, or a break for ``missing`` ones."""

    x: int
    width: int
    version: str
    is_collected: bool = True  # whether the version's own announcement is here
    missing: tuple[str, ...] = ()  # versions that are not here

    @property
    def middle(self) -> int:
        """The x of its label and its marks."""
        return self.x + self.width // 2

    @property
    def label_width(self) -> int:
        """About how wide its label is."""
        if self.missing:
            needed = _break_width(self.missing)
            return needed if needed <= self.width else 0  # the key of the chart says what a break is
        label = self.version or "earlier"
        return text_width(label if self.is_collected else f"({label})")


def place_columns(
    places: Sequence[Place], width: int, x: int, collected: Iterable[str], *, narrow: bool = False
) -> tuple[Column, ...]:
    """Columns next to each other from ``x`` on; breaks are as wide as their labels, or, where ``narrow``, have none."""
    known = {"", *collected}
    columns: list[Column] = []
    for place in places:
        own = width
        if place.missing:
            own = BREAK if narrow or width == COLUMN else _break_width(place.missing)
        columns.append(Column(x, own, place.version, place.version in known, place.missing))
        x += own
    return tuple(columns)


def _break_width(missing: Sequence[str]) -> int:
    """Of the label of a break, with some room."""
    return text_width("–".join(dict.fromkeys((missing[0], missing[-1])))) + 8


class Row(NamedTuple):
    """The row of a stage or level."""

    id: str
    y: int  # of its middle


@dataclass(frozen=True)
class Chart:
    """Columns and rows; the columns' labels are below ``foot``."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    foot: int

    @property
    def width(self) -> int:
        """Of the whole chart."""
        return max(WIDTH, self.columns[-1].x + self.columns[-1].width + EDGE)

    @property
    def height(self) -> int:
        """Of the whole chart, with its labels."""
        widest = max(column.label_width for column in self.columns)
        return self.foot + (widest * 3 // 4 + 14 if self.is_slanted else 22)

    @cached_property
    def is_slanted(self) -> bool:
        """Whether the columns' labels are slanted, because they would touch each other."""
        return any(
            (left.label_width + right.label_width) // 2 + 4 > right.middle - left.middle
            for left, right in pairwise(self.columns)
        )
