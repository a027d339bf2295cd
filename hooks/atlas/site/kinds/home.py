"""The home page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from atlas.core.versions import version_key
from atlas.history.lifecycle import Lifecycle
from atlas.history.release import Release
from atlas.site.kinds.base import Inputs, PageKind
from atlas.site.parts.chart import ChartColumn, ChartRow, ReleaseBar, chart, chart_columns, release_bars
from atlas.site.parts.promotion_picture import picture
from atlas.site.parts.promotion_picture.shapes import Picture
from atlas.site.view import Choice, PageLink, View
from atlas.site.words.locale import Locale


@dataclass(frozen=True)
class HomeValues:
    """What the home page shows.

    - ``checked``: since when every record has been compared with PyTorch's post.
    - ``oldest``: the version of the first release, or empty; ``first_named``: that of the first that names features.
    - ``examples``: queries for the search, each with the page that answers it.
    - ``chart``: for wide screens, with ``columns``, and the ``states`` of its marks. Narrow ones show ``release_bars``
      and ``areas`` instead, each area with the number of its features.
    - ``eras``: the releases with which PyTorch's words for levels changed, each with the new words.
    - ``promoted``: the features that rose to a higher level, with a ``promotion_picture`` of them.
    - ``full_texts``: the releases whose announcement is here.
    """

    feature_count: int
    release_count: int
    checked: date | None
    oldest: str
    first_named: str
    newest: Release | None
    examples: tuple[PageLink, ...]
    states: tuple[Choice, ...]
    columns: tuple[ChartColumn, ...]
    chart: tuple[ChartRow, ...]
    release_bars: tuple[ReleaseBar, ...]
    areas: tuple[tuple[PageLink, int], ...]
    eras: dict[str, str]
    has_partial: bool  # whether an announcement could be read only in part
    has_unread: bool  # whether one could not be read
    promoted: tuple[Lifecycle, ...]
    promotion_picture: Picture | None
    full_texts: tuple[Release, ...]


@dataclass(frozen=True)
class Home(PageKind):
    """The chart of areas and releases, the features that rose, and the announcements whose text is here."""

    releases: tuple[Release, ...]  # newest first
    promoted: tuple[Lifecycle, ...]  # the feature that rose last is first
    checked: date | None  # since when every record has been compared with PyTorch's post

    template = "home.html"
    styles = ("chart", "home")
    scripts = ("chart", "home")
    uri = "index.md"
    title_msgid = "PyTorch Release Atlas"
    headline_msgid = "PyTorch Release Atlas: features and their stability, by version"

    @classmethod
    def pages(cls, inputs: Inputs) -> Iterator[Home]:
        collection = inputs.collection
        checked = min((record.checked for record in collection.knowledge.records), default=None)
        yield cls(collection.releases, collection.promoted, checked)

    def description(self, locale: Locale) -> str:
        return locale.gettext(
            "The features that PyTorch announced and their stability levels, by release, area, level, and "
            "feature, with the words that say so and their source."
        )

    def values(self, view: View) -> HomeValues:
        days = {release.version: release.date for release in self.releases if release.date}
        collection = view.collection
        columns = tuple(chart_columns(collection, view.locale))
        return HomeValues(
            feature_count=len(collection.lifecycles),
            release_count=len(self.releases),
            checked=self.checked,
            oldest=next(iter(collection.versions), ""),
            first_named=next((release.version for release in reversed(self.releases) if release.features), ""),
            newest=next(iter(self.releases), None),
            examples=tuple(_examples(view)),
            states=view.states,
            columns=columns,
            chart=chart(collection.areas, columns, view.locale),
            release_bars=tuple(release_bars(collection, view.locale)),
            areas=tuple(_areas(view)),
            eras=dict(_eras(columns, view)),
            has_partial=any(release.is_partial for release in self.releases),
            has_unread=any(release.has_unknown_features for release in self.releases),
            promoted=self.promoted,
            promotion_picture=picture(self.promoted, days, collection.knowledge.stability, view.locale.name_text),
            full_texts=tuple(release for release in self.releases if release.announcement),
        )


def _eras(columns: Iterable[ChartColumn], view: View) -> Iterator[tuple[str, str]]:
    """Yield each release with which the words for levels changed, and the new ones: “from 2.8: API-Stable”."""
    eras, locale = view.knowledge.stability.eras, view.locale
    for column in columns:
        words = locale.gettext(", ").join(era.word.of(locale.language) for era in eras if era.since in column.eras)
        if words:
            version = column.release.version
            yield version, locale.gettext("from %(version)s: %(words)s") % {"version": version, "words": words}


def _areas(view: View) -> Iterator[tuple[PageLink, int]]:
    """Yield each area with the number of its features."""
    for area in view.collection.areas:
        link = PageLink(area.name.of(view.locale.language), view.area_url(area.id))
        yield link, len(view.collection.lifecycles_in(area.id))


def _examples(view: View) -> Iterator[PageLink]:
    """Yield queries for the feature with most parts, the newest release's commonest level, and two releases.

    These are the newest one and the last one before its major version.
    """
    collection, locale = view.collection, view.locale
    part_counts = Counter(
        each.relations.targets.get("part_of", "") for each in collection.knowledge.registered_features
    )
    parted = (lifecycle for lifecycle in collection.all_lifecycles if part_counts[lifecycle.id])
    if most_parted := max(parted, key=lambda lifecycle: part_counts[lifecycle.id], default=None):
        yield PageLink(locale.name_text(most_parted), view.feature_url(most_parted))
    newest = next(iter(collection.releases), None)
    counts = newest.state_counts if newest else ()
    if newest and counts:
        commonest, _ = max(counts, key=lambda level_and_count: level_and_count[1])
        yield PageLink(f"{newest.version} {locale.state_name(commonest)}", view.release_url(newest.version))
    earlier = [version for version in collection.versions if newest and version_key(version)[0][0] < newest.key[0][0]]
    if newest and earlier:
        url = view.compare_url(earlier[-1], newest.version)
        yield PageLink(f"{earlier[-1]} → {newest.version}", url)
