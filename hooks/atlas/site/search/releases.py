"""A release → its entries: its page, and the sections and features of its announcement."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise

from atlas.core.languages import Language, other
from atlas.document.nodes import Block, Cell, CodeBlock, Heading, Item, Paragraph, plain
from atlas.document.traverse import elements
from atlas.extract.announcement import AnnouncedFeature, Announcement
from atlas.extract.counts import Count
from atlas.extract.facts import Address, Person
from atlas.history.collection import Collection
from atlas.history.release import Release
from atlas.knowledge.schema import FULL_TEXT
from atlas.site.parts.shown_edits import rewordings
from atlas.site.paths import release_path
from atlas.site.search.entry import SearchEntry
from atlas.site.words.locale import Locale


def release_entries(collection: Collection, release: Release, locale: Locale) -> Iterator[SearchEntry]:
    """Yield the entry of a release's page, and those of its sections if its announcement is on the site."""
    version, date = release.version, release.date
    title = f"PyTorch {version}"
    page = SearchEntry(
        release_path(version),
        "release",
        title,
        text=locale.counts(release.state_counts),
        release=version,
        names=(version, f"{title} release notes"),
        more=f"{date} {date.year}年{date.month}月 {date:%B}" if date else "",
    )
    if release.announcement:
        full_text = replace(page, tags={FULL_TEXT: version})
        yield from _announcement(collection, release.announcement, full_text, locale.language)
    else:
        yield page


def _announcement(
    collection: Collection, announcement: Announcement, page: SearchEntry, language: Language
) -> Iterator[SearchEntry]:
    """Yield the page of an announcement with the text before its first section; its sections; its inner features.

    Untranslated texts are left out, so that no result is in the other language. Inner features are those that have no
    heading of their own, but stand in an item, a cell or a paragraph.
    """
    text = partial(_text, announcement, language)
    translation = partial(_text, announcement, other(language))
    blocks = announcement.document.blocks
    anchors = dict(announcement.anchors)
    features = {feature.id: feature for feature in announcement.features_by_heading.values()}
    edits = rewordings(announcement)
    sections = [index for index, block in enumerate(blocks) if index in anchors and isinstance(block, Heading)]
    starts = [0, *(index for index in sections if index)]
    for start, end in pairwise((*starts, len(blocks))):
        heading, below = blocks[start : start + 1], blocks[start + 1 : end]
        if start:
            title, feature = text(heading), features.get(anchors[start])
            if feature:
                entry = _about_feature(collection, announcement, feature, title, language)
            else:
                entry = _section(announcement, anchors[start], title)
        else:
            more = " ".join((page.more, *_publisher(collection, announcement), *_facts(collection, announcement)))
            entry = replace(page, names=(*page.names, text(heading)), more=more)
        replaced_words = (edit.before for index in range(start, end) for edit in edits.get(index, ()))
        yield replace(
            entry,
            text=text(below),
            names=(*entry.names, translation(heading)),
            search_terms=tuple(dict.fromkeys(replaced_words)),
            more=f"{entry.more} {translation(below)}",
        )
    for inner in announcement.inner_features:
        yield _inner_feature(collection, announcement, inner, language)


def _inner_feature(
    collection: Collection, announcement: Announcement, feature: AnnouncedFeature, language: Language
) -> SearchEntry:
    """Return the entry of a feature without a heading; its text is what an item contains."""
    host = announcement.host(feature)
    inside = host.blocks if isinstance(host, Item) else ()
    title = announcement.text_in(feature.title, language) or ""
    entry = _about_feature(collection, announcement, feature, title, language)
    return replace(
        entry,
        text=_text(announcement, language, inside),
        search_terms=(plain(feature.title),),
        more=f"{entry.more} {_text(announcement, other(language), inside)}",
    )


def _about_feature(
    collection: Collection, announcement: Announcement, feature: AnnouncedFeature, title: str, language: Language
) -> SearchEntry:
    """Return the entry, without text, of the section about a feature; without a title, it has the feature's name."""
    lifecycle = collection.lifecycle(announcement, feature)
    stated = next(each for each in lifecycle.by_release if each.version == announcement.version)
    return replace(
        _section(announcement, feature.id, title or lifecycle.names[language] or ""),
        feature=lifecycle.id,
        state=stated.state,
        stated_by_release={announcement.version: stated.state},
        areas=lifecycle.areas,
        more=" ".join(feature.apis),
    )


def _section(announcement: Announcement, anchor: str, title: str) -> SearchEntry:
    """Return the entry, without text, of a section; without a title, it has the release's."""
    version = announcement.version
    stated = {version: ""}
    title = title or f"PyTorch {version}"
    return SearchEntry(release_path(version, anchor), "section", title, release=version, stated_by_release=stated)


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
                yield f"{fact.value} {name} {collection.knowledge.counting.counts[name].nouns[0]}"
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
