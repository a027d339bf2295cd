"""Collection → the search index: one for each language, made of sections. ``docs/assets/js/search`` finds in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from gettext import NullTranslations
from typing import Any

from atlas.core.languages import LANGUAGES, Language
from atlas.history.collection import Collection
from atlas.knowledge.schema import REMOVED
from atlas.site.interface import KINDS
from atlas.site.page import Page
from atlas.site.search import index
from atlas.site.search.records import GONE, Say, records
from atlas.site.search.thesaurus import Thesaurus

FOLDER = "search"


def is_list(page: Page) -> bool:
    """Whether a page lists what there is, and is found by its title alone."""
    return bool(re.fullmatch(r"(?:\w+/index|glossary)\.md", page.src_uri))


def files(
    atlas: Collection, say: Say, lists: Sequence[Page], words: Mapping[Language, NullTranslations]
) -> Iterator[tuple[str, str]]:
    """Path below the site, and text, of each file; ``words`` are the interface's own in each language.

    ``lists`` are pages that are found by their titles.
    """
    thesaurus = Thesaurus(atlas.knowledge)
    for language in LANGUAGES:
        found = list(records(atlas, say, lists, language))
        for path, text in index.files(found, thesaurus, _labels(atlas, language, words[language])):
            yield f"{FOLDER}/{language}/{path}", text


def _labels(atlas: Collection, language: Language, words: NullTranslations) -> dict[str, Any]:
    """Names of kinds of results, and of levels."""
    levels = {x.id: {"symbol": x.symbol, "name": x.name.of(language)} for x in atlas.knowledge.stability.levels}
    levels[REMOVED] = {"symbol": "×", "name": GONE.of(language)}
    return {"kinds": {kind: words.pgettext("kind", name) for kind, name in KINDS.items()}, "levels": levels}
