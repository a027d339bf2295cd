"""What changed from one version to another, as announcements tell it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.schema import REMOVED

Kind = Literal["new", "promoted", "changed", "removed", "still", "unmentioned"]
KINDS: tuple[Kind, ...] = ("new", "promoted", "changed", "removed", "still", "unmentioned")


@dataclass(frozen=True, slots=True)
class Difference:
    """What became of one feature between two versions."""

    lifecycle: Lifecycle
    kind: Kind
    before: str
    after: str
    version: str  # the last one in which something was stated


def compare(lifecycles: Iterable[Lifecycle], earlier: str, later: str, ranks: dict[str, int]) -> tuple[Difference, ...]:
    """Every feature known in ``later``. ``ranks`` are the levels from prototype up; unranked ones do not promote."""
    found = (_difference(lifecycle, earlier, later, ranks) for lifecycle in lifecycles)
    return tuple(difference for difference in found if difference)


def _difference(lifecycle: Lifecycle, earlier: str, later: str, ranks: dict[str, int]) -> Difference | None:
    before, after = lifecycle.as_of(earlier), lifecycle.as_of(later)
    if not after or before == after == REMOVED:
        return None
    mentioned = lifecycle.is_mentioned(earlier, later)
    # Where a text tells an earlier level of a version that it does not name, the change still lies here.
    was = before or lifecycle.before_states
    if mentioned and after == REMOVED and before != REMOVED:
        kind: Kind = "removed"
    elif mentioned and was and was != after:
        kind = "promoted" if ranks.get(was, 0) < ranks.get(after, 0) and was in ranks else "changed"
    elif not before:
        kind = "new"
    else:
        kind = "still" if mentioned else "unmentioned"
    return Difference(lifecycle, kind, was, after, lifecycle.stated_by(later))
