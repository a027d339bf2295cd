"""How features are related to each other, in both directions."""

from collections.abc import Iterable, Sequence
from typing import Literal

from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.registered_feature import RegisteredFeature, Relation

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
    """Return the relations of each feature, by the feature's id. Related ids are in the order of ``lifecycles``.

    Each relation is listed in both directions: if a is ``part_of`` b, then b ``includes`` a. The inverse is left out if
    no release names a.
    """
    position = {lifecycle.id: index for index, lifecycle in enumerate(lifecycles)}
    by_feature: dict[str, RelatedIds] = {}
    for registered in registered_features:
        for relation, target in registered.relations.targets.items():
            by_feature.setdefault(registered.id, {}).setdefault(relation, []).append(target)
            if registered.id in position:
                by_feature.setdefault(target, {}).setdefault(INVERSES[relation], []).append(registered.id)
    for related in by_feature.values():
        for ids in related.values():
            ids.sort(key=lambda feature_id: position.get(feature_id, -1))
    return by_feature
