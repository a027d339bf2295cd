"""The home page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.core.versions import version_key
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle, Step
from atlas.history.release import Release
from atlas.site.kinds.base import Inputs, Kind
from atlas.site.locale import Locale


@dataclass(frozen=True)
class Promotion:
    """A feature's step to a higher level."""

    lifecycle: Lifecycle
    before: Step
    after: Step


@dataclass(frozen=True)
class Home(Kind):
    """The chart of areas and releases, the features that rose, and the announcements whose text is here."""

    releases: tuple[Release, ...]  # newest first
    promotions: tuple[Promotion, ...]  # newest first

    template = "home.md"
    uri = "index.md"
    title_msgid = "PyTorch 版本图鉴"
    headline_msgid = "PyTorch 版本图鉴：各版本的功能与稳定级别"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[Home]:
        yield cls(inputs.collection.releases, promotions(inputs.collection))

    def description(self, locale: Locale) -> str:
        return locale.gettext("PyTorch 各版本宣布的功能与稳定级别，按版本、领域、级别与功能整理，附公告原话与出处。")


def promotions(collection: Collection) -> tuple[Promotion, ...]:
    """Return every promotion, newest first."""
    found = (Promotion(life, before, after) for life in collection.features for before, after in life.promotions)
    return tuple(sorted(found, key=lambda each: version_key(each.after.release), reverse=True))
