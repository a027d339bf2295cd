"""Join the features of all releases into lifecycles, if they are certainly the same; never on a guess."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import cast

from atlas.core.versions import version_key
from atlas.document.nodes import plain
from atlas.extract.announcement import Announcement, Feature
from atlas.extract.matching import distinctive, qualified
from atlas.extract.titles import symbol_of, title_key
from atlas.history.lifecycle import Lifecycle
from atlas.history.statements import Statement, announced, recorded
from atlas.knowledge.checks import RESERVED
from atlas.knowledge.fields import name_key
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import Identity

# Features with a common key are the same: ("title", exact title), ("symbol", API), ("words", words…).
Key = tuple[str, ...]

MIN_TITLE_WORDS = 2  # distinctive words that a title must have to be identified by them

_BRACKETED = re.compile(r"[（(]([^（）()]+)[）)]\s*$")
_APPOSITION = re.compile(r"[，,]")


@dataclass
class _Group:
    """A feature: the keys that identify it, its statements, and where it first stands in an announcement."""

    keys: set[Key] = field(default_factory=set)
    statements: list[Statement] = field(default_factory=list)
    identity: Identity | None = None
    first: tuple[Announcement, Feature] | None = None
    place: int = 0

    def add(self, announcement: Announcement, feature: Feature, default: str) -> None:
        """Add what an announcement states."""
        self.statements += announced(announcement, feature, default)
        self.first = self.first or (announcement, feature)

    def is_in(self, version: str) -> bool:
        """Return whether a version names it."""
        return any(statement.version == version for statement in self.statements)


def join_features(announcements: Iterable[Announcement], knowledge: Knowledge) -> tuple[Lifecycle, ...]:
    """Return every feature once, registered ones under their permanent ids, in the order of releases."""
    default = knowledge.stability.default
    registered = {
        entry.id: _Group({key for name in entry.names[1:] for key in _keys_of(name, knowledge)}, identity=entry)
        for entry in knowledge.features
    }
    groups = list(registered.values())
    for announcement in sorted(announcements, key=lambda announcement: announcement.key):
        duplicates = duplicate_titles(announcement)
        for feature in sorted(announcement.features, key=lambda feature: not feature.registered_id):
            keys = _keys(announcement, feature, duplicates, knowledge)
            group = registered.get(feature.registered_id) or _only_match(groups, keys, announcement)
            if not group:
                group = _Group()
                groups.append(group)
            group.keys |= keys
            group.add(announcement, feature, default)
    for record in knowledge.records:
        for place, statement in enumerate(record.statements):
            group = registered[statement.feature]
            group.place = group.place or place
            group.statements.append(recorded(record, statement))
    for group in groups:  # stable: of one release, the announcement's statements come first
        group.statements.sort(key=lambda statement: version_key(statement.version))
    return tuple(_lifecycles([group for group in groups if group.statements], knowledge))


def _lifecycles(groups: list[_Group], knowledge: Knowledge) -> Iterator[Lifecycle]:
    taken = {name for entry in knowledge.features for name in (entry.id, *entry.formerly)} | RESERVED
    for group in sorted(groups, key=_sort_key):
        name = group.identity.id if group.identity else _free_name(group, taken)
        taken.add(name)
        yield Lifecycle(name, group.identity, tuple(group.statements), knowledge.stability)


def _free_name(group: _Group, taken: set[str]) -> str:
    """Return the id of an unregistered feature, which only announcements have."""
    _, feature = cast("tuple[Announcement, Feature]", group.first)
    digest = hashlib.sha256(plain(feature.title).encode()).hexdigest()[:6]
    return f"{feature.id}-{digest}" if feature.id in taken else feature.id


def _sort_key(group: _Group) -> tuple[object, ...]:
    """Return the first release, and the place there: in the announcement, then in the record."""
    first = group.statements[0]
    is_announced = group.first is not None and group.first[0].version == first.version
    place = group.first[1].place if group.first and is_announced else group.place
    return version_key(first.version), not is_announced, place


def _only_match(groups: list[_Group], keys: set[Key], announcement: Announcement) -> _Group | None:
    """Return the only feature, of those that the announcement does not have, that shares a key."""
    matches = [group for group in groups if group.keys & keys and not group.is_in(announcement.version)]
    return matches[0] if len(matches) == 1 else None


def duplicate_titles(announcement: Announcement) -> set[str]:
    """Return titles that several unregistered features of an announcement share, and which thus identify none."""
    titles = Counter(name_key(plain(feature.title)) for feature in announcement.features if not feature.registered_id)
    return {title for title, count in titles.items() if count > 1}


def _keys(announcement: Announcement, feature: Feature, duplicates: set[str], knowledge: Knowledge) -> set[Key]:
    title = plain(feature.title)
    if name_key(title) in duplicates and not feature.registered_id:
        return {("title", name_key(title), *map(name_key, feature.section))}
    english = plain(announcement.localized(feature.title, "en").inlines)
    names = {feature.subject or title, english}
    return {key for name in names for key in _keys_of(name, knowledge)}


def _keys_of(name: str, knowledge: Knowledge) -> Iterator[Key]:
    """Yield the keys of a title or name: its wording, its API symbol, and its words in any order and language."""
    yield "title", title_key(name, knowledge.headings)
    bracketed = _BRACKETED.search(name)
    for part in (name, _APPOSITION.split(name)[0], bracketed[1] if bracketed else ""):
        if symbol := symbol_of(part, knowledge.headings):
            yield "symbol", symbol.casefold()
    if bracketed and symbol_of(bracketed[1], knowledge.headings):  # an API in brackets is another name of the same
        yield from _keys_of(name[: bracketed.start()], knowledge)
    if len(distinctive(name, knowledge)) >= MIN_TITLE_WORDS:
        yield "words", *sorted(qualified(name, knowledge))
