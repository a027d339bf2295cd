"""How features are related to each other, in both directions."""

from collections.abc import Iterable, Sequence
from typing import Literal

from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.schema import RegisteredFeature, Relation

Inverse = Literal["renamed_from", "supersedes", "includes"]
INVERSES: dict[Relation, Inverse] = {
    "renamed_to": "renamed_from",
    "superseded_by": "supersedes",
    "part_of": "includes",
}
RelatedIds = dict[Relation | Inverse, list[str]]  # relation → ids of the related features


def relations(
    registered_features: Iterable[RegisteredFeature], lifecycles: Sequence[Lifecycle]
) -> dict[str, RelatedIds]:
    """Return the relations of each feature, by its id; related ones stand in the order in which releases named them.

    “a is part_of b” is an entry of a, and as “b includes a” also one of b, unless no release names a.
    """
    position = {lifecycle.id: index for index, lifecycle in enumerate(lifecycles)}
    found: dict[str, RelatedIds] = {}
    for registered in registered_features:
        for relation, target in registered.relations.targets.items():
            found.setdefault(registered.id, {}).setdefault(relation, []).append(target)
            if registered.id in position:
                found.setdefault(target, {}).setdefault(INVERSES[relation], []).append(registered.id)
    for related in found.values():
        for ids in related.values():
            ids.sort(key=lambda feature_id: position.get(feature_id, -1))
    return found
