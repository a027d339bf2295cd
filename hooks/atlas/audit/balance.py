"""The entries of the account: stretches of source lines and their unexplained words."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from atlas.audit.source_words import readable_lines, readings, with_links, words
from atlas.core.changes import Change
from atlas.document.nodes import CodeBlock, Document, Link, markup_text, plain
from atlas.document.traverse import blocks, inlines_with_lines, item_numbers, nodes
from atlas.extract.release import ParsedRelease
from atlas.sources.seed import Seed, SeedFormat

MAX_JOINED_ENTRIES = 8  # entries that may have to be joined: for example, a comment splits a paragraph

# Rules whose changes are not counted: errata are already in the text, and the others do not quote words of it.
_WORDLESS = {"code-language", "invisible-characters", "erratum"}
_INFO = re.compile(r"^(.*?(?:`{3,}|~{3,})[ \t]*)(\S+)", re.MULTILINE)


@dataclass
class Entry:
    """A stretch of source lines, and the texts, facts, and changes that came from it."""

    raw: dict[int, str]  # line → its readable text
    page: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    missing: Counter[str] = field(default_factory=Counter)  # words of the seed that are gone without a reason
    surplus: Counter[str] = field(default_factory=Counter)  # words of the page without a source

    def __add__(self, other: Entry) -> Entry:
        facts, changes = self.facts + other.facts, self.changes + other.changes
        return Entry(self.raw | other.raw, self.page + other.page, facts, changes)

    @property
    def is_balanced(self) -> bool:
        """Whether all words are explained."""
        return not (self.missing or self.surplus)

    def can_offset(self, other: Entry) -> bool:
        """Whether some words that are surplus in one entry are missing in the other."""
        return bool(self.missing & other.surplus or self.surplus & other.missing)


def entries(seed: Seed, read: Document, left_out: tuple[Change, ...], release: ParsedRelease) -> Iterator[Entry]:
    """The entries of a seed in order, each balanced as far as possible; neighbors are joined where that helps."""
    found = _entries(seed, read, left_out, release)
    for entry in found:
        _balance(entry, seed.format)
    while found:
        entry, *following = found[:MAX_JOINED_ENTRIES]
        joined, count = entry, 1
        for other in following:
            if not joined.can_offset(other):
                break
            joined, count = joined + other, count + 1
            _balance(joined, seed.format)
        if not joined.is_balanced:
            joined, count = entry, 1
        yield joined
        del found[:count]


def _entries(seed: Seed, read: Document, left_out: tuple[Change, ...], release: ParsedRelease) -> list[Entry]:
    body = seed.line(0)
    lines = seed.text.split("\n")
    raw = _front_matter(lines, body, release.changes)
    for line, readable in zip(seed.origin, readable_lines(seed), strict=True):
        raw[line] += readable + "\n"
    if seed.format == "markdown":
        _drop_fence_languages(read, raw)
    starts = {1, body, *(line for _, _, line in seed.meta), *(change.line for change in left_out)}
    starts |= {line for line, _ in _texts(read)}
    order = sorted(starts & raw.keys())
    stretches = [range(start, end) for start, end in pairwise([*order, len(lines) + 1])]
    found = [Entry({n: raw[n] for n in stretch}) for stretch in stretches]

    def at(line: int) -> Entry:
        return found[max(0, bisect_right(order, line) - 1)]

    for line, text in _texts(release.document):
        at(line).page.append(text)
    if seed.format != "html":  # HTML sources contain no item numbers
        for line, number in item_numbers(release.document):
            at(line).page.append(str(number))
    for fact in release.document.facts:
        label = fact.key if fact.line < body else "" if fact.url in fact.value else fact.url
        at(fact.line).facts.append(f"{label} {fact.value}")
    for change in release.changes:
        if change.before != change.after:
            at(change.line).changes.append(change)
    return found


def _front_matter(lines: list[str], body: int, changes: tuple[Change, ...]) -> dict[int, str]:
    """Each line's text up to line ``body``, with errata; the other lines are still empty."""
    raw = {line: text if line < body else "" for line, text in enumerate(lines, 1)}
    for change in changes:
        if change.rule == "erratum" and change.line < body:
            raw[change.line] = " ".join(raw[change.line].split()).replace(change.before, change.after)
    return raw


def _texts(document: Document) -> Iterator[tuple[int, str]]:
    """The line and the words of every code block, heading, paragraph, and cell."""
    for block in blocks(document):
        if isinstance(block, CodeBlock):
            yield block.line, block.text
        for inlines, line in inlines_with_lines(block):
            again = [n.url for n in nodes(inlines) if isinstance(n, Link) and plain(n.children) == n.url]
            yield line, " ".join([markup_text(inlines), *again])


def _drop_fence_languages(read: Document, raw: dict[int, str]) -> None:
    """Remove the languages of fenced code from the raw lines: they are markup."""
    for block in blocks(read):
        if isinstance(block, CodeBlock) and block.language:
            for line in (block.line - 1, block.line):
                info = _INFO.search(raw.get(line, ""))
                if info and html.unescape(info[2]) == block.language:
                    raw[line] = raw[line][: info.start(2)] + raw[line][info.end(2) :]
                    break


def _balance(entry: Entry, kind: SeedFormat) -> None:
    """Set the missing and surplus words of an entry, by the reading that leaves the fewest."""
    added, gone = list[str](), [*words(" ".join(entry.facts))]
    for change in entry.changes:
        if change.rule not in _WORDLESS:
            before, after = words(with_links(change.before)), words(with_links(change.after))
            if before != after:
                added += after
                gone += before
    raw, page = "\n".join(entry.raw.values()), "\n".join(entry.page)
    results = []
    for source, shown in readings(raw, page, kind):
        left, right = Counter([*added, *words(source)]), Counter([*gone, *words(shown)])
        missing, surplus = left - right, right - left
        if _differs_only_in_splits(missing, surplus):
            missing, surplus = Counter[str](), Counter[str]()
        results.append((missing, surplus))
        if not (missing or surplus):
            break
    entry.missing, entry.surplus = min(results, key=lambda pair: pair[0].total() + pair[1].total())


def _differs_only_in_splits(missing: Counter[str], surplus: Counter[str]) -> bool:
    """Whether the letters are the same but the seed has more words: markup split words that are whole on the page."""
    pieces, whole = ("".join(found.elements()) for found in (missing, surplus))
    return missing.total() > surplus.total() and sorted(pieces) == sorted(whole)
