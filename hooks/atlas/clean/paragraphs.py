"""Passes over paragraphs: resolving line breaks, and dropping paragraphs without words."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import groupby, zip_longest

from atlas.clean.editing import edit_blocks
from atlas.clean.fact_lines import label_pattern
from atlas.core.characters import CJK
from atlas.core.edits import EMPTY_BLOCKS, Edit, Edited, Rule, joined
from atlas.core.languages import BilingualText
from atlas.core.text import to_simplified
from atlas.document.nodes import (
    Block,
    Break,
    Document,
    Heading,
    Inline,
    Inlines,
    ListBlock,
    Paragraph,
    Text,
    merged,
    plain,
)
from atlas.document.traverse import encode, item_numbers, map_blocks, map_inlines, rewrite_text, stripped
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import LevelWords

LINE_BREAKS = Rule("line-breaks", BilingualText("拆分硬换行", "Hard line breaks split"))

_HAN = f"[{CJK}]"
_LABEL = r"[^:：\s]{1,8}[:：](?!//)"  # any short word before a colon, except the scheme of a URL
_SENTENCE_ENDS = tuple("。！？：.!?:")
_SOFT_BREAK = re.compile(r"\s*\n\s*")
_SOFT_BREAK_IN_HAN = re.compile(rf"(?<={_HAN})\s*\n\s*(?={_HAN})")


def resolve_breaks(document: Document, knowledge: Knowledge) -> Edited[Document]:
    """Split paragraphs at hard breaks, and at soft breaks next to labeled lines and lines that begin with a level.

    A hard break is a ``Break``; a soft break is a line feed in a ``Text``. Other soft breaks are removed between Han
    characters, and replaced with a space elsewhere.
    """

    def join(text: str) -> str:
        return _SOFT_BREAK.sub(" ", _SOFT_BREAK_IN_HAN.sub("", text)) if "\n" in text else text

    label = label_pattern(knowledge.fact_words.labels) + r"\s*\S"
    document, hard_edits = edit_blocks(document, _split_at_hard_breaks)
    blocks = map_blocks(document.blocks, partial(_split_at_labeled_lines, label=label))
    blocks, level_edits = joined(_split_at_levels(block, knowledge.level_words) for block in blocks)
    document = map_inlines(document.with_blocks(blocks), lambda inlines, _: rewrite_text(inlines, join))
    return Edited(document, [*hard_edits, *level_edits])


def _split_at_hard_breaks(block: Block) -> Edited[tuple[Block, ...]]:
    """Split a paragraph at its hard breaks, and drop empty parts."""
    if not isinstance(block, Paragraph) or not any(isinstance(node, Break) for node in block.inlines):
        return Edited((block,))
    runs = groupby(block.inlines, lambda node: isinstance(node, Break))
    stripped_parts = (stripped(tuple(run)) for is_break, run in runs if not is_break)
    parts = [part for part in stripped_parts if part]
    paragraphs = tuple(replace(block, inlines=part, line=part[0].line or block.line) for part in parts)
    return Edited(paragraphs, [_split_edit(block, parts)])


def _split_edit(paragraph: Paragraph, parts: Iterable[Inlines]) -> Edit:
    return Edit(LINE_BREAKS, plain(paragraph.inlines), " ¶ ".join(map(plain, parts)), paragraph.line)


def _split_at_labeled_lines(block: Block, label: str) -> tuple[Block, ...]:
    """Split a paragraph so that each labeled line is a paragraph, if one of its lines begins with a known label.

    ``label`` is the pattern of known labels. Once one is found, lines that begin with any short word and a colon count
    as labeled, too.
    """
    lines = _lines(block) if isinstance(block, Paragraph) else ()
    if len(lines) < 2 or not any(re.match(label, to_simplified(plain(line.inlines))) for line in lines):
        return (block,)
    labeled = {n for n, line in enumerate(lines) if re.match(rf"{label}|{_LABEL}", plain(line.inlines))}
    return _with_lines_alone(lines, labeled)


def _split_at_levels(block: Block, words: LevelWords) -> Edited[tuple[Block, ...]]:
    """Split a paragraph, or the last paragraph in a list, at lines that begin with a level.

    In Markdown, lines directly below a list continue its last item. So in the last paragraph of that item, the lines
    from the first one with a level on become paragraphs after the list.
    """
    last_item = block.items[-1] if isinstance(block, ListBlock) and block.items else None
    paragraph = last_item.blocks[-1] if last_item and last_item.blocks else block
    if not isinstance(paragraph, Paragraph) or "\n" not in plain(paragraph.inlines):
        return Edited((block,))
    lines = _lines(paragraph)
    with_level = _lines_with_level(lines, words)
    if last_item:
        with_level.discard(0)  # the first line of an item stays in the list
    if not with_level:
        return Edited((block,))
    parts = _with_lines_alone(lines, with_level)
    edit = _split_edit(paragraph, (part.inlines for part in parts))
    if not isinstance(block, ListBlock) or not last_item:
        return Edited(parts, [edit])
    last_item = replace(last_item, blocks=(*last_item.blocks[:-1], parts[0]))
    shortened_list = replace(block, items=(*block.items[:-1], last_item))
    return Edited((shortened_list, *parts[1:]), [edit])


def _lines_with_level(lines: tuple[Paragraph, ...], words: LevelWords) -> set[int]:
    """Return the indices of lines that state a level.

    Such a line begins with a level in brackets (“[Beta] torch.fx”), or is a level and nothing else directly before a
    line of the first kind. It must be the first line, or follow the end of a sentence or another such line.
    """
    texts = [plain(line.inlines).strip() for line in lines]
    indices: set[int] = set()
    for n, (text, following) in enumerate(zip_longest(texts, texts[1:], fillvalue="")):
        if n and n - 1 not in indices and not texts[n - 1].endswith(_SENTENCE_ENDS):
            continue
        if words.after_marker(text) or (words.of_heading(text) and words.after_marker(following)):
            indices.add(n)
    return indices


def _with_lines_alone(lines: tuple[Paragraph, ...], indices: set[int]) -> tuple[Paragraph, ...]:
    """Return a paragraph for each of the lines at ``indices``, and one for each run of other lines between them."""
    paragraphs: list[Paragraph] = []
    for are_alone, run in groupby(range(len(lines)), indices.__contains__):
        first, *rest = (lines[n] for n in run)
        if are_alone:
            paragraphs += [first, *rest]
            continue
        inlines = list(first.inlines)
        for line in rest:
            inlines += [Text("\n", line.line), *line.inlines]
        paragraphs.append(replace(first, inlines=merged(inlines)))
    return tuple(paragraphs)


def _lines(paragraph: Paragraph) -> tuple[Paragraph, ...]:
    """Split a paragraph at its soft breaks, except at those within emphasis and links."""
    lines: list[list[Inline]] = [[]]
    for node in paragraph.inlines:
        if isinstance(node, Text):
            first, *rest = node.text.split("\n")
            lines[-1].append(Text(first, node.start_line))
            lines.extend([Text(text, node.start_line + n)] for n, text in enumerate(rest, 1))
        else:
            lines[-1].append(node)
    return tuple(replace(paragraph, inlines=merged(line), line=paragraph.line + n) for n, line in enumerate(lines))


def drop_empty(document: Document, _: Knowledge) -> Edited[Document]:
    """Drop paragraphs and headings without words, and list items that contain nothing else.

    The number of a dropped item is part of the seed's text, so an edit records it: “3.”.
    """
    after, edits = edit_blocks(document, _dropped_if_empty)
    dropped_numbers = Counter(item_numbers(document)) - Counter(item_numbers(after))
    number_edits = [Edit(EMPTY_BLOCKS, f"{number}.", "", line) for line, number in dropped_numbers]
    return Edited(after, [*edits, *number_edits])


def _dropped_if_empty(block: Block) -> Edited[tuple[Block, ...]]:
    if not isinstance(block, Paragraph | Heading) or encode(block.inlines).strip():
        return Edited((block,))
    return Edited((), [Edit(EMPTY_BLOCKS, "", "", block.line)])
