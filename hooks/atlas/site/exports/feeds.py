"""Atom feeds: one of releases, and one of changes of levels with their evidence.

Ids and dates of entries are permanent. The id of a change consists of the feature's first id, the release and the
level.
"""

import html
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple
from xml.etree import ElementTree as ET  # writes only: nothing is parsed

from atlas.core.languages import HTML_LANG
from atlas.core.versions import version_key
from atlas.document.nodes import plain
from atlas.extract.announcement import Announcement
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle, ReleaseFeature, Step
from atlas.history.release import Release
from atlas.history.statements import AnnouncementPassage
from atlas.site.exports import atom
from atlas.site.page import address
from atlas.site.paths import feature_path, release_path
from atlas.site.words.locale import Locale
from atlas.site.words.texts import Texts

MAX_RELEASES = 30  # in the feed of releases
MAX_CHANGES = 100  # in the feed of changes
EPOCH = date(1970, 1, 1)


def days(releases: Iterable[Release]) -> dict[object, date]:
    """Return the date of each release by its key. Atom requires one: an undated release has the latest one before."""
    ordered = sorted(releases, key=lambda release: release.key)
    latest_dates = accumulate((release.date or EPOCH for release in ordered), max)
    return {release.key: release.date or latest for release, latest in zip(ordered, latest_dates, strict=True)}


class LevelChange(NamedTuple):
    """A feature's step to another level; without ``before``, to its first level."""

    lifecycle: Lifecycle
    before: Step | None
    after: Step


def level_changes(collection: Collection) -> list[LevelChange]:
    """Return every change of a feature's level, newest first."""
    changes = [
        LevelChange(lifecycle, before, after)
        for lifecycle in collection.lifecycles
        for before, after in zip((None, *lifecycle.steps), lifecycle.steps, strict=False)
        if not before or after.state in collection.knowledge.stability.levels_and_removed
    ]
    return sorted(changes, key=lambda change: version_key(change.after.version), reverse=True)


@dataclass(frozen=True)
class Feeds:
    """The feeds of a collection in one language; ``base`` is the site's URL, ending in a slash."""

    collection: Collection
    locale: Locale
    base: str

    @cached_property
    def _days(self) -> dict[object, date]:
        return days(self.collection.releases)

    def _url(self, path: str) -> str:
        return address(self.base, path, self.locale.language)

    def releases(self) -> str:
        """Return the feed of releases. Its contents are escaped twice: as HTML here, as XML by ElementTree."""
        releases = self.collection.releases[:MAX_RELEASES]
        newest = max((self._days[release.key] for release in releases), default=EPOCH)
        feed = atom.feed(self.locale, self.base, "feed.xml", self.locale.gettext("PyTorch Release Atlas"), newest)
        for release in releases:
            self._add_release(feed, release)
        return atom.text(feed)

    def _add_release(self, feed: ET.Element, release: Release) -> None:
        url = self._url(release_path(release.version))
        entry = ET.SubElement(feed, "entry")
        atom.add(entry, "id", url)
        if release.announcement:
            self._add_announcement(entry, release.announcement)
        else:
            atom.add(entry, "title", f"PyTorch {release.version}")
        atom.link(entry, url)
        atom.add(entry, "updated", atom.moment(self._days[release.key]))
        if release.date:
            atom.add(entry, "published", atom.moment(release.date))
        atom.add(entry, "content", self._content(release)).set("type", "html")

    def _add_announcement(self, entry: ET.Element, announcement: Announcement) -> None:
        """Add an announcement's title, its author and its terms."""
        localized = announcement.localized(announcement.title, self.locale.language)
        title = atom.add(entry, "title", plain(localized.inlines).strip())
        if localized.lang:
            title.set("xml:lang", HTML_LANG[localized.lang])
        if author := announcement.facts.translator.name or announcement.facts.publisher:
            atom.add(ET.SubElement(entry, "author"), "name", author)
        if publisher := self.collection.knowledge.publisher(announcement.facts.publisher):
            atom.add(entry, "rights", publisher.terms.of(self.locale.language))

    def _content(self, release: Release) -> str:
        """Return a release's features as an HTML list, each with the level and notices that the release states."""
        items = "".join(f"<li>{self._feature(feature)}</li>" for feature in release.features)
        if not items:
            return f"<p>{html.escape(self.locale.gettext('The announcement names no feature.'))}</p>"
        return f"<ul>{items}</ul>"

    def _feature(self, feature: ReleaseFeature) -> str:
        lifecycle = feature.lifecycle
        is_translated = lifecycle.names[self.locale.language]
        lang = "" if is_translated else f' lang="{lifecycle.announcement_passages[-1].announcement.seed.html_lang}"'
        url = html.escape(self._url(feature_path(lifecycle)))
        name = html.escape(self.locale.name_text(lifecycle))
        states = dict.fromkeys((feature.state, *feature.notices))
        stated = html.escape(self.locale.gettext(", ").join(map(self.locale.state_name, states)))
        return f'<a href="{url}"{lang}>{name}</a>{self.locale.gettext(": ")}{stated}'

    def changes(self) -> str:
        """Return the feed of changes of levels."""
        changes = level_changes(self.collection)
        newest = max((self._day(change.after) for change in changes), default=EPOCH)
        title = self.locale.gettext("PyTorch Release Atlas: changes of levels")
        feed = atom.feed(self.locale, self.base, "changes.xml", title, newest)
        atom.add(feed, "rights", self.locale.gettext("For attribution and terms of quotations, see About."))
        for change in changes[:MAX_CHANGES]:
            self._add_change(feed, change)
        return atom.text(feed)

    def _add_change(self, feed: ET.Element, change: LevelChange) -> None:
        lifecycle, _, after = change
        first_id = lifecycle.former_ids[0] if lifecycle.former_ids else lifecycle.id
        stability = self.collection.knowledge.stability
        level = stability.level_of(after.state) or stability.no_level
        entry = ET.SubElement(feed, "entry")
        atom.add(entry, "id", self._url(f"features/{first_id}/#{after.version}-{level}"))
        values = {"name": self.locale.name_text(lifecycle), "answer": self.locale.answer(after.state, after.version)}
        atom.add(entry, "title", self.locale.gettext("%(name)s: %(answer)s") % values)
        ET.SubElement(entry, "link", {"href": self._url(feature_path(lifecycle))})
        atom.add(entry, "updated", atom.moment(self._day(after)))
        atom.add(entry, "summary", " ".join(self._summary(change)))

    def _day(self, step: Step) -> date:
        return self._days[version_key(step.version)]

    def _summary(self, change: LevelChange) -> Iterator[str]:
        """Yield the parts of a summary: “Beta → Stable”, the quote with its translation, and its source."""
        if change.before:
            yield " → ".join(map(self.locale.state_name, (change.before.state, change.after.state)))
        _ = self.locale.gettext
        statement = change.after.statement
        passage = statement.passage
        quote = _("“%(words)s”") % {"words": statement.quote}
        where = _("PyTorch %(version)s announcement") % {"version": statement.version}
        if isinstance(passage, AnnouncementPassage):
            translation = Texts(self.locale).quote_translation(passage.announcement, passage.evidence)
            if translation:
                quote = _("“%(words)s”") % {"words": translation} + _(" (%(quote)s)") % {"quote": quote}
            where += self.locale.pgettext("clauses", ", ") + _("line %(line)s of the source") % {
                "line": passage.evidence.line
            }
        yield quote
        yield f"— {where}"
