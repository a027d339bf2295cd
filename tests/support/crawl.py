"""A built site read back from disk: its pages with their tags, ids, words and references."""

import posixpath
from dataclasses import dataclass
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
# References that a browser follows on its own, without a click.
FETCHED = {("script", "src"), ("img", "src"), ("img", "srcset"), ("iframe", "src"), ("embed", "src"), ("object", "data"),
           ("video", "src"), ("audio", "src"), ("source", "src"), ("source", "srcset"), ("use", "href"),
           ("form", "action"), ("body", "background"), ("input", "src"), ("image", "href")}  # fmt: skip
FETCHED_LINKS = {"stylesheet", "icon", "shortcut", "preload", "prefetch", "preconnect", "dns-prefetch", "modulepreload",
                 "manifest", "apple-touch-icon"}  # fmt: skip


@dataclass(frozen=True)
class Tag:
    """One start tag."""

    name: str
    attributes: dict[str, str]
    line: int


class Page(HTMLParser):
    """One built page."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.path = path
        self.text = text
        self.tags: list[Tag] = []
        self.unbalanced: list[str] = []
        self.words: list[str] = []
        self.languages: list[str] = []  # the language of each of the words
        self.title = ""
        self._open: list[str] = []
        self._lang: list[str] = [""]
        self.feed(text)
        self.close()
        self.unclosed = tuple(self._open)
        self.unbalanced += [
            f"<{name}> is never closed" for name in self._open if name not in ("p", "li", "html", "body")
        ]

    def handle_starttag(self, tag, attrs):
        self.tags.append(Tag(tag, {name: value or "" for name, value in attrs}, self.getpos()[0]))
        if tag not in VOID:
            self._open.append(tag)
            self._lang.append(self.tags[-1].attributes.get("lang", self._lang[-1]))

    def handle_startendtag(self, tag, attrs):
        self.tags.append(Tag(tag, {name: value or "" for name, value in attrs}, self.getpos()[0]))

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if tag not in self._open:
            self.unbalanced.append(f"</{tag}> at line {self.getpos()[0]} closes nothing")
            return
        inner = ""
        while inner != tag:
            inner = self._open.pop()
            self._lang.pop()
            if inner != tag:
                self.unbalanced.append(f"<{inner}> is closed by </{tag}> at line {self.getpos()[0]}")

    def handle_data(self, data):
        if self._open and self._open[-1] == "title" and "svg" not in self._open:
            self.title += data
        if not {"script", "style"} & set(self._open):
            self.words.append(data)
            self.languages.append(self._lang[-1])

    @cached_property
    def ids(self) -> list[str]:
        """All ids in document order."""
        return [tag.attributes["id"] for tag in self.tags if "id" in tag.attributes]

    def named(self, *names: str) -> list[Tag]:
        """Return the tags with one of these names."""
        return [tag for tag in self.tags if tag.name in names]

    @cached_property
    def references(self) -> list[str]:
        """All URLs that the page links to or loads."""
        return [tag.attributes[name] for tag in self.tags for name in ("href", "src") if name in tag.attributes]

    @property
    def fetched(self) -> list[str]:
        """The URLs that a browser requests on its own."""
        urls = []
        for tag in self.tags:
            rel = set(tag.attributes.get("rel", "").split())
            for name, value in tag.attributes.items():
                if (tag.name, name) in FETCHED or (tag.name == "link" and name == "href" and rel & FETCHED_LINKS):
                    urls.append(value)
        return urls


@dataclass(frozen=True)
class Site:
    """A folder of built pages, published at ``base``."""

    folder: Path
    base: str = "https://example.github.io/pytorch-release-atlas/"

    @cached_property
    def _all(self) -> dict[str, Page]:
        paths = {path.relative_to(self.folder).as_posix(): path for path in sorted(self.folder.rglob("*.html"))}
        assert paths, f"no page in {self.folder}: tests of all pages would test nothing"
        return {name: Page(name, path.read_text(encoding="utf-8")) for name, path in paths.items()}

    @cached_property
    def pages(self) -> dict[str, Page]:
        """All HTML pages except ``redirects``, by their path below the site."""
        return {path: page for path, page in self._all.items() if path not in self.redirects}

    @cached_property
    def redirects(self) -> dict[str, Page]:
        """The redirect pages at former addresses, which do without the theme."""
        return {path: page for path, page in self._all.items() if 'http-equiv="refresh"' in page.text}

    def page(self, address: str) -> Page:
        """Return the page at an address below the site, such as ``en/releases/2.1/``."""
        return self.pages[f"{address}index.html"]

    def broken(self, page: Page) -> list[str]:
        """Describe the broken references of a page to this site."""
        return [f"{page.path}: {url} ({why})" for url in page.references if (why := self._fault(page, url))]

    def _fault(self, page: Page, url: str) -> str:  # noqa: C901  one return per fault
        parts = urlsplit(url)
        root = urlsplit(self.base)
        if parts.scheme in ("mailto", "data") or (parts.netloc and parts.netloc != root.netloc):
            return ""
        if parts.scheme and not parts.netloc:
            return "not an address"
        if not parts.path:
            target = page.path
        elif parts.path.startswith("/"):
            if not parts.path.startswith(root.path):
                return "outside the site"
            target = parts.path.removeprefix(root.path)
        else:
            target = posixpath.join(posixpath.dirname(page.path), unquote(parts.path))
        trailing = target.endswith("/") or target in ("", ".", "..") or posixpath.basename(target) in (".", "..")
        target = posixpath.normpath(unquote(target) or ".")
        if target.startswith(".."):
            return "outside the site"
        path = self.folder / target
        if path.is_dir():
            if not trailing:
                return "a folder without its slash"
            target = posixpath.normpath(posixpath.join(target, "index.html"))
            path = self.folder / target
        if not path.is_file():
            return "no such file"
        anchor = unquote(parts.fragment)
        if anchor and target in self.pages and anchor not in self.pages[target].ids:
            return "no such anchor"
        return ""
