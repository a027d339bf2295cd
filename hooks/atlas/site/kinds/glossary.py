"""The page of the glossary: its terms, their mistranslations, and the edits that these made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from atlas.core.edits import Edit
from atlas.core.languages import HTML_LANG, BilingualText, Language, other
from atlas.extract.announcement import Announcement
from atlas.knowledge.schema import GlossaryGroup, Mistranslation, Term
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.parts.report import SeedReport
from atlas.site.view import PageLink, View
from atlas.site.words.locale import Locale

Uses = dict[str, list[tuple[Announcement, list[Edit]]]]  # mistranslation → edits that corrected it, by announcement


@dataclass(frozen=True)
class TermUse:
    """Where a mistranslation stood in an announcement: its lines, and, if one has it twice, how often."""

    announcement: Announcement
    lines: tuple[int, ...]
    count: str


@dataclass(frozen=True)
class TermRow:
    """A mistranslation, why it is wrong, and the announcements that it stood in, newest first."""

    id: str
    words: str
    reason: BilingualText
    uses: tuple[TermUse, ...]


@dataclass(frozen=True)
class TermEntry:
    """A term with all of its mistranslations.

    Its names have the code of their language; that of the page comes first, the other is left out if it is the same.
    """

    names: tuple[tuple[str, str], ...]
    rows: tuple[TermRow, ...]


@dataclass(frozen=True)
class TermGroup:
    """The terms of a subject."""

    id: str
    name: str
    terms: tuple[TermEntry, ...]


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
    """Every term, with its mistranslations and where announcements had them."""

    reports: tuple[SeedReport, ...]

    template = "glossary.html"
    styles = ("text", "explorer", "glossary")
    scripts = ("glossary",)
    uri = "glossary.md"
    is_searchable = True
    title_msgid = "Mistranslated terms"
    headline_msgid = "PyTorch terms: Chinese mistranslations and corrections"

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
            "%(count)s PyTorch terms in English and Chinese that Chinese announcements got wrong, or easily "
            "do: the mistranslations, why they are wrong, and where we corrected them."
        )
        return about % {"count": len(locale.knowledge.terms)}


def uses(announcements: Iterable[Announcement]) -> Uses:
    """Return each announcement in which a mistranslation was corrected, with the edits, by mistranslation.

    The newest announcement comes first.
    """
    uses_by_term: Uses = {}
    for announcement in announcements:
        edits_by_term: dict[str, list[Edit]] = {}
        for edit in announcement.edits:
            for term in edit.mistranslations:
                edits_by_term.setdefault(term, []).append(edit)
        for term, edits in edits_by_term.items():
            uses_by_term.setdefault(term, []).append((announcement, edits))
    return uses_by_term


def _group(group: GlossaryGroup, uses: Uses, view: View) -> TermGroup:
    def row(mistranslation: Mistranslation) -> TermRow:
        found = uses.get(mistranslation.words, ())
        used = tuple(_use(announcement, edits, view) for announcement, edits in found)
        return TermRow(mistranslation.id, mistranslation.words, mistranslation.correction.reason, used)

    language = view.locale.language
    terms = (TermEntry(_names(term, language), tuple(map(row, term.mistranslations))) for term in group.terms)
    return TermGroup(group.id, group.name.of(view.locale.language), tuple(terms))


def _names(term: Term, language: Language) -> tuple[tuple[str, str], ...]:
    own, foreign = ((HTML_LANG[each], term.name.of(each)) for each in (language, other(language)))
    return (own,) if own[1].casefold() == foreign[1].casefold() else (own, foreign)


def _use(announcement: Announcement, edits: Sequence[Edit], view: View) -> TermUse:
    lines = tuple(dict.fromkeys(edit.line for edit in edits))
    count = view.locale.counted("%(num)s place", "%(num)s places", len(edits)) if len(edits) > len(lines) else ""
    return TermUse(announcement, lines, count)


def _errata(report: SeedReport, view: View) -> SeedErrata:
    version = report.announcement.version
    link = PageLink(f"PyTorch {version}", view.seed_url(report.announcement, "lines"))
    return SeedErrata(version, link, view.locale.counted("%(num)s erratum", "%(num)s errata", len(report.errata)))
