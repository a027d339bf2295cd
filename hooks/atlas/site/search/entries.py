"""Collection → entries: what search can find in one language."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby, pairwise
from operator import attrgetter
from pathlib import Path

from atlas.core.languages import Language, other
from atlas.document.nodes import Block, Cell, CodeBlock, Heading, Item, Paragraph, plain
from atlas.document.traverse import elements
from atlas.extract.announcement import Announcement, Feature
from atlas.extract.counts import Count
from atlas.extract.facts import Address, Person
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.history.release import Release
from atlas.knowledge.schema import REMOVED
from atlas.site.corrections import rewordings
from atlas.site.locale import Locale
from atlas.site.page import Page, handwritten_uris, path_of
from atlas.site.paths import area_path, feature_path, level_path, release_path

SUPERSEDED = "superseded"  # the notice of a feature whose place another one took
MAX_LEAD_LENGTH = 300  # characters that a feature's entry takes from an announcement
_HEADING = re.compile(r"^##? (.+?)(?: \{#([\w-]+)\})?$", re.MULTILINE)  # of a handwritten page, with its id
_MARKUP = re.compile(r"</?[a-z][^>]*>|\]\([^)]*\)|[*`|\[\]]+|^[ >#!-]+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """A possible result of a search: a page, or a section of one.

    - ``release``: the version of a release or section; for a feature, the version since which it has its ``level``.
    - ``history``: version → the level that this release states; for a feature, every release that names it.
    - ``notices``: notice → the first release that gives it to the feature; of SUPERSEDED, no release.

    The other texts are searched, but not shown:

    - ``names``: further names, also in the other language.
    - ``sought``: other words that readers may type, such as words of the seed that were corrected.
    - ``more``: everything else, such as the text in the other language.
    """

    url: str
    kind: str  # release, section, feature, area, level, term or page
    title: str
    text: str = ""
    release: str = ""
    level: str = ""
    history: Mapping[str, str] = field(default_factory=dict)
    notices: Mapping[str, str] = field(default_factory=dict)
    areas: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    sought: tuple[str, ...] = ()
    more: str = ""
    whole: bool = False  # whether it is a feature that other features are part of


def entries(collection: Collection, pages: Sequence[Page], docs: Path, locale: Locale) -> Iterator[Entry]:
    """Yield all entries in one language, newest releases first.

    Of ``pages``, in both languages, search finds the titles and descriptions. ``docs`` is the folder of the
    handwritten pages.
    """
    release_entries: dict[str, Entry] = {}  # by URL
    for release in collection.releases:
        for entry in _release(collection, release, locale):
            release_entries[entry.url] = entry
            yield entry
    yield from _features(collection, release_entries, locale)
    yield from _areas(collection, locale.language)
    yield from _levels(collection, locale.language)
    yield from _terms(collection, locale)
    yield from _pages(pages, locale.language)
    yield from _handwritten(docs, locale.language)


def _release(collection: Collection, release: Release, locale: Locale) -> Iterator[Entry]:
    """Yield the entry of a release's page, and those of its sections if its announcement is on the site."""
    version, date = release.version, release.date
    title = f"PyTorch {version}"
    page = Entry(
        release_path(version),
        "release",
        title,
        text=locale.counts(collection.level_counts(release)),
        release=version,
        history={version: ""},
        names=(version, f"{title} release notes"),
        more=f"{date} {date.year}年{date.month}月 {date:%B}" if date else "",
    )
    if release.announcement:
        yield from _announcement(collection, release.announcement, page, locale.language)
    else:
        yield page


