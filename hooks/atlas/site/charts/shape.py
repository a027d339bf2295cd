"""What all charts have: columns of versions, and rows."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil
from typing import NamedTuple

WIDTH = 680  # of every chart, at least
EDGE = 8  # free at the right
COLUMN = 26  # width of the narrowest column

Key = tuple[tuple[int, ...], int, str]  # of a version, by version_key
Place = tuple[str, int]  # on the axis: a version and 0, or no version and the number of one that texts do not name


def text_width(text: str) -> int:
    """About how wide ``text`` is, in letters 12 high."""
    ems = (1 if unicodedata.east_asian_width(c) in "WF" else 0.32 if c in "iljtfrI.,'|- " else 0.58 for c in text)
    return ceil(12 * sum(ems))


class Column(NamedTuple):
    """A version's column; without a version, that of an earlier, unnamed one."""

    x: int
    width: int
    version: str
    is_collected: bool = True  # whether the version's own announcement is here

    @property
    def middle(self) -> int:
        """The x of its label and its marks."""
        return self.x + self.width // 2

    @property
    def label_width(self) -> int:
        """About how wide its label is."""
        label = self.version or "earlier"
        return text_width(label if self.is_collected else f"({label})")


def place_columns(places: Sequence[Place], width: int, x: int, collected: Iterable[str]) -> tuple[Column, ...]:
    """Columns next to each other from ``x`` on."""
    known = {"", *collected}
    return tuple(Column(x + n * width, width, version, version in known) for n, (version, _) in enumerate(places))


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
