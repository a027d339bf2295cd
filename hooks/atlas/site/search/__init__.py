"""Collection → what search can find, one file for each language; ``docs/assets/js/search`` makes an index of it."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from atlas.core.text import HAN_CHARACTER, simplified_forms
from atlas.history.collection import Collection
from atlas.knowledge.load import Knowledge
from atlas.knowledge.schema import REMOVED, Area
from atlas.knowledge.stability import Level
from atlas.site.interface import RESULT_KINDS
from atlas.site.level_marks import REMOVED_SYMBOL
from atlas.site.locale import Locale
from atlas.site.page import Page, address
from atlas.site.search.entries import entries

FILE = "search.json"  # at the root of each language


def files(
    collection: Collection, pages: Sequence[Page], docs: Path, locales: Sequence[Locale]
) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each file; ``entries`` tells what ``pages`` and ``docs`` are."""
    for locale in locales:
        found = (asdict(entry).items() for entry in entries(collection, pages, docs, locale))
        content = _words(collection, locale)
        content["entries"] = [{name: value for name, value in fields if value} for fields in found]
        content["traditional"] = _traditional(json.dumps(content, ensure_ascii=False))
        yield address("", FILE, locale.language), json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _words(collection: Collection, locale: Locale) -> dict[str, Any]:
    """Return the names of kinds, levels and areas, the versions of all releases, and synonyms."""
    knowledge, language = collection.knowledge, locale.language
    levels = {
        level.id: {"symbol": level.symbol, "name": level.name.of(language), "words": _level_words(level)}
        for level in knowledge.stability.levels
    }
    levels[REMOVED] = {
        "symbol": REMOVED_SYMBOL,
        "name": locale.level_name(REMOVED),
        "words": ["removed", "已移除", "移除"],
    }
    areas = {area.id: {"name": area.name.of(language), "words": _area_words(area)} for area in knowledge.areas}
    kinds = {kind: locale.pgettext("kind", name) for kind, name in RESULT_KINDS.items()}
    synonyms = list(_synonyms(knowledge))
    return {"kinds": kinds, "levels": levels, "areas": areas, "versions": collection.versions, "synonyms": synonyms}


def _level_words(level: Level) -> list[str]:
    """Return the words that queries may use for a level: 稳定 and 稳定版, stable."""
    words = {word.casefold().removesuffix("版") for word in (*level.name.both, *level.markers, *level.labels)}
    return sorted(words | {f"{word}版" for word in words if HAN_CHARACTER.match(word)})


def _area_words(area: Area) -> list[str]:
    """Return the words that queries may use for an area: its names, and the words with which these begin."""
    names = [name.casefold() for name in area.name.both]
    keywords = (word.casefold() for word in area.keywords)
    return sorted({*names, area.id, *(word for word in keywords if any(name.startswith(word) for name in names))})


def _synonyms(knowledge: Knowledge) -> Iterator[Iterable[str]]:
    """Yield groups of words that mean the same: the words that readers type, translations, and mistranslations."""
    yield from knowledge.synonyms
    yield from ((entry.en, *entry.zh) for entry in knowledge.lexicon)
    yield from dict.fromkeys((term.to, term.en, term.from_) for term in knowledge.terms)


def _traditional(text: str) -> tuple[str, str]:
    """Return the traditional forms of the simplified characters in a text, and these, in the same order."""
    pairs = [(char, simple) for char, simple in simplified_forms().items() if simple in text]
    return "".join(char for char, _ in pairs), "".join(simple for _, simple in pairs)
