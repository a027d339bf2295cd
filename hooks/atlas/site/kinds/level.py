"""The page of a stability level: its features, and those that had it before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.stability import Level
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.parts.feature_table import FeatureGroup, FeatureTable, area_filter, feature_rows
from atlas.site.view import View
from atlas.site.words.locale import Locale
from atlas.site.words.marks import StateMark


@dataclass(frozen=True)
class LevelMembers:
    """The features whose last stated level is ``level``, and those that had it before."""

    level: Level
    now: tuple[Lifecycle, ...]
    promoted: tuple[Lifecycle, ...]  # that left it for a higher level
    other: tuple[Lifecycle, ...]  # that left it for a level that is not higher, or were removed

    @classmethod
    def of(cls, level: Level, collection: Collection) -> LevelMembers:
        """Return the features of a level of ``collection``."""
        return cls(
            level,
            now=collection.lifecycles_at(level.id),
            promoted=collection.promoted_from(level.id),
            other=collection.not_promoted_from(level.id),
        )

    @property
    def count(self) -> int:
        """How many features have or had the level."""
        return len(self.now) + len(self.promoted) + len(self.other)

    @property
    def stating(self) -> set[str]:
        """The releases that state the level of any feature."""
        found = (statement for each in chain(self.now, self.promoted, self.other) for statement in each.statements)
        return {statement.version for statement in found if statement.level == self.level.id}


@dataclass(frozen=True)
class LevelValues:
    """A level's features, and facts about it.

    - ``used``: which releases used it, in words; empty for the level of features that state none.
    - ``last_stated``: a sentence, if releases followed the last one that states it; else empty.
    """

    mark: StateMark
    used: str
    last_stated: str
    table: FeatureTable


@dataclass(frozen=True)
class LevelPage(PageKind):
    """One level's features: those that have it, and those that had it."""

    members: LevelMembers

    template = "level.html"
    styles = ("explorer", "feature_table")
    scripts = ("explorer",)

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[LevelPage]:
        for level in inputs.collection.knowledge.stability.levels:
            yield cls(LevelMembers.of(level, inputs.collection))

    def values(self, view: View) -> LevelValues:
        _, level, members = view.locale.gettext, self.members.level, self.members
        mark = view.locale.marks[level.id]
        values = {"level": view.locale.state_in_sentence(level.id)}
        has_level = level.id != view.knowledge.stability.no_level
        now = _("Last stated as %(level)s") % values if has_level else mark.name
        promoted = _("Promoted from %(level)s") % values
        other = _("Moved from %(level)s to another level, or removed") % values
        sections = (
            FeatureGroup(feature_rows(members.now, view), "now", mark.title_of(now), mark.title),
            FeatureGroup(feature_rows(members.promoted, view), "promoted", promoted, _("Promoted later")),
            FeatureGroup(feature_rows(members.other, view), "other", other, _("Changed or removed")),
        )
        groups = tuple(group for group in sections if group.rows)
        table = FeatureTable(
            label=_("Features at this level: level and history"),
            groups=groups,
            order=_("newest first within each group"),
            filters=(area_filter(view),),
            since_title=_("Last level (since)"),
            areas_title=_("Area"),
        )
        span = view.knowledge.stability.span_of(level.id)
        used = _("In use: %(versions)s") % {"versions": view.locale.span(*span)} if span else ""
        return LevelValues(mark, used, self._last_stated(view), table)

    def _last_stated(self, view: View) -> str:
        """Return a sentence that says that PyTorch no longer uses the level, or after which release none states it."""
        versions, stability = view.collection.versions, view.knowledge.stability
        if stability.used_until(self.members.level.id):
            return view.locale.gettext("PyTorch no longer uses it as a level")
        last = max(map(versions.index, self.members.stating), default=-1)
        if last in (-1, len(versions) - 1):
            return ""
        return view.locale.gettext("not stated after %(version)s") % {"version": versions[last]}

    @property
    def uri(self) -> str:
        return f"stability/{self.members.level.id}/index.md"

    def title(self, locale: Locale) -> str:
        return self.members.level.name.of(locale.language)

    def headline(self, locale: Locale) -> str:
        return locale.gettext("%(name)s features of PyTorch, release by release") % {"name": self.title(locale)}

    def description(self, locale: Locale) -> str:
        level = self.members.level
        count = self.members.count
        if not count:
            return level.definition.of(locale.language)
        text = locale.ngettext(
            "The %(count)s feature that PyTorch’s announcements have put at the level “%(level)s”, and what it means.",
            "The %(count)s features that PyTorch’s announcements have put at the level “%(level)s”, and what it means.",
            count,
        )
        return text % {"level": locale.state_in_sentence(level.id), "count": count}
