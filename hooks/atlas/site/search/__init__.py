"""Collection → what search can find, one file for each language; ``docs/assets/js/search`` makes an index of it."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

from atlas.core.text import simplified_forms
from atlas.history.collection import Collection
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import REMOVED
from atlas.site.interface import RESULT_KINDS
from atlas.site.level_marks import REMOVED_SYMBOL
from atlas.site.locale import Locale
from atlas.site.page import Page, address
from atlas.site.search.entries import SUPERSEDED, entries

FILE = "search.json"  # at the root of each language


def files(
    collection: Collection, pages: Sequence[Page], docs: Path, locales: Sequence[Locale]
) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each file; ``entries`` tells what ``pages`` and ``docs`` are."""
    filters = list(_filters(collection))
    for locale in locales:
        content = _words(collection, locale) | {"filters": filters}
        found = [asdict(entry) for entry in entries(collection, pages, docs, locale)]
        for entry in found:  # its releases and areas find it, too
            areas = (word for word, _, id_ in filters if id_ in entry["areas"])
            entry["more"] = " ".join((entry["more"], *entry["history"], *areas))
        content["entries"] = [{name: value for name, value in entry.items() if value} for entry in found]
        text = json.dumps(content, ensure_ascii=False)
        forms = [(char, simple) for char, simple in simplified_forms().items() if simple in text]
        content["traditional"] = ["".join(characters) for characters in zip(*forms, strict=True)]
        yield address("", FILE, locale.language), json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _words(collection: Collection, locale: Locale) -> dict[str, Any]:
    """Return the names of kinds, levels, areas and releases, synonyms, and words that say little."""
    knowledge, language = collection.knowledge, locale.language
    levels = {each.id: {"symbol": each.symbol, "name": each.name.of(language)} for each in knowledge.stability.levels}
    notices = {each.id: {"name": each.name.of(language)} for each in knowledge.stability.notices}
    notices[SUPERSEDED] = {"name": locale.gettext("已有替代")}
    return {
        "kinds": {kind: locale.pgettext("kind", name) for kind, name in RESULT_KINDS.items()},
        "levels": levels | {REMOVED: {"symbol": REMOVED_SYMBOL, "name": locale.level_name(REMOVED)}} | notices,
        "areas": {area.id: {"name": area.name.of(language)} for area in knowledge.areas},
        "versions": collection.versions,
        "synonyms": [*_synonyms(knowledge), *((version, f"{version}.0") for version in collection.versions)],
        **dict(knowledge.queries),
    }


def _filters(collection: Collection) -> Iterator[tuple[str, str, str]]:
    """Yield the words by which queries name areas, levels and releases, each with the kind and id of what it names."""
    for area in collection.knowledge.areas:
        names = [name.casefold() for name in area.name.both]
        begin = re.compile(f"(?:{'|'.join(map(re.escape, area.keywords))})[a-z]*", re.IGNORECASE)  # compil: compilation
        begins = (found[0] for name in names if (found := begin.match(name)))
        yield from ((word, "area", area.id) for word in dict.fromkeys((*names, area.id, *begins)))
    for level in collection.knowledge.stability.levels:
        words = {word.removesuffix("版") for word in (*level.name.both, *level.words.all, *level.labels.all)}
        yield from ((word + end, "level", level.id) for word in sorted(words) for end in ("", "版"))
    for notice in (*(each.id for each in collection.knowledge.stability.notices), REMOVED, SUPERSEDED):
        groups = (words for words in collection.knowledge.synonyms if notice in words)
        yield from ((word, "level", notice) for word in chain([notice], *groups))
    for version in collection.versions:
        yield from ((word, "release", version) for word in (version, f"{version}.0"))


def _synonyms(knowledge: Knowledge) -> Iterator[Iterable[str]]:
    """Yield groups of words that mean the same: the words that readers type, translations, and mistranslations."""
    yield from knowledge.synonyms
    yield from ((entry.en, *entry.zh) for entry in knowledge.lexicon)
    yield from dict.fromkeys((term.to, term.en, term.from_) for term in knowledge.terms)
