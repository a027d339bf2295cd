"""Seeds: the list of all, and a page for each with its text and what became of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from atlas.extract.announcement import Announcement, Feature
from atlas.site.credits import attribution, attributions
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.locale import Locale
from atlas.site.report import Report
from atlas.site.view import PageLink, View

MAX_UNFOLDED_LINES = 40  # a longer file shows only its first lines; the others are folded
LINES_SHOWN = 30  # of such a file


@dataclass(frozen=True)
class SourceListValues:
    """Each distinct attribution of seeds, with the versions of the seeds that it applies to."""

    attributions: tuple[tuple[Markup, tuple[str, ...]], ...]


@dataclass(frozen=True)
class SourceList(PageKind):
    """Every seed, and what became of it."""

    reports: tuple[Report, ...]
    open_kinds: tuple[str, ...]  # kinds of work left to do in at least one seed

    template = "sources.html"
    styles = ("source",)
    uri = "sources/index.md"
    is_searchable = True
    title_msgid = "源文件与修整"
    headline_msgid = "PyTorch 公告的源文件"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[SourceList]:
        reports = inputs.reports
        open_kinds = (kind for report in reports for kind, count in report.open.items() if count)
        yield cls(reports, tuple(dict.fromkeys(open_kinds)))

    def values(self, view: View) -> SourceListValues:
        return SourceListValues(attributions([report.announcement for report in reversed(self.reports)], view.locale))

    def description(self, locale: Locale) -> str:
        text = "全文收录的 %(count)s 篇 PyTorch 公告的源文件，以及整理的结果：修整、舍去、疑点、未译的文字。"
        return locale.plural(text, len(self.reports)) % {"count": len(self.reports)}


@dataclass(frozen=True)
class UnregisteredFeature:
    """A feature without an entry in features.yml: its provisional id, and the registered features that it may be."""

    link: PageLink
    line: int
    id: str
    possible: tuple[PageLink, ...]


@dataclass(frozen=True)
class SourceValues:
    """What the page of a seed shows."""

    attribution: Markup
    lines: tuple[str, ...]  # of the seed
    folded_after: int  # how many of these lines are shown at first; the others are folded
    language_name: str
    feature_notes: tuple[PageLink, ...]  # which features are not registered, or that all are
    text_notes: tuple[PageLink, ...]  # which texts are not translated, or that all are
    ambiguous: tuple[UnregisteredFeature, ...]
    unregistered: tuple[UnregisteredFeature, ...]


@dataclass(frozen=True)
class SourcePage(PageKind):
    """A seed line by line: what became of each line, what was edited and why, and what is left to do."""

    report: Report

    template = "source.html"
    styles = ("text", "source", "glossary")

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[SourcePage]:
        for report in inputs.reports:
            yield cls(report)

    @property
    def uri(self) -> str:
        return f"sources/{self.report.announcement.seed.id}.md"

    def title(self, locale: Locale) -> str:
        return f"PyTorch {self.report.announcement.version}"

    def headline(self, locale: Locale) -> str:
        return locale.gettext("PyTorch %(version)s 公告的源文件") % {"version": self.report.announcement.version}

    def values(self, view: View) -> SourceValues:
        report, announcement, locale = self.report, self.report.announcement, view.locale
        line_count = announcement.line_count
        ambiguous_ids = [feature.id for feature in report.ambiguous]
        unregistered = {feature.id: _unregistered(feature, announcement, view) for feature in report.unregistered}
        return SourceValues(
            attribution=attribution(announcement, locale, is_translated=False),
            lines=announcement.lines[:line_count],
            folded_after=LINES_SHOWN if line_count > MAX_UNFOLDED_LINES else line_count,
            language_name=locale.language_name(announcement.seed.language),
            feature_notes=tuple(_feature_notes(report, locale)),
            text_notes=tuple(_text_notes(announcement, locale)),
            ambiguous=tuple(unregistered[feature_id] for feature_id in ambiguous_ids),
            unregistered=tuple(feature for feature in unregistered.values() if feature.id not in ambiguous_ids),
        )

    def description(self, locale: Locale) -> str:
        about = locale.gettext(
            "PyTorch %(version)s 的公告怎样变成页面："
            "修整、舍去与疑点，%(texts)s 段要译的文字，原文 %(lines)s 行各自的去向。"
        )
        announcement = self.report.announcement
        segments = len(announcement.translation.segments)
        return about % {"version": announcement.version, "lines": announcement.line_count, "texts": segments}


def _feature_notes(report: Report, locale: Locale) -> Iterator[PageLink]:
    ambiguous = len(report.ambiguous)
    others = len(report.unregistered) - ambiguous
    if ambiguous:
        yield PageLink(locale.counted("%(num)s 项拿不准", ambiguous), "#ambiguous")
    if others:
        yield PageLink(locale.counted("%(num)s 项未登记", others), "#unregistered")
    if not report.unregistered:
        yield PageLink(locale.gettext("都已登记"))


def _text_notes(announcement: Announcement, locale: Locale) -> Iterator[PageLink]:
    fuzzy = len(announcement.translation.fuzzy)
    missing = len(announcement.translation.missing)
    if fuzzy:
        yield PageLink(locale.counted("%(num)s 段待校订", fuzzy), "#fuzzy")
    if missing:
        yield PageLink(locale.counted("%(num)s 段未译", missing), "#untranslated")
    if not fuzzy and not missing:
        yield PageLink(locale.gettext("都已译出"))


def _unregistered(feature: Feature, announcement: Announcement, view: View) -> UnregisteredFeature:
    registered = view.collection.by_id
    possible = tuple(
        PageLink(possible_id, view.feature_url(registered[possible_id]) if possible_id in registered else "")
        for possible_id in feature.possible_ids
    )
    link = PageLink(view.texts.feature_name(announcement, feature), view.place_url(announcement, feature.id))
    return UnregisteredFeature(link, feature.line, feature.id, possible)
