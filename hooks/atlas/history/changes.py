"""What changed from one release to a later one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from atlas.core.versions import version_key
from atlas.history.lifecycle import Lifecycle, Step
from atlas.knowledge.schema import REMOVED

# A feature has one of these, and may be deprecated besides.
ChangeKind = Literal["promoted", "new", "changed", "removed", "deprecated"]
DEPRECATED: Literal["deprecated"] = "deprecated"


@dataclass(frozen=True, slots=True)
class Change:
    """How one feature changed: the step as of the earlier release, or its first one after it, and the last one."""

    lifecycle: Lifecycle
    kind: ChangeKind
    before: Step
    after: Step


def changes(lifecycle: Lifecycle, earlier: str, later: str) -> Iterator[Change]:
    """Yield how a feature changed after ``earlier``, up to and including ``later``."""
    before, after = lifecycle.step_at(earlier), lifecycle.step_at(later)
    if not after:
        return
    first = before or lifecycle.steps[0]
    if kind := _kind(before, first, after, lifecycle):
        yield Change(lifecycle, kind, first, after)
    deprecations = (statement for statement in lifecycle.notices if statement.notice == DEPRECATED)
    if any(_is_between(statement.version, earlier, later) for statement in deprecations):
        yield Change(lifecycle, DEPRECATED, first, after)


def kinds(lifecycle: Lifecycle) -> tuple[tuple[ChangeKind | None, ...], ...]:
    """Return how a feature changed between any two releases, apart from being deprecated.

    [i][j] applies if i of its steps are up to the earlier release, and i + j up to the later one.
    """
    steps = (None, *lifecycle.steps)
    return tuple(
        tuple(_kind(before, before or lifecycle.steps[0], after, lifecycle) if after else None for after in steps[i:])
        for i, before in enumerate(steps)
    )


def _kind(before: Step | None, first: Step, after: Step, lifecycle: Lifecycle) -> ChangeKind | None:
    """Classify a change. A feature that came and rose is promoted; one that came only to be deprecated is not new."""
    if after == before:
        return None
    if after.level == REMOVED:
        return "removed"
    if lifecycle.stability.ranks_above(after.level, first.level):
        return "promoted"
    if before:
        return "changed"
    return None if lifecycle.statements[0].notice else "new"


def _is_between(version: str, earlier: str, later: str) -> bool:
    return version_key(earlier) < version_key(version) <= version_key(later)