def _announcement(
    collection: Collection, announcement: Announcement, page: Entry, language: Language
) -> Iterator[Entry]:
    """Yield the page of an announcement with the text before its first section; its sections; its inner features.

    Untranslated texts are left out, so that no result is in the other language. Inner features are those that have no
    heading of their own, but stand in an item, a cell or a paragraph.
    """
    text = partial(_text, announcement, language)
    translation = partial(_text, announcement, other(language))
    blocks = announcement.document.blocks
    anchors = dict(announcement.anchors)
    edits = rewordings(announcement)
    sections = [index for index, block in enumerate(blocks) if index in anchors and isinstance(block, Heading)]
    starts = [0, *(index for index in sections if index)]
    for start, end in pairwise((*starts, len(blocks))):
        heading, below = blocks[start : start + 1], blocks[start + 1 : end]
        if start:
            entry = _section(collection, announcement, anchors[start], text(heading), language)
        else:
            more = " ".join((page.more, *_publisher(collection, announcement), *_facts(collection, announcement)))
            entry = replace(page, names=(*page.names, text(heading)), more=more)
        replaced_words = (edit.before for index in range(start, end) for edit in edits.get(index, ()))
        yield replace(
            entry,
            text=text(below),
            names=(*entry.names, translation(heading)),
            sought=tuple(dict.fromkeys(replaced_words)),
            more=f"{entry.more} {translation(below)}",
        )
    for feature in announcement.features:
        if feature.id not in anchors.values():
            yield _inner_feature(collection, announcement, feature, language)


def _inner_feature(collection: Collection, announcement: Announcement, feature: Feature, language: Language) -> Entry:
    """Return the entry of a feature without a heading; its text is what an item contains."""
    host = announcement.host(feature)
    inside = host.blocks if isinstance(host, Item) else ()
    title = announcement.text_in(feature.title, language) or ""
    entry = _section(collection, announcement, feature.id, title, language)
    return replace(
        entry,
        text=_text(announcement, language, inside),
        sought=(plain(feature.title),),
        more=f"{entry.more} {_text(announcement, other(language), inside)}",
    )


def _section(collection: Collection, announcement: Announcement, anchor: str, title: str, language: Language) -> Entry:
    """Return an entry without text; if ``title`` is empty, it has the feature's registered name or the release's."""
    version = announcement.version
    section = Entry(release_path(version, anchor), "section", title or f"PyTorch {version}", release=version)
    feature = next((feature for feature in announcement.features if feature.id == anchor), None)
    if not feature:
        return replace(section, history={version: ""})
    lifecycle = collection.lifecycle(announcement, feature)
    return replace(
        section,
        title=title or lifecycle.names[language] or section.title,
        level=feature.level,
        history={version: feature.level},
        areas=feature.areas,
        names=lifecycle.identity.names[1:] if lifecycle.identity else (),
        more=" ".join(feature.apis),
    )


def _publisher(collection: Collection, announcement: Announcement) -> tuple[str, ...]:
    """Return all names of an announcement's publisher, in both languages."""
    name = announcement.facts.publisher
    publisher = collection.knowledge.publisher(name)
    return (*publisher.name.both, *publisher.names) if publisher else (name,)


def _facts(collection: Collection, announcement: Announcement) -> Iterator[str]:
    """Yield the facts by which readers may look for an announcement, except its publisher: “452 contributors …”."""
    for name, fact in announcement.facts.items():
        match fact:
            case Count():
                yield f"{fact.value} {name} {collection.knowledge.conventions.counting.counts[name].nouns[0]}"
            case Person():
                yield fact.name
            case str() if name != "publisher" and not isinstance(fact, Address):
                yield fact


def _text(announcement: Announcement, language: Language, blocks: Iterable[Block]) -> str:
    """Return blocks as plain text in a language, without texts that are not translated."""
    texts = (
        element.text if isinstance(element, CodeBlock) else announcement.text_in(element.inlines, language)
        for element in elements(tuple(blocks))
        if isinstance(element, CodeBlock | Heading | Paragraph | Cell)
    )
    return " ".join(text for text in texts if text)


def _features(collection: Collection, release_entries: Mapping[str, Entry], locale: Locale) -> Iterator[Entry]:
    """Yield the entries of features' pages; ``release_entries`` are the entries of releases and sections by URL."""
    wholes = {identity.relations.part_of for identity in collection.knowledge.features}
    for lifecycle in collection.lifecycles:
        if lifecycle.has_page:
            newest = Entry("", "section", "")  # if only records name it
            if lifecycle.announced:
                source = lifecycle.announced[-1]
                url = release_path(source.announcement.version, source.feature.id)
                newest = release_entries.get(url, newest)
            yield replace(_feature(lifecycle, newest, locale), whole=lifecycle.id in wholes)


