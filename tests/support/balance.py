"""The balance of words: those of a seed's file are on the page, in a fact, or in an edit; none come from nowhere.

The words of the source lines plus those that rules added must equal the words of the page and the facts plus those that
rules removed. The words of a seed are taken from its raw characters, independently of the readers.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from atlas.core.characters import HAN
from atlas.core.edits import Edit
from atlas.document.nodes import CodeBlock, Document, Link, markup_text, plain
from atlas.document.traverse import all_blocks, all_inlines, inlines_with_lines, item_numbers
from atlas.extract.announcement import Announcement
from atlas.seeds.errata import ERRATUM
from atlas.seeds.seed import Seed
from support.cases import MARKUP

MAX_ROUNDS = 4  # of decoding: decoded text may contain entities again

# One Han character, one meaningful symbol, or one run of letters and digits.
_HAN = rf"\u2e80-\u2fdf\u3005-\u3007{HAN}\uf900-\ufaff\U00020000-\U0003ffff"
_SIGNS = r"©®°±×÷\u2100-\u2bff\U0001f000-\U0001faff"
_TOKEN = re.compile(rf"[{_HAN}{_SIGNS}]|[^\W_{_HAN}{_SIGNS}]+")

_TAG = re.compile(
    r"<(?P<name>[a-z][^\s/<>]*)(?P<attributes>(?:[^<>\"']|\"[^\"]{0,50000}\"|'[^']{0,50000}')*)>|</[a-z][^<>]*>"
    r"|<!doctype(?:\s+html\b[^<>]*)?|<[!?](?P<other>[^<>]*)>",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"""(?<![\w-])(?:href|src|alt)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_NESTED_TAG = re.compile(r"</?[a-z]", re.IGNORECASE)  # a tag inside a tag: a quotation mark is missing between them
# Elements that do not separate words: <sub> in H<sub>2</sub>O.
_INLINE_TAGS = frozenset(
    "abbr bdi bdo big cite del dfn font ins label mark q s small span strike sub sup time u var wbr".split()
)
_VERBATIM = re.compile(r"<!--|<!\[CDATA\[|<(script|style)\b[^<>]*>", re.IGNORECASE)
_AUTOLINK = re.compile(r"<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>|<([\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+)>", re.IGNORECASE)


def words(text: str) -> tuple[str, ...]:
    """The significant tokens of ``text``, without markup, punctuation, and spaces."""
    text = text.replace("\\", "")
    if "&" in text:
        text = re.sub(r"&(?:amp;)+", "&", text)
        for _ in range(MAX_ROUNDS):
            before, text = text, html.unescape(text)
            if before == text:
                break
    return tuple(_TOKEN.findall(unicodedata.normalize("NFKC", text)))


def readable_lines(seed: Seed) -> list[str]:
    """The lines of the body; of tags that are markup, only the URLs and alternative texts are left."""
    if "tags" in MARKUP[seed.format]:
        return _without_tags(seed.body).split("\n")
    return seed.body.split("\n")


def _without_tags(text: str) -> str:
    out: list[str] = []
    at = 0
    for start, end, inside in _verbatim(text):
        out.append(_TAG.sub(_content, text[at:start]))
        out.append(f" {inside}{_newlines(text[start:end], inside)} ")
        at = end
    return "".join([*out, _TAG.sub(_content, text[at:])])


def _verbatim(text: str) -> Iterator[tuple[int, int, str]]:
    """The start, end, and content of each comment, CDATA section, script, and style; they contain no tags."""
    at = 0
    missing: set[str] = set()  # end markers that do not occur again
    while opening := _VERBATIM.search(text, at):
        at = opening.end()
        close = f"</{opening[1]}" if opening[1] else {"<!--": "-->"}.get(opening[0], "]]>")
        end = -1 if close in missing else text.find(close, at)
        if end < 0:
            missing.add(close)
        else:
            yield opening.start(), end + len(close), f"{_addresses(opening[0])} {text[at:end]}"
            at = end + len(close)


