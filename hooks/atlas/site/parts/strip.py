"""The strip of releases on a feature's page: which of them state something of it, and what, at a glance."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.stability import REMOVED
from atlas.site.view import View


@dataclass(frozen=True)
class StripCell:
    """A release that states something, or a run of releases that state nothing: “1.10”, “1.11–2.14”.

    - ``shape``: the attribute that the style sheet draws what it states from; empty if it states nothing.
    - ``words``: what it states, in words; likewise.
    """

    versions: str
    shape: str = ""
    words: str = ""


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
    """Return the strip of a feature; it is empty for a single release, whose statement says it all."""
    if lifecycle.is_news:
        return Strip()
    first, last = lifecycle.versions[0], lifecycle.versions[-1]
    versions = view.collection.versions
    end = versions.index(last) if lifecycle.now.level == REMOVED else len(versions) - 1
    shown = versions[versions.index(first) : end + 1]
    if len(shown) == 1:
        return Strip()
    stated = dict(lifecycle.history)
    runs = groupby(shown, key=lambda version: version if version in stated else "")
    cells = (_cell(tuple(versions), stated.get(version), view) for version, versions in runs)
    key = dict.fromkeys(each for states in stated.values() for each in states)
    return Strip(tuple(cells), tuple(key))


def _cell(versions: tuple[str, ...], states: tuple[str, ...] | None, view: View) -> StripCell:
    """Return a cell; ``states`` are the ids of the levels and notices that the release states."""
    if not states:
        first, last = versions[0], versions[-1]
        return StripCell(first if first == last else view.locale.span(first, last))
    kind = "level" if states[0] in view.locale.level_marks else "notice"
    words = view.locale.gettext("、").join(_name(each, view) for each in states)
    return StripCell(versions[0], Markup('data-{}="{}"').format(kind, states[0]), words)


def _name(stated: str, view: View) -> str:
    """Return the name of a level, of REMOVED or of a notice."""
    mark = view.locale.level_marks.get(stated)
    return mark.name if mark else view.knowledge.notice(stated).name.of(view.locale.language)
