"""What became of a seed, as its page shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from atlas.core.edits import Edit
from atlas.core.problems import Problem
from atlas.document.nodes import plain
from atlas.extract.announcement import Announcement, Feature
from atlas.extract.findings import Finding
from atlas.history.joining import duplicate_titles
from atlas.knowledge.fields import name_key
from atlas.site.corrections import Correction
from atlas.site.interface import FINDINGS, OUTCOMES
from atlas.translate.lookup import catalog_path


@dataclass(frozen=True)
class Report:
    """What became of a seed; ``problems`` are those of its file and its catalog."""

    announcement: Announcement
    problems: tuple[Problem, ...]

    @classmethod
    def of(cls, announcement: Announcement, problems: tuple[Problem, ...]) -> Report:
        """Return a report with the ``problems`` of the announcement's seed and catalog. Notes are findings."""
        files = {announcement.seed.path, catalog_path(announcement.seed)}
        return cls(announcement, tuple(sorted(p for p in problems if p.path in files and p.severity != "note")))

    @cached_property
    def corrections(self) -> dict[int, list[Correction]]:
        """Edits that did not just remove text, by line."""
        by_line: dict[int, list[Correction]] = {}
        for edit in self._corrections():
            by_line.setdefault(edit.line, []).append(Correction.of(edit))
        return by_line

    def _corrections(self) -> Iterator[Edit]:
        return (edit for edit in self.announcement.edits if edit.before != edit.after and not edit.drops)

    @property
    def corrected(self) -> int:
        """Number of edits that did not just remove text."""
        return sum(1 for _ in self._corrections())

    @property
    def reworded(self) -> int:
        """Number of these that replaced words."""
        return sum(edit.effect == "wording" for edit in self._corrections())

    @property
    def open(self) -> dict[str, int]:
        """Number of texts or lines that are left to do, by section id."""
        translation = self.announcement.translation
        return {
            "fuzzy": len(translation.fuzzy),
            "untranslated": len(translation.missing),
            "lines": sum(line.outcome == "unexplained" for line in self.announcement.line_report),
        }

    @property
    def dropped(self) -> list[Edit]:
        """Edits that removed text, by line."""
        return sorted((edit for edit in self.announcement.edits if edit.drops), key=lambda edit: edit.line)

    @property
    def errata(self) -> list[Edit]:
        """Edits by errata of this seed."""
        return [edit for edit in self.announcement.edits if edit.rule == "erratum"]

    @property
    def findings(self) -> list[tuple[str, list[Finding]]]:
        """Findings by kind."""
        by_kind = ((kind, [f for f in self.announcement.findings if f.kind == kind]) for kind in FINDINGS)
        return [(kind, findings) for kind, findings in by_kind if findings]

    @cached_property
    def unregistered(self) -> list[Feature]:
        """Features without an entry in features.yml."""
        return [feature for feature in self.announcement.features if not feature.registered_id]

    @cached_property
    def doubled(self) -> set[str]:
        """Ids of unregistered features whose title another feature of the release has, too."""
        titles = duplicate_titles(self.announcement)
        return {f.id for f in self.unregistered if name_key(plain(f.title)) in titles}

    @cached_property
    def ambiguous(self) -> list[Feature]:
        """Unregistered features that may be the same as a registered one, or as each other."""
        return [feature for feature in self.unregistered if feature.possible_ids or feature.id in self.doubled]

    @property
    def unregistered_section(self) -> str:
        """The section of its page that lists them first."""
        return "ambiguous" if self.ambiguous else "unregistered"

    @property
    def outcomes(self) -> list[tuple[str, int]]:
        """Number of lines by outcome."""
        counts = Counter(line.outcome for line in self.announcement.line_report)
        return [(outcome, counts[outcome]) for outcome in OUTCOMES if counts[outcome]]
