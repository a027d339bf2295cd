"""The passes over single characters: invisible ones, and those that look like ordinary ones.

Invisible characters in the file itself are removed when it is decoded; here are those that reading produced, from
character references (&#x202e;) and quoted front matter. They must be removed before any other pass, because passes over
texts use some of them as sentinels.
"""

from dataclasses import replace

from atlas.core.characters import INVISIBLE, LOOK_ALIKES, without_look_alikes
from atlas.core.edits import INVISIBLE_CHARACTERS, Edit, Rule
from atlas.core.languages import BilingualText
from atlas.document.nodes import Block, Code, CodeBlock, Document, Image, Inline, Inlines, Link, Text
from atlas.document.traverse import map_blocks, map_inlines, map_nodes

LOOK_ALIKE_CHARACTERS = Rule(
    "look-alikes", BilingualText("换用通用字符", "Look-alike characters replaced with ordinary ones")
)


def drop_invisible(document: Document) -> tuple[Document, list[Edit]]:
    """Remove invisible characters from words, code, URLs, and facts."""
    edits: list[Edit] = []

    def visible(text: str, line: int) -> str:
        code_points = [f"U+{ord(char):04X}" for char in INVISIBLE.findall(text)]
        if code_points:
            edits.append(Edit(INVISIBLE_CHARACTERS, " ".join(code_points), "", line))
        return INVISIBLE.sub("", text)

    def clean_inline(node: Inline, line: int) -> Inlines:
        match node:
            case Text() | Code():
                return (replace(node, text=visible(node.text, node.line or line)),)
            case Link():
                return (replace(node, url=visible(node.url, node.line or line)),)
            case Image():
                return (replace(node, url=visible(node.url, line), alt=visible(node.alt, line)),)
            case _:
                return (node,)

    def clean_code(block: Block) -> tuple[Block, ...]:
        return (replace(block, text=visible(block.text, block.line)) if isinstance(block, CodeBlock) else block,)

    facts = tuple(replace(fact, value=visible(fact.value, fact.line)) for fact in document.facts)
    document = map_inlines(
        document, lambda inlines, host: map_nodes(inlines, lambda node: clean_inline(node, host.line))
    )
    return replace(document, blocks=map_blocks(document.blocks, clean_code), facts=facts), edits


def replace_look_alikes(document: Document) -> tuple[Document, list[Edit]]:
    """Replace radicals, ligatures, and full-width letters and digits in words and facts, not in code."""
    edits: list[Edit] = []

    def ordinary(text: str, line: int) -> str:
        if look_alikes := LOOK_ALIKES.findall(text):
            before = " ".join(dict.fromkeys(look_alikes))  # each once
            edits.append(Edit(LOOK_ALIKE_CHARACTERS, before, without_look_alikes(before), line))
        return without_look_alikes(text)

    def replace_inline(node: Inline, line: int) -> Inlines:
        match node:
            case Text():
                return (replace(node, text=ordinary(node.text, node.line or line)),)
            case Image():
                return (replace(node, alt=ordinary(node.alt, node.line or line)),)
            case _:
                return (node,)

    facts = tuple(replace(fact, value=ordinary(fact.value, fact.line)) for fact in document.facts)
    document = map_inlines(
        document, lambda inlines, host: map_nodes(inlines, lambda node: replace_inline(node, host.line))
    )
    return replace(document, facts=facts), edits
