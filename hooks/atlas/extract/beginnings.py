"""Whether an announcement says that a feature begins with it: in its title, its own text, or before all headings."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from atlas.core.text import folded
from atlas.core.versions import version_key
from atlas.extract.candidates import Candidate
from atlas.extract.evidence import Evidence, Sentence
from atlas.extract.release import Observation, Past
from atlas.extract.subject import Phrase, Subject
from atlas.knowledge.load import Knowledge

LEADING = 3  # sentences of its own text, the title among them, that are about a feature in all their parts

_CLAUSE = re.compile(r"[，,、；;：:]")


class Claim(NamedTuple):
    """What a sentence says to be new, and who does it: “PyTorch | now supports | complex tensors”."""

    before: Phrase
    new: Phrase
    is_subject: bool


class Beginnings:
    """What titles and sentences of the announcement of ``version`` say to be new in it."""

    def __init__(self, evidence: Evidence, version: str, knowledge: Knowledge) -> None:
        self._evidence = evidence
        self._version = version_key(version)
        self._knowledge = knowledge
        self._history = knowledge.history
        self._sentences = [re.compile(pattern) for pattern in knowledge.history.begins]
        self._not = re.compile("|".join(knowledge.history.not_begins))
        self._claims = cache(self._find_claims)  # every feature asks what the overview says

    def of(
        self, candidate: Candidate, subject: Subject, stated: Iterable[Observation], past: Iterable[Past]
    ) -> Observation | None:
        """The words that say so of a candidate, of which ``stated`` say the level.

        None where it was there before, as ``past`` states.
        """
        was_there = any(each.version or each.seen.stage for each in past)
        if was_there or re.search(self._history.not_new_titles, folded(candidate.words)):
            return None
        for line, quote in _titles(candidate):
            if any(re.search(pattern, folded(quote)) for pattern in self._history.new_titles):
                return Observation("", "", "heading", line, quote.strip())
        if sentence := next(self._own(subject), None):
            return sentence.states()
        introduces = [pattern for pattern in self._sentences if "subject" in pattern.groupindex]
        for seen in stated:
            if seen.basis == "prose" and any(pattern.search(folded(seen.quote)) for pattern in introduces):
                return Observation("", "", "prose", seen.line, seen.quote)
        sentence = next(self._overview(candidate, subject), None)
        return sentence.states() if sentence else None

    def _own(self, subject: Subject) -> Iterator[Sentence]:
        """Sentences of its own text that say so of it; a leading one may name it in another part."""
        for place, sentence in enumerate(subject.sentences):
            whole = Phrase(sentence.text, self._knowledge)
            for claim in self._claims_of(subject, sentence):
                if subject.is_in(claim.new) or subject.is_touched_by(whole if place < LEADING else claim.new):
                    yield sentence

    def _overview(self, candidate: Candidate, subject: Subject) -> Iterator[Sentence]:
        """Sentences that say so of it before all headings, or below those of the categories that it stands in."""
        holders = [section for section in candidate.section.parents if section.is_category] if candidate.section else []
        leading = self._evidence.sentences(block for section in holders for block in section.body)
        for sentence in (*self._evidence.before_headings, *leading):
            if any(subject.is_in(claim.new) for claim in self._claims_of(subject, sentence)):
                yield sentence

    def _claims_of(self, subject: Subject, sentence: Sentence) -> Iterator[Claim]:
        """Claims of a sentence that may be of a subject: not what it names as there, and a part of it as new."""
        return (claim for claim in self._claims(sentence) if claim.is_subject or not subject.is_whole_in(claim.before))

    def _find_claims(self, sentence: Sentence) -> list[Claim]:
        claims = []
        for pattern in self._sentences:
            for found in pattern.finditer(sentence.text):
                groups = found.groupdict()
                before = _CLAUSE.split(sentence.text[: found.start()])[-1]
                version = groups.get("version")
                is_of_another = version and version_key(version) != self._version
                if not is_of_another and not self._not.search(before):
                    new = Phrase(groups.get("object") or groups["subject"], self._knowledge)
                    claims.append(Claim(Phrase(before, self._knowledge), new, "subject" in groups))
        return claims


def _titles(candidate: Candidate) -> Iterable[tuple[int, str]]:
    """Its title, and what a highlight or a table calls it."""
    yield candidate.line, candidate.words
    if candidate.elsewhere and candidate.elsewhere.basis in ("marker", "table"):
        yield candidate.elsewhere.line, candidate.elsewhere.quote
