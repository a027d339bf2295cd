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
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.site.locale import Locale
from atlas.site.page import Page, handwritten_uris, path_of
from atlas.site.paths import area_path, feature_path, level_path, release_path

MAX_LEAD_LENGTH = 300  # characters of an announcement in a feature's entry
_HEADING = re.compile(r"^##? (.+?)(?: \{#([\w-]+)\})?$", re.MULTILINE)  # of a handwritten page, with its id
_MARKUP = re.compile(r"\]\([^)]*\)|[*`|\[\]]+|^[ >#!-]+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """A possible result: a page, or a section of a release's page.

    ``release`` is its version, or since when a feature has its ``level``; ``history`` maps all releases that name it to
    the level that they state. Searched, but not shown as its text: ``names``, in both languages; ``wrong``, the
    seed's uncorrected words; ``more``, such as its text in the other language.
    """

    url: str
    kind: str  # release, section, feature, area, level, term or page
    title: str
    text: str = ""
    release: str = ""
    level: str = ""
    history: Mapping[str, str] = field(default_factory=dict)
    areas: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    more: str = ""


def entries(collection: Collection, pages: Sequence[Page], docs: Path, locale: Locale) -> Iterator[Entry]:
    """Yield all entries in one language, newest releases first.

    ``pages`` are found by title and description; ``docs`` is the folder of the handwritten pages.
    """
    language = locale.language
    sections: dict[str, Entry] = {}
    stated = _stated(collection)
    for release in collection.releases:
        title, date = f"PyTorch {release.version}", str(release.date or "")
        page = Entry(release_path(release.version), "release", title, release=release.version, more=date)
        page = replace(page, history={release.version: ""}, names=(f"{title} release notes",))
        if announcement := release.announcement:
            for entry in _announced(collection, announcement, page, language):
                sections[entry.url] = entry
                yield entry
        else:
            yield replace(page, text=locale.counts(collection.level_counts(release)))
    for lifecycle in collection.lifecycles:
        if lifecycle.has_page:
            places = (
                release_path(each.announcement.version, each.feature.id) for each in reversed(lifecycle.announced)
            )
            section = sections.get(next(places, ""), Entry("", "section", ""))
            yield _feature(locale, lifecycle, stated.get(lifecycle.id, {}), section)
    yield from _known(collection, language)
    titles = {page.src_uri: page.title for page in pages if page.language != language}
    for each in pages:
        if each.language == language:
            names = (titles.get(each.src_uri, ""),)
            yield Entry(path_of(each.src_uri), "page", each.title, each.description, names=names)
    yield from _handwritten(docs, language)


def _known(collection: Collection, language: Language) -> Iterator[Entry]:
    """Yield areas, levels and terms."""
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
        text = ("；" if language == "zh" else "; ").join(f"{word} → {right}" for word in wrong)
        names = (right, *dict.fromkeys(term.en for term in terms))
        title = right if language == "zh" else terms[0].en
        yield Entry(f"glossary/#{terms[0].id}", "term", title, text, names=names, wrong=wrong)


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
            entry = replace(
                entry,
                names=(*entry.names, text(heading)),
                more=" ".join([entry.more, *_people(collection, announcement)]),
            )
        lines = range(heading[0].line, blocks[end].line if end < len(blocks) else sys.maxsize)
        edits = (edit for edit in announcement.edits if edit.effect == "wording" and edit.line in lines)
        wrong = tuple(dict.fromkeys(edit.before for edit in edits))
        names, more = (*entry.names, translation(heading)), f"{entry.more} {translation(below)}"
        yield replace(entry, text=text(below), names=names, wrong=wrong, more=more)
    for feature in announcement.features:
        if feature.id not in anchors.values():
            host = announcement.host(feature)
            inside = host.blocks if isinstance(host, Item) else ()
            entry = _section(
                collection, announcement, feature.id, announcement.text_in(feature.title, language) or "", language
            )
            more, wrong = f"{entry.more} {translation(inside)}", (plain(feature.title),)
            yield replace(entry, text=text(inside), more=more, wrong=wrong)


def _people(collection: Collection, announcement: Announcement) -> Iterator[str]:
    """Yield a release's publisher, translator, and numbers of contributions."""
    publisher = collection.knowledge.publisher(announcement.publisher)
    yield from (*publisher.name.both, *publisher.names) if publisher else (announcement.publisher,)
    yield announcement.translator
    counts = ((announcement.commits, "commits 提交"), (announcement.contributors, "contributors 贡献者"))
    yield from (f"{count.value} {of}" for count, of in counts if count)


def _section(collection: Collection, announcement: Announcement, anchor: str, title: str, language: Language) -> Entry:
    """Return a section; without a translated title, it has the feature's registered name, else the release's."""
    version = announcement.version
    section = Entry(release_path(version, anchor), "section", title or f"PyTorch {version}", release=version)
    feature = next((each for each in announcement.features if each.id == anchor), None)
    if not feature:
        return replace(section, history={version: ""})
    lifecycle, level = collection.lifecycle(announcement, feature), feature.level
    section = replace(section, title=title or lifecycle.names[language] or section.title, level=level)
    names, more = lifecycle.identity.names[1:] if lifecycle.identity else (), " ".join(feature.apis)
    return replace(section, history={version: level}, areas=feature.areas, names=names, more=more)


def _text(announcement: Announcement, language: Language, blocks: Iterable[Block]) -> str:
    """Return blocks as plain text in a language."""
    texts = []
    for element in elements(tuple(blocks)):
        match element:
            case CodeBlock():
                texts.append(element.text)
            case Heading() | Paragraph() | Cell():
                texts.append(announcement.text_in(element.inlines, language) or "")
    return " ".join(filter(None, texts))


def _stated(collection: Collection) -> dict[str, dict[str, str]]:
    """Map the ids of features to the level, or removal, that each release states of them."""
    found: dict[str, dict[str, str]] = {}
    for release in collection.releases:
        for each in release.features:
            found.setdefault(each.lifecycle.id, {})[release.version] = collection.level_of(each)
    return found


def _feature(locale: Locale, lifecycle: Lifecycle, stated: Mapping[str, str], newest: Entry) -> Entry:
    """Return the entry of a feature's page: its levels in order, and the beginning of its ``newest`` section."""
    title, text = lifecycle.names[locale.language] or newest.title, newest.text
    if len(text) > MAX_LEAD_LENGTH:
        text = re.sub(r"[\w.]*$", "…", text[:MAX_LEAD_LENGTH], count=1, flags=re.ASCII)  # cut between words
    if lifecycle.steps[1:]:
        steps = " → ".join(f"{locale.level_name(step.level)} {step.release}" for step in lifecycle.steps)
        text = f"{steps}{'。' if locale.language == 'zh' else '. '}{text}"  # Beta 1.4 → Stable 1.5
    quotes, now = " ".join(said.quote for said in lifecycle.statements), lifecycle.now
    entry = Entry(feature_path(lifecycle), "feature", title, text, now.release, now.level, stated, lifecycle.areas)
    return replace(entry, names=lifecycle.identity.names[1:] if lifecycle.identity else (), more=quotes)
