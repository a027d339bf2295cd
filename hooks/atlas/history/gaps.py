"""Gaps between versions: PyTorch's releases whose announcement is not collected."""

from collections.abc import Iterable, Iterator, Sequence

from atlas.core.versions import version_key


def between(uncollected: Iterable[str], earlier: str, later: str) -> tuple[str, ...]:
    """Return the versions of ``uncollected`` strictly between two others; an empty one leaves that end open."""
    return tuple(
        version
        for version in uncollected
        if (not earlier or version_key(earlier) < version_key(version))
        and (not later or version_key(version) < version_key(later))
    )


def split_at_gaps(versions: Sequence[str], uncollected: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Split sorted versions wherever one of ``uncollected`` comes between two of them."""
    start = 0
    for at in range(1, len(versions) + 1):
        if at == len(versions) or between(uncollected, versions[at - 1], versions[at]):
            yield tuple(versions[start:at])
            start = at
