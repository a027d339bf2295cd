"""Describe a feature in the words of an announcement."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile

from atlas.document.nodes import Block, CodeBlock, Document, Heading, Inline, Inlines, Item, Paragraph, Text, plain
from atlas.document.traverse import blocks, blocks_after
from atlas.extract.matching import han_pairs
from atlas.extract.release import Feature
from atlas.history.release import Release

_END = re.compile(r"[。！？]|(?<!e\.g)(?<!i\.e)(?<!etc)[.!?][”)]?(?=\s+(?:[A-Z“(]|$)|$)")
_LEAD = re.compile(r"\s*[:：—–]\s*")
_LEADS_ON = re.compile(r"[?？:：][”’)）]?\s*$")  # a question, or what introduces a list


def description(release: Release, feature: Feature) -> Inlines:
    """Return a feature's first body paragraph in an announcement; empty if it has none."""
    texts = (block for block in _below(release, feature) if isinstance(block, Paragraph))
    return next((text.inlines for text in texts if text.role == "body"), ())


def example(release: Release, feature: Feature) -> CodeBlock | None:
    """Return a feature's first code block in an announcement, if any."""
    return next((b for b in _below(release, feature) if isinstance(b, CodeBlock)), None)


def _below(release: Release, feature: Feature) -> Iterator[Block]:
    """Yield every block under a feature's heading, up to the next one, or in its item, or its paragraph."""
    found: Iterable[Block] = ()
    carrier = None if feature.is_mention else release.carrier(feature)
    if isinstance(carrier, Item):
        found = carrier.blocks
    elif isinstance(carrier, Paragraph):
        found = (carrier,)
    elif isinstance(carrier, Heading):
        found = takewhile(lambda block: not isinstance(block, Heading), blocks_after(release.document, carrier))
    return blocks(Document(tuple(found)))


def without_lead_in(inlines: Inlines) -> Inlines:
    """Remove a last sentence that only introduces what follows: “Here is an example:”."""
    if not plain(inlines).rstrip().endswith((":", "：")):
        return inlines
    for at, node in reversed(list(enumerate(inlines))):
        if isinstance(node, Text) and (ends := [found.end() for found in _END.finditer(node.text)]):
            return (*inlines[:at], replace(node, text=node.text[: ends[-1]]))
    return inlines


def summary(inlines: Inlines, title: str, background: str, *, in_passing: bool) -> Inlines:
    """Return the sentence that describes a feature: the first one, without a leading title (“Remote module: …”).

    Questions, lead-ins, and sentences that match the pattern ``background`` are skipped if another one follows. If the
    text announces the feature ``in_passing``, return the sentence with the most words of its title.
    """
    found = list(_sentences(_without_title(inlines, title)))
    if in_passing and not plain(inlines).startswith(title):
        return max(found, key=lambda each: len(_words(title) & _words(plain(each))), default=())
    stating = (each for each in found if not _LEADS_ON.search(plain(each)) and not re.search(background, plain(each)))
    return next(stating, found[0] if found else ())


def _words(text: str) -> set[str]:
    return han_pairs(text) | set(re.findall(r"[a-z]\w+", text.casefold()))


def _without_title(inlines: Inlines, title: str) -> Inlines:
    words = plain(inlines)
    lead = _LEAD.match(words, len(title)) if title and words.startswith(title) else None
    skipped = lead.end() if lead else 0
    out: list[Inline] = []
    for node in inlines:
        length = len(plain((node,)))
        if skipped < length:
            out.append(replace(node, text=node.text[skipped:]) if isinstance(node, Text) else node)
        skipped = max(0, skipped - length)
    return tuple(out)


def _sentences(inlines: Inlines) -> Iterator[Inlines]:
    sentence: list[Inline] = []
    for node in inlines:
        rest = node
        while isinstance(rest, Text) and (end := _END.search(rest.text)):
            yield (*sentence, replace(rest, text=rest.text[: end.end()]))
            sentence, rest = [], replace(rest, text=rest.text[end.end() :].lstrip())
        sentence.append(rest)
    if any(plain((node,)).strip() for node in sentence):
        yield tuple(sentence)
