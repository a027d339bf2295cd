"""Axes of versions: which get a column, how wide columns are, and whether their labels must be slanted."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from math import ceil

from atlas.site.charts.shape import Column

COLUMNS = 16  # at most so many on an axis, besides gaps between them (a gap of one version shows it)
COLUMN, GAP = 26, 20  # widths: of the narrowest column, and of what stands for left-out versions

Key = tuple[tuple[int, ...], int, str]  # of a version, as version_key gives it
Place = tuple[str, int]  # a version, or none and which of those that texts leave unnamed
Slot = tuple[Place, ...]  # what a column stands for: one place, or a run of left-out ones


def wide(text: str) -> int:
    """About how wide ``text`` is, in letters 12 high."""
    ems = (1 if unicodedata.east_asian_width(c) in "WF" else 0.32 if c in "iljtfrI.,'|- " else 0.58 for c in text)
    return ceil(12 * sum(ems))


def choose(places: Sequence[Place], wanted: Iterable[Place]) -> list[Slot]:
    """The places that get a column (all if they are few, else the first COLUMNS ``wanted``), and runs between them."""
    kept = set(places if len(places) <= COLUMNS else list(dict.fromkeys(wanted))[:COLUMNS])
    slots: list[Slot] = []
    for stays, group in groupby(places, kept.__contains__):
        run = tuple(group)
        slots += zip(run) if stays else [run]
    return slots


def lay(slots: Sequence[Slot], widths: Sequence[int], x: int, collected: Iterable[str]) -> tuple[Column, ...]:
    """Columns side by side from ``x`` on."""
    columns, known = [], {"", *collected}
    for slot, width in zip(slots, widths, strict=True):
        version, count = ("", len(slot)) if len(slot) > 1 else (slot[0][0], 0)
        columns.append(Column(x, width, version, version in known, count))
        x += width
    return tuple(columns)


def labels(columns: Sequence[Column]) -> tuple[bool, int]:
    """Whether labels would touch each other if they were not slanted, and how high they are."""
    words = (c.version or (f"…{c.left_out}" if c.left_out else "earlier") for c in columns)
    sizes = [wide(word if c.collected else f"({word})") for c, word in zip(columns, words, strict=True)]
    slanted = any(
        (a + b) // 2 + 4 > right.middle - left.middle
        for (left, a), (right, b) in pairwise(zip(columns, sizes, strict=True))
    )
    return slanted, max(sizes, default=0) * 3 // 4 + 14 if slanted else 22
