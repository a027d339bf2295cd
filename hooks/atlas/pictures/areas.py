"""Areas × releases: how many features of which level an announcement names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import ceil

from atlas.history import Atlas
from atlas.model import LANGUAGES, Language, Release
from atlas.pictures.axis import labels, wide
from atlas.pictures.shape import WIDTH, Cell, Column, Mark, Matrix, Row

NARROW, BROAD = 24, 112  # a column is so wide
LINES = 5  # of marks that a cell has room for


def matrix(atlas: Atlas, releases: Iterable[Release], language: Language | None = None) -> Matrix:
    """A mark for each feature; room for the areas' names in ``language``, or in any."""
    ordered = sorted(releases, key=lambda r: r.key)
    areas = atlas.knowledge.areas
    names = [getattr(area.name, each) for area in areas for each in ([language] if language else LANGUAGES)]
    left = max(map(wide, names), default=0) + 12
    width = min(max((WIDTH - left) // max(len(ordered), 1), NARROW), BROAD)
    columns = tuple(Column(left + n * width, width - 2, r.version) for n, r in enumerate(ordered))
    slanted, tall = labels(columns)
    pitch, radius = (14, 5) if width >= 2 * NARROW else (11, 4)
    rows: list[Row] = []
    y = tall + 4
    for area in areas:
        counted = [atlas.counts(release, area.id) for release in ordered]
        most = max((sum(count for _, count in counts) for counts in counted), default=0)
        row = Row(area.id, y, min(max(ceil(most / ((width - 2) // pitch)), 1), LINES) * pitch + 10)
        each = zip(columns, ordered, counted, strict=True)
        cells = tuple(_cell(row, column, pitch, release, counts) for column, release, counts in each)
        rows.append(replace(row, cells=cells))
        y += row.height + 3
    right = left + len(ordered) * width + (tall if slanted else 0)
    return Matrix(max(WIDTH, right), y, tall, y, slanted, columns, tuple(rows), radius)


def _cell(row: Row, column: Column, pitch: int, release: Release, counts: tuple[tuple[str, int], ...]) -> Cell:
    across = column.width // pitch
    levels = [level for level, count in counts for _ in range(count)]
    shown = len(levels) if len(levels) <= across * LINES else across * (LINES - 1)  # the last line says how many more
    lines = ceil(shown / across) + (shown < len(levels))
    x = column.x + min((column.width - across * pitch) // 2, 4) + pitch // 2
    top = row.y + (row.height - lines * pitch) // 2 + pitch // 2
    marks = (Mark(x + n % across * pitch, top + n // across * pitch, level) for n, level in enumerate(levels[:shown]))
    return Cell(release, column.x, row.y, column.width, row.height, counts, tuple(marks), len(levels) - shown)
