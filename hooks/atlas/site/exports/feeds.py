"""Atom feeds: of releases, and of each area. Titles are escaped twice: as HTML here, as XML by ElementTree."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import accumulate
from xml.etree import ElementTree as ET  # writes only: nothing is parsed

from atlas.core.languages import HTML_LANG, LANGUAGES, Language, Names
from atlas.core.versions import version_key
from atlas.document.nodes import Localized, plain
from atlas.extract.release import Feature
from atlas.history.collection import Group
from atlas.history.release import Release
from atlas.knowledge.schema import REMOVED
from atlas.site.exports import words
from atlas.site.exports.source import GENERATOR, Source

ATOM = "http://www.w3.org/2005/Atom"
NEWEST = 30  # entries in a feed of releases
IN_AREA = 20  # entries in an area's feed: as many as its newest page has at least, where their anchors are
EPOCH = date(1970, 1, 1)
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def files(source: Source) -> Iterator[tuple[str, str]]:
    """Path and text of every feed."""
    for language in LANGUAGES:
        feed = _Feed(source, language)
        folder = "" if language == "zh" else f"{language}/"
        everything = [Group(release, release.features) for release in source.atlas.releases[:NEWEST]]
        yield f"{folder}feed.xml", feed.text(words.SITE, "", everything)
        for area in source.atlas.knowledge.areas:
            groups = source.atlas.in_area(area.id)[:IN_AREA]
            yield f"{folder}areas/{area.id}/feed.xml", feed.text(words.feed_of(area.name), f"areas/{area.id}/", groups)


def updated(releases: Iterable[Release]) -> dict[str, date]:
    """The day of each version. Atom asks for one: an undated release takes the newest of those before it."""
    ordered = sorted(releases, key=lambda release: version_key(release.version))
    newest = accumulate((release.date or EPOCH for release in ordered), max)
    return {release.version: release.date or before for release, before in zip(ordered, newest, strict=True)}


class _Feed:
    """Feeds in one language."""

    def __init__(self, source: Source, language: Language) -> None:
        self._source = source
        self._language = language
        self._days = updated(source.atlas.releases)

    def text(self, title: Names, path: str, groups: Iterable[Group]) -> str:
        """The feed of the page at ``path``."""
        groups = list(groups)
        page = self._source.url(path, self._language)
        root = ET.Element("feed", {"xmlns": ATOM, "xml:lang": HTML_LANG[self._language]})
        _add(root, "id", page)
        _add(root, "title", self._in(title))
        _add(root, "updated", _moment(max((self._days[g.release.version] for g in groups), default=EPOCH)))
        _link(root, "self", f"{page}feed.xml", "application/atom+xml")
        _link(root, "alternate", page, "text/html")
        _add(ET.SubElement(root, "author"), "name", self._in(words.SITE))
        _add(root, "generator", GENERATOR)
        for group in groups:
            self._entry(root, path, group)
        ET.indent(root, " ")
        return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'

    def _entry(self, root: ET.Element, path: str, group: Group) -> None:
        release = group.release
        # Two feeds may hold the same release with other words: an area's entry stands for its part of the area's page.
        place = f"{path}#v{release.version}" if path else f"releases/{release.version}/"
        entry = ET.SubElement(root, "entry")
        _add(entry, "id", self._source.url(place, self._language))
        said = self._source.say(release, release.title, self._language)
        title = _add(entry, "title", f"PyTorch {release.version}" if path else plain(said.inlines).strip())
        if said.lang and not path:
            title.set("xml:lang", HTML_LANG[said.lang])
        _link(entry, "alternate", self._source.url(place, self._language), "text/html")
        _add(entry, "updated", _moment(self._days[release.version]))
        if release.date:
            _add(entry, "published", _moment(release.date))
        _add(ET.SubElement(entry, "author"), "name", release.translator or release.publisher or self._in(words.SITE))
        if publisher := self._source.atlas.knowledge.publisher(release.publisher):
            _add(entry, "rights", self._in(publisher.terms))
        _add(entry, "content", self._content(group)).set("type", "html")

    def _content(self, group: Group) -> str:
        """The features with their levels, as HTML."""
        items = "".join(f"<li>{self._feature(group.release, feature)}</li>" for feature in group.features)
        if not items:
            return f"<p>{html.escape(self._in(words.EMPTY))}</p>"
        return f"<ul>{items}</ul>"

    def _feature(self, release: Release, feature: Feature) -> str:
        said: Localized = self._source.say(release, feature.title, self._language)
        lang = f' lang="{HTML_LANG[said.lang]}"' if said.lang else ""
        place = self._source.url(f"releases/{release.version}/#{feature.id}", self._language)
        stage = (feature.removal or feature.observation).stage
        level = words.REMOVED if stage == REMOVED else self._source.atlas.knowledge.level(stage).name
        title = html.escape(plain(said.inlines).strip())
        return (
            f'<a href="{html.escape(place)}"{lang}>{title}</a>{self._in(words.BETWEEN)}{html.escape(self._in(level))}'
        )

    def _in(self, names: Names) -> str:
        return names.of(self._language)


def _add(parent: ET.Element, tag: str, text: str) -> ET.Element:
    element = ET.SubElement(parent, tag)
    element.text = _NOT_XML.sub("", text)  # ElementTree would write what no XML may hold
    return element


def _link(parent: ET.Element, rel: str, url: str, kind: str) -> None:
    ET.SubElement(parent, "link", {"rel": rel, "type": kind, "href": url})


def _moment(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"
