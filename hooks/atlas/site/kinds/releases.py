"""The list of all releases."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from atlas.history.release import Release
from atlas.site.kinds.base import ReleasesPage
from atlas.site.parts.extent import Extent, extent
from atlas.site.parts.release_head import highlights
from atlas.site.view import PageLink, View


@dataclass(frozen=True)
class ReleaseRow:
    """A release.

    - ``counts``: the number of its features at each level of the columns.
    - ``title``: that of its announcement; empty if that is not here, and ``highlights`` stand instead.
    """

    release: Release
    extent: Extent
    counts: tuple[tuple[str, int], ...]
    title: Markup
    highlights: tuple[PageLink, ...]


@dataclass(frozen=True)
class ReleaseListValues:
    """A row for each release; ``levels``: the columns; ``full_texts``: the releases whose announcement is here."""

    levels: tuple[str, ...]
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
        counts = {release.version: dict(release.level_counts) for release in self.releases}
        used = {level for of_release in counts.values() for level in of_release}
        levels = tuple(level for level in view.knowledge.stability.levels_and_removed if level in used)
        rows = tuple(
            ReleaseRow(
                release,
                extent(release, view.locale),
                tuple((level, counts[release.version].get(level, 0)) for level in levels),
                view.texts.subtitle(release.announcement) if release.announcement else Markup(),
                () if release.announcement else highlights(release, view),
            )
            for release in self.releases
        )
        return ReleaseListValues(levels, rows, full_texts=tuple(each for each in self.releases if each.announcement))
