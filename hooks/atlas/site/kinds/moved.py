"""Addresses that have changed: each leads on to the new one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.site.kinds.base import Inputs, Kind
from atlas.site.locale import Locale


@dataclass(frozen=True)
class MovedPage(Kind):
    """A former address, and the way to the new one: both below the language's folder."""

    former: str
    moved_to: str

    template = "moved.md"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[MovedPage]:
        collection = inputs.collection
        for identity in collection.knowledge.features:
            for former in identity.formerly if identity.id in collection.by_id else ():
                yield cls(f"features/{former}/", f"../../features/{identity.id}/")
        for moved in collection.knowledge.moved:
            yield cls(moved.former, "../" * moved.former.count("/") + moved.now)

    @property
    def uri(self) -> str:
        folder = self.former.rstrip("/")
        return f"{folder}.md" if "/" in folder else f"{folder}/index.md"

    def title(self, locale: Locale) -> str:
        return locale.gettext("这一页移走了")

    def description(self, locale: Locale) -> str:
        return ""
