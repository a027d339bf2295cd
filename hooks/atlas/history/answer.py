"""The answer to “at which level is it, and since when?” for pages, data, badges and feeds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from atlas.core.versions import version_key
from atlas.history.gaps import between
from atlas.history.lifecycle import Lifecycle, Statement
from atlas.knowledge.schema import REMOVED, ExternalStatement

# ``new``: it was introduced at that level; ``since``: the level is known to begin there; ``first``: the earliest
# collected text about it; ``by``: there or earlier; ``elsewhere``: only an uncollected text says so.
How = Literal["new", "since", "first", "by", "removed", "elsewhere", "unknown"]


@dataclass(frozen=True, slots=True)
class Answer:
    """A feature's level as of a release, and ``since`` which version, as qualified by ``how``.

    If no level is known, ``level`` is empty and ``since`` is the requested release.
    """

    level: str
    how: How
    since: str
    evidence: Statement | None  # its source; for an answer from elsewhere, the last collected statement
    later: ExternalStatement | None  # the last entry for a release after all those that collected texts speak of
    before: ExternalStatement | None  # the last entry for a release before the first one for which the stage is stated


def answer(
    life: Lifecycle, elsewhere: Sequence[ExternalStatement], released: Sequence[str], release: str = ""
) -> Answer:
    """Return the answer as of ``release`` (empty: as of now), from statements about it and earlier versions.

    ``elsewhere`` is what uncollected official texts state; ``released`` are PyTorch's versions.
    """
    if release:
        life = life.until(release)
        elsewhere = [each for each in elsewhere if version_key(each.release) <= version_key(release)]
    elsewhere = [
        each for each in elsewhere if (each.release, each.level) not in life.states
    ]  # the collection says it too
    last = version_key(life.states[-1][0]) if life.states else version_key("0")
    later = next((each for each in reversed(elsewhere) if version_key(each.release) > last), None)
    if not life.intervals:
        if later:
            return Answer(later.level, "elsewhere", later.release, None, later, None)
        return Answer("", "unknown", release, None, None, None)
    now = life.now
    earlier = [each for each in elsewhere if version_key(each.release) < version_key(now.since)]
    before = earlier[-1] if earlier else None
    evidence = now.statements[0] if now.statements[0].version else now.statements[-1]
    if later and later.level != now.stage:
        return Answer(later.level, "elsewhere", later.release, evidence, later, before)
    if known := _first_at_this_level(life, earlier):
        return Answer(now.stage, "by", known.release, evidence, later, known)
    return Answer(now.stage, _how(life, before, released), now.since, evidence, later, before)


def _first_at_this_level(life: Lifecycle, earlier: Sequence[ExternalStatement]) -> ExternalStatement | None:
    """Return the first of the entries that put a feature at its present level before any collected text does."""
    others = [version_key(version) for version, stage in life.states if stage != life.now.stage]
    found = None
    for each in reversed(earlier):
        if each.level != life.now.stage or (others and version_key(each.release) < others[-1]):
            break
        found = each
    return found


def _how(life: Lifecycle, before: ExternalStatement | None, released: Sequence[str]) -> How:
    """Return how certain it is that the last level began where it is first stated."""
    now = life.now
    if now.stage == REMOVED:
        return "removed"
    if before or len(life.intervals) > 1:
        follows = before and not between(released, before.release, now.since)
        return "since" if now.exact or follows else "by"
    if life.introduced.how == "in" and life.introduced.version == now.since:
        return "new"
    return "since" if now.exact else "first"
