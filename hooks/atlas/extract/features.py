"""Features of a document, each with its id, areas and the evidence for its stability level."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, count
from typing import NamedTuple

from atlas.core.languages import Language
from atlas.core.text import comparison_key
from atlas.document.nodes import Code, Document, Inlines, Item, Paragraph, Table, Text, plain
from atlas.document.traverse import blocks as all_blocks
from atlas.document.traverse import hosts, nodes
from atlas.extract.announcement import Feature, Observation
from atlas.extract.areas import areas_of
from atlas.extract.candidates import Candidate, candidates_of
from atlas.extract.evidence import Evidence
from atlas.extract.findings import Finding
from atlas.extract.markers import unknown_markers
from atlas.extract.named import add_named, highlighted, listed, stated, tabulated
from atlas.extract.naming import identify, names_in, slug
from atlas.extract.notices import notices, removal, removed_name, title_notice
from atlas.extract.sections import Section, inlines_of, sections_of, texts_in
from atlas.knowledge.load import Knowledge
from atlas.knowledge.schema import Identity
from atlas.sources.seed import Seed

_API = re.compile(r"@?[A-Za-z_]\w*(?:(?:\.|::)\w+)*_?")
_API_SIGN = re.compile(r"[._]|::|[a-z][A-Z]|[A-Z]{2,}")


class FoundFeatures(NamedTuple):
    """What a document says about features."""

    features: tuple[Feature, ...]  # announced, in reading order
    anchors: tuple[tuple[int, str], ...]  # block index and id of every heading
    findings: tuple[Finding, ...]


def find_features(seed: Seed, document: Document, knowledge: Knowledge) -> FoundFeatures:
    """Find the document's features."""
    stability = knowledge.stability
    sections = sections_of(document, knowledge, guessed=seed.format == "text")
    overviews = chain.from_iterable(section.body for section in sections if section.is_overview)
    intro = (*document.blocks[1 : sections[0].index if sections else None], *overviews)
    tables = [block for block in all_blocks(document) if isinstance(block, Table)]
    gathering = (section for section in sections if section.is_gathering and not section.is_overview)
    highlights = (*intro, *(block for section in gathering for block in section.body))
    found = [c for section in sections for c in candidates_of(section, stability)]
    categories = chain.from_iterable(section.body for section in sections if section.is_category)
    evidence = Evidence(intro, stability)
    headings = {comparison_key(section.words) for section in sections}
    for named in (
        [c for table in tables for c in tabulated(table, stability)],
        highlighted(highlights, stability),
        listed(intro),
        [*stated((*intro, *categories), knowledge)],
    ):
        add_named(found, named, headings, knowledge)
    host_index = {id(host): n for n, host in enumerate(hosts(document))}
    found.sort(key=lambda candidate: host_index[id(candidate.host)])
    features = _FeatureReader(evidence, host_index, knowledge).read(found)
    features += _mentioned(document, knowledge, {"release", *(feature.id for feature in features)}, seed.language)
    features.sort(key=lambda feature: feature.host)
    findings = (*_conflicts(found), *unknown_markers(document, stability))
    return FoundFeatures(tuple(features), _anchors(sections, host_index, features, knowledge), findings)


class _FeatureReader:
    """Turns candidates into features without duplicates. ``host_index``: ``id()`` of a host → its index."""

    def __init__(self, evidence: Evidence, host_index: dict[int, int], knowledge: Knowledge) -> None:
        self._evidence = evidence
        self._host_index = host_index
        self._knowledge = knowledge

    def read(self, candidates: list[Candidate]) -> list[Feature]:
        """Return the features of candidates in reading order."""
        features: list[Feature] = []
        taken: set[str] = {"release"}  # the id of the page's title
        seen: dict[str, set[tuple[str, ...]]] = {}
        for candidate in candidates:
            removes = removed_name(candidate.words, self._knowledge.stability)
            notice, noticed = title_notice(candidate, self._knowledge.stability)
            if notice:  # the title is a statement about the feature that it names
                candidate.title = (Text(noticed, candidate.line),)
            identity, possible_ids = self._identify(candidate, removes)
            name = identity.id if identity else comparison_key(candidate.words)
            where = candidate.parents
            if notice and name in seen:
                features = [replace(f, notices=(*f.notices, notice)) if _key(f) == name else f for f in features]
            if name in seen and (identity or notice or not candidate.is_section or where in seen[name]):
                continue  # a repeated name is another feature only in another section
            seen.setdefault(name, set()).add(where)
            own_id = _unique(identity.id if identity else slug(candidate.words), taken)
            taken.add(own_id)
            feature = self._feature(own_id, candidate, identity, removes)
            if notice:  # a title that deprecates a feature announces nothing new
                feature = replace(feature, notices=(notice,), subject=noticed)
            features.append(replace(feature, possible_ids=possible_ids))
        return features

    def _identify(self, candidate: Candidate, removes: str) -> tuple[Identity | None, tuple[str, ...]]:
        """Identify a candidate by its title, or by what it removes."""
        title = plain(candidate.title)
        for name in (title, removes):
            if (found := identify(name, self._knowledge))[0]:
                return found
        return identify(removes or title, self._knowledge)

    def _feature(self, own_id: str, candidate: Candidate, identity: Identity | None, removes: str) -> Feature:
        evidence, knowledge = self._evidence, self._knowledge
        names = {*names_in(candidate.words), *(identity.names[1:] if identity else ())}
        observation = evidence.best(candidate, names)
        gone = removal(candidate, names, removes, knowledge.stability)
        body = [node.inlines for node in texts_in(candidate.body)]
        text = " ".join(map(plain, body))
        apis = _apis((candidate.title, *body))
        path = candidate.parents
        areas = identity.areas if identity else areas_of(candidate.words, path, apis, text, knowledge.areas)
        return Feature(
            id=own_id,
            title=candidate.title,
            host=self._host_index[id(candidate.host)],
            line=candidate.line,
            observation=observation,
            areas=areas,
            apis=apis,
            section=path,
            identity=identity.id if identity else "",
            removal=gone,
            subject=removes if gone else "",
            notices=notices(candidate, names, knowledge.stability),
            is_news=_is_news(areas, observation, knowledge),
        )


