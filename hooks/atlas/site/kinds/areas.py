"""Feature areas: the table of all areas, and a page for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.schema import Area
from atlas.site.kinds.base import Inputs, PageKind, ReleasesPage
from atlas.site.parts.feature_table import FeatureTable, by_level
from atlas.site.view import View
from atlas.site.words.locale import Locale

SHADES = 4  # of a cell's color: docs/assets/css/areas.css


@dataclass(frozen=True)
class LevelCount:
    """How many of an area's features have a level now; ``shade``: from 0, of none, to ``SHADES``, of the most."""

    level: str
    count: int
    shade: int


@dataclass(frozen=True)
class AreaRow:
    """An area, and how many of its features have each level now; the levels are those of every row."""

    area: Area
    counts: tuple[LevelCount, ...]

    @property
    def total(self) -> int:
        """The number of the area's features."""
        return sum(each.count for each in self.counts)


@dataclass(frozen=True)
class AreaListValues:
    """How many features of each area have each of ``levels`` now."""

    levels: tuple[str, ...]
    rows: tuple[AreaRow, ...]


@dataclass(frozen=True)
class AreaList(ReleasesPage):
    """What each area is, and how many of its features have each level."""

    in_bar = True
    template = "areas.html"
    styles = ("areas",)
    uri = "areas/index.md"
    title_msgid = "Areas"
    headline_msgid = "PyTorch features by area and stability level"
    description_msgid = "What PyTorch %(versions)s announced in each area, and how many features have each level now."

    def values(self, view: View) -> AreaListValues:
        lifecycles, states = view.collection.lifecycles, view.knowledge.stability.states
        counts = Counter((area, lifecycle.now.level) for lifecycle in lifecycles for area in lifecycle.areas)
        levels = tuple(level for level in states if any(level == used for _, used in counts))
        most = max(counts.values(), default=1)
        rows = [
            AreaRow(area, tuple(_level_count(level, counts[area.id, level], most) for level in levels))
            for area in view.collection.areas
        ]
        return AreaListValues(levels, tuple(rows))


def _level_count(level: str, count: int, most: int) -> LevelCount:
    return LevelCount(level, count, ceil(SHADES * count / most))


@dataclass(frozen=True)
class AreaValues:
    """What an area is, and the table of its features, by level."""

    about: str
    table: FeatureTable


@dataclass(frozen=True)
class AreaPage(PageKind):
    """One area and its features."""

    area: Area
    lifecycles: tuple[Lifecycle, ...]

    template = "area.html"
    styles = ("explorer", "feature_table")
    scripts = ("explorer",)

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[AreaPage]:
        for area in inputs.collection.knowledge.areas:
            yield cls(area, inputs.collection.lifecycles_in(area.id))

    def values(self, view: View) -> AreaValues:
        locale, _ = view.locale, view.locale.gettext
        table = FeatureTable(
            label=_("Features in this area: level and history"),
            groups=by_level(self.lifecycles, locale),
            order=_("newest first within each level"),
            filters=("level",),
            within=self.area.id,
        )
        return AreaValues(self.area.description.of(locale.language), table)

    @property
    def uri(self) -> str:
        return f"areas/{self.area.id}/index.md"

    def title(self, locale: Locale) -> str:
        return self.area.name.of(locale.language)

    def headline(self, locale: Locale) -> str:
        return locale.gettext("%(name)s in PyTorch, release by release") % {"name": self.title(locale)}

    def description(self, locale: Locale) -> str:
        about, count = self.area.description.of(locale.language), len(self.lifecycles)
        if not count:
            return about
        text = locale.ngettext(
            "The %(count)s feature that PyTorch announced in this area, and its level. %(about)s",
            "The %(count)s features that PyTorch announced in this area, and their levels. %(about)s",
            count,
        )
        return text % {"count": count, "about": about}
