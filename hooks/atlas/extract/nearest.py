"""The registered features whose names are most similar to the title of an unregistered feature.

They are shown to the person who registers the feature, as it may be one of them under another name.
"""

from collections.abc import Collection
from math import fsum, log
from typing import NamedTuple

from atlas.document.nodes import plain
from atlas.extract.announcement import AnnouncedFeature
from atlas.extract.matching import distinctive
from atlas.knowledge.knowledge import Knowledge

# Both numbers are measured by `make weights`. With fewer features, the right one is sometimes missing; with more, it is
# found no more often.
MAX_NEAREST = 3  # features
MIN_SHARE = 0.3  # the share of the total weight of a title's words that a registered feature's names must have, too


class Near(NamedTuple):
    """A registered feature, and the stems that its names share with the title and APIs of an unregistered one."""

    id: str
    words: tuple[str, ...]


def nearest(feature: AnnouncedFeature, knowledge: Knowledge) -> tuple[Near, ...]:
    """Return the registered features nearest to an unregistered one, the nearest first; () for a registered one.

    Features whose name is part of the title come first, then those that share the most words with the title. A word
    has a higher weight the fewer registered features have it in their names.
    """
    if feature.registered_id:
        return ()
    title = plain(feature.title)
    words = distinctive(" ".join((title, *feature.apis)), knowledge)
    title_words = distinctive(title, knowledge) or words
    names_by_id = {
        registered.id: distinctive(" ".join(registered.names), knowledge)
        for registered in knowledge.registered_features
    }
    weights = {word: _rarity(word, names_by_id.values()) for word in words}
    min_score = MIN_SHARE * fsum(weights[word] for word in title_words)
    scored = []
    for feature_id, registered_words in names_by_id.items():
        shared = words & registered_words
        score = fsum(weights[word] for word in shared)  # fsum is exact, so the order of the set does not matter
        is_named = feature_id in feature.possible_ids
        if is_named or (shared & title_words and score >= min_score):
            scored.append((not is_named, -score, feature_id, Near(feature_id, tuple(sorted(shared)))))
    return tuple(near for *_, near in sorted(scored)[:MAX_NEAREST])


def _rarity(word: str, names: Collection[frozenset[str]]) -> float:
    """Return the weight of a word, which is higher the fewer of ``names`` (each a set of words) contain it."""
    names_with_word = sum(word in words for words in names)
    return log(1 + len(names) / (1 + names_with_word))
