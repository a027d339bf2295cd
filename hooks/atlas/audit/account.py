"""The account of a seed: for each of its lines, what became of it.

A ledger in words. For each stretch of lines that a reader made one leaf of (a paragraph, a heading, a cell,
a block of code), what the seed's raw characters say, plus what rules put in, must be what the page and the
facts say, plus what rules took out. What is left over on either side is unexplained.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from atlas.audit import corrected
from atlas.audit.ledger import Entry, balance
from atlas.audit.scan import words
from atlas.core.changes import Change
from atlas.core.problems import Problem
from atlas.document.nodes import Document, plain
from atlas.extract.findings import Finding
from atlas.extract.release import ParsedRelease
from atlas.sources.seed import LANGUAGE_KEYS, Seed

# Facts that a release states, once each; those that it states as an address are nothing without one.
_STATED = {"date", "translator", "author", "publisher", "original", "translation", *LANGUAGE_KEYS}
_ADDRESSES = {"original", "translation"}
_UNSEEN = {"erratum", "invisible-characters", "code-language"}  # rules of single lines, and of colours
_QUOTE = 80  # characters of what is left over


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one line of a seed's file, and the rules that changed it."""

    line: int
    kind: Literal["carried", "repaired", "fact", "dropped", "markup", "unexplained"]
    rules: tuple[str, ...] = ()


_Outcome = tuple[Literal["carried", "repaired", "fact", "dropped"], tuple[str, ...]]


def draw_up(
    seed: Seed, read: Document, left_out: tuple[Change, ...], release: ParsedRelease
) -> tuple[tuple[Fate, ...], tuple[Finding, ...], tuple[Problem, ...]]:
    """The fate of every line of the file, the facts that no page shows, and a problem for each gap.

    ``seed`` is the file, errata applied; ``read``, the document as the reader gave it; ``left_out``, what it recorded.
    """
    unused = _not_carried(release)
    not_carried = {finding.line for finding in unused}
    gaps = dict.fromkeys(corrected.gaps(seed, release), "is not what the file and its errata make it")
    touched = corrected.rules(release)
    lines = seed.text.split("\n")
    fates: list[Fate] = []
    for entry in balance(seed, read, left_out, release):
        lost = _unexplained(entry)
        gaps |= {line: _message(entry) for line in lost[:1]}
        outcome = _outcome(entry, not_carried)
        for line, said in entry.raw.items():
            fate = _fate(line, outcome, touched.get(line, ()), said, lines[line - 1])
            is_gap = line in lost or line in gaps
            fates.append(Fate(line, "unexplained", fate.rules) if is_gap else fate)
    problems = [Problem(release.seed.path, line, message, "warning") for line, message in sorted(gaps.items())]
    return tuple(fates), unused, tuple(problems)


def _not_carried(release: ParsedRelease) -> tuple[Finding, ...]:
    """Facts that no page shows: of a kind that nothing uses, or not the first of their kind and another value."""
    stated = {"title": words(plain(release.title))}
    found: list[Finding] = []
    for fact in release.document.facts:
        value = words(fact.url if fact.key in _ADDRESSES else fact.value)
        if fact.key in _STATED and value:
            stated.setdefault(fact.key, value)
        if not value or stated.get(fact.key) != value:
            found.append(Finding("not-carried", fact.line, f"{fact.key}: {fact.value}"))
    return tuple(found)


def _outcome(entry: Entry, unused: set[int]) -> _Outcome:
    """What became of an entry as a whole, and by which rules."""
    rules = tuple(dict.fromkeys(c.rule for c in entry.changes if c.rule not in _UNSEEN))
    if any(words(text) for text in entry.page):
        return "repaired" if rules else "carried", rules
    if entry.facts:
        return ("dropped", (*rules, "not-carried")) if unused & entry.raw.keys() else ("fact", rules)
    return "dropped" if rules else "carried", rules


def _fate(line: int, outcome: _Outcome, own: tuple[str, ...], said: str, stood: str) -> Fate:
    """What became of one line, which ``stood`` in the file and ``said`` something once errata had mended it."""
    if not words(said):
        return Fate(line, "dropped", own) if "erratum" in own and words(stood) else Fate(line, "markup")
    kind, rules = outcome
    return Fate(line, "repaired" if own and kind == "carried" else kind, (*own, *rules))


def _unexplained(entry: Entry) -> list[int]:
    """The lines of an entry that hold what is left over: those that are gone as a whole, else the first that may be."""
    if entry.is_closed:
        return []
    missing = entry.missing.copy()
    by_line = {line: found for line, said in entry.raw.items() if (found := Counter(words(said)))}
    lost: set[int] = set()
    for is_lost in (Counter.__le__, Counter.__and__):
        for line, found in by_line.items():
            if missing and line not in lost and is_lost(found, missing):
                lost.add(line)
                missing -= found
    if not lost:  # a word that only a rule or the page knows
        lost = {next(iter(by_line), next(iter(entry.raw)))}
    return sorted(lost)


def _message(entry: Entry) -> str:
    if not entry.missing:
        return f"says on the page what neither it nor a rule gives: {_quote(entry.surplus)}"
    return f"is not on the page and no rule accounts for it: {_quote(entry.missing)}"


def _quote(found: Counter[str]) -> str:
    text = " ".join(found.elements())
    return text if len(text) <= _QUOTE else f"{text[:_QUOTE]}…"
