"""The pass that turns labeled lines (发布, 译者, 原文 …) and front matter into facts.

A line at the start or end of a document is divided at separators and labels. It is turned into facts only if each of
its parts is a fact or a signature: “发布于 2024-10-17 | 译者：X” is a date and a translator.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from atlas.clean.addresses import bare_urls
from atlas.core.characters import HAN
from atlas.core.dates import ENGLISH_DATE, find_date
from atlas.core.edits import Edit, Edited, Rule
from atlas.core.languages import BilingualText
from atlas.core.text import to_simplified
from atlas.core.words import whole_words
from atlas.document.nodes import Block, BlockQuote, Document, Fact, Heading, Link, Paragraph, markup_text, plain
from atlas.document.traverse import all_inlines
from atlas.knowledge.fact_words import DayWords, FactWords, Label
from atlas.knowledge.fields import Words
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import Publisher

SITE_SETTINGS = Rule("site-settings", BilingualText("去掉发布站点的设置", "Publisher’s site settings removed"))
FACTS = Rule("facts", BilingualText("移入版本信息", "Moved to the release facts"), "fact")
# For signatures, which this pass drops, and for the texts that clean/boilerplate.py drops.
BOILERPLATE = Rule("boilerplate", BilingualText("去掉客套与署名", "Pleasantries and signatures removed"))

BYLINE = BilingualText("署名", "Signature")
SETTING = BilingualText("发布站点自己的设置", "A setting of the publisher’s own site")
FACT_BLOCKS = 6  # blocks that are kept and may precede a labeled line that is a fact
FOOT_BLOCKS = 4  # blocks at the end in which labeled lines can be facts
MAX_PERSON_LENGTH = 30  # characters of a person's or publisher's name
MAX_FACT_LINE_LENGTH = 1_000  # characters of a line of facts: the patterns are slow on long texts

_EDGE = " \t\u00a0\u3000|·•・,，;；"  # spaces and separators, which are stripped from both ends of a part
_NUMERIC_DATE = r"\d{4}\s*[年/.-]\s*\d{1,2}\s*[月/.-]\s*\d{1,2}\s*日?"
_TIME = r"\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:\s?(?:Z|GMT|UTC|[ap]m|[+-]\d{2}:?\d{2}))?"
_REMARK = r"[（(][^（）()]{1,12}[）)]"
_NAME_BEFORE_DAY = r"[^\d\s][^\d\n]{0,14}[·•]"  # a publisher's name and the dot after it
_LINKED = re.compile(r"\[([^\[\]]+)\]\((\S+)\)")  # a value in front matter that is a Markdown link


def label_pattern(labels: Iterable[Label]) -> str:
    """Return a pattern for any of these labels, with the colon or bar after it."""
    words = (word for label in labels for word in label.words)
    longest_first = sorted(words, key=len, reverse=True)  # a pattern tries its alternatives in order
    return rf"(?i:{'|'.join(map(re.escape, longest_first))})\s?[:：|｜]"


class _Patterns:
    """The words of fact_words.yml, compiled.

    ``label_keys`` maps a label to its fact's key, 译者 → translator; ``named`` are the keys of facts that are names.
    """

    def __init__(self, words: FactWords, publishers: tuple[Publisher, ...]) -> None:
        self.bylines = words.bylines
        self.named = {label.fact for label in words.labels if label.precedes_names}
        self.label_keys = {word.casefold(): label.fact for label in words.labels for word in label.words}
        self.publishers = {name for each in publishers for name in (*each.names, *each.name.both)}
        self.label = re.compile(rf"(?<![^\s|·•,，;；])(?:{label_pattern(words.labels)}|[{HAN}]{{2,6}}\s?[:：])")
        noise = "|".join(pattern.pattern for pattern in words.byline_noise)
        self.noise = re.compile(rf"[\s|·•,，]*(?:{noise})")
        self.day = re.compile(_day(words.days), re.IGNORECASE)
        self.separators = tuple(map(re.compile, _separators(words)))

    def is_day(self, text: str) -> bool:
        """Return whether a text is a day and nothing else."""
        return self.day.fullmatch(to_simplified(text)) is not None


def _separators(words: FactWords) -> tuple[str, ...]:
    """Return patterns for what may separate the facts of one line, in the order in which they are tried."""
    starts = whole_words(words.begins_fact)
    starts_before_space = whole_words(words.begins_fact_before_space)
    return (
        r"[|｜丨]",
        rf"(?:[，,]\s*|\s)(?=(?i:{starts}))",
        r"\s*[·•・]\s*",
        rf"\s+(?=(?i:{starts_before_space})\s)",
        rf"[\s,，·•・|]*(?={ENGLISH_DATE}|(?<!\d)\d{{4}}\s*[年/.-]\s*\d)",  # before a date
    )


def _day(words: DayWords) -> str:
    """Return a pattern for a date with words around it: “发布于 2024-10-17 星期四 10:30”, “PyTorch · 2024-10-17”."""
    before = rf"(?:{whole_words(words.before)})?\s*"
    day = rf"(?:{before}(?:[a-z]{{3,9}}, )?{ENGLISH_DATE}|(?:{before}|{_NAME_BEFORE_DAY}\s*){_NUMERIC_DATE})"
    weekday = rf"\s*{whole_words(words.weekdays)}[一二三四五六日天]"
    time = rf"(?:[T\s]+|\s*{whole_words(words.halves_of_day)}\s*){_TIME}"
    after = rf"\s*{whole_words(words.after)}"
    return rf"{day}(?:{weekday}|\s*{_REMARK})?(?:{time})?(?:{after})?[.。]?"


@dataclass(frozen=True)
class _Line:
    """A line that may consist of facts: its number in the file, and its links."""

    number: int
    links: tuple[Link, ...]

    def address(self, value: str) -> str:
        """Return the URL of the first link whose words are in ``value``, else the first bare URL in it, else ""."""
        linked = next((link.url for link in self.links if plain(link.children) in value), "")
        return linked or _url_in(value)


def move_facts(document: Document, knowledge: Knowledge) -> Edited[Document]:
    """Turn labeled lines at the start and end into facts; drop bylines and settings of the publisher's site.

    A block quote is turned into facts only if each of its paragraphs can be.
    """
    patterns = _patterns(knowledge.fact_words, knowledge.publishers)
    front_matter, front_matter_edits = _front_matter(document.facts, knowledge.fact_words.dropped_meta, patterns)
    facts, edits = [*front_matter], [*front_matter_edits]
    blocks: list[Block] = []
    for i, block in enumerate(document.blocks):
        is_near_edge = len(blocks) < FACT_BLOCKS or i >= len(document.blocks) - FOOT_BLOCKS
        paragraphs = _paragraphs(block) if is_near_edge else []
        facts_by_paragraph = [_facts_of(paragraph, patterns) for paragraph in paragraphs]
        if not paragraphs or None in facts_by_paragraph:
            blocks.append(block)
            continue
        for paragraph, paragraph_facts in zip(paragraphs, facts_by_paragraph, strict=True):
            facts += paragraph_facts or ()
            edits.append(_edit(paragraph, paragraph_facts or []))
    return Edited(replace(document, blocks=tuple(blocks), facts=tuple(facts)), edits)


def _edit(paragraph: Paragraph, facts: list[Fact]) -> Edit:
    """Return the edit for a paragraph that became ``facts``, or that was dropped as a signature if there are none."""
    before = markup_text(paragraph.inlines)
    if not facts:
        return Edit(BOILERPLATE, before, "", paragraph.line, BYLINE)
    after = " ".join(fact.value if fact.url in fact.value else f"{fact.value} {fact.url}" for fact in facts)
    return Edit(FACTS, before, after, paragraph.line)


def _front_matter(written: tuple[Fact, ...], dropped: Words, patterns: _Patterns) -> Edited[list[Fact]]:
    """Return the facts of the front matter, without those whose keys are in ``dropped``: the site's settings.

    A key that is a label in fact_words.yml is replaced with the key of its fact: ``source`` → ``original``.
    """
    facts: list[Fact] = []
    settings = [fact for fact in written if fact.key in dropped]
    edits = [Edit(SITE_SETTINGS, f"{fact.key}: {fact.value}", "", fact.line, SETTING) for fact in settings]
    for fact in written:
        if fact in settings:
            continue
        key = patterns.label_keys.get(fact.key.casefold(), fact.key)
        if key != fact.key:
            edits.append(Edit(FACTS, fact.key, key, fact.line))
        link = _LINKED.fullmatch(fact.value)
        value, url = link.groups() if link else (fact.value, _url_in(fact.value))
        facts.append(replace(fact, key=key, value=value, url=fact.url or url))
    return Edited(facts, edits)


def _paragraphs(block: Block) -> list[Paragraph]:
    """Return the paragraphs of a block that may be facts; none if the block contains anything but paragraphs."""
    match block:
        case Paragraph():
            return [block]
        case Heading(depth=depth) if depth > 1:  # the reader of plain text may read a short byline as a heading
            return [Paragraph(block.inlines, block.line)]
        case BlockQuote():
            paragraphs = [inner for inner in block.blocks if isinstance(inner, Paragraph)]
            return paragraphs if len(paragraphs) == len(block.blocks) else []
        case _:
            return []


def _facts_of(paragraph: Paragraph, patterns: _Patterns) -> list[Fact] | None:
    """Return the facts of a paragraph that consists only of facts and signatures; None for any other paragraph."""
    text = plain(paragraph.inlines)
    if len(text) > MAX_FACT_LINE_LENGTH:
        return None
    links = tuple(node for node in all_inlines(paragraph.inlines) if isinstance(node, Link))
    line = _Line(paragraph.line, links)
    for parts in _divisions(patterns.noise.sub("", text).strip(_EDGE), line, patterns):
        facts_by_part = [_facts_in(part, line, patterns, is_alone=len(parts) == 1) for part in parts]
        if parts and None not in facts_by_part:
            return [fact for facts in facts_by_part for fact in facts or ()]
    return None


def _divisions(text: str, line: _Line, patterns: _Patterns) -> Iterator[list[str]]:
    """Yield each way to divide a line into parts: at one kind of separator and at labels, and last, only at labels."""
    for separator in patterns.separators:
        parts: list[str] = []
        for piece in separator.split(text):
            parts += _split_at_labels(piece, line, patterns)
        if len(parts) > 1:
            yield parts
    yield _split_at_labels(text, line, patterns)


def _split_at_labels(text: str, line: _Line, patterns: _Patterns) -> list[str]:
    """Split ``text`` before each label. The words of a link are not searched for labels: they may be a page's title."""
    without_links = to_simplified(text)  # has the same length as ``text``
    for link in line.links:
        words = to_simplified(plain(link.children))
        without_links = without_links.replace(words, "_" * len(words))
    starts = [label.start() for label in patterns.label.finditer(without_links)]
    parts = (text[start:end].strip(_EDGE) for start, end in pairwise([0, *starts, len(text)]))
    return [part for part in parts if part]


