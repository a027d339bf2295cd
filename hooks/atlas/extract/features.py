"""Features of a document, each with its id, areas and the evidence for its stability level."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import NamedTuple

from atlas.core.api_names import NAME
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
from atlas.extract.notices import notices, removal, removed_name, title_notice
from atlas.extract.overviews import highlighted, introduced, listed, stated, tabulated, with_named
from atlas.extract.sections import Role, Section, inlines_of, sections_of, texts_in
from atlas.extract.titles import identify, slug
from atlas.extract.unknown_markers import unknown_markers
from atlas.knowledge.fields import words_pattern
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import Identity

_API = re.compile(NAME)
_API_SIGN = re.compile(r"[._]|::|[a-z][A-Z]|[A-Z]{2,}")


class FoundFeatures(NamedTuple):
    """What a document says about features."""

    features: tuple[Feature, ...]  # announced, in reading order
    anchors: tuple[tuple[int, str], ...]  # block index and id of every heading
    findings: tuple[Finding, ...]


def find_features(document: Document, knowledge: Knowledge) -> FoundFeatures:
    """Find the document's features."""
    sections = sections_of(document, knowledge)
    intro = (*document.blocks[1 : sections[0].index if sections else None], *_bodies(sections, "highlights"))
    candidates = _candidates(document, sections, intro, knowledge)
    candidates.sort(key=lambda candidate: candidate.host.place)
    identified = _without_repeats([_identified(candidate, knowledge) for candidate in candidates])
    finder = EvidenceFinder(intro, knowledge)
    taken = {"release"}  # the id of the page's title
    features = [_feature(item, taken, finder, knowledge) for item in identified]
    features += _mentioned(document, knowledge, {"release", *(feature.id for feature in features)}, document.language)
    features.sort(key=lambda feature: feature.place)
    findings = (*_conflicts(candidates), *unknown_markers(document, knowledge))
    return FoundFeatures(tuple(features), _anchors(sections, features, knowledge), findings)


def _candidates(
    document: Document, sections: list[Section], intro: tuple[Block, ...], knowledge: Knowledge
) -> list[Candidate]:
    """Return what sections announce, then what only tables, highlights and lists name."""
    candidates = [candidate for section in sections for candidate in candidates_of(section, knowledge)]
    tables = [block for block in all_blocks(document) if isinstance(block, Table)]
    headings = {comparison_key(section.label) for section in sections}
    for named in (
        [candidate for table in tables for candidate in tabulated(table, knowledge)],
        highlighted((*intro, *_bodies(sections, "other")), knowledge),
        listed(intro),
        stated((*intro, *_bodies(sections, "group")), knowledge),
    ):
        candidates = with_named(candidates, named, headings, knowledge)
    return candidates or introduced(document.blocks, knowledge.headings)


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
    removes = removed_name(candidate.label, knowledge.sentences)
    notice, noticed_name = title_notice(candidate, knowledge.sentences)
    if notice:
        candidate = replace(candidate, title=(Text(noticed_name, candidate.line),))
    else:
        candidate = _without_level(candidate, knowledge)
    identity, possible_ids = identify(candidate.label, knowledge)
    if removes and not identity:
        identity, possible_ids = identify(removes, knowledge)
    return _Identified(candidate, identity, possible_ids, removes, notice)


def _without_level(candidate: Candidate, knowledge: Knowledge) -> Candidate:
    """Return a candidate whose title states its level, “X is now stable!”, with the title X at that level."""
    stated = stated_level(to_simplified(candidate.label), knowledge)
    pronouns = words_pattern(knowledge.sentences.pronouns)
    subject = re.sub(rf"[，,]\s*(?:{pronouns})$", "", stated.subject) if stated else ""
    if not stated or re.search("[，,]", subject):
        return candidate
    evidence = Evidence(stated.level, stated.label, "marker", candidate.line, candidate.label, candidate.title)
    name = without_opening(subject, knowledge.sentences)
    return replace(candidate, title=(Text(name, candidate.line),), other_evidence=evidence)


def _without_repeats(identified: list[_Identified]) -> list[_Identified]:
    """Drop repeated names, and give the notice in a repeated title to those that have its name."""
    kept: list[_Identified] = []
    places_by_name: dict[str, list[int]] = {}  # in ``kept``
    for item in identified:
        same_name = places_by_name.setdefault(item.name, [])
        paths = {kept[place].candidate.path for place in same_name}
        is_elsewhere = not item.identity and item.candidate.is_section and item.candidate.path not in paths
        if same_name and item.notice:
            for place in same_name:
                kept[place] = replace(kept[place], later=(*kept[place].later, item.notice))
        elif not same_name or is_elsewhere:  # a repeated name is another feature only in another section
            same_name.append(len(kept))
            kept.append(item)
    return kept


