"""A lifecycle: all that PyTorch stated of one feature, in the order of releases, and so its level at each release.

There is one rule: the level at a release is the last one stated by that release or an earlier one. Of several that one
release states, the first counts.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise

from atlas.core.languages import LANGUAGES, Language
from atlas.core.versions import version_key
from atlas.history.statements import AnnouncementPassage, Statement
from atlas.knowledge.schema import RegisteredFeature, Relation, Succession
from atlas.knowledge.stability import REMOVED, Stability


@dataclass(frozen=True, slots=True)
class Step:
    """A change of a feature's level, or its first appearance."""

    level: str  # the id of the new level, REMOVED, or ``no_level`` if none was ever stated
    statement: Statement  # the one that states it

    @property
    def version(self) -> str:
        """The release with which the feature takes this step."""
        return self.statement.version


@dataclass(frozen=True)
class ReleaseFeature:
    """A feature as one release names it, in its announcement, its record or both."""

    lifecycle: Lifecycle
    statements: tuple[Statement, ...]  # at least one; the announcement's come before the record's

    @property
    def version(self) -> str:
        """The release."""
        return self.statements[0].version

    @property
    def level(self) -> str | None:
        """The first level that the release states of the feature, or REMOVED; None if it states none."""
        return self.deciding_statement.level

    @property
    def shown_level(self) -> str:
        """The level that the release states of the feature, else ``no_level``."""
        return self.level or self.lifecycle.stability.no_level

    @property
    def notices(self) -> tuple[str, ...]:
        """The kinds of notices that the release gives of the feature."""
        return tuple(dict.fromkeys(statement.notice for statement in self.statements if statement.notice))

    @property
    def deciding_statement(self) -> Statement:
        """The statement that states the level, else the first."""
        return next((statement for statement in self.statements if statement.level), self.statements[0])

    @property
    def announcement_passage(self) -> AnnouncementPassage | None:
        """The first passage of the announcement about the feature; None if only the record has it."""
        passages = (statement.passage for statement in self.statements)
        return next((passage for passage in passages if isinstance(passage, AnnouncementPassage)), None)


@dataclass(frozen=True)
class Lifecycle:
    """One feature across releases.

    Other types are a feature as one file has it: ``RegisteredFeature`` its entry in the data, ``AnnouncedFeature`` what
    one announcement says of it, ``ReleaseFeature`` what a release says, in an announcement or a record.
    """

    id: str
    registered: RegisteredFeature | None  # None if it is not registered
    statements: tuple[Statement, ...]  # at least one, in the order of releases
    stability: Stability
    superseded_in: str = ""  # the release of which a post says what took the feature's place; "" if none is known

    @property
    def ids(self) -> tuple[str, ...]:
        """The feature's id, then its former ids: pages at their addresses lead to it."""
        return (self.id, *self.former_ids)

    @property
    def former_ids(self) -> tuple[str, ...]:
        """The ids that it had before."""
        return self.registered.former_ids if self.registered else ()

    @cached_property
    def by_release(self) -> tuple[ReleaseFeature, ...]:
        """The feature as each release that names it has it, in the order of releases."""
        by_release = groupby(self.statements, key=lambda statement: version_key(statement.version))
        return tuple(ReleaseFeature(self, tuple(statements)) for _, statements in by_release)

    @property
    def versions(self) -> tuple[str, ...]:
        """The releases that name the feature, in order."""
        return tuple(feature.version for feature in self.by_release)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The feature's levels in order, each with the statement that begins it; at least one."""
        steps: list[Step] = []
        for feature in self.by_release:
            keeps_its_level = steps and steps[-1].level != REMOVED
            level_without_statement = steps[-1].level if keeps_its_level else self.stability.no_level
            level = feature.level or level_without_statement
            if not steps or level != steps[-1].level:
                steps.append(Step(level, feature.deciding_statement))
        return tuple(steps)

    @cached_property
    def history(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The versions that name the feature, each with the level and the notices that it states.

        A release that states neither is shown with ``no_level``.
        """
        states = ((feature.version, (feature.level, *feature.notices)) for feature in self.by_release)
        return tuple((version, tuple(filter(None, each)) or (self.stability.no_level,)) for version, each in states)

    @property
    def further_history(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The history, newest first, without the version since which the feature has its level."""
        return tuple(each for each in reversed(self.history) if each[0] != self.now.version)

    @property
    def now(self) -> Step:
        """The feature's present level, and since when it has it."""
        return self.steps[-1]

    def step_at(self, version: str) -> Step | None:
        """Return the step as of a version; None before the first one that names the feature."""
        count = bisect_right(self.steps, version_key(version), key=lambda step: version_key(step.version))
        return self.steps[count - 1] if count else None

    def level_at(self, version: str) -> str | None:
        """Return the level as of a version; None before the first one that names the feature."""
        step = self.step_at(version)
        return step.level if step else None

    @cached_property
    def promotions(self) -> tuple[tuple[Step, Step], ...]:
        """The steps to a higher level, each as a pair with the step before it."""
        return tuple(
            (before, after)
            for before, after in pairwise(self.steps)
            if self.stability.ranks_above(after.level, before.level)
        )

    @cached_property
    def notices(self) -> dict[str, Statement]:
        """The first statement of each kind of notice, by kind, oldest first."""
        notices: dict[str, Statement] = {}
        for statement in self.statements:
            if statement.notice:
                notices.setdefault(statement.notice, statement)
        return notices

    @property
    def standing_notices(self) -> dict[str, Statement]:
        """The notices that hold today: none once the feature is removed."""
        return {} if self.now.level == REMOVED else self.notices

    @cached_property
    def announcement_passages(self) -> tuple[AnnouncementPassage, ...]:
        """The first passage about the feature in each announcement that has one, oldest announcement first."""
        return tuple(filter(None, (feature.announcement_passage for feature in self.by_release)))

    @cached_property
    def names(self) -> dict[Language, str | None]:
        """The registered name in each language, else the newest title; None in a language without a translation."""
        if self.registered:
            return {language: self.registered.name.of(language) for language in LANGUAGES}
        newest = self.announcement_passages[-1]
        return {language: newest.announcement.text_in(newest.feature.title, language) for language in LANGUAGES}

    @property
    def successions(self) -> dict[Relation, Succession]:
        """What it was renamed to or superseded by, by relation."""
        return self.registered.relations.successions if self.registered else {}

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """The ids of the feature's areas: the registered ones, else those of its newest announcement."""
        return self.registered.areas if self.registered else self.announcement_passages[-1].feature.areas

    @property
    def is_news(self) -> bool:
        """Whether it is an event or the like: only announcements name it, and all of them as news."""
        only_announced = len(self.announcement_passages) == len(self.versions)
        return only_announced and all(passage.feature.is_news for passage in self.announcement_passages)

    @property
    def has_page(self) -> bool:
        """Whether the site has a page about it, as it is registered or several releases name it."""
        return self.registered is not None or len(self.versions) > 1
