"""Propose features of different releases that are likely the same, with evidence; never join them."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from atlas.document.nodes import plain
from atlas.extract.matching import distinctive, likeness
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.load import Knowledge

MIN_SHARED_WORDS = 2  # distinctive words that two titles must share


@dataclass(frozen=True, slots=True)
class Proposal:
    """Two features that may be the same: how alike their titles are, and what they share."""

    earlier: Lifecycle
    later: Lifecycle
    likeness: float
    words: tuple[str, ...]
    apis: tuple[str, ...]


def proposals(collection: Collection) -> list[Proposal]:
    """Return likely pairs of features that never share an announcement, the most alike first."""
    compared = (_proposal(a, b, collection.knowledge) for a, b in combinations(collection.lifecycles, 2))
    return sorted(filter(None, compared), key=lambda p: (-p.likeness, p.earlier.id, p.later.id))


def _proposal(a: Lifecycle, b: Lifecycle, knowledge: Knowledge) -> Proposal | None:
    if {s.release.version for s in a.announced} & {s.release.version for s in b.announced}:
        return None
    if b.id in _related(a) or a.id in _related(b):  # their relation is registered
        return None
    earlier, later = sorted((a, b), key=lambda life: life.announced[0].release.key)
    titles, others = ({plain(s.feature.title) for s in life.announced} for life in (earlier, later))
    words = _words(titles, knowledge) & _words(others, knowledge)
    apis = {api for s in a.announced for api in s.feature.apis} & {api for s in b.announced for api in s.feature.apis}
    is_named = any(m in (a.id, b.id) for life in (a, b) for s in life.announced for m in s.feature.possible_ids)
    if not (len(words) >= MIN_SHARED_WORDS or (apis and words - _words(apis, knowledge)) or (is_named and words)):
        return None
    alike = max(likeness(title, other, knowledge) for title in titles for other in others)
    return Proposal(earlier, later, alike, tuple(sorted(words)), tuple(sorted(apis)))


def _related(life: Lifecycle) -> set[str]:
    return set(life.identity.relations.values()) if life.identity else set()


def _words(names: Iterable[str], knowledge: Knowledge) -> set[str]:
    return {word for name in names for word in distinctive(name, knowledge)}
