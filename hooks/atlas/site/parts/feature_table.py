"""The table of features: its groups, filters and order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.site.words.locale import Locale


@dataclass(frozen=True)
class FeatureGroup:
    """Some rows of a table, under a ``title``, which a table of one group does not need."""

    lifecycles: tuple[Lifecycle, ...]
    id: str = ""
    title: str | Markup = ""
    name: str | Markup = ""  # of a link to it, where that has no room for the title
    count: str = ""  # their number in words, if it needs some


@dataclass(frozen=True)
class FeatureTable:
    """Groups of features. In each, those come first that reached their present level last.

    - ``label``: the table's name for screen readers.
    - ``order``: the order in words.
    - ``filters``: the fields of the filter form, besides the text.
    - ``within``: the id of the area that all features belong to, on an area's page.
    - ``is_mergeable``: whether a table in another order has no groups, as they are those of the order.
    """

    label: str
    groups: tuple[FeatureGroup, ...]
    order: str
    filters: tuple[Literal["area", "level"], ...]
    within: str = ""
    is_mergeable: bool = False

    @property
    def jumps(self) -> tuple[FeatureGroup, ...]:
        """The groups that links above a table lead to."""
        return self.groups if len(self.groups) > 1 else ()

    @property
    def is_counted(self) -> bool:
        """Whether to say how many features there are: not where their groups are different things, each counted."""
        return bool(self.within) or self.is_mergeable or len(self.groups) == 1


def by_level(lifecycles: Sequence[Lifecycle], locale: Locale) -> tuple[FeatureGroup, ...]:
    """Return a group for each level that any of the features has now, most stable first."""
    groups: list[FeatureGroup] = []
    for mark in locale.level_marks.values():
        members = tuple(lifecycle for lifecycle in lifecycles if lifecycle.last_step.level == mark.id)
        if members:
            groups.append(FeatureGroup(members, mark.id, mark.badge("level-title", is_explained=False)))
    return tuple(groups)


def by_release(collection: Collection, locale: Locale) -> tuple[FeatureGroup, ...]:
    """Return a group for each release that is the last to announce any of the features, newest first."""
    groups: list[FeatureGroup] = []
    for release in collection.releases:
        members = tuple(each for each in collection.lifecycles_newest_first if each.versions[-1] == release.version)
        if members:
            title = f"{release.version} · {locale.month(release.date)}" if release.date else release.version
            count = locale.gettext("%(num)s last announced here") % {"num": len(members)}
            groups.append(FeatureGroup(members, f"in-{release.version}", title, release.version, count))
    return tuple(groups)
