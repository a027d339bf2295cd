"""Files beside the pages: JSON with its schemas, feeds, llms.txt, Markdown versions, redirects, styles of levels."""

from collections.abc import Iterator

from atlas.history.collection import Collection
from atlas.site.exports import data, feeds, llms, redirects, styles
from atlas.site.locale import Locale
from atlas.site.page import address


def files(atlas: Collection, locales: tuple[Locale, ...], base: str) -> Iterator[tuple[str, str]]:
    """Path below the site, and text, of each exported file; ``base`` is the site's address and ends in a slash."""
    yield from data.files(atlas, base)
    yield styles.PATH, styles.text(atlas.knowledge.stability)
    for locale in locales:
        for path, text in feeds.files(atlas, locale, base):
            yield address("", path, locale.language), text
        for path, text in redirects.files(atlas.versions, locale):
            yield address("", path, locale.language), text
        yield address("", "llms.txt", locale.language), llms.text(atlas, locale, base)
