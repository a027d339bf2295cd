"""The list of all releases."""

from __future__ import annotations

from dataclasses import dataclass

from atlas.site.kinds.base import ReleasesPage
from atlas.site.parts.digest import FirstFeatures, first_features
from atlas.site.view import View

MAX_FEATURES = 3  # that the list names for a release


@dataclass(frozen=True)
class ReleaseListValues:
    """The first features of each release that has only a record, by version."""

    named: dict[str, FirstFeatures]


@dataclass(frozen=True)
class ReleaseList(ReleasesPage):
    """Every release."""

    in_bar = True
    template = "releases.html"
    styles = ("release",)
    uri = "releases/index.md"
    title_msgid = "版本"
    headline_msgid = "PyTorch 版本一览"
    description_msgid = "PyTorch %(versions)s 的全部版本：日期、各稳定级别的功能数，以及收录的公告全文。"

    def values(self, view: View) -> ReleaseListValues:
        recorded = (release for release in self.releases if not release.announcement)
        named = {release.version: first_features(release.announces, MAX_FEATURES, view) for release in recorded}
        return ReleaseListValues(named)
