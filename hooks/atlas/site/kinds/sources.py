"""Seeds: the list of all, each verbatim, and the report of what became of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.history.ledger import DateDispute, StageDispute, disputed_stages
from atlas.history.release import Release
from atlas.site.kinds.base import Inputs, Kind, ReleasesKind
from atlas.site.locale import Locale
from atlas.site.report import Report


@dataclass(frozen=True)
class SourceList(ReleasesKind):
    """Every seed."""

    template = "sources.md"
    uri = "sources/index.md"
    named = "源文件"
    headed = "PyTorch 公告的源文件"
    described = "本站据以整理的 PyTorch %(versions)s 公告原文：文件、格式、行数，以及署名与许可。"


@dataclass(frozen=True)
class SourcePage(Kind):
    """A seed, verbatim, with the fate of every line."""

    release: Release

    template = "source.md"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[SourcePage]:
        yield from map(cls, inputs.collection.releases)

    @property
    def uri(self) -> str:
        return f"sources/{self.release.seed.id}.md"

    def title(self, locale: Locale) -> str:
        return self.release.seed.path

    def headline(self, locale: Locale) -> str:
        return locale.gettext("PyTorch %(version)s 公告的源文件") % {"version": self.release.version}

    def description(self, locale: Locale) -> str:
        about = locale.gettext("逐字收录的 PyTorch %(version)s 公告原文，行行有编号，并注明每一行在整理时的去向。")
        return about % {"version": self.release.version}


@dataclass(frozen=True)
class ReportList(ReleasesKind):
    """What all seeds yielded, and where sources disagree."""

    reports: tuple[Report, ...]
    disputed_stages: tuple[StageDispute, ...]
    disputed_dates: tuple[DateDispute, ...]

    template = "reports.md"
    uri = "report/index.md"
    named = "整理报告"
    headed = "PyTorch 公告的整理报告"
    described = "PyTorch %(versions)s 的公告各整理出了什么：修整、舍去、疑点、未译的文字、没有交代的行。"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[ReportList]:
        collection = inputs.collection
        reports = tuple(Report.of(release, inputs.problems) for release in collection.releases)
        stages = tuple(disputed_stages(collection.lifecycles))
        yield cls(collection.releases, reports, stages, collection.disputed_dates)


@dataclass(frozen=True)
class ReportPage(Kind):
    """What one seed yielded."""

    report: Report

    template = "report.md"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[ReportPage]:
        for release in inputs.collection.releases:
            yield cls(Report.of(release, inputs.problems))

    @property
    def uri(self) -> str:
        return f"report/{self.report.release.version}.md"

    def title(self, locale: Locale) -> str:
        return locale.gettext("PyTorch %(version)s 的整理报告") % {"version": self.report.release.version}

    def description(self, locale: Locale) -> str:
        about = locale.gettext(
            "PyTorch %(version)s 的公告怎样变成页面：修整、舍去与疑点，%(texts)s 段要译的文字，%(lines)s 行各自的去向。"
        )
        release = self.report.release
        segments = len(release.translation.segments)
        return about % {"version": release.version, "lines": release.line_count, "texts": segments}
