"""The strip of releases on a feature's page: which of them state something of it, and what, at a glance."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from atlas.core.versions import version_key
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.stability import REMOVED
from atlas.site.view import View


@dataclass(frozen=True)
class Cell:
    """A release.

    - ``shape``: the attribute that the style sheet draws what it states from; empty if it states nothing.
    - ``words``: what it states, in words; likewise.
    - ``begins_row``: whether it is the first of a major version.
    """

    version: str
    shape: Markup
    words: str
    begins_row: bool


@dataclass(frozen=True)
class Strip:
    """The releases from the first that names a feature to the newest, or to the last that names it, if it was removed.

    ``key``: the levels and notices that they state, in the order in which they first do.
    """

    cells: tuple[Cell, ...] = ()
    key: tuple[str, ...] = ()

    @property
    def has_gaps(self) -> bool:
        """Whether some of the releases state nothing."""
        return not all(cell.words for cell in self.cells)


def strip(lifecycle: Lifecycle, view: View) -> Strip:
    """Return the strip of a feature; it is empty if only one release names it, whose statement says it all."""
    if lifecycle.is_news or len(lifecycle.versions) == 1:
        return Strip()
    first, last = lifecycle.versions[0], lifecycle.versions[-1]
    versions = view.collection.versions
    end = versions.index(last) if lifecycle.now.level == REMOVED else len(versions) - 1
    shown = versions[versions.index(first) : end + 1]
    stated = dict(lifecycle.history)
    majors = [version_key(version)[0][:1] for version in shown]
    rows = (False, *(major != before for before, major in pairwise(majors)))
    cells = (
        _cell(version, stated.get(version, ()), view, begins_row=begins_row)
        for version, begins_row in zip(shown, rows, strict=True)
    )
    key = dict.fromkeys(each for states in stated.values() for each in states)
    return Strip(tuple(cells), tuple(key))


def _cell(version: str, stated: tuple[str, ...], view: View, *, begins_row: bool) -> Cell:
    """Return the cell of a release; ``stated`` are the ids of the levels and notices that it states."""
    if not stated:
        return Cell(version, Markup(), "", begins_row)
    kind = "level" if stated[0] in view.locale.level_marks else "notice"
    words = view.locale.gettext("、").join(_name(each, view) for each in stated)
    return Cell(version, Markup('data-{}="{}"').format(kind, stated[0]), words, begins_row)


def _name(stated: str, view: View) -> str:
    """Return the name of a level, of REMOVED or of a notice."""
    mark = view.locale.level_marks.get(stated)
    return mark.name if mark else view.knowledge.notice(stated).name.of(view.locale.language)
