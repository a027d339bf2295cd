"""Atom feeds: of releases, and of each area. Titles are escaped twice: as HTML here, as XML by ElementTree."""

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import accumulate
from xml.etree import ElementTree as ET  # writes only: nothing is parsed

from atlas.core.languages import HTML_LANG
from atlas.core.versions import version_key
from atlas.document.nodes import plain
from atlas.extract.release import Feature
from atlas.history.collection import Collection, Group
from atlas.history.release import Release
from atlas.site.locale import Locale
from atlas.site.page import address

ATOM = "http://www.w3.org/2005/Atom"
TERMS = "http://purl.org/dc/terms/"  # of Dublin Core, for PyTorch's own date
NEWEST = 30  # entries in a feed of releases
IN_AREA = 20  # entries in an area's feed: as many as its newest page has at least, where their anchors are
EPOCH = date(1970, 1, 1)
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def files(atlas: Collection, locale: Locale, base: str) -> Iterator[tuple[str, str]]:
    """Path, below the site in one language, and text of every feed."""
    _, feeds = locale.gettext, _Feeds(atlas, locale, base)
    releases = [Group(release, release.features) for release in atlas.releases[:NEWEST]]
    yield "feed.xml", feeds.feed(_("PyTorch 版本图鉴"), "", releases)
    for area in atlas.knowledge.areas:
        title = _("PyTorch 版本图鉴：%(area)s") % {"area": area.name.of(locale.language)}
        groups = atlas.in_area(area.id)[:IN_AREA]
        yield f"areas/{area.id}/feed.xml", feeds.feed(title, f"areas/{area.id}/", groups)


def updated(releases: Iterable[Release]) -> dict[str, date]:
    """The day of each version. Atom asks for one: an undated release takes the newest of those before it."""
    ordered = sorted(releases, key=lambda release: version_key(release.version))
    newest = accumulate((release.date or EPOCH for release in ordered), max)
    return {release.version: release.date or before for release, before in zip(ordered, newest, strict=True)}


class _Feeds:
    """Feeds in one language."""

    def __init__(self, atlas: Collection, locale: Locale, base: str) -> None:
        self._atlas = atlas
        self._days = updated(atlas.releases)
        self._locale = locale
        self._base = base
        self._site_name = locale.gettext("PyTorch 版本图鉴")

    def feed(self, title: str, path: str, groups: Sequence[Group]) -> str:
        """The feed of the page at ``path``."""
        page = self._url(path)
        root = ET.Element("feed", {"xmlns": ATOM, "xmlns:dcterms": TERMS, "xml:lang": HTML_LANG[self._locale.language]})
        _add(root, "id", page)
        _add(root, "title", title)
        _add(root, "updated", _moment(max((self._days[g.release.version] for g in groups), default=EPOCH)))
        _link(root, "self", f"{page}feed.xml", "application/atom+xml")
        _link(root, "alternate", page, "text/html")
        _add(ET.SubElement(root, "author"), "name", self._site_name)
        _add(root, "generator", "PyTorch Release Atlas")
        for group in groups:
            self._entry(root, path, group)
        ET.indent(root, " ")
        return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'

    def _entry(self, root: ET.Element, path: str, group: Group) -> None:
        release = group.release
        # Ids are unique across feeds: an area's entry stands for the release's part of the area's page.
        url = self._url(f"{path}#v{release.version}" if path else f"releases/{release.version}/")
        entry = ET.SubElement(root, "entry")
        _add(entry, "id", url)
        localized = release.localized(release.title, self._locale.language)
        title = _add(entry, "title", f"PyTorch {release.version}" if path else plain(localized.inlines).strip())
        if localized.lang and not path:
            title.set("xml:lang", HTML_LANG[localized.lang])
        _link(entry, "alternate", url, "text/html")
        _add(entry, "updated", _moment(self._days[release.version]))
        if release.date:
            _add(entry, "published", _moment(release.date))
        if known := self._atlas.released(release):
            _add(entry, "dcterms:issued", known.date.isoformat())
        _add(ET.SubElement(entry, "author"), "name", release.translator or release.publisher or self._site_name)
        if publisher := self._atlas.knowledge.publisher(release.publisher):
            _add(entry, "rights", publisher.terms.of(self._locale.language))
        _add(entry, "content", self._content(group)).set("type", "html")

    def _content(self, group: Group) -> str:
        """The features with their levels, as HTML."""
        items = "".join(f"<li>{self._feature(group.release, feature)}</li>" for feature in group.features)
        return f"<ul>{items}</ul>" if items else f"<p>{html.escape(self._locale.gettext('公告没有说明任何功能。'))}</p>"

    def _feature(self, release: Release, feature: Feature) -> str:
        localized = release.localized(feature.title, self._locale.language)
        name = self._locale.registered(feature)
        lang = f' lang="{HTML_LANG[localized.lang]}"' if localized.lang and not name else ""
        url = html.escape(self._url(f"releases/{release.version}/#{feature.id}"))
        title = html.escape(name or plain(localized.inlines).strip())
        level = self._locale.level_name(feature.stage)
        return f'<a href="{url}"{lang}>{title}</a>{self._locale.gettext("：")}{html.escape(level)}'

    def _url(self, path: str) -> str:
        return address(self._base, path, self._locale.language)


def _add(parent: ET.Element, tag: str, text: str) -> ET.Element:
    element = ET.SubElement(parent, tag)
    element.text = _NOT_XML.sub("", text)  # ElementTree would write characters that XML forbids
    return element


def _link(parent: ET.Element, rel: str, url: str, kind: str) -> None:
    ET.SubElement(parent, "link", {"rel": rel, "type": kind, "href": url})


def _moment(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"
