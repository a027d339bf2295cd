"""The table of features: its rows in groups, its filters and order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from atlas.history.lifecycle import Lifecycle
from atlas.site.view import Choice, PageLink, View


@dataclass(frozen=True)
class FeatureRow:
    """A feature.

    - ``notices``: those that hold today besides ``state``, each after a space.
    - ``successors``: what took its place.
    - ``version``: the release with which ``state`` began.
    - ``areas``: its areas, without the one whose page this is.
    - ``other_statements``: what other releases state, newest first: symbols and the version.
    """

    link: PageLink
    notices: Markup
    successors: tuple[PageLink, ...]
    state: Markup
    version: str
    areas: tuple[PageLink, ...]
    other_statements: tuple[tuple[tuple[Markup, ...], str], ...]


@dataclass(frozen=True)
class FeatureGroup:
    """Some rows of a table, under a ``title``, which a table of one group does not need."""

    rows: tuple[FeatureRow, ...]
    id: str = ""
    title: str | Markup = ""
    name: str | Markup = ""  # of a link to it, where that has no room for the title
    count: str = ""  # their number in words, if it needs some


@dataclass(frozen=True)
class Filter:
    """A field of the filter form from which readers choose."""

    id: str
    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class FeatureTable:
    """Groups of features. In each, those come first that reached their present state last.

    - ``label``: the table's name for screen readers.
    - ``order``: the order in words.
    - ``filters``: the fields of the filter form, besides the text.
    - ``since_title``, ``areas_title``: the heads of these columns.
    - ``is_mergeable``: whether a table in another order has no groups, as they are those of the order.
    """

    label: str
    groups: tuple[FeatureGroup, ...]
    order: str
    filters: tuple[Filter, ...]
    since_title: str
    areas_title: str
    is_mergeable: bool = False

    @property
    def jumps(self) -> tuple[FeatureGroup, ...]:
        """The groups that links above a table lead to."""
        return self.groups if len(self.groups) > 1 else ()


def area_filter(view: View) -> Filter:
    """Return the filter by area."""
    return Filter("area", view.locale.gettext("Area"), view.areas)


def state_filter(view: View) -> Filter:
    """Return the filter by level, and by the statuses that any feature has."""
    choices = (*view.levels, *map(view.choice, view.collection.statuses))
    return Filter("level", view.locale.gettext("Level or status"), choices)


def feature_rows(lifecycles: Iterable[Lifecycle], view: View, area_id: str = "") -> tuple[FeatureRow, ...]:
    """Return the rows of features; ``area_id`` is the area whose page this is, if it is one's."""
    return tuple(_row(lifecycle, view, area_id) for lifecycle in lifecycles)


def _row(lifecycle: Lifecycle, view: View, area_id: str) -> FeatureRow:
    state, version = lifecycle.last_step.state, lifecycle.last_step.version
    return FeatureRow(
        link=view.feature_link(lifecycle),
        notices=view.notices(lifecycle.other_notices),
        successors=view.successors(lifecycle),
        state=view.symbol(state),
        version=version,
        areas=tuple(view.area(each) for each in lifecycle.areas if each != area_id),
        other_statements=tuple(
            (tuple(map(view.symbol, stated)), version) for version, stated in lifecycle.stated_by_other_releases
        ),
    )


def by_state(lifecycles: Sequence[Lifecycle], view: View, area_id: str) -> tuple[FeatureGroup, ...]:
    """Return a group for each state that any of an area's features has now, the most stable level first."""
    groups: list[FeatureGroup] = []
    for mark in view.locale.marks.values():
        members = [lifecycle for lifecycle in lifecycles if lifecycle.last_step.state == mark.id]
        if members:
            groups.append(FeatureGroup(feature_rows(members, view, area_id), mark.id, mark.title))
    return tuple(groups)


def by_release(view: View) -> tuple[FeatureGroup, ...]:
    """Return a group for each release that is the last to announce any feature, newest first."""
    locale, collection = view.locale, view.collection
    groups: list[FeatureGroup] = []
    for release in collection.releases:
        members = [each for each in collection.lifecycles_newest_first if each.versions[-1] == release.version]
        if members:
            title = f"{release.version} · {locale.month(release.date)}" if release.date else release.version
            count = locale.gettext("%(num)s last announced here") % {"num": len(members)}
            rows = feature_rows(members, view)
            groups.append(FeatureGroup(rows, f"in-{release.version}", title, release.version, count))
    return tuple(groups)
