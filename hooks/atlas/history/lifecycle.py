"""A lifecycle: all that PyTorch stated about one feature, in the order of releases, and its level at each release.

The level at a release is the last one that this release or an earlier one stated. If one release states several, the
first counts. A feature that is named again after its removal has no level until one is stated. A feature of which no
level was stated is counted for its first notice, such as “deprecated”, once it has one.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby, pairwise

from atlas.core.languages import LANGUAGES, Language
from atlas.core.versions import version_key
from atlas.history.statements import AnnouncementPassage, Statement
from atlas.knowledge.registered_feature import RegisteredFeature, Relation, Succession
from atlas.knowledge.stability import DEPRECATED, REMOVED, SUPERSEDED, Stability


@dataclass(frozen=True, slots=True)
class Step:
    """A change of a feature's state, or its first appearance."""

    state: str  # the id of the new level; REMOVED; without any level that of a notice, or ``no_level``
    statement: Statement  # states it, or is the first about the feature

    @property
    def version(self) -> str:
        """The release at which the feature takes this step."""
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
        """The first level (or REMOVED) that the release states; None if it states none."""
        return self.deciding_statement.level

    @property
    def state(self) -> str:
        """What the release is counted for: the level that it states, else the first notice, else ``no_level``."""
        return next(filter(None, (self.level, *self.notices)), self.lifecycle.stability.no_level)

    @property
    def notices(self) -> tuple[str, ...]:
        """The kinds of notices that the release gives about the feature."""
        return tuple(dict.fromkeys(statement.notice for statement in self.statements if statement.notice))

    @property
    def other_notices(self) -> tuple[str, ...]:
        """The notices that ``state`` does not say; a removal says all."""
        return () if self.level == REMOVED else tuple(notice for notice in self.notices if notice != self.state)

    @property
    def deciding_statement(self) -> Statement:
        """The first statement with a level, else the first with a notice, else the first of all."""
        with_level = (statement for statement in self.statements if statement.level)
        with_notice = (statement for statement in self.statements if statement.notice)
        return next(chain(with_level, with_notice), self.statements[0])

    @property
    def announcement_passage(self) -> AnnouncementPassage | None:
        """The first passage of the announcement about the feature; None if only the record has it."""
        passages = (statement.passage for statement in self.statements)
        return next((passage for passage in passages if isinstance(passage, AnnouncementPassage)), None)


