"""The glossary, and where it was applied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.core.changes import Change
from atlas.history.release import Release
from atlas.site.kinds.base import Inputs, Kind
from atlas.site.locale import Locale
from atlas.site.report import Report


@dataclass(frozen=True)
class Glossary(Kind):
    """Every entry, and where it corrected something."""

    reports: tuple[Report, ...]
    uses: dict[str, list[tuple[Release, list[Change]]]]  # entry id → the changes it made by release, newest first

    template = "glossary.md"
    uri = "glossary.md"
    indexed_by_description = True
    title_msgid = "术语"
    headline_msgid = "PyTorch 术语中英对照与误译"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[Glossary]:
        yield cls(inputs.reports, uses(inputs.collection.releases))

    def description(self, locale: Locale) -> str:
        about = locale.gettext(
            "PyTorch 公告里 %(count)s 条术语的中英文译法，以及改正的误译：误译、正译、适用条件与理由。"
        )
        return about % {"count": len(locale.knowledge.terms)}


def uses(releases: tuple[Release, ...]) -> dict[str, list[tuple[Release, list[Change]]]]:
    """Return the changes that each glossary entry made, by entry id, newest release first."""
    found: dict[str, list[tuple[Release, list[Change]]]] = {}
    for release in releases:
        by_term: dict[str, list[Change]] = {}
        for change in release.changes:
            if change.term:
                by_term.setdefault(change.term, []).append(change)
        for term, changes in by_term.items():
            found.setdefault(term, []).append((release, changes))
    return found
