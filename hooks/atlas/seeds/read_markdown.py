"""Markdown → Document. An HTML block is read as HTML if all of its tags are in ``TAGS``, and kept as text otherwise."""

from collections.abc import Iterable
from dataclasses import replace

from markdown_it.rules_block.table import escapedSplit
from markdown_it.tree import SyntaxTreeNode

from atlas.core.edits import EMPTY_BLOCKS, OTHER_MARKUP, Edit
from atlas.core.problems import Problem, UnreadableError
from atlas.document import nodes as tree
from atlas.document.inline_markdown import read_inlines
from atlas.document.markdown_parser import TAG, TAGS
from atlas.document.nodes import Block, Document, Inlines
from atlas.seeds.markdown_dialects import TAG_MARKUP, note_title
from atlas.seeds.markdown_omissions import omissions, slips
from atlas.seeds.markdown_tree import (
    anchor_names,
    is_empty,
    numbered_items,
    parse_blocks,
    parse_words,
    rows_without_rule,
    start_of,
)
from atlas.seeds.read_html import read_html
from atlas.seeds.seed import Reading, Seed


def read_markdown(seed: Seed) -> Reading:
    """Read the seed's body."""
    try:
        root = parse_blocks(seed)
    except UnreadableError as error:
        return Reading(Document(()), problems=[error.as_problem(seed.path)])
    reader = _MarkdownReader(seed)
    document = Document(reader.blocks(root.children))
    return Reading(document, [*omissions(root, seed), *reader.edits], [*slips(root, seed), *reader.problems])


