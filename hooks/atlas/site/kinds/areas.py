"""Feature areas: the matrix of all, and a page for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.history.collection import ReleaseFeatures
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.schema import Area
from atlas.site.kinds.base import Inputs, Kind, ReleasesKind
from atlas.site.locale import Locale


@dataclass(frozen=True)
class AreaList(ReleasesKind):
    """The matrix of areas and releases."""

    template = "areas.md"
    uri = "areas/index.md"
    title_msgid = "领域"
    headline_msgid = "PyTorch 各领域、各版本的功能"
    description_msgid = "PyTorch %(versions)s 的公告在各领域宣布了哪些功能：一项一个记号，按稳定级别标记。"


@dataclass(frozen=True)
class AreaPage(Kind):
    """One area's features across releases."""

    area: Area
    lives: tuple[Lifecycle, ...]
    groups: tuple[ReleaseFeatures, ...]

    template = "area.md"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[AreaPage]:
        collection = inputs.collection
        for area in collection.knowledge.areas:
            lives = tuple(life for life in collection.newest_first if area.id in life.areas)
            yield cls(area, lives, collection.in_area(area.id))

    @property
    def uri(self) -> str:
        return f"areas/{self.area.id}/index.md"

    def title(self, locale: Locale) -> str:
        return self.area.name.of(locale.language)

    def headline(self, locale: Locale) -> str:
        return locale.gettext("%(name)s：PyTorch 各版本的功能") % {"name": self.title(locale)}

    def description(self, locale: Locale) -> str:
        about = self.area.description.of(locale.language)
        count = sum(len(group.features) for group in self.groups)
        if not count:
            return about
        versions = locale.version_range(group.release.version for group in self.groups)
        text = locale.plural("PyTorch %(versions)s 的公告宣布了 %(count)s 项功能。%(about)s", count)
        return text % {"versions": versions, "count": count, "about": about}
