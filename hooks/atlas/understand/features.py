"""Features of one document, each with what the seed says of its stability and where it says so.

Precedence of evidence: the feature's own marker, a table column, a classifying section heading above
it, a sentence that names it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from atlas.knowledge import Identity, Knowledge, Stability, normal
from atlas.model import (
    Block,
    Code,
    Document,
    Feature,
    Heading,
    Inline,
    Inlines,
    Item,
    ListBlock,
    Marker,
    Observation,
    Paragraph,
    Strong,
    Table,
    Text,
    merged,
    plain,
)
from atlas.understand.areas import areas_of
from atlas.understand.matching import pair
from atlas.walk import blocks as all_blocks
from atlas.walk import nodes, runs

_API = re.compile(r"@?[A-Za-z_]\w*(?:(?:\.|::)\w+)*_?")
_API_SIGN = re.compile(r"[._]|::|[a-z][A-Z]|[A-Z]{2,}")
_SENTENCE = re.compile(r"(?<=[。！？；!?;])|(?<=[a-z]\. )")
_GENERIC = frozenset(
    "pytorch torch api apis cpu gpu cuda python version support new the and for with in of to a".split()
)


@dataclass
class _Section:
    """A heading with what stands below it, until the next heading."""

    index: int
    heading: Heading
    parents: tuple[_Section, ...]
    body: list[Block] = field(default_factory=list)
    has_children: bool = False

    @property
    def words(self) -> str:
        return plain(self.heading.inlines)


@dataclass
class _Candidate:
    title: Inlines
    line: int
    marker: Marker | None
    section: _Section | None
    body: tuple[Block, ...]
    table: Observation | None = None
    index: int | None = None  # of the heading block that carries it


def find_features(document: Document, knowledge: Knowledge) -> tuple[tuple[Feature, ...], tuple[tuple[int, str], ...]]:
    """The document's features in reading order, and the id of every heading by its block index."""
    sections = _sections(document)
    intro = document.blocks[1 : sections[0].index if sections else None]
    found = [c for section in sections for c in _candidates(section, knowledge.stability)]
    _add_named_in_intro(found, intro, knowledge.stability)
    features: list[Feature] = []
    taken: set[str] = set()
    for candidate in sorted(found, key=lambda c: c.line):
        feature = _feature(candidate, intro, knowledge, taken)
        taken.add(feature.id)
        features.append(feature)
    features += _mentioned(document, knowledge, taken)
    features.sort(key=lambda f: f.line)
    by_line = {f.line: f.id for f in features}
    return tuple(features), _anchors(sections, by_line, knowledge)


def level_of_heading(words: str, stability: Stability) -> str | None:
    """The level that a heading states for what stands below it: 原型功能, “Beta features”."""
    found = _level_names(stability).fullmatch(words.strip())
    return _by_word(stability)[found[1].casefold()] if found else None


@lru_cache(maxsize=4)
def _by_word(stability: Stability) -> dict[str, str]:
    return {word.casefold(): level.id for level in stability.levels for word in level.markers}


@lru_cache(maxsize=4)
def _level_names(stability: Stability) -> re.Pattern[str]:
    words = "|".join(re.escape(w) for w in sorted(_by_word(stability), key=len, reverse=True))
    suffixes = "|".join(map(re.escape, stability.section_suffixes))
    return re.compile(rf"({words})\s*版?(?:\s*的?\s*(?:{suffixes}))?", re.IGNORECASE)


def _sections(document: Document) -> list[_Section]:
    sections: list[_Section] = []
    path: list[_Section] = []
    for index, block in enumerate(document.blocks[1:], 1):
        if isinstance(block, Heading):
            while path and path[-1].heading.level >= block.level:
                path.pop()
            for parent in path:
                parent.has_children = True
            section = _Section(index, block, tuple(path))
            path.append(section)
            sections.append(section)
        elif sections:
            sections[-1].body.append(block)
    return sections


def _candidates(section: _Section, stability: Stability) -> Iterator[_Candidate]:
    """A section as a feature, or the marked items in it, or neither where it only gathers others."""
    items = [item for block in section.body for item in _marked_items(block)]
    is_feature = section.heading.marker or (
        not section.has_children and not items and section.body and not level_of_heading(section.words, stability)
    )
    if is_feature:
        heading = section.heading
        yield _Candidate(
            heading.inlines, heading.line, heading.marker, section, tuple(section.body), index=section.index
        )
    for item in items:
        yield _Candidate(_lead(item), item.line, item.marker, section, item.blocks)