def _key(feature: Feature) -> str:
    """Return what distinguishes a feature within its announcement."""
    return feature.identity or comparison_key(plain(feature.title))


def _is_news(areas: tuple[str, ...], observation: Observation, knowledge: Knowledge) -> bool:
    """Whether the first area is for news rather than features, and no text states a level."""
    return bool(areas) and knowledge.area(areas[0]).is_news and observation.basis == "none"


def _conflicts(found: list[Candidate]) -> Iterator[Finding]:
    """Yield features for which their own marker and a table or highlight state different levels."""
    for candidate in found:
        if candidate.marker and candidate.other_statement and candidate.other_statement.basis in ("table", "marker"):
            marker, other = candidate.marker, candidate.other_statement
            if marker.level != other.stage:
                yield Finding("conflict", other.line, other.quote, f"{marker.raw} ≠ {other.label_raw}")


def _mentioned(document: Document, knowledge: Knowledge, taken: set[str], language: Language) -> list[Feature]:
    """Return registered features that only a phrase in running text announces."""
    out: list[Feature] = []
    wanted = [
        (identity, [comparison_key(m) for m in identity.mentions])
        for identity in knowledge.features
        if identity.mentions
    ]
    for place, host in enumerate(hosts(document) if wanted else ()):
        words = plain(inlines_of(host)) if isinstance(host, Paragraph | Item) else ""
        text = comparison_key(words)
        for identity, phrases in wanted:
            if identity.id not in taken and any(phrase in text for phrase in phrases):
                taken.add(identity.id)
                seen = Observation(knowledge.stability.default, "", "none", host.line, words, inlines_of(host))
                out.append(_registered(identity, seen, place, language, knowledge))
    return out


def _registered(identity: Identity, seen: Observation, place: int, language: Language, knowledge: Knowledge) -> Feature:
    """Return a feature under its registered name, for lack of a title."""
    name, is_news = identity.name.of(language), _is_news(identity.areas, seen, knowledge)
    title, own = (Text(name, seen.line),), identity.id
    return Feature(own, title, place, seen.line, seen, identity.areas, (), identity=own, is_news=is_news)


def _apis(texts: tuple[Inlines, ...]) -> tuple[str, ...]:
    """Return the API names among the code spans, in reading order."""
    spans = (node.text for inlines in texts for node in nodes(inlines) if isinstance(node, Code))
    names = (found[0] for text in spans if (found := _API.match(text)))
    return tuple(dict.fromkeys(name for name in names if _API_SIGN.search(name)))


def _unique(name: str, taken: set[str]) -> str:
    return next(n for n in chain([name], (f"{name}-{i}" for i in count(2))) if n not in taken)


def _anchors(
    sections: list[Section], host_index: dict[int, int], features: list[Feature], knowledge: Knowledge
) -> tuple[tuple[int, str], ...]:
    """Return each heading's id: its feature's, else its section's level or area, else a number."""
    own = {feature.host: feature.id for feature in features}
    taken = {feature.id for feature in features}
    out: list[tuple[int, str]] = []
    for number, section in enumerate(sections, 1):
        name = own.get(host_index[id(section.heading)])
        if not name:
            area = areas_of(section.words, (), (), "", knowledge.areas)
            name = _unique(section.level or (area[0] if area else f"section-{number}"), taken)
            taken.add(name)
        out.append((section.index, name))
    return tuple(out)
