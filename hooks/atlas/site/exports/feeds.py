"""The feed of releases. Its content is escaped twice: as HTML here, as XML by ElementTree."""

import html
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from xml.etree import ElementTree as ET  # writes only: nothing is parsed

from atlas.core.languages import HTML_LANG
from atlas.core.versions import version_key
from atlas.document.nodes import plain
from atlas.extract.announcement import Announcement
from atlas.history.collection import Collection
from atlas.history.release import Release, ReleaseFeature
from atlas.site.exports import atom
from atlas.site.locale import Locale

MAX_ENTRIES = 30  # in the feed
EPOCH = date(1970, 1, 1)


def files(atlas: Collection, locale: Locale, base: str) -> Iterator[tuple[str, str]]:
    """Yield the path, within the language, and text of the feed."""
    yield "feed.xml", _Feed(atlas, locale, base).feed(atlas.releases[:MAX_ENTRIES])


def updated(releases: Iterable[Release]) -> dict[str, date]:
    """Return the date of each version. Atom requires one, so an undated release takes the latest one before it."""
    ordered = sorted(releases, key=lambda release: version_key(release.version))
    newest = accumulate((release.date or EPOCH for release in ordered), max)
    return {release.version: release.date or before for release, before in zip(ordered, newest, strict=True)}


@dataclass
class _Feed(atom.Feeds):
    def __post_init__(self) -> None:
        self._days = updated(self.atlas.releases)

    def feed(self, releases: Sequence[Release]) -> str:
        """Return the feed of these releases."""
        newest = max((self._days[release.version] for release in releases), default=EPOCH)
        root = self.empty(self.locale.gettext("PyTorch 版本图鉴"), "feed.xml", newest)
        for release in releases:
            self._entry(root, release)
        return atom.text(root)

    def _entry(self, root: ET.Element, release: Release) -> None:
        url = self.url(f"releases/{release.version}/")
        entry = ET.SubElement(root, "entry")
        atom.add(entry, "id", url)
        title = atom.add(entry, "title", f"PyTorch {release.version}")
        if release.announcement:
            self._announced(entry, title, release.announcement)
        atom.link(entry, url)
        atom.add(entry, "updated", atom.moment(self._days[release.version]))
        if release.date:
            atom.add(entry, "published", atom.moment(release.date))
        atom.add(entry, "content", self._content(release)).set("type", "html")

    def _announced(self, entry: ET.Element, title: ET.Element, announcement: Announcement) -> None:
        """Add an announcement's title, its author and its terms."""
        localized = announcement.localized(announcement.title, self.locale.language)
        title.text = plain(localized.inlines).strip()
        if localized.lang:
            title.set("xml:lang", HTML_LANG[localized.lang])
        if author := announcement.translator or announcement.publisher:
            atom.add(ET.SubElement(entry, "author"), "name", author)
        if publisher := self.atlas.knowledge.publisher(announcement.publisher):
            atom.add(entry, "rights", publisher.terms.of(self.locale.language))

    def _content(self, release: Release) -> str:
        """Return the features with the levels that the release states, as HTML."""
        items = "".join(f"<li>{self._feature(each)}</li>" for each in release.features)
        return f"<ul>{items}</ul>" if items else f"<p>{html.escape(self.locale.gettext('公告没有说明任何功能。'))}</p>"

    def _feature(self, each: ReleaseFeature) -> str:
        life, language = each.lifecycle, self.locale.language
        lang = "" if life.names[language] else f' lang="{HTML_LANG[life.announced[-1].announcement.seed.language]}"'
        url, name = html.escape(self.url(life.path)), html.escape(self.locale.name_text(life))
        level = html.escape(self.locale.level_name(self.atlas.stage(each)))
        return f'<a href="{url}"{lang}>{name}</a>{self.locale.gettext("：")}{level}'
