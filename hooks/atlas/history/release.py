"""A release of PyTorch: its announcement, if there is a seed of it, and the record of what PyTorch's posts state."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property

from atlas.core.urls import safe_url
from atlas.core.versions import VersionKey, version_key
from atlas.extract.announcement import Announcement
from atlas.history.lifecycle import ReleaseFeature
from atlas.knowledge.record import Record
from atlas.knowledge.stability import REMOVED, Stability


@dataclass(frozen=True)
class Release:
    """One release, with a record, an announcement or both."""

    version: str
    record: Record | None
    announcement: Announcement | None
    features: tuple[ReleaseFeature, ...]  # all that it names, except news, in the order in which it names them
    stability: Stability

    @property
    def key(self) -> VersionKey:
        """Sort key: versions as numbers, a pre-release before its release."""
        return version_key(self.version)

    @property
    def announces(self) -> tuple[ReleaseFeature, ...]:
        """The features that it names without removing them: what every page counts as its features."""
        return tuple(feature for feature in self.features if feature.level != REMOVED)

    @property
    def removes(self) -> tuple[ReleaseFeature, ...]:
        """The features that it removes."""
        return tuple(feature for feature in self.features if feature.level == REMOVED)

    @cached_property
    def features_by_level(self) -> tuple[tuple[str, tuple[ReleaseFeature, ...]], ...]:
        """The features grouped by ``shown_level``, in the order of levels, REMOVED last; without empty groups."""
        groups: dict[str, list[ReleaseFeature]] = {level: [] for level in self.stability.states}
        for feature in self.features:
            groups[feature.shown_level].append(feature)
        return tuple((level, tuple(features)) for level, features in groups.items() if features)

    @property
    def level_counts(self) -> tuple[tuple[str, int], ...]:
        """The number of features at each level that any has, in the order of levels."""
        return tuple((level, len(features)) for level, features in self.features_by_level)

    @property
    def is_partial(self) -> bool:
        """Whether its announcement could be read only in part, so that its features may be incomplete."""
        return self._is_not_whole and bool(self.features)

    @property
    def is_unread(self) -> bool:
        """Whether what could be read of its announcement names no feature, so that it is unknown how many it has."""
        return self._is_not_whole and not self.features

    @property
    def _is_not_whole(self) -> bool:
        return self.record is not None and not self.record.is_complete

    @cached_property
    def date(self) -> date | None:
        """The day on which PyTorch announced it, by its record, else the date of the announcement, if it has one."""
        if self.record:
            return self.record.date
        return self.announcement.day.date if self.announcement else None

    @property
    def post(self) -> str:
        """The address of PyTorch's own announcement, by the record, else by the announcement here; "" if unknown."""
        if self.record:
            return safe_url(self.record.announcement)
        return safe_url(self.announcement.facts.original_url) if self.announcement else ""
