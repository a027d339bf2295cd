"""Seeds: the list of all, and a page for each with its text and what became of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from atlas.extract.announcement import Announcement, Feature
from atlas.extract.findings import Finding
from atlas.site.corrections import Correction
from atlas.site.credits import attribution, attributions
from atlas.site.interface import FINDINGS, OPEN, OUTCOMES
from atlas.site.kinds.base import Inputs, Kind
from atlas.site.locale import Locale
from atlas.site.report import Report
from atlas.site.view import Link, View
from atlas.sources.line_report import Outcome

SHOWN_LINES, MAX_UNFOLDED_LINES = 30, 40  # of a seed: if there are more, all but the first are folded


@dataclass(frozen=True)
class SourceListValues:
    """What the list of seeds shows. ``open`` are kinds of work left to do in any of them: id, name and meaning."""

    reports: tuple[tuple[Report, str], ...]  # each with the section that lists its unregistered features
    open: tuple[tuple[str, str, str], ...]
    attributions: tuple[tuple[Markup, tuple[str, ...]], ...]


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

    def values(self, view: View) -> SourceListValues:
        _ = view.locale.gettext
        return SourceListValues(
            tuple((report, "ambiguous" if report.ambiguous else "unregistered") for report in self.reports),
            tuple((kind, _(OPEN[kind][0]), _(OPEN[kind][1])) for kind in self.open_kinds),
            attributions([report.release for report in reversed(self.reports)], view.locale),
        )

    def description(self, locale: Locale) -> str:
        text = "全文收录的 %(count)s 篇 PyTorch 公告的源文件，以及整理的结果：修整、舍去、疑点、未译的文字。"
        return locale.plural(text, len(self.reports)) % {"count": len(self.reports)}


@dataclass(frozen=True)
class UnregisteredFeature:
    """A feature without an entry in features.yml, its provisional id, and the registered ones that it may be."""

    link: Link
    line: int
    id: str
    possible: tuple[Link, ...]


@dataclass(frozen=True)
class SourceLine:
    """A line of a seed, what became of it, and the edits made on it."""

    number: int
    text: str
    sign: Markup
    outcome: str
    corrections: list[Correction]


@dataclass(frozen=True)
class SourceValues:
    """What the page of a seed shows."""

    report: Report
    announcement: Announcement
    attribution: Markup
    language_name: str
    feature_notes: tuple[Link, ...]  # what its features and its texts still need, or that they need nothing
    text_notes: tuple[Link, ...]
    findings: tuple[tuple[str, str, str, list[Finding]], ...]  # kind, its name and meaning, and findings
    ambiguous: tuple[UnregisteredFeature, ...]
    unregistered: tuple[UnregisteredFeature, ...]
    outcomes: tuple[tuple[Markup, str, int], ...]  # sign, name and number of lines
    lines: tuple[SourceLine, ...]
    more_lines: tuple[SourceLine, ...]  # folded


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

    def values(self, view: View) -> SourceValues:
        _, report, release = view.locale.gettext, self.report, self.report.release
        lines = tuple(_lines(report, view.locale))
        room = SHOWN_LINES if len(lines) > MAX_UNFOLDED_LINES else MAX_UNFOLDED_LINES
        return SourceValues(
            report,
            release,
            attribution(release, view.locale, is_translated=False),
            _("中文") if release.seed.language == "zh" else _("英文"),
            tuple(_feature_notes(report, view.locale)),
            tuple(_text_notes(release, view.locale)),
            tuple((kind, _(FINDINGS[kind][0]), _(FINDINGS[kind][1]), found) for kind, found in report.findings),
            tuple(_unregistered(each, release, view) for each in report.ambiguous),
            tuple(_unregistered(each, release, view) for each in report.unregistered if each not in report.ambiguous),
            tuple((_sign(outcome), _(OUTCOMES[outcome][1]), count) for outcome, count in report.outcomes),
            lines[:room],
            lines[room:],
        )

    def description(self, locale: Locale) -> str:
        about = locale.gettext(
            "PyTorch %(version)s 的公告怎样变成页面："
            "修整、舍去与疑点，%(texts)s 段要译的文字，原文 %(lines)s 行各自的去向。"
        )
        release = self.report.release
        segments = len(release.translation.segments)
        return about % {"version": release.version, "lines": release.line_count, "texts": segments}


def _feature_notes(report: Report, locale: Locale) -> Iterator[Link]:
    ambiguous, others = len(report.ambiguous), len(report.unregistered) - len(report.ambiguous)
    if ambiguous:
        yield Link(locale.counted("%(num)s 项拿不准", ambiguous), "#ambiguous")
    if others:
        yield Link(locale.counted("%(num)s 项未登记", others), "#unregistered")
    if not report.unregistered:
        yield Link(locale.gettext("都已登记"))


def _text_notes(release: Announcement, locale: Locale) -> Iterator[Link]:
    fuzzy, missing = len(release.translation.fuzzy), len(release.translation.missing)
    if fuzzy:
        yield Link(locale.counted("%(num)s 段待校订", fuzzy), "#fuzzy")
    if missing:
        yield Link(locale.counted("%(num)s 段未译", missing), "#untranslated")
    if not fuzzy and not missing:
        yield Link(locale.gettext("都已译出"))


def _unregistered(feature: Feature, release: Announcement, view: View) -> UnregisteredFeature:
    registered = view.collection.by_id
    ids = ((each, view.href(registered[each].path) if each in registered else "") for each in feature.possible_ids)
    link = Link(view.locale.feature_name(release, feature), view.place_url(release, feature.id))
    return UnregisteredFeature(link, feature.line, feature.id, tuple(Link(each, url) for each, url in ids))


def _lines(report: Report, locale: Locale) -> Iterator[SourceLine]:
    release = report.release
    for number, text in enumerate(release.lines[: release.line_count], start=1):
        outcome = release.line_report[number - 1].outcome
        name = locale.gettext(OUTCOMES[outcome][1])
        yield SourceLine(number, text, _sign(outcome), name, report.corrections.get(number, []))


def _sign(outcome: Outcome) -> Markup:
    sign = Markup('<span class="outcome" data-outcome="{}" aria-hidden="true">{}</span>')
    return sign.format(outcome, OUTCOMES[outcome][0])
