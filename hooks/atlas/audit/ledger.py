"""The two sides of the account, entry by entry: what a seed says, and where its words are now."""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from atlas.audit.scan import linked, pieces, readings, scan, words
from atlas.core.changes import Change
from atlas.document.nodes import CodeBlock, Document, Link, plain, spelled
from atlas.document.traverse import blocks, nodes, numbers, runs
from atlas.extract.release import ParsedRelease
from atlas.sources.seed import Seed, SeedFormat

REACH = 8  # entries that may have to be taken together: a comment inside a paragraph parts it
MOST_CUTS = 2_000  # words of an entry to look for in a thousand characters of source
LONGEST_WORD = 200

# Records that move no words: they say what was done to a code block, or in other notation than the text's.
_WORDLESS = {"code-language", "invisible-characters"}
_INFO = re.compile(r"^(.*?(?:`{3,}|~{3,})[ \t]*)(\S+)", re.MULTILINE)


@dataclass
class Entry:
    """A stretch of lines with all that is known of it."""

    raw: dict[int, str]  # what each line says
    source: list[str]  # the lines as they are, markup and all
    page: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    missing: Counter[str] = field(default_factory=Counter)  # words of the seed that are nowhere
    surplus: Counter[str] = field(default_factory=Counter)  # words of the page that come from nowhere

    def __add__(self, other: Entry) -> Entry:
        return Entry(
            self.raw | other.raw,
            self.source + other.source,
            self.page + other.page,
            self.facts + other.facts,
            self.changes + other.changes,
        )

    @property
    def is_closed(self) -> bool:
        """Whether nothing is left over."""
        return not (self.missing or self.surplus)

    def has_words_of(self, other: Entry) -> bool:
        """Whether words that are left over here are missing there, or the other way round."""
        return bool(self.missing & other.surplus or self.surplus & other.missing)


def balance(seed: Seed, read: Document, left_out: tuple[Change, ...], release: ParsedRelease) -> Iterator[Entry]:
    """The entries of a seed in order, each with what is left over in it."""
    found = _entries(seed, read, left_out, release)
    for entry in found:
        _settle(entry, seed.format)
    at = 0
    while at < len(found):
        entry, end = found[at], at + 1
        joined = entry
        while end < min(len(found), at + REACH) and joined.has_words_of(found[end]):
            joined += found[end]
            end += 1
            _settle(joined, seed.format)
        if not joined.is_closed:
            joined, end = entry, at + 1
        yield joined
        at = end


def _entries(seed: Seed, read: Document, left_out: tuple[Change, ...], release: ParsedRelease) -> list[Entry]:
    body = seed.line(0)
    lines = seed.text.split("\n")
    raw = {line: text if line < body else "" for line, text in enumerate(lines, 1)}
    source = raw.copy()
    for line, text, said in zip(seed.origin, seed.body.split("\n"), scan(seed), strict=True):
        source[line] += text + "\n"
        raw[line] += said + "\n"
    if seed.format == "markdown":
        _without_languages(read, raw)
    starts = {1, body, *(line for _, _, line in seed.meta), *(change.line for change in left_out)}
    starts |= {line for line, _ in _leaves(read)}
    order = sorted(line for line in starts if line in raw)
    ends = [*order[1:], len(lines) + 1]
    found = [
        Entry({n: raw[n] for n in range(start, end)}, [source[n] for n in range(start, end)])
        for start, end in zip(order, ends, strict=True)
    ]

    def at(line: int) -> Entry:
        return found[max(0, bisect_right(order, line) - 1)]

    for line, text in _leaves(release.document):
        at(line).page.append(text)
    if seed.format != "html":  # which holds no numbers of items
        for line, number in numbers(release.document):
            at(line).page.append(str(number))
    for fact in release.document.facts:
        label = fact.key if fact.line < body else "" if fact.url in fact.value else fact.url
        at(fact.line).facts.append(f"{label} {fact.value}")
    for change in release.changes:
        if change.before != change.after:
            at(change.line).changes.append(change)
    return found


def _leaves(document: Document) -> Iterator[tuple[int, str]]:
    """The line and the words of everything in a document that holds words itself."""
    for block in blocks(document):
        if isinstance(block, CodeBlock):
            yield block.line, block.text
        for inlines, line in runs(block):
            again = [n.url for n in nodes(inlines) if isinstance(n, Link) and plain(n.children) == n.url]
            yield line, " ".join([spelled(inlines), *again])


def _without_languages(read: Document, raw: dict[int, str]) -> None:
    """Takes the languages of fences off the raw lines: they are markup."""
    for block in blocks(read):
        if isinstance(block, CodeBlock) and block.language:
            for line in (block.line - 1, block.line):
                info = _INFO.search(raw.get(line, ""))
                if info and html.unescape(info[2]) == block.language:
                    raw[line] = raw[line][: info.start(2)] + raw[line][info.end(2) :]
                    break


def _settle(entry: Entry, kind: SeedFormat) -> None:
    """Strikes the balance of one entry."""
    said, shown = list[str](), [*words(" ".join(entry.facts))]
    for change in entry.changes:
        if change.rule not in _WORDLESS and change.rule != "erratum":
            before, after = words(linked(change.before)), words(linked(change.after))
            if before != after:
                said += after
                shown += before
    raw, page = "\n".join(entry.raw.values()), "\n".join(entry.page)
    results = []
    for text, seen in readings(raw, page, kind):
        left, right = sorted([*said, *words(text)]), sorted([*shown, *words(seen)])
        if left == right:
            results = [(Counter[str](), Counter[str]())]
            break
        missing, surplus = Counter(left) - Counter(right), Counter(right) - Counter(left)
        if missing and surplus:
            _mend_cuts(missing, surplus, entry)
        results.append((missing, surplus))
        if not (missing or surplus):
            break
    entry.missing, entry.surplus = min(results, key=lambda pair: pair[0].total() + pair[1].total())


def _mend_cuts(missing: Counter[str], surplus: Counter[str], entry: Entry) -> None:
    """Strikes out words that markup cut to pieces in the seed, and that are whole on the page."""
    source = changed = "\n".join(entry.source)
    for change in entry.changes:
        if change.before and words(change.before) != words(change.after):
            changed = changed.replace(change.before, change.after)
    source = unicodedata.normalize("NFKC", html.unescape(f"{source}\n{changed}"))
    cut_up = [word for word in surplus.elements() if 1 < len(word) <= LONGEST_WORD]
    for word in cut_up[: MOST_CUTS // max(1, len(source) // 1_000)]:
        for cut in pieces(word, source):
            parts = _words_of(cut, missing)
            if parts:
                missing -= parts
                surplus -= Counter([word])
                break


def _words_of(cut: list[str], missing: Counter[str]) -> Counter[str]:
    """Words of ``missing`` that the pieces make up in order, each of one piece or several; none if they make none."""
    found: Counter[str] = Counter()
    at = 0
    while at < len(cut):
        ends = (end for end in range(len(cut), at, -1) if missing["".join(cut[at:end])] > found["".join(cut[at:end])])
        if (end := next(ends, None)) is None:
            return Counter()
        found["".join(cut[at:end])] += 1
        at = end
    return found
