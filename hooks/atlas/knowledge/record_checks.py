"""Checks of records of releases against one another, and against features, levels and addresses."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from atlas.core.problems import Problem
from atlas.knowledge.paths import FEATURES, PUBLISHERS, STABILITY
from atlas.knowledge.record import Record, RecordStatement
from atlas.knowledge.registered_feature import RegisteredFeature
from atlas.knowledge.schema import Citable
from atlas.knowledge.stability import Stability


def check_records(
    records: Iterable[Record],
    registered_features: tuple[RegisteredFeature, ...],
    stability: Stability,
    citable: Citable,
) -> Iterator[Problem]:
    """Yield problems with the dates, addresses and statements of ``records``, which are in the order of releases."""
    feature_ids = {registered.id for registered in registered_features}
    for earlier, later in pairwise(records):
        if earlier.date >= later.date:
            fault = f"{later.version} is dated {later.date}, not after {earlier.version} ({earlier.date})"
            yield later.problem(f"{fault}: correct one of the dates")
    for record in records:
        for message in _address_problems(record, citable):
            yield record.problem(message)
        stated = {statement.feature for statement in record.statements}
        for feature in record.highlights:
            if feature not in stated:
                yield record.problem(f"highlights: {feature} is in no statement: add one, or take it out")
        for statement in record.statements:
            unknown = _unknown_names(statement, record, feature_ids, stability)
            for message in (*unknown, *_out_of_era(statement, record, stability)):
                yield statement.problem(f"{statement.feature}: {message}")
        yield from _repeated_statements(record)
    yield from _unread_successions(registered_features, records)


def _unread_successions(
    registered_features: tuple[RegisteredFeature, ...], records: Iterable[Record]
) -> Iterator[Problem]:
    """Yield a problem for each succession whose source is not one of the posts that the record of its release gives."""
    posts = {record.version: {record.announcement, *record.sources.values()} for record in records}
    for registered in registered_features:
        for kind, succession in registered.relations.successions.items():
            if succession.release in posts and succession.source not in posts[succession.release]:
                fault = f"{registered.id}: source of {kind} is no post that the record of {succession.release} gives"
                yield registered.problem(f"{fault}: correct `release`, or leave it out")


def _repeated_statements(record: Record) -> Iterator[Problem]:
    """Yield a problem for each statement that repeats an earlier one, or that gives its feature a second level."""
    first_of_kind: dict[tuple[object, ...], RecordStatement] = {}  # feature, level and notice → the first statement
    first_with_level: dict[str, RecordStatement] = {}  # feature → the first statement with a level
    for statement in record.statements:
        feature = statement.feature
        first = first_of_kind.setdefault((feature, statement.level, statement.notice), statement)
        first_level = first_with_level.setdefault(feature, statement) if statement.level else statement
        if first is not statement:
            yield statement.problem(f"{feature}: is stated at {first.location} already: keep one")
        elif first_level is not statement:
            fault = f"{feature}: has a level at {first_level.location} already"
            yield statement.problem(f"{fault}: keep the last that the post states")


def check_summaries(records: Iterable[Record], registered_features: Iterable[RegisteredFeature]) -> Iterator[Problem]:
    """Yield a problem for each description that sums up the announcement of a release without a record."""
    versions = {record.version for record in records}
    for registered in registered_features:
        source = registered.about_source
        if source and "/" not in source and source not in versions:
            yield registered.problem(f"{registered.id}: about_source: no record of {source}: add it, or use an address")


def _address_problems(record: Record, citable: Citable) -> Iterator[str]:
    """Yield a message for each address of a record that it may not cite.

    It may cite addresses of PyTorch's own, and as a source also a copy at a commit.
    """
    if record.announcement and not citable.is_original(record.announcement):
        yield f"announcement is not an address of PyTorch: use one of originals in {PUBLISHERS}"
    for name, url in record.sources.items():
        if not citable.may_be_cited(url):
            fault = f"source {name!r} is not a post of PyTorch or a copy of one at a commit"
            yield f"{fault}: see originals and copies in {PUBLISHERS}"


def _unknown_names(
    statement: RecordStatement, record: Record, feature_ids: set[str], stability: Stability
) -> Iterator[str]:
    """Yield a message for each feature, level, notice or source of a statement that does not exist.

    ``no_level`` counts as unknown: a feature has it because no statement gives it a level.
    """
    levels, notices = stability.levels_and_removed, stability.notice_ids
    if statement.feature not in feature_ids:
        yield f"no such feature: use an id of {FEATURES}, or register it there"
    if statement.level and statement.level not in levels:
        yield f"no level {statement.level!r}: use one of {', '.join(levels)}"
    if statement.notice and statement.notice not in notices:
        yield f"no notice {statement.notice!r}: use one of {', '.join(notices)}"
    if statement.source and statement.source not in record.sources:
        yield f"no source {statement.source!r}: use one of {', '.join(record.sources)}"


def _out_of_era(statement: RecordStatement, record: Record, stability: Stability) -> Iterator[str]:
    """Yield a message if the level of a statement was not in use at the release."""
    if statement.level and not stability.in_use(statement.level, record.version):
        yield f"no release of {record.version} had the level {statement.level!r}: see eras in {STABILITY}"
