"""Atlas → records: what search can find in one language, each with its address and its words."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Literal

from atlas.core.languages import LANGUAGES, Language, Names, other
from atlas.document.nodes import Block, CodeBlock, Heading, Inlines, Item, ListBlock, Localized, Quote, plain
from atlas.document.traverse import carriers, runs
from atlas.extract.release import Feature
from atlas.history.collection import Atlas
from atlas.history.lifecycle import Lifecycle
from atlas.history.release import Release
from atlas.knowledge.schema import REMOVED, Term
from atlas.site.page import Page, path_of

LEAD = 300  # characters of an announcement that stand for a feature
MENDED = ("erratum", "glossary")  # rules that replace words by others
Say = Callable[[Release, Inlines, Language], Localized]
GONE = Names("已移除", "Removed")
Kind = Literal["release", "section", "feature", "area", "level", "term", "compare", "page"]


@dataclass(frozen=True, slots=True)
class Record:
    """One result: a page, or a section of a release's.

    ``names`` are other names of it. Not shown, yet telling: ``around``, such as its level and areas; ``otherwise``,
    its text in the other language; and ``besides``, its title there and the seed's own, unmended words.
    """

    url: str
    kind: Kind
    title: str
    text: str = ""
    release: str = ""
    level: str = ""
    names: tuple[str, ...] = ()
    around: tuple[str, ...] = ()
    otherwise: str = ""
    besides: tuple[str, ...] = ()


def records(atlas: Atlas, say: Say, pages: Iterable[Page]) -> Iterator[tuple[Language, Record]]:
    """Every record in every language, newest releases first; ``pages`` are lists, found by their titles."""
    lives = {(life.newest.release.version, life.newest.feature.id): life for life in atlas.lifecycles if life.has_page}
    sections: dict[tuple[Language, str, str], tuple[str, str]] = {}  # of those that are newest: title and lead
    for release in atlas.releases:
        for language, record in _Announcement(atlas, release, say).records():
            anchor = record.url.partition("#")[2]
            if (release.version, anchor) in lives:
                sections[language, release.version, anchor] = record.title, record.text[:LEAD]
            yield language, record
    for language in LANGUAGES:
        for newest, life in lives.items():
            if section := sections.get((language, *newest)):
                yield language, _feature(atlas, language, life, *section)
        for record in (*_known(atlas, language), *_lists(language, pages)):
            yield language, record


def _known(atlas: Atlas, language: Language) -> Iterator[Record]:
    """What people know, whatever announcements say: areas, levels, terms; and each version beside the next."""
    know = atlas.knowledge
    for area in know.areas:
        name, about = area.name.of(language), area.description.of(language)
        yield Record(f"areas/{area.id}/", "area", name, about, names=_both(area.name))
    for level in know.stability.levels:
        name, about = level.name.of(language), level.definition.of(language)
        yield Record(f"stability/{level.id}/", "level", name, about, names=_both(level.name))
    for right, terms in groupby(sorted(know.terms, key=_right), key=_right):
        every = list(terms)
        text = "; ".join(f"{term.from_} → {right}" for term in every)
        names = (right, *dict.fromkeys(term.en for term in every), *(term.from_ for term in every))
        title = right if language == "zh" else every[0].en
        yield Record(f"glossary/#{every[0].id}", "term", title, text, names=names)
    for earlier, later in pairwise(atlas.versions):
        yield Record(f"compare/?from={earlier}&to={later}", "compare", f"PyTorch {earlier} → {later}")


def _lists(language: Language, pages: Iterable[Page]) -> Iterator[Record]:
    for page in pages:
        if page.language == language:
            yield Record(path_of(page.src_uri), "page", page.title, page.description)


def _right(term: Term) -> str:
    return term.to


def _both(names: Names) -> tuple[str, str]:
    return (names.zh, names.en)


class _Announcement:
    """A release. What is not translated is left out: no result is in another language."""

    def __init__(self, atlas: Atlas, release: Release, say: Say) -> None:
        self._atlas, self._release, self._say = atlas, release, say
        self._blocks = release.document.blocks
        self._texts = {  # of each block
            language: [self._text((block,), language) for block in self._blocks] for language in LANGUAGES
        }
        self._mended = [change for change in release.changes if change.rule in MENDED]

    def _words(self, inlines: Inlines, language: Language) -> str:
        said = self._say(self._release, inlines, language)
        return "" if said.lang else plain(said.inlines).strip()

    def _text(self, blocks: Iterable[Block], language: Language) -> str:
        return _text(blocks, lambda inlines: self._words(inlines, language))

    def _between(self, start: int, end: int, language: Language) -> str:
        return " ".join(filter(None, self._texts[language][start:end]))

    def _besides(self, start: int, end: int, language: Language) -> tuple[str, ...]:
        """The first block in the other language, and the seed's words that were mended in any."""
        lines = range(self._blocks[start].line, self._blocks[end].line if end < len(self._blocks) else sys.maxsize)
        mended = dict.fromkeys(change.before for change in self._mended if change.line in lines)
        return (self._texts[other(language)][start], *mended)

    def records(self) -> Iterator[tuple[Language, Record]]:
        """The page, which begins with what stands before the first heading; its sections; features inside these.

        Each in one language, then in the other.
        """
        release, version = self._release, self._release.version
        anchors = dict(release.anchors)
        features = {feature.id: feature for feature in release.features}
        starts = [i for i, block in enumerate(self._blocks) if i and i in anchors and isinstance(block, Heading)]
        starts.append(len(self._blocks))
        page = Record(f"releases/{version}/", "release", f"PyTorch {version}", release=version, around=(*self._made(),))
        for language in LANGUAGES:
            names = (self._words(release.title, language), f"PyTorch {version} release notes")
            yield language, self._told(replace(page, names=names), 0, starts[0], language)
        for start, end in pairwise(starts):
            for language in LANGUAGES:
                title = self._texts[language][start]
                section = self._section(anchors[start], title, features.get(anchors[start]), language)
                yield language, self._told(section, start, end, language)
        places = list(carriers(release.document))
        for feature in release.features:
            if feature.id not in anchors.values():
                carrier = places[feature.carrier]
                inside = carrier.blocks if isinstance(carrier, Item) else ()
                texts = {language: self._text(inside, language) for language in LANGUAGES}
                for language in LANGUAGES:
                    section = self._section(feature.id, self._words(feature.title, language), feature, language)
                    text, otherwise = texts[language], texts[other(language)]
                    yield language, replace(section, text=text, otherwise=otherwise, besides=(plain(feature.title),))

    def _told(self, record: Record, start: int, end: int, language: Language) -> Record:
        """A record with what its blocks say; the first of them is its heading."""
        text, otherwise = (self._between(start + 1, end, own) for own in (language, other(language)))
        return replace(record, text=text, otherwise=otherwise, besides=self._besides(start, end, language))

    def _section(self, anchor: str, title: str, feature: Feature | None, language: Language) -> Record:
        """A section. Where nobody translated its title: the feature's registered name, or else the release's."""
        version = self._release.version
        identity = self._atlas.knowledge.identities.get(feature.identity) if feature else None
        title = title or (identity.name.of(language) if identity else f"PyTorch {version}")
        section = Record(f"releases/{version}/#{anchor}", "section", title, release=version)
        if not feature:
            return section
        names = _names(self._atlas.lifecycle(self._release, feature))
        around = (*_both(_level(self._atlas, feature.stage)), *_areas(self._atlas, feature.areas), *feature.apis)
        return replace(section, level=feature.stage, names=names, around=around)

    def _made(self) -> Iterator[str]:
        """When and by whom it was made, and how much went into it."""
        release = self._release
        yield str(release.date or "")
        publisher = self._atlas.knowledge.publisher(release.publisher)
        yield from (*_both(publisher.name), *publisher.names) if publisher else (release.publisher,)
        yield release.translator
        for count, of in ((release.commits, "commits 提交"), (release.contributors, "contributors 贡献者")):
            if count:
                yield f"{count.value} {of}"


