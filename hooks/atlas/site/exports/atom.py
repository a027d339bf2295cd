"""The parts of an Atom feed."""

from datetime import date
from xml.etree import ElementTree as ET  # writes only: nothing is parsed

from atlas.core.characters import for_xml
from atlas.core.languages import HTML_LANG
from atlas.site.page import address
from atlas.site.words.locale import Locale


def feed(locale: Locale, base: str, name: str, title: str, updated: date) -> ET.Element:
    """Return a feed without entries, for the file ``name`` beside the home page."""
    page = address(base, "", locale.language)
    root = ET.Element("feed", {"xmlns": "http://www.w3.org/2005/Atom", "xml:lang": HTML_LANG[locale.language]})
    add(root, "id", page if name == "feed.xml" else f"{page}{name}")
    add(root, "title", title)
    add(root, "updated", moment(updated))
    link(root, f"{page}{name}", "self", "application/atom+xml")
    link(root, page)
    add(ET.SubElement(root, "author"), "name", locale.gettext("PyTorch Release Atlas"))
    add(root, "generator", "PyTorch Release Atlas")
    return root


def add(parent: ET.Element, tag: str, text: str) -> ET.Element:
    """Add an element of text, without characters that XML forbids: ElementTree would write them."""
    element = ET.SubElement(parent, tag)
    element.text = for_xml(text)
    return element


def link(parent: ET.Element, url: str, rel: str = "alternate", kind: str = "text/html") -> None:
    """Add a link to an entry or a feed."""
    ET.SubElement(parent, "link", {"rel": rel, "type": kind, "href": url})


def moment(day: date) -> str:
    """Return the beginning of a day (UTC) as a timestamp."""
    return f"{day.isoformat()}T00:00:00Z"


def text(root: ET.Element) -> str:
    """Return the feed as XML."""
    ET.indent(root, "")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'
