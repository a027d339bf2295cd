"""Passes over the shape of a document: title, headings, their levels and markers, line breaks."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from atlas.core.changes import Change
from atlas.document.nodes import (
    Block,
    Break,
    Document,
    Emphasis,
    Heading,
    Inline,
    Inlines,
    Paragraph,
    Quote,
    Strong,
    Text,
    merged,
    plain,
)
from atlas.document.traverse import encode, map_blocks, map_inlines, map_nodes, numbers, rewrite_text, stripped
from atlas.knowledge.load import Knowledge

_HAN = r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]"
_SOFT, _SOFT_IN_HAN = re.compile(r"\s*\n\s*"), re.compile(rf"(?<={_HAN})\s*\n\s*(?={_HAN})")


def resolve_breaks(document: Document, _knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """Hard breaks part paragraphs; soft ones become a space, or nothing between Han characters."""
    changes: list[Change] = []

    def split(block: Block) -> tuple[Block, ...]:
        if not isinstance(block, Paragraph) or not any(isinstance(n, Break) for n in block.inlines):
            return (block,)
        parts: list[list[Inline]] = [[]]
        for node in block.inlines:
            if isinstance(node, Break):
                parts.append([])
            else:
                parts[-1].append(node)
        out = [stripped(tuple(part)) for part in parts]
        kept = [inlines for inlines in out if inlines]
        parted = " ¶ ".join(plain(inlines) for inlines in kept)
        changes.append(Change("line-breaks", plain(block.inlines), parted, block.line))
        return tuple(replace(block, inlines=inlines, line=inlines[0].line or block.line) for inlines in kept)

    def lines(block: Block) -> tuple[Block, ...]:
        """A quotation whose paragraph holds several labelled lines reads as several paragraphs."""
        if not isinstance(block, Quote) or len(block.blocks) != 1 or not isinstance(only := block.blocks[0], Paragraph):
            return (block,)
        parts = _lines(only)
        if len(parts) > 1 and all(re.match(r"[^:：]{1,8}[:：]", plain(p.inlines)) for p in parts):
            return (replace(block, blocks=parts),)
        return (block,)

    def join(text: str) -> str:
        return _SOFT.sub(" ", _SOFT_IN_HAN.sub("", text)) if "\n" in text else text

    blocks = map_blocks(map_blocks(document.blocks, split), lines)
    return map_inlines(document.with_blocks(blocks), lambda inlines, _: rewrite_text(inlines, join)), changes


def _lines(paragraph: Paragraph) -> tuple[Paragraph, ...]:
    parts: list[list[Inline]] = [[]]
    for node in paragraph.inlines:
        if isinstance(node, Text) and "\n" in node.text:
            first, *rest = node.text.split("\n")
            parts[-1].append(Text(first, node.begins))
            parts.extend([Text(text, node.begins + n)] for n, text in enumerate(rest, 1))
        else:
            parts[-1].append(node)
    return tuple(replace(paragraph, inlines=merged(part), line=paragraph.line + n) for n, part in enumerate(parts))


def set_title(document: Document, _knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """The title stands first, as the only heading of level 1: the text's own, or the front matter's."""
    if document.blocks and isinstance(first := document.blocks[0], Heading) and first.level == 1:
        return document, []
    fact = next((fact for fact in document.facts if fact.key == "title"), None)
    if fact:
        title: Block = Heading(1, (Text(fact.value, fact.line),), fact.line)
        facts = tuple(f for f in document.facts if f is not fact)
        return replace(document, blocks=(title, *document.blocks), facts=facts), [
            Change("title", f"title: {fact.value}", fact.value, fact.line)
        ]
    if document.blocks and isinstance(first := document.blocks[0], Heading):
        words = plain(first.inlines)
        changes = [Change("title", f"{'#' * first.level} {words}", f"# {words}", first.line)]
        return document.with_blocks([replace(first, level=1), *document.blocks[1:]]), changes
    return document, []


def promote_bold(document: Document, _knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """A paragraph that is bold from end to end and ends no sentence is a heading below the last one."""
    changes: list[Change] = []
    blocks: list[Block] = []
    level = 1
    for i, block in enumerate(document.blocks):
        if isinstance(block, Heading):
            level = block.level
        elif i + 1 < len(document.blocks) and isinstance(block, Paragraph) and _is_bold_heading(block):
            changes.append(Change("bold-headings", plain(block.inlines), plain(block.inlines), block.line))
            blocks.append(Heading(min(level + 1, 6), block.inlines, block.line))
            continue
        blocks.append(block)
    return document.with_blocks(blocks), changes


def _is_bold_heading(block: Paragraph) -> bool:
    inlines = [n for n in block.inlines if not (isinstance(n, Text) and not n.text.strip())]
    text = plain(block.inlines).strip()
    return (
        bool(inlines)
        and all(_is_bold(n) for n in inlines)
        and len(text) <= 100
        and not re.search(r"[：:。！!？?；;，,]$", text)
    )


def _is_bold(node: Inline) -> bool:
    return isinstance(node, Strong) or (isinstance(node, Emphasis) and all(_is_bold(n) for n in node.children))


def unwrap_heading_markup(document: Document, _knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """A heading is not bold in itself: strong inside it goes, its words stay."""

    def unwrap(node: Inline) -> Inlines:
        return node.children if isinstance(node, Strong) else (node,)

    changes: list[Change] = []
    blocks: list[Block] = []
    for block in document.blocks:
        if isinstance(block, Heading) and (inlines := stripped(map_nodes(block.inlines, unwrap))) != block.inlines:
            changes.append(Change("heading-markup", plain(block.inlines), plain(inlines), block.line))
            blocks.append(replace(block, inlines=inlines))
        else:
            blocks.append(block)
    return document.with_blocks(blocks), changes


def nest_headings(document: Document, _knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """Below the title, levels begin at 2 and never skip one on the way down."""
    changes: list[Change] = []
    blocks: list[Block] = []
    open_levels: list[int] = []
    for i, block in enumerate(document.blocks):
        if not isinstance(block, Heading) or not i:
            blocks.append(block)
            continue
        while open_levels and open_levels[-1] >= block.level:
            open_levels.pop()
        level = min(len(open_levels) + 2, 6)
        open_levels.append(block.level)
        blocks.append(replace(block, level=level))
        if level != block.level:
            words = plain(block.inlines)
            before, after = f"{'#' * block.level} {words}", f"{'#' * level} {words}"
            changes.append(Change("heading-levels", before, after, block.line))
    return document.with_blocks(blocks), changes


def drop_empty(document: Document, _knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """Paragraphs and headings that have no words left are gone."""
    changes: list[Change] = []

    def change(block: Block) -> tuple[Block, ...]:
        if isinstance(block, Paragraph | Heading) and not encode(block.inlines).strip():
            changes.append(Change("empty-blocks", "", "", block.line))
            return ()
        return (block,)

    after = document.with_blocks(map_blocks(document.blocks, change))
    gone = Counter(numbers(document)) - Counter(numbers(after))
    changes.extend(Change("empty-blocks", f"{number}.", "", line) for line, number in gone)
    return after, changes
