"""Features of a document, each with its id, areas and the evidence for its stability level."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import NamedTuple

from atlas.core.languages import Language
from atlas.core.text import comparison_key, to_simplified
from atlas.document.nodes import Block, Code, Document, Inlines, Item, Paragraph, Table, Text, plain
from atlas.document.traverse import blocks as all_blocks
from atlas.document.traverse import hosts, nodes
from atlas.extract.announcement import Evidence, Feature
from atlas.extract.areas import areas_of
from atlas.extract.candidates import Candidate, candidates_of
from atlas.extract.evidence import EvidenceFinder, stated_level, without_opening
from atlas.extract.findings import Finding
from atlas.extract.named import highlighted, introduced, listed, stated, tabulated, with_named
from atlas.extract.naming import identify, slug
from atlas.extract.notices import notices, removal, removed_name, title_notice
from atlas.extract.sections import Role, Section, inlines_of, sections_of, texts_in
from atlas.extract.unknown_markers import unknown_markers
from atlas.knowledge.fields import words_pattern
from atlas.knowledge.load import Knowledge
from atlas.knowledge.schema import Identity
from atlas.knowledge.stability import Stability
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
    sections = sections_of(document, knowledge, guessed=seed.format == "text")
    intro = (*document.blocks[1 : sections[0].index if sections else None], *_bodies(sections, "highlights"))
    places = {id(host): place for place, host in enumerate(hosts(document))}
    found = sorted(_candidates(document, sections, intro, knowledge), key=lambda each: places[id(each.host)])
    kept = _kept([_identified(candidate, knowledge) for candidate in found])
    finder, taken = EvidenceFinder(intro, knowledge.stability), {"release"}  # the id of the page's title
    features = [_feature(each, places[id(each.candidate.host)], taken, finder, knowledge) for each in kept]
    features += _mentioned(document, knowledge, {"release", *(feature.id for feature in features)}, seed.language)
    features.sort(key=lambda feature: feature.place)
    findings = (*_conflicts(found), *unknown_markers(document, knowledge.stability))
    return FoundFeatures(tuple(features), _anchors(sections, places, features, knowledge), findings)


def _candidates(
    document: Document, sections: list[Section], intro: tuple[Block, ...], knowledge: Knowledge
) -> list[Candidate]:
    """Return what sections announce, then what only tables, highlights and lists name."""
    stability = knowledge.stability
    found = [candidate for section in sections for candidate in candidates_of(section, stability)]
    tables = [block for block in all_blocks(document) if isinstance(block, Table)]
    headings = {comparison_key(section.label) for section in sections}
    for named in (
        [c for table in tables for c in tabulated(table, stability)],
        highlighted((*intro, *_bodies(sections, "other")), stability),
        listed(intro),
        stated((*intro, *_bodies(sections, "group")), knowledge),
    ):
        found = with_named(found, named, headings, knowledge)
    return found or introduced(document.blocks, stability)


def _bodies(sections: list[Section], role: Role) -> tuple[Block, ...]:
    return tuple(block for section in sections if section.role == role for block in section.body)


@dataclass(frozen=True, slots=True)
class _Identified:
    """A candidate and what its title says: which feature it names, and whether it announces an end of one."""

    candidate: Candidate
    identity: Identity | None
    possible_ids: tuple[str, ...]
    removes: str  # the name of what the title removes
    notice: Evidence | None  # the notice that the title gives
    later: tuple[Evidence, ...] = ()  # the notices that other titles give

    @property
    def name(self) -> str:
        """What tells it apart within its announcement."""
        return self.identity.id if self.identity else comparison_key(self.candidate.label)


def _identified(candidate: Candidate, knowledge: Knowledge) -> _Identified:
    """Identify a candidate by its title, or by what the title removes or gives notice of."""
    removes = removed_name(candidate.label, knowledge.stability)
    notice, noticed = title_notice(candidate, knowledge.stability)
    if notice:
        candidate = replace(candidate, title=(Text(noticed, candidate.line),))
    else:
        candidate = _without_level(candidate, knowledge.stability)
    identity, possible_ids = identify(candidate.label, knowledge)
    if removes and not identity:
        identity, possible_ids = identify(removes, knowledge)
    return _Identified(candidate, identity, possible_ids, removes, notice)


def _without_level(candidate: Candidate, stability: Stability) -> Candidate:
    """Return a candidate whose title states its level, “X is now stable!”, with the title X at that level."""
    stated = stated_level(to_simplified(candidate.label), stability)
    subject = re.sub(rf"[，,]\s*(?:{words_pattern(stability.pronouns)})$", "", stated.subject) if stated else ""
    if not stated or re.search("[，,]", subject):
        return candidate
    evidence = Evidence(stated.level, stated.label, "marker", candidate.line, candidate.label, candidate.title)
    name = without_opening(subject, stability)
    return replace(candidate, title=(Text(name, candidate.line),), other_evidence=evidence)


def _kept(found: list[_Identified]) -> list[_Identified]:
    """Drop repeated names, and give the notice in a repeated title to those that have its name."""
    kept: list[_Identified] = []
    places: dict[str, list[int]] = {}  # in ``kept``, by name
    for each in found:
        same = places.setdefault(each.name, [])
        paths = {kept[place].candidate.path for place in same}
        is_elsewhere = not each.identity and each.candidate.is_section and each.candidate.path not in paths
        if same and each.notice:
            for place in same:
                kept[place] = replace(kept[place], later=(*kept[place].later, each.notice))
        elif not same or is_elsewhere:  # a repeated name is another feature only in another section
            same.append(len(kept))
            kept.append(each)
    return kept


def _feature(found: _Identified, place: int, taken: set[str], finder: EvidenceFinder, knowledge: Knowledge) -> Feature:
    """Build a feature; add its id to those ``taken``."""
    candidate, identity, stability = found.candidate, found.identity, knowledge.stability
    names = {candidate.label, *(identity.names[1:] if identity else ())}
    body = [node.inlines for node in texts_in(candidate.body)]
    apis = _apis((candidate.title, *body))
    evidence = finder.best(candidate, names)
    gone = removal(candidate, names, found.removes, stability)
    text = " ".join(map(plain, body))
    areas = identity.areas if identity else areas_of(candidate.label, candidate.path, apis, text, knowledge.areas)
    # A title that gives a notice of a feature announces nothing new.
    own_notices = (found.notice,) if found.notice else notices(candidate, names, stability)
    return Feature(
        id=_take(identity.id if identity else slug(candidate.label), taken),
        title=candidate.title,
        place=place,
        line=candidate.line,
        evidence=evidence,
        areas=areas,
        apis=apis,
        section=candidate.path,
        registered_id=identity.id if identity else "",
        possible_ids=found.possible_ids,
        removal=gone,
        subject=candidate.label if found.notice else found.removes if gone else "",
        notices=(*own_notices, *found.later),
        is_news=_is_news(areas, evidence, knowledge),
    )


def _is_news(areas: tuple[str, ...], evidence: Evidence, knowledge: Knowledge) -> bool:
    """Whether the first area is for news rather than features, and no text states a level."""
    return bool(areas) and knowledge.area(areas[0]).is_news and evidence.basis == "none"


def _conflicts(found: list[Candidate]) -> Iterator[Finding]:
    """Yield features for which their own marker and a table or highlight state different levels."""
    for candidate in found:
        marker, other = candidate.host.marker, candidate.other_evidence
        if marker and other and other.basis in ("table", "marker") and marker.level != other.level:
            yield Finding("conflict", other.line, other.quote, f"{marker.raw} ≠ {other.label}")


def _mentioned(document: Document, knowledge: Knowledge, taken: set[str], language: Language) -> list[Feature]:
    """Return registered features that only a phrase in running text announces."""
    out: list[Feature] = []
    wanted = [(each, [comparison_key(m) for m in each.mentions]) for each in knowledge.features if each.mentions]
    for place, host in enumerate(hosts(document) if wanted else ()):
        text = plain(inlines_of(host)) if isinstance(host, Paragraph | Item) else ""
        key = comparison_key(text)
        for identity, phrases in wanted:
            if identity.id not in taken and any(phrase in key for phrase in phrases):
                taken.add(identity.id)
                passage = Evidence(knowledge.stability.default, "", "none", host.line, text, inlines_of(host))
                out.append(_registered(identity, passage, place, language, knowledge))
    return out


def _registered(
    identity: Identity, evidence: Evidence, place: int, language: Language, knowledge: Knowledge
) -> Feature:
    """Return a feature under its registered name, for lack of a title."""
    name, is_news = identity.name.of(language), _is_news(identity.areas, evidence, knowledge)
    title, own = (Text(name, evidence.line),), identity.id
    return Feature(own, title, place, evidence.line, evidence, identity.areas, (), registered_id=own, is_news=is_news)


def _apis(texts: tuple[Inlines, ...]) -> tuple[str, ...]:
    """Return the API names among the code spans, in reading order."""
    spans = (node.text for inlines in texts for node in nodes(inlines) if isinstance(node, Code))
    names = (found[0] for text in spans if (found := _API.match(text)))
    return tuple(dict.fromkeys(name for name in names if _API_SIGN.search(name)))


def _take(name: str, taken: set[str]) -> str:
    """Return a name, with a number if it is ``taken``, and add it to those."""
    free = next(n for n in chain([name], (f"{name}-{i}" for i in count(2))) if n not in taken)
    taken.add(free)
    return free


def _anchors(
    sections: list[Section], places: dict[int, int], features: list[Feature], knowledge: Knowledge
) -> tuple[tuple[int, str], ...]:
    """Return each heading's id: its feature's, else its section's level or area, else a number."""
    own = {feature.place: feature.id for feature in features}
    taken = {feature.id for feature in features}
    out: list[tuple[int, str]] = []
    for number, section in enumerate(sections, 1):
        name = own.get(places[id(section.heading)])
        if not name:
            area = areas_of(section.label, (), (), "", knowledge.areas)
            name = _take(section.level or (area[0] if area else f"section-{number}"), taken)
        out.append((section.index, name))
    return tuple(out)
