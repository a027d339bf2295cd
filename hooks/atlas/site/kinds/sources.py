"""Seeds: the list of all, and a page for each with its text and what became of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.site.kinds.base import Inputs, Kind
from atlas.site.locale import Locale
from atlas.site.report import Report


@dataclass(frozen=True)
class SourceList(Kind):
    """Every seed, and what became of it."""

    reports: tuple[Report, ...]
    open_kinds: tuple[str, ...]  # kinds of work left to do in at least one seed

    template = "sources.md"
    styles = ("source",)
    uri = "sources/index.md"
    indexed_by_description = True
    title_msgid = "源文件与修整"
    headline_msgid = "PyTorch 公告的源文件"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[SourceList]:
        reports = inputs.reports
        open_kinds = tuple(dict.fromkeys(kind for report in reports for kind, count in report.open.items() if count))
        yield cls(reports, open_kinds)

    def description(self, locale: Locale) -> str:
        text = "全文收录的 %(count)s 篇 PyTorch 公告的源文件，以及整理的结果：修整、舍去、疑点、未译的文字。"
        return locale.plural(text, len(self.reports)) % {"count": len(self.reports)}


@dataclass(frozen=True)
class SourcePage(Kind):
    """A seed verbatim, the fate of every line, what was edited and why, and open questions."""

    report: Report

    template = "source.md"
    styles = ("source", "glossary")

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[SourcePage]:
        for report in inputs.reports:
            yield cls(report)

    @property
    def uri(self) -> str:
        return f"sources/{self.report.release.seed.id}.md"

    def title(self, locale: Locale) -> str:
        return f"PyTorch {self.report.release.version}"

    def headline(self, locale: Locale) -> str:
        return locale.gettext("PyTorch %(version)s 公告的源文件") % {"version": self.report.release.version}

    def description(self, locale: Locale) -> str:
        about = locale.gettext(
            "PyTorch %(version)s 的公告怎样变成页面："
            "修整、舍去与疑点，%(texts)s 段要译的文字，原文 %(lines)s 行各自的去向。"
        )
        release = self.report.release
        segments = len(release.translation.segments)
        return about % {"version": release.version, "lines": release.line_count, "texts": segments}
