"""Join the features of all releases into lifecycles, if they are certainly the same; never on a guess."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from atlas.document.nodes import plain
from atlas.extract.matching import distinctive, qualified
from atlas.extract.naming import symbol_of, title_key
from atlas.extract.release import Feature
from atlas.history.lifecycle import Lifecycle, lifecycle
from atlas.history.release import Release
from atlas.knowledge.checks import RESERVED
from atlas.knowledge.fields import name_key
from atlas.knowledge.load import Knowledge
from atlas.knowledge.schema import Identity

# Features with a common key are the same: ("title", exact title), ("symbol", API), ("words", words…).
Key = tuple[str, ...]

MIN_TITLE_WORDS = 2  # distinctive words that a title must have to be identified by them

_BRACKETED = re.compile(r"[（(]([^（）()]+)[）)]\s*$")
_APPOSITION = re.compile(r"[，,]")


@dataclass
class _Group:
    """A feature: the keys that identify it, and its announcements."""

    keys: set[Key] = field(default_factory=set)
    announced: list[tuple[Release, Feature]] = field(default_factory=list)
    identity: Identity | None = None

    @property
    def titles(self) -> list[str]:
        return [plain(feature.title) for _, feature in self.announced]

    @property
    def versions(self) -> set[str]:
        return {release.version for release, _ in self.announced}


def join_features(releases: Iterable[Release], knowledge: Knowledge) -> tuple[Lifecycle, ...]:
    """Return every feature once, registered ones under their permanent ids, in order of announcement."""
    registered = {
        entry.id: _Group({key for name in entry.names[1:] for key in _keys_of(name, knowledge)}, identity=entry)
        for entry in knowledge.features
    }
    groups = list(registered.values())
    for release in sorted(releases, key=lambda r: r.key):
        duplicates = duplicate_titles(release)
        for feature in sorted(release.features, key=lambda f: not f.identity):
            keys = _keys(release, feature, duplicates, knowledge)
            group = registered.get(feature.identity) or _certain_match(groups, keys, release)
            if not group:
                group = _Group()
                groups.append(group)
            group.keys |= keys
            group.announced.append((release, feature))
    return tuple(_lifecycles([group for group in groups if group.announced], knowledge))


def _lifecycles(groups: list[_Group], knowledge: Knowledge) -> Iterator[Lifecycle]:
    taken = {name for entry in knowledge.features for name in (entry.id, *entry.formerly)} | RESERVED
    for group in sorted(groups, key=_sort_key):
        first = group.announced[0][1]
        name = group.identity.id if group.identity else first.id
        if not group.identity and name in taken:
            name += f"-{hashlib.sha256(plain(first.title).encode()).hexdigest()[:6]}"
        taken.add(name)
        yield lifecycle(name, group.identity, group.announced, knowledge)


def _sort_key(group: _Group) -> tuple[object, ...]:
    release, feature = group.announced[0]
    return release.key, feature.carrier


def _certain_match(groups: list[_Group], keys: set[Key], release: Release) -> _Group | None:
    """Return the only feature that shares a key with an unregistered one."""
    free = [group for group in groups if release.version not in group.versions]
    found = [group for group in free if group.keys & keys]
    return found[0] if len(found) == 1 else None


def duplicate_titles(release: Release) -> set[str]:
    """Return titles that several unregistered features of a release share, and which thus identify none."""
    titles = Counter(name_key(plain(feature.title)) for feature in release.features if not feature.identity)
    return {title for title, count in titles.items() if count > 1}


def _keys(release: Release, feature: Feature, duplicates: set[str], knowledge: Knowledge) -> set[Key]:
    title = plain(feature.title)
    if name_key(title) in duplicates and not feature.identity:
        return {("title", name_key(title), *map(name_key, feature.section))}
    english = plain(release.localized(feature.title, "en").inlines)
    names = {feature.subject or title, feature.source_title, english}
    return {key for name in names for key in _keys_of(name, knowledge)}


def _keys_of(name: str, knowledge: Knowledge) -> Iterator[Key]:
    """Yield the keys of a title or name: its wording, its API symbol, and its words in any order and language."""
    yield "title", title_key(name)
    bracketed = _BRACKETED.search(name)
    for part in (name, _APPOSITION.split(name)[0], bracketed[1] if bracketed else ""):
        if symbol := symbol_of(part):
            yield "symbol", symbol.casefold()
    if bracketed and symbol_of(bracketed[1]):  # an API in brackets is another name of the same
        yield from _keys_of(name[: bracketed.start()], knowledge)
    if len(distinctive(name, knowledge)) >= MIN_TITLE_WORDS:
        yield "words", *sorted(qualified(name, knowledge))
