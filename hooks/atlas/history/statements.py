"""What PyTorch stated of a feature in a release: the only source of everything that is told across releases."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from atlas.extract.announcement import Announcement, Feature, Observation
from atlas.knowledge.schema import REMOVED, Record, RecordStatement


@dataclass(frozen=True, slots=True)
class InAnnouncement:
    """A passage of an announcement whose text is here."""

    announcement: Announcement
    feature: Feature
    seen: Observation
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

    release: str
    level: str
    notice: str
    quote: str
    source: InAnnouncement | InRecord


def announced(announcement: Announcement, feature: Feature, default: str) -> tuple[Statement, ...]:
    """Return what an announcement states of one of its features; ``default`` is the level that states none."""
    observation = feature.removal or feature.observation
    level = "" if observation.stage in (REMOVED, default) else observation.stage
    stated = [(observation, level, REMOVED if feature.removal else "")]
    stated += ((notice, "", notice.stage) for notice in feature.notices)
    return tuple(
        Statement(announcement.version, level, notice, seen.quote, InAnnouncement(announcement, feature, seen))
        for seen, level, notice in stated
    )


def recorded(record: Record, each: RecordStatement) -> Statement:
    """Return what a record states of a feature."""
    source = InRecord(record.source_of(each), each.under or "")
    return Statement(record.version, each.level or "", each.notice or "", each.quote, source)
