"""Evidence: what a document states about a feature's stability level, and where.

Precedence: the feature's own marker, a table column, a classifying section heading above it, a sentence about it.
Quotes are the corrected text, as shown on pages.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from atlas.core.sentences import clauses
from atlas.core.text import to_simplified
from atlas.document.nodes import Block, Inlines, Paragraph, plain
from atlas.extract.announcement import Evidence
from atlas.extract.candidates import Candidate
from atlas.extract.sections import Section, texts_in
from atlas.knowledge.fields import name_key, words_pattern
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import LevelWords
from atlas.knowledge.wording import Sentences

MAX_SENTENCE_LENGTH = 600  # characters; longer sentences are not read
MAX_OPENING_SENTENCES = 200  # sentences before the first heading that are read

_END = r"\s*(?=$|[。，；：！,;:!]|\.(?:\s|$))"  # of a sentence or clause that is no question


class StatedLevel(NamedTuple):
    """A level that a sentence states, the words that state it (``label``), and what of: those before."""

    subject: str
    names: frozenset[str]  # keys of the subject, with and without an article or the like before it
    level: str
    label: str


@dataclass(frozen=True)
class Sentence:
    """A sentence of ``source``, and its line; ``text`` is ``shown`` in simplified characters."""

    text: str
    shown: str
    line: int
    source: Inlines

    def evidence(self, level: str = "", label: str = "") -> Evidence:
        """Return the sentence as evidence of a level, whose words are ``label``, or of something else."""
        place = max(0, self.text.find(label))
        label = self.shown[place : place + len(label)]
        return Evidence(level, label, "prose", self.line, self.shown.strip(), self.source)


class EvidenceFinder:
    """Finds what a feature's own blocks and the ``intro``, highlights included, state about its level."""

    def __init__(self, intro: tuple[Block, ...], knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._in_intro = list(self._stating(islice(sentences_in(intro), MAX_OPENING_SENTENCES)))

    def best(self, candidate: Candidate, names: set[str]) -> Evidence:
        """Return the best evidence for a candidate known by ``names``."""
        if candidate.marker_evidence:
            return candidate.marker_evidence
        other = candidate.other_evidence
        if other and other.basis in ("table", "marker"):
            return other
        for section in reversed(candidate.enclosing_sections):
            if evidence := of_section(section):
                return evidence
        return other or self._in_sentences(candidate, set(map(name_key, names)))

    def _in_sentences(self, candidate: Candidate, names: set[str]) -> Evidence:
        """Return what a sentence states about one of ``names``, or a sentence below the title about “this feature”."""
        paragraphs = (block for block in candidate.body if isinstance(block, Paragraph))
        names_in_body = names | set(map(name_key, self._knowledge.sentences.pronouns))
        for stated, sentence in self._in_intro:
            if stated.names & names:
                return sentence.evidence(stated.level, stated.label)
        for stated, sentence in self._stating(sentences_in(paragraphs)):
            if stated.names & names_in_body:
                return sentence.evidence(stated.level, stated.label)
        return Evidence(self._knowledge.stability.default, "", "none", candidate.line, candidate.label, candidate.title)

    def _stating(self, texts: Iterable[Sentence]) -> Iterator[tuple[StatedLevel, Sentence]]:
        for sentence in texts:
            if stated := stated_level(sentence.text, self._knowledge):
                yield stated, sentence


def of_section(section: Section) -> Evidence | None:
    """Return what a section's heading states for what stands in it."""
    heading, label = section.heading, section.label.strip()
    if marker := heading.marker:
        return Evidence(marker.level, marker.raw, "section", heading.line, marker.attach_to(label), heading.inlines)
    if not section.level:
        return None
    return Evidence(section.level, label, "section", heading.line, label, heading.inlines)


def stated_level(sentence: str, knowledge: Knowledge) -> StatedLevel | None:
    """Return what a sentence states if it has the form “X is now beta”, whatever X is."""
    words = knowledge.level_words
    matches = (pattern.match(sentence) for pattern in _state_patterns(words, knowledge.sentences))
    shortest = min(filter(None, matches), key=lambda match: match.end("subject"), default=None)
    level = words.of_marker(shortest["level"]) if shortest else None
    if not (shortest and level):
        return None
    subject = shortest["subject"].strip()
    names = frozenset(map(name_key, (subject, without_opening(subject, knowledge.sentences))))
    return StatedLevel(subject, names, level, shortest["state"].strip())


def without_opening(subject: str, sentences: Sentences) -> str:
    """Return the subject of a sentence without an article or the like before the name."""
    return re.sub(rf"(?i)^(?:(?:{words_pattern(sentences.openings)})[\s，,：:]*)++", "", subject)


@lru_cache(maxsize=4)
def _state_patterns(words: LevelWords, sentences: Sentences) -> tuple[re.Pattern[str], ...]:
    end = rf"(?:[\s-]*(?:{words_pattern(sentences.state_ends)}))*"
    states = map(words.filled, sentences.states)
    return tuple(
        re.compile(rf"(?i)(?P<subject>.{{1,80}}?)(?<![a-z])(?P<state>{state}{end})[”\"」’']?{_END}") for state in states
    )


def sentences_in(blocks: Iterable[Block]) -> Iterator[Sentence]:
    """Yield the sentences of some blocks, except overlong ones."""
    for node in texts_in(blocks):
        for shown in clauses(plain(node.inlines)):
            if len(shown) <= MAX_SENTENCE_LENGTH:
                yield Sentence(to_simplified(shown), shown, node.line, node.inlines)
