"""Passes over paragraphs: resolving line breaks, and dropping paragraphs without words."""

import re
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import groupby, zip_longest

from atlas.clean.fact_lines import label_pattern
from atlas.core.characters import CJK
from atlas.core.edits import Edit
from atlas.core.text import to_simplified
from atlas.document.nodes import Block, Break, Document, Heading, Inline, ListBlock, Paragraph, Text, merged, plain
from atlas.document.traverse import encode, item_numbers, map_blocks, map_inlines, rewrite_text, stripped
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import LevelWords

_HAN = f"[{CJK}]"
_LABEL = r"[^:：\s]{1,8}[:：](?!//)"  # not an address
_STOPS = tuple("。！？：.!?:")
_SOFT, _SOFT_IN_HAN = re.compile(r"\s*\n\s*"), re.compile(rf"(?<={_HAN})\s*\n\s*(?={_HAN})")


def resolve_breaks(document: Document, edits: list[Edit], knowledge: Knowledge) -> Document:
    """Split paragraphs at hard breaks, and at soft ones next to labeled lines and lines that begin with a level.

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

    label = label_pattern(knowledge.conventions) + r"\s*\S"
    blocks = map_blocks(map_blocks(document.blocks, split), partial(_split_labeled, label=label))
    blocks = tuple(part for block in blocks for part in _split_marked(block, edits, knowledge.level_words))
    return map_inlines(document.with_blocks(blocks), lambda inlines, _: rewrite_text(inlines, join))


def _split_labeled(block: Block, label: str) -> tuple[Block, ...]:
    """Split a paragraph so that each of its labeled lines stands alone, if one has a known label."""
    lines = _lines(block) if isinstance(block, Paragraph) else ()
    if len(lines) < 2 or not any(re.match(label, to_simplified(plain(line.inlines))) for line in lines):
        return (block,)
    labeled = {n for n, line in enumerate(lines) if re.match(rf"{label}|{_LABEL}", plain(line.inlines))}
    return _split_at(lines, labeled)


def _split_marked(block: Block, edits: list[Edit], words: LevelWords) -> tuple[Block, ...]:
    """Split a text at lines that begin with a level; at the end of a list, such a line is no part of the last item."""
    item = block.items[-1] if isinstance(block, ListBlock) and block.items else None
    text = item.blocks[-1] if item and item.blocks else block
    if not isinstance(text, Paragraph) or "\n" not in plain(text.inlines):
        return (block,)
    lines = _lines(text)
    marked = _marked(lines, words) - ({0} if item else set())
    if not marked:
        return (block,)
    parts = _split_at(lines, marked)
    edits.append(Edit("line-breaks", plain(text.inlines), " ¶ ".join(plain(part.inlines) for part in parts), text.line))
    if not isinstance(block, ListBlock) or not item:
        return parts
    item = replace(item, blocks=(*item.blocks[:-1], parts[0]))
    return replace(block, items=(*block.items[:-1], item)), *parts[1:]


def _marked(lines: tuple[Paragraph, ...], words: LevelWords) -> set[int]:
    """Return the indices of lines that begin with a level or, before one, state it; each follows a whole sentence."""
    texts = [plain(line.inlines).strip() for line in lines]
    marked: set[int] = set()
    for n, (text, following) in enumerate(zip_longest(texts, texts[1:], fillvalue="")):
        if n and n - 1 not in marked and not texts[n - 1].endswith(_STOPS):
            continue
        if words.after_marker(text) or (words.of_heading(text) and words.after_marker(following)):
            marked.add(n)
    return marked


def _split_at(lines: tuple[Paragraph, ...], indices: set[int]) -> tuple[Paragraph, ...]:
    """Return paragraphs: each of the lines at ``indices``, and each run of the others."""
    paragraphs: list[Paragraph] = []
    for are_alone, run in groupby(range(len(lines)), indices.__contains__):
        first, *rest = (lines[n] for n in run)
        if are_alone:
            paragraphs += [first, *rest]
        else:
            inlines = (node for line in rest for node in (Text("\n", line.line), *line.inlines))
            paragraphs.append(replace(first, inlines=merged([*first.inlines, *inlines])))
    return tuple(paragraphs)


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
