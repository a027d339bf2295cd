"""The list of all releases."""

from __future__ import annotations

from dataclasses import dataclass

from atlas.history.release import Release
from atlas.site.kinds.base import ReleasesPage
from atlas.site.view import PageLink, View

MAX_NAMED = 3  # features of a release in the list of releases


@dataclass(frozen=True)
class ReleaseListValues:
    """Some features of each release whose announcement is not here, by version."""

    named: dict[str, tuple[PageLink, ...]]


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
        named = {release.version: _first_named(release, view) for release in self.releases if not release.announcement}
        return ReleaseListValues(named)


def _first_named(release: Release, view: View) -> tuple[PageLink, ...]:
    """Return some of a release's features, those first that are new in it."""
    features = sorted(release.features, key=lambda feature: feature.lifecycle.versions[0] != release.version)
    return tuple(view.feature_link(feature.lifecycle) for feature in features[:MAX_NAMED])
