"""Plain text without markup → Document: headings, lists, and code are recognized by shape, not by wording.

Such texts were usually extracted from web pages: each block is one line, full-width punctuation has become ASCII, and
indentation is lost.
"""

import re
from dataclasses import replace

from atlas.document import nodes as tree
from atlas.document.nodes import Block, Document, Inline, Inlines, merged, plain
from atlas.knowledge.release_names import RELEASE_TITLE, TITLE_BLOCKS
from atlas.seeds.seed import Reading, Seed
from atlas.seeds.text_lines import (
    BRACKETED_END,
    BULLET,
    DELIMITER_ROW,
    ITEM_NUMBER,
    ROW,
    THEMATIC_BREAK,
    code_lines,
    end_of_run,
    ends_in_colon,
    is_heading,
    is_item,
    unbulleted_items,
    wrapped_paragraphs,
)


def read_text(seed: Seed) -> Reading:
    """Read the seed's body. Nothing is left out, and there are never problems."""
    lines = seed.body.split("\n")
    language = seed.language
    code = code_lines(lines, language)
    wrapped = wrapped_paragraphs(lines, code)
    blocks: list[Block] = []
    index = 0
    while index < len(lines):
        text = lines[index].strip()
        line = seed.line(index)
        end = index + 1  # index of the first line after the block
        if code[index]:
            end = end_of_run(index, len(lines), lambda i: code[i])
            code_text = "\n".join(map(str.rstrip, lines[index:end]))
            blocks.append(tree.CodeBlock(code_text.strip("\n"), "", line))
        elif ROW.fullmatch(lines[index]):
            end = end_of_run(index, len(lines), lambda i: bool(ROW.fullmatch(lines[i])))
            blocks.append(_table(lines[index:end], index, seed))
        elif is_item(lines, code, index, language):
            list_block = _list(lines, code, index, seed)
            end = index + len(list_block.items)
            blocks.append(list_block)
        elif THEMATIC_BREAK.fullmatch(text):
            blocks += [tree.ThematicBreak(line)] if blocks else []
        elif text and not blocks:
            blocks.append(tree.Heading(1, _inlines(text, line), line))
        elif text and index not in wrapped and is_heading(lines, index, language):
            blocks.append(tree.Heading(2, _inlines(text, line), line))
        elif text:
            end = wrapped.get(index, end)
            paragraph_text = "\n".join(map(str.strip, lines[index:end]))
            blocks.append(tree.Paragraph(_inlines(paragraph_text, line), line))
            if item_range := unbulleted_items(lines, code, end - 1, language):
                end = item_range.stop
                items = tuple(_item(lines[i], seed.line(i)) for i in item_range)
                blocks.append(tree.ListBlock(ordered=False, items=items, line=items[0].line))
        index = end
    return Reading(Document(tuple(_with_depths(_with_title(blocks))), has_guessed_depths=True))


def _with_title(blocks: list[Block]) -> list[Block]:
    """Move the title to the front, if one of the first blocks is one: it names a release in the form of a title.

    The blocks above the title are slogans, menus and bylines, so headings among these become paragraphs.
    """
    for index, title in enumerate(blocks[:TITLE_BLOCKS]):
        if isinstance(title, tree.Heading | tree.Paragraph) and RELEASE_TITLE.search(plain(title.inlines)):
            above = [_without_heading(block) for block in blocks[:index]]
            return [tree.Heading(1, title.inlines, title.line), *above, *blocks[index + 1 :]]
    return blocks


def _without_heading(block: Block) -> Block:
    return tree.Paragraph(block.inlines, block.line) if isinstance(block, tree.Heading) else block


def _with_depths(blocks: list[Block]) -> list[Block]:
    """Guess the depths of headings, which plain text does not show.

    A heading directly above another one begins a section and has depth 2, unless both have a word in brackets, as
    “[Beta] TorchX” has. All other headings from the first section on have depth 3. Before it, or in a text without
    sections, headings have depth 2, with one exception: after a paragraph that ends in a colon, they have depth 3 up to
    the next heading with a word in brackets.
    """
    placed: list[Block] = []
    has_sections = is_introduced = False
    for i, block in enumerate(blocks):
        if not isinstance(block, tree.Heading) or block.depth == 1:
            placed.append(block)
            continue
        is_bracketed = _is_bracketed_heading(block)
        following = blocks[i + 1]
        are_both_bracketed = is_bracketed and _is_bracketed_heading(following)
        if isinstance(following, tree.Heading) and not are_both_bracketed:
            depth = 2
            has_sections = True
        elif has_sections:
            depth = 3
        else:
            previous = blocks[i - 1]
            is_introduction = isinstance(previous, tree.Paragraph) and ends_in_colon(plain(previous.inlines))
            is_introduced = not is_bracketed and (is_introduced or is_introduction)
            depth = 3 if is_introduced else 2
        placed.append(replace(block, depth=depth))
    return placed


def _is_bracketed_heading(block: Block) -> bool:
    return isinstance(block, tree.Heading) and bool(BRACKETED_END.search(plain(block.inlines)))


def _list(lines: list[str], code: list[bool], index: int, seed: Seed) -> tree.ListBlock:
    """Return the list that starts at line ``index``, one item per line; it ends before a number out of sequence."""
    first_number = None if BULLET.match(lines[index]) else ITEM_NUMBER.match(lines[index])
    pattern, start = (ITEM_NUMBER, int(first_number[1])) if first_number else (BULLET, 1)
    items: list[tree.Item] = []
    for i in range(index, len(lines)):
        prefix = None if code[i] else pattern.match(lines[i])
        if not prefix:
            break
        if first_number:
            belongs_to_list = int(prefix[1]) == start + len(items)
        else:
            belongs_to_list = is_item(lines, code, i, seed.language)
        if not belongs_to_list:
            break
        items.append(_item(lines[i][prefix.end() :], seed.line(i)))
    return tree.ListBlock(bool(first_number), tuple(items), seed.line(index), start)


def _item(text: str, line: int) -> tree.Item:
    return tree.Item((tree.Paragraph(_inlines(text.strip(), line), line),), line)


def _table(lines: list[str], index: int, seed: Seed) -> tree.Table:
    """Return ``lines`` as a table, without delimiter rows (|---|); ``index`` is the body line of the first one."""
    rows: list[list[tree.Cell]] = []
    for row_index, row in enumerate(lines, index):
        if rows and DELIMITER_ROW.fullmatch(row):
            continue
        line = seed.line(row_index)
        cell_texts = row.strip().strip("|").split("|")
        rows.append([tree.Cell(_inlines(text.strip(), line), line) for text in cell_texts])
    return tree.Table.of(rows, seed.line(index))


def _inlines(text: str, line: int) -> Inlines:
    """Parse the only inline markup that plain text may still have: `code` and **strong**."""
    inlines: list[Inline] = []
    for i, part in enumerate(re.split(r"(`[^`]+`|\*\*[^*]+\*\*)", text)):
        if i % 2 == 0:  # the text between two matches
            inlines.append(tree.Text(part, line))
        elif part.startswith("`"):
            inlines.append(tree.Code(part[1:-1], line))
        else:
            inlines.append(tree.Strong((tree.Text(part[2:-2], line),), line))
    return merged(inlines)
