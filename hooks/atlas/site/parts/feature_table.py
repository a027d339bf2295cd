"""The table of features: its rows in groups, its filters and order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.stability import SUPERSEDED
from atlas.site.view import Choice, PageLink, View


@dataclass(frozen=True)
class FeatureRow:
    """A feature.

    - ``notices``: those that hold today, each after a space.
    - ``successors``: what took its place.
    - ``version``: the release with which its level began; ``since``: the same as it stands beside the level's name.
    - ``areas``: its areas, without the one whose page this is.
    - ``other_statements``: what other releases state, newest first: symbols and the version.
    """

    link: PageLink
    notices: Markup
    successors: tuple[PageLink, ...]
    level: Markup
    version: str
    since: str
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
    """Groups of features. In each, those come first that reached their present level last.

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


def level_filter(view: View) -> Filter:
    """Return the filter by level, kind of notice that holds for any feature, and “superseded” if any feature is."""
    locale, collection = view.locale, view.collection
    notices = (Choice(kind.id, kind.name.of(locale.language)) for kind in collection.notices)
    superseded = [Choice(SUPERSEDED, locale.superseded)] if collection.superseded else []
    return Filter("level", locale.gettext("Level or status"), (*view.levels, *notices, *superseded))


def feature_rows(lifecycles: Iterable[Lifecycle], view: View, area_id: str = "") -> tuple[FeatureRow, ...]:
    """Return the rows of features; ``area_id`` is the area whose page this is, if it is one's."""
    return tuple(_row(lifecycle, view, area_id) for lifecycle in lifecycles)


def _row(lifecycle: Lifecycle, view: View, area_id: str) -> FeatureRow:
    return FeatureRow(
        link=view.feature_link(lifecycle),
        notices=view.notices(lifecycle.current_notices),
        successors=view.successors(lifecycle),
        level=view.symbol(lifecycle.last_step.level),
        version=lifecycle.last_step.version,
        since=view.locale.since(lifecycle.last_step),
        areas=tuple(view.area(each) for each in lifecycle.areas if each != area_id),
        other_statements=tuple(
            (tuple(map(view.symbol, stated)), version) for version, stated in lifecycle.stated_by_other_releases
        ),
    )


def by_level(lifecycles: Sequence[Lifecycle], view: View, area_id: str) -> tuple[FeatureGroup, ...]:
    """Return a group for each level that any of an area's features has now, most stable first."""
    groups: list[FeatureGroup] = []
    for mark in view.locale.level_marks.values():
        members = [lifecycle for lifecycle in lifecycles if lifecycle.last_step.level == mark.id]
        if members:
            title = mark.badge("level-title", is_explained=False)
            groups.append(FeatureGroup(feature_rows(members, view, area_id), mark.id, title))
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
