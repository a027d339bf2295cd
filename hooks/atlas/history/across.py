"""A feature across releases: its row of the matrix, its timeline, and how far it rose from a level."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from atlas.core.versions import version_key
from atlas.history.gaps import between
from atlas.history.lifecycle import Interval, Lifecycle, Statement
from atlas.knowledge.schema import REMOVED, ExternalStatement, Stability


class ReleaseCell(NamedTuple):
    """A column of a feature's row in a matrix: a collected release, or the uncollected ones before it or after all."""

    version: str  # of a collected release; empty for uncollected ones
    before: str  # the level up to here; empty if none is known
    level: str  # the level from here on
    statement: Statement | None  # what the release's own announcement says
    elsewhere: ExternalStatement | None  # the last of what only uncollected official texts state
    goes_on: bool  # whether the level holds in the next column, too


@dataclass(frozen=True, slots=True)
class Step:
    """A version, an earlier one that no text names, or a gap of ``missing`` versions.

    ``level`` is the level stated there, else the last one stated before; empty if unknown.
    """

    version: str = ""
    level: str = ""
    statements: tuple[Statement, ...] = ()  # best evidence first
    elsewhere: ExternalStatement | None = None  # what an uncollected official text states
    missing: tuple[str, ...] = ()
    is_collected: bool = False

    @property
    def is_stated(self) -> bool:
        """Whether any text mentions the feature there."""
        return bool(self.statements or self.elsewhere)


class Rise(NamedTuple):
    """How far a feature rose from a level."""

    life: Lifecycle
    reached: Interval | None  # the last interval of a higher level
    elsewhere: ExternalStatement | None  # the last uncollected text that states a still higher level


def across(life: Lifecycle, steps: Iterable[Step]) -> tuple[ReleaseCell, ...]:
    """Return a feature's row, oldest first: a gap and a release in turn, and a gap at the end.

    ``steps`` are those of the feature's timeline.
    """
    own = {statement.release.version: statement for statement in life.announced}
    *columns, after_newest = _columns(steps)
    if any(step.elsewhere for step in after_newest):
        columns.append(after_newest)
    cells: list[ReleaseCell] = []
    level = ""
    for column in columns:
        before = level
        level = next((step.level for step in reversed(column) if step.level), before)
        only_elsewhere = (step.elsewhere for step in reversed(column) if not step.statements)
        elsewhere = next(filter(None, only_elsewhere), None)
        version = next((step.version for step in column if step.is_collected), "")
        goes_on = column is not columns[-1] and level not in ("", REMOVED)
        cells.append(ReleaseCell(version, before, level, own.get(version), elsewhere, goes_on))
    if columns[-1] is not after_newest:
        cells.append(ReleaseCell("", "", "", None, None, goes_on=False))
    return tuple(cells)


def _columns(steps: Iterable[Step]) -> Iterator[list[Step]]:
    """Yield the steps of each column: those of a gap, then that of the collected release after it."""
    gap: list[Step] = []
    for step in steps:
        if step.is_collected:
            yield gap
            yield [step]
            gap = []
        else:
            gap.append(step)
    yield gap


def timeline(
    life: Lifecycle, collected: Sequence[str], uncollected: Sequence[str], elsewhere: Iterable[ExternalStatement]
) -> tuple[Step, ...]:
    """Return a feature's steps, oldest first: the ``collected`` versions and those that texts name.

    Any ``uncollected`` versions between two of them, or before or after them all, make a gap.
    """
    here = {version_key(version) for version in collected}
    entries = {version_key(entry.release): entry for entry in elsewhere}
    stated = [statement.version for statement in life.statements if statement.version]
    spelled = (*collected, *stated, *(entry.release for entry in entries.values()))
    versions = {version_key(version): version for version in reversed(spelled)}  # 1.10 is 1.10.0: first spelling wins
    steps: list[Step] = []
    before = carried = ""  # the previous version; the last uncollected text's level, until a collected one follows
    for key, version in sorted(versions.items()):
        if missing := between(uncollected, before, version):
            steps.append(Step(missing=missing))
        unnamed = tuple(s for s in life.statements if not s.version and version_key(s.before) == key)
        if unnamed:
            steps.append(Step(level=unnamed[0].seen.stage, statements=unnamed))
        statements = tuple(s for s in life.statements if s.version and version_key(s.version) == key)
        entry = entries.get(key)
        carried = "" if statements else entry.level if entry else carried
        own = next((s.seen.stage for s in statements if s.seen.stage), "")
        level = carried or life.as_of(version) or own
        steps.append(Step(version, level, statements, entry, is_collected=key in here))
        before = version
    if missing := between(uncollected, before, ""):
        steps.append(Step(missing=missing))
    return tuple(steps)


def rows(steps: Iterable[Step]) -> tuple[tuple[Step, ...], ...]:
    """Group the steps into rows, joining neighbors that no text mentions."""
    found: list[tuple[Step, ...]] = []
    for step in steps:
        if found and not step.is_stated and not found[-1][0].is_stated:
            found[-1] = (*found[-1], step)
        else:
            found.append((step,))
    return tuple(found)


def rise(life: Lifecycle, level: str, elsewhere: Sequence[ExternalStatement], stability: Stability) -> Rise:
    """Return how far a feature rose from ``level``; ``elsewhere`` is what uncollected texts state about it."""
    later = life.intervals[[run.stage for run in life.intervals].index(level) + 1 :]
    reached = next((run for run in reversed(later) if stability.ranks_above(run.stage, level)), None)
    best = reached.stage if reached else level
    higher = next((each for each in reversed(elsewhere) if stability.ranks_above(each.level, best)), None)
    return Rise(life, reached, higher)
