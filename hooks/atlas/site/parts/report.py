"""The report on a seed: what was edited, what is doubtful, and what is left to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from atlas.core.edits import Edit
from atlas.core.languages import BilingualText
from atlas.core.problems import Problem
from atlas.core.text import name_key
from atlas.document.nodes import plain
from atlas.extract.announcement import AnnouncedFeature, Announcement
from atlas.extract.findings import Finding, FindingKind
from atlas.history.joining import duplicate_titles
from atlas.seeds.errata import ERRATUM
from atlas.seeds.formats import FORMATS
from atlas.site.parts.shown_edits import ShownEdit
from atlas.site.words.interface import FINDINGS
from atlas.translate.lookup import catalog_path


@dataclass(frozen=True)
class SeedReport:
    """The report on one seed; ``problems`` are the errors and warnings in its file and its catalog, sorted."""

    announcement: Announcement
    problems: tuple[Problem, ...]

    @classmethod
    def of(cls, announcement: Announcement, problems: tuple[Problem, ...]) -> SeedReport:
        """Return the report on an announcement's seed. ``problems`` are those of all seeds and catalogs.

        Notes are left out, since the findings say the same.
        """
        files = {announcement.seed.path, catalog_path(announcement.seed)}
        own = (problem for problem in problems if problem.path in files and problem.severity != "note")
        return cls(announcement, tuple(sorted(own)))

    @property
    def format(self) -> BilingualText:
        """The name of the seed's format."""
        return next(each.label for each in FORMATS if each.name == self.announcement.seed.format)

    @cached_property
    def shown_edits(self) -> dict[int, list[ShownEdit]]:
        """Edits that replaced or added text, by line."""
        by_line: dict[int, list[ShownEdit]] = {}
        for edit in self._replacing():
            by_line.setdefault(edit.line, []).append(ShownEdit.of(edit))
        return by_line

    def _replacing(self) -> Iterator[Edit]:
        return (edit for edit in self.announcement.edits if edit.before != edit.after and not edit.drops)

    @property
    def edit_count(self) -> int:
        """Number of edits that replaced or added text."""
        return sum(1 for _ in self._replacing())

    @property
    def remaining_counts(self) -> dict[str, int]:
        """Number of texts or lines that are left to do, by section id."""
        translation = self.announcement.translation
        return {
            "fuzzy": len(translation.fuzzy),
            "untranslated": len(translation.missing),
            "lines": sum(line.outcome == "unexplained" for line in self.announcement.line_report),
        }

    @property
    def dropped(self) -> list[Edit]:
        """Edits that removed text, in the order of lines."""
        return sorted((edit for edit in self.announcement.edits if edit.drops), key=lambda edit: edit.line)

    @property
    def errata(self) -> list[Edit]:
        """Edits by errata of this seed."""
        return [edit for edit in self.announcement.edits if edit.rule == ERRATUM]

    @property
    def findings(self) -> list[tuple[FindingKind, list[Finding]]]:
        """Findings by kind."""
        all_findings = self.announcement.findings
        by_kind = ((kind, [finding for finding in all_findings if finding.kind == kind]) for kind in FINDINGS)
        return [(kind, findings) for kind, findings in by_kind if findings]

    @cached_property
    def unregistered(self) -> list[AnnouncedFeature]:
        """Features that are not registered."""
        return [feature for feature in self.announcement.features if not feature.registered_id]

    @cached_property
    def doubled(self) -> set[str]:
        """Ids of unregistered features that share their title with another feature of the release."""
        titles = duplicate_titles(self.announcement)
        return {feature.id for feature in self.unregistered if name_key(plain(feature.title)) in titles}

    @cached_property
    def ambiguous(self) -> list[AnnouncedFeature]:
        """Unregistered features that may be the same as a registered feature, or as one another."""
        return [feature for feature in self.unregistered if feature.possible_ids or feature.id in self.doubled]

    @property
    def unregistered_section(self) -> str:
        """Id of the first section of the seed's page that lists unregistered features."""
        return "ambiguous" if self.ambiguous else "unregistered"
