"""Releases: the list of all, and a page for each: the whole announcement, or what the record of it states."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from atlas.document.nodes import plain
from atlas.extract.announcement import Announcement
from atlas.history.collection import Collection
from atlas.history.compare import Change
from atlas.history.release import Release
from atlas.site.interface import day
from atlas.site.kinds.base import Inputs, Kind, ReleasesKind
from atlas.site.locale import Locale


@dataclass(frozen=True)
class ReleaseList(ReleasesKind):
    """Every release."""

    template = "releases.md"
    styles = ("release",)
    uri = "releases/index.md"
    title_msgid = "版本"
    headline_msgid = "PyTorch 版本一览"
    description_msgid = "PyTorch %(versions)s 的全部版本：日期、各稳定级别的功能数，以及收录的公告全文。"


@dataclass(frozen=True)
class _ReleasePage(Kind):
    """One release, with its neighbors."""

    at: Release
    earlier: Release | None
    later: Release | None
    changes: dict[str, list[Change]]  # since the previous release, by kind
    counts: tuple[tuple[str, int], ...]  # number of features at each level

    has_markdown = True

    @classmethod
    def _of(cls, at: Release, collection: Collection) -> dict[str, Any]:
        """Return the fields that all of these pages have."""
        place = collection.releases.index(at)
        earlier = collection.releases[place + 1] if place + 1 < len(collection.releases) else None
        later = collection.releases[place - 1] if place else None
        changes = collection.changes(earlier.version, at.version) if earlier else {}
        counts = collection.counts(at)
        return {"at": at, "earlier": earlier, "later": later, "changes": changes, "counts": counts}

    @property
    def uri(self) -> str:
        return f"releases/{self.at.version}.md"

    def title(self, locale: Locale) -> str:
        return f"PyTorch {self.at.version}"

    def headline(self, locale: Locale) -> str:
        return locale.gettext("PyTorch %(version)s：新功能与稳定级别") % {"version": self.at.version}

    def _described(self, title: str, locale: Locale) -> str:
        _, count = locale.gettext, len(self.at.features)
        values = {"title": title, "day": "", "count": count}
        if self.at.date:
            values["day"] = _("（%(day)s）") % {"day": day(self.at.date, locale.language)}
        if not count:
            return _("%(title)s%(day)s。这里没有列出这个版本的功能。") % values
        values["levels"] = locale.counts(self.counts)
        return locale.plural("%(title)s%(day)s。%(count)s 项功能：%(levels)s。", count) % values


@dataclass(frozen=True)
class AnnouncementPage(_ReleasePage):
    """A release whose announcement is here: its text in both languages, its facts and features."""

    release: Announcement

    template = "release.md"
    styles = ("release", "feature", "compare", "parallel")

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[AnnouncementPage]:
        for at in inputs.collection.releases:
            if at.announcement:
                yield cls(**cls._of(at, inputs.collection), release=at.announcement)

    @property
    def is_parallel(self) -> bool:
        return self.release.translation.has_begun

    def description(self, locale: Locale) -> str:
        localized = self.release.localized(self.release.title, locale.language)
        title = plain(localized.inlines)
        if localized.lang:
            title = locale.gettext("PyTorch %(version)s 的公告") % {"version": self.release.version}
        return self._described(title.strip().rstrip("。."), locale)


@dataclass(frozen=True)
class RecordPage(_ReleasePage):
    """A release of which only a record is here: its features by level, with a few quoted words each."""

    template = "record.md"
    styles = ("release", "compare")

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[RecordPage]:
        for at in inputs.collection.releases:
            if not at.announcement:
                yield cls(**cls._of(at, inputs.collection))

    def description(self, locale: Locale) -> str:
        return self._described(f"PyTorch {self.at.version}", locale)
