"""Evidence for removals, and for notices such as “deprecated”, which a feature may have in addition to a level."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from atlas.core.text import comparison_key, to_simplified
from atlas.document.nodes import Paragraph
from atlas.extract.announcement import Evidence
from atlas.extract.candidates import Candidate
from atlas.extract.evidence import Sentence, hosted_sentences
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.stability import REMOVED
from atlas.knowledge.text_patterns import SentenceWords

_REFERENCES = re.compile(r" ?[(（]#\d+(?:[,，、] ?#\d+)*+[)）]$")  # (#1234, #1235), after a name
_CLAUSE_START = re.compile(r"[，,；;。（(]|[.!?] ")


def removed_name(title: str, sentences: SentenceWords) -> str:
    """Return the name in a title that announces its removal: “Removed TorchScript (#1234)” -> “TorchScript”; or ""."""
    title = _REFERENCES.sub("", to_simplified(title))
    for pattern in sentences.removed.title_patterns:
        if (match := pattern.search(title)) and not sentences.denies(match["name"].strip()):
            return match["name"].strip()
    return ""


def title_notice(candidate: Candidate, sentences: SentenceWords) -> tuple[Evidence | None, str]:
    """Return the notice that a title gives, and the name in that title; None and "" if it gives none.

    “TorchScript is now deprecated” -> evidence for the notice “deprecated”, and “TorchScript”.
    """
    title = _REFERENCES.sub("", to_simplified(candidate.label))
    for kind, forms in sentences.notices.items():
        for pattern in forms.title_patterns:
            if (match := pattern.search(title)) and not sentences.denies(match["name"].strip()):
                start, end = match.span("name")
                evidence = Evidence.of_text(candidate.title, candidate.host, "notice")
                return replace(evidence, notice=kind), candidate.label[start:end].strip()
    return None, ""


def removal(candidate: Candidate, names: set[str], name_in_title: str, knowledge: Knowledge) -> Evidence | None:
    """Return the evidence that a feature is removed: its title, a heading above it, or a sentence about it; or None.

    ``name_in_title`` is the result of ``removed_name`` for its title; ``names`` are all names of the feature. A feature
    with a marker has a level, and so is not removed.
    """
    if candidate.host.marker:
        return None
    if name_in_title:
        return Evidence.of_text(
            candidate.title, candidate.host, "heading", level=REMOVED, stating_words=candidate.label
        )
    for section in candidate.enclosing_sections:
        label, heading = section.label.strip(), section.heading
        if knowledge.headings.removed_sections.matches(to_simplified(label)):
            return Evidence.of_text(heading.inlines, heading, "section", level=REMOVED, stating_words=label)
    for sentence in _own_sentences(candidate):
        if any(_is_said_of(names, pattern, sentence) for pattern in knowledge.sentences.removed.sentences):
            return replace(sentence.evidence(), level=REMOVED)
    return None


def notices(candidate: Candidate, names: set[str], sentences: SentenceWords) -> tuple[Evidence, ...]:
    """Return the first notice of each kind in the sentences about a feature.

    The subject of such a sentence is one of ``names``, or a pronoun such as “this API”.
    """
    first_by_kind: dict[str, Evidence] = {}
    for sentence in _own_sentences(candidate):
        for kind, forms in sentences.notices.items():
            if any(_is_said_of(names, pattern, sentence, sentences.pronouns) for pattern in forms.sentences):
                first_by_kind.setdefault(kind, replace(sentence.evidence(), basis="notice", notice=kind))
    return tuple(first_by_kind.values())


def _own_sentences(candidate: Candidate) -> Iterator[Sentence]:
    """Yield the sentences in the paragraphs of the text about a candidate."""
    return hosted_sentences(block for block in candidate.body if isinstance(block, Paragraph))


def _is_said_of(
    names: Iterable[str], pattern: re.Pattern[str], sentence: Sentence, pronouns: Iterable[str] = ()
) -> bool:
    """Return whether a sentence matches ``pattern`` with one of ``names`` as its subject or object.

    If the pattern has the group ``name``, as for “we removed X”, that group must be one of ``names``. Otherwise, the
    words before the match in the same clause must end in one of ``names``, or be one of ``pronouns``: “X is removed”,
    “this API is deprecated”.
    """
    match = pattern.search(sentence.text)
    if not match:
        return False
    name_keys = [key for key in map(comparison_key, names) if len(key) > 1]
    if name_in_group := match.groupdict().get("name"):
        return comparison_key(name_in_group) in name_keys
    words_before = _CLAUSE_START.split(sentence.text[: match.start()])[-1]
    subject = comparison_key(words_before)
    return subject in map(comparison_key, pronouns) or any(subject.endswith(key) for key in name_keys)
