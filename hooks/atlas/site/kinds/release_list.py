"""The list of all releases."""

from __future__ import annotations

from dataclasses import dataclass

from atlas.history.release import Release
from atlas.site.kinds.base import ReleasesPage
from atlas.site.view import PageLink, View

MAX_FEATURES = 3  # the features that the list names for a release


@dataclass(frozen=True)
class ReleaseListValues:
    """A few features of each release that has only a record, by version."""

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
        recorded = (release for release in self.releases if not release.announcement)
        return ReleaseListValues({release.version: _some_features(release, view) for release in recorded})


def _some_features(release: Release, view: View) -> tuple[PageLink, ...]:
    """Return links to at most MAX_FEATURES features of a release; those that are new in it come first."""
    new_first = sorted(release.features, key=lambda feature: feature.lifecycle.versions[0] != release.version)
    return tuple(view.feature_link(feature.lifecycle) for feature in new_first[:MAX_FEATURES])
