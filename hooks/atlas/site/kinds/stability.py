"""Stability levels: what they mean and meant, and a page for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.history.across import Rise
from atlas.history.collection import Collection, ReleaseFeatures
from atlas.history.eras import EraTable, era_table
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.schema import Level
from atlas.site.kinds.base import Inputs, Kind
from atlas.site.locale import Locale

# What became of the features at a level that did not rise, by the announcements: only official posts that are not
# collected say so, or no text; all of them, if there is no higher level. And those that only such posts put there.
ELSEWHERE, NO_NEWS, ALL, ONLY_ELSEWHERE = "elsewhere", "no-news", "announced", "only-elsewhere"


@dataclass(frozen=True)
class LevelList(Kind):
    """What every level means and meant."""

    eras: EraTable

    template = "stability.md"
    uri = "stability/index.md"
    indexed_by_description = True
    title_msgid = "稳定性"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[LevelList]:
        stability = inputs.collection.knowledge.stability
        yield cls(era_table(stability.eras, [level.id for level in stability.levels]))

    def headline(self, locale: Locale) -> str:
        return locale.gettext("PyTorch 的稳定级别：%(levels)s") % {"levels": self._levels(locale)}

    def description(self, locale: Locale) -> str:
        about = locale.gettext("%(levels)s在 PyTorch 公告里各是什么意思，各版本怎样称呼，以及每一级的功能与依据。")
        return about % {"levels": self._levels(locale)}

    @staticmethod
    def _levels(locale: Locale) -> str:
        stability = locale.knowledge.stability
        names = (locale.level(level.id) for level in stability.levels if level.id != stability.default)
        return locale.gettext("、").join(names)


def _risen_to(level: str, rises: tuple[Rise, ...]) -> tuple[Lifecycle, ...]:
    return tuple(rise.life for rise in rises if rise.reached and rise.reached.stage == level)


def _only_elsewhere(collection: Collection, level: Level, lives: tuple[Lifecycle, ...]) -> tuple[Lifecycle, ...]:
    """Return the features that only uncollected official texts put at a level."""
    others = (life for life in collection.newest_first if life not in lives)
    return tuple(life for life in others if any(each.level == level.id for each in collection.elsewhere(life)))


@dataclass(frozen=True)
class LevelPage(Kind):
    """One level's features across releases, by what became of them."""

    level: Level
    outcomes: tuple[tuple[str, tuple[Lifecycle, ...]], ...]  # a level above it, or one of the constants → features
    groups: tuple[ReleaseFeatures, ...]

    template = "level.md"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[LevelPage]:
        collection, stability = inputs.collection, inputs.collection.knowledge.stability
        for level in stability.levels:
            higher = [each.id for each in collection.levels if stability.ranks_above(each.id, level.id)]
            lives, rises = collection.ever_at(level.id), collection.rises(level.id)
            stayed = [rise for rise in rises if not rise.reached]
            yield cls(
                level=level,
                outcomes=(
                    *((each, _risen_to(each, rises)) for each in higher),
                    (ELSEWHERE, tuple(rise.life for rise in stayed if rise.elsewhere)),
                    (NO_NEWS if higher else ALL, tuple(rise.life for rise in stayed if not rise.elsewhere)),
                    (ONLY_ELSEWHERE, _only_elsewhere(collection, level, lives)),
                ),
                groups=collection.at_level(level.id),
            )

    @property
    def uri(self) -> str:
        return f"stability/{self.level.id}/index.md"

    def title(self, locale: Locale) -> str:
        return self.level.name.of(locale.language)

    def headline(self, locale: Locale) -> str:
        return locale.gettext("PyTorch 各版本中“%(name)s”一级的功能") % {"name": self.title(locale)}

    def description(self, locale: Locale) -> str:
        count = sum(len(group.features) for group in self.groups)
        if not count:
            return self.level.definition.of(locale.language)
        versions = locale.version_range(group.release.version for group in self.groups)
        text = locale.plural(
            "PyTorch %(versions)s 的公告里属于“%(level)s”一级的 %(count)s 项功能，附这一级的含义。", count
        )
        return text % {"versions": versions, "level": locale.level(self.level.id), "count": count}
