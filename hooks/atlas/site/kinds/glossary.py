"""The page of the glossary: its entries, and the edits that they made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from atlas.core.edits import Edit
from atlas.extract.announcement import Announcement
from atlas.knowledge.schema import Term
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.locale import Locale
from atlas.site.report import Report


@dataclass(frozen=True)
class Glossary(PageKind):
    """Every entry, with the edits that it made in announcements."""

    reports: tuple[Report, ...]
    uses: dict[str, list[tuple[Announcement, list[Edit]]]]  # entry id → its edits by announcement, newest first
    conditions: dict[str, tuple[str, ...]]  # entry id → msgids that say where it applies

    template = "glossary.html"
    styles = ("text", "explorer", "glossary")
    scripts = ("glossary",)
    uri = "glossary.md"
    is_searchable = True
    title_msgid = "术语"
    headline_msgid = "PyTorch 术语中英对照与误译"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[Glossary]:
        terms = inputs.collection.knowledge.terms
        conditions = {term.id: tuple(_conditions(term)) for term in terms}
        yield cls(inputs.reports, uses(inputs.collection.announcements, terms), conditions)

    def description(self, locale: Locale) -> str:
        about = locale.gettext(
            "PyTorch 公告里 %(count)s 条术语的中英文译法，以及改正的误译：误译、正译、适用条件与理由。"
        )
        return about % {"count": len(locale.knowledge.terms)}


def uses(
    announcements: tuple[Announcement, ...], terms: Sequence[Term]
) -> dict[str, list[tuple[Announcement, list[Edit]]]]:
    """Return, by entry id, each announcement that an entry corrected, with its edits; newest announcement first.

    An erratum that corrects the same word as an entry counts as an edit of that entry.
    """
    uses_by_term: dict[str, list[tuple[Announcement, list[Edit]]]] = {}
    for announcement in announcements:
        rewordings = [edit for edit in announcement.edits if edit.effect == "wording"]
        for term in terms:
            edits = [edit for edit in rewordings if _is_by(term, edit)]
            if edits:
                uses_by_term.setdefault(term.id, []).append((announcement, edits))
    return uses_by_term


def _conditions(term: Term) -> Iterator[str]:
    if term.in_chinese or term.near:
        yield "仅在中文行文里" if term.in_chinese else "仅在相关的词附近"
    if term.not_after or term.not_before:
        yield "不在别的词里"


def _is_by(term: Term, edit: Edit) -> bool:
    """Return whether an edit was made by a glossary entry, or by an erratum that corrects the same word."""
    if edit.term:
        return edit.term == term.id
    return term.from_ in edit.before and term.from_ not in edit.after and term.to in edit.after
