"""Notices, which an announcement gives in addition to a level: removed, deprecated, in maintenance."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from atlas.core.text import comparison_key, to_simplified
from atlas.document.nodes import Paragraph
from atlas.extract.announcement import Evidence
from atlas.extract.candidates import Candidate
from atlas.extract.evidence import Sentence, sentences_in
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import REMOVED
from atlas.knowledge.wording import Sentences

_REFERENCES = re.compile(r" ?[(（]#\d+(?:[,，、] ?#\d+)*+[)）]$")  # (#1234), which belongs to no name
_CLAUSE = re.compile(r"[，,；;。（(]|[.!?] ")


def removed_name(title: str, sentences: Sentences) -> str:
    """Return the name whose removal a title announces, or ""."""
    title = _REFERENCES.sub("", to_simplified(title))
    matches = (pattern.search(title) for pattern in sentences.removed.titles)
    return next((match["name"].strip() for match in matches if match), "")


def title_notice(candidate: Candidate, sentences: Sentences) -> tuple[Evidence | None, str]:
    """Return the notice in a title and the name it applies to: “TorchScript is now deprecated”."""
    title = _REFERENCES.sub("", to_simplified(candidate.label))
    for kind, forms in sentences.notices.items():
        for pattern in forms.titles:
            if match := pattern.search(title):
                start, end = match.span("name")
                evidence = Evidence("", "", "notice", candidate.line, candidate.label, candidate.title, kind)
                return evidence, candidate.label[start:end].strip()
    return None, ""


def removal(candidate: Candidate, names: set[str], removes: str, knowledge: Knowledge) -> Evidence | None:
    """Return what says that a feature is removed: its title, which ``removes`` a name; its section; its own text."""
    if candidate.host.marker:
        return None
    if removes:
        return Evidence("", candidate.label, "heading", candidate.line, candidate.label, candidate.title, REMOVED)
    for section in candidate.enclosing_sections:
        label, heading = section.label.strip(), section.heading
        if knowledge.headings.removed_sections.matches(to_simplified(label)):
            return Evidence("", label, "section", heading.line, label, heading.inlines, REMOVED)
    for sentence in _own_sentences(candidate):
        if any(_says(pattern, sentence, names) for pattern in knowledge.sentences.removed.sentences):
            return replace(sentence.evidence(), notice=REMOVED)
    return None


def notices(candidate: Candidate, names: set[str], sentences: Sentences) -> tuple[Evidence, ...]:
    """Return the notices in a feature's own sentences, with its name or “this API” as subject."""
    first_by_kind: dict[str, Evidence] = {}
    for sentence in _own_sentences(candidate):
        for kind, forms in sentences.notices.items():
            if any(_says(pattern, sentence, names, sentences.pronouns) for pattern in forms.sentences):
                first_by_kind.setdefault(kind, replace(sentence.evidence(), basis="notice", notice=kind))
    return tuple(first_by_kind.values())


def _own_sentences(candidate: Candidate) -> Iterator[Sentence]:
    return sentences_in(block for block in candidate.body if isinstance(block, Paragraph))


def _says(pattern: re.Pattern[str], sentence: Sentence, names: Iterable[str], pronouns: Iterable[str] = ()) -> bool:
    """Return whether a sentence has the wording after a name or pronoun, or about the name in the pattern's group."""
    match = pattern.search(sentence.text)
    if not match:
        return False
    keys = [key for key in map(comparison_key, names) if len(key) > 1]
    if named := match.groupdict().get("name"):
        return comparison_key(named) in keys
    clause = comparison_key(_CLAUSE.split(sentence.text[: match.start()])[-1])
    return clause in map(comparison_key, pronouns) or any(clause.endswith(key) for key in keys)
