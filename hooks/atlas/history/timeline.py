"""A feature's time line: every version on it, in order, and what is known of the feature there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from atlas.core.versions import version_key
from atlas.history.lifecycle import Lifecycle, Statement
from atlas.history.releases import between
from atlas.knowledge.schema import Elsewhere

Key = tuple[tuple[int, ...], int, str]  # of a version, by version_key


@dataclass(frozen=True, slots=True)
class Step:
    """A version, an earlier one that no text names, or a gap of ``missing`` versions.

    ``level`` is what is stated there, else what was stated last; empty where nothing is known.
    """

    version: str = ""
    level: str = ""
    statements: tuple[Statement, ...] = ()  # the best evidence first
    told: Elsewhere | None = None  # what an official text says that is not here
    missing: tuple[str, ...] = ()
    is_collected: bool = False

    @property
    def is_stated(self) -> bool:
        """Whether some text speaks of the feature there."""
        return bool(self.statements or self.told)


def timeline(
    life: Lifecycle, collected: Iterable[str], absent: Sequence[str], told: Iterable[Elsewhere]
) -> tuple[Step, ...]:
    """The steps of a feature, oldest first: the ``collected`` versions and those that texts name.

    Where ``absent`` versions lie between two of them, there is a gap.
    """
    steps = {version_key(version): Step(version, is_collected=True) for version in collected}
    unnamed: dict[object, list[Statement]] = {}
    for statement in life.statements:
        if not statement.version:
            unnamed.setdefault(version_key(statement.before), []).append(statement)
            continue
        key = version_key(statement.version)
        step = steps.get(key, Step(statement.version))
        steps[key] = replace(step, statements=(*step.statements, statement))
    for entry in told:
        key = version_key(entry.release)
        steps[key] = replace(steps.get(key, Step(entry.release)), told=entry)
    return tuple(_in_order(life, steps, unnamed, absent))


def _in_order(
    life: Lifecycle,
    steps: dict[Key, Step],
    unnamed: dict[object, list[Statement]],
    absent: Sequence[str],
) -> Iterator[Step]:
    before = elsewhere = (
        ""  # the version before, and the level that a text states that is not here, until one here does
    )
    for key, step in sorted(steps.items()):
        if before and (missing := between(absent, before, step.version)):
            yield Step(missing=missing)
        if earlier := unnamed.get(key):
            yield Step(level=earlier[0].seen.stage, statements=tuple(earlier))
        if step.statements:
            own = next((s.seen.stage for s in step.statements if s.seen.stage), "")
            elsewhere, level = "", life.as_of(step.version) or own
        else:
            elsewhere = step.told.level if step.told else elsewhere
            level = elsewhere or life.as_of(step.version)
        yield replace(step, level=level)
        before = step.version
