"""The account of a seed: what became of each line of its file.

It balances words. A reader turns each stretch of lines into one text: a paragraph, heading, cell, or code block. The
words of the source lines plus those that rules added must equal the words of the page and the facts plus those that
rules removed. Words left over on either side are unexplained.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Literal

from atlas.audit.balance import Entry, entries
from atlas.audit.source_words import words
from atlas.core.changes import Change
from atlas.core.problems import Problem, truncate
from atlas.document.nodes import Document, plain
from atlas.extract.findings import Finding
from atlas.extract.release import ParsedRelease
from atlas.sources.seed import LANGUAGE_KEYS, Seed

# Facts that a release states, one of each kind; those in _ADDRESSES count only with a URL.
_STATED_FACTS = {"date", "translator", "author", "publisher", "original", "translation", *LANGUAGE_KEYS}
_URL_FACTS = {"original", "translation"}
_UNREPORTED_RULES = {"erratum", "invisible-characters", "code-language"}  # for single lines, or only for highlighting
_MAX_QUOTE_LENGTH = 80  # characters of unexplained words in a message

Kind = Literal["carried", "repaired", "fact", "dropped", "markup", "unexplained"]


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one line of a seed's file, and the rules that changed it."""

    line: int
    kind: Kind
    rules: tuple[str, ...] = ()


def account_for(
    seed: Seed, read: Document, left_out: tuple[Change, ...], release: ParsedRelease
) -> tuple[tuple[Fate, ...], tuple[Finding, ...], tuple[Problem, ...]]:
    """Return the fate of every line, a finding for each fact that no page shows, and a problem for each gap.

    ``seed`` has its errata applied; ``read`` is the reader's document, and ``left_out`` the changes it recorded.
    """
    unused = _unused_facts(release)
    unused_lines = {finding.line for finding in unused}
    corrected, deleted = _corrections(seed, release)
    gaps: dict[int, str] = {}
    lines = seed.text.split("\n")
    fates: list[Fate] = []
    for entry in entries(seed, read, left_out, release):
        unexplained = _unexplained_lines(entry)
        gaps |= {line: _message(entry) for line in unexplained[:1]}
        kind, rules = _outcome(entry, unused_lines)
        for line, text in entry.raw.items():
            own = corrected.get(line, ())
            if words(text):
                fate = Fate(line, "repaired" if own and kind == "carried" else kind, (*own, *rules))
            elif "erratum" in own and words(lines[line - 1]):
                fate = Fate(line, "dropped" if line in deleted else "repaired", own)
            else:
                fate = Fate(line, "markup")
            fates.append(Fate(line, "unexplained", fate.rules) if line in unexplained else fate)
    problems = [Problem(release.seed.path, line, message, "warning") for line, message in sorted(gaps.items())]
    return tuple(fates), unused, tuple(problems)


def _corrections(seed: Seed, release: ParsedRelease) -> tuple[dict[int, tuple[str, ...]], set[int]]:
    """Return the rules that changed lines before they were read, by line, and the lines that errata emptied.

    Words that errata moved to other lines are not gone.
    """
    rules: dict[int, tuple[str, ...]] = {}
    gone: dict[int, Counter[str]] = defaultdict(Counter)
    for change in release.changes:
        if change.rule == "invisible-characters":
            rules[change.line] = (change.rule,)
        elif change.rule == "erratum":
            for line in range(change.line, change.line + change.before.count("\n") + 1):
                gone[line].update(words(change.before))
                gone[line].subtract(words(change.after))
    rules |= {line: ("erratum", *rules.get(line, ())) for line in gone}
    text = seed.text.split("\n")
    deleted = {line for line, lost in gone.items() if (own := Counter(words(text[line - 1]))) and own <= +lost}
    return rules, deleted


def _unused_facts(release: ParsedRelease) -> tuple[Finding, ...]:
    """Findings for facts that no page shows: unused kinds, empty values, and values other than the first of a kind."""
    stated = {"title": words(plain(release.title))}
    found: list[Finding] = []
    for fact in release.document.facts:
        value = words(fact.url if fact.key in _URL_FACTS else fact.value)
        if fact.key in _STATED_FACTS and value:
            stated.setdefault(fact.key, value)
        if not value or stated.get(fact.key) != value:
            found.append(Finding("not-carried", fact.line, f"{fact.key}: {fact.value}"))
    return tuple(found)


def _outcome(entry: Entry, unused_lines: set[int]) -> tuple[Kind, tuple[str, ...]]:
    """What became of an entry as a whole, and by which rules."""
    rules = tuple(dict.fromkeys(c.rule for c in entry.changes if c.rule not in _UNREPORTED_RULES))
    if any(words(text) for text in entry.page):
        return "repaired" if rules else "carried", rules
    if entry.facts:
        return ("dropped", (*rules, "not-carried")) if unused_lines & entry.raw.keys() else ("fact", rules)
    return "dropped" if rules else "carried", rules


def _unexplained_lines(entry: Entry) -> list[int]:
    """The lines with an entry's unexplained words: lines missing entirely, then the first ones missing in part."""
    if entry.is_balanced:
        return []
    missing = entry.missing.copy()
    by_line = {line: found for line, text in entry.raw.items() if (found := Counter(words(text)))}
    lost: set[int] = set()
    for is_lost in (Counter.__le__, Counter.__and__):
        for line, found in by_line.items():
            if missing and line not in lost and is_lost(found, missing):
                lost.add(line)
                missing -= found
    # Words that only a rule or the page has belong to no line: report the first line.
    return sorted(lost) or [next(iter(by_line), next(iter(entry.raw)))]


def _message(entry: Entry) -> str:
    text = " ".join(sorted((entry.missing or entry.surplus).elements()))
    quote = truncate(text, _MAX_QUOTE_LENGTH)
    if entry.missing:
        return f"is not on the page and no rule accounts for it: {quote}"
    return f"says on the page what neither it nor a rule gives: {quote}"
