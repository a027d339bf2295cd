"""The table of features: its groups and filters, the column it is sorted by, the names that only its filter finds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.site.locale import Locale
from atlas.site.page import address

NAMES = "names.json"  # at the root of each language: feature → its names that no table shows


@dataclass(frozen=True)
class FeatureGroup:
    """Some rows of a table; a table of one group needs no ``title``."""

    features: tuple[Lifecycle, ...]
    id: str = ""
    title: str | Markup = ""


@dataclass(frozen=True)
class FeatureTable:
    """Groups of features, each sorted by the column ``sort``, from high to low; ``order`` says so in words.

    ``filters`` are the fields of its form besides the text; ``within`` is the area that all features have.
    """

    label: str
    groups: tuple[FeatureGroup, ...]
    sort: Literal["history", "since"]
    order: str
    filters: tuple[Literal["area", "level"], ...]
    within: str = ""

    @property
    def count(self) -> int:
        """The number of its features."""
        return sum(len(group.features) for group in self.groups)


def most_named_first(features: Sequence[Lifecycle]) -> tuple[Lifecycle, ...]:
    """Return features in the order of a table that is sorted by history; those that are equal keep theirs."""
    return tuple(sorted(features, key=lambda lifecycle: -len(lifecycle.versions)))


def by_level(features: Sequence[Lifecycle], locale: Locale) -> tuple[FeatureGroup, ...]:
    """Return a group for each level that any of the features has."""
    found = (
        (mark, tuple(life for life in features if life.now.level == mark.id)) for mark in locale.level_marks.values()
    )
    return tuple(
        FeatureGroup(own, mark.id, mark.badge("level-title", is_explained=False)) for mark, own in found if own
    )


def names_files(collection: Collection, locales: Iterable[Locale]) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each language's file of names, which the script of a table fetches when it is used."""
    for locale in locales:
        found = {life.id: " · ".join(_other_names(life, locale)) for life in collection.features}
        text = json.dumps({key: names for key, names in found.items() if names}, ensure_ascii=False)
        yield address("", NAMES, locale.language), text


def _other_names(lifecycle: Lifecycle, locale: Locale) -> Iterator[str]:
    """Yield the names of a feature that are no part of one that is shown or yielded before."""
    known = [locale.name_text(lifecycle).casefold(), lifecycle.id]
    names = (*lifecycle.identity.name.both, *lifecycle.identity.aliases) if lifecycle.identity else ()
    for name in sorted(names, key=len, reverse=True):
        if not any(name.casefold() in other for other in known):
            known.append(name.casefold())
            yield name
