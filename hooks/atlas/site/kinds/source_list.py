"""The list of seeds, with what was done to each and what is left to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.parts.credits import attributions
from atlas.site.parts.report import Report
from atlas.site.view import PageLink, View
from atlas.site.words.interface import OPEN
from atlas.site.words.locale import Locale


@dataclass(frozen=True)
class Column:
    """A column of counts; ``meaning`` says what is counted, where the name does not."""

    name: str
    meaning: str = ""


@dataclass(frozen=True)
class LinkedCount:
    """A count of a seed, as a link to what is counted; ``note`` says which part of that needs attention."""

    link: PageLink
    note: PageLink | None = None


@dataclass(frozen=True)
class SeedRow:
    """A seed in the list: a link to its page, its format, its release and PyTorch's own post, and its counts."""

    link: PageLink
    format: str
    announcements: tuple[PageLink, ...]
    counts: tuple[tuple[Column, LinkedCount], ...]


@dataclass(frozen=True)
class SourceListValues:
    """A row for each seed, and each distinct attribution of seeds with the versions of the seeds that it applies to.

    ``is_done`` if no seed has work left to do.
    """

    columns: tuple[Column, ...]
    rows: tuple[SeedRow, ...]
    is_done: bool
    attributions: tuple[tuple[Markup, tuple[str, ...]], ...]


@dataclass(frozen=True)
class SourceList(PageKind):
    """Every seed, and what became of it."""

    reports: tuple[Report, ...]

    template = "sources.html"
    styles = ("cards", "source")
    uri = "sources/index.md"
    is_searchable = True
    title_msgid = "源文件与修整"
    headline_msgid = "PyTorch 公告的源文件"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[SourceList]:
        yield cls(inputs.reports)

    def values(self, view: View) -> SourceListValues:
        _ = view.locale.gettext
        work = tuple(kind for kind in OPEN if any(report.open[kind] for report in self.reports))
        columns = (
            Column(_("行数")),
            Column(_("功能"), _("在这份文件里找到的功能。版本页列出的可能更多，取自 PyTorch 自己的公告。")),
            Column(_("修整"), _("由一条规则、术语表的一条或一则勘误作出的改动，逐条列出修整前后的文字与源文件的行。")),
            Column(_("舍去"), _("与版本无关、不再显示的文字：客套、署名、占位图片、发布站点的设置。")),
            Column(_("疑点"), _("源文件自己的可疑之处，照原样显示，留给人判断。")),
            *(Column(_(name), _(meaning)) for name, meaning in map(OPEN.__getitem__, work)),
        )
        return SourceListValues(
            columns,
            rows=tuple(_row(report, columns, work, view) for report in self.reports),
            is_done=not work,
            attributions=attributions([report.announcement for report in reversed(self.reports)], view.locale),
        )

    def description(self, locale: Locale) -> str:
        text = "全文收录的 %(count)s 篇 PyTorch 公告的源文件，以及整理的结果：修整、舍去、疑点、未译的文字。"
        return locale.plural(text, len(self.reports)) % {"count": len(self.reports)}


def _row(report: Report, columns: tuple[Column, ...], work: tuple[str, ...], view: View) -> SeedRow:
    announcement, locale = report.announcement, view.locale

    def count(number: int, anchor: str) -> PageLink:
        """Return a number as a link to the section of the seed's page that lists what is counted."""
        return PageLink(str(number), view.source_url(announcement, anchor) if number else "")

    unregistered, reworded = len(report.unregistered), report.reworded
    url = view.source_url(announcement, report.unregistered_section)
    to_register = PageLink(locale.counted("%(num)s 项未登记", unregistered), url) if unregistered else None
    changed_words = PageLink(locale.counted("其中改字 %(num)s 处", reworded)) if reworded else None
    counts = (
        LinkedCount(PageLink(str(announcement.line_count))),
        LinkedCount(PageLink(str(announcement.feature_count)), to_register),
        LinkedCount(count(report.corrected, "lines"), changed_words),
        LinkedCount(count(len(report.dropped), "dropped")),
        LinkedCount(count(len(announcement.findings), "findings")),
        *(LinkedCount(count(report.open[kind], kind)) for kind in work),
    )
    version = announcement.version
    links = (
        PageLink(locale.gettext("版本页"), view.release_url(version)),
        PageLink(locale.gettext("PyTorch 的公告"), view.collection.release(version).post),
    )
    return SeedRow(
        PageLink(f"PyTorch {version}", view.source_url(announcement)),
        report.format.of(locale.language),
        tuple(link for link in links if link.url),
        tuple(zip(columns, counts, strict=True)),
    )
