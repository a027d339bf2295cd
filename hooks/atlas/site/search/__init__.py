"""Collection → the search index: one for each language, made of sections. ``docs/assets/js/search`` finds in it."""

from collections.abc import Iterator, Sequence
from typing import Any

from atlas.history.collection import Collection
from atlas.knowledge.schema import REMOVED
from atlas.site.interface import KINDS
from atlas.site.locale import Locale
from atlas.site.page import Page
from atlas.site.search import index
from atlas.site.search.records import GONE, records
from atlas.site.search.thesaurus import Thesaurus


def files(collection: Collection, lists: Sequence[Page], locales: Sequence[Locale]) -> Iterator[tuple[str, str]]:
    """Path below the site, and text, of each file; ``lists`` are pages that are found by their titles."""
    thesaurus = Thesaurus(collection.knowledge)
    for locale in locales:
        found = list(records(collection, lists, locale.language))
        for path, text in index.files(found, thesaurus, _labels(locale)):
            yield f"search/{locale.language}/{path}", text


def _labels(locale: Locale) -> dict[str, Any]:
    """Names of kinds of results, and of levels."""
    language = locale.language
    levels = {x.id: {"symbol": x.symbol, "name": x.name.of(language)} for x in locale.knowledge.stability.levels}
    levels[REMOVED] = {"symbol": "×", "name": GONE.of(language)}
    return {"kinds": {kind: locale.words.pgettext("kind", name) for kind, name in KINDS.items()}, "levels": levels}
