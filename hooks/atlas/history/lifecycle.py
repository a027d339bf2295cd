"""One feature across versions: what announcements say about it, in order, and the resulting intervals."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Literal

from atlas.core.languages import LANGUAGES, Language
from atlas.core.versions import version_key
from atlas.extract.release import Feature, Observation
from atlas.history.release import Release
from atlas.knowledge.load import Knowledge
from atlas.knowledge.schema import REMOVED, Identity


@dataclass(frozen=True, slots=True)
class Statement:
    """What one announcement says about a feature in ``version`` (empty: in an unnamed earlier one)."""

    release: Release
    feature: Feature
    seen: Observation
    version: str
    first: bool = False  # whether the feature began there
    becomes: bool = False  # whether it reached its level there
    before: str = ""  # if no version is named: the one that it precedes

    @property
    def is_past(self) -> bool:
        """Whether it is about an earlier release than the announced one."""
        return self.version != self.release.version

    @property
    def order(self) -> tuple[object, ...]:
        """Sort key: by version; without one, right before the version ``before``."""
        return (version_key(self.version or self.before), bool(self.version), self.is_past, self.release.key)


@dataclass(frozen=True, slots=True)
class Interval:
    """A run of statements of one stage. ``exact``: it is known to begin at ``since``, not earlier."""

    stage: str
    statements: tuple[Statement, ...]
    exact: bool

    @property
    def since(self) -> str:
        """The first version for which it is stated; empty if no text names one."""
        return next((s.version for s in self.statements if s.version), "")

    @property
    def last(self) -> str:
        """The last version for which it is stated."""
        return self.statements[-1].version


@dataclass(frozen=True, slots=True)
class Introduction:
    """When a feature appeared: ``in`` a version, ``by`` one (the first to mention it), or ``before`` one.

    An answer calls the second “first”.
    """

    version: str
    how: Literal["in", "by", "before"]


@dataclass(frozen=True)
class Lifecycle:
    """One feature: its ``identity`` if it is registered, and its statements in order of version."""

    id: str
    identity: Identity | None
    statements: tuple[Statement, ...]
    default: str  # the level of features that no text classifies
    top: str  # the highest level

    @property
    def ids(self) -> tuple[str, ...]:
        """Its id and its former ids, whose addresses remain valid."""
        return (self.id, *(self.identity.formerly if self.identity else ()))

    @cached_property
    def newest(self) -> Statement:
        """A statement of its latest announcement, whose wording names it."""
        return max(self.statements, key=lambda s: s.release.key)

    @cached_property
    def names(self) -> dict[Language, str | None]:
        """Its registered name in each language, else its newest title; None if that is not translated."""
        if self.identity:
            return {language: self.identity.name.of(language) for language in LANGUAGES}
        newest = self.newest
        return {language: newest.release.words(newest.feature.title, language) for language in LANGUAGES}

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """The ids of its areas."""
        return self.identity.areas if self.identity else self.newest.feature.areas

    @cached_property
    def announced(self) -> tuple[Statement, ...]:
        """The statement of each announcement about its own version, one per release, in order."""
        own = {s.release.version: s for s in reversed(self.statements) if not s.is_past}  # the first is the best
        return tuple(sorted(own.values(), key=lambda s: s.order))

    @cached_property
    def intervals(self) -> tuple[Interval, ...]:
        """Its stages in order. If a text states no level, the last one stated still applies."""
        runs: list[list[Statement]] = []
        own = {s.version: s.seen.stage for s in self.statements if not s.is_past and s.seen.stage != self.default}
        for statement in self.statements:
            stage = statement.seen.stage
            if not stage or (statement.is_past and own.get(statement.version, stage) != stage):
                continue  # an announcement takes precedence for its own version; this is a dispute
            has_level = bool(runs) and runs[-1][0].seen.stage not in (REMOVED, self.default)
            if stage == self.default and has_level and any(s.version for s in runs[-1]):
                continue  # the last level still applies; for an unnamed version, that would be a guess
            if runs and runs[-1][0].seen.stage == stage:
                runs[-1].append(statement)
            else:
                runs.append([statement])
        first = {(s.version, s.seen.stage) for s in self.statements if s.first}
        return tuple(
            Interval(run[0].seen.stage, tuple(run), _begins(run, earlier, first))
            for earlier, run in pairwise([[], *runs])
        )

    @property
    def now(self) -> Interval:
        """The interval of the last stage stated."""
        return self.intervals[-1]

    @cached_property
    def introduced(self) -> Introduction:
        """When it appeared, as far as texts state it."""
        stated = [s for s in self.statements if s.first or s.seen.stage]
        first = stated[0]
        if not first.version:
            return Introduction(first.before, "before")
        dated = any(s.first for s in stated if s.version == first.version)
        return Introduction(first.version, "in" if dated else "by")

    @cached_property
    def graduation(self) -> Interval | None:
        """Its first interval at the highest level after a lower one."""
        lower = (REMOVED, self.default, self.top)
        return next(
            (now for was, now in pairwise(self.intervals) if now.stage == self.top and was.stage not in lower), None
        )

    @cached_property
    def notices(self) -> tuple[Statement, ...]:
        """Notices given in addition to its level, the first statement of each kind, oldest first."""
        found: dict[str, Statement] = {}
        for said in self.announced:
            for notice in said.feature.notices:
                found.setdefault(notice.stage, Statement(said.release, said.feature, notice, said.version))
        return tuple(found.values())

    @property
    def is_news(self) -> bool:
        """Whether it is an event or the like rather than a feature."""
        return all(statement.feature.is_news for statement in self.statements)

    @property
    def removed(self) -> str:
        """The version in which it was removed; empty if it was not."""
        return self.now.since if self.now.stage == REMOVED else ""

    @cached_property
    def states(self) -> tuple[tuple[str, str], ...]:
        """The versions for which a stage is stated, in order, and the stage as of each."""
        stage_at: dict[str, str] = {}
        for interval in self.intervals:
            stage_at |= {s.version: interval.stage for s in interval.statements if s.version}
        states: dict[str, str] = {}
        current = self.default
        for version in sorted({s.version for s in self.statements if s.version and s.seen.stage}, key=version_key):
            current = stage_at.get(version, current)
            states[version] = current
        return tuple(states.items())

    @cached_property
    def transitions(self) -> tuple[tuple[str, str], ...]:
        """The states at which the stage changes."""
        return tuple(next(states) for _, states in groupby(self.states, key=itemgetter(1)))

    def until(self, version: str) -> "Lifecycle":
        """Return the lifecycle with only the statements about ``version`` and earlier ones."""
        earlier = (s for s in self.statements if version_key(s.version or s.before) <= version_key(version))
        return replace(self, statements=tuple(earlier))

    def states_until(self, version: str) -> int:
        """Return the number of states of ``version`` and earlier ones."""
        return bisect_right(self.states, version_key(version), key=lambda state: version_key(state[0]))

    def as_of(self, version: str) -> str:
        """Return the stage last stated in or before ``version``; empty if none was."""
        count = self.states_until(version)
        return self.states[count - 1][1] if count else ""

    @property
    def prior_stage(self) -> str:
        """The stage stated for the time before the first version that a text names; empty if there is none."""
        first = self.intervals[0]
        return first.stage if not first.statements[0].version and len(self.intervals) > 1 else ""

    @cached_property
    def has_page(self) -> bool:
        """Whether it has its own page: it is registered, or stated by several texts or for several versions."""
        return self.identity is not None or len({(s.release.version, s.version) for s in self.statements}) > 1

    @property
    def path(self) -> str:
        """The path of its page on the site, else of its place on the page of its only announcement."""
        own = f"releases/{self.newest.release.version}/#{self.newest.feature.id}"
        return f"features/{self.id}/" if self.has_page else own


def lifecycle(
    name: str, identity: Identity | None, found: Iterable[tuple[Release, Feature]], knowledge: Knowledge
) -> Lifecycle:
    """Return the lifecycle of the feature that is announced in ``found``."""
    default = knowledge.stability.default
    announced = sorted(found, key=lambda pair: pair[0].key)
    statements = [
        Statement(release, feature, feature.removal or feature.observation, release.version)
        for release, feature in announced
    ]
    ordered = tuple(sorted(statements, key=lambda s: s.order))
    return Lifecycle(name, identity, ordered, default, knowledge.stability.levels[0].id)


def _begins(run: list[Statement], earlier: list[Statement], new: set[tuple[str, str]]) -> bool:
    """Whether a run is known to begin at its first version: texts say so, or another run lasted until just before.

    ``new``: the versions in which texts say the feature began, each with the stage that they state, or "".
    """
    first = run[0]
    if new & {(first.version, first.seen.stage), (first.version, "")}:
        return True
    if first.seen.stage == REMOVED or any(s.becomes for s in run if s.version == first.version):
        return True
    if not earlier or not first.version:
        return False
    last = earlier[-1]
    stated_then = not last.version and last.release.version == first.version  # “previously beta, now stable”
    return stated_then or _follows(last.version, first.version)


def _follows(earlier: str, later: str) -> bool:
    """Whether ``later`` is the next minor version; False if ``earlier`` is empty."""
    if not earlier:
        return False
    (a, *_), (b, *_) = version_key(earlier), version_key(later)
    if max(len(a), len(b)) > 2:
        return False
    (major, minor), (other, next_) = ((*parts, 0, 0)[:2] for parts in (a, b))  # the key of 2.0 is (2,)
    return major == other and minor + 1 == next_
