"""Passes over paragraphs: resolving line breaks, and dropping paragraphs without words."""

import re
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import groupby

from atlas.clean.facts import Labels
from atlas.core.edits import Edit
from atlas.core.text import CJK, to_simplified
from atlas.document.nodes import Block, Break, Document, Heading, Inline, Paragraph, Text, merged, plain
from atlas.document.traverse import encode, item_numbers, map_blocks, map_inlines, rewrite_text, stripped
from atlas.knowledge.schema import Conventions

_HAN = f"[{CJK}]"
_LABEL = r"[^:：\s]{1,8}[:：](?!//)"  # not an address
_SOFT, _SOFT_IN_HAN = re.compile(r"\s*\n\s*"), re.compile(rf"(?<={_HAN})\s*\n\s*(?={_HAN})")


def resolve_breaks(document: Document, edits: list[Edit], conventions: Conventions) -> Document:
    """Split paragraphs at hard breaks, and at soft ones next to labeled lines.

    Other soft breaks become a space, or nothing between Han characters.
    """

    def split(block: Block) -> tuple[Block, ...]:
        if not isinstance(block, Paragraph) or not any(isinstance(node, Break) for node in block.inlines):
            return (block,)
        parts = groupby(block.inlines, lambda node: isinstance(node, Break))
        texts = [text for is_break, part in parts if not is_break and (text := stripped(tuple(part)))]
        edits.append(Edit("line-breaks", plain(block.inlines), " ¶ ".join(map(plain, texts)), block.line))
        return tuple(replace(block, inlines=text, line=text[0].line or block.line) for text in texts)

    def join(text: str) -> str:
        return _SOFT.sub(" ", _SOFT_IN_HAN.sub("", text)) if "\n" in text else text

    label = Labels(conventions).pattern + r"\s*\S"
    blocks = map_blocks(map_blocks(document.blocks, split), partial(_split_labeled, label=label))
    return map_inlines(document.with_blocks(blocks), lambda inlines, _: rewrite_text(inlines, join))


def _split_labeled(block: Block, label: str) -> tuple[Block, ...]:
    """Split a paragraph so that each of its labeled lines stands alone, if one has a known label."""
    lines = _lines(block) if isinstance(block, Paragraph) else ()
    if len(lines) < 2 or not any(re.match(label, to_simplified(plain(line.inlines))) for line in lines):
        return (block,)
    parts: list[Block] = []
    for is_labeled, run in groupby(lines, lambda line: bool(re.match(rf"{label}|{_LABEL}", plain(line.inlines)))):
        first, *rest = run
        if is_labeled:
            parts += [first, *rest]
        else:
            inlines = (node for line in rest for node in (Text("\n", line.line), *line.inlines))
            parts.append(replace(first, inlines=merged([*first.inlines, *inlines])))
    return tuple(parts)


def _lines(paragraph: Paragraph) -> tuple[Paragraph, ...]:
    lines: list[list[Inline]] = [[]]
    for node in paragraph.inlines:
        if isinstance(node, Text):
            first, *rest = node.text.split("\n")
            lines[-1].append(Text(first, node.start_line))
            lines.extend([Text(text, node.start_line + n)] for n, text in enumerate(rest, 1))
        else:
            lines[-1].append(node)
    return tuple(replace(paragraph, inlines=merged(line), line=paragraph.line + n) for n, line in enumerate(lines))


def drop_empty(document: Document, edits: list[Edit]) -> Document:
    """Drop paragraphs and headings without words, and record the numbers of items that held nothing else."""

    def drop(block: Block) -> tuple[Block, ...]:
        if not isinstance(block, Paragraph | Heading) or encode(block.inlines).strip():
            return (block,)
        edits.append(Edit("empty-blocks", "", "", block.line))
        return ()

    after = document.with_blocks(map_blocks(document.blocks, drop))
    gone = Counter(item_numbers(document)) - Counter(item_numbers(after))
    edits.extend(Edit("empty-blocks", f"{number}.", "", line) for line, number in gone)
    return after
