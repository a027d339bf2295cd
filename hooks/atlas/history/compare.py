"""What changed from one version to another, as announcements state it."""

from dataclasses import dataclass
from typing import Literal

from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.schema import REMOVED, Stability

Kind = Literal["new", "promoted", "reclassified", "changed", "removed", "still", "unmentioned"]


@dataclass(frozen=True, slots=True)
class FeatureChange:
    """How one feature changed between two versions."""

    lifecycle: Lifecycle
    kind: Kind
    before: str
    after: str
    version: str  # the last one with a statement
    is_stated_later: bool  # whether only a later text states ``before``


def difference(life: Lifecycle, earlier: str, later: str, stability: Stability) -> FeatureChange | None:
    """Return how a feature changed; None if unknown as of ``later`` or already removed."""
    count_before, count = life.states_until(earlier), life.states_until(later)
    kind = _kind(life, count_before, count, stability)
    if not kind:
        return None
    stated, after = _stage(life, count_before), _stage(life, count)
    is_stated_later = not stated and life.prior_stage not in ("", after)
    return FeatureChange(life, kind, stated or life.prior_stage, after, life.states[count - 1][0], is_stated_later)


def outcomes(life: Lifecycle, stability: Stability) -> tuple[tuple[Kind | None, ...], ...]:
    """Return how a feature changed between any two versions.

    [i][j] applies if i of its states are stated up to the earlier version, and i + j up to the later one.
    """
    count = len(life.states)
    return tuple(tuple(_kind(life, i, j, stability) for j in range(i, count + 1)) for i in range(count + 1))


def _kind(life: Lifecycle, count_before: int, count: int, stability: Stability) -> Kind | None:
    """Classify a change; ``count_before`` and ``count`` are the numbers of states up to each version.

    Promoted: the later level ranks above the earlier one. Reclassified: neither ranks above the other.
    """
    before, after = _stage(life, count_before), _stage(life, count)
    if not after or before == after == REMOVED:
        return None
    is_mentioned = count_before < count
    if is_mentioned and after == REMOVED:
        return "removed"
    if is_mentioned and before and before != after:
        if stability.ranks_above(after, before):
            return "promoted"
        sides = (before, after)
        is_beside = not stability.ranks_above(before, after) and not {REMOVED, stability.default} & set(sides)
        return "reclassified" if is_beside else "changed"
    if not before:
        return "new"
    return "still" if is_mentioned else "unmentioned"


def _stage(life: Lifecycle, count: int) -> str:
    return life.states[count - 1][1] if count else ""
