"""The registered features that are nearest to an unregistered one, for the person who registers it."""

from math import log
from typing import NamedTuple

from atlas.document.nodes import plain
from atlas.extract.announcement import Feature
from atlas.extract.matching import distinctive
from atlas.knowledge.load import Knowledge

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
    own = distinctive(" ".join((plain(feature.title), *feature.apis)), knowledge)
    title = distinctive(plain(feature.title), knowledge) or own
    registered = {each.id: distinctive(" ".join(each.names), knowledge) for each in knowledge.features}
    weight = {
        word: log(1 + len(registered) / (1 + sum(word in words for words in registered.values()))) for word in own
    }
    whole = sum(weight[word] for word in title)
    scored = []
    for name, words in registered.items():
        shared = own & words
        score = sum(weight[word] for word in shared)
        is_named = name in feature.possible_ids
        if is_named or (shared & title and score >= MIN_SHARE * whole):
            scored.append((not is_named, -score, name, Near(name, tuple(sorted(shared)))))
    return tuple(near for *_, near in sorted(scored)[:MAX_NEAREST])
