"""The table of all stability levels: what each means, and has meant in past releases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlas.knowledge.stability import REMOVED, SUPERSEDED, Era
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.kinds.level import LevelMembers
from atlas.site.parts.eras import EraTable, era_table
from atlas.site.view import PageLink, View
from atlas.site.words.locale import Locale
from atlas.site.words.marks import StateMark


@dataclass(frozen=True)
class LevelRow:
    """A level, with links to the features that have it now, then to those that had it, by what became of them."""

    mark: StateMark
    links: tuple[PageLink, ...]


@dataclass(frozen=True)
class StatusRow:
    """What is stated besides the levels that features may have, with a link to the features of which it holds."""

    mark: StateMark
    link: PageLink


@dataclass(frozen=True)
class StabilityValues:
    """What the page shows; ``summary`` says what PyTorch's words for levels meant over time."""

    summary: str
    rows: tuple[LevelRow, ...]
    era_table: EraTable
    eras: tuple[Era, ...]
    statuses: tuple[StatusRow, ...]


@dataclass(frozen=True)
class StabilityPage(PageKind):
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
    def pages(cls, inputs: Inputs) -> Iterator[StabilityPage]:
        stability = inputs.collection.knowledge.stability
        levels = tuple(LevelMembers.of(level, inputs.collection) for level in stability.levels)
        yield cls(levels, era_table(stability.eras, [level.id for level in stability.levels]))

    def values(self, view: View) -> StabilityValues:
        return StabilityValues(
            summary=view.knowledge.stability.summary.of(view.locale.language),
            rows=tuple(_row(each, view) for each in self.levels),
            era_table=self.era_table,
            eras=view.knowledge.stability.eras,
            statuses=tuple(_statuses(view)),
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
        names = (locale.state_in_sentence(level.id) for level in stability.levels if level.id != stability.no_level)
        return locale.gettext(", ").join(names)


def _row(members: LevelMembers, view: View) -> LevelRow:
    mark, locale = view.locale.marks[members.level.id], view.locale
    links = [PageLink(locale.counted("%(num)s feature", "%(num)s features", len(members.now)), view.href(mark.path))]
    for features, anchor, words in (
        (members.promoted, "promoted", ("%(num)s promoted since", "%(num)s promoted since")),
        (members.other, "other", ("%(num)s changed or removed since", "%(num)s changed or removed since")),
    ):
        if features:
            links.append(PageLink(locale.counted(*words, len(features)), view.href(mark.path, anchor)))
    return LevelRow(mark, tuple(links))


def _statuses(view: View) -> Iterator[StatusRow]:
    """Yield “removed”, the kinds of notices that hold or held for any feature, then “superseded” if any feature is."""
    collection = view.collection
    given = {*collection.states, *collection.statuses}
    yield StatusRow(view.locale.marks[REMOVED], _features(len(collection.lifecycles_at(REMOVED)), REMOVED, view))
    for status in (*view.knowledge.stability.notice_ids, SUPERSEDED):
        if status in given:
            yield StatusRow(view.locale.marks[status], _features(len(collection.lifecycles_with(status)), status, view))


def _features(count: int, state: str, view: View) -> PageLink:
    """Return a number of features, as a link to the table of those of which a state is stated."""
    url = f"{view.href('features/')}?level={state}" if count else ""
    return PageLink(view.locale.counted("%(num)s feature", "%(num)s features", count), url)
