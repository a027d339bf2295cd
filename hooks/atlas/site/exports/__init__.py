"""Files other than pages: data, badges, feeds, llms.txt, Markdown versions, redirects."""

from collections.abc import Iterator
from itertools import chain

from atlas.history.collection import Collection
from atlas.site.exports import badges, data, feeds, llms, redirects, spreadsheet
from atlas.site.page import address
from atlas.site.words.locale import Locale


def files(collection: Collection, locales: tuple[Locale, ...], base: str) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each exported file; ``base`` is the site's URL, ending in a slash."""
    yield from data.files(collection, base)
    yield "api/v1/features.csv", spreadsheet.text(collection)
    for locale in locales:
        if locale.language == badges.LANGUAGE:
            yield from badges.files(collection, locale)
        files_of_language = chain(
            feeds.files(collection, locale, base),
            redirects.files(collection, locale),
            [("llms.txt", llms.text(collection, locale, base))],
        )
        for path, text in files_of_language:
            yield address("", path, locale.language), text
