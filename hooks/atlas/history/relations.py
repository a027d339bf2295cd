"""How features are related to each other, in both directions."""

from collections.abc import Iterable, Sequence

from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.schema import RegisteredFeature

Relations = dict[str, dict[str, list[str]]]  # feature id → kind of relation → ids of the related features


def relations(registered_features: Iterable[RegisteredFeature], lifecycles: Sequence[Lifecycle]) -> Relations:
    """Return the relations of each feature; related ones stand in the order in which releases named them.

    “a is part_of b” is an entry of a, and as “part_of reversed” also one of b, unless no release names a.
    """
    position = {lifecycle.id: index for index, lifecycle in enumerate(lifecycles)}
    found: Relations = {}
    for registered in registered_features:
        for kind, target in registered.relations.targets.items():
            found.setdefault(registered.id, {}).setdefault(kind, []).append(target)
            if registered.id in position:
                found.setdefault(target, {}).setdefault(f"{kind} reversed", []).append(registered.id)
    for ids_by_kind in found.values():
        for ids in ids_by_kind.values():
            ids.sort(key=lambda feature_id: position.get(feature_id, -1))
    return found
