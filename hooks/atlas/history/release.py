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
    features: tuple[ReleaseFeature, ...]  # all except news, in the order in which the release names them
    stability: Stability

    @property
    def key(self) -> VersionKey:
        """The ``version_key`` of the release, by which releases are sorted."""
        return version_key(self.version)

    @property
    def unremoved_features(self) -> tuple[ReleaseFeature, ...]:
        """The features except removed ones: all pages count only these as the features of the release."""
        return tuple(feature for feature in self.features if feature.level != REMOVED)

    @property
    def removed_features(self) -> tuple[ReleaseFeature, ...]:
        """The features that the release removes."""
        return tuple(feature for feature in self.features if feature.level == REMOVED)

    @cached_property
    def features_by_state(self) -> tuple[tuple[str, tuple[ReleaseFeature, ...]], ...]:
        """The features grouped by ``state``, levels first, REMOVED last. Empty groups are left out."""
        groups: dict[str, list[ReleaseFeature]] = {state: [] for state in self.stability.states}
        for feature in self.features:
            groups[feature.state].append(feature)
        return tuple((state, tuple(features)) for state, features in groups.items() if features)

    @property
    def state_counts(self) -> tuple[tuple[str, int], ...]:
        """The states of ``features_by_state``, each with its number of features."""
        return tuple((state, len(features)) for state, features in self.features_by_state)

    @property
    def is_partial(self) -> bool:
        """Whether only a part of PyTorch's post could be read, so that features may be missing."""
        return self._is_incomplete and bool(self.features)

    @property
    def has_unknown_features(self) -> bool:
        """Whether only a part of PyTorch's post could be read, and it names no feature: their number is unknown."""
        return self._is_incomplete and not self.features

    @property
    def _is_incomplete(self) -> bool:
        return self.record is not None and not self.record.is_complete

    @cached_property
    def date(self) -> date | None:
        """The day on which PyTorch announced the release, from the record, else from the seed; None if unknown."""
        if self.record:
            return self.record.date
        return self.announcement.day.date if self.announcement else None

    @property
    def post(self) -> str:
        """The URL of PyTorch's own announcement, from the record, else from the seed; "" if unknown or unsafe."""
        if self.record:
            return safe_url(self.record.announcement)
        return safe_url(self.announcement.facts.original_url) if self.announcement else ""