def _feature(item: _Identified, taken: set[str], finder: EvidenceFinder, knowledge: Knowledge) -> Feature:
    """Build a feature; add its id to those ``taken``."""
    candidate, identity = item.candidate, item.identity
    names = {candidate.label, *(identity.names[1:] if identity else ())}
    body = [node.inlines for node in texts_in(candidate.body)]
    apis = _apis((candidate.title, *body))
    evidence = finder.best(candidate, names)
    removed = removal(candidate, names, item.removes, knowledge)
    text = " ".join(map(plain, body))
    areas = identity.areas if identity else areas_of(candidate.label, candidate.path, apis, text, knowledge.areas)
    # A title that gives a notice of a feature announces nothing new.
    stated_notices = (item.notice,) if item.notice else notices(candidate, names, knowledge.sentences)
    return Feature(
        id=_take(identity.id if identity else slug(candidate.label), taken),
        title=candidate.title,
        place=candidate.host.place,
        line=candidate.line,
        evidence=evidence,
        areas=areas,
        apis=apis,
        section=candidate.path,
        registered_id=identity.id if identity else "",
        possible_ids=item.possible_ids,
        removal=removed,
        subject=candidate.label if item.notice else item.removes if removed else "",
        notices=(*stated_notices, *item.later),
        is_news=_is_news(areas, evidence, knowledge),
    )


def _is_news(areas: tuple[str, ...], evidence: Evidence, knowledge: Knowledge) -> bool:
    """Return whether the first area is for news rather than features, and no text states a level."""
    return bool(areas) and knowledge.area(areas[0]).is_news and evidence.basis == "none"


def _conflicts(candidates: list[Candidate]) -> Iterator[Finding]:
    """Yield features for which their own marker and a table or highlight state different levels."""
    for candidate in candidates:
        marker, other = candidate.host.marker, candidate.other_evidence
        if marker and other and other.basis in ("table", "marker") and marker.level != other.level:
            yield Finding("conflict", other.line, other.quote, f"{marker.raw} ≠ {other.label}")


def _mentioned(document: Document, knowledge: Knowledge, taken: set[str], language: Language) -> list[Feature]:
    """Return registered features that only a phrase in running text announces, at its first mention."""
    mentioned: dict[str, Feature] = {}
    wanted = [identity for identity in knowledge.features if identity.mentions and identity.id not in taken]
    for host in hosts(document) if wanted else ():
        text = plain(inlines_of(host)) if isinstance(host, Paragraph | Item) else ""
        key = comparison_key(text)
        for identity in wanted:
            if identity.id not in mentioned and any(comparison_key(phrase) in key for phrase in identity.mentions):
                passage = Evidence(knowledge.stability.default, "", "none", host.line, text, inlines_of(host))
                mentioned[identity.id] = _registered(identity, passage, host.place, language, knowledge)
    return list(mentioned.values())


def _registered(
    identity: Identity, evidence: Evidence, place: int, language: Language, knowledge: Knowledge
) -> Feature:
    """Return a feature under its registered name, for lack of a title."""
    return Feature(
        id=identity.id,
        title=(Text(identity.name.of(language), evidence.line),),
        place=place,
        line=evidence.line,
        evidence=evidence,
        areas=identity.areas,
        apis=(),
        registered_id=identity.id,
        is_news=_is_news(identity.areas, evidence, knowledge),
    )


def _apis(texts: tuple[Inlines, ...]) -> tuple[str, ...]:
    """Return the API names among the code spans, in reading order."""
    spans = (node.text for inlines in texts for node in nodes(inlines) if isinstance(node, Code))
    names = (match[0] for text in spans if (match := _API.match(text)))
    return tuple(dict.fromkeys(name for name in names if _API_SIGN.search(name)))


def _take(name: str, taken: set[str]) -> str:
    """Return a name, with a number if it is ``taken``, and add it to those."""
    numbered = (f"{name}-{number}" for number in count(2))
    free = next(choice for choice in chain([name], numbered) if choice not in taken)
    taken.add(free)
    return free


def _anchors(sections: list[Section], features: list[Feature], knowledge: Knowledge) -> tuple[tuple[int, str], ...]:
    """Return each heading's id: its feature's, else its section's level or area, else a number."""
    ids_by_place = {feature.place: feature.id for feature in features}
    taken = {feature.id for feature in features}
    anchors: list[tuple[int, str]] = []
    for number, section in enumerate(sections, 1):
        name = ids_by_place.get(section.heading.place)
        if not name:
            areas = areas_of(section.label, (), (), "", knowledge.areas)
            name = _take(section.level or (areas[0] if areas else f"section-{number}"), taken)
        anchors.append((section.index, name))
    return tuple(anchors)
