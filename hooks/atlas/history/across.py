"""A feature across the collected releases, one cell each; and how far features came from a level."""

from collections.abc import Iterable
from typing import NamedTuple

from atlas.core.versions import version_key
from atlas.history.lifecycle import Interval, Lifecycle, Statement
from atlas.history.release import Release
from atlas.knowledge.schema import Elsewhere, Stability


class Cell(NamedTuple):
    """What is known of a feature as of one release."""

    release: Release
    stage: str  # the one last stated; empty while nothing is
    statement: Statement | None  # what the release's own announcement says
    was: str  # where no earlier cell has a stage: the one before this


class Way(NamedTuple):
    """How far a feature came from a level."""

    life: Lifecycle
    reached: Interval | None  # the last interval of a higher level
    elsewhere: Elsewhere | None  # the last text that is not collected, where it states a level that is higher still


def across(life: Lifecycle, releases: Iterable[Release]) -> tuple[Cell, ...]:
    """A feature's cells, one for each of ``releases``, oldest first."""
    own = {statement.release.version: statement for statement in life.announced}
    cells: list[Cell] = []
    for release in releases:
        stage = life.as_of(release.version)
        is_first = bool(stage) and not any(cell.stage for cell in cells)
        was = _before(life, release.version, stage) if is_first else ""
        cells.append(Cell(release, stage, own.get(release.version) if stage else None, was))
    return tuple(cells)


def ways(lives: Iterable[Lifecycle], level: str, told: Iterable[Elsewhere], stability: Stability) -> tuple[Way, ...]:
    """How far each of ``lives`` came that was at ``level``; ``told`` are statements of texts that are not collected."""
    entries: dict[str, list[Elsewhere]] = {}
    for each in sorted(told, key=lambda entry: version_key(entry.release)):
        entries.setdefault(each.feature, []).append(each)
    found = []
    for life in lives:
        stages = [interval.stage for interval in life.intervals]
        if level in stages:
            later = life.intervals[stages.index(level) + 1 :]
            reached = next((run for run in reversed(later) if stability.ranks_above(run.stage, level)), None)
            best = reached.stage if reached else level
            others = reversed(entries.get(life.id, []))
            higher = next((each for each in others if stability.ranks_above(each.level, best)), None)
            found.append(Way(life, reached, higher))
    return tuple(found)


def _before(life: Lifecycle, version: str, stage: str) -> str:
    """The last other stage before the one as of ``version``."""
    known = (life.before_states, *(stated for _, stated in life.states[: life.states_until(version)]))
    return next((was for was in reversed(known) if was not in ("", stage)), "")
