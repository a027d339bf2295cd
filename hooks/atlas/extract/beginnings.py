"""Whether an announcement says that a feature begins with it: in its title, its own text, or before all headings."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from atlas.core.text import folded
from atlas.core.versions import version_key
from atlas.document.nodes import Paragraph
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
        history = knowledge.history
        self._evidence = evidence
        self._version = version_key(version)
        self._knowledge = knowledge
        self._titles = [re.compile(pattern) for pattern in history.new_titles]
        self._more = re.compile(history.not_new_titles)
        self._sentences = [re.compile(pattern) for pattern in history.begins]
        self._introduces = [pattern for pattern in self._sentences if "subject" in pattern.groupindex]
        self._not = re.compile("|".join(history.not_begins))
        self._claimed: dict[Sentence, tuple[Claim, ...]] = {}

    def of(
        self, candidate: Candidate, subject: Subject, stated: Iterable[Observation], past: Iterable[Past]
    ) -> Observation | None:
        """The words that say so of a candidate, of which ``stated`` say the level.

        None where it was there before, as ``past`` states.
        """
        if any(said.version or said.seen.stage for said in past) or self._more.search(folded(candidate.words)):
            return None
        for line, quote in _titles(candidate):
            if any(pattern.search(folded(quote)) for pattern in self._titles):
                return Observation("", "", "heading", line, quote.strip())
        own = self._evidence.sentences((Paragraph(candidate.title, candidate.line), *candidate.body))
        for place, sentence in enumerate(own):
            if self._is_new_in_own(sentence, subject, is_leading=place < LEADING):
                return _said(sentence)
        for seen in stated:
            if seen.basis == "prose" and any(pattern.search(folded(seen.quote)) for pattern in self._introduces):
                return Observation("", "", "prose", seen.line, seen.quote)
        holders = [section for section in candidate.section.parents if section.is_category] if candidate.section else []
        leading = self._evidence.sentences(block for section in holders for block in section.body)
        overview = (*self._evidence.before_headings, *leading)
        return next((_said(each) for each in overview if self._is_new_in_overview(each, subject)), None)

    def _is_new_in_own(self, sentence: Sentence, subject: Subject, *, is_leading: bool) -> bool:
        """Whether a sentence of its own text says so; a leading one may name it in another part."""
        whole = Phrase(sentence.text, self._knowledge)
        return any(
            subject.is_in(claim.new) or subject.is_touched_by(whole if is_leading else claim.new)
            for claim in self._claims(sentence)
            if claim.is_subject or not subject.is_whole_in(claim.before)
        )

    def _is_new_in_overview(self, sentence: Sentence, subject: Subject) -> bool:
        return any(
            subject.is_in(claim.new)
            for claim in self._claims(sentence)
            if claim.is_subject or not subject.is_whole_in(claim.before)
        )

    def _claims(self, sentence: Sentence) -> tuple[Claim, ...]:
        if sentence not in self._claimed:
            self._claimed[sentence] = tuple(self._find_claims(sentence.text))
        return self._claimed[sentence]

    def _find_claims(self, text: str) -> Iterable[Claim]:
        for pattern in self._sentences:
            for found in pattern.finditer(text):
                groups = found.groupdict()
                before = _CLAUSE.split(text[: found.start()])[-1]
                version = groups.get("version")
                is_of_another = version and version_key(version) != self._version
                if not is_of_another and not self._not.search(before):
                    new = groups.get("object") or groups["subject"]
                    yield Claim(Phrase(before, self._knowledge), Phrase(new, self._knowledge), "subject" in groups)


def _said(sentence: Sentence) -> Observation:
    return Observation("", "", "prose", sentence.line, sentence.shown.strip())


def _titles(candidate: Candidate) -> Iterable[tuple[int, str]]:
    """Its title, and what a highlight or a table calls it."""
    yield candidate.line, candidate.words
    if candidate.elsewhere and candidate.elsewhere.basis in ("marker", "table"):
        yield candidate.elsewhere.line, candidate.elsewhere.quote
