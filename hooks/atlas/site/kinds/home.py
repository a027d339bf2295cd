"""The first page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.history.release import Release
from atlas.site.kinds.base import Inputs, Kind
from atlas.site.locale import Locale

NEWEST = 12  # releases in the matrix


@dataclass(frozen=True)
class Home(Kind):
    """The matrix of areas and the newest releases, and ways to begin."""

    shown: tuple[Release, ...]

    template = "home.md"
    uri = "index.md"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[Home]:
        yield cls(inputs.collection.releases[:NEWEST])

    def title(self, locale: Locale) -> str:
        return locale.gettext("PyTorch 版本图鉴")

    def headline(self, locale: Locale) -> str:
        return locale.gettext("PyTorch 版本图鉴：各版本的功能与稳定级别")

    def description(self, locale: Locale) -> str:
        return locale.gettext("PyTorch 各版本公告的双语整理：每个版本一页，并按领域、稳定性与功能的历史贯通各版本。")
