"""Statements: what PyTorch stated about a feature in a release.

Whatever the site says about features across releases is computed from statements.
"""

from dataclasses import dataclass

from atlas.extract.announcement import AnnouncedFeature, Announcement, Evidence
from atlas.knowledge.record import Record, RecordStatement


@dataclass(frozen=True, slots=True)
class AnnouncementPassage:
    """The words of an announcement that make a statement about one of its features."""

    announcement: Announcement
    feature: AnnouncedFeature
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class RecordPassage:
    """The words of a post by PyTorch that a record quotes for a statement."""

    url: str  # of the post
    under: str  # the heading above the passage in the post, if the record has it
    is_announcement: bool  # whether the post is the release's announcement, or a copy of it


@dataclass(frozen=True, slots=True)
class Statement:
    """What one passage states about a feature in a release: a level, a notice, or only that the release has it."""

    version: str
    level: str | None  # the id of a level, or REMOVED; None if the passage states none
    notice: str | None  # the id of a kind of notice; None if the passage gives none
    quote: str
    passage: AnnouncementPassage | RecordPassage


def announced_statements(announcement: Announcement, feature: AnnouncedFeature) -> tuple[Statement, ...]:
    """Return what an announcement states about one of its features."""
    return tuple(
        Statement(
            version=announcement.version,
            level=evidence.level,
            notice=evidence.notice,
            quote=evidence.quote,
            passage=AnnouncementPassage(announcement, feature, evidence),
        )
        for evidence in (feature.evidence, *feature.notice_evidence)
    )


def recorded_statement(record: Record, statement: RecordStatement) -> Statement:
    """Return a statement of a record as a ``Statement``, as announcements have them."""
    passage = RecordPassage(
        record.source_of(statement), statement.under, is_announcement=record.is_announced(statement)
    )
    return Statement(record.version, statement.level, statement.notice, statement.quote, passage)
