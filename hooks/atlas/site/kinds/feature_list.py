"""The list of all features."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.history.collection import Collection
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.parts.feature_table import FeatureTable, by_release
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
    title_msgid = "功能"
    headline_msgid = "PyTorch 功能总表：级别与起始版本"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[FeatureList]:
        yield cls(inputs.collection)

    def values(self, view: View) -> FeatureListValues:
        _ = view.locale.gettext
        table = FeatureTable(
            label=_("全部功能：名称、级别、领域与历史"),
            groups=by_release(self.collection, view.locale),
            order=_("按最后提到它的版本排列"),
            filters=("area", "level"),
            is_mergeable=True,
        )
        return FeatureListValues(table)

    def description(self, locale: Locale) -> str:
        text = "PyTorch 公告宣布过的全部 %(count)s 项功能：名称、级别、领域与历史，可按领域、级别与文字筛选。"
        count = len(self.collection.lifecycles)
        return locale.plural(text, count) % {"count": count}
