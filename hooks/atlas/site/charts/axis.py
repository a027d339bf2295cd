"""Axes of versions: which versions get a column, and where columns are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from atlas.site.charts.shape import Column

COLUMNS = 16  # at most so many on an axis, besides gaps between them (a gap of one version shows it)
COLUMN, GAP = 26, 20  # widths: of the narrowest column, and of a gap

Key = tuple[tuple[int, ...], int, str]  # of a version, by version_key
Place = tuple[str, int]  # a version and 0, or no version and the number of one that texts do not name
Slot = tuple[Place, ...]  # the places of a column: one, or those that a gap leaves out


def choose_slots(places: Sequence[Place], wanted: Iterable[Place]) -> list[Slot]:
    """The places that get a column (all if they are few, else the first COLUMNS ``wanted``), and gaps between them."""
    chosen = set(places if len(places) <= COLUMNS else list(dict.fromkeys(wanted))[:COLUMNS])
    slots: list[Slot] = []
    for is_chosen, group in groupby(places, chosen.__contains__):
        run = tuple(group)
        slots += zip(run) if is_chosen else [run]
    return slots


def place_columns(slots: Sequence[Slot], widths: Sequence[int], x: int, collected: Iterable[str]) -> tuple[Column, ...]:
    """Columns next to each other from ``x`` on."""
    columns, known = [], {"", *collected}
    for slot, width in zip(slots, widths, strict=True):
        version, count = ("", len(slot)) if len(slot) > 1 else (slot[0][0], 0)
        columns.append(Column(x, width, version, version in known, count))
        x += width
    return tuple(columns)
