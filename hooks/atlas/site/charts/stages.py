"""One feature's stages over the versions: what is stated, what is only not taken back, and what nobody says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from atlas.core.versions import version_key
from atlas.history.lifecycle import Lifecycle, Statement
from atlas.knowledge.schema import REMOVED
from atlas.site.charts.axis import COLUMN, GAP, Key, Place, choose, labels, lay
from atlas.site.charts.shape import EDGE, WIDTH, Line, Mark, Row, Span, Timeline, Turn

LADDER = ("stable", "beta", "prototype")  # rows from the top; other stages come below
NAMES, LEAD, ROW = 104, 24, 32  # room for stages' names, for where an unknown beginning leads in; a row's height


def timeline(lifecycle: Lifecycle, versions: Iterable[str], levels: Sequence[str] = LADDER) -> Timeline:
    """Its stages over the collected ``versions`` and those that texts name besides, a row for each stage."""
    collected = {version_key(version): version for version in versions}
    told = [s for s in lifecycle.statements if s.seen.stage or s.first]  # what was before at no level draws nothing
    places, at = _places(told, collected)
    ends = [at[id(s)] for run in lifecycle.intervals for s in (run.statements[0], run.statements[-1])]
    stated = [at[id(s)] for s in reversed(told)]
    slots = choose(places, [places[0], places[-1], *ends, *stated])
    gaps = sum(len(slot) > 1 for slot in slots)
    room = WIDTH - NAMES - LEAD // 2 - EDGE - gaps * GAP
    width = min(max(room // max(len(slots) - gaps, 1), COLUMN), NAMES)
    widths = [GAP if len(slot) > 1 else width for slot in slots]
    columns = lay(slots, widths, NAMES + LEAD // 2, collected.values())
    where = {place: column.middle for slot, column in zip(slots, columns, strict=True) for place in slot}

    marked, heard = _follow(lifecycle, told, at, where)
    stages = dict.fromkeys(stage for _, stage in marked)
    ordered = [*(stage for stage in levels if stage in stages), *(stage for stage in stages if stage not in levels)]
    ordered.sort(key=lambda stage: (stage == REMOVED, stage == lifecycle.default))
    rows = {stage: Row(stage, 2 + n * ROW, ROW) for n, stage in enumerate(ordered)}
    shown = {slot[0] for slot in slots if len(slot) == 1}
    marks = tuple(
        Mark(where[place], rows[stage].middle, s.seen.stage or lifecycle.default, s)
        for (place, stage), s in marked.items()
        if place in shown
    )
    spans, turns = _draw(lifecycle, {stage: row.middle for stage, row in rows.items()}, heard, columns[-1].middle)
    slanted, tall = labels(columns)
    foot = 2 + len(rows) * ROW
    right = max(WIDTH, columns[-1].x + columns[-1].width + EDGE)
    lines = tuple(_lines(lifecycle, *_places(lifecycle.statements, collected)))
    own = tuple(rows.values())
    return Timeline(right, foot + tall, 0, foot, slanted, columns, own, spans, turns, marks, lines)


def _places(statements: Iterable[Statement], collected: dict[Key, str]) -> tuple[list[Place], dict[int, Place]]:
    """Everything on the axis, in order, and the place of each statement by its identity.

    Unnamed versions come right before the version whose announcement speaks of them.
    """
    named = dict(collected)
    before: dict[Key, list[Place]] = {}
    at: dict[int, Place] = {}
    last: Statement | None = None
    for statement in statements:
        if statement.version:
            at[id(statement)] = (named.setdefault(version_key(statement.version), statement.version), 0)
        elif last and not last.version and last.seen.stage == statement.seen.stage:
            at[id(statement)] = at[id(last)]
        else:
            at[id(statement)] = place = ("", len(at) + 1)
            key = version_key(statement.before)
            named.setdefault(key, statement.before)
            before.setdefault(key, []).append(place)
        last = statement
    return [p for key in sorted(named) for p in (*before.get(key, ()), (named[key], 0))], at


@dataclass(slots=True)
class _Heard:
    """Where an interval is heard of first, first by a version's name, and last; whether it is known to begin there."""

    first: int
    named: int | None
    last: int
    exact: bool


def _follow(
    lifecycle: Lifecycle, told: Iterable[Statement], at: dict[int, Place], where: dict[Place, int]
) -> tuple[dict[tuple[Place, str], Statement], list[_Heard]]:
    """One statement for each place and stage, a version's own before later ones; and what is heard of intervals."""
    marked: dict[tuple[Place, str], Statement] = {}
    heard: list[_Heard] = []
    begins = {id(run.statements[0]): run for run in lifecycle.intervals}
    part = {id(s): run.stage for run in lifecycle.intervals for s in run.statements}
    now = ""
    for statement in told:
        place, stage = at[id(statement)], statement.seen.stage or lifecycle.default
        if run := begins.get(id(statement)):
            now = run.stage
            named = next((where[at[id(s)]] for s in run.statements if s.version), None)
            news = _Heard(where[place], named, where[place], run.exact)
            if not heard:  # what texts mention before, without a level, belongs to what no text classifies
                earlier = [(where[p], p, s) for (p, level), s in marked.items() if level == now]
                for x, (version, _), before in reversed(earlier):
                    news = _Heard(x, x if version else news.named, news.last, before.first)
            heard.append(news)
        goes_on = stage == lifecycle.default and now not in ("", REMOVED)  # a level left out is the last one stated
        stage = part.get(id(statement), now if goes_on else stage)
        if stage == now:
            heard[-1].last = max(heard[-1].last, where[place])
        other = marked.setdefault((place, stage), statement)
        if other.is_past and not statement.is_past:
            marked[place, stage] = statement
    return marked, heard


def _draw(
    lifecycle: Lifecycle, y: dict[str, int], heard: list[_Heard], end: int
) -> tuple[tuple[Span, ...], tuple[Turn, ...]]:
    """Bars up to ``end``, and the lines between rows. Where nobody says when a stage changed, half way."""
    starts = [it.first if it.exact else it.first - LEAD for it in heard[:1]]
    starts += [it.first if it.exact else (before.last + it.first) // 2 for before, it in pairwise(heard)]
    spans: list[Span] = []
    turns: list[Turn] = []
    stages = [run.stage for run in lifecycle.intervals]
    for n, (stage, it) in enumerate(zip(stages, heard, strict=True)):
        if n and stages[n - 1] != stage:
            turns.append(Turn(starts[n], y[stages[n - 1]], y[stage], it.exact))
        if stage != REMOVED:
            sure = it.last if it.named is None else it.named
            spans.append(Span(starts[n], sure, y[stage], stage, "unknown"))
            spans.append(Span(sure, it.last, y[stage], stage, "stated"))
            spans.append(Span(it.last, [*starts, end][n + 1], y[stage], stage, "unmentioned"))
    return tuple(span for span in spans if span.x < span.end), tuple(turns)


def _lines(lifecycle: Lifecycle, places: Iterable[Place], at: dict[int, Place]) -> Iterator[Line]:
    said: dict[Place, list[Statement]] = {}
    for statement in lifecycle.statements:
        said.setdefault(at[id(statement)], []).append(statement)
    for told, run in groupby(places, said.__contains__):
        if told:
            alike = groupby(
                (s for place in run for s in said[place]), lambda s: (s.seen.stage, s.is_past, s.version != "")
            )
            yield from ((tuple(group), ()) for _, group in alike)
        else:
            yield (), tuple(version for version, _ in run)
