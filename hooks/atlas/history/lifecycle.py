"""One feature across releases: what PyTorch stated of it, in order, and the level as of each release.

There is one rule: the level at a release is the last one stated at or before it.
"""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise

from atlas.core.languages import LANGUAGES, Language
from atlas.core.versions import version_key
from atlas.history.statements import InAnnouncement, Statement
from atlas.knowledge.schema import REMOVED, Identity, RelationKind
from atlas.knowledge.stability import Stability

SUCCESSION: tuple[RelationKind, ...] = ("renamed_to", "superseded_by")


@dataclass(frozen=True, slots=True)
class Step:
    """A release that changes a feature's level, and the statement that says so.

    ``level`` is a level's id, REMOVED, or the vocabulary's default where none has been stated.
    """

    level: str
    statement: Statement

    @property
    def version(self) -> str:
        """The version from which on the feature has the level."""
        return self.statement.version


@dataclass(frozen=True)
class Lifecycle:
    """One feature: its ``identity`` if it is registered, and its statements in the order of releases."""

    id: str
    identity: Identity | None
    statements: tuple[Statement, ...]
    stability: Stability

    @property
    def ids(self) -> tuple[str, ...]:
        """Its id and its former ids, whose addresses remain valid."""
        return (self.id, *(self.identity.formerly if self.identity else ()))

    @cached_property
    def versions(self) -> tuple[str, ...]:
        """The versions that name it, in order."""
        return tuple(dict.fromkeys(statement.version for statement in self.statements))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Its levels in order, each with the statement that begins it."""
        steps: list[Step] = []
        for _, group in groupby(self.statements, key=lambda statement: version_key(statement.version)):
            step = self._step(list(group), steps[-1].level if steps else REMOVED)
            if step and (not steps or steps[-1].level != step.level):
                steps.append(step)
        return tuple(steps)

    def _step(self, of_release: list[Statement], before: str) -> Step | None:
        """Return what a release's statements make of a feature; None if they leave it at its level."""
        if removing := next((statement for statement in of_release if statement.notice == REMOVED), None):
            return Step(REMOVED, removing)
        if leveling := next((statement for statement in of_release if statement.level), None):
            return Step(leveling.level, leveling)
        return Step(self.stability.default, of_release[0]) if before == REMOVED else None

    @cached_property
    def history(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The versions that name it, each with what it states: a level and notices; the default if neither."""
        return tuple((version, self._stated_in(version)) for version in self.versions)

    def _stated_in(self, version: str) -> tuple[str, ...]:
        said = [statement for statement in self.statements if statement.version == version]
        level = next((statement.level for statement in said if statement.level), "")
        notices = dict.fromkeys(statement.notice for statement in said)
        stated = (REMOVED,) if REMOVED in notices else tuple(filter(None, (level, *notices)))
        return stated or (self.stability.default,)

    @property
    def now(self) -> Step:
        """The last level, and since when."""
        return self.steps[-1]

    def step_at(self, version: str) -> Step | None:
        """Return the step as of a version; None before the first one that names the feature."""
        count = bisect_right(self.steps, version_key(version), key=lambda step: version_key(step.version))
        return self.steps[count - 1] if count else None

    def level_at(self, version: str) -> str:
        """Return the level as of a version; empty before the first one that names the feature."""
        step = self.step_at(version)
        return step.level if step else ""

    @cached_property
    def promotions(self) -> tuple[tuple[Step, Step], ...]:
        """The steps to a higher level, each with the one before."""
        return tuple(
            (before, after)
            for before, after in pairwise(self.steps)
            if self.stability.ranks_above(after.level, before.level)
        )

    @cached_property
    def notices(self) -> tuple[Statement, ...]:
        """The first statement of each notice, oldest first; without removals, which are steps."""
        first_by_notice: dict[str, Statement] = {}
        for statement in self.statements:
            if statement.notice not in ("", REMOVED):
                first_by_notice.setdefault(statement.notice, statement)
        return tuple(first_by_notice.values())

    @cached_property
    def announced(self) -> tuple[InAnnouncement, ...]:
        """Where announcements whose text is here tell of it, oldest first, one for each."""
        sources = (statement.source for statement in self.statements)
        places = (source for source in sources if isinstance(source, InAnnouncement))
        return tuple({place.announcement.version: place for place in places}.values())

    @cached_property
    def names(self) -> dict[Language, str | None]:
        """Its registered name in each language, else its newest title; None if that is not translated."""
        if self.identity:
            return {language: self.identity.name.of(language) for language in LANGUAGES}
        newest = self.announced[-1]
        return {language: newest.announcement.text_in(newest.feature.title, language) for language in LANGUAGES}

    @property
    def successors(self) -> dict[RelationKind, str]:
        """The ids of the features that took its place, by how: by renaming it, or instead of it."""
        relations = self.identity.relations if self.identity else {}
        return {kind: relations[kind] for kind in SUCCESSION if kind in relations}

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """The ids of its areas."""
        return self.identity.areas if self.identity else self.announced[-1].feature.areas

    @property
    def is_news(self) -> bool:
        """Whether it is an event or the like rather than a feature."""
        return len(self.announced) == len(self.versions) and all(place.feature.is_news for place in self.announced)

    @property
    def has_page(self) -> bool:
        """Whether it has its own page: it is registered, or several releases name it."""
        return self.identity is not None or len(self.versions) > 1
