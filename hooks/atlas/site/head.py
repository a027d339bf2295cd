"""Page metadata for search engines and link previews, each page's section, the sitemap and robots.txt."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from atlas.core.languages import HTML_LANG, LANGUAGES, Language, other
from atlas.site.page import Page, address, path_of

DEFAULT: Language = "zh"  # for readers of any other language
_LOCALES: dict[Language, str] = {"zh": "zh_CN", "en": "en_US"}


@dataclass(frozen=True, slots=True)
class Head:
    """A page's metadata, as plain text (not escaped)."""

    title: str
    headline: str
    site: str  # the site's name
    description: str
    canonical: str
    locale: str  # the page's language, as link previews name it: en_US
    other_locale: str  # the language of its translation
    card: str  # URL of the picture in link previews
    has_markdown: bool
    section: tuple[str, str] | None  # title and relative URL of the list page of its folder, if there is one


class Heads:
    """The heads of the pages of the site at ``base``."""

    def __init__(self, base: str, pages: Iterable[Page]) -> None:
        self._base = base
        self._titles = {(page.language, page.src_uri): page.title for page in pages}

    def of(self, page: Page) -> Head:
        """Return the head of a page."""
        site = self._titles.get((page.language, "index.md"), page.title)
        title = page.headline if site in page.headline else f"{page.headline} · {site}"
        return Head(
            title=title,
            headline=page.headline,
            site=site,
            description=page.description,
            canonical=_address(self._base, page.src_uri, page.language),
            locale=_LOCALES[page.language],
            other_locale=_LOCALES[other(page.language)],
            card=f"{self._base}assets/card.png",
            has_markdown=page.has_markdown,
            section=self._section(page),
        )

    def _section(self, page: Page) -> tuple[str, str] | None:
        """Return the title and relative URL of the list page of a page's folder; None if there is none."""
        folder = page.src_uri.partition("/")[0]
        index = f"{folder}/index.md"
        title = self._titles.get((page.language, index))
        if not title or page.src_uri == index:
            return None
        return title, "../" * (path_of(page.src_uri).count("/") - 1)


def _address(base: str, src_uri: str, language: Language) -> str:
    return address(base, quote(path_of(src_uri)), language)


def _alternates(base: str, src_uri: str) -> tuple[tuple[str, str], ...]:
    """Return pairs of a language code and the page's URL in it; the last is “x-default”, for other languages."""
    urls = ((HTML_LANG[language], _address(base, src_uri, language)) for language in LANGUAGES)
    return (*urls, ("x-default", _address(base, src_uri, DEFAULT)))


def listings(base: str, pages: Iterable[tuple[str, Language]]) -> dict[str, str]:
    """Return the texts of the sitemap and of robots.txt, by path. ``pages`` are pairs of source path and language.

    The sitemap omits ``lastmod``, since nothing records when a page changed.
    """
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    namespaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    lines.append(f"<urlset {namespaces}>")
    canonical_urls = sorted((_address(base, src_uri, language), src_uri) for src_uri, language in pages)
    for canonical, src_uri in canonical_urls:
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{language}" href="{escape(url)}"/>'
            for language, url in _alternates(base, src_uri)
        )
        lines.append(f"<url><loc>{escape(canonical)}</loc>{links}</url>")
    sitemap = "\n".join([*lines, "</urlset>", ""])
    return {"sitemap.xml": sitemap, "robots.txt": f"User-agent: *\nDisallow:\n\nSitemap: {base}sitemap.xml\n"}
