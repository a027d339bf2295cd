"""Features of one document, each with its id, areas and the evidence of its stability level."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, count
from typing import NamedTuple

from atlas.core.languages import Language
from atlas.core.limits import FEATURES
from atlas.core.problems import Problem
from atlas.core.text import normal
from atlas.document.nodes import Code, Document, Inlines, Item, Paragraph, Table, Text, plain
from atlas.document.traverse import blocks as all_blocks
from atlas.document.traverse import carriers, nodes
from atlas.extract.areas import areas_of
from atlas.extract.beginnings import Beginnings
from atlas.extract.candidates import Candidate, candidates_of
from atlas.extract.evidence import Evidence, names_in
from atlas.extract.findings import Finding
from atlas.extract.identity import identify, slug
from atlas.extract.markers import unknown_markers
from atlas.extract.matching import distinctive
from atlas.extract.named import add_named, highlighted, listed, stated, tabulated
from atlas.extract.notices import notices, title_notice
from atlas.extract.past import PastStatements, removal_of, removed_name
from atlas.extract.release import Feature, Notice, Observation, Past
from atlas.extract.sections import Section, SourceWording, inlines_of, sections_of, texts_in
from atlas.extract.subject import Subject
from atlas.knowledge.load import Knowledge
from atlas.knowledge.schema import Identity, Level, Stability
from atlas.sources.seed import Seed

LEAST = 2  # distinctive words by which a part of a list names a feature in another order

_LISTED = re.compile(r"[、，,；;]|以及|和|与|\band\b")
_API = re.compile(r"@?[A-Za-z_]\w*(?:(?:\.|::)\w+)*_?")
_API_SIGN = re.compile(r"[._]|::|[a-z][A-Z]|[A-Z]{2,}")


class Found(NamedTuple):
    """What a document says of features."""

    features: tuple[Feature, ...]  # that it announces, in reading order
    mentions: tuple[Feature, ...]  # that it announces not, and of which it states a level in passing
    anchors: tuple[tuple[int, str], ...]  # the id of every heading by its block index
    odd: tuple[Finding, ...]


def find_features(seed: Seed, document: Document, version: str, knowledge: Knowledge) -> Found:
    """The document's features."""
    sections = sections_of(document, knowledge, guessed=seed.format == "text")
    source = SourceWording(document)
    intro = document.blocks[1 : sections[0].index if sections else None]
    tables = [block for block in all_blocks(document) if isinstance(block, Table)]
    highlights = (*intro, *(block for section in sections if section.is_gathering for block in section.body))
    found = [c for section in sections for c in candidates_of(section, source, knowledge.stability)]
    evidence = Evidence(intro, source, knowledge.stability, _levels(version, found, sections, knowledge.stability))
    headings = {normal(section.words) for section in sections}
    for named in (
        [c for table in tables for c in tabulated(table, source, knowledge.stability)],
        highlighted(highlights, source, knowledge.stability),
        listed(intro, source),
        stated(intro, source, evidence),
    ):
        add_named(found, named, headings, knowledge)
    place = {id(carrier): n for n, carrier in enumerate(carriers(document))}
    reader = _FeatureReader(evidence, version, knowledge)
    features = reader.read(sorted(found, key=lambda c: place[id(c.carrier)]), place)
    taken = {"release", *(feature.id for feature in features)}
    features += _mentioned(document, knowledge, taken, seed.language)
    features.sort(key=lambda f: f.carrier)
    announced = {feature.identity for feature in features}
    others = [identity for identity in knowledge.features if identity.id not in announced]
    mentions = tuple(_stated_in_passing(others, evidence, seed.language, knowledge))
    odd = (*_conflicts(found), *unknown_markers(document, source, knowledge.stability))
    return Found(tuple(features), mentions, _anchors(sections, place, features, knowledge), odd)


