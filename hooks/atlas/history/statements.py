"""Statements: what PyTorch stated about a feature in a release.

Whatever the site says about features across releases is computed from statements.
"""

from dataclasses import dataclass
from typing import Literal

from atlas.core.versions import VersionKey, version_key
from atlas.extract.announcement import AnnouncedFeature, Announcement, Evidence
from atlas.knowledge.record import Record


@dataclass(frozen=True, slots=True)
class AnnouncementPassage:
    """The words of an announcement that make a statement about one of its features."""

    announcement: Announcement
    feature: AnnouncedFeature
    evidence: Evidence

    @property
    def lang(self) -> str:
        """The language code of its words."""
        return self.announcement.seed.html_lang


@dataclass(frozen=True, slots=True)
class RecordPassage:
    """The words of a post by PyTorch that a record quotes for a statement."""

    url: str  # of the post
    under: str  # the heading above the passage in the post, if the record has it
    is_announcement: bool  # whether the post is the release's announcement, or a copy of it
    lang: Literal["en"] = "en"  # PyTorch's posts are in English


@dataclass(frozen=True, slots=True)
class Statement:
    """What one passage states about a feature in a release: a level, a notice, or only that the release has it."""

    version: str
    position: int  # in an announcement, the ``host_index`` of the feature; in a record, the index of the statement
    level: str | None  # the id of a level, or REMOVED; None if the passage states none
    notice: str | None  # the id of a kind of notice; None if the passage gives none
    quote: str
    passage: AnnouncementPassage | RecordPassage

    @property
    def order(self) -> tuple[VersionKey, bool, int]:
        """Sort key of statements. Features stand in the order of their first one, among all and in a release.

        The oldest release comes first. In a release, the statements of its announcement come first, in reading order,
        as its text is what the site shows; those of its record, which only add to it, follow in the record's order.
        """
        return version_key(self.version), isinstance(self.passage, RecordPassage), self.position


def announced_statements(announcement: Announcement, feature: AnnouncedFeature) -> tuple[Statement, ...]:
    """Return what an announcement states about one of its features."""
    return tuple(
        Statement(
            version=announcement.version,
            position=feature.host_index,
            level=evidence.level,
            notice=evidence.notice,
            quote=evidence.quote,
            passage=AnnouncementPassage(announcement, feature, evidence),
        )
        for evidence in (feature.evidence, *feature.notice_evidence)
    )


def recorded_statement(record: Record, position: int) -> Statement:
    """Return a statement of a record as a ``Statement``, as announcements have them."""
    stated = record.statements[position]
    passage = RecordPassage(record.source_of(stated), stated.under, is_announcement=record.is_announced(stated))
    return Statement(record.version, position, stated.level, stated.notice, stated.quote, passage)
