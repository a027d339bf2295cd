"""One feature across versions: what announcements say of it, in order, and the intervals that follow."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Literal

from atlas.core.languages import LANGUAGES, Language
from atlas.core.text import folded
from atlas.core.versions import version_key
from atlas.extract.release import Feature, Observation
from atlas.history.release import Release
from atlas.knowledge.load import Knowledge
from atlas.knowledge.schema import REMOVED, Identity


@dataclass(frozen=True, slots=True)
class Statement:
    """What one announcement says of a feature in ``version`` (empty: in an earlier one that it does not name)."""

    release: Release
    feature: Feature
    seen: Observation
    version: str
    first: bool = False  # that it began there
    becomes: bool = False  # that it came to its level there
    before: str = ""  # where it names no version: the announcement that it comes before

    @property
    def is_past(self) -> bool:
        """Whether it speaks of an earlier release than the one that it announces."""
        return self.version != self.release.version

    @property
    def order(self) -> tuple[object, ...]:
        """By version; what was before an announcement comes right before it."""
        return (version_key(self.version or self.before), bool(self.version), self.is_past, self.release.key)


@dataclass(frozen=True, slots=True)
class Interval:
    """A run of statements of one stage. ``exact``: it is known to begin with ``since``, not earlier."""

    stage: str
    statements: tuple[Statement, ...]
    exact: bool

    @property
    def since(self) -> str:
        """The first version of which it is stated; empty where no text names one."""
        return next((s.version for s in self.statements if s.version), "")

    @property
    def last(self) -> str:
        """The last version of which it is stated."""
        return self.statements[-1].version


@dataclass(frozen=True, slots=True)
class Introduction:
    """When a feature appeared: ``in`` a version, ``by`` one (the first to mention it), or ``before`` one."""

    version: str
    how: Literal["in", "by", "before"]


@dataclass(frozen=True)
class Lifecycle:
    """One feature: ``identity`` where it is registered, its statements in the order of versions."""

    id: str
    identity: Identity | None
    statements: tuple[Statement, ...]
    default: str  # the level of what no text classifies
    top: str  # the highest level

    @property
    def ids(self) -> tuple[str, ...]:
        """Its id, and those that it had: the addresses of all remain."""
        return (self.id, *(self.identity.formerly if self.identity else ()))

    @cached_property
    def newest(self) -> Statement:
        """The latest announcement of it: whose wording names it."""
        return max(self.statements, key=lambda s: s.release.key)

    @cached_property
    def names(self) -> dict[Language, str | None]:
        """Its registered name in each language, else its newest title; none where nobody translated that."""
        if self.identity:
            return {language: self.identity.name.of(language) for language in LANGUAGES}
        newest = self.newest
        return {language: newest.release.words(newest.feature.title, language) for language in LANGUAGES}

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """Ids of its areas."""
        return self.identity.areas if self.identity else self.newest.feature.areas

    @cached_property
    def announced(self) -> tuple[Statement, ...]:
        """What each announcement says of its own version, one a release, in order."""
        own = {s.release.version: s for s in reversed(self.statements) if not s.is_past}  # the best of each
        return tuple(sorted(own.values(), key=lambda s: s.order))

    @cached_property
    def intervals(self) -> tuple[Interval, ...]:
        """Its stages in order. A level that a text leaves out is the last one stated."""
        runs: list[list[Statement]] = []
        own = {s.version: s.seen.stage for s in self.statements if not s.is_past and s.seen.stage != self.default}
        for statement in self.statements:
            stage = statement.seen.stage
            if not stage or (statement.is_past and own.get(statement.version, stage) != stage):
                continue  # an announcement knows its own version best: the other is a dispute
            known = bool(runs) and runs[-1][0].seen.stage not in (REMOVED, self.default)
            if stage == self.default and known and any(s.version for s in runs[-1]):
                continue  # it still stands as was stated last; of a version that nobody names, that would be a guess
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
        """The stage that was stated last."""
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
        """Where it came to the highest level from a lower one."""
        lower = (REMOVED, self.default, self.top)
        return next(
            (now for was, now in pairwise(self.intervals) if now.stage == self.top and was.stage not in lower), None
        )

    @cached_property
    def notices(self) -> tuple[Statement, ...]:
        """What announcements state in addition to its level, the first statement of each, oldest first."""
        found: dict[str, Statement] = {}
        for said in self.announced:
            for notice in said.feature.notices:
                found.setdefault(notice.stage, Statement(said.release, said.feature, notice, said.version))
        return tuple(found.values())

    @property
    def is_news(self) -> bool:
        """Whether it is an event or the like, and no feature."""
        return all(statement.feature.is_news for statement in self.statements)

    @property
    def removed(self) -> str:
        """The version in which it went; empty while it is there."""
        return self.now.since if self.now.stage == REMOVED else ""

    @cached_property
    def states(self) -> tuple[tuple[str, str], ...]:
        """Versions at which something is stated, in order, and the stage as of each."""
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
    def turns(self) -> tuple[tuple[str, str], ...]:
        """The states at which the stage changes."""
        return tuple(next(states) for _, states in groupby(self.states, key=itemgetter(1)))

    def until(self, version: str) -> "Lifecycle":
        """The same with what is stated of ``version`` and earlier ones alone."""
        known = (s for s in self.statements if version_key(s.version or s.before) <= version_key(version))
        return replace(self, statements=tuple(known))

    def states_until(self, version: str) -> int:
        """How many of the states are of ``version`` or an earlier one."""
        return sum(version_key(stated) <= version_key(version) for stated, _ in self.states)

    def as_of(self, version: str) -> str:
        """The stage last stated in or before ``version``; empty where it was not known then."""
        known = self.states_until(version)
        return self.states[known - 1][1] if known else ""

    @property
    def before_states(self) -> str:
        """The stage that it is said to have had before the first version that a text names; empty where none is."""
        first = self.intervals[0]
        return first.stage if not first.statements[0].version and len(self.intervals) > 1 else ""

    @cached_property
    def has_page(self) -> bool:
        """Whether it has a page of its own: it is registered, or more is known than one announcement says."""
        return self.identity is not None or len({(s.release.version, s.version) for s in self.statements}) > 1

    @property
    def path(self) -> str:
        """Address of its page below the site, else of where its one announcement says it."""
        own = f"releases/{self.newest.release.version}/#{self.newest.feature.anchor}"
        return f"features/{self.id}/" if self.has_page else own


def lifecycle(
    name: str, identity: Identity | None, found: Iterable[tuple[Release, Feature]], knowledge: Knowledge
) -> Lifecycle:
    """The lifecycle of what ``found`` are the announcements of."""
    default, becomes = knowledge.stability.default, re.compile(knowledge.history.becomes)
    announced = sorted(found, key=lambda pair: pair[0].key)
    statements: list[Statement] = []
    for at, (release, feature) in enumerate(announced):
        own = [feature.removal] if feature.removal else [feature.observation, *feature.besides]
        first = []
        if (begins := feature.begins) and at == 0:  # what an earlier announcement has is not new in a later one
            is_any = begins.basis == "heading"
            first = [s for s in own if s.line == begins.line and (is_any or s.quote == begins.quote)]
            own += [] if first else [begins]
            first = first or [begins]
        statements += (
            Statement(
                release, feature, seen, release.version, seen in first, bool(becomes.search(folded(seen.label_raw)))
            )
            for seen in own
        )
        for past in feature.past:
            before = "" if past.version else _reached(announced[: at + 1], default)
            statements.append(Statement(release, feature, past.seen, past.version, past.first, before=before))
    ordered = tuple(sorted(statements, key=lambda s: s.order))
    return Lifecycle(name, identity, ordered, default, knowledge.stability.levels[0].id)


def _reached(announced: list[tuple[Release, Feature]], default: str) -> str:
    """The announcement since which the last one's level holds: what was before, was before that."""
    (last, feature), *earlier = reversed(announced)
    since = last.version
    for release, other in earlier:
        if other.observation.stage not in (feature.observation.stage, default):
            break
        since = release.version if other.observation.stage == feature.observation.stage else since
    return since


def _begins(run: list[Statement], earlier: list[Statement], new: set[tuple[str, str]]) -> bool:
    """Whether a run is known to begin with its first version: texts say so, or another held until right before.

    ``new``: versions in which texts say that the feature began, each with the stage that they state, or none.
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
    """Whether ``later`` is the next minor version; not where the earlier one is unknown."""
    if not earlier:
        return False
    (a, *_), (b, *_) = version_key(earlier), version_key(later)
    if max(len(a), len(b)) > 2:
        return False
    (major, minor), (other, next_) = ((*parts, 0, 0)[:2] for parts in (a, b))  # the key of 2.0 is (2,)
    return major == other and minor + 1 == next_
