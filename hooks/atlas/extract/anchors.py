"""The HTML ids of features and headings, each once in an announcement."""

from collections.abc import Iterable, Sequence
from itertools import chain, count

from atlas.extract.announcement import AnnouncedFeature
from atlas.extract.areas import areas_of
from atlas.extract.sections import Section
from atlas.knowledge.knowledge import Knowledge


def unused_id(name: str, used_ids: set[str]) -> str:
    """Return ``name``, or with a number if it is in ``used_ids`` (“fx-2”), and add the result to ``used_ids``."""
    numbered = (f"{name}-{number}" for number in count(2))
    unused = next(choice for choice in chain([name], numbered) if choice not in used_ids)
    used_ids.add(unused)
    return unused


def anchors_of(
    sections: Iterable[Section], features: Sequence[AnnouncedFeature], knowledge: Knowledge
) -> tuple[tuple[int, str], ...]:
    """Return the block index and the HTML id of each heading.

    The id is that of the feature that the heading announces, or else is made from the heading's level, area or number.
    """
    ids_by_host = {feature.host_index: feature.id for feature in features}
    used_ids = {feature.id for feature in features}
    anchors: list[tuple[int, str]] = []
    for number, section in enumerate(sections, 1):
        anchor = ids_by_host.get(section.heading.host_index)
        if not anchor:
            areas = areas_of(section.label, (), (), "", knowledge.areas)
            anchor = unused_id(section.level or (areas[0] if areas else f"section-{number}"), used_ids)
        anchors.append((section.index, anchor))
    return tuple(anchors)
