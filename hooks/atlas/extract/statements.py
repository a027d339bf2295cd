"""What an announcement states about a feature's history: what it was before, and that it is new."""

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from atlas.core.text import to_simplified
from atlas.core.versions import version_key
from atlas.document.nodes import Paragraph, plain
from atlas.extract.candidates import Candidate
from atlas.extract.evidence import MAX_SUBJECTLESS_LENGTH, Evidence, Sentence
from atlas.extract.release import Observation, Past
from atlas.extract.subject import Phrase, Subject
from atlas.knowledge.fields import name_key
from atlas.knowledge.levels import level_of_marker, words_pattern
from atlas.knowledge.load import Knowledge
from atlas.knowledge.schema import Level

LEADING_SENTENCES = 3  # first sentences of a feature's text, title included, taken to be about it throughout

_CLAUSE = re.compile(r"[，,、；;：:]")
_PART = re.compile(r"[，,、；;：:]|\band\b|并")


class Claim(NamedTuple):
    """What a sentence says is new, and the words before: “PyTorch | now supports | complex tensors”."""

    before: Phrase
    new: Phrase
    is_subject: bool
    is_itself: bool  # nothing but ``new`` is new


class HistoryStatements:
    """Finds what titles and sentences in the announcement of ``version`` state about features' history."""

    def __init__(self, evidence: Evidence, version: str, knowledge: Knowledge) -> None:
        self._evidence = evidence
        self._version = version_key(version)
        self._knowledge = knowledge
        self._history = knowledge.history
        self._taken_back = re.compile("|".join(knowledge.history.not_begins))
        self._tied = re.compile("|".join(knowledge.history.began_before).replace("{version}", re.escape(version)))
        levels = knowledge.stability.levels
        self._past = [
            [(_pattern(template, level), level) for level in (levels if "{level}" in template else (None,))]
            for template in knowledge.history.past
        ]
        self._claims = cache(self._find_claims)  # cached because the overview is searched for every feature

    # --- the past ---------------------------------------------------------------------------------

    def past(self, subject: Subject, stage: str) -> tuple[Past, ...]:
        """Return what a feature that is now at ``stage`` is stated to have been before."""
        found: list[Past] = []
        for i, sentence in enumerate(subject.sentences):
            is_about = subject.is_named_in(sentence, is_own=True) or subject.opens(sentence)
            is_about = is_about or subject.is_fully_named_in(Phrase(sentence.text, self._knowledge))
            if is_about or self._evidence.has_pronoun(sentence.text):
                found += self._stated(sentence, stage)
            elif i == 1:  # the first sentence below a heading is about it, named or not
                has_no_subject = self._history.subjectless.match(sentence.text)
                found += (
                    past
                    for past in self._stated(sentence, stage)
                    if has_no_subject or not (past.version or past.seen.stage)
                )
        for sentence in filter(subject.is_named_in, self._evidence.opening_with_levels):
            found += (past for past in self._stated(sentence, stage) if past.seen.stage)
        introduction = None if found else self._group_introduction(subject.candidate)
        if introduction and stage in self._evidence.levels_stated(introduction.text):
            found += (past for past in self._stated(introduction, stage) if past.seen.stage)
        staged = {(past.version, past.seen.stage): past for past in reversed(found) if past.seen.stage}
        dated = {past.version for past in staged.values()}
        begun = [past for past in found if past.first and past.version not in dated]
        return (*reversed(staged.values()), *begun[:1]) or tuple(found[:1])  # without a level, one sentence is enough

    def former_names(self, subject: Subject) -> dict[str, Observation]:
        """Map each former name of a feature to the title or sentence that states it."""
        now = name_key(subject.candidate.words)
        return {
            former: sentence.states()
            for is_own, found in ((True, self._renamings(subject.sentences)), (False, self._renamed_in_overview))
            for sentence, name, former in found
            if subject.is_mentioned_in(name, is_own=is_own) and name_key(former) != now
            if not level_of_marker(former, self._knowledge.stability)
        }

    @cached_property
    def _renamed_in_overview(self) -> list[tuple[Sentence, Phrase, str]]:
        return self._renamings(self._evidence.opening)

    def _renamings(self, sentences: Iterable[Sentence]) -> list[tuple[Sentence, Phrase, str]]:
        """Return the sentence, the phrase with the current name, and the former name of each renaming."""
        return [
            (sentence, Phrase(found["now"], self._knowledge), found["former"].strip())
            for sentence in sentences
            for pattern in self._history.renamed
            for found in pattern.finditer(sentence.text)
        ]

    def _stated(self, sentence: Sentence, stage: str) -> list[Past]:
        """Return what the first template that says something of earlier releases finds in a sentence."""
        for patterns in self._past:
            hits = [(found, level) for pattern, level in patterns for found in pattern.finditer(sentence.text)]
            if not hits:
                continue
            hits.sort(key=lambda hit: hit[0].end(), reverse=True)
            closest = {found.start(): (found, level) for found, level in hits}  # to the words for the past
            each = (self._past_at(*closest[at], sentence, stage) for at in _of_one_subject(sentence.text, closest))
            if stated := [past for past in each if past]:
                return stated
        return []

    def _past_at(self, found: re.Match[str], level: Level | None, sentence: Sentence, stage: str) -> Past | None:
        """Return what a match states about an earlier release, if it does."""
        text, groups = sentence.text, found.groupdict()
        version, label = groups.get("version") or "", groups.get("label") or ""
        if version and version_key(version) >= self._version:
            return None
        if level and not self._is_of_past(found, level, version, stage):
            return None
        start = found.start("label") if level else found.end()
        rest = _PART.split(text[start:])[0]
        if version and level and (reached := self._evidence.level_reached(rest)):
            level = reached  # “in 1.9 from prototype to beta”: beta since then
        part = _PART.split(text[: found.start()])[-1] + text[found.start() : start] + rest
        is_first = bool(version) and any(pattern.search(part) for pattern in self._history.first)
        seen = sentence.states(level.id if level else "", label)
        return Past(re.sub(r"^(\d+\.\d+)\.0$", r"\1", version), seen, is_first)

    def _is_of_past(self, found: re.Match[str], level: Level, version: str, stage: str) -> bool:
        """Whether a level in a sentence is a former one: not negated, current, or another feature's."""
        now = self._evidence.levels_stated(found.string)
        if self._history.negated.search(found.string[: found.start("label")]):
            return False
        is_since = re.match("自|从", found[0]) or re.search(r"\bsince\b", found[0])
        if level.id == stage and (not version or (stage in now and not is_since)):
            return False
        return bool(version) or not now or stage in now

    def _group_introduction(self, candidate: Candidate) -> Sentence | None:
        """Return the last sentence that introduces a candidate's group: “many of these have gone to stable:”."""
        sections = candidate.enclosing_sections if candidate.is_section else candidate.enclosing_sections[-1:]
        for section in reversed(sections):
            ends = (b for b in section.body if isinstance(b, Paragraph) and _leads_in(plain(b.inlines)))
            found = [s for s in self._evidence.sentences(ends) if s.line < candidate.line and _leads_in(s.text)]
            if found:
                return found[-1]
        return None

    # --- new features -----------------------------------------------------------------------------

    def introduction(self, subject: Subject, stated: Iterable[Observation], past: Iterable[Past]) -> Observation | None:
        """Return the passage that says a feature is new; ``stated`` are those that state its level.

        Return None if there is none, or if it existed before according to ``past``.
        """
        candidate = subject.candidate
        was_there = any(each.version or each.seen.stage for each in past)
        if was_there or self._history.not_new_titles.search(to_simplified(candidate.words)):
            return None
        for line, quote in _titles(candidate):
            if any(pattern.search(to_simplified(quote)) for pattern in self._history.new_titles):
                return Observation("", "", "heading", line, quote.strip())
        if sentence := next(self._own(subject), None):
            return sentence.states()
        for seen in stated:
            claims = self._claims(Sentence(to_simplified(seen.quote), seen.quote, seen.line))
            if seen.basis == "prose" and any(claim.is_subject for claim in claims):
                return Observation("", "", "prose", seen.line, seen.quote)
        sentence = next(self._overview(subject), None)
        return sentence.states() if sentence else None

    def _own(self, subject: Subject) -> Iterator[Sentence]:
        """Yield a subject's own sentences that say it is new; a leading one may name it anywhere."""
        for place, sentence in enumerate(subject.sentences):
            whole = Phrase(sentence.text, self._knowledge)
            for claim in self._claims_of(subject, sentence):
                about = claim.new if claim.is_itself or place >= LEADING_SENTENCES else whole
                if subject.is_mentioned_in(claim.new) or subject.shares_words_with(about):
                    yield sentence

    def _overview(self, subject: Subject) -> Iterator[Sentence]:
        """Yield sentences that say so in the opening, or directly below the headings of its categories."""
        section = subject.candidate.section
        categories = [parent for parent in section.parents if parent.is_category] if section else []
        leading = self._evidence.sentences(block for category in categories for block in category.body)
        for sentence in (*self._evidence.opening, *leading):
            if any(subject.is_mentioned_in(claim.new) for claim in self._claims_of(subject, sentence)):
                yield sentence

    def _claims_of(self, subject: Subject, sentence: Sentence) -> Iterator[Claim]:
        """Yield a sentence's claims that may be about a subject, not those that call only a part of it new."""
        return (
            claim for claim in self._claims(sentence) if claim.is_subject or not subject.is_fully_named_in(claim.before)
        )

    def _find_claims(self, sentence: Sentence) -> list[Claim]:
        claims = []
        for pattern in self._history.begins:
            for found in pattern.finditer(sentence.text):
                groups = found.groupdict()
                before = _CLAUSE.split(sentence.text[: found.start()])[-1]
                clause = before + _CLAUSE.split(sentence.text[found.start() :])[0]
                version = groups.get("version")
                is_of_another = (version and version_key(version) != self._version) or self._tied.search(clause)
                if not is_of_another and not self._taken_back.search(before):
                    new = groups.get("object") or groups.get("itself") or groups["subject"]
                    there, begun = Phrase(before, self._knowledge), Phrase(new, self._knowledge)
                    claims.append(Claim(there, begun, "subject" in groups, bool(groups.get("itself"))))
        return claims


def _of_one_subject(text: str, places: Iterable[int]) -> Iterator[int]:
    """Yield the first of some places in a sentence, and the others that stand at the start of a part of it."""
    for n, place in enumerate(sorted(places)):
        if n == 0 or len(_PART.split(text[:place])[-1].strip()) <= MAX_SUBJECTLESS_LENGTH:
            yield place


def _leads_in(text: str) -> bool:
    return text.rstrip().endswith((":", "："))


def _titles(candidate: Candidate) -> Iterable[tuple[int, str]]:
    """Yield line and text of its title and its name in a table or highlight."""
    yield candidate.line, candidate.words
    if candidate.other_statement and candidate.other_statement.basis in ("marker", "table"):
        yield candidate.other_statement.line, candidate.other_statement.quote


@lru_cache(maxsize=256)
def _pattern(template: str, level: Level | None) -> re.Pattern[str]:
    """Compile a template about an earlier release, with ``{level}`` as any of the level's words."""
    any_word = words_pattern(level.words if level else ())
    words = rf"[“\"「‘']?(?P<label>(?<![A-Za-z不])(?i:{any_word})(?:版本?|阶段|状态|支持)?)(?![A-Za-z性])"
    return re.compile(template.replace("{level}", words))
