"""What levels were called when, as announcements spoke of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import NamedTuple

from atlas.core.versions import version_key
from atlas.knowledge.schema import Era, Stability
from atlas.site.charts.shape import (
    BREAK,
    COLUMN,
    EDGE,
    WIDTH,
    Chart,
    Key,
    Place,
    Row,
    place_columns,
    text_width,
    with_breaks,
)

HEAD, ROW, BAR = 20, 36, 26  # heights
PADDING = 24  # beside a bar's word, which is bold and a little larger than what text_width measures


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


def ruler(stability: Stability, versions: Iterable[str], absent: Sequence[str]) -> Ruler:
    """A bar for each era, with room for its word, in a row for each level that has eras; ``absent`` are not here."""
    collected = {version_key(version): version for version in versions}
    eras = stability.eras
    places = _places(eras, collected, absent)
    covered = [[n for n, place in enumerate(places) if era.covers(_first(place))] for era in eras]
    ends = [(own[0], own[-1]) if own else (0, len(places) - 1) for own in covered]
    names = (name for level in stability.levels for name in (level.name.zh, level.name.en))
    left = max(map(text_width, names), default=0) + 26
    breaks = sum(bool(place.missing) for place in places)
    width = max(COLUMN, (WIDTH - EDGE - left - breaks * BREAK) // (len(places) - breaks))
    for era, (first, last) in zip(eras, ends, strict=True):
        word = ceil(1.15 * max(text_width(era.word.zh), text_width(era.word.en))) + PADDING
        width = max(width, ceil(word / sum(not place.missing for place in places[first : last + 1])))
    columns = place_columns(places, width, left, collected.values(), narrow=True)
    levels = [level.id for level in stability.levels if any(era.level == level.id for era in eras)]
    rows = {level: Row(level, HEAD + 2 + n * ROW + ROW // 2) for n, level in enumerate(levels)}
    bars: list[Bar] = []
    for era, (first, last) in zip(eras, ends, strict=True):
        x, end = columns[first].x, columns[last]
        begins_before = not era.since or version_key(era.since) < version_key(places[0].version)
        bars.append(Bar(era, x, rows[era.level].y - BAR // 2, end.x + end.width - x, BAR, begins_before))
    return Ruler(columns, tuple(rows.values()), HEAD + 4 + len(rows) * ROW, tuple(bars), HEAD)


def _places(eras: Sequence[Era], collected: dict[Key, str], absent: Sequence[str]) -> list[Place]:
    """The collected versions in order, and the first or last version of each era that has none of them.

    A break lies within eras: where one begins or ends in it, there are two.
    """
    named = dict(collected)
    for era in eras:
        own = era.since or era.until
        if own and not any(era.covers(version) for version in named.values()):
            named.setdefault(version_key(own), own)
    found: list[Place] = []
    for place in with_breaks([Place(named[key]) for key in sorted(named)], absent):
        alike = groupby(place.missing, lambda version: [era.covers(version) for era in eras])
        found += [Place(missing=tuple(run)) for _, run in alike] or [place]
    return found or [Place("0")]


def _first(place: Place) -> str:
    return place.version or place.missing[0]
