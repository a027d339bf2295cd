"""Comparison of any two releases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.site.kinds.base import Inputs, Kind
from atlas.site.locale import Locale


@dataclass(frozen=True)
class Comparison(Kind):
    """Any two releases, compared in the browser."""

    versions: tuple[str, ...]  # oldest first

    template = "compare.md"
    styles = ("explorer", "compare")
    scripts = ("compare",)
    uri = "compare/index.md"
    indexed_by_description = True
    title_msgid = "版本对比"
    headline_msgid = "比较 PyTorch 的两个版本"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[Comparison]:
        yield cls(inputs.collection.versions)

    def description(self, locale: Locale) -> str:
        if not self.versions[1:]:
            return locale.gettext("PyTorch 的版本还不足两个。")
        about = locale.gettext("在 PyTorch %(versions)s 之间任选两个版本，看升级、新宣布、弃用、移除了哪些功能。")
        return about % {"versions": locale.version_range(reversed(self.versions))}
