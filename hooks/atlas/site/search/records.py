"""Collection → records: what search can find in one language."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Literal

from atlas.core.languages import BilingualText, Language, other
from atlas.document.nodes import Block, CodeBlock, Heading, Inlines, Item, ListBlock, Quote, plain
from atlas.document.traverse import inlines_with_lines
from atlas.extract.announcement import Announcement, Feature
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.history.release import Release
from atlas.knowledge.schema import REMOVED
from atlas.site.locale import Locale
from atlas.site.page import Page, path_of

MAX_LEAD_LENGTH = 300  # characters of an announcement in a feature's record
REMOVED_NAMES = BilingualText("已移除", "Removed")
Kind = Literal["release", "section", "feature", "area", "level", "term", "page"]


@dataclass(frozen=True, slots=True)
class Record:
    """A possible result: a page, or a section of a release's page.

    ``release`` is its version, or since when a feature has its ``level``; ``names`` are its other names. Searched, but
    not shown: ``context``, such as its level and areas; ``translation``, its text in the other language; ``variants``,
    its title there and the seed's uncorrected words.
    """

    url: str
    kind: Kind
    title: str
    text: str = ""
    release: str = ""
    level: str = ""
    names: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    translation: str = ""
    variants: tuple[str, ...] = ()


def records(atlas: Collection, pages: Sequence[Page], locale: Locale) -> Iterator[Record]:
    """Yield every record in one language, newest releases first; ``pages`` are indexed by title and description."""
    language = locale.language
    sections: dict[str, Record] = {}
    for release in atlas.releases:
        if not release.announcement:
            yield _recorded(atlas, release, locale)
            continue
        for record in _Announcement(atlas, release.announcement, language).records():
            sections[record.url] = record
            yield record
    for life in atlas.lifecycles:
        if life.has_page:
            places = (f"releases/{each.announcement.version}/#{each.feature.id}" for each in reversed(life.announced))
            yield _feature(atlas, locale, life, sections.get(next(places, ""), Record("", "section", "")))
    yield from _known(atlas, language)
    titles = {page.src_uri: page.title for page in pages if page.language != language}
    for page in pages:
        if page.language == language:
            names = (titles.get(page.src_uri, ""),)
            yield Record(path_of(page.src_uri), "page", page.title, page.description, names=names)


def _known(atlas: Collection, language: Language) -> Iterator[Record]:
    """Yield areas, levels and terms."""
    knowledge = atlas.knowledge
    for area in knowledge.areas:
        name, about = area.name.of(language), area.description.of(language)
        yield Record(f"areas/{area.id}/", "area", name, about, names=area.name.both)
    for level in knowledge.stability.levels:
        name, about = level.name.of(language), level.definition.of(language)
        yield Record(f"stability/{level.id}/", "level", name, about, names=level.name.both)
    by_translation = attrgetter("to")
    for right, group in groupby(sorted(knowledge.terms, key=by_translation), key=by_translation):
        terms = list(group)
        title = right if language == "zh" else terms[0].en
        text = ("；" if language == "zh" else "; ").join(f"{term.from_} → {right}" for term in terms)
        names = (right, *dict.fromkeys(term.en for term in terms), *(term.from_ for term in terms))
        yield Record(f"glossary/#{terms[0].id}", "term", title, text, names=names)


class _Announcement:
    """A release in one language. Untranslated texts are left out, so that no result is in the other language."""

    def __init__(self, atlas: Collection, release: Announcement, language: Language) -> None:
        self._atlas, self._release, self._language = atlas, release, language
        self._texts = [_text([block], self._words) for block in release.document.blocks]
        self._translations = [_text([block], self._translated) for block in release.document.blocks]

    def _words(self, inlines: Inlines) -> str:
        return self._release.words(inlines, self._language) or ""

    def _translated(self, inlines: Inlines) -> str:
        return self._release.words(inlines, other(self._language)) or ""

    def records(self) -> Iterator[Record]:
        """Yield the page, with what precedes its first section; the sections; and features inside these."""
        release, blocks = self._release, self._release.document.blocks
        anchors = dict(release.anchors)
        features = {feature.id: feature for feature in release.features}
        starts = [i for i, block in enumerate(blocks) if i and i in anchors and isinstance(block, Heading)]
        starts.append(len(blocks))
        yield self._with_blocks(self._page(), 0, starts[0])
        for start, end in pairwise(starts):
            section = self._section(anchors[start], self._texts[start], features.get(anchors[start]))
            yield self._with_blocks(section, start, end)
        for feature in release.features:
            if feature.id not in anchors.values():
                host = release.host(feature)
                inside = host.blocks if isinstance(host, Item) else ()
                text, translation = _text(inside, self._words), _text(inside, self._translated)
                section = self._section(feature.id, self._words(feature.title), feature)
                yield replace(section, text=text, translation=translation, variants=(plain(feature.title),))

    def _with_blocks(self, record: Record, start: int, end: int) -> Record:
        """Add to a record the text of its blocks, of which the first is its heading."""
        blocks = self._release.document.blocks
        lines = range(blocks[start].line, blocks[end].line if end < len(blocks) else sys.maxsize)
        edits = (edit for edit in self._release.edits if edit.effect == "wording" and edit.line in lines)
        variants = (self._translations[start], *dict.fromkeys(edit.before for edit in edits))
        text, translation = (_joined(texts[start + 1 : end]) for texts in (self._texts, self._translations))
        return replace(record, text=text, translation=translation, variants=variants)

    def _page(self) -> Record:
        """Return the release's record; its context is the date, publisher, translator, and numbers of contributions."""
        release, title = self._release, f"PyTorch {self._release.version}"
        publisher = self._atlas.knowledge.publisher(release.publisher)
        published_by = (*publisher.name.both, *publisher.names) if publisher else (release.publisher,)
        counts = ((release.commits, "commits 提交"), (release.contributors, "contributors 贡献者"))
        numbers = (f"{count.value} {of}" for count, of in counts if count)
        names = (self._words(release.title), f"{title} release notes")
        context = (str(release.date or ""), *published_by, release.translator, *numbers)
        url = f"releases/{release.version}/"
        return Record(url, "release", title, release=release.version, names=names, context=context)

    def _section(self, anchor: str, title: str, feature: Feature | None) -> Record:
        """Return a section; without a translated title, it has the feature's registered name, else the release's."""
        version = self._release.version
        section = Record(f"releases/{version}/#{anchor}", "section", title or f"PyTorch {version}", release=version)
        if not feature:
            return section
        life = self._atlas.lifecycle(self._release, feature)
        title = title or _registered_name(life, self._language) or section.title
        context = (*_level(self._atlas, feature.stage).both, *_areas(self._atlas, feature.areas), *feature.apis)
        return replace(section, title=title, level=feature.stage, names=_other_names(life), context=context)


