"""What cleaning changed, for readers: by rule, each text cut down to what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from atlas.core.changes import Change
from atlas.history.release import Release

EXCERPT = 12  # characters of context on either side of a repair


def repairs_of(changes: Iterable[Change]) -> list[tuple[str, list[Change]]]:
    """Changes by rule, in the order in which rules first changed something."""
    by_rule: dict[str, list[Change]] = {}
    for change in changes:
        if change.before != change.after:
            before, after = excerpt(change.before, change.after)
            shown = Change(change.rule, before, after, change.line, change.reason)
            by_rule.setdefault(change.rule, []).append(shown)
    return list(by_rule.items())


@dataclass(frozen=True, slots=True)
class Tally:
    """How much became of a seed's file: repairs, errata of them, texts left out, unexplained lines."""

    repaired: int
    errata: int
    dropped: int
    unexplained: int


def tally_of(release: Release) -> Tally:
    """How much became of a seed's file."""
    repaired = Counter(rule for rule, changes in repairs_of(release.changes) for change in changes if not change.drops)
    dropped = sum(change.drops for change in release.changes)
    unexplained = sum(fate.kind == "unexplained" for fate in release.account)
    return Tally(repaired.total(), repaired["erratum"], dropped, unexplained)


def excerpt(before: str, after: str) -> tuple[str, str]:
    """Both texts cut down to where they differ, with a little of what surrounds it."""
    start = _shared(before, after)
    end = _shared(before[start:][::-1], after[start:][::-1])

    def cut(text: str) -> str:
        first, last = max(0, start - EXCERPT), min(len(text), len(text) - end + EXCERPT)
        return ("…" if first else "") + text[first:last] + ("…" if last < len(text) else "")

    return cut(before), cut(after)


def _shared(one: str, other: str) -> int:
    """How many characters two texts begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))
