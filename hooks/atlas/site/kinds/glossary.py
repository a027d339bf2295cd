"""The page of the glossary: its entries, and the edits that they made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from atlas.core.edits import Edit
from atlas.extract.announcement import Announcement
from atlas.knowledge.schema import Mistranslation, Term, Terms
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.parts.report import Report
from atlas.site.view import PageLink, View
from atlas.site.words.locale import Locale

Uses = dict[str, list[tuple[Announcement, list[Edit]]]]  # mistranslation → edits that corrected it, by announcement


# Where an entry applies, as the same words may be right elsewhere
IN_CHINESE = "紧挨着英文单词时不改"
NEAR = "附近有相关的词时才改"
WHOLE_WORD = "是更长的词的一部分时不改"


@dataclass(frozen=True)
class TermUse:
    """Where an entry corrected an announcement: its lines, and how often in words, if oftener than once in a line."""

    announcement: Announcement
    lines: tuple[int, ...]
    count: str


@dataclass(frozen=True)
class TermRow:
    """A mistranslation, where it is corrected, and the announcements that it stood in, newest first."""

    mistranslation: Mistranslation
    conditions: tuple[str, ...]
    uses: tuple[TermUse, ...]


@dataclass(frozen=True)
class TermTable:
    """Entries of a group: those that were used, or else those that were not, which are folded under ``summary``."""

    label: str
    rows: tuple[TermRow, ...]
    summary: str = ""


@dataclass(frozen=True)
class TermGroup:
    """A group of entries."""

    id: str
    name: str
    tables: tuple[TermTable, ...]


@dataclass(frozen=True)
class SeedErrata:
    """A seed with errata: a link to its lines, and how many errata there are, in words."""

    version: str
    link: PageLink
    count: str


@dataclass(frozen=True)
class GlossaryValues:
    """What the page shows."""

    groups: tuple[TermGroup, ...]
    errata: tuple[SeedErrata, ...]


@dataclass(frozen=True)
class Glossary(PageKind):
    """Every entry, with the edits that it made in announcements."""

    reports: tuple[Report, ...]

    template = "glossary.html"
    styles = ("text", "explorer", "glossary")
    scripts = ("glossary",)
    uri = "glossary.md"
    is_searchable = True
    title_msgid = "术语误译表"
    headline_msgid = "PyTorch 术语的误译与正译"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[Glossary]:
        yield cls(inputs.reports)

    def values(self, view: View) -> GlossaryValues:
        knowledge = view.knowledge
        used = uses(view.collection.announcements)
        return GlossaryValues(
            groups=tuple(_group(group, used, view) for group in knowledge.glossary),
            errata=tuple(_errata(report, view) for report in self.reports if report.errata),
        )

    def description(self, locale: Locale) -> str:
        about = locale.gettext(
            "在 PyTorch 的中文公告里改正的 %(count)s 条误译：英文、误译、正译、适用条件、理由，以及改正之处。"
        )
        return about % {"count": len(locale.knowledge.mistranslations)}


def uses(announcements: Iterable[Announcement]) -> Uses:
    """Return each announcement in which a mistranslation was corrected, with the edits, by mistranslation.

    The newest announcement comes first.
    """
    uses_by_term: Uses = {}
    for announcement in announcements:
        edits_by_term: dict[str, list[Edit]] = {}
        for edit in announcement.edits:
            for term in edit.terms:
                edits_by_term.setdefault(term, []).append(edit)
        for term, edits in edits_by_term.items():
            uses_by_term.setdefault(term, []).append((announcement, edits))
    return uses_by_term


def _group(group: Terms, uses: Uses, view: View) -> TermGroup:
    locale = view.locale
    name = group.name.of(locale.language)
    rows = [
        TermRow(
            mistranslation,
            tuple(map(locale.gettext, _conditions(mistranslation.term))),
            tuple(_use(announcement, edits, view) for announcement, edits in uses.get(mistranslation.words, ())),
        )
        for mistranslation in group.mistranslations
    ]
    used = tuple(row for row in rows if row.uses)
    unused = tuple(row for row in rows if not row.uses)
    summary = locale.gettext("收录的公告里没有遇到：%(num)s") % {"num": len(unused)}
    tables = (TermTable(name, used), TermTable(name + locale.gettext("：") + summary, unused, summary))
    return TermGroup(group.id, name, tuple(table for table in tables if table.rows))


def _use(announcement: Announcement, edits: Sequence[Edit], view: View) -> TermUse:
    lines = tuple(dict.fromkeys(edit.line for edit in edits))
    count = view.locale.counted("共 %(num)s 处", len(edits)) if len(edits) > len(lines) else ""
    return TermUse(announcement, lines, count)


def _errata(report: Report, view: View) -> SeedErrata:
    version = report.announcement.version
    link = PageLink(f"PyTorch {version}", view.source_url(report.announcement, "lines"))
    return SeedErrata(version, link, view.locale.counted("%(num)s 则", len(report.errata)))


def _conditions(term: Term) -> Iterator[str]:
    if term.in_chinese:
        yield IN_CHINESE
    if term.near:
        yield NEAR
    if term.not_after or term.not_before:
        yield WHOLE_WORD