def _content(tag: re.Match[str]) -> str:
    """The readable content of a tag: its URLs and alternative texts, and a space if it separates words."""
    if (tag["name"] or "").lower() in ("script", "style") and not tag[0].endswith("/>"):
        return tag[0]  # never closed, so it hides nothing and is text
    if _NESTED_TAG.search(tag["attributes"] or ""):
        return f" {tag['attributes']} "
    name = (tag["name"] or tag[0].strip("</> ")).lower()
    content = _addresses(tag["attributes"] or "") + (tag["other"] or "")
    gap = "" if name in _INLINE_TAGS and not content else " "
    return f"{gap}{content}{_newlines(tag[0], content)}{gap}"


def _addresses(tag: str) -> str:
    return " ".join("".join(groups) for groups in _ADDRESS.findall(tag))


def _newlines(whole: str, part: str) -> str:
    return "\n" * (whole.count("\n") - part.count("\n"))


def readings(raw: str, page: str, markup: frozenset[str]) -> Iterator[tuple[str, str]]:
    """One pair of texts for each way to read ``raw``; in one of the pairs, both must have the same words.

    Where a tag is either markup or literal, ``<URL>`` is either a link and its text or literal.
    """
    if "possible-tags" not in markup:
        yield raw, page
        return
    read = with_links(raw)
    yield read, page
    if read != raw:
        yield raw, page
    if "<" in raw:
        yield _without_tags(read), _without_tags(_AUTOLINK.sub(r" \1\2 ", page))


def with_links(text: str) -> str:
    """Replace each ``<URL>`` in ``text`` with what it stands for: the URL, and the URL again as link text."""
    return _AUTOLINK.sub(_url_and_text, text) if "<" in text else text


def _url_and_text(link: re.Match[str]) -> str:
    return f" {link[1]} {link[1]} " if link[1] else f" mailto:{link[2]} {link[2]} "


MAX_JOINED_ENTRIES = 8  # entries that may have to be joined: for example, a comment splits a paragraph

_INFO = re.compile(r"^(.*?(?:`{3,}|~{3,})[ \t]*)(\S+)", re.MULTILINE)


@dataclass
class Entry:
    """A stretch of source lines, and the texts, facts, and edits that came from it."""

    raw: dict[int, str]  # line → its readable text
    page: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    edits: list[Edit] = field(default_factory=list)
    missing: Counter[str] = field(default_factory=Counter)  # words of the seed that are gone without a reason
    surplus: Counter[str] = field(default_factory=Counter)  # words of the page without a source

    def __add__(self, other: Entry) -> Entry:
        facts, edits = self.facts + other.facts, self.edits + other.edits
        return Entry(self.raw | other.raw, self.page + other.page, facts, edits)

    @property
    def is_balanced(self) -> bool:
        """Whether all words are explained."""
        return not (self.missing or self.surplus)

    def can_offset(self, other: Entry) -> bool:
        """Whether some words that are surplus in one entry are missing in the other."""
        return bool(self.missing & other.surplus or self.surplus & other.missing)


def entries(seed: Seed, read: Document, left_out: tuple[Edit, ...], announcement: Announcement) -> Iterator[Entry]:
    """The entries of a seed in order, each balanced as far as possible; neighbors are joined where that helps."""
    waiting = _entries(seed, read, left_out, announcement)
    for entry in waiting:
        _balance(entry, MARKUP[seed.format])
    while waiting:
        entry, *following = waiting[:MAX_JOINED_ENTRIES]
        joined, count = entry, 1
        for other in following:
            if not joined.can_offset(other):
                break
            joined, count = joined + other, count + 1
            _balance(joined, MARKUP[seed.format])
        if not joined.is_balanced:
            joined, count = entry, 1
        yield joined
        del waiting[:count]


