"""Releases: the list of all, and a page for each with its announcement, facts and features."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.document.nodes import plain
from atlas.history.compare import FeatureChange
from atlas.history.release import Release
from atlas.site.interface import day
from atlas.site.kinds.base import Inputs, Kind, ReleasesKind
from atlas.site.locale import Locale


@dataclass(frozen=True)
class ReleaseList(ReleasesKind):
    """Every release."""

    template = "releases.md"
    uri = "releases/index.md"
    title_msgid = "版本"
    headline_msgid = "PyTorch 版本公告一览"
    description_msgid = "PyTorch %(versions)s 的版本公告：发布日期、标题，以及每个版本各稳定级别的功能数。"


@dataclass(frozen=True)
class ReleasePage(Kind):
    """One release, with its neighbors in the collection."""

    release: Release
    earlier: Release | None
    later: Release | None
    changes: dict[str, list[FeatureChange]]  # since the previous release, by kind
    counts: tuple[tuple[str, int], ...]  # number of features at each stage

    template = "release.md"
    has_markdown = True

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[ReleasePage]:
        releases = inputs.collection.releases
        for at, release in enumerate(releases):
            earlier = releases[at + 1] if at + 1 < len(releases) else None
            later = releases[at - 1] if at else None
            changes = inputs.collection.changes(earlier.version, release.version) if earlier else {}
            counts = inputs.collection.counts(release)
            yield cls(release, earlier, later, changes, counts)

    @property
    def uri(self) -> str:
        return f"releases/{self.release.version}.md"

    def title(self, locale: Locale) -> str:
        return f"PyTorch {self.release.version}"

    def headline(self, locale: Locale) -> str:
        return locale.gettext("PyTorch %(version)s：新功能与稳定级别") % {"version": self.release.version}

    def description(self, locale: Locale) -> str:
        _, release = locale.gettext, self.release
        localized = release.localized(release.title, locale.language)
        title = plain(localized.inlines)
        if localized.lang:
            title = _("PyTorch %(version)s 的公告") % {"version": release.version}
        count = release.feature_count
        values = {"title": title.strip().rstrip("。."), "day": "", "count": count}
        if release.date:
            values["day"] = _("（%(day)s）") % {"day": day(release.date, locale.language)}
        if not count:
            return _("%(title)s%(day)s。公告没有列出功能；全文有中英文对照。") % values
        values["levels"] = locale.counts(self.counts)
        return locale.plural("%(title)s%(day)s。%(count)s 项功能：%(levels)s。", count) % values
