"""The registered features that are nearest to an unregistered one, for the person who registers it."""

from collections.abc import Collection
from math import fsum, log
from typing import NamedTuple

from atlas.document.nodes import plain
from atlas.extract.announcement import Feature
from atlas.extract.matching import distinctive
from atlas.knowledge.knowledge import Knowledge

MAX_NEAREST = 3  # features
MIN_SHARE = 0.3  # of the weight of a title's distinctive words that a registered feature must have, too


class Near(NamedTuple):
    """A registered feature, and the words that its names share with a title."""

    id: str
    words: tuple[str, ...]


def nearest(feature: Feature, knowledge: Knowledge) -> tuple[Near, ...]:
    """Return the registered features nearest to an unregistered one, the nearest first; none for a registered one.

    Those whose name stands in the title come first. The fewer registered features have a word, the more it counts.
    """
    if feature.registered_id:
        return ()
    wanted = distinctive(" ".join((plain(feature.title), *feature.apis)), knowledge)
    in_title = distinctive(plain(feature.title), knowledge) or wanted
    registered = {identity.id: distinctive(" ".join(identity.names), knowledge) for identity in knowledge.features}
    weights = {word: _rarity(word, registered.values()) for word in wanted}
    min_score = MIN_SHARE * fsum(weights[word] for word in in_title)
    scored = []
    for feature_id, words in registered.items():
        shared = wanted & words
        score = fsum(weights[word] for word in shared)  # the same in any order of a set
        is_named = feature_id in feature.possible_ids
        if is_named or (shared & in_title and score >= min_score):
            scored.append((not is_named, -score, feature_id, Near(feature_id, tuple(sorted(shared)))))
    return tuple(near for *_, near in sorted(scored)[:MAX_NEAREST])


def _rarity(word: str, names: Collection[frozenset[str]]) -> float:
    """Return the weight of a word: the logarithm of how few of the ``names`` have it."""
    return log(1 + len(names) / (1 + sum(word in words for words in names)))
