"""What levels were called when, as announcements spoke of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from atlas.core.versions import version_key
from atlas.knowledge.schema import Era, Stability
from atlas.site.charts.shape import COLUMN, EDGE, WIDTH, Chart, Key, Place, Row, place_columns, text_width

HEAD, ROW, BAR = 20, 36, 26  # heights


class Bar(NamedTuple):
    """An era."""

    era: Era
    x: int
    y: int
    width: int
    height: int
    begins_before: bool  # the first column


@dataclass(frozen=True)
class Ruler(Chart):
    """What levels were called when, a row for each level; the first versions of eras are in the ``head``."""

    bars: tuple[Bar, ...]
    head: int


def ruler(stability: Stability, versions: Iterable[str]) -> Ruler:
    """A bar for each era, with room for its word, in a row for each level that has eras."""
    collected = {version_key(version): version for version in versions}
    eras = stability.eras
    places = _places(eras, collected)
    covered = [[n for n, (version, _) in enumerate(places) if era.covers(version)] for era in eras]
    ends = [(own[0], own[-1]) if own else (0, len(places) - 1) for own in covered]
    names = (name for level in stability.levels for name in (level.name.zh, level.name.en))
    left = max(map(text_width, names), default=0) + 26
    width = max(COLUMN, (WIDTH - EDGE - left) // len(places))
    for era, (first, last) in zip(eras, ends, strict=True):
        word = max(text_width(era.word.zh), text_width(era.word.en)) + 12
        width = max(width, ceil(word / (last + 1 - first)))
    columns = place_columns(places, width, left, collected.values())
    levels = [level.id for level in stability.levels if any(era.level == level.id for era in eras)]
    rows = {level: Row(level, HEAD + 2 + n * ROW + ROW // 2) for n, level in enumerate(levels)}
    bars: list[Bar] = []
    for era, (first, last) in zip(eras, ends, strict=True):
        x, end = columns[first].x, columns[last]
        begins_before = not era.since or version_key(era.since) < version_key(places[0][0])
        bars.append(Bar(era, x, rows[era.level].y - BAR // 2, end.x + end.width - x, BAR, begins_before))
    return Ruler(columns, tuple(rows.values()), HEAD + 4 + len(rows) * ROW, tuple(bars), HEAD)


def _places(eras: Iterable[Era], collected: dict[Key, str]) -> list[Place]:
    """The collected versions in order, and the first or last version of each era that has none of them."""
    named = dict(collected)
    for era in eras:
        own = era.since or era.until
        if own and not any(era.covers(version) for version in named.values()):
            named.setdefault(version_key(own), own)
    return [(named[key], 0) for key in sorted(named)] or [("0", 0)]
