"""Passes for what publishers add around an announcement: facts, greetings, wrappers, images."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

from atlas.core.changes import Change
from atlas.core.dates import ENGLISH
from atlas.core.languages import Names
from atlas.document.nodes import (
    Block,
    Document,
    Emphasis,
    Fact,
    Heading,
    Image,
    Inline,
    Inlines,
    Link,
    Paragraph,
    Quote,
    Strong,
    Text,
    is_safe_url,
    plain,
    spelled,
)
from atlas.document.traverse import map_inlines, map_nodes, nodes, rewrite_text
from atlas.knowledge.load import Knowledge
from atlas.knowledge.schema import Boilerplate

HEAD, FOOT = 14, 4  # blocks at either end in which labelled lines are facts
MAX_WRAPS = 5
STUCK = 100  # characters of a word that may run into an address
NAME = 30  # characters of a person's or publisher's name

_DAY = re.compile(  # a day, perhaps with its hour, after a word or a publisher's name
    rf"(?i:(?:(?:posted|published|released|updated) )?(?:on )?(?:[a-z]{{3,9}}, )?{ENGLISH})"
    r"|(?:(?:发布于|发表于|更新于)|[^\d\s]{1,12} ?[·•])?\s*\d{4}\s*[年/.-]\s*\d{1,2}\s*[月/.-]\s*\d{1,2}\s*日?"
    r"(?:\s+\d{1,2}:\d{2}(?::\d{2})?)?"
)
_ADDRESS = re.compile(r"https?://[^\s<>\"'，。；：、）】》”’\u3400-\u9fff]+")


def unwrap_redirects(document: Document, knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """Addresses that wrap another become the address they lead to, however often wrapped."""
    changes: list[Change] = []

    def unwrap(node: Inline) -> Inlines:
        if not isinstance(node, Link):
            return (node,)
        url: str = node.url
        reason: Names | str = ""
        for _ in range(MAX_WRAPS):
            rule = next((r for r in knowledge.customs.redirects if re.match(r.pattern, url)), None)
            target = parse_qs(urlsplit(url).query).get(rule.parameter) if rule and is_safe_url(url) else None
            if not rule or not target:
                break
            url, reason = target[0], rule.reason
        if url == node.url:
            return (node,)
        if plain(node.children) != node.url:
            changes.append(Change("redirects", node.url, url, node.line, reason))
            return (replace(node, url=url),)
        after = replace(node, url=url, children=(Text(url, node.line),))
        changes.append(Change("redirects", spelled((node,)), spelled((after,)), node.line, reason))
        return (after,)

    return map_inlines(document, lambda inlines, _: map_nodes(inlines, unwrap)), changes


def drop_unsafe_links(document: Document, _knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """A link that leads nowhere safe, or somewhere on its publisher's own site, keeps only its words."""
    changes: list[Change] = []

    def change(node: Inline) -> Inlines:
        if not isinstance(node, Link) or is_safe_url(node.url):
            return (node,)
        changes.append(Change("unsafe-links", node.url, "", node.line, "unsafe-address"))
        return node.children

    return map_inlines(document, lambda inlines, _: map_nodes(inlines, change)), changes


