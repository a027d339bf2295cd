"""What a feature is, in the words of an announcement."""

import re
from dataclasses import replace

from atlas.document.nodes import Block, Document, Heading, Inline, Inlines, Item, Paragraph, Text, plain
from atlas.document.traverse import blocks, carriers
from atlas.extract.release import Feature, ParsedRelease

_END = re.compile(r"[。！？]|(?<!e\.g)(?<!i\.e)(?<!etc)[.!?][”)]?(?=\s+(?:[A-Z“(]|$)|$)")
_LEAD = re.compile(r"\s*[:：—–]\s*")


def description(release: ParsedRelease, feature: Feature) -> Inlines:
    """The first text that an announcement gives to a feature; empty where it has none."""
    if feature.is_mention:
        return ()
    carrier = next(place for at, place in enumerate(carriers(release.document)) if at == feature.carrier)
    below = Document(_below(release.document, carrier))
    return next((b.inlines for b in blocks(below) if isinstance(b, Paragraph) and b.role == "body"), ())


def _below(document: Document, carrier: object) -> tuple[Block, ...]:
    """What stands under a heading, up to the next one; what an item holds; a paragraph itself."""
    if isinstance(carrier, Item):
        return carrier.blocks
    if isinstance(carrier, Paragraph):
        return (carrier,)
    at = next((at for at, block in enumerate(document.blocks) if block is carrier), len(document.blocks))
    rest = document.blocks[at + 1 :]
    end = next((at for at, block in enumerate(rest) if isinstance(block, Heading)), len(rest))
    return rest[:end]


def first_sentence(inlines: Inlines, title: str) -> Inlines:
    """The first sentence of a text, without the title that leads it: “Remote module: …”."""
    lead = plain(inlines)
    is_led = bool(title) and lead.startswith(title) and bool(_LEAD.match(lead[len(title) :]))
    skipped = len(title) if is_led else 0
    out: list[Inline] = []
    for node in inlines:
        words = plain((node,))
        if skipped >= len(words):
            skipped -= len(words)
            continue
        if isinstance(node, Text):
            text = _LEAD.sub("", node.text[skipped:], count=1) if is_led and not out else node.text
            end = _END.search(text)
            out.append(replace(node, text=text[: end.end()] if end else text))
            if end:
                break
        else:
            out.append(node)
        skipped = 0
    return tuple(out)