def _facts_in(text: str, line: _Line, patterns: _Patterns, *, is_alone: bool) -> tuple[Fact, ...] | None:
    """Return the fact that a part of a line states; () for a signature without a fact; None for any other words.

    ``is_alone`` means that the part is the whole line. Then a fact other than a date must have a label with a colon.
    """
    signed = _signed(text, line, patterns)
    if signed is not None:
        return signed
    if patterns.is_day(text):
        return (Fact("date", text, line.number),)
    fact = _labeled(text, line, patterns) or (None if is_alone else _unlabeled(text, line, patterns))
    return (fact,) if fact else None


def _signed(text: str, line: _Line, patterns: _Patterns) -> tuple[Fact, ...] | None:
    """Return the author or translator that a byline names, or () if it names nobody; None if it is not a byline."""
    simplified = to_simplified(text)
    for pattern in patterns.bylines:
        if byline := pattern.fullmatch(simplified):
            key = byline.lastgroup
            return (Fact(key, text[slice(*byline.span(key))], line.number),) if key else ()
    key, value = _label_and_value(text, patterns)
    # A label without a name is a byline, too: in “作者: 2025 年…”, the date was split off as another part.
    return () if key in ("author", "publisher") and not value else None


def _label_and_value(text: str, patterns: _Patterns) -> tuple[str | None, str]:
    """Return the key of the fact that a label means, or None, and the value: “译者：X” → ("translator", "X")."""
    label, _, value = re.sub(r"[:：|｜]", ":", text, count=1).partition(":")
    return patterns.label_keys.get(to_simplified(label).strip().casefold()), value.strip()


