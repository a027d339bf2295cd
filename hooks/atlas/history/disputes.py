"""Contradictions between sources: all sides are reported, and none is discarded."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from atlas.core.versions import version_key
from atlas.history.lifecycle import Lifecycle, Statement
from atlas.history.release import Release
from atlas.knowledge.schema import DateClaim, Released


@dataclass(frozen=True, slots=True)
class StageDispute:
    """A feature for which different stages are stated in one version."""

    lifecycle: Lifecycle
    version: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class DateDispute:
    """A release that sources date differently; ``claims`` are those that differ from its announcement here."""

    release: Release
    claims: tuple[DateClaim, ...]


def disputed_stages(lifecycles: Iterable[Lifecycle]) -> Iterator[StageDispute]:
    """Yield versions for which statements name more than one stage."""
    for lifecycle in lifecycles:
        stated: dict[str, dict[str, Statement]] = {}
        for statement in lifecycle.statements:
            if statement.version and statement.seen.stage not in ("", lifecycle.default):
                stated.setdefault(statement.version, {}).setdefault(statement.seen.stage, statement)
        for version, by_stage in stated.items():
            if len(by_stage) > 1:
                yield StageDispute(lifecycle, version, tuple(by_stage.values()))


def disputed_dates(releases: Iterable[Release], released: Iterable[Released]) -> Iterator[DateDispute]:
    """Yield releases to which sources, including the announcement here, give more than one date."""
    by_version = {version_key(release.version): release for release in released}
    for release in releases:
        if not (found := by_version.get(release.key)):
            continue
        claims = (found, *found.others)
        if len({claim.date for claim in claims} | ({release.date} - {None})) > 1:
            yield DateDispute(release, tuple(claim for claim in claims if claim.date != release.date))
