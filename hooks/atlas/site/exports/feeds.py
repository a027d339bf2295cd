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
from atlas.extract.release import Feature
from atlas.history.collection import Collection
from atlas.history.release import Release
from atlas.site.exports import atom
from atlas.site.locale import Locale

TERMS = "http://purl.org/dc/terms/"  # Dublin Core, for the date of PyTorch's own release
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
        root.set("xmlns:dcterms", TERMS)
        for release in releases:
            self._entry(root, release)
        return atom.text(root)

    def _entry(self, root: ET.Element, release: Release) -> None:
        url = self.url(f"releases/{release.version}/")
        entry = ET.SubElement(root, "entry")
        atom.add(entry, "id", url)
        localized = release.localized(release.title, self.locale.language)
        title = atom.add(entry, "title", plain(localized.inlines).strip())
        if localized.lang:
            title.set("xml:lang", HTML_LANG[localized.lang])
        atom.link(entry, url)
        atom.add(entry, "updated", atom.moment(self._days[release.version]))
        if release.date:
            atom.add(entry, "published", atom.moment(release.date))
        if known := self.atlas.released(release):
            atom.add(entry, "dcterms:issued", known.date.isoformat())
        author = release.translator or release.publisher or self.locale.gettext("PyTorch 版本图鉴")
        atom.add(ET.SubElement(entry, "author"), "name", author)
        if publisher := self.atlas.knowledge.publisher(release.publisher):
            atom.add(entry, "rights", publisher.terms.of(self.locale.language))
        atom.add(entry, "content", self._content(release)).set("type", "html")

    def _content(self, release: Release) -> str:
        """Return the features with their levels as HTML."""
        items = "".join(f"<li>{self._feature(release, feature)}</li>" for feature in release.features)
        return f"<ul>{items}</ul>" if items else f"<p>{html.escape(self.locale.gettext('公告没有说明任何功能。'))}</p>"

    def _feature(self, release: Release, feature: Feature) -> str:
        localized = release.localized(feature.title, self.locale.language)
        name = self.locale.registered(feature)
        lang = f' lang="{HTML_LANG[localized.lang]}"' if localized.lang and not name else ""
        url = html.escape(self.url(f"releases/{release.version}/#{feature.id}"))
        title = html.escape(name or plain(localized.inlines).strip())
        level = self.locale.level_name(feature.stage)
        return f'<a href="{url}"{lang}>{title}</a>{self.locale.gettext("：")}{html.escape(level)}'
