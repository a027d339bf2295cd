"""The first pass: characters that nobody sees, as references (&#x202e;) and quoted front matter bring them in.

Those that stand in the seed as they are went when it was decoded. Here, they must go before any other pass: some of
them mark the joints of words while texts are rewritten.
"""

from __future__ import annotations

from dataclasses import replace

from atlas.core.changes import Change
from atlas.core.characters import INVISIBLE
from atlas.document.nodes import Block, Code, CodeBlock, Document, Image, Inline, Inlines, Link, Text
from atlas.document.traverse import map_blocks, map_inlines, map_nodes
from atlas.knowledge.load import Knowledge


def drop_invisible(document: Document, _knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """No invisible character is left in words, code, addresses or facts."""
    changes: list[Change] = []

    def seen(text: str, line: int) -> str:
        if found := INVISIBLE.findall(text):
            changes.append(Change("invisible-characters", " ".join(f"U+{ord(c):04X}" for c in found), "", line))
        return INVISIBLE.sub("", text) if found else text

    def node(inline: Inline, line: int) -> Inlines:
        match inline:
            case Text() | Code() if INVISIBLE.search(inline.text):
                return (replace(inline, text=seen(inline.text, inline.line or line)),)
            case Link() if INVISIBLE.search(inline.url):
                return (replace(inline, url=seen(inline.url, inline.line or line)),)
            case Image():
                return (replace(inline, url=seen(inline.url, line), alt=seen(inline.alt, line)),)
        return (inline,)

    def code(block: Block) -> tuple[Block, ...]:
        return (replace(block, text=seen(block.text, block.line)) if isinstance(block, CodeBlock) else block,)

    facts = tuple(replace(fact, value=seen(fact.value, fact.line)) for fact in document.facts)
    document = map_inlines(document, lambda inlines, line: map_nodes(inlines, lambda inline: node(inline, line)))
    return replace(document.with_blocks(map_blocks(document.blocks, code)), facts=facts), changes
