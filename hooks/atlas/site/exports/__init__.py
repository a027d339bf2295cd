"""Files other than pages: data, badges, feeds, llms.txt, Markdown versions, redirects, styles of levels."""

from collections.abc import Iterator
from itertools import chain

from atlas.history.collection import Collection
from atlas.site.exports import badges, changes, data, feeds, llms, redirects, spreadsheet, styles
from atlas.site.locale import Locale
from atlas.site.page import address


def files(atlas: Collection, locales: tuple[Locale, ...], base: str) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each exported file; ``base`` is the site's URL, ending in a slash."""
    yield from data.files(atlas, base)
    yield "api/v1/features.csv", spreadsheet.text(atlas)
    yield from badges.files(atlas, next(locale for locale in locales if locale.language == badges.LANGUAGE))
    yield styles.PATH, styles.text(atlas.knowledge.stability)
    for locale in locales:
        own = chain(
            feeds.files(atlas, locale, base),
            changes.files(atlas, locale, base),
            redirects.files(atlas, locale),
            [("llms.txt", llms.text(atlas, locale, base))],
        )
        for path, text in own:
            yield address("", path, locale.language), text
