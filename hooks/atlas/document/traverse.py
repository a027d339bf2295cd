"""Functions that traverse and rewrite documents; every pass is built from them.

Passes over words get a text as an *encoded* string: its words, with a sentinel character in place of each code span,
image, and line break, and at each start and end of emphasis and links. Such a pass can change words and move spaces,
but cannot change code spans, URLs, or the words of a link that shows its URL.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, dropwhile, groupby, islice

from atlas.core.sentences import SENTENCE_END
from atlas.document import nodes as tree
from atlas.document.nodes import Block, Document, Inline, Inlines, merged

ATOM, BREAK = "\ue000", "\ue005"
OPEN, CLOSE = "\ue001", "\ue002"  # emphasis and strong
LINK, UNLINK = "\ue003", "\ue004"
OPENS, CLOSES = f"[{OPEN}{LINK}]*", f"[{CLOSE}{UNLINK}]*"  # patterns for a run of opening, or of closing sentinels
SENTINELS = ATOM + BREAK + OPEN + CLOSE + LINK + UNLINK
_PARTS = re.compile(f"([{SENTINELS}])")

Element = Block | tree.Item | tree.Cell
Rewrite = Callable[[Inlines, tree.Host], Inlines]  # from the inlines of a heading, paragraph or cell, and that node


def encode(inlines: Inlines) -> str:
    """Return ``inlines`` as one string with sentinels."""
    parts = []
    for node in inlines:
        match node:
            case tree.Text():
                parts.append(node.text)
            case tree.Code() | tree.Image():
                parts.append(ATOM)
            case tree.Break():
                parts.append(BREAK)
            case tree.Link():
                parts.append(LINK + (ATOM if _shows_url(node) else encode(node.children)) + UNLINK)
            case tree.Emphasis() | tree.Strong():
                parts.append(OPEN + encode(node.children) + CLOSE)
    return "".join(parts)


def _shows_url(node: tree.Span) -> bool:
    """Return whether the words of a link are its URL."""
    return isinstance(node, tree.Link) and node.children == (tree.Text(node.url),)


def decode(text: str, like: Inlines) -> Inlines:
    """Return the tree ``like`` with the words of ``text``, which must have the same sentinels as ``encode(like)``."""
    parts = iter(_PARTS.split(text))  # words (possibly empty), sentinel, words, sentinel, …, words

    def rebuild(nodes: Inlines, line: int) -> list[Inline]:
        """Consume the parts that belong to ``nodes``, which begin on ``line``, up to the sentinel after them."""
        rebuilt: list[Inline] = []
        for node in nodes:
            if isinstance(node, tree.Text):
                line = node.line  # the line of the words in the next part
                continue
            rebuilt.append(tree.Text(next(parts), line))
            next(parts)  # the node's only sentinel, or the one at its start
            line = node.line
            if isinstance(node, tree.Span):
                rebuilt.append(rebuild_span(node))
            else:
                rebuilt.append(node)
        rebuilt.append(tree.Text(next(parts), line))
        return rebuilt

    def rebuild_span(span: tree.Span) -> tree.Span:
        if _shows_url(span):
            for _ in range(3):  # in place of the URL, encode wrote ATOM: an empty part, the sentinel, an empty part
                next(parts)
            children = span.children
        else:
            children = tuple(rebuild(span.children, span.line))
        next(parts)  # the sentinel at the end of the span
        return replace(span, children=children)

    return merged(rebuild(like, 0))


def rewrite_text(inlines: Inlines, change: Callable[[str], str]) -> Inlines:
    """Apply ``change`` to the encoded form of ``inlines``."""
    before = encode(inlines)
    after = change(before)
    return inlines if after == before else decode(after, inlines)


def stripped(inlines: Inlines) -> Inlines:
    """Strip spaces at both ends of ``inlines``, and drop empty emphasis."""
    return merged(rewrite_text(merged(inlines), str.strip)) if inlines else ()


def inline_sentences(inlines: Inlines) -> Iterator[Inlines]:
    """Yield the sentences of ``inlines``. A sentence ends at a line break, and never within a link or emphasis."""
    sentence: list[Inline] = []
    for node in inlines:
        rest = node  # the part of a text after the sentences that are already yielded
        while isinstance(rest, tree.Text) and (match := SENTENCE_END.search(rest.text)):
            end = match.end()
            yield (*sentence, replace(rest, text=rest.text[:end]))
            sentence = []
            rest = replace(rest, text=rest.text[end:])
        if isinstance(rest, tree.Break):
            yield (*sentence, tree.Text(" ", rest.line))
            sentence = []
        else:
            sentence.append(rest)
    if tree.plain(tuple(sentence)).strip():
        yield tuple(sentence)


def map_nodes(inlines: Inlines, change: Callable[[Inline], Inlines]) -> Inlines:
    """Replace every inline with the inlines that ``change`` returns for it, inner ones first."""
    changed: list[Inline] = []
    for node in inlines:
        inner = replace(node, children=map_nodes(node.children, change)) if isinstance(node, tree.Span) else node
        changed.extend(change(inner))
    return merged(changed)


def map_inlines(document: Document, rewrite: Rewrite) -> Document:
    """Rewrite the inlines of every heading, paragraph, and cell."""
    return document.with_blocks(_all_rewritten(document.blocks, rewrite))


def _all_rewritten(blocks: tuple[Block, ...], rewrite: Rewrite) -> tuple[Block, ...]:
    return tuple(_rewritten(block, rewrite) for block in blocks)


def _rewritten(block: Block, rewrite: Rewrite) -> Block:
    match block:
        case tree.Heading() | tree.Paragraph():
            return replace(block, inlines=rewrite(block.inlines, block))
        case tree.ListBlock():
            items = (replace(item, blocks=_all_rewritten(item.blocks, rewrite)) for item in block.items)
            return replace(block, items=tuple(items))
        case tree.BlockQuote():
            return replace(block, blocks=_all_rewritten(block.blocks, rewrite))
        case tree.Table():
            return _map_cells(block, lambda cell: replace(cell, inlines=rewrite(cell.inlines, cell)))
        case _:
            return block


def _map_cells(table: tree.Table, change: Callable[[tree.Cell], tree.Cell]) -> tree.Table:
    header, *rows = (tuple(map(change, row)) for row in (table.header, *table.rows))
    return replace(table, header=header, rows=tuple(rows))


def map_blocks(blocks: tuple[Block, ...], change: Callable[[Block], tuple[Block, ...]]) -> tuple[Block, ...]:
    """Replace every block, at any depth, with the blocks that ``change`` returns for it, inner blocks first.

    An item or block quote that is left without blocks is dropped; the remaining items keep their numbers.
    """
    changed: list[Block] = []
    for block in blocks:
        match block:
            case tree.ListBlock():
                items = (replace(item, blocks=map_blocks(item.blocks, change)) for item in block.items)
                for list_block in _without_empty_items(replace(block, items=tuple(items))):
                    changed.extend(change(list_block))
            case tree.BlockQuote():
                inner = map_blocks(block.blocks, change)
                if inner:
                    changed.extend(change(replace(block, blocks=inner)))
            case _:
                changed.extend(change(block))
    return tuple(changed)


def _without_empty_items(block: tree.ListBlock) -> Iterator[tree.ListBlock]:
    """Yield a list without its empty items; split a numbered one at these, so that other items keep their numbers."""
    items = block.items if block.ordered else [item for item in block.items if item.blocks]
    numbered_items = enumerate(items, block.start)
    for has_blocks, run in groupby(numbered_items, key=lambda numbered_item: bool(numbered_item[1].blocks)):
        if has_blocks:
            numbers, items_of_run = zip(*run, strict=True)
            yield replace(block, items=items_of_run, start=numbers[0])


def item_numbers(document: Document) -> Iterator[tuple[int, int]]:
    """Yield the line and number of every numbered list item."""
    for block in all_blocks(document):
        if isinstance(block, tree.ListBlock) and block.ordered:
            yield from ((item.line, number) for number, item in enumerate(block.items, block.start))


def elements(blocks: Sequence[Block]) -> Iterator[Element]:
    """Yield every block, item, and cell in document order, outer before inner."""
    pending: list[Element] = list(reversed(blocks))
    while pending:
        element = pending.pop()
        yield element
        pending += reversed(_children(element))


def _children(element: Element) -> Sequence[Element]:
    match element:
        case tree.ListBlock():
            return element.items
        case tree.Item() | tree.BlockQuote():
            return element.blocks
        case tree.Table():
            return [cell for row in (element.header, *element.rows) for cell in row]
        case _:
            return ()


def all_blocks(document: Document) -> Iterator[Block]:
    """Return every block of the document, outer before inner."""
    return (node for node in elements(document.blocks) if isinstance(node, Block))


def hosts(document: Document) -> Iterator[tree.Host]:
    """Return every heading, paragraph, item, and cell in document order."""
    return (node for node in elements(document.blocks) if isinstance(node, tree.Host))


def number_hosts(document: Document) -> Document:
    """Set the ``host_index`` of each host. Later passes change only words, so each host keeps its index."""
    indices = count()

    def numbered(block: Block) -> Block:
        match block:
            case tree.Heading() | tree.Paragraph():
                return replace(block, host_index=next(indices))
            case tree.ListBlock():
                return replace(block, items=tuple(numbered_item(item) for item in block.items))
            case tree.BlockQuote():
                return replace(block, blocks=tuple(numbered(inner) for inner in block.blocks))
            case tree.Table():
                return _map_cells(block, lambda cell: replace(cell, host_index=next(indices)))
            case _:
                return block

    def numbered_item(item: tree.Item) -> tree.Item:
        host_index = next(indices)  # must be lower than those of the blocks in the item
        return replace(item, host_index=host_index, blocks=tuple(numbered(block) for block in item.blocks))

    return document.with_blocks(tuple(numbered(block) for block in document.blocks))


def blocks_after(document: Document, heading: tree.Heading) -> Iterator[Block]:
    """Return the blocks after a heading, up to the end of the document."""
    return islice(dropwhile(lambda block: block is not heading, document.blocks), 1, None)


def inlines_with_lines(block: Block) -> Iterator[tuple[Inlines, int]]:
    """Yield the inlines of a heading or paragraph, or of each cell of a table, with their line; else nothing."""
    match block:
        case tree.Heading() | tree.Paragraph():
            yield block.inlines, block.line
        case tree.Table():
            yield from ((cell.inlines, cell.line) for row in (block.header, *block.rows) for cell in row)
        case _:
            pass


def all_inlines(inlines: Inlines) -> Iterator[Inline]:
    """Yield every inline, outer before inner."""
    for node in inlines:
        yield node
        if isinstance(node, tree.Span):
            yield from all_inlines(node.children)


def texts_in(blocks: Iterable[Block]) -> Iterator[tree.Heading | tree.Paragraph | tree.Cell]:
    """Yield every heading, paragraph and cell in ``blocks``, at any depth, in document order."""
    return (host for host in hosts(Document(tuple(blocks))) if not isinstance(host, tree.Item))


def inlines_of(node: tree.Host) -> Inlines:
    """Return the inlines of a heading, paragraph or cell; for an item, those of the paragraph with which it begins."""
    if isinstance(node, tree.Item):
        first = node.blocks[0] if node.blocks else None
        return first.inlines if isinstance(first, tree.Paragraph) else ()
    return node.inlines