def _marked_items(block: Block) -> Iterator[Item]:
    if isinstance(block, ListBlock):
        for item in block.items:
            if item.marker:
                yield item
            for inner in item.blocks:
                yield from _marked_items(inner)


def _lead(item: Item) -> Inlines:
    """What an item is about: its bold lead, else its words up to the first colon or full stop."""
    first = item.blocks[0]
    inlines = first.inlines if isinstance(first, Paragraph) else ()
    if inlines and isinstance(inlines[0], Strong):
        return inlines[0].children
    out: list[Inline] = []
    for node in inlines:
        if isinstance(node, Text) and (cut := re.search(r"[：。:]|(?<=\w)\. ", node.text)):
            return merged((*out, replace(node, text=node.text[: cut.start()])))
        out.append(node)
    return merged(out)


def _add_named_in_intro(found: list[_Candidate], intro: tuple[Block, ...], stability: Stability) -> None:
    """Highlights and table cells: matched to the sections that they name, features of their own otherwise."""
    named = [
        _Candidate(_lead(item), item.line, item.marker, None, item.blocks) for b in intro for item in _marked_items(b)
    ]
    named += [c for block in intro if isinstance(block, Table) for c in _cells(block, stability)]
    own = [plain(c.title) for c in found]
    levels = [c.marker.level if c.marker else None for c in found]
    matches = pair([(plain(c.title), _stage(c)) for c in named], list(zip(own, levels, strict=True)))
    for i, candidate in enumerate(named):
        if (match := matches.get(i)) is None:
            found.append(candidate)
        elif candidate.table and not found[match].table:
            found[match].table = candidate.table


def _stage(candidate: _Candidate) -> str | None:
    if candidate.marker:
        return candidate.marker.level
    return candidate.table.stage if candidate.table else None


def _cells(table: Table, stability: Stability) -> Iterator[_Candidate]:
    levels = [level_of_heading(plain(cell.inlines), stability) for cell in table.header]
    if not any(levels):
        return
    for row in table.rows:
        for head, level, cell in zip(table.header, levels, row, strict=True):
            if words := plain(cell.inlines).strip():
                label = plain(head.inlines).strip()
                stated = Observation(level or stability.default, label, "table" if level else "none", cell.line, words)
                yield _Candidate(cell.inlines, cell.line, None, None, (), table=stated)


def _feature(candidate: _Candidate, intro: tuple[Block, ...], knowledge: Knowledge, taken: set[str]) -> Feature:
    words = plain(candidate.title).strip()
    identity = _identity(words, knowledge)
    body = tuple(inlines for block in candidate.body for inlines in _runs(block))
    apis = _apis((candidate.title, *body))
    section = candidate.section
    path = tuple(s.words for s in section.parents) if section else ()
    if section and candidate.index is None:
        path += (section.words,)
    names = {*_names(words), *((identity.name.zh, identity.name.en, *identity.aliases) if identity else ())}
    text = " ".join(plain(b) for b in body)
    return Feature(
        id=_unique(identity.id if identity else slug(words), taken),
        title=candidate.title,
        line=candidate.line,
        observation=_observe(candidate, names, intro, knowledge),
        areas=identity.areas if identity else areas_of(words, path, apis, text, knowledge.areas),
        apis=apis,
        section=path,
        registered=identity is not None,
    )


def _observe(candidate: _Candidate, names: set[str], intro: tuple[Block, ...], knowledge: Knowledge) -> Observation:
    words, line = plain(candidate.title).strip(), candidate.line
    if candidate.marker:
        return Observation(
            candidate.marker.level, candidate.marker.raw, "marker", line, f"{candidate.marker.raw}{words}"
        )
    if candidate.table and candidate.table.basis == "table":
        return candidate.table
    section = candidate.section
    ancestors = [*section.parents, *([section] if candidate.index is None else [])] if section else []
    for parent in reversed(ancestors):
        heading = parent.heading
        level = heading.marker.level if heading.marker else level_of_heading(parent.words, knowledge.stability)
        if level:
            label = heading.marker.raw if heading.marker else parent.words
            return Observation(level, label, "section", heading.line, f"{label} › {words}")
    if candidate.table:
        return candidate.table
    stated = _prose([*intro, *candidate.body], names, knowledge.stability)
    return stated or Observation(knowledge.stability.default, "", "none", line, words)


