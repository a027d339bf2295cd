"""The pass that turns labeled lines (发布, 译者, 原文 …) and front matter into facts."""

import re
from dataclasses import replace
from itertools import pairwise

from atlas.clean.addresses import bare_urls
from atlas.core.characters import HAN
from atlas.core.dates import ENGLISH_DATE, find_date
from atlas.core.edits import Edit
from atlas.core.languages import BilingualText
from atlas.core.text import to_simplified
from atlas.document.nodes import Block, Document, Fact, Heading, Link, Paragraph, Quote, markup_text, plain
from atlas.document.traverse import nodes
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import Conventions

BYLINE = BilingualText("署名", "Signature")
SETTING = BilingualText("发布站点自己的设置", "A setting of the publisher’s own site")
FACT_BLOCKS, FOOT_BLOCKS = 14, 4  # first and last blocks, in which labeled lines are facts
MAX_PERSON_LENGTH = 30  # characters of a person's or publisher's name
MAX_FACT_LINE_LENGTH = 1_000  # characters of a line of facts, since the patterns are slow on long texts

_DAY = re.compile(  # a date, maybe with a time, after a word or a publisher's name
    rf"(?:(?:(?:posted|published|released|updated) )?(?:on )?(?:[a-z]{{3,9}}, )?{ENGLISH_DATE}"
    r"|(?:(?:最新推荐文章)?(?:发布|发表|更新|编辑)?(?:于|日期|时间)|(?:posted|published|released|updated)(?: on)?"
    r"|[^\d\s][^\d\n]{0,14}[·•])?"
    r"\s*\d{4}\s*[年/.-]\s*\d{1,2}\s*[月/.-]\s*\d{1,2}\s*日?)"
    r"(?:\s*(?:星期|周)[一二三四五六日天]|\s*[（(][^（）()]{1,12}[）)])?"  # a weekday, a remark
    r"(?:(?:[T\s]+|\s*[上下]午\s*)\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:\s?(?:Z|GMT|UTC|[ap]m|[+-]\d{2}:?\d{2}))?)?"
    r"(?:\s*(?:发布|发表|更新))?[.。]?",
    re.IGNORECASE,
)
# Separators of facts on one line; “$” stands for none.
_SEPARATORS = (
    r"[|｜丨]",
    r"(?:[，,]\s*|\s)(?=by\s|由|来自)",
    r"\s*[·•・]\s*",
    r"\s+(?=(?:作者|译者|译|文)\s)",
    rf"[\s,，·•・|]*(?={ENGLISH_DATE}|(?<!\d)\d{{4}}\s*[年/.-]\s*\d)",  # a date directly after a name or a label
    "$",
)
_EDGE = " \t\u00a0\u3000|·•・,，;；"  # remains of separators

_LINKED = re.compile(r"\[([^\[\]]+)\]\((\S+)\)")  # a name in front matter that is a Markdown link


class Labels:
    """The words before facts."""

    def __init__(self, conventions: Conventions) -> None:
        self.keys = {word.casefold(): label.fact for label in conventions.labels for word in label.words}
        longest_first = sorted(self.keys, key=len, reverse=True)  # “Release date” is not “date”
        self.pattern = rf"(?i:{'|'.join(map(re.escape, longest_first))})\s?[:：|｜]"
        self.start = re.compile(rf"(?<![^\s|·•,，;；])(?:{self.pattern}|[{HAN}]{{2,6}}\s?[:：])")


def extract_facts(document: Document, edits: list[Edit], knowledge: Knowledge) -> Document:
    """Turn labeled lines at the start and end into facts; drop bylines and settings of the publisher's site."""
    conventions = knowledge.conventions
    labels = Labels(conventions)
    facts: list[Fact] = _front_matter(document, edits, conventions, labels)
    blocks: list[Block] = []
    for i, block in enumerate(document.blocks):
        paragraphs = _paragraphs(block) if i < FACT_BLOCKS or i >= len(document.blocks) - FOOT_BLOCKS else []
        stated = [_facts_of(paragraph, labels, conventions) for paragraph in paragraphs]
        if not stated or not all(stated):
            blocks.append(block)
            continue
        for paragraph, paragraph_facts in zip(paragraphs, stated, strict=True):
            kept = [fact for fact in paragraph_facts if fact.key != "byline"]  # every release is from the PyTorch team
            facts += kept
            after = " ".join(fact.value if fact.url in fact.value else f"{fact.value} {fact.url}" for fact in kept)
            before = markup_text(paragraph.inlines)
            if kept:
                edits.append(Edit("facts", before, after, paragraph.line))
            else:
                edits.append(Edit("boilerplate", before, "", paragraph.line, BYLINE))
    return replace(document, blocks=tuple(blocks), facts=tuple(facts))


