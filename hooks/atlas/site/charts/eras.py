"""What the words for levels meant when."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import ceil

from atlas.core.versions import version_key
from atlas.knowledge.schema import Stability
from atlas.site.charts.axis import COLUMN, GAP, Key, Place, Slot, choose, labels, lay, wide
from atlas.site.charts.shape import EDGE, WIDTH, Bar, Row, Ruler

HEAD, ROW, BAR = 20, 36, 26  # heights: of the boundaries' labels, of a row, of a bar


def ruler(stability: Stability, versions: Iterable[str]) -> Ruler:
    """A bar for each era, with room for its word, in a row for each level that eras speak of."""
    collected = {version_key(version): version for version in versions}
    eras = stability.eras
    places = _places([(era.since, era.until) for era in eras], collected)
    held = [[p for p in places if _holds(era.since, p[0], era.until)] or places for era in eras]
    slots = choose(places, [places[0], places[-1], *(p for mine in held for p in (mine[0], mine[-1]))])
    at = {place: n for n, slot in enumerate(slots) for place in slot}
    names = (name for level in stability.levels for name in (level.name.zh, level.name.en))
    left = max(map(wide, names), default=0) + 34
    needs = [
        (range(at[mine[0]], at[mine[-1]] + 1), max(wide(era.word.zh), wide(era.word.en)) + 30)
        for era, mine in zip(eras, held, strict=True)
    ]
    columns = lay(slots, _widths(slots, needs, WIDTH - EDGE - left), left, collected.values())
    slanted, tall = labels(columns)
    told = [level.id for level in stability.levels if any(era.level == level.id for era in eras)]
    rows = {level: Row(level, HEAD + 2 + n * ROW, ROW) for n, level in enumerate(told)}
    bars: list[Bar] = []
    boundaries: dict[int, str] = {}
    for n, (era, mine) in enumerate(zip(eras, held, strict=True)):
        first, last = columns[at[mine[0]]], columns[at[mine[-1]]]
        before = not era.since or version_key(era.since) < version_key(places[0][0])
        top = rows[era.level].y + (ROW - BAR) // 2
        size = last.x + last.width - first.x
        bars.append(Bar(n, era.level, first.x, top, size, BAR, before, not era.until))
        if not before:
            boundaries.setdefault(first.x, era.since)
    right = max(WIDTH, columns[-1].x + columns[-1].width + EDGE)
    foot = HEAD + 4 + len(rows) * ROW
    drawn = tuple(rows.values()), tuple(bars), tuple(boundaries.items())
    return Ruler(right, foot + tall, HEAD, foot, slanted, columns, *drawn)


def _places(eras: list[tuple[str, str]], collected: dict[Key, str]) -> list[Place]:
    """The collected versions in order; an era that holds none of them lends the version that it begins or ends with."""
    named = dict(collected)
    for since, until in eras:
        own = since or until
        if own and not any(_holds(since, version, until) for version in named.values()):
            named.setdefault(version_key(own), own)
    return [(named[key], 0) for key in sorted(named)] or [("0", 0)]


def _widths(slots: list[Slot], needs: list[tuple[range, int]], room: int) -> list[int]:
    """All columns alike where bars then have the room that they need, else each as wide as its bar asks."""
    alike = room // len(slots)
    if alike >= COLUMN and all(len(own) * alike >= need for own, need in needs):
        return [alike] * len(slots)
    widths = [GAP if len(slot) > 1 else COLUMN for slot in slots]
    for own, need in needs:
        lack = max(need - sum(widths[n] for n in own), 0)
        for n in own:
            widths[n] += ceil(lack / len(own))
    return [width + max(room - sum(widths), 0) // len(widths) for width in widths]


def _holds(since: str, version: str, until: str) -> bool:
    """Whether an era holds ``version``; until 1.5 means 1.5.1 too."""
    begun = not since or version_key(version)[0] >= version_key(since)[0]
    return begun and (not until or _numbers(version)[: len(_numbers(until))] <= _numbers(until))


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version.partition("-")[0])]
