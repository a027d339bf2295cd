"""What changed from one release to a later one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from atlas.core.versions import version_key
from atlas.history.lifecycle import Lifecycle, Step
from atlas.knowledge.stability import DEPRECATED, REMOVED

# The first four kinds compare a feature's levels. Between two releases, a feature has at most one of them. The last
# three are statuses. A feature that is not removed may also get one status: the first that applies, in this order.
# “Undated” means superseded, as a text says that is no release's post: it may have happened between any two releases,
# except before the first that names the successor.
ChangeKind = Literal["promoted", "new", "changed", "removed", "deprecated", "superseded", "undated"]
NEW: Literal["new"] = "new"
UNDATED: Literal["undated"] = "undated"
BEFORE_ALL = "0"  # a version before all releases, the first of which is not 0.0


@dataclass(frozen=True, slots=True)
class Change:
    """How one feature changed between two releases."""

    lifecycle: Lifecycle
    kind: ChangeKind
    before: Step  # at the earlier release; if the feature appears later: the last under a former name, or the first
    after: Step  # the step at the later release


def changes(lifecycle: Lifecycle, earlier: str, later: str) -> Iterator[Change]:
    """Yield the changes of a feature in the releases after ``earlier``, up to and including ``later``."""
    before, after = lifecycle.step_at(earlier), lifecycle.step_at(later)
    if not after:
        return
    start = before or lifecycle.predecessor_step or lifecycle.steps[0]
    if kind := _kind(before, after, lifecycle):
        yield Change(lifecycle, kind, start, after)
    if after.state == REMOVED:  # a removed feature is no longer deprecated or superseded
        return
    for status, version in gained_statuses(lifecycle).items():
        if _is_gained(status, version, earlier, later, is_named_before=before is not None):
            yield Change(lifecycle, status, start, after)
            return


def _is_gained(status: ChangeKind, version: str, earlier: str, later: str, *, is_named_before: bool) -> bool:
    """Return whether a feature gets a status between two releases; of UNDATED, whether it may have got it there.

    ``version`` is the release of the status, as ``gained_statuses`` has it.
    """
    if version and version_key(version) > version_key(later):
        return False
    return is_named_before if status == UNDATED else version_key(version) > version_key(earlier)


def gained_statuses(lifecycle: Lifecycle) -> dict[ChangeKind, str]:
    """Return the statuses that a feature ever got, each with the first release that states it.

    For UNDATED, this is the first release that names the successor; "" if none does.
    """
    versions: dict[ChangeKind, str] = {}
    if deprecation := lifecycle.first_notices.get(DEPRECATED):
        versions[DEPRECATED] = deprecation.version
    if superseded_in := lifecycle.superseded_in:
        versions["superseded"] = superseded_in
    if lifecycle.undated_succession:
        versions[UNDATED] = lifecycle.successor_first_named
    return versions


def turns(lifecycle: Lifecycle) -> tuple[str, ...]:
    """Return the versions at which the state of a feature changes or it gets a status, in order."""
    versions = {*(step.version for step in lifecycle.steps), *filter(None, gained_statuses(lifecycle).values())}
    return tuple(sorted(versions, key=version_key))


def change_kinds(lifecycle: Lifecycle) -> tuple[tuple[tuple[ChangeKind, ...], ...], ...]:
    """Return a table of the kinds of change between any two releases.

    Entry [i][j] compares a release up to which the feature took i of its ``turns`` with one up to which it took i + j.
    """
    points = (BEFORE_ALL, *turns(lifecycle))
    return tuple(
        tuple(tuple(change.kind for change in changes(lifecycle, earlier, later)) for later in points[at:])
        for at, earlier in enumerate(points)
    )


def _kind(before: Step | None, after: Step, lifecycle: Lifecycle) -> ChangeKind | None:
    """Classify the change of level from the step at an earlier release to the one at a later; None if there is none.

    ``before`` is None at a release before the feature appears. A feature that appears between the two
    releases is promoted if its level also rose, removed if it was also removed, and new otherwise. It is not new if its
    first statement is a notice, or if the release in which it appears also supersedes it. A feature that appears under
    a new name is not new either: it changed only if it is given another level than under the former one.
    """
    if after == before:
        return None
    start = before or lifecycle.predecessor_step or lifecycle.steps[0]
    if after.state in lifecycle.first_notices and start.state != REMOVED and (before or lifecycle.predecessor_step):
        return None  # that a feature is deprecated is a status, and no change of its level
    if after.state == REMOVED:
        return "removed"
    if lifecycle.stability.ranks_above(after.state, start.state):
        return "promoted"
    if before:
        return "changed"
    if former := lifecycle.predecessor_step:
        return "changed" if after.state not in (former.state, lifecycle.stability.no_level) else None
    first = lifecycle.statements[0]
    return None if first.notice or first.version == lifecycle.superseded_in else "new"
