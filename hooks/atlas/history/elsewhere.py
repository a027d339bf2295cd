"""What official texts say of a feature's level that are not in the collection: beside its history, never part of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from atlas.core.versions import version_key
from atlas.history.lifecycle import Lifecycle
from atlas.history.releases import between
from atlas.knowledge.schema import Elsewhere


def told_elsewhere(life: Lifecycle, entries: Iterable[Elsewhere]) -> tuple[Elsewhere, ...]:
    """What is told of a feature, by version; nothing of releases whose announcement here speaks of it itself."""
    here = {statement.release.key for statement in life.announced}
    own = (entry for entry in entries if entry.feature == life.id and version_key(entry.release) not in here)
    return tuple(sorted(own, key=lambda entry: version_key(entry.release)))


@dataclass(frozen=True, slots=True)
class Answer:
    """What other texts add to the stage that the collection states last."""

    later: Elsewhere | None  # the last one of a later release than any of which the collection states something
    before: Elsewhere | None  # the last one of a release before the first of which the stage is stated
    is_exact: bool  # whether the stage is known to begin with that first one, by either

    @classmethod
    def of(cls, life: Lifecycle, told: Sequence[Elsewhere], released: Sequence[str]) -> "Answer":
        """The answer for a feature; ``released`` are PyTorch's versions."""
        now, last = life.now, life.states[-1][0] if life.states else ""
        told = [each for each in told if (each.release, each.level) not in life.states]  # the collection says it too
        later = [each for each in told if version_key(each.release) > version_key(last)] if last else []
        before = [each for each in told if now.since and version_key(each.release) < version_key(now.since)]
        was = before[-1] if before else None
        follows = was and was.level != now.stage and not between(released, was.release, now.since)
        return cls(later[-1] if later else None, was, now.exact or bool(follows))
