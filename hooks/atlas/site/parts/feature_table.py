"""The table of features: its groups, filters and order, and the file of names that its text filter searches."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.schema import REMOVED
from atlas.site.page import address
from atlas.site.words.locale import Locale

NAMES = "names.json"  # in the root folder of each language: feature id → names that no table shows


@dataclass(frozen=True)
class FeatureGroup:
    """Some rows of a table, under a ``title``, which a table of one group does not need."""

    features: tuple[Lifecycle, ...]
    id: str = ""
    title: str | Markup = ""


@dataclass(frozen=True)
class FeatureTable:
    """Groups of features, each sorted by the column ``since``, newest first.

    - ``label``: the table's name for screen readers.
    - ``order``: the order in words.
    - ``filters``: the fields of the filter form, besides the text.
    - ``within``: the id of the area that all features belong to, on an area's page.
    """

    label: str
    groups: tuple[FeatureGroup, ...]
    order: str
    filters: tuple[Literal["area", "level"], ...]
    within: str = ""

    @property
    def symbols(self) -> tuple[str, ...]:
        """The levels and notices that releases stated of the features, except levels that groups have as titles."""
        features = [lifecycle for group in self.groups for lifecycle in group.features]
        stated = {each for lifecycle in features for _, states in lifecycle.history for each in states}
        stability = features[0].stability
        ids = (*(level.id for level in stability.levels), REMOVED, *(kind.id for kind in stability.notices))
        titles = {group.id for group in self.groups}
        return tuple(id_ for id_ in ids if id_ in stated - titles)

    @property
    def count(self) -> int:
        """The number of features."""
        return sum(len(group.features) for group in self.groups)


def by_level(features: Sequence[Lifecycle], locale: Locale) -> tuple[FeatureGroup, ...]:
    """Return a group for each level that any of the features has now, most stable first."""
    groups: list[FeatureGroup] = []
    for mark in locale.level_marks.values():
        members = tuple(lifecycle for lifecycle in features if lifecycle.now.level == mark.id)
        if members:
            groups.append(FeatureGroup(members, mark.id, mark.badge("level-title", is_explained=False)))
    return tuple(groups)


def names_files(collection: Collection, locales: Iterable[Locale]) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each language's file of names. The table's script loads it when a reader filters."""
    for locale in locales:
        names = {lifecycle.id: " · ".join(_other_names(lifecycle, locale)) for lifecycle in collection.features}
        text = json.dumps({id_: joined for id_, joined in names.items() if joined}, ensure_ascii=False)
        yield address("", NAMES, locale.language), text


def _other_names(lifecycle: Lifecycle, locale: Locale) -> Iterator[str]:
    """Yield a feature's names, long ones first, unless a name that is shown or was yielded contains them."""
    known = [locale.name_text(lifecycle).casefold(), lifecycle.id]
    names = (*lifecycle.identity.name.both, *lifecycle.identity.aliases) if lifecycle.identity else ()
    for name in sorted(names, key=len, reverse=True):
        if not any(name.casefold() in other for other in known):
            known.append(name.casefold())
            yield name