def _text(blocks: Iterable[Block], words: Callable[[Inlines], str]) -> str:
    """Return blocks as plain text; ``words`` returns the text of inlines."""
    return _joined(_block_text(block, words) for block in blocks)


def _block_text(block: Block, words: Callable[[Inlines], str]) -> str:
    match block:
        case CodeBlock():
            return block.text
        case ListBlock():
            return " ".join(_text(item.blocks, words) for item in block.items)
        case Quote():
            return _text(block.blocks, words)
        case _:
            return _joined(words(inlines) for inlines, _ in inlines_with_lines(block))


def _joined(texts: Iterable[str]) -> str:
    return " ".join(filter(None, texts))


def _recorded(atlas: Collection, release: Release, locale: Locale) -> Record:
    """Return the record of a release whose text is not here: how many features are at which level."""
    title, version = f"PyTorch {release.version}", release.version
    about, names = locale.counts(atlas.counts(release)), (f"{title} release notes",)
    return Record(
        f"releases/{version}/", "release", title, about, version, names=names, context=(str(release.date or ""),)
    )


def _feature(atlas: Collection, locale: Locale, life: Lifecycle, newest: Record) -> Record:
    """Return the record of a feature's page: its levels in order, and the beginning of its ``newest`` section."""
    language = locale.language
    title = _registered_name(life, language) or newest.title
    text = newest.text
    if len(text) > MAX_LEAD_LENGTH:
        text = re.sub(r"[\w.]*$", "…", text[:MAX_LEAD_LENGTH], count=1, flags=re.ASCII)  # cut between words
    if life.steps[1:] or not text:
        history = " → ".join(f"{_level(atlas, step.level).of(language)} {step.release}" for step in life.steps)
        text = f"{history}{'。' if language == 'zh' else '. '}{text}"  # Beta 1.4 → Stable 1.5
    now = life.now
    context = (*_level(atlas, now.level).both, *_areas(atlas, life.areas), *life.releases)
    quotes = " ".join(said.quote for said in life.statements)
    names = _other_names(life)
    return Record(life.path, "feature", title, text, now.release, now.level, names, context, quotes)


def _registered_name(life: Lifecycle, language: Language) -> str:
    return life.identity.name.of(language) if life.identity else ""


def _other_names(life: Lifecycle) -> tuple[str, ...]:
    """Return every registered name of a feature in either language."""
    return life.identity.names[1:] if life.identity else ()  # the first is its id


def _level(atlas: Collection, stage: str) -> BilingualText:
    return REMOVED_NAMES if stage == REMOVED else atlas.knowledge.level(stage).name


def _areas(atlas: Collection, ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for area in ids for name in atlas.knowledge.area(area).name.both)
