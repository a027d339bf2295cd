"""A lifecycle: all that PyTorch stated of one feature, in the order of releases, and so its level at each release.

There is one rule: the level at a release is the last one stated by that release or an earlier one.
"""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise

from atlas.core.languages import LANGUAGES, Language
from atlas.core.versions import version_key
from atlas.history.statements import InAnnouncement, Statement
from atlas.knowledge.schema import REMOVED, Identity, RelationKind, Succession
from atlas.knowledge.stability import Stability


@dataclass(frozen=True, slots=True)
class Step:
    """A change of a feature's level, or its first appearance."""

    level: str  # the id of the new level, REMOVED, or the vocabulary's default where none has been stated
    statement: Statement  # the one that states it

    @property
    def version(self) -> str:
        """The release with which the feature takes this step."""
        return self.statement.version


@dataclass(frozen=True)
class Lifecycle:
    """One feature across releases."""

    id: str
    identity: Identity | None  # None if it is not registered
    statements: tuple[Statement, ...]  # at least one, in the order of releases
    stability: Stability

    @property
    def ids(self) -> tuple[str, ...]:
        """The feature's id, then its former ids: pages at their addresses lead to it."""
        return (self.id, *(self.identity.formerly if self.identity else ()))

    @cached_property
    def versions(self) -> tuple[str, ...]:
        """The releases that name the feature, in order."""
        return tuple(dict.fromkeys(statement.version for statement in self.statements))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The feature's levels in order, each with the statement that begins it; at least one."""
        steps: list[Step] = []
        for _, statements in groupby(self.statements, key=lambda statement: version_key(statement.version)):
            step = self._step(list(statements), steps[-1].level if steps else REMOVED)
            if step and (not steps or steps[-1].level != step.level):
                steps.append(step)
        return tuple(steps)

    def _step(self, release_statements: list[Statement], level_before: str) -> Step | None:
        """Return the level that a release's statements give the feature; None if they state none.

        A feature that is new or was removed, and is named again without a level, has the default level.
        """
        for statement in release_statements:
            if statement.notice == REMOVED:
                return Step(REMOVED, statement)
        for statement in release_statements:
            if statement.level:
                return Step(statement.level, statement)
        return Step(self.stability.default, release_statements[0]) if level_before == REMOVED else None

    @cached_property
    def history(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The versions that name the feature, each with the level and the notices that it states.

        A release that states neither has the default level.
        """
        return tuple((version, self._stated_in(version)) for version in self.versions)

    def _stated_in(self, version: str) -> tuple[str, ...]:
        statements = [statement for statement in self.statements if statement.version == version]
        notices = dict.fromkeys(statement.notice for statement in statements if statement.notice)
        if REMOVED in notices:
            return (REMOVED,)
        levels = [statement.level for statement in statements if statement.level]
        return (*levels[:1], *notices) or (self.stability.default,)

    @property
    def now(self) -> Step:
        """The feature's present level, and since when it has it."""
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
        """The steps to a higher level, each as a pair with the step before it."""
        return tuple(
            (before, after)
            for before, after in pairwise(self.steps)
            if self.stability.ranks_above(after.level, before.level)
        )

    @cached_property
    def notices(self) -> tuple[Statement, ...]:
        """The first statement of each kind of notice, oldest first; without removals, which are steps."""
        first_by_notice: dict[str, Statement] = {}
        for statement in self.statements:
            if statement.notice not in ("", REMOVED):
                first_by_notice.setdefault(statement.notice, statement)
        return tuple(first_by_notice.values())

    @cached_property
    def announced(self) -> tuple[InAnnouncement, ...]:
        """One passage, the last, in each announcement that has the feature, oldest announcement first."""
        sources = (statement.source for statement in self.statements)
        passages = (source for source in sources if isinstance(source, InAnnouncement))
        return tuple({passage.announcement.version: passage for passage in passages}.values())

    @cached_property
    def names(self) -> dict[Language, str | None]:
        """The registered name in each language, else the newest title; None in a language without a translation."""
        if self.identity:
            return {language: self.identity.name.of(language) for language in LANGUAGES}
        newest = self.announced[-1]
        return {language: newest.announcement.text_in(newest.feature.title, language) for language in LANGUAGES}

    @property
    def successions(self) -> dict[RelationKind, Succession]:
        """What it was renamed to or superseded by, by relation."""
        return self.identity.relations.successions if self.identity else {}

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """The ids of the feature's areas: the registered ones, else those of its newest announcement."""
        return self.identity.areas if self.identity else self.announced[-1].feature.areas

    @property
    def is_news(self) -> bool:
        """Whether it is an event or the like: only announcements name it, and all of them as news."""
        only_announced = len(self.announced) == len(self.versions)
        return only_announced and all(passage.feature.is_news for passage in self.announced)

    @property
    def has_page(self) -> bool:
        """Whether the site has a page about it, as it is registered or several releases name it."""
        return self.identity is not None or len(self.versions) > 1
