"""The features that rose, in groups that share a point of the picture, and the rows of their names in a lane."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from atlas.core.characters import HAN_CHARACTER
from atlas.core.versions import VersionKey, version_key
from atlas.history.lifecycle import Lifecycle
from atlas.site.parts.promotion_picture.shapes import WIDTH

HAN_WIDTH, LATIN_WIDTH = 13, 7.2  # the greatest width of a character in a name
NAME_GAP = 9  # from a point to the first name beside it
DOT = 12  # from a name to the next one in the row, with a dot between them


@dataclass(frozen=True, slots=True)
class PromotedFeature:
    """A promoted feature: ``reached`` are its levels in order, each with the x of the release that states it."""

    lifecycle: Lifecycle
    name_width: float
    reached: tuple[tuple[str, float], ...]

    @property
    def end(self) -> tuple[str, float]:
        """The last level, and where the feature reached it."""
        return self.reached[-1]


@dataclass(frozen=True, slots=True)
class Group:
    """The features that reached their last level, ``level``, at ``x``.

    ``edges`` are the right ends of the ``rows`` of their names.
    """

    level: str
    x: float
    features: tuple[PromotedFeature, ...]
    rows: tuple[tuple[Lifecycle, ...], ...]
    edges: tuple[float, ...]
    is_left: bool

    @classmethod
    def of(cls, level: str, x: float, features: Sequence[PromotedFeature]) -> Group:
        """Put names in rows to the right of the point as long as a row has room; to the left, one name in each row."""
        names_x = x + NAME_GAP
        is_left = names_x + max(feature.name_width for feature in features) > WIDTH
        rows: list[list[Lifecycle]] = []
        edges: list[float] = []
        for feature in features:
            if not rows or is_left or edges[-1] + DOT + feature.name_width > WIDTH:
                rows.append([feature.lifecycle])
                edges.append(x if is_left else names_x + feature.name_width)
            else:
                rows[-1].append(feature.lifecycle)
                edges[-1] += DOT + feature.name_width
        return cls(level, x, tuple(features), tuple(map(tuple, rows)), tuple(edges), is_left)

    @property
    def begin(self) -> float:
        """The x of the left end of the names and the lines."""
        lines = min(feature.reached[-2][1] for feature in self.features)
        names = self.x - NAME_GAP - max(feature.name_width for feature in self.features)
        return min(lines, names) if self.is_left else lines


def promoted_feature(lifecycle: Lifecycle, axis: Mapping[VersionKey, float], name: str) -> PromotedFeature | None:
    """Return a feature with the levels that it reached, from the one before its first promotion on.

    Return None if a release on the way has no date. ``axis`` is the x of each dated release.
    """
    first, last = lifecycle.promotions[0][0], lifecycle.promotions[-1][1]
    steps = lifecycle.steps[lifecycle.steps.index(first) : lifecycle.steps.index(last) + 1]
    if any(version_key(step.version) not in axis for step in steps):
        return None
    han_count = len(HAN_CHARACTER.findall(name))
    name_width = han_count * HAN_WIDTH + (len(name) - han_count) * LATIN_WIDTH
    return PromotedFeature(
        lifecycle, name_width, tuple((step.state, axis[version_key(step.version)]) for step in steps)
    )


def grouped(features: Iterable[PromotedFeature]) -> dict[str, list[Group]]:
    """Return the groups of each level, in the order of ``features``."""
    by_end: dict[tuple[str, float], list[PromotedFeature]] = {}
    for feature in features:
        by_end.setdefault(feature.end, []).append(feature)
    by_level: dict[str, list[Group]] = {}
    for (level, x), group in by_end.items():
        by_level.setdefault(level, []).append(Group.of(level, x, group))
    return by_level


def first_rows(groups: Sequence[Group]) -> tuple[list[int], int]:
    """Return the first row of each group of a lane, and the number of rows of the lane.

    A group is as high as possible: from its first row down, all names of earlier groups end to the left of it. So they
    are in the way neither of its names nor of its lines, which come from below.
    """
    row_ends: list[float] = []  # the right end of the names in each row
    rows: list[int] = []
    row_count = 0
    for group in groups:
        row = len(row_ends)
        while row and row_ends[row - 1] + 2 * NAME_GAP <= group.begin:
            row -= 1
        row_ends[row:] = group.edges
        rows.append(row)
        row_count = max(row_count, len(row_ends))
    return rows, row_count
