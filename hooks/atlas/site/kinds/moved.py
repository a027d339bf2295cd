"""Addresses that have changed: each leads on to the new one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.knowledge.schema import Identity
from atlas.site.kinds.base import Inputs, Kind
from atlas.site.locale import Locale


@dataclass(frozen=True)
class MovedFeature(Kind):
    """A feature's page at an id that it had."""

    identity: Identity
    formerly: str

    template = "moved.md"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[MovedFeature]:
        for identity in inputs.collection.knowledge.features:
            for formerly in identity.formerly if identity.id in inputs.collection.by_id else ():
                yield cls(identity, formerly)

    @property
    def uri(self) -> str:
        return f"features/{self.formerly}.md"

    @property
    def moved_to(self) -> str:  # type: ignore[override]
        return f"../{self.identity.id}/"

    def title(self, locale: Locale) -> str:
        return self.identity.name.of(locale.language)

    def description(self, locale: Locale) -> str:
        return ""
