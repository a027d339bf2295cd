"""Atlas → records: what search can find in one language, each with its address and its words."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Literal

from atlas.document import Block, CodeBlock, Heading, Inlines, Item, ListBlock, Quote, plain
from atlas.history import Atlas
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge import Term
from atlas.model import LANGUAGES, REMOVED, Language, Names
from atlas.page import Page, path_of
from atlas.release import Feature, Release
from atlas.walk import carriers, runs
from atlas.write import Said

LEAD = 300  # characters of an announcement that stand for a feature
MENDED = ("erratum", "glossary")  # rules that replace words by others
Say = Callable[[Release, Inlines, Language], Said]
GONE = Names("已移除", "Removed")
Kind = Literal["release", "section", "feature", "area", "level", "term", "compare", "page"]


@dataclass(frozen=True, slots=True)
class Record:
    """One result: a page, or a section of a release's.

    ``names`` are other names of it. Not shown, yet telling: ``around``, such as its level and areas, and
    ``otherwise``, what it says in the other language and in the seed's own, unmended words.
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


def records(atlas: Atlas, say: Say, language: Language, pages: Iterable[Page]) -> Iterator[Record]:
    """Every record of one language, newest releases first; ``pages`` are lists, found by their titles."""
    know = atlas.knowledge
    sections: dict[tuple[str, str], Record] = {}
    for release in atlas.releases:
        for record in _Announcement(atlas, release, say, language).records():
            sections[release.version, record.url.partition("#")[2]] = record
            yield record
    yield from _features(atlas, language, sections)
    for area in know.areas:
        name, about = getattr(area.name, language), getattr(area.description, language)
        yield Record(f"areas/{area.id}/", "area", name, about, names=_both(area.name))
    for level in know.stability.levels:
        name, about = getattr(level.name, language), getattr(level.definition, language)
        yield Record(f"stability/{level.id}/", "level", name, about, names=_both(level.name))
    for right, terms in groupby(sorted(know.terms, key=_right), key=_right):
        every = list(terms)
        text = "; ".join(f"{term.from_} → {right}" for term in every)
        names = (right, *dict.fromkeys(term.en for term in every), *(term.from_ for term in every))
        title = right if language == "zh" else every[0].en
        yield Record(f"glossary/#{every[0].id}", "term", title, text, names=names)
    for earlier, later in pairwise(atlas.versions):
        yield Record(f"compare/{earlier}-to-{later}/", "compare", f"PyTorch {earlier} → {later}")
    for page in pages:
        yield Record(path_of(page.src_uri), "page", page.title, page.description)


def _right(term: Term) -> str:
    return term.to


def _both(names: Names) -> tuple[str, str]:
    return (names.zh, names.en)


@dataclass(frozen=True, slots=True)
class _Announcement:
    """A release in one language. What is not translated is left out: no result is in another language."""

    atlas: Atlas
    release: Release
    say: Say
    language: Language

    def words(self, inlines: Inlines) -> str:
        return self._in(self.language, inlines)

    def _in(self, language: Language, inlines: Inlines) -> str:
        said = self.say(self.release, inlines, language)
        return "" if said.lang else plain(said.inlines).strip()

    def text(self, blocks: Iterable[Block]) -> str:
        return _text(blocks, self.words)

    def _otherwise(self, start: int, end: int) -> str:
        """Blocks in the other language, and the seed's words that were mended in them."""
        blocks = self.release.document.blocks
        lines = range(blocks[start].line, blocks[end].line if end < len(blocks) else sys.maxsize)
        mended = dict.fromkeys(c.before for c in self.release.changes if c.line in lines and c.rule in MENDED)
        return f"{self._translated(blocks[start:end])} {' '.join(mended)}"

    def _translated(self, blocks: Iterable[Block]) -> str:
        [other] = (language for language in LANGUAGES if language != self.language)
        return _text(blocks, lambda inlines: self._in(other, inlines))

    def records(self) -> Iterator[Record]:
        """The page, which begins with what stands before the first heading; its sections; features inside these."""
        way, version = f"releases/{self.release.version}/", self.release.version
        anchors, blocks = dict(self.release.anchors), self.release.document.blocks
        features = {feature.id: feature for feature in self.release.features}
        heads = [(i, block) for i, block in enumerate(blocks) if i in anchors and isinstance(block, Heading)]
        starts = [0, *(i for i, _ in heads if i), len(blocks)]
        names = (self.words(self.release.title), f"PyTorch {version} release notes")
        lead = self.text(blocks[1 : starts[1]])
        made, otherwise = tuple(self._made()), self._otherwise(0, starts[1])
        yield Record(way, "release", f"PyTorch {version}", lead, version, "", names, made, otherwise)
        for (start, end), (_, head) in zip(pairwise(starts[1:]), (h for h in heads if h[0]), strict=True):
            anchor = anchors[start]
            text, feature = self.text(blocks[start + 1 : end]), features.get(anchor)
            section = self._section(anchor, self._title(head.inlines, feature), text, feature)
            yield replace(section, otherwise=self._otherwise(start, end))
        places = list(carriers(self.release.document))
        for feature in self.release.features:
            if feature.id not in anchors.values():
                inside = carrier.blocks if isinstance(carrier := places[feature.carrier], Item) else ()
                section = self._section(feature.id, self._title(feature.title, feature), self.text(inside), feature)
                yield replace(section, otherwise=f"{plain(feature.title)} {self._translated(inside)}")

    def _title(self, inlines: Inlines, feature: Feature | None) -> str:
        """A heading's words; where nobody translated it, the feature's registered name, or else the release's."""
        identity = self.atlas.knowledge.identities.get(feature.identity) if feature else None
        name = str(getattr(identity.name, self.language)) if identity else f"PyTorch {self.release.version}"
        return self.words(inlines) or name

    def _section(self, anchor: str, title: str, text: str, feature: Feature | None) -> Record:
        url, version = f"releases/{self.release.version}/#{anchor}", self.release.version
        if not feature:
            return Record(url, "section", title, text, version)
        names = _names(self.atlas.lifecycle(self.release, feature))
        around = (*_both(_level(self.atlas, feature.stage)), *_areas(self.atlas, feature.areas), *feature.apis)
        return Record(url, "section", title, text, version, feature.stage, names, around)

    def _made(self) -> Iterator[str]:
        """When and by whom it was made, and how much went into it."""
        release = self.release
        yield str(release.date or "")
        publisher = self.atlas.knowledge.publisher(release.publisher)
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


def _features(atlas: Atlas, language: Language, sections: Mapping[tuple[str, str], Record]) -> Iterator[Record]:
    """Features that have a page: their stages, and what the newest announcement says of them."""
    for life in atlas.lifecycles:
        newest = life.newest
        if life.has_page and (section := sections.get((newest.release.version, newest.feature.id))):
            title = str(getattr(life.identity.name, language)) if life.identity else section.title
            around = (
                *_both(_level(atlas, life.now.stage)),
                *_areas(atlas, life.areas),
                *(s.version for s in life.statements),
            )
            text = f"{_stages(atlas, life, language)}{'。' if language == 'zh' else '. '}{section.text[:LEAD]}"
            raw = life.identity.only_in.values() if life.identity else ()
            otherwise = " ".join(name for names in raw for name in names)
            yield Record(
                life.path, "feature", title, text, life.now.since, life.now.stage, _names(life), around, otherwise
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
