"""Features of different releases that are likely the same: proposed with their evidence, never joined."""

from dataclasses import dataclass
from itertools import combinations

from atlas.document.nodes import plain
from atlas.extract.matching import distinctive, likeness
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle

ENOUGH = 2  # distinctive words that two titles share


@dataclass(frozen=True, slots=True)
class Proposal:
    """Two features, the earlier one first, that may be one: how alike their titles are, and what they share."""

    earlier: Lifecycle
    later: Lifecycle
    likeness: float
    words: tuple[str, ...]
    apis: tuple[str, ...]


def proposals(atlas: Collection) -> list[Proposal]:
    """Likely pairs of features that no announcement has both of, the likeliest first."""
    lives = atlas.lifecycles
    registered = {life.id: life for life in lives if life.identity}
    found = []
    for a, b in combinations(lives, 2):
        if (
            not _versions(a) & _versions(b)
            and not _are_related(a, b)
            and (likely := _compared(a, b, atlas, registered))
        ):
            found.append(likely)
    return sorted(found, key=lambda p: (-p.likeness, p.earlier.id, p.later.id))


def _compared(a: Lifecycle, b: Lifecycle, atlas: Collection, registered: dict[str, Lifecycle]) -> Proposal | None:
    earlier, later = sorted((a, b), key=lambda life: life.announced[0].release.key)
    words = set.intersection(*(set(_words(life, atlas)) for life in (earlier, later)))
    apis = set.intersection(*({api for s in life.announced for api in s.feature.apis} for life in (earlier, later)))
    other_words = words - {word for api in apis for word in distinctive(api, atlas.knowledge)}
    is_named = any(registered.get(m) in (a, b) for life in (a, b) for s in life.announced for m in s.feature.maybe)
    if not (len(words) >= ENOUGH or (apis and other_words) or (is_named and words)):
        return None
    alike = max(likeness(x, y, atlas.knowledge) for x in _titles(earlier) for y in _titles(later))
    return Proposal(earlier, later, alike, tuple(sorted(words)), tuple(sorted(apis)))


def _versions(life: Lifecycle) -> set[str]:
    return {statement.release.version for statement in life.announced}


def _titles(life: Lifecycle) -> set[str]:
    return {plain(statement.feature.title) for statement in life.announced}


def _words(life: Lifecycle, atlas: Collection) -> set[str]:
    return {word for title in _titles(life) for word in distinctive(title, atlas.knowledge)}


def _are_related(a: Lifecycle, b: Lifecycle) -> bool:
    """Whether people have said how the two stand to each other, which is not that they are one."""
    pairs = ((a, b.id), (b, a.id))
    return any(
        other in relation.values() for life, other in pairs if life.identity for relation in life.identity.relations
    )