def _text(blocks: Iterable[Block], words: Callable[[Inlines], str]) -> str:
    """Blocks as running text; ``words`` says what their inlines say."""
    return " ".join(filter(None, (_words(block, words) for block in blocks)))


def _words(block: Block, words: Callable[[Inlines], str]) -> str:
    match block:
        case CodeBlock():
            return block.text
        case ListBlock():
            return " ".join(_text(item.blocks, words) for item in block.items)
        case Quote():
            return _text(block.blocks, words)
        case _:
            return " ".join(filter(None, (words(inlines) for inlines, _ in runs(block))))


def _feature(atlas: Atlas, language: Language, life: Lifecycle, title: str, lead: str) -> Record:
    """A feature's page: its stages, and what the newest announcement says of it, and titles it if nobody else does."""
    title = life.identity.name.of(language) if life.identity else title
    around = (*_both(_level(atlas, life.now.stage)), *_areas(atlas, life.areas), *(s.version for s in life.statements))
    text = f"{_stages(atlas, life, language)}{'。' if language == 'zh' else '. '}{lead}"
    raw = life.identity.only_in.values() if life.identity else ()
    besides = tuple(name for names in raw for name in names)
    return Record(
        life.path, "feature", title, text, life.now.since, life.now.stage, _names(life), around, besides=besides
    )


def _stages(atlas: Atlas, life: Lifecycle, language: Language) -> str:
    """The stages of a feature in order: Beta 1.4 → Stable 1.5."""
    named = ((getattr(_level(atlas, stage.stage), language), stage.since) for stage in life.intervals)
    return " → ".join(f"{name} {since}".strip() for name, since in named)


def _names(life: Lifecycle) -> tuple[str, ...]:
    """Every name of a feature in either language, as people registered them."""
    return life.identity.names[1:] if life.identity else ()  # the first is its id


def _level(atlas: Atlas, stage: str) -> Names:
    if not stage:
        return Names("", "")
    return GONE if stage == REMOVED else atlas.knowledge.level(stage).name


def _areas(atlas: Atlas, ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for area in ids for name in _both(atlas.knowledge.area(area).name))
