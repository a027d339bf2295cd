"""Collection → search indexes of pages and sections, one for each language. ``docs/assets/js/search`` reads them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from atlas.core.text import HAN_CHARACTER
from atlas.history.collection import Collection
from atlas.knowledge.schema import REMOVED, Level
from atlas.site.interface import RESULT_KINDS
from atlas.site.locale import Locale
from atlas.site.page import Page, address
from atlas.site.search import index
from atlas.site.search.handwritten import sections
from atlas.site.search.records import records
from atlas.site.search.thesaurus import Thesaurus

FILE = "search.json"  # at the root of each language


def files(
    collection: Collection, pages: Sequence[Page], docs: Path, locales: Sequence[Locale]
) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each index; ``pages`` are those indexed by title and description.

    ``docs`` is the folder of the handwritten pages.
    """
    thesaurus = Thesaurus(collection.knowledge)
    for locale in locales:
        found = [*records(collection, pages, locale), *sections(docs, locale.language)]
        labels = _labels(locale) | {"versions": collection.versions, "synonyms": collection.knowledge.synonyms}
        yield address("", FILE, locale.language), index.text(found, thesaurus, labels)


def _labels(locale: Locale) -> dict[str, Any]:
    """Return the names of result kinds, and of levels with the words that queries may use for them."""
    language = locale.language
    levels = {
        level.id: {"symbol": level.symbol, "name": level.name.of(language), "words": _words(level)}
        for level in locale.knowledge.stability.levels
    }
    levels[REMOVED] = {"symbol": "×", "name": locale.level_name(REMOVED), "words": []}
    return {
        "kinds": {kind: locale.catalog.pgettext("kind", name) for kind, name in RESULT_KINDS.items()},
        "levels": levels,
    }


def _words(level: Level) -> list[str]:
    names = (*level.name.both, *level.markers, *level.labels)
    return sorted(
        {word.casefold() for name in names for word in (name, f"{name}版" if HAN_CHARACTER.match(name) else name)}
    )
