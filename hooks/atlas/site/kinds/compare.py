"""Comparison of any two releases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypedDict

from atlas.core.languages import Language
from atlas.history import compare
from atlas.history.lifecycle import Lifecycle
from atlas.site.kinds.base import Inputs, Kind
from atlas.site.locale import Locale


class Compared(TypedDict):
    """A feature as the page's script compares it.

    ``steps`` are its levels, each with the release that begins it; ``kinds`` are those of ``compare.kinds``;
    ``deprecated`` is the release that first deprecates it, if any.
    """

    id: str
    name: dict[Language, str | None]
    areas: tuple[str, ...]
    path: str
    steps: list[tuple[str, str]]
    kinds: tuple[tuple[compare.Kind | None, ...], ...]
    deprecated: str | None


@dataclass(frozen=True)
class Comparison(Kind):
    """Any two releases, compared in the browser."""

    versions: tuple[str, ...]  # oldest first
    features: tuple[Compared, ...]

    template = "compare.md"
    styles = ("explorer", "compare")
    scripts = ("compare",)
    uri = "compare/index.md"
    indexed_by_description = True
    title_msgid = "版本对比"
    headline_msgid = "比较 PyTorch 的两个版本"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[Comparison]:
        collection = inputs.collection
        yield cls(collection.versions, tuple(map(_compared, collection.features)))

    def description(self, locale: Locale) -> str:
        if not self.versions[1:]:
            return locale.gettext("PyTorch 的版本还不足两个。")
        about = locale.gettext("在 PyTorch %(versions)s 之间任选两个版本，看升级、新宣布、弃用、移除了哪些功能。")
        return about % {"versions": locale.version_range(reversed(self.versions))}


def _compared(lifecycle: Lifecycle) -> Compared:
    notices = lifecycle.notices
    return {
        "id": lifecycle.id,
        "name": lifecycle.names,
        "areas": lifecycle.areas,
        "path": lifecycle.path,
        "steps": [(step.release, step.level) for step in lifecycle.steps],
        "kinds": compare.kinds(lifecycle),
        "deprecated": next((each.release for each in notices if each.notice == compare.DEPRECATED), None),
    }