def lift_facts(document: Document, knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """Labelled lines at the head and foot (发布, 译者, 原文 …) become facts; bylines go."""
    labels = {word.casefold(): label.fact for label in knowledge.customs.labels for word in label.words}
    kept = [fact for fact in document.facts if fact.key not in knowledge.customs.dropped_meta]
    facts = [_known(fact, labels) for fact in kept]
    changes = [
        Change("site-settings", f"{fact.key}: {fact.value}", "", fact.line, "site-setting")
        for fact in document.facts
        if fact.key in knowledge.customs.dropped_meta
    ]
    renamed = (pair for pair in zip(kept, facts, strict=True) if pair[0].key != pair[1].key)
    changes += [Change("facts", was.key, now.key, was.line, now.key) for was, now in renamed]
    blocks: list[Block] = []
    for i, block in enumerate(document.blocks):
        inside = i < HEAD or i >= len(document.blocks) - FOOT
        found = [_facts(p, labels, knowledge) for p in _paragraphs(block)] if inside else []
        if found and all(found):
            for paragraph, stated in zip(_paragraphs(block), found, strict=True):
                told = [fact for fact in stated if fact.key != "byline"]  # every release is from the PyTorch team
                facts += told
                after = " ".join(f.value if f.url in f.value else f"{f.value} {f.url}" for f in told)
                rule, reason = ("facts", told[0].key) if told else ("boilerplate", "byline")
                changes.append(Change(rule, spelled(paragraph.inlines), after, paragraph.line, reason))
        else:
            blocks.append(block)
    return replace(document, blocks=tuple(blocks), facts=tuple(facts)), changes


def _known(fact: Fact, words: dict[str, str]) -> Fact:
    """A line of front matter by the name that such a fact has in a text: source → original."""
    address = _ADDRESS.search(fact.value)
    return replace(fact, key=words.get(fact.key.casefold(), fact.key), url=fact.url or (address[0] if address else ""))


def _paragraphs(block: Block) -> list[Paragraph]:
    match block:
        case Paragraph():
            return [block]
        case Heading(level=level) if level > 1:  # the text reader takes a short byline for one
            return [Paragraph(block.inlines, block.line)]
        case Quote() if all(isinstance(inner, Paragraph) for inner in block.blocks):
            return [inner for inner in block.blocks if isinstance(inner, Paragraph)]
        case _:
            return []


def _facts(paragraph: Paragraph, words: dict[str, str], knowledge: Knowledge) -> tuple[Fact, ...]:
    """What a paragraph of nothing but facts states: a labelled value, or several side by side; a day may come bare."""
    text = plain(paragraph.inlines).strip()
    links = [node for node in nodes(paragraph.inlines) if isinstance(node, Link)]
    for separator in (r"[|｜丨]|[，,](?=[^，,:：]{1,8}[:：])", r",?\s(?=(?:by|on)\s)", "$"):
        parts = [part.strip() for part in re.split(separator, text) if part]
        found = [
            _byline(part, paragraph.line, knowledge) or _fact(part, paragraph.line, links, words) for part in parts
        ]
        if (len(parts) > 1 or separator == "$") and all(found):
            return tuple(fact for fact in found if fact)
    return ()


def _byline(text: str, line: int, knowledge: Knowledge) -> Fact | None:
    found = next(filter(None, (re.fullmatch(pattern, text) for pattern in knowledge.customs.bylines)), None)
    if not found:
        return None
    author = found.groupdict().get("author")
    return Fact("author", author, line) if author else Fact("byline", text, line)


def _fact(text: str, line: int, links: list[Link], words: dict[str, str]) -> Fact | None:
    label, colon, value = re.sub(r"[:：|｜]", ":", text, count=1).partition(":")
    key, value = words.get(label.strip().casefold()), value.strip()
    if _DAY.fullmatch(text):
        return Fact("date", text, line)
    if not colon or not key or not value:
        return None
    url = next((link.url for link in links if plain(link.children) in value), "")
    address = _ADDRESS.search(value)
    url = url or (address[0] if address else "")
    if (key in ("original", "translation") and not url) or (key != "date" and not url and len(value) > NAME):
        return None  # a sentence that happens to begin so
    return Fact(key, value, line, url)


def drop_boilerplate(document: Document, knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """Greetings, signatures and the like are dropped or set apart; a title loses its prefix."""
    changes: list[Change] = []
    blocks: list[Block] = []
    last = len(document.blocks) - 1
    for i, block in enumerate(document.blocks):
        if isinstance(block, Heading) and i == 0:
            blocks.append(_without_prefix(block, knowledge, changes))
            continue
        rule = _boilerplate(block, i, last, knowledge.customs.boilerplate)
        if rule and isinstance(block, Paragraph):
            after = plain(block.inlines) if rule.action == "aside" else ""
            if rule.action == "aside":
                blocks.append(replace(block, role="aside"))
            if rule.action == "drop" or block.role != "aside":
                name = "boilerplate" if rule.action == "drop" else "boilerplate-aside"
                before = plain(block.inlines) if after else spelled(block.inlines)
                changes.append(Change(name, before, after, block.line, rule.reason))
        else:
            blocks.append(block)
    return document.with_blocks(blocks), changes


def _boilerplate(block: Block, index: int, last: int, rules: tuple[Boilerplate, ...]) -> Boilerplate | None:
    if not isinstance(block, Paragraph):
        return None
    text = plain(block.inlines).strip()
    near = {"any": True, "head": index < HEAD, "foot": index > last - FOOT, "title": False}
    return next((r for r in rules if near[r.where] and r.action != "strip" and re.search(r.pattern, text)), None)


def _without_prefix(heading: Heading, knowledge: Knowledge, changes: list[Change]) -> Heading:
    for rule in knowledge.customs.boilerplate:
        if rule.action == "strip" and (found := re.match(rule.pattern, plain(heading.inlines))):
            pattern = rule.pattern
            inlines = rewrite_text(heading.inlines, lambda s, p=pattern: re.sub(p, "", s))  # type: ignore[misc]
            if inlines != heading.inlines:
                changes.append(Change("boilerplate", found[0], "", heading.line, rule.reason))
            heading = replace(heading, inlines=inlines)
    return heading


def drop_images(document: Document, knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """No image is shown: placeholders and files that are not here go; others become a link to them."""
    changes: list[Change] = []

    def change(node: Inline) -> Inlines:
        if isinstance(node, Link):  # an image that was a link's words adds no second link to it
            inner = [n for n in nodes(node.children) if isinstance(n, Link)]
            changes.extend(Change("images", spelled((n,)), spelled(n.children), n.line) for n in inner)
            return (replace(node, children=map_nodes(node.children, unlinked)),)
        if not isinstance(node, Image):
            return (node,)
        after, reason = _shown(node, knowledge)
        changes.append(Change("images", spelled((node,)), spelled(after), node.line, reason))
        return after

    def unlinked(node: Inline) -> Inlines:
        return node.children if isinstance(node, Link) else (node,)

    document = map_inlines(document, lambda inlines, _: map_nodes(inlines, change))
    facts = []
    for fact in document.facts:
        if any(re.match(p, fact.value) for p in knowledge.customs.placeholder_images):
            changes.append(Change("images", f"{fact.key}: {fact.value}", "", fact.line, "placeholder"))
        else:
            facts.append(fact)
    return replace(document, facts=tuple(facts)), changes


def _shown(image: Image, knowledge: Knowledge) -> tuple[Inlines, str]:
    """What stands for an image, and why."""
    if any(re.match(p, image.url) for p in knowledge.customs.placeholder_images):
        return (), "placeholder"
    if is_safe_url(image.url):
        words = Text(image.alt or image.url.rsplit("/", 1)[-1], image.line)
        return (Link(image.url, (words,), image.line),), "image-elsewhere"
    return (Text(image.alt, image.line),), "image-absent"


def link_addresses(document: Document, _knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """Addresses that stand bare in the text become links."""
    changes: list[Change] = []

    def split(node: Text) -> Inlines:
        out: list[Inline] = []
        at = 0
        for found in _ADDRESS.finditer(node.text):
            url = found[0].rstrip(".,;:!?)")
            if not is_safe_url(url):
                continue
            link = Link(url, (Text(url, node.line),), node.line)
            out += [Text(node.text[at : found.start()], node.line), link]
            at = found.start() + len(url)
            stuck = re.search(r"[^\W_]*$", node.text[max(0, found.start() - STUCK) : found.start()])
            before = stuck[0] if stuck else ""  # of a word that runs into the address
            changes.append(Change("bare-addresses", before + url, before + spelled((link,)), node.line))
        return tuple(n for n in (*out, Text(node.text[at:], node.line)) if n != Text("")) if out else (node,)

    def walk(inlines: Inlines) -> Inlines:
        out: list[Inline] = []
        for node in inlines:
            match node:
                case Text():
                    out.extend(split(node))
                case Emphasis() | Strong():
                    out.append(replace(node, children=walk(node.children)))
                case _:
                    out.append(node)
        return tuple(out)

    return map_inlines(document, lambda inlines, _: walk(inlines)), changes
