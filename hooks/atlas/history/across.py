"""A feature across releases: its row of the matrix, its timeline, and how far it rose from a level."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from atlas.core.versions import version_key
from atlas.history.gaps import between
from atlas.history.lifecycle import Interval, Lifecycle, Statement
from atlas.history.release import Release
from atlas.knowledge.schema import ExternalStatement, Stability


class Cell(NamedTuple):
    """What is known about a feature as of one release."""

    release: Release
    stage: str  # the last one stated; empty if none was
    statement: Statement | None  # what the release's own announcement says
    was: str  # in the first cell with a stage: the different one before it, if known


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


def across(life: Lifecycle, releases: Iterable[Release]) -> tuple[Cell, ...]:
    """Return a feature's cells, one for each of ``releases``, oldest first."""
    own = {statement.release.version: statement for statement in life.announced}
    cells: list[Cell] = []
    for release in releases:
        stage = life.as_of(release.version)
        is_first = bool(stage) and not any(cell.stage for cell in cells)
        was = _prior_stage(life, release.version, stage) if is_first else ""
        cells.append(Cell(release, stage, own.get(release.version) if stage else None, was))
    return tuple(cells)


def _prior_stage(life: Lifecycle, version: str, stage: str) -> str:
    """Return the last stage before ``version`` other than ``stage``, or ""."""
    known = (life.prior_stage, *(stated for _, stated in life.states[: life.states_until(version)]))
    return next((was for was in reversed(known) if was not in ("", stage)), "")


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