def _labeled(text: str, line: _Line, patterns: _Patterns) -> Fact | None:
    """Return the fact in a text “label: value”; None if the text is a sentence that merely begins with a label."""
    key, value = _label_and_value(text, patterns)
    if not key or not value:
        return None
    url = line.address(value)
    return Fact(key, value, line.number, url) if _is_value(key, value, url, patterns) else None


def _is_value(key: str, value: str, url: str, patterns: _Patterns) -> bool:
    """Return whether a value is possible for a fact with this key: a date for “date”, a short name for “author”."""
    is_short = len(value) <= MAX_PERSON_LENGTH
    if key == "date":
        is_unreadable = is_short and not find_date(value)  # kept as a fact: extract/day.py reports it as a problem
        return is_unreadable or patterns.is_day(value)
    if url:
        return True
    needs_address = key in ("original", "translation")
    return is_short and not needs_address and not find_date(value)


def _unlabeled(text: str, line: _Line, patterns: _Patterns) -> Fact | None:
    """Return the fact in a text without a colon: a label and a name (作者 X), or the name of a known publisher."""
    if match := re.fullmatch(r"([^\s/]+)[\s/]+(.+)", text):
        key = patterns.label_keys.get(to_simplified(match[1]).casefold())
        if key in patterns.named:
            return Fact(key, match[2], line.number)
    return Fact("publisher", text, line.number) if text in patterns.publishers else None


def _url_in(text: str) -> str:
    """Return the first bare URL in a text, or ""."""
    return next((url for _, url in bare_urls(text)), "")


_patterns = lru_cache(maxsize=4)(_Patterns)  # so that the patterns are compiled once, not for each seed
