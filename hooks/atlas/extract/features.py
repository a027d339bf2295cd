"""The features that a document announces, each with its id, its areas and the evidence for its stability level."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from atlas.clean.passes import Cleaned
from atlas.core.api_names import NAME
from atlas.core.languages import Language
from atlas.core.text import comparison_key, to_simplified
from atlas.core.words import words_pattern
from atlas.document.nodes import Block, Code, Document, Host, Inlines, Item, Paragraph, Table, Text, plain
from atlas.document.traverse import all_blocks, all_inlines, hosts, inlines_of, texts_in
from atlas.extract.anchors import anchors_of, unused_id
from atlas.extract.announcement import AnnouncedFeature, Evidence
from atlas.extract.areas import areas_of
from atlas.extract.candidates import Candidate, candidates_of
from atlas.extract.evidence import EvidenceFinder, level_claim, without_opening
from atlas.extract.findings import Finding
from atlas.extract.notices import notices, removal, removed_name, title_notice
from atlas.extract.overviews import (
    candidates_in_bold_lists,
    candidates_in_introduced_lists,
    candidates_in_opening_sentences,
    candidates_in_overviews,
    candidates_in_table,
    with_named,
)
from atlas.extract.sections import Role, Section, sections_of
from atlas.extract.titles import identify, slug
from atlas.extract.topics import Topic, title_of
from atlas.extract.unknown_markers import unknown_markers
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import unnumbered
from atlas.knowledge.registered_feature import RegisteredFeature
from atlas.knowledge.stability import REMOVED

_API = re.compile(NAME)
_API_SIGN = re.compile(r"[._]|::|[a-z][A-Z]|[A-Z]{2,}")  # what tells an API name from an ordinary word


class FoundFeatures(NamedTuple):
    """The result of ``find_features``."""

    features: tuple[AnnouncedFeature, ...]  # in reading order
    anchors: tuple[tuple[int, str], ...]  # for each heading, the index of its block and its HTML id
    findings: tuple[Finding, ...]


def find_features(cleaned: Cleaned, version: str, knowledge: Knowledge) -> FoundFeatures:
    """Find the features that a document announces; ``version`` is the version of its release."""
    document, before_wording = cleaned.document, tuple(hosts(cleaned.after_structure))
    sections = sections_of(document, knowledge)
    before_sections = document.blocks[1 : sections[0].index if sections else None]
    intro = (*before_sections, *_bodies(sections, "overview"))
    candidates = _candidates(document, sections, intro, knowledge)
    candidates.sort(key=lambda candidate: candidate.host.host_index)
    identified = _without_repeats([_identified(candidate, knowledge) for candidate in candidates])
    finder = EvidenceFinder(intro, version, knowledge)
    used_ids = {"release"}  # the HTML id of the page's title
    features = [_feature(item, before_wording, used_ids, finder, knowledge) for item in identified]
    features += _mentioned_features(document, knowledge, {feature.registered_id for feature in features}, used_ids)
    features.sort(key=lambda feature: feature.host_index)
    findings = (*_conflicts(candidates), *unknown_markers(document, knowledge))
    return FoundFeatures(tuple(features), anchors_of(sections, features, knowledge), findings)


def _candidates(
    document: Document, sections: list[Section], intro: tuple[Block, ...], knowledge: Knowledge
) -> list[Candidate]:
    """Return the candidates in sections, then those that are only in tables, overviews and lists."""
    candidates = [candidate for section in sections for candidate in candidates_of(section, knowledge)]
    tables = [block for block in all_blocks(document) if isinstance(block, Table)]
    headings = {comparison_key(section.label) for section in sections}
    for named in (
        [candidate for table in tables for candidate in candidates_in_table(table, knowledge)],
        candidates_in_overviews((*intro, *_bodies(sections, "other")), knowledge),
        candidates_in_bold_lists(intro),
        candidates_in_opening_sentences((*intro, *_bodies(sections, "group")), knowledge),
    ):
        candidates = with_named(candidates, named, headings, knowledge)
    return candidates or candidates_in_introduced_lists(document.blocks, knowledge.headings)


def _bodies(sections: list[Section], role: Role) -> tuple[Block, ...]:
    """Return the blocks of all sections with this role."""
    return tuple(block for section in sections if section.role == role for block in section.body)


@dataclass(frozen=True, slots=True)
class _Identified:
    """A candidate, with the registered feature that its title names, and with the removal or notice in its title."""

    candidate: Candidate
    registered: RegisteredFeature | None
    possible_ids: tuple[str, ...]  # as in AnnouncedFeature
    removed_name: str  # the name in a title that announces its removal, or ""
    notice: Evidence | None  # the notice that the title gives
    later_notices: tuple[Evidence, ...] = ()  # the notices in later titles with the same name

    @property
    def key(self) -> str:
        """A key that is the same for all candidates with the same name."""
        return self.registered.id if self.registered else comparison_key(self.candidate.label)


def _identified(candidate: Candidate, knowledge: Knowledge) -> _Identified:
    """Analyze the title of a candidate.

    If the title gives a notice or states a level, it is shortened to the name: “X is now deprecated” -> “X”.
    """
    removed = removed_name(candidate.label, knowledge.sentences)
    notice, noticed_name = title_notice(candidate, knowledge.sentences)
    if notice:
        candidate = replace(candidate, title=(Text(noticed_name, candidate.line),))
    else:
        candidate = _without_level(candidate, knowledge)
    registered, possible_ids = identify(candidate.label, knowledge)
    if removed and not registered:
        registered, possible_ids = identify(removed, knowledge)
    return _Identified(candidate, registered, possible_ids, removed, notice)


def _without_level(candidate: Candidate, knowledge: Knowledge) -> Candidate:
    """If a candidate's title states its level, shorten the title to the name, and make the level its evidence.

    “X is now stable!” -> “X”. Any other candidate is returned unchanged.
    """
    claim = level_claim(to_simplified(candidate.label), knowledge)
    if not claim:
        return candidate
    pronouns = words_pattern(knowledge.sentences.pronouns)
    subject = re.sub(rf"[，,]\s*(?:{pronouns})$", "", claim.subject)  # “X, this feature” -> “X”
    if re.search("[，,]", subject):
        return candidate
    evidence = Evidence.of_text(candidate.title, candidate.host, "marker", claim.level, claim.stating_words)
    name = without_opening(subject, knowledge.sentences)
    return replace(candidate, title=(Text(name, candidate.line),), other_evidence=evidence)


def _without_repeats(identified: list[_Identified]) -> list[_Identified]:
    """Drop each candidate that has the same name as an earlier one.

    An unregistered section is kept all the same if it is below other headings, as it is then another feature. If a
    dropped title gives a notice, the kept candidates with its name get that notice.
    """
    kept: list[_Identified] = []
    indices_by_key: dict[str, list[int]] = {}  # indices in ``kept``
    for item in identified:
        indices = indices_by_key.setdefault(item.key, [])
        paths = {kept[index].candidate.path for index in indices}
        is_distinct = not item.registered and item.candidate.is_section and item.candidate.path not in paths
        if indices and item.notice:
            for index in indices:
                later_notices = (*kept[index].later_notices, item.notice)
                kept[index] = replace(kept[index], later_notices=later_notices)
        elif not indices or is_distinct:
            indices.append(len(kept))
            kept.append(item)
    return kept


def _feature(
    item: _Identified, before_wording: Sequence[Host], used_ids: set[str], finder: EvidenceFinder, knowledge: Knowledge
) -> AnnouncedFeature:
    """Return the feature for a candidate, and add its id to ``used_ids``.

    ``before_wording`` are the hosts of the document as they were before the passes that change words.
    """
    candidate, registered = item.candidate, item.registered
    names = {candidate.label, *(registered.other_names if registered else ())}
    body = [node.inlines for node in texts_in(candidate.body)]
    apis = _apis((candidate.title, *body))
    evidence = removal(candidate, names, item.removed_name, knowledge) or finder.best(candidate, names)
    text = " ".join(map(plain, body))
    subject = item.removed_name if evidence.level == REMOVED else ""
    if item.notice:
        subject = candidate.label
    areas = registered.areas if registered else areas_of(candidate.label, candidate.path, apis, text, knowledge.areas)
    # If the title gives a notice, the sentences below it only explain that notice.
    own_notices = (item.notice,) if item.notice else notices(candidate, names, knowledge.sentences)
    return AnnouncedFeature(
        id=unused_id(registered.id if registered else slug(candidate.label), used_ids),
        title=candidate.title,
        title_before_wording=_title_before_wording(candidate, before_wording[candidate.host.host_index]),
        host_index=candidate.host.host_index,
        line=candidate.line,
        evidence=evidence,
        body=candidate.body,
        areas=areas,
        apis=apis,
        section=candidate.path,
        registered=registered,
        possible_ids=item.possible_ids,
        subject=subject,
        notice_evidence=(*own_notices, *item.later_notices),
        is_news=_is_news(areas, evidence, knowledge),
    )


def _title_before_wording(candidate: Candidate, before_wording: Host) -> str:
    """Return a candidate's title; if it is its host's whole title, that of its host before the wording passes."""
    return _label(before_wording) if candidate.label == _label(candidate.host) else candidate.label


def _label(host: Host) -> str:
    """Return the title of a host without its number: all of a heading or cell, or the topic of an item or paragraph."""
    title = title_of(host) if isinstance(host, Topic) else host.inlines
    return unnumbered(plain(title)).strip()


def _is_news(areas: tuple[str, ...], evidence: Evidence, knowledge: Knowledge) -> bool:
    """Return whether a feature is really news: its best area is one for news, and nothing states its level."""
    return bool(areas) and knowledge.area(areas[0]).is_news and evidence.basis == "none"


def _conflicts(candidates: list[Candidate]) -> Iterator[Finding]:
    """Yield a finding for each candidate whose marker and other evidence, such as a table, state different levels."""
    for candidate in candidates:
        marker, other = candidate.host.marker, candidate.other_evidence
        if marker and other and other.basis in ("table", "marker") and marker.level != other.level:
            yield Finding("conflict", other.line, other.quote, f"{marker.raw} ≠ {other.stating_words}")


def _mentioned_features(
    document: Document, knowledge: Knowledge, found_ids: set[str], used_ids: set[str]
) -> list[AnnouncedFeature]:
    """Return the registered features that the document announces by one of their ``mentions``: phrases without a title.

    The host of such a feature is the first paragraph or item with the phrase. The features of ``found_ids`` were found
    by a title; the ids of the others are added to ``used_ids``.
    """
    features: dict[str, AnnouncedFeature] = {}
    wanted = [
        registered
        for registered in knowledge.registered_features
        if registered.mentions and registered.id not in found_ids
    ]
    for host in hosts(document) if wanted else ():
        key = comparison_key(plain(inlines_of(host))) if isinstance(host, Paragraph | Item) else ""
        for registered in wanted:
            is_mentioned = any(comparison_key(phrase) in key for phrase in registered.mentions)
            if is_mentioned and registered.id not in features:
                feature_id = unused_id(registered.id, used_ids)
                features[registered.id] = _mentioned_feature(feature_id, registered, host, document.language, knowledge)
    return list(features.values())


def _mentioned_feature(
    feature_id: str, registered: RegisteredFeature, host: Host, language: Language, knowledge: Knowledge
) -> AnnouncedFeature:
    """Return a registered feature that ``host`` mentions. Its title is its registered name, as the seed has none."""
    evidence = Evidence.of_text(inlines_of(host), host, "none")
    title = registered.name.of(language)
    return AnnouncedFeature(
        id=feature_id,
        title=(Text(title, host.line),),
        title_before_wording=title,
        host_index=host.host_index,
        line=host.line,
        evidence=evidence,
        body=host.blocks if isinstance(host, Item) else (host,) if isinstance(host, Paragraph) else (),
        areas=registered.areas,
        apis=(),
        registered=registered,
        is_news=_is_news(registered.areas, evidence, knowledge),
    )


def _apis(texts: tuple[Inlines, ...]) -> tuple[str, ...]:
    """Return the API names at the beginnings of code spans, in reading order, each once."""
    spans = (node.text for inlines in texts for node in all_inlines(inlines) if isinstance(node, Code))
    matches = map(_API.match, spans)
    names = (match[0] for match in matches if match)
    return tuple(dict.fromkeys(name for name in names if _API_SIGN.search(name)))
