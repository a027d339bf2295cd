"""``search.json`` of each language, of which the scripts in ``docs/assets/js/search`` make an index."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from atlas.core.text import simplified_forms
from atlas.core.words import words_pattern
from atlas.history.collection import Collection
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import FULL_TEXT
from atlas.knowledge.stability import REMOVED, SUPERSEDED
from atlas.site.page import Page
from atlas.site.search.entries import entries
from atlas.site.search.entry import SearchEntry
from atlas.site.words.interface import RESULT_KINDS
from atlas.site.words.locale import Locale

_API_NAME = re.compile(r"[a-z]\w*(?:[._][a-z]\w*)+", re.ASCII | re.IGNORECASE)

Filter = tuple[str, str, str]  # a word of queries; the kind and the id of what it names: ("nlp", "area", "language")


def text(collection: Collection, pages: Sequence[Page], docs: Path, locale: Locale) -> str:
    """Return the search file of one language. ``pages``, in both, and ``docs`` are those of ``entries``."""
    content = _words(collection, locale)
    content["filters"] = list(dict.fromkeys(_filters(collection)))
    content["entries"] = [_fields(entry) for entry in entries(collection, pages, docs, locale)]
    content["traditional"] = _traditional_characters(json.dumps(content, ensure_ascii=False))
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _fields(entry: SearchEntry) -> dict[str, Any]:
    """Return the fields of an entry that are not empty."""
    return {name: value for name, value in asdict(entry).items() if value}


def _traditional_characters(text: str) -> list[str]:
    """Return the traditional forms of the characters of ``text`` in one string, and these characters in another.

    The list is empty if no character has a traditional form.
    """
    pairs = [(traditional, simplified) for traditional, simplified in simplified_forms().items() if simplified in text]
    return ["".join(characters) for characters in zip(*pairs, strict=True)]


def _words(collection: Collection, locale: Locale) -> dict[str, Any]:
    """Return the names of kinds, states, areas and releases; groups of synonyms; and the word lists of queries.yml."""
    knowledge, language = collection.knowledge, locale.language
    states: dict[str, dict[str, Any]] = {
        mark.id: {"symbol": mark.character, "name": mark.name} for mark in locale.marks.values()
    }
    for state, shown in states.items():
        shown["is_disused"] = bool(knowledge.stability.used_until(state))
    version_synonyms = ((version, f"{version}.0") for version in collection.versions)
    return {
        "kinds": {kind: locale.gettext(name) for kind, name in RESULT_KINDS.items()},
        "states": states | {FULL_TEXT: {"name": locale.gettext("Full text")}},
        "areas": {area.id: {"name": area.name.of(language)} for area in knowledge.areas},
        "versions": collection.versions,
        "synonyms": [*synonyms(knowledge), *version_synonyms, *_without_punctuation(collection)],
        "omitted": knowledge.queries.omitted,
        "general": knowledge.queries.general,
    }


def _filters(collection: Collection) -> Iterator[Filter]:
    """Yield the words by which queries name areas, states and releases.

    The first part of an area's name stands for the area, too: “distributed training” and RPC. Of its keywords, only
    those do that a name of the area begins with.
    """
    parts_of = collection.knowledge.sentences.parts
    for area in collection.knowledge.areas:
        names = [name.casefold() for whole in area.name.both for name in (whole, parts_of(whole)[0])]
        beginning = re.compile(f"(?:{'|'.join(map(re.escape, area.keywords))})[a-z]*", re.IGNORECASE)
        beginnings = (match[0] for name in names if (match := beginning.match(name)))  # compil: “compilation”
        yield from ((word, "area", area.id) for word in dict.fromkeys((*names, area.id, *beginnings)))
    nouns = collection.knowledge.markers.level_nouns
    for level in collection.knowledge.stability.levels:
        level_names = (*level.name.both, *level.words.all, *level.labels.all)
        spelled = {form for name in level_names for form in (name, name.replace("-", " "))}
        words = {re.sub(rf"(?:{words_pattern(nouns)})$", "", name) for name in spelled}
        yield from ((word + noun, "state", level.id) for word in sorted(words) for noun in ("", *nouns))
    for tag in (*collection.knowledge.stability.notice_ids, REMOVED, SUPERSEDED, FULL_TEXT):
        words_of_tag = (tag, *collection.knowledge.queries.filters.get(tag, ()))
        yield from ((word, "state", tag) for word in words_of_tag)
    for version in collection.versions:
        yield from ((word, "release", version) for word in (version, f"{version}.0"))


def _without_punctuation(collection: Collection) -> Iterator[tuple[str, str]]:
    """Yield the names of features that are API names, each with the same in one word: torch.compile, torchcompile."""
    registered_features = (feature.registered for feature in collection.lifecycles if feature.registered)
    names = {name.removesuffix("()") for registered in registered_features for name in registered.names}
    yield from ((name, re.sub(r"[._]", "", name)) for name in sorted(names) if _API_NAME.fullmatch(name))


def synonyms(knowledge: Knowledge) -> Iterator[Iterable[str]]:
    """Yield groups of synonyms: words that readers type, words with their translations, and mistranslations."""
    yield from knowledge.synonyms
    yield from ((tag, *words) for tag, words in knowledge.queries.filters.items())
    yield from ((entry.en, *entry.zh) for entry in knowledge.lexicon)
    yield from dict.fromkeys((each.term.to, each.term.en, each.words) for each in knowledge.mistranslations)