def _prose(where: list[Block], names: set[str], stability: Stability) -> Observation | None:
    """The first sentence that names the feature and states a level of it."""
    wanted = [n for n in (normal(name) for name in names) if len(n) > 2 and n not in _GENERIC]
    for block in where:
        for inlines, line in _lined_runs(block):
            for sentence in _SENTENCE.split(plain(inlines)):
                if not any(name in normal(sentence) for name in wanted):
                    continue
                masked = re.sub("|".join(stability.not_levels) or r"(?!)", "", sentence)
                for level in stability.levels:
                    if hit := next((m for p in level.prose if (m := re.search(p, masked))), None):
                        return Observation(level.id, hit[0], "prose", line, sentence.strip())
    return None


def _mentioned(document: Document, knowledge: Knowledge, taken: set[str]) -> list[Feature]:
    """Registered features that only a phrase in running prose announces."""
    out: list[Feature] = []
    wanted = [
        (identity, [normal(m) for m in identity.mentions]) for identity in knowledge.features if identity.mentions
    ]
    for block in all_blocks(document):
        if not wanted or not isinstance(block, Paragraph):
            continue
        words = plain(block.inlines)
        for identity, phrases in wanted:
            if identity.id not in taken and any(phrase in normal(words) for phrase in phrases):
                taken.add(identity.id)
                stated = Observation(knowledge.stability.default, "", "none", block.line, words)
                title: Inlines = (Text(identity.name.zh, block.line),)
                out.append(Feature(identity.id, title, block.line, stated, identity.areas, (), registered=True))
    return out


def _identity(words: str, knowledge: Knowledge) -> Identity | None:
    return _aliases(knowledge.features).get(normal(words))


@lru_cache(maxsize=4)
def _aliases(features: tuple[Identity, ...]) -> dict[str, Identity]:
    return {normal(a): f for f in features for a in (f.id, f.name.zh, f.name.en, *f.aliases)}


def _names(words: str) -> set[str]:
    """The words of a title that name its feature in a sentence: its identifiers and proper names."""
    return {word for word in re.findall(r"[A-Za-z_][\w.:+]*", words) if word.casefold() not in _GENERIC}


def _runs(block: Block) -> Iterator[Inlines]:
    return (inlines for inlines, _ in _lined_runs(block))


def _lined_runs(block: Block) -> Iterator[tuple[Inlines, int]]:
    for inner in all_blocks(Document((block,))):
        yield from runs(inner)


def _apis(texts: tuple[Inlines, ...]) -> tuple[str, ...]:
    """API names among the code spans, in reading order."""
    found: dict[str, None] = {}
    for inlines in texts:
        for node in nodes(inlines):
            if isinstance(node, Code) and (name := _API.match(node.text)) and _API_SIGN.search(name[0]):
                found[name[0]] = None
    return tuple(found)


def slug(words: str) -> str:
    """An address for a title nobody registered: its Latin words, and a digest of what they leave out."""
    latin = re.findall(r"[a-z0-9]+", words.casefold().replace("c++", "cpp"))[:8]
    if latin and not re.search(r"[\u3400-\u9fff]", words):
        return "-".join(latin)
    return "-".join([*(latin or ["feature"]), hashlib.sha256(normal(words).encode()).hexdigest()[:6]])


def _unique(name: str, taken: set[str]) -> str:
    return next(n for n in (name, *(f"{name}-{i}" for i in range(2, 10_000))) if n not in taken)


def _anchors(sections: list[_Section], features: dict[int, str], knowledge: Knowledge) -> tuple[tuple[int, str], ...]:
    """Ids of headings: a feature's own, else the level or area that a section is about, else its number."""
    taken = set(features.values())
    out: list[tuple[int, str]] = []
    for number, section in enumerate(sections, 1):
        name = features.get(section.heading.line)
        if not name:
            level = level_of_heading(section.words, knowledge.stability)
            area = areas_of(section.words, (), (), "", knowledge.areas)
            name = _unique(level or (area[0] if area else f"section-{number}"), taken)
            taken.add(name)
        out.append((section.index, name))
    return tuple(out)
