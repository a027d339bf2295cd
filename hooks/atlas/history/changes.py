"""What changed from one release to a later one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from atlas.core.versions import version_key
from atlas.history.lifecycle import Lifecycle, Step
from atlas.knowledge.stability import DEPRECATED, REMOVED

# Between two releases, a feature has at most one of the first four. If it is not removed, it may also get one of the
# statuses, which are the others: the first, if both.
ChangeKind = Literal["promoted", "new", "changed", "removed", "deprecated", "superseded"]
NEW: Literal["new"] = "new"


@dataclass(frozen=True, slots=True)
class Change:
    """How one feature changed between two releases."""

    lifecycle: Lifecycle
    kind: ChangeKind
    before: Step  # as of the earlier release; for a feature that came after it, the first step
    after: Step  # as of the later release


def changes(lifecycle: Lifecycle, earlier: str, later: str) -> Iterator[Change]:
    """Yield how a feature changed after ``earlier``, up to and including ``later``."""
    before, after = lifecycle.step_at(earlier), lifecycle.step_at(later)
    if not after:
        return
    start = before or lifecycle.steps[0]
    if kind := _kind(before, after, lifecycle):
        yield Change(lifecycle, kind, start, after)
    if after.level == REMOVED:  # what is removed is deprecated no more
        return
    for status, version in statuses(lifecycle).items():
        if version_key(earlier) < version_key(version) <= version_key(later):
            yield Change(lifecycle, status, start, after)
            return


def statuses(lifecycle: Lifecycle) -> dict[ChangeKind, str]:
    """Return the statuses that a feature has besides its level, each with the first release that says so."""
    deprecation = lifecycle.notices.get(DEPRECATED)
    found: dict[ChangeKind, str] = {DEPRECATED: deprecation.version if deprecation else ""}
    found["superseded"] = lifecycle.superseded_in
    return {kind: version for kind, version in found.items() if version}


def change_kinds(lifecycle: Lifecycle) -> tuple[tuple[ChangeKind | None, ...], ...]:
    """Return how a feature changed between any two releases, apart from its statuses.

    Its entry [i][j] is for an earlier release by which the feature took i steps, and a later one by which it took j
    more.
    """
    steps = (None, *lifecycle.steps)
    return tuple(
        tuple(_kind(before, after, lifecycle) for after in steps[taken:]) for taken, before in enumerate(steps)
    )


def _kind(before: Step | None, after: Step | None, lifecycle: Lifecycle) -> ChangeKind | None:
    """Classify the change from one step to another; None if there is none, or if the feature has not come yet.

    A feature that came and rose in the meantime is promoted, and one that came and was removed is removed; one that
    came only to be deprecated or superseded is not new.
    """
    if not after or after == before:
        return None
    start = before or lifecycle.steps[0]
    if after.level == REMOVED:
        return "removed"
    if lifecycle.stability.ranks_above(after.level, start.level):
        return "promoted"
    if before:
        return "changed"
    first = lifecycle.statements[0]
    return None if first.notice or first.version == lifecycle.superseded_in else "new"
