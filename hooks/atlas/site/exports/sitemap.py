"""``sitemap.xml`` and ``robots.txt``, for search engines."""

from html import escape

from atlas.core.languages import HTML_LANG, LANGUAGES, Language
from atlas.site.page import canonical, handwritten_uris
from atlas.site.site import Site

DEFAULT: Language = "zh"  # for readers of any other language
NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'


def sitemap(site: Site) -> str:
    """Return the sitemap, of all pages. It omits ``lastmod``, since nothing records when a page changed."""
    pages = {(page.src_uri, page.language) for page in site.pages}
    pages |= {(uri, language) for language in LANGUAGES for uri in handwritten_uris(site.docs, language)}
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<urlset {NAMESPACES}>"]
    for url, src_uri in sorted((canonical(site.base, src_uri, language), src_uri) for src_uri, language in pages):
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{language}" href="{escape(alternate)}"/>'
            for language, alternate in _alternates(site.base, src_uri)
        )
        lines.append(f"<url><loc>{escape(url)}</loc>{links}</url>")
    return "\n".join([*lines, "</urlset>", ""])


def _alternates(base: str, src_uri: str) -> tuple[tuple[str, str], ...]:
    """Return pairs of a language code and the page's URL in it; the last is “x-default”, for other languages."""
    urls = ((HTML_LANG[language], canonical(base, src_uri, language)) for language in LANGUAGES)
    return (*urls, ("x-default", canonical(base, src_uri, DEFAULT)))


def robots(base: str) -> str:
    """Return robots.txt, which allows everything."""
    return f"User-agent: *\nDisallow:\n\nSitemap: {base}sitemap.xml\n"