class _FeatureReader:
    """Candidates → features, each named twice announced once."""

    def __init__(self, evidence: Evidence, version: str, knowledge: Knowledge) -> None:
        self._evidence = evidence
        self._version = version
        self._knowledge = knowledge
        self._past = PastStatements(evidence, version, knowledge)
        self._beginnings = Beginnings(evidence, version, knowledge)

    def read(self, candidates: list[Candidate], place: dict[int, int]) -> list[Feature]:
        """The features that candidates in reading order are; ``place`` is the index of a carrier by its identity."""
        features: list[Feature] = []
        taken: set[str] = {"release"}  # the id of the page's own title
        seen: dict[str, set[tuple[str, ...]]] = {}
        for candidate in candidates:
            removes = removed_name(plain(candidate.title), self._knowledge.history)
            notice, noticed = title_notice(candidate, plain(candidate.title), self._knowledge.stability)
            if notice:  # the title is a statement about a feature, which is what it names
                candidate.title, candidate.source_title = (Text(noticed, candidate.line),), noticed
            identity, maybe = self._identify(candidate, removes)
            name = identity.id if identity else normal(plain(candidate.title))
            where = candidate.parents
            if notice and name in seen:
                features = [replace(f, notices=(*f.notices, notice)) if _key(f) == name else f for f in features]
            if name in seen and (identity or notice or not candidate.is_section or where in seen[name]):
                continue  # only in another section is it another feature
            seen.setdefault(name, set()).add(where)
            feature = _feature(candidate, identity, self._evidence, self._knowledge, taken)
            taken.add(feature.id)
            feature = self._with_history(feature, candidate, identity, removes)
            said = (notice,) if notice else self._notices(candidate, identity)
            about = noticed or (removes if feature.removal else "")
            features.append(
                replace(feature, carrier=place[id(candidate.carrier)], maybe=maybe, notices=said, about=about)
            )
        return features

    def _identify(self, candidate: Candidate, removes: str) -> tuple[Identity | None, tuple[str, ...]]:
        """By its title as shown and as the file has it, and by what it announces the end of."""
        title = plain(candidate.title)
        for name in (title, candidate.source_title, removes):
            if (found := identify(name, self._version, self._knowledge))[0]:
                return found
        return identify(removes or title, self._version, self._knowledge)

    def _with_history(self, feature: Feature, candidate: Candidate, identity: Identity | None, removes: str) -> Feature:
        names = _names(candidate, identity)
        subject = Subject(plain(candidate.title), names, self._knowledge)
        former = self._past.former_names(candidate, subject)
        past = self._past.of(candidate, names, feature.stability)
        past = past or tuple(Past("", stated, first=False) for stated in former.values())
        whole = {plain(candidate.title).strip(), *(identity.names[1:] if identity else ())}  # no single word of them
        besides = self._evidence.further(candidate, whole, feature.observation)
        removal = removal_of(candidate) if removes and not candidate.marker else None
        stated = (feature.observation, *besides)
        begins = None if removal or former else self._beginnings.of(candidate, subject, stated, past)
        return replace(feature, besides=besides, past=past, removal=removal, begins=begins, former_names=tuple(former))

    def _notices(self, candidate: Candidate, identity: Identity | None) -> tuple[Notice, ...]:
        return notices(candidate, _names(candidate, identity), self._evidence, self._knowledge.stability)


def _key(feature: Feature) -> str:
    """What tells a feature from others of its announcement."""
    return feature.identity or normal(plain(feature.title))


def _levels(version: str, found: list[Candidate], sections: list[Section], stability: Stability) -> tuple[Level, ...]:
    """The levels that sentences may state, with the words that they may use for them."""
    marked = {c.marker.level for c in found if c.marker} | {section.level for section in sections}
    return tuple(level.in_sentences_of(version, is_marked=level.id in marked) for level in stability.levels)


def _conflicts(found: list[Candidate]) -> Iterator[Finding]:
    """Features that their own marker and a table or highlight put at different levels."""
    for candidate in found:
        if candidate.marker and candidate.elsewhere and candidate.elsewhere.basis in ("table", "marker"):
            marker, other = candidate.marker, candidate.elsewhere
            if marker.level != other.stage:
                yield Finding("conflict", other.line, other.quote, f"{marker.raw} ≠ {other.label_raw}")


