"""Checks of the knowledge base against the announcements, for what is redundant, missing or contradictory."""

import re
from collections.abc import Iterator
from datetime import date
from itertools import pairwise

from atlas.core.problems import Problem
from atlas.extract.announcement import Announcement, ExtractedAnnouncement
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.paths import STABILITY, record_path

MAX_DAYS_BEFORE, MAX_DAYS_AFTER = 1, 366  # days before and after PyTorch's post on which others may announce a release

_NUMBER = re.compile(r"\d+")


def check(announcements: tuple[Announcement, ...], knowledge: Knowledge) -> Iterator[Problem]:
    """Yield the problems of the knowledge base with all announcements.

    Call this only if every seed could be read: otherwise, the features of a missing seed would seem to be redundant.
    """
    yield from _record_problems(announcements, knowledge)
    yield from _gaps(announcements, knowledge)
    yield from _unneeded_features(announcements, knowledge)


def check_announcement(announcement: ExtractedAnnouncement, knowledge: Knowledge, today: date) -> Iterator[Problem]:
    """Yield a warning if the release of an announcement has no record, and another if its date is unlikely.

    A date is unlikely if it is after ``today``, or too far from the day on which PyTorch announced the release. If the
    release has a record, also yield a note on each level that was not in use at that release.
    """
    record = knowledge.records_by_version.get(announcement.key)
    day, _, line = announcement.day
    path = announcement.seed.path
    if knowledge.records and not record:
        what = f"announces {announcement.version}, which has no record: check the version"
        how = f"or add {record_path(announcement.version)}, with its date and address"
        yield Problem(path, announcement.title_line, f"{what}, {how}", "warning")
    if day and day > today:
        yield Problem(path, line, f"is dated {day}, in the future: check the date", "warning")
    elif day and record and not -MAX_DAYS_BEFORE <= (day - record.date).days <= MAX_DAYS_AFTER:
        what = f"is dated {day}, but PyTorch announced {record.version} on {record.date}"
        yield Problem(path, line, f"{what}: check the version and the date", "warning")
    for feature in announcement.features if record else ():
        level = feature.evidence.level
        if level and not knowledge.stability.in_use(level, announcement.version):
            what = f"“{feature.evidence.quote}” states a level that no release of {announcement.version} had ({level})"
            yield Problem(path, feature.evidence.line, f"{what}: see eras in {STABILITY}", "note")


def _record_problems(announcements: tuple[Announcement, ...], knowledge: Knowledge) -> Iterator[Problem]:
    """Yield an error for each feature to which the record and the announcement of a release give different levels."""
    for announcement in announcements:
        record = knowledge.records_by_version.get(announcement.key)
        if not record:
            continue
        features = {feature.registered_id: feature for feature in announcement.features}
        for statement in record.statements:
            feature = features.get(statement.feature)
            if feature and statement.level and feature.evidence.level not in (statement.level, None):
                place = f"{announcement.seed.path}:{feature.evidence.line}"
                what = f"{statement.feature} is {statement.level}, and {feature.evidence.level} by {place}"
                yield statement.problem(f"{what}: correct one of them")


def _gaps(announcements: tuple[Announcement, ...], knowledge: Knowledge) -> Iterator[Problem]:
    """Yield a warning for each minor release between two known ones that has neither a record nor an announcement."""
    versions = [announcement.version for announcement in announcements]
    versions += [record.version for record in knowledge.records]
    minors = sorted({tuple(map(int, _NUMBER.findall(version)[:2])) for version in versions})
    for (major, minor), (next_major, next_minor) in pairwise(minors):
        for missing in range(minor + 1, next_minor if next_major == major else 0):
            what = f"there is no record of {major}.{missing}, and no announcement"
            yield Problem(record_path(f"{major}.{missing}"), 0, f"{what}: add one of them", "warning")


def _unneeded_features(announcements: tuple[Announcement, ...], knowledge: Knowledge) -> Iterator[Problem]:
    """Yield a warning for each registered feature that no announcement, record or relation refers to."""
    needed = {feature.registered_id for announcement in announcements for feature in announcement.features}
    needed |= {statement.feature for record in knowledge.records for statement in record.statements}
    needed |= {target for feature in knowledge.registered_features for target in feature.relations.targets.values()}
    for feature in knowledge.registered_features:
        if feature.id not in needed:
            what = f"{feature.id}: no announcement and no record has it, and no relation leads to it"
            yield feature.problem(f"{what}: delete the entry", "warning")
