"""Features of all releases → lifecycles: by registered id, else by their exact title. Nothing is merged by guess."""

import hashlib
from collections import Counter
from collections.abc import Iterable

from atlas.document.nodes import plain
from atlas.extract.release import Feature
from atlas.history.lifecycle import Lifecycle, lifecycle
from atlas.history.release import Release
from atlas.knowledge.fields import exact
from atlas.knowledge.load import Knowledge

_Key = tuple[str, ...]


def attach(releases: Iterable[Release], knowledge: Knowledge) -> tuple[Lifecycle, ...]:
    """Every feature once, registered ones under their permanent ids, in the order in which they were announced."""
    ordered = sorted(releases, key=lambda r: r.key)
    doubled = {title for release in ordered for title in doubled_titles(release)}
    found: dict[_Key, list[tuple[Release, Feature]]] = {}
    for release in ordered:
        for feature in release.features:
            found.setdefault(_key(feature, doubled), []).append((release, feature))
    registered = knowledge.features
    taken = {"index", "all", *(f.id for f in registered), *(old for f in registered for old in f.formerly)}
    out = []
    for key, announced in found.items():
        identity = knowledge.identities.get(key[1]) if key[0] == "id" else None
        name = identity.id if identity else _free(announced[0][1].id, key, taken)
        taken.add(name)
        out.append(lifecycle(name, identity, announced, knowledge.stability))
    return tuple(out)


def doubled_titles(release: Release) -> set[str]:
    """Titles that two unregistered features of a release share: they say alone not which is meant."""
    titles = Counter(exact(plain(feature.title)) for feature in release.features if not feature.registered)
    return {title for title, count in titles.items() if count > 1}


def _key(feature: Feature, doubled: set[str]) -> _Key:
    if feature.registered:
        return ("id", feature.identity)
    title = exact(feature.about or plain(feature.title))
    return ("title", title, *(map(exact, feature.section) if title in doubled else ()))


def _free(name: str, key: _Key, taken: set[str]) -> str:
    return f"{name}-{hashlib.sha256('/'.join(key).encode()).hexdigest()[:6]}" if name in taken else name
