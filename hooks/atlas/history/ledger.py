"""Where two sources say different things of the same: both stand in the report, and neither is taken back."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from atlas.history.lifecycle import Lifecycle, Statement


@dataclass(frozen=True, slots=True)
class StageDispute:
    """A feature that is put at different stages in one version."""

    lifecycle: Lifecycle
    version: str
    statements: tuple[Statement, ...]


def disputed_stages(lifecycles: Iterable[Lifecycle]) -> Iterator[StageDispute]:
    """Versions of which statements name more than one stage."""
    for lifecycle in lifecycles:
        stated: dict[str, dict[str, Statement]] = {}
        for statement in lifecycle.statements:
            if statement.version and statement.seen.stage not in ("", lifecycle.default):
                stated.setdefault(statement.version, {}).setdefault(statement.seen.stage, statement)
        for version, by_stage in stated.items():
            if len(by_stage) > 1:
                yield StageDispute(lifecycle, version, tuple(by_stage.values()))
