"""The page of an area: what it is, and its features."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.schema import Area
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.parts.feature_table import FeatureTable, by_state, state_filter
from atlas.site.view import View
from atlas.site.words.locale import Locale


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
        _ = view.locale.gettext
        table = FeatureTable(
            label=_("Features in this area: level and history"),
            groups=by_state(self.lifecycles, view, self.area.id),
            order=_("newest first within each group"),
            filters=(state_filter(view),),
            since_title=_("Since"),
            areas_title=_("Also in"),
        )
        return AreaValues(self.area.description.of(view.locale.language), table)

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
