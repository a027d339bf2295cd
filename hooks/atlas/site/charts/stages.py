"""One feature's stages over the versions: what is stated, what is not mentioned again, and what is unknown."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

from atlas.core.versions import version_key
from atlas.history.lifecycle import Lifecycle, Statement
from atlas.knowledge.schema import REMOVED, Elsewhere, Stability
from atlas.site.charts.shape import COLUMN, EDGE, WIDTH, Chart, Key, Place, Row, place_columns, with_breaks

NAMES, LEAD, ROW = 104, 24, 32  # room for stages' names and for a span of unknown beginning; a row's height


class Line(NamedTuple):
    """A line of the table: statements that say the same, versions that say nothing or are not here, another text."""

    statements: tuple[Statement, ...] = ()
    silent: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    elsewhere: Elsewhere | None = None


class Mark(NamedTuple):
    """The symbol of a level (or of REMOVED) around (x, y): what a text states."""

    x: int
    y: int
    level: str
    statement: Statement


class Other(NamedTuple):
    """The hollow symbol of a level around (x, y): what a text states that is not here."""

    x: int
    y: int
    told: Elsewhere


class Span(NamedTuple):
    """A stage from ``x`` to ``end`` at ``y``: stated, not mentioned since, or of unknown beginning."""

    x: int
    end: int
    y: int
    level: str
    kind: Literal["stated", "unmentioned", "unknown"]


class Turn(NamedTuple):
    """A change of stage at ``x``, from the row at ``y`` to that at ``end``."""

    x: int
    y: int
    end: int
    is_exact: bool  # whether it is known to have been in that version


@dataclass(frozen=True)
class Timeline(Chart):
    """One feature's stages, a row for each; below them, one for what other texts state."""

    spans: tuple[Span, ...]
    turns: tuple[Turn, ...]
    marks: tuple[Mark, ...]
    others: tuple[Other, ...]
    lines: tuple[Line, ...]  # of the table that holds the same


