"""The strips of releases on a feature's page: which of them state something of it or of its parts, at a glance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.stability import REMOVED
from atlas.site.parts.shown_statements import anchor_of
from atlas.site.view import View


@dataclass(frozen=True)
class StripCell:
    """A release that states something, or a run of releases that state nothing: “1.10”, “1.11–2.14”.

    A run that states nothing has only a label.

    - ``state``: what the release states, of several things the first; ``words``: all that it states, in words.
    - ``url``: leads to its first statement about the feature.
    """

    label: str
    state: str = ""
    words: str = ""
    url: str = ""


@dataclass(frozen=True)
class Strip:
    """The releases from the first that names a feature to the newest, or to the last that names it, if it was removed.

    ``key``: the levels and notices that they state, in the order in which they first do.
    """

    cells: tuple[StripCell, ...] = ()
    key: tuple[str, ...] = ()

    @property
    def has_gaps(self) -> bool:
        """Whether some of the releases state nothing."""
        return not all(cell.words for cell in self.cells)


def strip(lifecycle: Lifecycle, view: View) -> Strip:
    """Return the strip of a feature; it is empty if a single release names it, as its statement says it all."""
    if lifecycle.is_news or len(lifecycle.versions) == 1:
        return Strip()
    first, last = lifecycle.versions[0], lifecycle.versions[-1]
    versions = view.collection.versions
    end = versions.index(last) if lifecycle.last_step.state == REMOVED else len(versions) - 1
    shown = versions[versions.index(first) : end + 1]
    stated = dict(lifecycle.stated_by_release)
    cells = (_cell(run, stated.get(run[0]), lifecycle, view) for run in _runs(shown, stated))
    key = dict.fromkeys(each for states in stated.values() for each in states)
    return Strip(tuple(cells), tuple(key))


@dataclass(frozen=True)
class PartsCell:
    """A release that names ``count`` of a feature's parts, with its page; or a run of releases that name none."""

    label: str
    count: int = 0
    url: str = ""


@dataclass(frozen=True)
class PartCounts:
    """The features that belong to another one: how many have each state now, and which releases name how many."""

    state_counts: tuple[tuple[str, int], ...]
    cells: tuple[PartsCell, ...]

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(count for _, count in self.state_counts)


def parts(lifecycles: Sequence[Lifecycle], view: View) -> PartCounts | None:
    """Return what releases name of a feature's parts; None if it has none."""
    if not lifecycles:
        return None
    states = Counter(lifecycle.last_step.state for lifecycle in lifecycles)
    named = Counter(version for lifecycle in lifecycles for version in lifecycle.versions)
    versions = view.collection.versions
    first = next(index for index, version in enumerate(versions) if version in named)
    cells = tuple(
        PartsCell(run[0], named[run[0]], view.release_url(run[0])) if run[0] in named else PartsCell(_span(run, view))
        for run in _runs(versions[first:], named)
    )
    return PartCounts(tuple((state, states[state]) for state in view.locale.marks if state in states), cells)


def _runs(versions: Sequence[str], named: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Yield each named release, and the runs of others between them."""
    for _, run in groupby(versions, key=lambda version: version if version in named else ""):
        yield tuple(run)


def _span(versions: Sequence[str], view: View) -> str:
    """Return a run of releases in words: “1.10”, “1.11–2.14”."""
    first, last = versions[0], versions[-1]
    return first if first == last else view.locale.span(first, last)


def _cell(run: tuple[str, ...], states: tuple[str, ...] | None, lifecycle: Lifecycle, view: View) -> StripCell:
    """Return a cell; ``states`` are the ids of the levels and notices that the release states."""
    if not states:
        return StripCell(_span(run, view))
    words = view.locale.gettext(", ").join(map(view.locale.state_name, states))
    first = next(statement for statement in lifecycle.statements if statement.version == run[0])
    return StripCell(run[0], states[0], words, f"#{anchor_of(first, lifecycle)}")
