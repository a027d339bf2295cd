"""Evidence: the passage of a document that states a feature's stability level.

If several passages do, the first of these takes precedence: the feature's own marker, a table's column or a level
line, a heading above the feature that states a level, a sentence about the feature. Quotes are from the cleaned text,
which pages show.
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
from atlas.knowledge.text_patterns import SentenceWords

MAX_SENTENCE_LENGTH = 600  # characters; longer sentences are not read
MAX_OPENING_SENTENCES = 200  # sentences before the first heading that are read

_END = r"\s*(?=$|[。，；：！,;:!]|\.(?:\s|$))"  # the end of a sentence or clause that is not a question


class LevelClaim(NamedTuple):
    """The parts of a sentence that states a level, such as “The compiler is now beta”."""

    subject: str  # “The compiler”
    names: frozenset[str]  # the keys (``name_key``) of the subject with and without its article
    level: str  # “beta”
    stating_words: str  # the words that state the level: “is now beta”
    start: int  # the position of these words in the sentence


@dataclass(frozen=True)
class Sentence:
    """A sentence of a document."""

    text: str  # in simplified characters, for matching
    shown: str  # as it is in the document; has the same length
    host: Heading | Paragraph | Cell  # the node that contains it

    def evidence(self, claim: LevelClaim | None = None) -> Evidence:
        """Return the sentence as evidence, with the level of ``claim`` if it states one."""
        stating_words = self.shown[claim.start : claim.start + len(claim.stating_words)] if claim else ""
        level = claim.level if claim else None
        return Evidence.of_sentence(self.shown, self.host, level=level, stating_words=stating_words)


class EvidenceFinder:
    """Finds the evidence for a feature's level, in its own text and in the document's introduction.

    ``intro`` are the blocks of the introduction, including those of overviews. ``version`` is the version of the
    release: the words for levels had other meanings in earlier releases.
    """

    def __init__(self, intro: tuple[Block, ...], version: str, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._version = version
        self._in_intro = list(self._stating(islice(hosted_sentences(intro), MAX_OPENING_SENTENCES)))

    def best(self, candidate: Candidate, names: set[str]) -> Evidence:
        """Return the evidence for a candidate that takes precedence, or evidence with the basis “none”.

        ``names`` are all names of the candidate. The level of the evidence is the one that its words meant at the time
        of the release; a word such as “unclassified” means no level. If the words meant another level then than now, a
        sentence with them is not used, as it may use them in their everyday sense.
        """
        stability = self._knowledge.stability
        evidence = self._first(candidate, names)
        level = stability.level_meant_in(self._version, evidence.level) if evidence else None
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
        """Return as evidence the first sentence that states the candidate's level, or None.

        The sentences of the introduction come first, then those of the candidate's own text. The subject of a sentence
        must be one of the candidate's names; in its own text, it may also be a pronoun such as “this feature”.
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
        """Yield each sentence that states a level, after its ``LevelClaim``."""
        for sentence in sentences:
            if claim := level_claim(sentence.text, self._knowledge):
                yield claim, sentence


def _heading_evidence(section: Section) -> Evidence | None:
    """Return as evidence the heading of a section, if it states a level for everything in the section."""
    heading = section.heading
    if heading.marker:
        return Evidence.of_marker(heading.marker, heading.inlines, heading, "section")
    if not section.level:
        return None
    label = section.label.strip()
    return Evidence.of_text(heading.inlines, heading, "section", level=section.level, stating_words=label)


def level_claim(sentence: str, knowledge: Knowledge) -> LevelClaim | None:
    """Parse a sentence of a form such as “X is now beta”, with any subject X; return None for other sentences.

    If several forms match, the one with the shortest subject counts. A sentence that denies or defers the statement
    (“X is not yet beta”) returns None.
    """
    words = knowledge.level_words
    matches = [pattern.match(sentence) for pattern in _claim_patterns(words, knowledge.sentences)]
    shortest = min(filter(None, matches), key=lambda match: match.end("subject"), default=None)
    level = words.of_marker(shortest["level"]) if shortest else None
    if not (shortest and level):
        return None
    subject = shortest["subject"].strip()
    if knowledge.sentences.denies(subject):
        return None
    names = frozenset(map(name_key, (subject, without_opening(subject, knowledge.sentences))))
    label = shortest["stated"].lstrip()
    return LevelClaim(subject, names, level, label.rstrip(), shortest.end("stated") - len(label))


def without_opening(subject: str, sentences: SentenceWords) -> str:
    """Return the subject of a sentence without an article or the like at its start: “The new X” -> “X”."""
    return re.sub(rf"(?i)^(?:(?:{words_pattern(sentences.openings)})[\s，,：:]*)++", "", subject)


@lru_cache(maxsize=4)
def _claim_patterns(words: LevelWords, sentences: SentenceWords) -> tuple[re.Pattern[str], ...]:
    """Compile the forms of sentences that state a level.

    Each pattern has the groups ``subject``, ``stated`` (the words that state the level) and ``level``.
    """
    end = rf"(?:[\s-]*(?:{words_pattern(sentences.claim_ends)}))*"
    claims = map(words.filled, sentences.level_forms)
    return tuple(
        re.compile(rf"(?i)(?P<subject>.{{1,80}}?)(?<![a-z])(?P<stated>{claim}{end})[”\"」’']?{_END}")
        for claim in claims
    )


def hosted_sentences(blocks: Iterable[Block]) -> Iterator[Sentence]:
    """Yield the sentences and clauses in ``blocks``, except those longer than ``MAX_SENTENCE_LENGTH``."""
    for node in texts_in(blocks):
        for shown in split_clauses(plain(node.inlines)):
            if len(shown) <= MAX_SENTENCE_LENGTH:
                yield Sentence(to_simplified(shown), shown, node)
