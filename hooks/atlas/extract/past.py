"""What an announcement says of a feature's past: that it was at another level, or was there before."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import lru_cache

from atlas.core.versions import version_key
from atlas.document.nodes import Paragraph
from atlas.extract.candidates import Candidate
from atlas.extract.evidence import Evidence, Spoken
from atlas.extract.release import Observation, Past
from atlas.knowledge.fields import normal
from atlas.knowledge.schema import REMOVED, Level, Stability

SHORTEST = 3  # characters of a name that stands anywhere; a shorter one must stand by itself


class History:
    """What sentences of the announcement of ``version`` say of earlier releases."""

    def __init__(self, evidence: Evidence, version: str, stability: Stability) -> None:
        self._evidence = evidence
        self._version = version
        self._stability = stability
        self._pronouns = tuple(normal(word) for word in stability.pronouns)
        self._leads: dict[int, list[Spoken]] = {}  # of sections, by identity: sentences that lead in what follows

    def of(self, candidate: Candidate, names: Iterable[str], stage: str) -> tuple[Past, ...]:
        """What a candidate that goes by ``names`` and is now at ``stage`` is said to have been before."""
        named = _Named(names)
        found: list[Past] = []
        title = Paragraph(candidate.title, candidate.line)
        for i, spoken in enumerate(self._evidence.sentences((title, *candidate.body))):
            said = normal(spoken.sentence)
            if named.stands_in(spoken.sentence, said) or any(word in said for word in self._pronouns):
                found += self._said(spoken, stage)
            elif i == 1:  # the first sentence below a heading speaks of its subject, if not of it by name
                found += (past for past in self._said(spoken, stage) if not (past.version or past.seen.stage))
        for spoken, said in self._evidence.opening:
            if named.stands_in(spoken.sentence, said):
                found += (past for past in self._said(spoken, stage) if past.seen.stage)
        if not found and (lead := self._lead(candidate)) and stage in self._evidence.levels_stated(lead.sentence):
            found += (past for past in self._said(lead, stage) if past.seen.stage)
        stated = {(past.version, past.seen.stage): past for past in reversed(found) if past.seen.stage}
        return tuple(stated.values())[::-1] or tuple(found[:1])  # where no level is told, one sentence is enough

    def _said(self, spoken: Spoken, stage: str) -> Iterator[Past]:
        """The first thing that a sentence says of an earlier release."""
        sentence = spoken.sentence
        for patterns in _patterns(self._stability):
            hits = [(found, level) for pattern, level in patterns if (found := pattern.search(sentence))]
            for found, level in sorted(hits, key=lambda hit: hit[0].end()):  # the level nearest to what tells the past
                groups = found.groupdict()
                if level and re.search(self._stability.negated, sentence[: found.start("label")]):
                    continue
                of = groups.get("version") or ""
                if of and version_key(of) >= version_key(self._version):
                    continue
                now = self._evidence.levels_stated(sentence) if level else set()
                if level and level.id == stage and (not of or stage in now):
                    continue  # it speaks of now
                if level and not of and now and stage not in now:
                    continue  # it speaks of another feature
                first = bool(of) and any(re.search(pattern, sentence) for pattern in self._stability.first)
                label = groups.get("label") or ""
                if of and level and (reached := self._evidence.reached(sentence[found.start() :])):
                    level = reached  # noqa: PLW2901  “in 1.9 from prototype to beta”: since then it was the latter
                seen = Observation(level.id if level else "", label, "prose", spoken.line, spoken.quote.strip())
                yield Past(_short(of), seen, first)
                return

    def _lead(self, candidate: Candidate) -> Spoken | None:
        """The last sentence that leads in what a candidate stands among: “many of these have gone to stable:”."""
        section = candidate.section
        holders = (section.parents if candidate.is_section else (section,)) if section else ()
        for holder in reversed(holders):
            if id(holder) not in self._leads:
                paragraphs = [block for block in holder.body if isinstance(block, Paragraph)]
                spoken = self._evidence.sentences(paragraphs)
                self._leads[id(holder)] = [s for s in spoken if s.sentence.rstrip().endswith((":", "："))]
            leads = self._leads[id(holder)]
            at = bisect_left([lead.line for lead in leads], candidate.line) if leads else 0
            if at:
                return leads[at - 1]
        return None


def removed_name(title: str, stability: Stability) -> str:
    """What a title says is there no longer; empty where it announces no end."""
    hits = (re.search(pattern, title.strip()) for pattern in stability.removals)
    return next((found["name"].strip() for found in hits if found), "")


def removal_of(candidate: Candidate) -> Observation:
    """That what the title names is there no longer."""
    said = candidate.said.strip()
    return Observation(REMOVED, said, "heading", candidate.line, said)


def _short(version: str) -> str:
    """``1.4.0`` is 1.4."""
    return re.sub(r"^(\d+\.\d+)\.0$", r"\1", version)


@lru_cache(maxsize=4)
def _patterns(stability: Stability) -> tuple[tuple[tuple[re.Pattern[str], Level | None], ...], ...]:
    """For each wording that speaks of an earlier release, its pattern for each level, or for none."""
    return tuple(
        tuple((_pattern(template, level), level) for level in (stability.levels if "{level}" in template else (None,)))
        for template in stability.past
    )


def _pattern(template: str, level: Level | None) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(level.markers, key=len, reverse=True)) if level else ""
    said = rf"[“\"「‘']?(?P<label>(?i:{words or '(?!)'})(?:版本?|阶段|状态|支持)?)(?![A-Za-z性])"
    return re.compile(template.replace("{level}", said))


class _Named:
    """What a feature goes by, to be found in sentences whatever the spaces; short names only as words of their own."""

    def __init__(self, names: Iterable[str]) -> None:
        every = sorted(set(names))
        self._anywhere = [said for name in every if len(said := normal(name)) >= SHORTEST]
        short = [name for name in every if re.fullmatch("[A-Z][A-Z0-9]", name)]
        self._alone = rf"(?<![A-Za-z0-9])(?:{'|'.join(short)})(?![A-Za-z0-9])" if short else ""

    def stands_in(self, sentence: str, said: str) -> bool:
        """Whether a sentence, and its normal form, have one of the names."""
        return any(name in said for name in self._anywhere) or bool(self._alone and re.search(self._alone, sentence))
