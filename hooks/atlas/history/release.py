"""A release of PyTorch: its announcement, if there is a seed of it, and the record of what PyTorch's posts state."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property

from atlas.core.urls import safe_url
from atlas.core.versions import VersionKey, version_key
from atlas.extract.announcement import Announcement
from atlas.history.lifecycle import Lifecycle
from atlas.history.statements import InAnnouncement, Stated, Statement
from atlas.knowledge.schema import REMOVED, Record


@dataclass(frozen=True)
class ReleaseFeature:
    """A feature, as one release names it."""

    lifecycle: Lifecycle
    statements: tuple[Statement, ...]  # those of this release; the announcement's come before the record's

    @property
    def stated(self) -> Stated:
        """What the release states of the feature."""
        return self.lifecycle.stated[self.statements[0].version]

    @property
    def level(self) -> str:
        """The level that the release states of the feature; empty if it states none, or removes the feature."""
        return "" if self.stated.level == REMOVED else self.stated.level

    @property
    def announced(self) -> InAnnouncement | None:
        """The first passage of the announcement about the feature; None if only the record has it."""
        sources = (statement.source for statement in self.statements)
        return next((source for source in sources if isinstance(source, InAnnouncement)), None)

    @property
    def notices(self) -> tuple[str, ...]:
        """The kinds of notices that the release gives of the feature, REMOVED included."""
        return tuple(dict.fromkeys(statement.notice for statement in self.statements if statement.notice))


@dataclass(frozen=True)
class Release:
    """One release, with a record, an announcement or both."""

    version: str
    record: Record | None
    announcement: Announcement | None
    features: tuple[ReleaseFeature, ...]  # all that it names, except news, in the order in which it names them

    @property
    def key(self) -> VersionKey:
        """Sort key: versions as numbers, a pre-release before its release."""
        return version_key(self.version)

    @property
    def announces(self) -> tuple[ReleaseFeature, ...]:
        """The features that it names without removing them: what every page counts as its features."""
        return tuple(feature for feature in self.features if feature.stated.level != REMOVED)

    @property
    def removes(self) -> tuple[ReleaseFeature, ...]:
        """The features that it removes."""
        return tuple(feature for feature in self.features if feature.stated.level == REMOVED)

    @property
    def is_partial(self) -> bool:
        """Whether its announcement could not be read whole."""
        return self.record is not None and not self.record.whole

    @property
    def is_unread(self) -> bool:
        """Whether what could be read of its announcement names no feature, so that it is unknown how many it has."""
        return self.is_partial and not self.features

    @cached_property
    def date(self) -> date | None:
        """The day on which PyTorch announced it, by its record, else the date of the announcement, if it has one."""
        if self.record:
            return self.record.date
        return self.announcement.date if self.announcement else None

    @property
    def post(self) -> str:
        """The address of PyTorch's own announcement, by the record, else by the announcement here; "" if unknown."""
        if self.record:
            return safe_url(self.record.announcement)
        return safe_url(self.announcement.facts.original_url) if self.announcement else ""
