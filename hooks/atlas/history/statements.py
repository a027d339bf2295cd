"""What PyTorch stated of a feature in a release: the only source of everything that is told across releases."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from atlas.extract.announcement import Announcement, Evidence, Feature
from atlas.knowledge.schema import Record, RecordStatement


@dataclass(frozen=True, slots=True)
class InAnnouncement:
    """A passage of an announcement whose text is here."""

    announcement: Announcement
    feature: Feature
    evidence: Evidence
    kind: ClassVar[Literal["announcement"]] = "announcement"


@dataclass(frozen=True, slots=True)
class InRecord:
    """A passage of one of PyTorch's own posts, at ``url``, which is recorded as a fact; ``under`` is its heading."""

    url: str
    under: str
    kind: ClassVar[Literal["record"]] = "record"


@dataclass(frozen=True, slots=True)
class Statement:
    """What one passage states of a feature in a release: a level, a notice, or only that the release has it.

    ``level`` is empty where none is stated, ``notice`` (a kind of notice, or REMOVED) where none is given.
    """

    version: str
    level: str
    notice: str
    quote: str
    source: InAnnouncement | InRecord


def announced(announcement: Announcement, feature: Feature, default: str) -> tuple[Statement, ...]:
    """Return what an announcement states of one of its features; ``default`` is the level that states none."""
    passages = (feature.removal or feature.evidence, *feature.notices)
    return tuple(
        Statement(
            version=announcement.version,
            level="" if evidence.level == default else evidence.level,
            notice=evidence.notice,
            quote=evidence.quote,
            source=InAnnouncement(announcement, feature, evidence),
        )
        for evidence in passages
    )


def recorded(record: Record, statement: RecordStatement) -> Statement:
    """Return what a record states of a feature."""
    source = InRecord(record.source_of(statement), statement.under or "")
    return Statement(record.version, statement.level or "", statement.notice or "", statement.quote, source)