def _feature(
    candidate: Candidate, identity: Identity | None, evidence: Evidence, knowledge: Knowledge, taken: set[str]
) -> Feature:
    words = plain(candidate.title).strip()
    body = [node.inlines for node in texts_in(candidate.body)]
    apis = _apis((candidate.title, *body))
    path = candidate.parents
    text = " ".join(plain(b) for b in body)
    return Feature(
        id=_unique(identity.id if identity else slug(words), taken),
        title=candidate.title,
        said=candidate.source_title.strip(),
        carrier=0,  # as the whole document has it
        line=candidate.line,
        observation=evidence.best(candidate, _names(candidate, identity)),
        areas=identity.areas if identity else areas_of(words, path, apis, text, knowledge.areas),
        apis=apis,
        section=path,
        identity=identity.id if identity else "",
    )


def _names(candidate: Candidate, identity: Identity | None) -> set[str]:
    """What the feature goes by in a sentence."""
    return {*names_in(plain(candidate.title).strip()), *(identity.names[1:] if identity else ())}


def _mentioned(document: Document, knowledge: Knowledge, taken: set[str], language: Language) -> list[Feature]:
    """Registered features that only a phrase in running prose announces."""
    out: list[Feature] = []
    wanted = [
        (identity, [normal(m) for m in identity.mentions]) for identity in knowledge.features if identity.mentions
    ]
    for place, carrier in enumerate(carriers(document) if wanted else ()):
        words = plain(inlines_of(carrier)) if isinstance(carrier, Paragraph | Item) else ""
        text = normal(words)
        for identity, phrases in wanted:
            if identity.id not in taken and any(phrase in text for phrase in phrases):
                taken.add(identity.id)
                stated = Observation(knowledge.stability.default, "", "none", carrier.line, words)
                name = identity.name.of(language)
                title = (Text(name, carrier.line),)
                own = identity.id
                out.append(Feature(own, title, name, place, carrier.line, stated, identity.areas, (), identity=own))
    return out


def _stated_in_passing(
    identities: list[Identity], evidence: Evidence, language: Language, knowledge: Knowledge
) -> Iterator[Feature]:
    """Registered features that a sentence before the first heading names at a level."""
    parts = {part.strip() for sentence, _ in evidence.opening for part in _LISTED.split(sentence.text)}
    by_words = {words: part for part in parts if len(words := distinctive(part, knowledge)) >= LEAST}
    for identity in identities:
        names = set(identity.names[1:])
        listed_as = {by_words[key] for name in names if (key := distinctive(name, knowledge)) in by_words}
        if stated := evidence.in_passing(names | listed_as):
            name = identity.name.of(language)
            title = (Text(name, stated.line),)
            own = identity.id
            yield Feature(own, title, name, 0, stated.line, stated, identity.areas, (), identity=own, is_mention=True)


def _apis(texts: tuple[Inlines, ...]) -> tuple[str, ...]:
    """API names among the code spans, in reading order."""
    found: dict[str, None] = {}
    for inlines in texts:
        for node in nodes(inlines):
            if isinstance(node, Code) and (name := _API.match(node.text)) and _API_SIGN.search(name[0]):
                found[name[0]] = None
    return tuple(found)


def _unique(name: str, taken: set[str]) -> str:
    return next(n for n in chain([name], (f"{name}-{i}" for i in count(2))) if n not in taken)


def _anchors(
    sections: list[Section], place: dict[int, int], features: list[Feature], knowledge: Knowledge
) -> tuple[tuple[int, str], ...]:
    """Ids of headings: a feature's own, else the level or area that a section is about, else its number."""
    own = {feature.carrier: feature.id for feature in features}
    taken = {feature.id for feature in features}
    out: list[tuple[int, str]] = []
    for number, section in enumerate(sections, 1):
        name = own.get(place.get(id(section.heading), -1))
        if not name:
            area = areas_of(section.words, (), (), "", knowledge.areas)
            name = _unique(section.level or (area[0] if area else f"section-{number}"), taken)
            taken.add(name)
        out.append((section.index, name))
    return tuple(out)


def too_many(path: str, features: tuple[Feature, ...]) -> Iterator[Problem]:
    """A problem where there are more features than are compared with one another."""
    if len(features) > FEATURES:
        yield Problem(
            path, features[FEATURES].line, f"is where there are more than {FEATURES:,} features: split the file"
        )
