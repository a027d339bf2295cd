"""Stability levels: what each means and has meant in past releases, and a page for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from markupsafe import Markup

from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.stability import REMOVED, SUPERSEDED, Era, Level
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.parts.eras import EraTable, era_table
from atlas.site.parts.feature_table import FeatureGroup, FeatureTable
from atlas.site.view import PageLink, View
from atlas.site.words.interface import DIFFERENCES
from atlas.site.words.level_marks import LevelMark
from atlas.site.words.locale import Locale


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
class LevelRow:
    """A level, with links to the features that have it now, and to those that had it, by what became of them."""

    mark: LevelMark
    now: PageLink
    formerly: tuple[PageLink, ...]


@dataclass(frozen=True)
class NoticeRow:
    """What is stated besides the levels that features may have, with a link to the features of which it holds."""

    id: str
    mark: Markup
    definition: str
    link: PageLink


@dataclass(frozen=True)
class LevelListValues:
    """What the page shows; ``summary`` says what PyTorch's words for levels meant over time."""

    summary: str
    rows: tuple[LevelRow, ...]
    eras: tuple[Era, ...]
    notices: tuple[NoticeRow, ...]


@dataclass(frozen=True)
class LevelList(PageKind):
    """What every level means and has meant."""

    levels: tuple[LevelMembers, ...]
    era_table: EraTable

    in_bar = True
    template = "stability.html"
    styles = ("cards", "stability")
    uri = "stability/index.md"
    is_searchable = True
    title_msgid = "Stability"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[LevelList]:
        stability = inputs.collection.knowledge.stability
        levels = tuple(LevelMembers.of(level, inputs.collection) for level in stability.levels)
        yield cls(levels, era_table(stability.eras, [level.id for level in stability.levels]))

    def values(self, view: View) -> LevelListValues:
        return LevelListValues(
            summary=view.knowledge.stability.summary.of(view.locale.language),
            rows=tuple(_row(each, view) for each in self.levels),
            eras=view.knowledge.stability.eras,
            notices=tuple(_notices(view)),
        )

    def headline(self, locale: Locale) -> str:
        return locale.gettext("PyTorch stability levels: %(levels)s") % {"levels": self._levels(locale)}

    def description(self, locale: Locale) -> str:
        about = locale.gettext(
            "What the levels %(levels)s mean in PyTorch announcements, what they were called from version to "
            "version, and their features."
        )
        return about % {"levels": self._levels(locale)}

    @staticmethod
    def _levels(locale: Locale) -> str:
        """Return the names of all levels as words, without the one for features that state no level."""
        stability = locale.knowledge.stability
        names = (locale.level_in_sentence(level.id) for level in stability.levels if level.id != stability.no_level)
        return locale.gettext(", ").join(names)


def _row(members: LevelMembers, view: View) -> LevelRow:
    mark, locale = view.locale.level_marks[members.level.id], view.locale
    now = PageLink(locale.counted("%(num)s feature", "%(num)s features", len(members.now)), view.href(mark.path))
    formerly: list[PageLink] = []
    for features, anchor, words in (
        (members.promoted, "promoted", ("%(num)s promoted since", "%(num)s promoted since")),
        (members.other, "other", ("%(num)s changed or removed since", "%(num)s changed or removed since")),
    ):
        if features:
            formerly.append(PageLink(locale.counted(*words, len(features)), view.href(mark.path, anchor)))
    return LevelRow(mark, now, tuple(formerly))


def _notices(view: View) -> Iterator[NoticeRow]:
    """Yield “removed”, the kinds of notices that hold for any feature, then “superseded” if any feature is."""
    collection, language, _ = view.collection, view.locale.language, view.locale.gettext
    removed = _features(len(collection.lifecycles_at(REMOVED)), REMOVED, view)
    yield NoticeRow(REMOVED, view.badge(REMOVED), _(DIFFERENCES["removed"][1]), removed)
    mark = Markup('<span class="notice-mark">{}</span>')
    for kind in collection.notices:
        features = _features(len(collection.lifecycles_with(kind.id)), kind.id, view)
        yield NoticeRow(kind.id, mark.format(kind.name.of(language)), kind.definition.of(language), features)
    if collection.superseded:
        definition = _("PyTorch says that another feature took its place, or that it was renamed.")
        features = _features(len(collection.superseded), SUPERSEDED, view)
        yield NoticeRow(SUPERSEDED, mark.format(view.locale.superseded), definition, features)


def _features(count: int, stated: str, view: View) -> PageLink:
    """Return a number of features, as a link to the table of those of which a level or notice is stated."""
    url = f"{view.href('features/')}?level={stated}" if count else ""
    return PageLink(view.locale.counted("%(num)s feature", "%(num)s features", count), url)


@dataclass(frozen=True)
class LevelValues:
    """A level's features, and facts about it.

    - ``used``: which releases used it, in words; empty for the level of features that state none.
    - ``last_stated``: a sentence, if releases followed the last one that states it; else empty.
    """

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
        badge = view.locale.level_marks[level.id].badge("level-title", is_explained=False)
        values = {"level": view.locale.level_in_sentence(level.id)}
        other = _("Moved from %(level)s to another level, or removed") % values
        groups = (
            FeatureGroup(members.now, "now", badge),
            FeatureGroup(members.promoted, "promoted", _("Promoted from %(level)s") % values, _("Promoted later")),
            FeatureGroup(members.other, "other", other, _("Changed or removed")),
        )
        table = FeatureTable(
            label=_("Features at this level: level and history"),
            groups=tuple(group for group in groups if group.lifecycles),
            order=_("newest first within each group"),
            filters=("area",),
        )
        eras = [era for era in view.knowledge.stability.eras if era.level == level.id]
        span = view.locale.span(eras[0].since or "", eras[-1].until or "") if eras else ""
        used = _("in use: %(versions)s") % {"versions": span} if span else ""
        return LevelValues(used, self._last_stated(view), table)

    def _last_stated(self, view: View) -> str:
        """Return a sentence that says after which release none states the level."""
        versions = view.collection.versions
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
        return text % {"level": locale.level_in_sentence(level.id), "count": count}