def _front_matter(document: Document, edits: list[Edit], conventions: Conventions, labels: Labels) -> list[Fact]:
    """Return front matter without the site's settings; keys become those of facts in the text: source → original."""
    settings = [fact for fact in document.facts if fact.key in conventions.dropped_meta]
    edits += (Edit("site-settings", f"{fact.key}: {fact.value}", "", fact.line, SETTING) for fact in settings)
    facts: list[Fact] = []
    for fact in document.facts:
        if fact not in settings:
            key = labels.keys.get(fact.key.casefold(), fact.key)
            if key != fact.key:
                edits.append(Edit("facts", fact.key, key, fact.line))
            link = _LINKED.fullmatch(fact.value)
            name, url = link.groups() if link else (fact.value, _url_in(fact.value))
            facts.append(replace(fact, key=key, value=name, url=fact.url or url))
    return facts


def _paragraphs(block: Block) -> list[Paragraph]:
    match block:
        case Paragraph():
            return [block]
        case Heading(level=level) if level > 1:  # the text reader takes a short byline for a heading
            return [Paragraph(block.inlines, block.line)]
        case Quote():
            paragraphs = [inner for inner in block.blocks if isinstance(inner, Paragraph)]
            return paragraphs if len(paragraphs) == len(block.blocks) else []
        case _:
            return []


def _facts_of(paragraph: Paragraph, labels: Labels, conventions: Conventions) -> list[Fact]:
    """Return the facts of a paragraph without other text: one or several labeled values; dates need no label."""
    text = plain(paragraph.inlines)
    if len(text) > MAX_FACT_LINE_LENGTH:
        return []
    noise = "|".join(pattern.pattern for pattern in conventions.byline_noise)
    text = re.sub(rf"[\s|·•,，]*(?:{noise})", "", text).strip(_EDGE)
    links = [node for node in nodes(paragraph.inlines) if isinstance(node, Link)]
    for separator in _SEPARATORS:
        parts = [part for piece in re.split(separator, text) if piece for part in _at_labels(piece, links, labels)]
        if len(parts) < 2 and separator != "$":
            continue
        line = paragraph.line
        facts = [
            _byline(part, line, conventions.bylines)
            or _labeled_fact(part, line, links, labels)
            or (_unlabeled_fact(part, line, conventions, labels) if len(parts) > 1 else None)
            for part in parts
        ]
        if all(facts):
            return [fact for fact in facts if fact]
    return []


def _at_labels(text: str, links: list[Link], labels: Labels) -> list[str]:
    """Return the parts of ``text`` that begin with labels, but for those in links, which are titles of pages."""
    without_links = to_simplified(text)
    for words in (to_simplified(plain(link.children)) for link in links):
        without_links = without_links.replace(words, "_" * len(words))
    starts = [label.start() for label in labels.start.finditer(without_links)]
    parts = (text[start:end].strip(_EDGE) for start, end in pairwise([0, *starts, len(text)]))
    return [part for part in parts if part]


def _byline(text: str, line: int, bylines: tuple[re.Pattern[str], ...]) -> Fact | None:
    simplified = to_simplified(text)
    byline = next(filter(None, (pattern.fullmatch(simplified) for pattern in bylines)), None)
    if not byline:
        return None
    key = byline.lastgroup
    return Fact(key, text[slice(*byline.span(key))], line) if key else Fact("byline", text, line)


def _labeled_fact(text: str, line: int, links: list[Link], labels: Labels) -> Fact | None:
    if _DAY.fullmatch(to_simplified(text)):
        return Fact("date", text, line)
    label, _, value = re.sub(r"[:：|｜]", ":", text, count=1).partition(":")
    key = labels.keys.get(to_simplified(label).strip().casefold())
    value = value.strip()
    if key in ("author", "publisher") and not value:
        return Fact("byline", text, line)  # a date in place of a name: 作者: 2025 年…
    if not key or not value:
        return None
    url = next((link.url for link in links if plain(link.children) in value), "") or _url_in(value)
    is_short = len(value) <= MAX_PERSON_LENGTH
    if key == "date":
        # An unreadable date is a value, too: it is reported.
        is_value = bool(_DAY.fullmatch(to_simplified(value))) or (is_short and not find_date(value))
    else:
        is_value = bool(url) or (is_short and key not in ("original", "translation") and not find_date(value))
    return Fact(key, value, line, url) if is_value else None  # else a sentence that happens to start like this


def _unlabeled_fact(text: str, line: int, conventions: Conventions, labels: Labels) -> Fact | None:
    """Return a name after a label without a colon, or a publisher's, next to another fact: 发布于 2024-10-17 作者 X."""
    label, _, value = re.sub(r"[\s/]+", " ", to_simplified(text)).partition(" ")
    key = labels.keys.get(label.casefold())
    if key in ("author", "translator", "publisher") and value:
        return Fact(key, text[-len(value) :], line)
    is_publisher = any(text in (*publisher.names, *publisher.name.both) for publisher in conventions.publishers)
    return Fact("publisher", text, line) if is_publisher else None


def _url_in(text: str) -> str:
    return next((url for _, url in bare_urls(text)), "")
