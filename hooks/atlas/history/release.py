"""A release of PyTorch: its announcement, if its text is here, and the record of what PyTorch's posts state."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property

from atlas.core.versions import VersionKey, version_key
from atlas.extract.announcement import Announcement
from atlas.history.lifecycle import Lifecycle
from atlas.history.statements import InAnnouncement, Statement
from atlas.knowledge.schema import Record


@dataclass(frozen=True)
class ReleaseFeature:
    """A feature and what one release states of it, the announcement's statements first."""

    lifecycle: Lifecycle
    statements: tuple[Statement, ...]

    @property
    def level(self) -> str:
        """The level that the release states; empty if none."""
        return next((statement.level for statement in self.statements if statement.level), "")

    @property
    def announced(self) -> InAnnouncement | None:
        """Its place in the announcement, if the text is here."""
        sources = (statement.source for statement in self.statements)
        return next((source for source in sources if isinstance(source, InAnnouncement)), None)

    @property
    def notices(self) -> tuple[str, ...]:
        """The notices that the release gives."""
        return tuple(dict.fromkeys(statement.notice for statement in self.statements if statement.notice))


@dataclass(frozen=True)
class Release:
    """One version, with a record, an announcement or both; ``features`` are all that it names, except news."""

    version: str
    record: Record | None
    announcement: Announcement | None
    features: tuple[ReleaseFeature, ...]

    @property
    def key(self) -> VersionKey:
        """Sort key."""
        return version_key(self.version)

    @property
    def is_partial(self) -> bool:
        """Whether its announcement could not be read whole."""
        return self.record is not None and not self.record.whole

    @cached_property
    def date(self) -> date | None:
        """The day on which PyTorch announced it, else the announcement's own date."""
        if self.record:
            return self.record.date
        return self.announcement.date if self.announcement else None