def _entries(seed: Seed, read: Document, left_out: tuple[Edit, ...], announcement: Announcement) -> list[Entry]:
    body = seed.line(0)
    lines = seed.text.split("\n")
    raw = _front_matter(lines, body, announcement.edits)
    for line, readable in zip(seed.origin, readable_lines(seed), strict=True):
        raw[line] += readable + "\n"
    if "fences" in MARKUP[seed.format]:
        _drop_fence_languages(read, raw)
    starts = {1, body, *(line for _, _, line in seed.meta), *(edit.line for edit in left_out)}
    starts |= {line for line, _ in _texts(read)}
    order = sorted(starts & raw.keys())
    stretches = [range(start, end) for start, end in pairwise([*order, len(lines) + 1])]
    stretch_entries = [Entry({n: raw[n] for n in stretch}) for stretch in stretches]

    def at(line: int) -> Entry:
        return stretch_entries[max(0, bisect_right(order, line) - 1)]

    for line, text in _texts(announcement.document):
        at(line).page.append(text)
    if "item-numbers" in MARKUP[seed.format]:
        for line, number in item_numbers(announcement.document):
            at(line).page.append(str(number))
    for fact in announcement.document.facts:
        label = fact.key if fact.line < body else "" if fact.url in fact.value else fact.url
        at(fact.line).facts.append(f"{label} {fact.value}")
    for edit in announcement.edits:
        if edit.before != edit.after:
            at(edit.line).edits.append(edit)
    return stretch_entries


def _front_matter(lines: list[str], body: int, edits: tuple[Edit, ...]) -> dict[int, str]:
    """Each line's text up to line ``body``, with errata; the other lines are still empty."""
    raw = {line: text if line < body else "" for line, text in enumerate(lines, 1)}
    for edit in edits:
        if edit.rule == ERRATUM and edit.line < body:
            raw[edit.line] = " ".join(raw[edit.line].split()).replace(edit.before, edit.after)
    return raw


def _texts(document: Document) -> Iterator[tuple[int, str]]:
    """The line and the words of every code block, heading, paragraph, and cell."""
    for block in all_blocks(document):
        if isinstance(block, CodeBlock):
            yield block.line, block.text
        for inlines, line in inlines_with_lines(block):
            again = [n.url for n in all_inlines(inlines) if isinstance(n, Link) and plain(n.children) == n.url]
            yield line, " ".join([markup_text(inlines), *again])


def _drop_fence_languages(read: Document, raw: dict[int, str]) -> None:
    """Remove the languages of fenced code from the raw lines: they are markup."""
    for block in all_blocks(read):
        if isinstance(block, CodeBlock) and block.language:
            for line in (block.line - 1, block.line):
                info = _INFO.search(raw.get(line, ""))
                if info and html.unescape(info[2]) == block.language:
                    raw[line] = raw[line][: info.start(2)] + raw[line][info.end(2) :]
                    break


def _balance(entry: Entry, markup: frozenset[str]) -> None:
    """Set the missing and surplus words of an entry, by the reading that leaves the fewest."""
    added, gone = list[str](), [*words(" ".join(entry.facts))]
    for edit in entry.edits:
        if edit.effect != "invisible" and edit.rule != ERRATUM:
            before, after = words(with_links(edit.before)), words(with_links(edit.after))
            if before != after:
                added += after
                gone += before
    raw, page = "\n".join(entry.raw.values()), "\n".join(entry.page)
    results = []
    for source, shown in readings(raw, page, markup):
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
    pieces, whole = ("".join(counted.elements()) for counted in (missing, surplus))
    return missing.total() > surplus.total() and sorted(pieces) == sorted(whole)


def gaps(seed: Seed, read: Document, left_out: tuple[Edit, ...], announcement: Announcement) -> dict[int, str]:
    """Return the unexplained words by line. ``read`` is the reader's document, ``left_out`` its edits."""
    unexplained = {}
    for entry in entries(seed, read, left_out, announcement):
        for line in _unexplained_lines(entry):
            unexplained[line] = " ".join(sorted((entry.missing or entry.surplus).elements()))
    return unexplained


def _unexplained_lines(entry: Entry) -> list[int]:
    """The lines with an entry's unexplained words: lines missing entirely, then the first ones missing in part."""
    if entry.is_balanced:
        return []
    missing = entry.missing.copy()
    by_line = {line: line_words for line, text in entry.raw.items() if (line_words := Counter(words(text)))}
    lost: set[int] = set()
    for is_lost in (Counter.__le__, Counter.__and__):
        for line, line_words in by_line.items():
            if missing and line not in lost and is_lost(line_words, missing):
                lost.add(line)
                missing -= line_words
    # Words that only a rule or the page has belong to no line: report the first line.
    return sorted(lost) or [next(iter(by_line), next(iter(entry.raw)))]