def _feature(lifecycle: Lifecycle, newest: Entry, locale: Locale) -> Entry:
    """Return the entry of a feature's page; ``newest`` is the feature's entry in the newest announcement."""
    identity = lifecycle.identity
    notices = {statement.notice: statement.version for statement in lifecycle.notices}
    if lifecycle.successions:
        notices[SUPERSEDED] = ""
    return Entry(
        feature_path(lifecycle),
        "feature",
        title=lifecycle.names[locale.language] or newest.title,
        text=_feature_text(lifecycle, newest, locale),
        release=lifecycle.now.version,
        level=lifecycle.now.level,
        history=_stated_levels(lifecycle),
        notices=notices,
        areas=lifecycle.areas,
        names=identity.names[1:] if identity else (),
        sought=identity.sought if identity else (),
        more=" ".join(statement.quote for statement in lifecycle.statements),
    )


def _feature_text(lifecycle: Lifecycle, newest: Entry, locale: Locale) -> str:
    """Return a feature's levels, if it had several, and the beginning of its text: “Beta 1.4 → Stable 1.5. It …”."""
    text = newest.text
    if len(text) > MAX_LEAD_LENGTH:
        text = re.sub(r"[\w.]*$", "…", text[:MAX_LEAD_LENGTH], count=1, flags=re.ASCII)  # cut between words
    if len(lifecycle.steps) < 2:
        return text
    steps = " → ".join(f"{locale.level_name(step.level)} {step.version}" for step in lifecycle.steps)
    return f"{steps}{locale.gettext('。')}{text}"


def _stated_levels(lifecycle: Lifecycle) -> dict[str, str]:
    """Return version → the level that this release states, REMOVED, or the default level if it states none."""
    levels = dict.fromkeys(lifecycle.versions, lifecycle.stability.default)
    for statement in lifecycle.statements:
        if statement.level or statement.notice == REMOVED:
            levels[statement.version] = statement.level or REMOVED
    return levels


def _areas(collection: Collection, language: Language) -> Iterator[Entry]:
    for area in collection.knowledge.areas:
        name, description = area.name.of(language), area.description.of(language)
        yield Entry(area_path(area.id), "area", name, description, names=area.name.both)


def _levels(collection: Collection, language: Language) -> Iterator[Entry]:
    for level in collection.knowledge.stability.levels:
        name, definition = level.name.of(language), level.definition.of(language)
        yield Entry(level_path(level.id), "level", name, definition, names=level.name.both)


def _terms(collection: Collection, locale: Locale) -> Iterator[Entry]:
    """Yield an entry for each right translation in the glossary, which all of its mistranslations find."""
    by_translation = attrgetter("to")
    for translation, group in groupby(sorted(collection.knowledge.terms, key=by_translation), key=by_translation):
        terms = list(group)
        mistranslations = tuple(term.from_ for term in terms)
        yield Entry(
            f"glossary/#{terms[0].id}",
            "term",
            title={"zh": translation, "en": terms[0].en}[locale.language],
            text=locale.gettext("；").join(f"{word} → {translation}" for word in mistranslations),
            names=(translation, *dict.fromkeys(term.en for term in terms)),
            sought=mistranslations,
            more="术语 翻译 中文译法 glossary term translation translated",
        )


def _pages(pages: Sequence[Page], language: Language) -> Iterator[Entry]:
    """Yield the entries of pages in a language, which their titles in the other language find, too."""
    other_titles = {page.src_uri: page.title for page in pages if page.language != language}
    for page in pages:
        if page.language == language:
            names = (other_titles.get(page.src_uri, ""),)
            yield Entry(path_of(page.src_uri), "page", page.title, page.description, names=names)


def _handwritten(docs: Path, language: Language) -> Iterator[Entry]:
    """Yield the sections of the pages in ``docs``/``language``, which the title of their page finds, too."""
    for uri in handwritten_uris(docs, language):
        markdown = (docs / language / uri).read_text("utf-8", errors="replace")
        _, *parts = _HEADING.split(markdown)  # the title, id and text of each section in turn
        page_title = parts[0] if parts else ""
        for title, anchor, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            has_place = anchor and title != page_title
            url = f"{path_of(uri)}#{anchor}" if has_place else path_of(uri)
            words = _MARKUP.sub(" ", text).split()
            yield Entry(url, "page", title, " ".join(words), names=(page_title,))
