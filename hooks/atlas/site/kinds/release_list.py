"""The list of all releases."""

from __future__ import annotations

from dataclasses import dataclass

from atlas.history.release import Release
from atlas.site.kinds.base import ReleasesPage
from atlas.site.parts.release_head import largest_areas
from atlas.site.view import PageLink, View

MAX_AREAS = 2  # that the list names for a release


@dataclass(frozen=True)
class ReleaseRow:
    """A release.

    - ``counts``: the number of its features at each level that any release has, in the order of levels.
    - ``areas``: the largest ones, each with the number of its features.
    """

    release: Release
    counts: tuple[tuple[str, int], ...]
    areas: tuple[tuple[PageLink, int], ...]


@dataclass(frozen=True)
class ReleaseListValues:
    """A row for each release; ``whole``: those whose announcement is here."""

    rows: tuple[ReleaseRow, ...]
    whole: tuple[Release, ...]


@dataclass(frozen=True)
class ReleaseList(ReleasesPage):
    """Every release."""

    in_bar = True
    template = "releases.html"
    styles = ("releases",)
    uri = "releases/index.md"
    title_msgid = "版本"
    headline_msgid = "PyTorch 版本一览"
    description_msgid = "PyTorch %(versions)s 的全部版本：日期、各稳定级别的功能数，以及收录的公告全文。"

    def values(self, view: View) -> ReleaseListValues:
        counts = {release.version: dict(release.level_counts) for release in self.releases}
        levels = [id_ for id_ in view.locale.level_marks if any(id_ in of_release for of_release in counts.values())]
        rows = tuple(
            ReleaseRow(
                release,
                tuple((level, counts[release.version].get(level, 0)) for level in levels),
                tuple(largest_areas(release, MAX_AREAS, view)),
            )
            for release in self.releases
        )
        return ReleaseListValues(rows, whole=tuple(each for each in self.releases if each.announcement))
