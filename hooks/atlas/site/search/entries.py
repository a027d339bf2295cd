"""Collection → entries: what search can find in one language."""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby, pairwise
from operator import attrgetter
from pathlib import Path

from atlas.core.languages import Language, other
from atlas.document.nodes import Block, Cell, CodeBlock, Heading, Item, Paragraph, plain
from atlas.document.traverse import elements
from atlas.extract.announcement import Announcement
from atlas.extract.counts import Count
from atlas.extract.facts import Address, Person
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.schema import REMOVED, Conventions
from atlas.site.locale import Locale
from atlas.site.page import Page, handwritten_uris, path_of
from atlas.site.paths import area_path, feature_path, level_path, release_path

SUPERSEDED = "superseded"  # the notice of a feature whose place another one took
MAX_LEAD_LENGTH = 300  # characters of an announcement in a feature's entry
_HEADING = re.compile(r"^##? (.+?)(?: \{#([\w-]+)\})?$", re.MULTILINE)  # of a handwritten page, with its id
_MARKUP = re.compile(r"</?[a-z][^>]*>|\]\([^)]*\)|[*`|\[\]]+|^[ >#!-]+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """A possible result: a page, or a section of a release's page.

    ``release`` is its version, or since when a feature has its ``level``; ``history`` maps all releases that name it to
    the level that they state, ``notices`` each notice to the first of them. Searched, but not shown as its text:
    ``names``, in both languages; ``sought``, what readers may type, such as the seed's uncorrected words;
    ``more``, such as its text in the other language.
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
    whole: bool = False  # it is a feature that others are part of


def entries(collection: Collection, pages: Sequence[Page], docs: Path, locale: Locale) -> Iterator[Entry]:
    """Yield all entries in one language, newest releases first.

    ``pages`` are found by title and description; ``docs`` is the folder of the handwritten pages.
    """
    language = locale.language
    sections: dict[str, Entry] = {}
    for release in collection.releases:
        url, title, date = release_path(release.version), f"PyTorch {release.version}", release.date
        dates = f"{date} {date.year}年{date.month}月 {date:%B}" if date else ""
        page = Entry(
            url, "release", title, locale.counts(collection.level_counts(release)), release.version, more=dates
        )
        page = replace(page, history={release.version: ""}, names=(release.version, f"{title} release notes"))
        announcement = release.announcement
        found = list(_announced(collection, announcement, page, language)) if announcement else [page]
        sections |= {entry.url: entry for entry in found}
        yield from found
    wholes = {each.relations.get("part_of") for each in collection.knowledge.features}
    for lifecycle in collection.lifecycles:
        if lifecycle.has_page:
            newest = (release_path(each.announcement.version, each.feature.id) for each in lifecycle.announced[::-1])
            entry = _feature(locale, lifecycle, sections.get(next(newest, ""), Entry("", "section", "")))
            yield replace(entry, whole=lifecycle.id in wholes)
    yield from _known(collection, locale)
    titles = {page.src_uri: page.title for page in pages if page.language != language}
    for each in pages:
        if each.language == language:
            name = titles.get(each.src_uri, "")
            yield Entry(path_of(each.src_uri), "page", each.title, each.description, names=(name,))
    yield from _handwritten(docs, language)


def _known(collection: Collection, locale: Locale) -> Iterator[Entry]:
    """Yield areas, levels and terms."""
    language = locale.language
    for area in collection.knowledge.areas:
        name, about = area.name.of(language), area.description.of(language)
        yield Entry(area_path(area.id), "area", name, about, names=area.name.both)
    for level in collection.knowledge.stability.levels:
        name, about = level.name.of(language), level.definition.of(language)
        yield Entry(level_path(level.id), "level", name, about, names=level.name.both)
    by_translation = attrgetter("to")
    for right, group in groupby(sorted(collection.knowledge.terms, key=by_translation), key=by_translation):
        terms = list(group)
        wrong = tuple(term.from_ for term in terms)
        text = locale.gettext("；").join(f"{word} → {right}" for word in wrong)
        names = (right, *dict.fromkeys(term.en for term in terms))
        title = {"zh": right, "en": terms[0].en}[language]
        entry = Entry(f"glossary/#{terms[0].id}", "term", title, text, names=names, sought=wrong)
        yield replace(entry, more="术语 翻译 中文译法 glossary term translation translated")


def _handwritten(docs: Path, language: Language) -> Iterator[Entry]:
    """Yield the sections of the pages in ``docs``/``language``. Each is also found by the name of its page."""
    for uri in handwritten_uris(docs, language):
        _, *parts = _HEADING.split((docs / language / uri).read_text("utf-8", errors="replace"))
        for title, anchor, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            url = path_of(uri) if title == parts[0] or not anchor else f"{path_of(uri)}#{anchor}"
            yield Entry(url, "page", title, " ".join(_MARKUP.sub(" ", text).split()), names=(parts[0],))


def _announced(collection: Collection, announcement: Announcement, page: Entry, language: Language) -> Iterator[Entry]:
    """Yield a release's page, with what precedes its first section; its sections; and features inside these.

    Untranslated texts are left out, so that no result is in the other language.
    """
    text, translation = partial(_text, announcement, language), partial(_text, announcement, other(language))
    blocks, anchors = announcement.document.blocks, dict(announcement.anchors)
    starts = [0, *(i for i, block in enumerate(blocks) if i and i in anchors and isinstance(block, Heading))]
    for start, end in pairwise((*starts, len(blocks))):
        entry, heading, below = page, blocks[start : start + 1], blocks[start + 1 : end]
        if start:
            entry = _section(collection, announcement, anchors[start], text(heading), language)
        else:
            publisher = collection.knowledge.publisher(announcement.facts.publisher)
            people = (*publisher.name.both, *publisher.names) if publisher else (announcement.facts.publisher,)
            more = " ".join((page.more, *people, *_facts(announcement, collection.knowledge.conventions)))
            entry = replace(page, names=(*page.names, text(heading)), more=more)
        lines = range(heading[0].line, blocks[end].line if end < len(blocks) else sys.maxsize)
        edits = (edit for edit in announcement.edits if edit.effect == "wording" and edit.line in lines)
        wrong = tuple(dict.fromkeys(edit.before for edit in edits))
        names, more = (*entry.names, translation(heading)), f"{entry.more} {translation(below)}"
        yield replace(entry, text=text(below), names=names, sought=wrong, more=more)
    for feature in announcement.features:
        if feature.id not in anchors.values():
            host = announcement.host(feature)
            inside = host.blocks if isinstance(host, Item) else ()
            title = announcement.text_in(feature.title, language) or ""
            entry = _section(collection, announcement, feature.id, title, language)
            more, wrong = f"{entry.more} {translation(inside)}", (plain(feature.title),)
            yield replace(entry, text=text(inside), more=more, sought=wrong)


def _facts(announcement: Announcement, conventions: Conventions) -> Iterator[str]:
    """Yield what finds an announcement by its facts; its publisher has names in both languages."""
    for name, fact in announcement.facts.items():
        match fact:
            case Count():
                yield f"{fact.value} {name} {conventions.counts[name].nouns[0]}"
            case Person():
                yield fact.name
            case str() if name != "publisher" and not isinstance(fact, Address):
                yield fact


def _section(collection: Collection, announcement: Announcement, anchor: str, title: str, language: Language) -> Entry:
    """Return a section; without a translated title, it has the feature's registered name, else the release's."""
    version, feature = announcement.version, next((each for each in announcement.features if each.id == anchor), None)
    section = Entry(release_path(version, anchor), "section", title or f"PyTorch {version}", release=version)
    if not feature:
        return replace(section, history={version: ""})
    lifecycle, level = collection.lifecycle(announcement, feature), feature.level
    section = replace(section, title=title or lifecycle.names[language] or section.title, level=level)
    names, more = lifecycle.identity.names[1:] if lifecycle.identity else (), " ".join(feature.apis)
    return replace(section, history={version: level}, areas=feature.areas, names=names, more=more)


def _text(announcement: Announcement, language: Language, blocks: Iterable[Block]) -> str:
    """Return blocks as plain text in a language."""
    texts = (
        element.text if isinstance(element, CodeBlock) else announcement.text_in(element.inlines, language)
        for element in elements(tuple(blocks))
        if isinstance(element, CodeBlock | Heading | Paragraph | Cell)
    )
    return " ".join(filter(None, texts))


def _feature(locale: Locale, lifecycle: Lifecycle, newest: Entry) -> Entry:
    """Return the entry of a feature's page: its levels in order, and the beginning of its ``newest`` section."""
    title, text, now = lifecycle.names[locale.language] or newest.title, newest.text, lifecycle.now
    if len(text) > MAX_LEAD_LENGTH:
        text = re.sub(r"[\w.]*$", "…", text[:MAX_LEAD_LENGTH], count=1, flags=re.ASCII)  # cut between words
    if lifecycle.steps[1:]:
        steps = " → ".join(f"{locale.level_name(step.level)} {step.version}" for step in lifecycle.steps)
        text = f"{steps}{locale.gettext('。')}{text}"  # Beta 1.4 → Stable 1.5
    stated = [said for said in lifecycle.statements if said.level or said.notice == REMOVED]
    history = dict.fromkeys(lifecycle.versions, lifecycle.stability.default)
    history |= {said.version: said.level or REMOVED for said in stated}
    notices = {said.notice: said.version for said in lifecycle.notices}
    notices |= {SUPERSEDED: ""} if lifecycle.successors else {}
    entry = Entry(feature_path(lifecycle), "feature", title, text, now.version, now.level, history, notices)
    entry = replace(entry, areas=lifecycle.areas)
    if identity := lifecycle.identity:
        entry = replace(entry, names=identity.names[1:], sought=identity.sought)
    return replace(entry, more=" ".join(said.quote for said in lifecycle.statements))
