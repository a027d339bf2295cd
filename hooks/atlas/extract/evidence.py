"""Evidence: what a document states about a feature's stability level, and where.

Precedence: the feature's own marker, a table column, a classifying section heading above it, a sentence about it.
Quotes are the corrected text, as shown on pages.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from atlas.core.sentences import split_clauses
from atlas.core.text import name_key, to_simplified
from atlas.core.words import words_pattern
from atlas.document.nodes import Block, Cell, Heading, Paragraph, plain
from atlas.document.traverse import texts_in
from atlas.extract.announcement import Evidence
from atlas.extract.candidates import Candidate
from atlas.extract.sections import Section
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import LevelWords
from atlas.knowledge.wording import SentenceWords

MAX_SENTENCE_LENGTH = 600  # characters; longer sentences are not read
MAX_OPENING_SENTENCES = 200  # sentences before the first heading that are read

_END = r"\s*(?=$|[。，；：！,;:!]|\.(?:\s|$))"  # of a sentence or clause that is no question


class LevelClaim(NamedTuple):
    """What a sentence such as “The compiler is now beta” states."""

    subject: str  # “The compiler”
    names: frozenset[str]  # keys, for comparison, of the subject with and without its article
    level: str
    label: str  # the words that state the level: “is now beta”
    start: int  # the position of the label in the sentence


@dataclass(frozen=True)
class Sentence:
    """A sentence of a document."""

    text: str  # in simplified characters, for matching
    shown: str  # as the document has it; of the same length
    host: Heading | Paragraph | Cell  # what it stands in

    def evidence(self, claim: LevelClaim | None = None) -> Evidence:
        """Return the sentence as evidence, for the level that it states if there is one."""
        label = self.shown[claim.start : claim.start + len(claim.label)] if claim else ""
        level = claim.level if claim else None
        return Evidence.of_sentence(self.shown, self.host, level=level, label=label)


class EvidenceFinder:
    """Finds the evidence for a feature's level, in its own text and in the document's introduction.

    ``intro`` are the blocks of the introduction, highlights included; ``version`` is the release, which tells what the
    words for levels mean.
    """

    def __init__(self, intro: tuple[Block, ...], version: str, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._version = version
        self._in_intro = list(self._stating(islice(hosted_sentences(intro), MAX_OPENING_SENTENCES)))

    def best(self, candidate: Candidate, names: set[str]) -> Evidence:
        """Return the evidence that takes precedence, for a candidate with these names; of basis “none” if none does.

        Its level is the one that its words meant in the release; “unclassified” states none. Where they meant another
        level than today, a sentence with them is no evidence at all, as it may use them in their everyday sense.
        """
        stability = self._knowledge.stability
        evidence = self._first(candidate, names)
        level = stability.level_in(self._version, evidence.level) if evidence else None
        if not evidence or (level != evidence.level and evidence.basis == "prose"):
            return Evidence.of_text(candidate.title, candidate.host, "none")
        return replace(evidence, level=None if level == stability.no_level else level)

    def _first(self, candidate: Candidate, names: set[str]) -> Evidence | None:
        if candidate.marker_evidence:
            return candidate.marker_evidence
        other = candidate.other_evidence
        if other and other.basis in ("table", "marker"):
            return other
        for section in reversed(candidate.enclosing_sections):
            if evidence := _heading_evidence(section):
                return evidence
        return other or self._in_sentences(candidate, set(map(name_key, names)))

    def _in_sentences(self, candidate: Candidate, name_keys: set[str]) -> Evidence | None:
        """Return the first sentence that states the candidate's level: of the introduction, then of its own text.

        The subject must be one of its names or, in its own text, a pronoun such as “this feature”.
        """
        own_paragraphs = (block for block in candidate.body if isinstance(block, Paragraph))
        keys_in_body = name_keys | set(map(name_key, self._knowledge.sentences.pronouns))
        for claim, sentence in self._in_intro:
            if claim.names & name_keys:
                return sentence.evidence(claim)
        for claim, sentence in self._stating(hosted_sentences(own_paragraphs)):
            if claim.names & keys_in_body:
                return sentence.evidence(claim)
        return None

    def _stating(self, sentences: Iterable[Sentence]) -> Iterator[tuple[LevelClaim, Sentence]]:
        """Yield the sentences that state a level, each after what it states."""
        for sentence in sentences:
            if claim := level_claim(sentence.text, self._knowledge):
                yield claim, sentence


def _heading_evidence(section: Section) -> Evidence | None:
    """Return the level that a section's heading states for everything in the section."""
    heading = section.heading
    if heading.marker:
        return Evidence.of_marker(heading.marker, heading.inlines, heading, "section")
    if not section.level:
        return None
    label = section.label.strip()
    return Evidence.of_text(heading.inlines, heading, "section", level=section.level, label=label)


def level_claim(sentence: str, knowledge: Knowledge) -> LevelClaim | None:
    """Return what a sentence of the form “X is now beta” states, whatever X is; None for other sentences.

    If several forms match, the one with the shortest subject counts. What denies or defers it states nothing.
    """
    words = knowledge.level_words
    matches = [pattern.match(sentence) for pattern in _state_patterns(words, knowledge.sentences)]
    shortest = min(filter(None, matches), key=lambda match: match.end("subject"), default=None)
    level = words.of_marker(shortest["level"]) if shortest else None
    if not (shortest and level):
        return None
    subject = shortest["subject"].strip()
    if knowledge.sentences.denies(subject):
        return None
    names = frozenset(map(name_key, (subject, without_opening(subject, knowledge.sentences))))
    label = shortest["state"].lstrip()
    return LevelClaim(subject, names, level, label.rstrip(), shortest.end("state") - len(label))


def without_opening(subject: str, sentences: SentenceWords) -> str:
    """Return the name in the subject of a sentence, without an article or the like: “The new X” -> “X”."""
    return re.sub(rf"(?i)^(?:(?:{words_pattern(sentences.openings)})[\s，,：:]*)++", "", subject)


@lru_cache(maxsize=4)
def _state_patterns(words: LevelWords, sentences: SentenceWords) -> tuple[re.Pattern[str], ...]:
    """Compile the forms of sentences that state a level, with the groups subject, state and level."""
    end = rf"(?:[\s-]*(?:{words_pattern(sentences.state_ends)}))*"
    states = map(words.filled, sentences.level_forms)
    return tuple(
        re.compile(rf"(?i)(?P<subject>.{{1,80}}?)(?<![a-z])(?P<state>{state}{end})[”\"」’']?{_END}") for state in states
    )


def hosted_sentences(blocks: Iterable[Block]) -> Iterator[Sentence]:
    """Yield the sentences and clauses of some blocks, without those longer than ``MAX_SENTENCE_LENGTH``."""
    for node in texts_in(blocks):
        for shown in split_clauses(plain(node.inlines)):
            if len(shown) <= MAX_SENTENCE_LENGTH:
                yield Sentence(to_simplified(shown), shown, node)
