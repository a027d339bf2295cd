"""Page metadata for search engines and link previews, and each page's section."""

from collections.abc import Iterable
from dataclasses import dataclass

from atlas.core.languages import Language, other
from atlas.site.page import Page, canonical, path_of
from atlas.site.view import PageLink

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
    section: PageLink | None  # to the list page of its folder, if there is one


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
            canonical=canonical(self._base, page.src_uri, page.language),
            locale=_LOCALES[page.language],
            other_locale=_LOCALES[other(page.language)],
            card=f"{self._base}assets/card.png",
            has_markdown=page.has_markdown,
            section=self._section(page),
        )

    def _section(self, page: Page) -> PageLink | None:
        """Return a link to the list page of a page's folder; None if there is none."""
        folder = page.src_uri.partition("/")[0]
        index = f"{folder}/index.md"
        title = self._titles.get((page.language, index))
        if not title or page.src_uri == index:
            return None
        return PageLink(title, "../" * (path_of(page.src_uri).count("/") - 1))
