"""The glossary, and where it was applied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from atlas.core.edits import Edit
from atlas.extract.announcement import Announcement
from atlas.knowledge.schema import Term
from atlas.site.kinds.base import Inputs, Kind
from atlas.site.locale import Locale
from atlas.site.report import Report
from atlas.site.view import View

MAX_USES, MAX_CORRECTED = 8, 12  # releases that are listed: of an entry, and with errata of their own


@dataclass(frozen=True)
class Use:
    """The edits in a release by a glossary entry."""

    announcement: Announcement
    edits: list[Edit]


@dataclass(frozen=True)
class GlossaryEntry:
    """An entry, the conditions under which it applies, and where it was applied: the newest, and how often else."""

    term: Term
    conditions: tuple[str, ...]
    uses: tuple[Use, ...]
    more_uses: int


@dataclass(frozen=True)
class GlossaryGroup:
    """Related entries, and those of them that corrected nothing here."""

    id: str
    name: str
    used: tuple[GlossaryEntry, ...]
    unused: tuple[GlossaryEntry, ...]


@dataclass(frozen=True)
class GlossaryValues:
    """What the glossary shows; ``corrected`` are the newest releases with errata of their own."""

    groups: tuple[GlossaryGroup, ...]
    corrected: tuple[Report, ...]
    more_corrected: int


@dataclass(frozen=True)
class Glossary(Kind):
    """Every entry, and where it corrected something."""

    reports: tuple[Report, ...]
    uses: dict[str, list[tuple[Announcement, list[Edit]]]]  # entry id → the edits by it, by release, newest first

    template = "glossary.md"
    styles = ("explorer", "glossary")
    scripts = ("glossary",)
    uri = "glossary.md"
    indexed_by_description = True
    title_msgid = "术语"
    headline_msgid = "PyTorch 术语中英对照与误译"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[Glossary]:
        yield cls(inputs.reports, uses(inputs.collection.announcements, inputs.collection.knowledge.terms))

    def values(self, view: View) -> GlossaryValues:
        groups = []
        for group in view.collection.knowledge.glossary:
            entries = [self._entry(term, view.locale) for term in group.terms]
            used, unused = (tuple(each for each in entries if bool(each.uses) is is_used) for is_used in (True, False))
            groups.append(GlossaryGroup(group.id, group.name.of(view.locale.language), used, unused))
        corrected = tuple(report for report in self.reports if report.errata)
        return GlossaryValues(tuple(groups), corrected[:MAX_CORRECTED], len(corrected[MAX_CORRECTED:]))

    def _entry(self, term: Term, locale: Locale) -> GlossaryEntry:
        uses = self.uses.get(term.id, [])
        newest = tuple(Use(release, edits) for release, edits in uses[:MAX_USES])
        return GlossaryEntry(term, tuple(map(locale.gettext, _conditions(term))), newest, len(uses[MAX_USES:]))

    def description(self, locale: Locale) -> str:
        about = locale.gettext(
            "PyTorch 公告里 %(count)s 条术语的中英文译法，以及改正的误译：误译、正译、适用条件与理由。"
        )
        return about % {"count": len(locale.knowledge.terms)}


def uses(releases: tuple[Announcement, ...], terms: Sequence[Term]) -> dict[str, list[tuple[Announcement, list[Edit]]]]:
    """Return the edits by each glossary entry, those of errata included, by entry id, newest release first."""
    found: dict[str, list[tuple[Announcement, list[Edit]]]] = {}
    for release in releases:
        rewordings = [edit for edit in release.edits if edit.effect == "wording"]
        for term in terms:
            if edits := [edit for edit in rewordings if _is_by(term, edit)]:
                found.setdefault(term.id, []).append((release, edits))
    return found


def _conditions(term: Term) -> Iterator[str]:
    if term.near:
        yield "仅在中文行文里" if term.in_chinese else "仅在相关的词附近"
    if term.not_after or term.not_before:
        yield "不在别的词里"


def _is_by(term: Term, edit: Edit) -> bool:
    """Return whether an edit was made by a glossary entry, or by an erratum that corrects the same word."""
    if edit.term:
        return edit.term == term.id
    return term.from_ in edit.before and term.from_ not in edit.after and term.to in edit.after