def timeline(
    lifecycle: Lifecycle,
    versions: Iterable[str],
    absent: Sequence[str],
    stability: Stability,
    elsewhere: Sequence[Elsewhere] = (),
) -> Timeline:
    """The stages over the collected ``versions`` and those that texts name; other ``absent`` ones are breaks."""
    collected = {version_key(version): version for version in versions}
    statements = [s for s in lifecycle.statements if s.seen.stage or (s.first and s.is_past)]  # the others draw nothing
    axis = collected | {version_key(told.release): told.release for told in elsewhere}
    places, place_of = _places(statements, axis, absent)
    width = min(max((WIDTH - NAMES - LEAD // 2 - EDGE) // len(places), COLUMN), NAMES)
    columns = place_columns(places, width, NAMES + LEAD // 2, collected.values())
    x_of = {place: column.middle for place, column in zip(places, columns, strict=True)}

    marked, extents = _follow(lifecycle, statements, place_of, x_of)
    stages = {stage for _, stage in marked}
    ordered = [stage for stage in (*(level.id for level in stability.levels), REMOVED) if stage in stages]
    rows = {stage: Row(stage, 2 + n * ROW + ROW // 2) for n, stage in enumerate(ordered)}
    marks = tuple(
        Mark(x_of[place], rows[stage].y, statement.seen.stage or lifecycle.default, statement)
        for (place, stage), statement in marked.items()
    )
    end = max((column.middle for column in columns if column.version and column.is_collected), default=0)
    spans, turns = _draw(lifecycle, rows, extents, end)
    lines = tuple(_lines(statements, *_places(statements, axis, absent), elsewhere))
    foot = 2 + len(rows) * ROW
    others = tuple(Other(x_of[Place(axis[version_key(t.release)])], foot + ROW // 2, t) for t in elsewhere)
    foot += ROW if others else 0
    return Timeline(columns, tuple(rows.values()), foot, spans, turns, marks, others, lines)


def _places(
    statements: Iterable[Statement], collected: dict[Key, str], absent: Sequence[str]
) -> tuple[list[Place], dict[int, Place]]:
    """Everything on the axis, in order, and the place of each statement by its identity.

    Unnamed versions come right before the version whose announcement speaks of them.
    """
    named = dict(collected)
    unnamed: dict[Key, list[Place]] = {}  # by the version that they come before
    place_of: dict[int, Place] = {}
    last: Statement | None = None
    for statement in statements:
        if statement.version:
            place = Place(named.setdefault(version_key(statement.version), statement.version))
        elif last and not last.version and last.seen.stage == statement.seen.stage:
            place = place_of[id(last)]
        else:
            place = Place(unnamed=len(place_of) + 1)
            key = version_key(statement.before)
            named.setdefault(key, statement.before)
            unnamed.setdefault(key, []).append(place)
        place_of[id(statement)] = place
        last = statement
    places = [place for key in sorted(named) for place in (*unnamed.get(key, ()), Place(named[key]))]
    return list(with_breaks(places, absent)), place_of


@dataclass(slots=True)
class _Extent:
    """Where an interval is stated first, first of a named version, and last; whether it is known to begin there."""

    first: int
    named: int | None
    last: int
    is_exact: bool


def _follow(
    lifecycle: Lifecycle, statements: Iterable[Statement], place_of: dict[int, Place], x_of: dict[Place, int]
) -> tuple[dict[tuple[Place, str], Statement], list[_Extent]]:
    """One statement for each place and stage, a version's own before later ones; and the extents of intervals."""
    marked: dict[tuple[Place, str], Statement] = {}
    extents: list[_Extent] = []
    starts = {id(run.statements[0]): run for run in lifecycle.intervals}
    stage_of = {id(s): run.stage for run in lifecycle.intervals for s in run.statements}
    current = ""
    for statement in statements:
        place, stage = place_of[id(statement)], statement.seen.stage or lifecycle.default
        if run := starts.get(id(statement)):
            current = run.stage
            named = next((x_of[place_of[id(s)]] for s in run.statements if s.version), None)
            extent = _Extent(x_of[place], named, x_of[place], run.exact)
            if not extents:  # earlier statements without a level belong to an unclassified beginning
                earlier = [(x_of[p], p, s) for (p, level), s in marked.items() if level == current]
                for x, before_place, before in reversed(earlier):
                    extent = _Extent(x, x if before_place.version else extent.named, extent.last, before.first)
            extents.append(extent)
        goes_on = stage == lifecycle.default and current not in ("", REMOVED)  # without a level: as stated last
        stage = stage_of.get(id(statement), current if goes_on else stage)
        if stage == current:
            extents[-1].last = max(extents[-1].last, x_of[place])
        other = marked.setdefault((place, stage), statement)
        if other.is_past and not statement.is_past:
            marked[place, stage] = statement
    return marked, extents


def _draw(
    lifecycle: Lifecycle, rows: dict[str, Row], extents: list[_Extent], end: int
) -> tuple[tuple[Span, ...], tuple[Turn, ...]]:
    """Spans up to ``end``, and turns between rows: half way where no text says when a stage changed."""
    starts = [extent.first if extent.is_exact else extent.first - LEAD for extent in extents[:1]]
    starts += [now.first if now.is_exact else (was.last + now.first) // 2 for was, now in pairwise(extents)]
    spans: list[Span] = []
    turns: list[Turn] = []
    stages = [run.stage for run in lifecycle.intervals]
    for n, (stage, extent) in enumerate(zip(stages, extents, strict=True)):
        if n and stages[n - 1] != stage:
            turns.append(Turn(starts[n], rows[stages[n - 1]].y, rows[stage].y, extent.is_exact))
        if stage != REMOVED:
            sure = extent.last if extent.named is None else extent.named
            spans.append(Span(starts[n], sure, rows[stage].y, stage, "unknown"))
            spans.append(Span(sure, extent.last, rows[stage].y, stage, "stated"))
            spans.append(Span(extent.last, [*starts, end][n + 1], rows[stage].y, stage, "unmentioned"))
    return tuple(span for span in spans if span.x < span.end), tuple(turns)


def _lines(
    stated: Iterable[Statement], places: Iterable[Place], place_of: dict[int, Place], elsewhere: Iterable[Elsewhere]
) -> Iterator[Line]:
    """Runs of statements that say the same, runs of versions without a statement, and breaks, in order."""
    found: dict[Place, list[Statement]] = {}
    for statement in stated:
        found.setdefault(place_of[id(statement)], []).append(statement)
    told = {version_key(each.release): each for each in elsewhere}

    def kind(place: Place) -> tuple[tuple[str, ...], bool, Elsewhere | None]:
        other = told.get(version_key(place.version)) if place.version else None
        return place.missing, place in found, other

    for (missing, is_mentioned, other), group in groupby(places, kind):
        if missing:
            yield Line(missing=missing)
        elif is_mentioned:
            statements = (statement for place in group for statement in found[place])
            alike = groupby(statements, lambda s: (s.seen.stage, s.is_past, bool(s.version)))
            yield from (Line(tuple(run)) for _, run in alike)
        elif not other:
            yield Line(silent=tuple(place.version for place in group))
        if other:
            yield Line(elsewhere=other)
