"""A page for each seed: its text, and what became of every line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from atlas.core.problems import truncate
from atlas.extract.announcement import AnnouncedFeature, Announcement
from atlas.extract.findings import Finding, FindingKind
from atlas.extract.line_report import Outcome
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.parts.credits import attribution
from atlas.site.parts.report import SeedReport
from atlas.site.parts.shown_edits import ShownEdit
from atlas.site.view import PageLink, View
from atlas.site.words.interface import DETAILS, FINDINGS, OUTCOMES
from atlas.site.words.locale import Locale
from atlas.translate.segments import Segment

MAX_UNFOLDED_LINES = 40  # a longer file shows only its first lines; the others are folded
LINES_SHOWN = 30  # of such a file
MAX_TEXT_LENGTH = 80  # of a text to translate: its beginning tells which one it is


@dataclass(frozen=True)
class UnregisteredFeature:
    """A feature that is not registered: its provisional id, and the registered features that it may be."""

    link: PageLink
    line: int
    id: str
    possible: tuple[PageLink, ...]


@dataclass(frozen=True)
class UnfinishedText:
    """The beginning of a text without a translation, or with one to revise, and its line in the seed."""

    words: str
    line: int


@dataclass(frozen=True)
class ShownOutcome:
    """What became of a line: the mark in the margin, and what it means."""

    id: Outcome
    mark: str
    words: str


@dataclass(frozen=True)
class SeedLine:
    """A line of a seed, what became of it, and the edits that replaced or added text in it."""

    number: int
    text: str
    outcome: ShownOutcome
    edits: tuple[ShownEdit, ...]


@dataclass(frozen=True)
class FindingTable:
    """The findings of one kind: its name and meaning, the heads of the columns, and the findings.

    The last column is of details, if any of them has some.
    """

    kind: FindingKind
    name: str
    about: str
    columns: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def has_details(self) -> bool:
        """Whether there is a column of details."""
        return any(finding.detail for finding in self.findings)


@dataclass(frozen=True)
class SeedValues:
    """What the page of a seed shows."""

    announcement: Announcement
    report: SeedReport
    lang: str  # of its words, for HTML
    attribution: Markup
    findings: tuple[FindingTable, ...]
    counts: tuple[PageLink, ...]  # how much the page lists, as links to its sections
    outcomes: tuple[tuple[ShownOutcome, str], ...]  # what became of lines, and of how many, in words
    lines: tuple[SeedLine, ...]  # that are shown at first
    folded_lines: tuple[SeedLine, ...]  # the others
    language_name: str
    format: str
    text_count: int  # of texts to translate
    feature_notes: tuple[PageLink, ...]  # which features are not registered, or that all are
    text_notes: tuple[PageLink, ...]  # which texts are not translated, or that all are
    ambiguous: tuple[UnregisteredFeature, ...]
    unregistered: tuple[UnregisteredFeature, ...]
    fuzzy: tuple[UnfinishedText, ...]  # texts whose translation is to be revised
    missing: tuple[UnfinishedText, ...]  # texts without a translation


@dataclass(frozen=True)
class SeedPage(PageKind):
    """A seed line by line: what became of each line, what was edited and why, and what is left to do."""

    report: SeedReport

    template = "seed.html"
    styles = ("text", "seed", "glossary")
    scripts = ("seed",)

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[SeedPage]:
        for report in inputs.reports:
            yield cls(report)

    @property
    def uri(self) -> str:
        return f"sources/{self.report.announcement.seed.id}.md"

    def title(self, locale: Locale) -> str:
        return f"PyTorch {self.report.announcement.version}"

    def headline(self, locale: Locale) -> str:
        return locale.gettext("PyTorch %(version)s announcement: the source file") % {
            "version": self.report.announcement.version
        }

    def values(self, view: View) -> SeedValues:
        report, announcement, locale = self.report, self.report.announcement, view.locale
        lines = tuple(_lines(report, locale))
        shown_count = LINES_SHOWN if len(lines) > MAX_UNFOLDED_LINES else len(lines)
        ambiguous_ids = [feature.id for feature in report.ambiguous]
        unregistered = {feature.id: _unregistered(feature, announcement, view) for feature in report.unregistered}
        translation = announcement.translation
        return SeedValues(
            announcement=announcement,
            report=report,
            lang=announcement.seed.html_lang,
            attribution=attribution(announcement, locale, is_translated=False),
            findings=tuple(_finding_table(kind, found, locale) for kind, found in report.findings),
            counts=(
                _count(
                    ("%(num)s open question", "%(num)s open questions"), len(announcement.findings), "#findings", locale
                ),
                _count(
                    ("%(num)s passage dropped", "%(num)s passages dropped"), len(report.dropped), "#dropped", locale
                ),
                _count(("%(num)s edit", "%(num)s edits"), report.edit_count, "#lines", locale),
            ),
            outcomes=tuple(_outcomes(lines, locale)),
            lines=lines[:shown_count],
            folded_lines=lines[shown_count:],
            format=report.format.of(locale.language),
            language_name=locale.language_name(announcement.seed.language),
            text_count=len(translation.segments),
            feature_notes=tuple(_feature_notes(report, locale)),
            text_notes=tuple(_text_notes(announcement, locale)),
            ambiguous=tuple(unregistered[feature_id] for feature_id in ambiguous_ids),
            unregistered=tuple(feature for feature in unregistered.values() if feature.id not in ambiguous_ids),
            fuzzy=tuple(map(_unfinished, translation.fuzzy)),
            missing=tuple(map(_unfinished, translation.missing)),
        )

    def description(self, locale: Locale) -> str:
        about = locale.gettext(
            "How the announcement of PyTorch %(version)s became a page: edits, dropped text, open questions, "
            "%(texts)s passages to translate, and what became of its %(lines)s lines."
        )
        announcement = self.report.announcement
        segments = len(announcement.translation.segments)
        return about % {"version": announcement.version, "lines": announcement.line_count, "texts": segments}


def _count(words: tuple[str, str], number: int, url: str, locale: Locale) -> PageLink:
    """Return a counted text with its number in bold, as a link unless there is nothing to see."""
    bold = Markup("<strong>{}</strong>").format(number)
    return PageLink(Markup.escape(locale.ngettext(*words, number)) % {"num": bold}, url if number else "")


def _outcome(outcome: Outcome, locale: Locale) -> ShownOutcome:
    mark, words = OUTCOMES[outcome]
    return ShownOutcome(outcome, locale.gettext(mark), locale.gettext(words))


def _lines(report: SeedReport, locale: Locale) -> Iterator[SeedLine]:
    """Yield the lines of a seed, without empty ones at its end."""
    for text, line in zip(report.announcement.lines, report.announcement.line_report, strict=False):
        edits = tuple(report.shown_edits.get(line.line, ()))
        yield SeedLine(line.line, text, _outcome(line.outcome, locale), edits)


def _outcomes(lines: Iterable[SeedLine], locale: Locale) -> Iterator[tuple[ShownOutcome, str]]:
    counts = Counter(line.outcome for line in lines)
    for outcome in (_outcome(each, locale) for each in OUTCOMES):
        if counts[outcome]:
            yield outcome, locale.counted("%(num)s line", "%(num)s lines", counts[outcome])


def _feature_notes(report: SeedReport, locale: Locale) -> Iterator[PageLink]:
    ambiguous = len(report.ambiguous)
    others = len(report.unregistered) - ambiguous
    if ambiguous:
        yield PageLink(locale.counted("%(num)s uncertain", "%(num)s uncertain", ambiguous), "#ambiguous")
    if others:
        yield PageLink(locale.counted("%(num)s unregistered", "%(num)s unregistered", others), "#unregistered")
    if not report.unregistered:
        yield PageLink(locale.gettext("all registered"))


def _text_notes(announcement: Announcement, locale: Locale) -> Iterator[PageLink]:
    fuzzy = len(announcement.translation.fuzzy)
    missing = len(announcement.translation.missing)
    if fuzzy:
        yield PageLink(locale.counted("%(num)s to revise", "%(num)s to revise", fuzzy), "#fuzzy")
    if missing:
        yield PageLink(locale.counted("%(num)s untranslated", "%(num)s untranslated", missing), "#untranslated")
    if not fuzzy and not missing:
        yield PageLink(locale.gettext("all translated"))


def _unfinished(text: Segment) -> UnfinishedText:
    return UnfinishedText(truncate(text.msgid, MAX_TEXT_LENGTH), text.line)


def _unregistered(feature: AnnouncedFeature, announcement: Announcement, view: View) -> UnregisteredFeature:
    by_id = view.collection.lifecycles_by_id
    possible = tuple(
        PageLink(possible_id, view.feature_url(by_id[possible_id]) if possible_id in by_id else "")
        for possible_id in feature.possible_ids
    )
    link = PageLink(view.texts.feature_name(announcement, feature), view.place_url(announcement, feature.id))
    return UnregisteredFeature(link, feature.line, feature.id, possible)


def _finding_table(kind: FindingKind, findings: Sequence[Finding], locale: Locale) -> FindingTable:
    _ = locale.gettext
    name, about = FINDINGS[kind]
    details = (_(DETAILS.get(kind, "Compared with")),) if any(finding.detail for finding in findings) else ()
    return FindingTable(kind, _(name), _(about), (_("Line"), _("Text"), *details), tuple(findings))
