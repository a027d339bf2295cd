"""PyTorch's releases and those of them that are collected: what lies between, and who gives another date."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from atlas.core.versions import version_key
from atlas.history.release import Release
from atlas.knowledge.schema import DateClaim, Released


@dataclass(frozen=True, slots=True)
class DateDispute:
    """A release that sources date differently; ``claims`` are those that its announcement here does not give."""

    release: Release
    claims: tuple[DateClaim, ...]


def not_collected(known: Iterable[Released], collected: Iterable[str]) -> tuple[Released, ...]:
    """The releases of PyTorch whose announcement is not here, oldest first."""
    here = {version_key(version) for version in collected}
    return tuple(release for release in known if version_key(release.version) not in here)


def between(absent: Iterable[str], earlier: str, later: str) -> tuple[str, ...]:
    """The versions of ``absent`` after one version and before another; an empty one leaves that end open."""
    return tuple(
        version
        for version in absent
        if (not earlier or version_key(earlier) < version_key(version))
        and (not later or version_key(version) < version_key(later))
    )


def runs(versions: Sequence[str], absent: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Versions in order, parted where one of ``absent`` lies between two of them."""
    start = 0
    for at in range(1, len(versions) + 1):
        if at == len(versions) or between(absent, versions[at - 1], versions[at]):
            yield tuple(versions[start:at])
            start = at


def disputes(releases: Iterable[Release], known: Iterable[Released]) -> Iterator[DateDispute]:
    """Releases that sources, their announcement here among them, date on more than one day."""
    by_version = {version_key(release.version): release for release in known}
    for release in releases:
        if not (found := by_version.get(release.key)):
            continue
        claims = (DateClaim(date=found.date, source=found.source, url=found.url), *found.others)
        if len({claim.date for claim in claims} | ({release.date} - {None})) > 1:
            yield DateDispute(release, tuple(claim for claim in claims if claim.date != release.date))
