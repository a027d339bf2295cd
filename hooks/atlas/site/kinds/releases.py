"""The list of all releases."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from atlas.history.release import Release
from atlas.site.kinds.base import ReleasesPage
from atlas.site.parts.extent import Extent, extent
from atlas.site.parts.release_head import highlights
from atlas.site.view import Choice, PageLink, View


@dataclass(frozen=True)
class ReleaseRow:
    """A release.

    - ``counts``: the number of its features of each state of the columns.
    - ``title``: that of its announcement; empty if that is not here, and ``highlights`` stand instead.
    """

    release: Release
    extent: Extent
    counts: tuple[tuple[str, int], ...]
    title: Markup
    highlights: tuple[PageLink, ...]


@dataclass(frozen=True)
class ReleaseListValues:
    """A row for each release; ``states``: the columns; ``full_texts``: the releases whose announcement is here."""

    states: tuple[Choice, ...]
    rows: tuple[ReleaseRow, ...]
    full_texts: tuple[Release, ...]


@dataclass(frozen=True)
class ReleaseList(ReleasesPage):
    """Every release."""

    in_bar = True
    template = "releases.html"
    styles = ("releases",)
    uri = "releases/index.md"
    title_msgid = "Releases"
    headline_msgid = "PyTorch releases"
    description_msgid = (
        "All releases, PyTorch %(versions)s: dates, the number of features at each stability level, and "
        "announcements in full."
    )

    def values(self, view: View) -> ReleaseListValues:
        counts = {release.version: dict(release.state_counts) for release in self.releases}
        states = view.states
        rows = tuple(
            ReleaseRow(
                release,
                extent(release, view.locale),
                tuple((state.id, counts[release.version].get(state.id, 0)) for state in states),
                view.texts.subtitle(release.announcement) if release.announcement else Markup(),
                () if release.announcement else highlights(release, view),
            )
            for release in self.releases
        )
        return ReleaseListValues(states, rows, full_texts=tuple(each for each in self.releases if each.announcement))