@dataclass(frozen=True)
class Lifecycle:
    """One feature across releases.

    Three other classes have only a part of this: ``RegisteredFeature`` is the feature's entry in the data,
    ``AnnouncedFeature`` is what one announcement says about it, and ``ReleaseFeature`` is what one release says about
    it, in its announcement or its record.
    """

    id: str
    registered: RegisteredFeature | None  # None if it is not registered
    statements: tuple[Statement, ...]  # at least one, in the order of releases
    stability: Stability
    predecessor_step: Step | None = None  # the last under its former name, if its first release renamed it
    successor_first_named: str = ""  # the first release that names the successor of ``undated_succession``, or ""

    @property
    def ids(self) -> tuple[str, ...]:
        """The feature's id, then its former ids, whose addresses redirect to it."""
        return (self.id, *self.former_ids)

    @property
    def former_ids(self) -> tuple[str, ...]:
        """The ids that the feature had before."""
        return self.registered.former_ids if self.registered else ()

    @cached_property
    def by_release(self) -> tuple[ReleaseFeature, ...]:
        """A ``ReleaseFeature`` for each release that names the feature, in the order of releases."""
        by_release = groupby(self.statements, key=lambda statement: version_key(statement.version))
        return tuple(ReleaseFeature(self, tuple(statements)) for _, statements in by_release)

    @property
    def versions(self) -> tuple[str, ...]:
        """The releases that name the feature, in order."""
        return tuple(feature.version for feature in self.by_release)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The states of the feature in order, each with the statement with which it begins; at least one."""
        steps: list[Step] = []
        for feature in self.by_release:
            state = self._state_after(steps[-1].state if steps else REMOVED, feature)
            if not steps or state != steps[-1].state:
                steps.append(Step(state, feature.deciding_statement))
        return tuple(steps)

    def _state_after(self, state: str, feature: ReleaseFeature) -> str:
        """Return the state as of a release that names the feature; ``state`` is that before it.

        A feature that has a level keeps it until another one is stated, and one that has a notice and no level keeps
        that. A removed feature that a later release names again has no level until one is stated.
        """
        if feature.level:
            return feature.level
        if state in (REMOVED, self.stability.no_level):
            return feature.state
        return state

    @cached_property
    def stated_by_release(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The versions of releases that name the feature, each with the level and the notices that the release states.

        A release that states neither is listed with ``no_level``.
        """
        stated = ((feature.version, (feature.level, *feature.notices)) for feature in self.by_release)
        return tuple((version, tuple(filter(None, states)) or (self.stability.no_level,)) for version, states in stated)

    @property
    def stated_by_other_releases(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What other releases state, newest first, without the release with which the present state began."""
        return tuple(
            (version, states)
            for version, states in reversed(self.stated_by_release)
            if version != self.last_step.version
        )

    @property
    def last_step(self) -> Step:
        """The last step: the present state, and the release with which it began."""
        return self.steps[-1]

    @property
    def level(self) -> str | None:
        """The present level, or REMOVED; None if no level was ever stated."""
        return self.stability.level_of(self.last_step.state)

    @property
    def stating_versions(self) -> tuple[str, ...]:
        """The releases that state the present level, in order; empty if it has none."""
        return tuple(feature.version for feature in self.by_release if self.level and feature.level == self.level)

    @property
    def is_disused(self) -> bool:
        """Whether the present level is no longer in use."""
        return bool(self.level and self.stability.used_until(self.level))

    @property
    def state_version(self) -> str:
        """The release to name with the present state.

        It is the one with which the state began, or if that is a level no longer in use, the last one that states it.
        """
        return self.stating_versions[-1] if self.is_disused else self.last_step.version

    def step_at(self, version: str) -> Step | None:
        """Return the last step up to a version; None if no release up to that version names the feature."""
        count = bisect_right(self.steps, version_key(version), key=lambda step: version_key(step.version))
        return self.steps[count - 1] if count else None

    def state_at(self, version: str) -> str | None:
        """Return the state at a version; None if no release up to that version names the feature."""
        step = self.step_at(version)
        return step.state if step else None

    @cached_property
    def promotions(self) -> tuple[tuple[Step, Step], ...]:
        """The steps to a higher level, each as a pair: the step before it, and the step itself."""
        return tuple(
            (before, after)
            for before, after in pairwise(self.steps)
            if self.stability.ranks_above(after.state, before.state)
        )

    @cached_property
    def first_notices(self) -> dict[str, Statement]:
        """Kind of notice → the first statement that gives such a notice, oldest first."""
        notices: dict[str, Statement] = {}
        for statement in self.statements:
            if statement.notice:
                notices.setdefault(statement.notice, statement)
        return notices

    @property
    def current_notices(self) -> dict[str, str]:
        """The notices that hold today, each with the first release that states it; a removed feature has none.

        The release is "" if only a text without a date states it, which names a successor.
        """
        if self.last_step.state == REMOVED:
            return {}
        notices = {kind: statement.version for kind, statement in self.first_notices.items()}
        if any(succession.is_deprecation for succession in self.successions.values()):
            notices.setdefault(DEPRECATED, "")
        return notices

    @property
    def other_notices(self) -> dict[str, str]:
        """The ``current_notices`` that the present state does not say."""
        return {kind: version for kind, version in self.current_notices.items() if kind != self.last_step.state}

    @property
    def statuses(self) -> dict[str, str]:
        """The ``current_notices``, and SUPERSEDED if another feature took the place of this one."""
        superseded = {SUPERSEDED: self.superseded_in or ""} if self.successions else {}
        return self.current_notices | superseded

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
        """Relation (``renamed_to``, ``superseded_by``) → the feature that replaced this one, with its source."""
        return self.registered.relations.successions if self.registered else {}

    @property
    def announced_succession(self) -> Succession | None:
        """The first of ``successions`` that the post of a release states."""
        return next((succession for succession in self.successions.values() if succession.release), None)

    @property
    def undated_succession(self) -> Succession | None:
        """The first of ``successions`` that is stated by another text than the post of a release."""
        return next((succession for succession in self.successions.values() if not succession.release), None)

    @property
    def superseded_in(self) -> str | None:
        """The release whose post states that the feature was renamed or superseded; None if no such post does."""
        return self.announced_succession.release if self.announced_succession else None

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """The ids of the feature's areas, from its registered entry, else from the newest announcement."""
        return self.registered.areas if self.registered else self.announcement_passages[-1].feature.areas

    @property
    def is_news(self) -> bool:
        """Whether this is news, such as an event, and no feature: only announcements name it, and all as news."""
        only_announced = len(self.announcement_passages) == len(self.versions)
        return only_announced and all(passage.feature.is_news for passage in self.announcement_passages)

    @property
    def has_page(self) -> bool:
        """Whether the site has a page about the feature: if it is registered, or several releases name it."""
        return self.registered is not None or len(self.versions) > 1
