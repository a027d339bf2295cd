"""What an announcement says of a feature's past: that it was at another level, or was there before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from atlas.document import Paragraph
from atlas.knowledge import Level, Stability, normal
from atlas.model import REMOVED, Observation, Past, version_key
from atlas.understand.candidates import Candidate
from atlas.understand.evidence import Evidence, levels_stated

SHORTEST = 3  # characters of a name that stands anywhere; a shorter one must stand by itself


class History:
    """What sentences of the announcement of ``version`` say of earlier releases."""

    def __init__(self, evidence: Evidence, version: str, stability: Stability) -> None:
        self._evidence = evidence
        self._version = version
        self._stability = stability
        self._pronouns = tuple(normal(word) for word in stability.pronouns)

    def of(self, candidate: Candidate, names: Iterable[str], stage: str) -> tuple[Past, ...]:
        """What a candidate that goes by ``names`` and is now at ``stage`` is said to have been before."""
        named, sentences = _named(tuple(names)), self._evidence.sentences
        found: list[Past] = []
        for i, spoken in enumerate(sentences((_title(candidate), *candidate.body))):
            said = spoken[0]  # the first sentence below a heading speaks of it, whether it is named or not
            if i == 1 or named.search(said) or any(word in normal(said) for word in self._pronouns):
                found += self._said(spoken, stage)
        for spoken in sentences(self._evidence.intro):
            if named.search(spoken[0]):
                found += (past for past in self._said(spoken, stage) if past.seen.stage)
        if not found:
            for spoken in sentences(_above(candidate)):  # “many of these have gone from beta to stable:”
                if spoken[0].rstrip().endswith((":", "：")) and stage in levels_stated(spoken[0], self._stability):
                    found += (past for past in self._said(spoken, stage) if past.seen.stage)
        stated = {(past.version, past.seen.stage): past for past in reversed(found) if past.seen.stage}
        return tuple(stated.values())[::-1] or tuple(found[:1])  # where no level is told, one sentence is enough

    def _said(self, spoken: tuple[str, str, int], stage: str) -> Iterator[Past]:
        """The first thing that a sentence says of an earlier release."""
        sentence, quote, line = spoken
        targets = levels_stated(sentence, self._stability)
        for template in self._stability.past:
            for level in self._stability.levels if "{level}" in template else (None,):
                found = _pattern(template, level).search(sentence)
                if not found or (level and (level.id == stage or (targets and stage not in targets))):
                    continue
                groups = found.groupdict()
                of = groups.get("version") or ""
                if of and version_key(of) >= version_key(self._version):
                    continue
                first = bool(of) and any(re.search(pattern, sentence) for pattern in self._stability.first)
                label = groups.get("label") or ""
                seen = Observation(level.id if level else "", label, "prose", line, quote.strip())
                yield Past(_short(of), seen, first)
                return


def removal_of(candidate: Candidate, stability: Stability) -> Observation | None:
    """That what the title names is there no longer."""
    for pattern in stability.removals:
        if found := re.search(pattern, candidate.said.strip()):
            return Observation(REMOVED, found[0], "heading", candidate.line, candidate.said.strip())
    return None


def _title(candidate: Candidate) -> Paragraph:
    return Paragraph(candidate.title, candidate.line)


def _above(candidate: Candidate) -> tuple[Paragraph, ...]:
    """The paragraphs that lead in what a candidate stands among."""
    section = candidate.section
    if not section:
        return ()
    holders = section.parents if candidate.is_section else (section,)
    return tuple(b for holder in holders for b in holder.body if isinstance(b, Paragraph) and b.line < candidate.line)


def _short(version: str) -> str:
    """``1.4.0`` is 1.4."""
    return re.sub(r"^(\d+\.\d+)\.0$", r"\1", version)


@lru_cache(maxsize=256)
def _pattern(template: str, level: Level | None) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(level.markers, key=len, reverse=True)) if level else ""
    said = rf"[“\"「‘']?(?P<label>(?i:{words or '(?!)'})(?:版本?|阶段|状态|支持)?)(?![A-Za-z性])"
    return re.compile(template.replace("{level}", said))


def _named(names: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the names in running text, whatever the spaces; short ones only as words of their own."""
    parts = []
    for name in sorted(set(names)):
        letters = [re.escape(c) for c in name if not c.isspace()]
        spaced = r"\s*".join(letters)
        if len(normal(name)) >= SHORTEST:
            parts.append(f"(?i:{spaced})")
        elif name.isascii() and name.isupper():
            parts.append(rf"(?<![A-Za-z0-9]){spaced}(?![A-Za-z0-9])")
    return re.compile("|".join(parts) or r"(?!)")
