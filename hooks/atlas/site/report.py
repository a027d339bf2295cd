"""What became of a seed, as its page shows it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from atlas.core.changes import Change
from atlas.core.problems import Problem
from atlas.document.nodes import plain
from atlas.extract.findings import Finding
from atlas.extract.release import Feature
from atlas.history.announcement import Announcement
from atlas.history.identity import duplicate_titles
from atlas.knowledge.fields import name_key
from atlas.site.corrections import Correction, parts
from atlas.site.edits import WORDING_RULES
from atlas.site.interface import FINDINGS, LINE_FATES
from atlas.translate.lookup import catalog_path


@dataclass(frozen=True)
class Report:
    """What became of a seed; ``problems`` are those of its file and its catalog."""

    release: Announcement
    problems: tuple[Problem, ...]

    @classmethod
    def of(cls, release: Announcement, problems: tuple[Problem, ...]) -> Report:
        """Return a release's report, with those ``problems`` that are in its seed or catalog. Notes are findings."""
        files = {release.seed.path, catalog_path(release.seed)}
        return cls(release, tuple(sorted(p for p in problems if p.path in files and p.severity != "note")))

    @property
    def repaired(self) -> int:
        """Number of edits that did not just remove text."""
        return sum(len(changes) for _, changes in self.repairs)

    @property
    def reworded(self) -> int:
        """Number of these that replaced words."""
        return sum(len(changes) for rule, changes in self.repairs if rule in WORDING_RULES)

    @property
    def open(self) -> dict[str, int]:
        """Number of texts or lines that are left to do, by section id."""
        translation = self.release.translation
        return {
            "fuzzy": len(translation.fuzzy),
            "untranslated": len(translation.missing),
            "lines": sum(fate.kind == "unexplained" for fate in self.release.account),
        }

    @cached_property
    def repairs(self) -> list[tuple[str, list[Correction]]]:
        """Edits that did not just remove text, by rule in order of each rule's first edit.

        Errata have an id, which errata on other lines do not change.
        """
        by_rule: dict[str, list[Correction]] = {}
        errata: Counter[int] = Counter()
        for change in self.release.changes:
            if change.before == change.after or change.drops:
                continue
            row = ""
            if change.rule == "erratum":
                errata[change.line] += 1
                row = f"v{self.release.version}-L{change.line}-{errata[change.line]}"
            shown = Correction(row, change.line, parts(change.before, change.after), change.reason)
            by_rule.setdefault(change.rule, []).append(shown)
        return list(by_rule.items())

    @property
    def dropped(self) -> list[Change]:
        """Edits that removed text, by line."""
        dropped = (change for change in self.release.changes if change.drops)
        return sorted(dropped, key=lambda change: change.line)

    @property
    def errata(self) -> list[Correction]:
        """Those of the repairs that errata of this seed make."""
        return dict(self.repairs).get("erratum", [])

    @property
    def findings(self) -> list[tuple[str, list[Finding]]]:
        """Findings by kind."""
        by_kind = ((kind, [f for f in self.release.findings if f.kind == kind]) for kind in FINDINGS)
        return [(kind, found) for kind, found in by_kind if found]

    @cached_property
    def unregistered(self) -> list[Feature]:
        """Features without an entry in features.yml."""
        return [feature for feature in self.release.features if not feature.identity]

    @cached_property
    def doubled(self) -> set[str]:
        """Ids of unregistered features whose title another feature of the release has, too."""
        titles = duplicate_titles(self.release)
        return {f.id for f in self.unregistered if name_key(plain(f.title)) in titles}

    @cached_property
    def ambiguous(self) -> list[Feature]:
        """Unregistered features that may be the same as a registered one, or as each other."""
        return [feature for feature in self.unregistered if feature.possible_ids or feature.id in self.doubled]

    @property
    def fates(self) -> list[tuple[str, int]]:
        """Number of lines by fate."""
        found = Counter(fate.kind for fate in self.release.account)
        return [(kind, found[kind]) for kind in LINE_FATES if found[kind]]  # type: ignore[index]
