"""The list of all features."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.history.collection import Collection
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.parts.feature_table import FeatureTable, area_filter, by_release, state_filter
from atlas.site.view import View
from atlas.site.words.locale import Locale


@dataclass(frozen=True)
class FeatureListValues:
    """The table of all features."""

    table: FeatureTable


@dataclass(frozen=True)
class FeatureList(PageKind):
    """Every feature, by the last release that names it."""

    collection: Collection

    in_bar = True
    template = "features.html"
    styles = ("explorer", "feature_table")
    scripts = ("explorer",)
    uri = "features/index.md"
    is_searchable = True
    title_msgid = "Features"
    headline_msgid = "PyTorch features: level and since when"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[FeatureList]:
        yield cls(inputs.collection)

    def values(self, view: View) -> FeatureListValues:
        _ = view.locale.gettext
        table = FeatureTable(
            label=_("All features: name, level, area, and history"),
            groups=by_release(view),
            order=_("by the release that last announced them"),
            filters=(area_filter(view), state_filter(view)),
            since_title=_("Last level (since)"),
            areas_title=_("Area"),
            is_mergeable=True,
        )
        return FeatureListValues(table)

    def description(self, locale: Locale) -> str:
        text = (
            (
                "The %(count)s feature that PyTorch announced: name, level, area, and history, filtered by area, "
                "level, and text."
            ),
            (
                "All %(count)s features that PyTorch announced: name, level, area, and history, filtered by "
                "area, level, and text."
            ),
        )
        count = len(self.collection.lifecycles)
        return locale.ngettext(*text, count) % {"count": count}
