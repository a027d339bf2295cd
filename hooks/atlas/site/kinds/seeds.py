"""The list of seeds, with what was done to each and what is left to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.parts.credits import attributions
from atlas.site.parts.report import SeedReport
from atlas.site.view import PageLink, View
from atlas.site.words.interface import OPEN
from atlas.site.words.locale import Locale

COLUMNS = {  # the numbers about every seed: what is counted
    "Features in it": "The features that the file names. The release’s page may add some, from other PyTorch texts.",
    "Edits": "Changes by a rule, the glossary, or an erratum on the way to the page.",
    "Dropped": "Passages left out because they do not concern the release.",
    "Open questions": "Doubtful passages of the file, shown as they stand.",
}


@dataclass(frozen=True)
class LinkedCount:
    """A count of a seed, as a link to what is counted; ``note`` says which part of that needs attention."""

    link: PageLink
    note: PageLink | None = None


@dataclass(frozen=True)
class SeedRow:
    """A seed in the list: a link to its page, its format and length, its release and PyTorch's own post, its counts."""

    link: PageLink
    form: str
    announcements: tuple[PageLink, ...]
    counts: tuple[tuple[str, LinkedCount], ...]


@dataclass(frozen=True)
class SeedListValues:
    """A row for each seed, and each distinct attribution of seeds with the versions of the seeds that it applies to.

    - ``meanings``: what the numbers about every seed count.
    - ``is_done``: whether no seed has work left to do.
    """

    columns: tuple[str, ...]
    meanings: tuple[tuple[str, str], ...]
    rows: tuple[SeedRow, ...]
    is_done: bool
    attributions: tuple[tuple[Markup, tuple[str, ...]], ...]


@dataclass(frozen=True)
class SeedList(PageKind):
    """Every seed, and what became of it."""

    reports: tuple[SeedReport, ...]

    template = "seeds.html"
    styles = ("cards", "seed")
    uri = "sources/index.md"
    is_searchable = True
    title_msgid = "Sources and edits"
    headline_msgid = "Source files of the PyTorch announcements"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[SeedList]:
        yield cls(inputs.reports)

    def values(self, view: View) -> SeedListValues:
        _ = view.locale.gettext
        work = tuple(kind for kind in OPEN if any(report.remaining_counts[kind] for report in self.reports))
        columns = tuple(map(_, (*COLUMNS, *map(OPEN.__getitem__, work))))
        return SeedListValues(
            columns,
            meanings=tuple((_(name), _(meaning)) for name, meaning in COLUMNS.items()),
            rows=tuple(_row(report, columns, work, view) for report in self.reports),
            is_done=not work,
            attributions=attributions([report.announcement for report in reversed(self.reports)], view.locale),
        )

    def description(self, locale: Locale) -> str:
        text = (
            (
                "The source file of %(count)s full PyTorch announcement, and what became of it: edits, dropped "
                "text, open questions, and untranslated passages."
            ),
            (
                "The source files of %(count)s full PyTorch announcements, and what became of them: edits, "
                "dropped text, open questions, and untranslated passages."
            ),
        )
        return locale.ngettext(*text, len(self.reports)) % {"count": len(self.reports)}


def _row(report: SeedReport, columns: tuple[str, ...], work: tuple[str, ...], view: View) -> SeedRow:
    announcement, locale = report.announcement, view.locale

    def count(number: int, anchor: str) -> PageLink:
        """Return a number as a link to the section of the seed's page that lists what is counted."""
        return PageLink(str(number), view.seed_url(announcement, anchor) if number else "")

    unregistered = len(report.unregistered)
    url = view.seed_url(announcement, report.unregistered_section)
    to_register = (
        PageLink(locale.counted("%(num)s unregistered", "%(num)s unregistered", unregistered), url)
        if unregistered
        else None
    )
    counts = (
        LinkedCount(PageLink(str(announcement.feature_count)), to_register),
        LinkedCount(count(report.edit_count, "lines")),
        LinkedCount(count(len(report.dropped), "dropped")),
        LinkedCount(count(len(announcement.findings), "findings")),
        *(LinkedCount(count(report.remaining_counts[kind], kind)) for kind in work),
    )
    length = locale.counted("%(num)s line", "%(num)s lines", announcement.line_count)
    version = announcement.version
    links = (
        PageLink(locale.gettext("release page"), view.release_url(version)),
        PageLink(locale.gettext("PyTorch’s announcement"), view.collection.release(version).post),
    )
    return SeedRow(
        PageLink(f"PyTorch {version}", view.seed_url(announcement)),
        locale.pgettext("clauses", ", ").join((report.format.of(locale.language), length)),
        tuple(link for link in links if link.url),
        tuple(zip(columns, counts, strict=True)),
    )
