"""A built page → the same page in a folder that no server serves. Attributes of tags change; no word does."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from itertools import accumulate
from urllib.parse import quote, unquote, urlsplit

Attributes = dict[str, str | None]

NOTICES = "assets/licenses.txt"  # of what others made: theirs stand in the copy, so this does
REFERENCES = ("href", "src", "data-failed-href")
_RELATIVE = re.compile(r"(?![a-z][a-z\d+.-]*:|/)([^?#]+)(.*)", re.IGNORECASE | re.DOTALL)
_REFRESH = re.compile(r"(?P<wait>[\d.]+\s*;\s*url=)(?P<url>.*)", re.IGNORECASE | re.DOTALL)


@dataclass
class Page:
    """A page, the scripts that it loads (path → whether it is a module), and whether scripts of others read it."""

    text: str = ""
    scripts: dict[str, bool] = field(default_factory=dict)
    is_read: bool = False


class _Tags(HTMLParser):
    """Start tags with their places and attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[int, str, str, Attributes]] = []
        self.lines = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        line, column = self.getpos()
        self.found.append((self.lines[line - 1] + column, self.get_starttag_text() or "", tag, dict(attrs)))


def address(text: str) -> str:
    """Where the site stands whose home page this is; empty if it is no such page."""
    tags = [(tag, attributes) for _, _, tag, attributes in _Tags(text).found]
    if not any("data-offline" in attributes for _, attributes in tags):
        return ""
    return next((a.get("href") or "" for tag, a in tags if tag == "link" and a.get("rel") == "canonical"), "")


def offline(path: str, text: str, files: Container[str], site: str) -> Page:
    """The page at ``path`` for the copy of a site with these ``files``, which stands at the address ``site``."""
    page = Page()

    def change(tag: str, attributes: Attributes) -> str | None:
        for name in REFERENCES:
            if url := attributes.get(name):
                attributes[name] = _reference(path, url, files, site)
        if tag == "meta" and (refresh := _REFRESH.fullmatch(attributes.get("content") or "")):
            attributes["content"] = refresh["wait"] + _reference(path, refresh["url"], files, site)
        if tag == "script" and (source := _RELATIVE.fullmatch(attributes.get("src") or "")):
            is_module = page.scripts[_target(path, source[1])] = attributes.get("type") == "module"
            if is_module:  # which runs when the page is read, as a deferred script does
                del attributes["type"]
                attributes["defer"] = None
        page.is_read |= "data-rows" in attributes and attributes.get("data-pages") != "1"
        match attributes.get("data-offline"):
            case "copy":
                attributes.pop("hidden", None)
            case "zip":  # the copy may be made of pages that link to one
                attributes.pop("download", None)
                attributes["href"] = _reference(path, attributes.get("data-about") or "", files, site)
            case "size":
                return ""
        return None

    page.text = _edited(text, change)
    return page


def linking(path: str, text: str, name: str, size: str) -> str:
    """The page at ``path`` of the site itself, with the link to the copy, a file of this ``name`` and ``size``."""

    def change(_: str, attributes: Attributes) -> str | None:
        match attributes.get("data-offline"):
            case "zip":
                attributes["href"] = "../" * path.count("/") + name
                attributes["download"] = None
            case "size":
                return (attributes.get("data-words") or "").replace("{size}", size)
        return None

    return _edited(text, change)


def _edited(text: str, change: Callable[[str, Attributes], str | None]) -> str:
    """The page with each tag's attributes as ``change`` leaves them; what it gives replaces the words after the tag."""
    parts, last = [], 0
    for start, raw, tag, attributes in _Tags(text).found:
        before = dict(attributes)
        words = change(tag, attributes)
        if attributes != before:
            parts += [text[last:start], _written(tag, attributes, ending=raw[-2:] == "/>")]
            last = start + len(raw)
        if words is not None:
            parts += [text[last : start + len(raw)], escape(words)]
            last = text.index("<", start + len(raw))
    return "".join([*parts, text[last:]])


def _written(tag: str, attributes: Attributes, *, ending: bool) -> str:
    pairs = (name if value is None else f'{name}="{escape(value)}"' for name, value in attributes.items())
    return f"<{' '.join([tag, *pairs])}{'/' * ending}>"


def for_programs(path: str) -> bool:
    """Whether only programs read a file: it stays on the site, and links to it lead there."""
    return posixpath.splitext(path)[1] in {".json", ".md", ".txt", ".xml"} and path != NOTICES


def _target(page: str, path: str) -> str:
    """What a relative reference means, as a path below the site."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(path)))


def _reference(page: str, url: str, files: Container[str], site: str) -> str:
    """A reference as it has to be where folders show no page and what programs read is left out."""
    root = urlsplit(site).path
    inside = url.startswith(root) and not url.startswith("//")
    found = _RELATIVE.fullmatch(("../" * page.count("/") or "./") + url.removeprefix(root) if inside else url)
    if not found:
        return url
    path, rest = found.groups()
    target = _target(page, path)
    if posixpath.normpath(f"{target}/index.html") in files:
        return f"{path.removesuffix('/')}/index.html{rest}"
    if target in files and for_programs(target):
        return f"{site}{quote(target)}{rest}"
    return url