class _MarkdownReader:
    """Converts syntax nodes to blocks, and collects problems, and edits for text that the blocks do not contain."""

    def __init__(self, seed: Seed) -> None:
        self._seed = seed
        self._body = seed.body.split("\n")
        self.edits: list[Edit] = []
        self.problems: list[Problem] = []

    def blocks(self, nodes: list[SyntaxTreeNode]) -> tuple[Block, ...]:  # noqa: C901, PLR0912  one case per kind
        blocks: list[Block] = []
        for previous, node in zip([None, *nodes], nodes, strict=False):
            start = start_of(node)
            line = self._seed.line(start)
            match node.type:
                case "heading":
                    names = (*anchor_names(previous), *anchor_names(node))
                    blocks.append(tree.Heading(int(node.tag[1]), self._inlines(node, start), line, names=names))
                case "paragraph" if row_texts := rows_without_rule(node):
                    cells = [self._row(text, index) for index, text in enumerate(row_texts, start)]
                    blocks.append(tree.Table.of(cells, line))
                case "paragraph":
                    blocks.append(tree.Paragraph(self._inlines(node, start), line))
                case "fence" | "code_block":
                    language = (node.info.split() or [""])[0]
                    code_line = self._seed.line(start + 1) if node.type == "fence" else line  # the line after the fence
                    blocks.append(tree.CodeBlock(node.content.removesuffix("\n"), language, code_line))
                    if node.markup == TAG_MARKUP and node.map:
                        self.edits += [self._dropped_line(start), self._dropped_line(node.map[1] - 1)]  # the tags
                case "bullet_list" | "ordered_list":
                    blocks.extend(self._lists(node))
                case "blockquote":
                    blocks.append(tree.BlockQuote(self.blocks(node.children), line))
                case "table":
                    rows = [self._cells(row.children, start_of(row)) for part in node.children for row in part.children]
                    blocks.append(tree.Table.of(rows, line))
                case "hr":
                    blocks.append(tree.ThematicBreak(line))
                case "definition" | "hidden" | "admonition_title":
                    pass  # an omission (see ``omissions``), or a title that _note reads from the note's first line
                case "callout":
                    blocks.append(tree.Paragraph((tree.Strong(self._note_title(node), line),), line))
                case "admonition" | "container_of_any_name":
                    blocks.extend(self._note(node))
                case "footnote_reference":  # despite this name, the node is the footnote's text
                    blocks.extend(_with_label(self.blocks(node.children), node.meta["label"], line))
                case "html_block" if all(tag.lower() in TAGS for tag in TAG.findall(node.content)):
                    blocks.extend(self._html(node.content, start))
                case _:  # only HTML with other tags is left: keep it as text
                    blocks.append(tree.Paragraph((tree.Text(node.content.rstrip("\n"), line),), line))
        return tuple(blocks)

    def _dropped_line(self, index: int) -> Edit:
        """Return the edit for a body line that consists of a template tag."""
        return Edit(OTHER_MARKUP, self._body[index].strip(), "", self._seed.line(index))

    def _note(self, node: SyntaxTreeNode) -> tuple[Block, ...]:
        """Return a note (an admonition or container) as a block quote that begins with its title in bold.

        A note that contains headings is not quoted, so that its headings stay part of the document's outline. Of a
        container without a title, only the content is returned.
        """
        line = self._seed.line(start_of(node))
        title = self._note_title(node)
        blocks = self.blocks(node.children)
        if not title:
            return blocks
        if any(isinstance(block, tree.Heading) for block in blocks):
            return (tree.Paragraph(title, line), *blocks)
        bold_title = tree.Paragraph((tree.Strong(title, line),), line)
        return (tree.BlockQuote((bold_title, *blocks), line),)

    def _note_title(self, node: SyntaxTreeNode) -> Inlines:
        """Return the title of a note, else the label of its kind, else (), as for a container with only a style."""
        start = start_of(node)
        title, label = note_title(node.info)
        words = title or (label.of(self._seed.language) if label else "")
        first_line = self._body[start].strip().lstrip("> ")
        self.edits.append(Edit(OTHER_MARKUP, first_line, words, self._seed.line(start)))
        return self._inlines(parse_words(words), start) if words else ()

    def _html(self, content: str, start: int) -> tuple[Block, ...]:
        """Read an HTML block that starts at body line ``start``."""
        origin = self._seed.origin[start : start + content.count("\n") + 1]
        reading = read_html(replace(self._seed, body=content, origin=origin), is_page=False)
        self.edits += reading.left_out
        self.problems += reading.problems
        return reading.document.blocks

    def _lists(self, node: SyntaxTreeNode) -> list[tree.ListBlock]:
        """Return a list without its empty items; a numbered list is split at each gap in its numbers."""
        ordered = node.type == "ordered_list"
        items_by_start: dict[int, list[tree.Item]] = {}  # by the number of their first item
        next_number: int | None = None
        for number, item in numbered_items(node):
            if is_empty(item):
                continue
            line = self._seed.line(start_of(item))
            if blocks := self.blocks(item.children):
                if next_number is None or (ordered and number != next_number):
                    items: list[tree.Item] = []
                    items_by_start[number] = items
                items.append(tree.Item(blocks, line))
                next_number = number + 1
            elif ordered:  # the item has only HTML without text, such as a comment
                self.edits.append(Edit(EMPTY_BLOCKS, f"{item.info}.", "", line))
        return [tree.ListBlock(ordered, tuple(items), items[0].line, start) for start, items in items_by_start.items()]

    def _row(self, text: str, start: int) -> list[tree.Cell]:
        """Return the cells of a table row that the parser read as a line of a paragraph."""
        cells = (parse_words(cell.strip()) for cell in escapedSplit(text))
        return self._cells(cells, start)

    def _cells(self, cells: Iterable[SyntaxTreeNode], start: int) -> list[tree.Cell]:
        return [tree.Cell(self._inlines(cell, start), self._seed.line(start)) for cell in cells]

    def _inlines(self, node: SyntaxTreeNode, start: int) -> Inlines:
        """Return the inlines of a heading, paragraph, or cell."""
        inlines, edits = read_inlines(node, self._seed.line, start)
        self.edits += edits
        return inlines


def _with_label(blocks: tuple[Block, ...], label: str, line: int) -> tuple[Block, ...]:
    """Return the blocks of a footnote, with the label of its references before its text: "[1] Text."."""
    label_text = tree.Text(f"[{label}] ", line)
    match blocks:
        case (tree.Paragraph(inlines=inlines), *rest):
            return (tree.Paragraph(tree.merged([label_text, *inlines]), line), *rest)
        case _:
            return (tree.Paragraph((label_text,), line), *blocks)
