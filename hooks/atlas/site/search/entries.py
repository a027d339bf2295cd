"""Collection → entries: what search can find in one language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from atlas.core.languages import Language
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.site.page import Page, handwritten_uris, path_of
from atlas.site.paths import area_path, feature_path, level_path, release_path
from atlas.site.search.entry import SearchEntry
from atlas.site.search.releases import release_entries
from atlas.site.words.locale import Locale

# Characters of the sentence on what a feature is: those that fit a line of a result. More would weigh on the index.
MAX_ABOUT_LENGTH: dict[Language, int] = {"zh": 40, "en": 90}
MAX_LEAD_LENGTH = 300  # characters that a feature's entry takes from an announcement
_HEADING = re.compile(r"^##? (.+?)(?: \{#([\w-]+)\})?$", re.MULTILINE)  # of a handwritten page, with its id
_MARKUP = re.compile(r"</?[a-z][^>]*>|\]\([^)]*\)|[*`|\[\]]+|^[ >#!-]+", re.MULTILINE)


def entries(collection: Collection, pages: Sequence[Page], docs: Path, locale: Locale) -> Iterator[SearchEntry]:
    """Yield all entries in one language, newest releases first.

    Of ``pages``, in both languages, search finds the titles and descriptions, if they are searchable. ``docs`` is the
    folder of the handwritten pages.
    """
    announced: dict[str, SearchEntry] = {}  # by URL
    for release in collection.releases:
        for entry in release_entries(collection, release, locale):
            announced[entry.url] = entry
            yield entry
    yield from _features(collection, announced, locale)
    yield from _areas(collection, locale.language)
    yield from _levels(collection, locale.language)
    yield from _terms(collection, locale)
    yield from _pages(pages, locale.language)
    yield from _handwritten(docs, locale.language)


def _features(collection: Collection, announced: Mapping[str, SearchEntry], locale: Locale) -> Iterator[SearchEntry]:
    """Yield the entries of features' pages; ``announced`` are the entries of releases and sections by URL."""
    for lifecycle in collection.all_lifecycles:
        if lifecycle.has_page:
            passage = next(reversed(lifecycle.announcement_passages), None)
            place = release_path(passage.announcement.version, passage.feature.id) if passage else ""
            newest = announced.get(place)
            has_parts = "includes" in collection.relations.get(lifecycle.id, {})
            yield replace(_feature(lifecycle, newest, locale), has_parts=has_parts)


def _feature(lifecycle: Lifecycle, newest: SearchEntry | None, locale: Locale) -> SearchEntry:
    """Return the entry of a feature's page; ``newest`` is the feature's entry in the newest announcement, if any."""
    registered, text = lifecycle.registered, newest.text if newest else ""
    about = registered.about.of(locale.language) if registered and registered.about and not text else ""
    title = locale.name_text(lifecycle)
    names = dict.fromkeys(registered.other_names if registered else ())
    return SearchEntry(
        feature_path(lifecycle),
        "feature",
        title,
        feature=lifecycle.id,
        text=_feature_text(lifecycle, text, locale),
        release=lifecycle.state_version,
        state=lifecycle.last_step.state,
        stated_by_release={each.version: each.state for each in lifecycle.by_release},
        tags=lifecycle.statuses,
        areas=lifecycle.areas,
        about=about if len(about) <= MAX_ABOUT_LENGTH[locale.language] else "",
        names=tuple(name for name in names if name != title),
        search_terms=registered.search_terms if registered else (),
        more=" ".join(statement.quote for statement in lifecycle.statements),
    )


def _feature_text(lifecycle: Lifecycle, text: str, locale: Locale) -> str:
    """Return a feature's states, if it had several, and the beginning of its text: “Beta 1.4 → Stable 1.5. It …”."""
    if len(text) > MAX_LEAD_LENGTH:
        text = re.sub(r"[\w.]*$", "…", text[:MAX_LEAD_LENGTH], count=1, flags=re.ASCII)  # cut between words
    if len(lifecycle.steps) < 2:
        return text
    steps = " → ".join(f"{locale.state_name(step.state)} {step.version}" for step in lifecycle.steps)
    return f"{steps}{locale.gettext('. ')}{text}"


def _areas(collection: Collection, language: Language) -> Iterator[SearchEntry]:
    for area in collection.knowledge.areas:
        name, description = area.name.of(language), area.description.of(language)
        yield SearchEntry(area_path(area.id), "area", name, text=description, names=area.name.both)


def _levels(collection: Collection, language: Language) -> Iterator[SearchEntry]:
    for level in collection.knowledge.stability.levels:
        name, definition = level.name.of(language), level.definition.of(language)
        yield SearchEntry(level_path(level.id), "level", name, text=definition, names=level.name.both)


def _terms(collection: Collection, locale: Locale) -> Iterator[SearchEntry]:
    """Yield an entry for each term of the glossary, which all of its mistranslations find."""
    for term in collection.knowledge.terms:
        words, title = tuple(each.words for each in term.mistranslations), term.name.of(locale.language)
        yield SearchEntry(
            f"glossary/#{term.mistranslations[0].id}",
            "term",
            title,
            text=locale.gettext("; ").join(f"{each} → {term.to}" for each in words),
            names=tuple(name for name in term.name.both if name != title),
            search_terms=words,
            more=" ".join(collection.knowledge.queries.glossary),
        )


def _pages(pages: Sequence[Page], language: Language) -> Iterator[SearchEntry]:
    """Yield the entries of pages in a language, which their titles in the other language find, too."""
    other_titles = {page.src_uri: page.title for page in pages if page.language != language}
    for page in pages:
        if page.is_searchable and page.language == language:
            names = tuple(filter(None, [other_titles.get(page.src_uri)]))
            yield SearchEntry(path_of(page.src_uri), "page", page.title, text=page.description, names=names)


def _handwritten(docs: Path, language: Language) -> Iterator[SearchEntry]:
    """Yield the sections of the pages in ``docs``/``language``, which the title of their page finds, too."""
    for uri in handwritten_uris(docs, language):
        markdown = (docs / language / uri).read_text("utf-8", errors="replace")
        _, *parts = _HEADING.split(markdown)  # the title, id and text of each section in turn
        page_title = parts[0] if parts else ""
        for title, anchor, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            has_place = anchor and title != page_title
            url = f"{path_of(uri)}#{anchor}" if has_place else path_of(uri)
            words = _MARKUP.sub(" ", text).split()
            yield SearchEntry(url, "page", title, text=" ".join(words), names=(page_title,))
