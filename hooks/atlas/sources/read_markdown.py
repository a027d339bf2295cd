"""Markdown → Document. HTML blocks in it are read for their structure, where they have no other tags."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from markdown_it.common.utils import normalizeReference
from markdown_it.rules_block.table import escapedSplit
from markdown_it.rules_core import StateCore
from markdown_it.tree import SyntaxTreeNode

from atlas.core.changes import Change
from atlas.core.limits import ALL_SIGNS, BLOCKS, NESTING, SIGNS
from atlas.core.problems import Problem
from atlas.document import nodes as tree
from atlas.document.inline_markdown import InlineReader
from atlas.document.markdown_parser import SIGN, TAG, TAGS, parser
from atlas.document.nodes import Block, Document, Inline, Inlines, merged
from atlas.sources.read_html import read as read_html
from atlas.sources.seed import Seed


def read(seed: Seed) -> tuple[Document, tuple[Change, ...], tuple[Problem, ...]]:
    """The seed's body as a document, what was left out of it, and what could not be read as it was meant."""
    env: dict[str, Any] = {}
    tokens = _PARSER.parse(seed.body, env)
    if _REFUSED in env:
        index, message = env[_REFUSED]
        return Document(()), (), (Problem(seed.path, seed.line(index), message),)
    root = SyntaxTreeNode(tokens)
    lines = seed.body.split("\n")
    nodes = list(_blocks(root.children))
    reader = _Reader(seed)
    document = Document(reader.blocks(root.children, 0))
    changes = (*_changes(nodes, seed, lines), *reader.changes)
    return document, changes, (*_problems(nodes, seed, lines), *reader.problems)


def _refuse(state: StateCore) -> None:
    """Between blocks and what they hold: says what lies beyond a limit, and leaves nothing to parse."""
    signs = count = 0
    for token in state.tokens:
        count += token.type in ("inline", "fence", "code_block")
        held = len(SIGN.findall(token.content)) if token.type == "inline" else 0
        signs += held
        message = ""
        if token.level > 2 * NESTING:  # the parser counts each level twice
            message = f"nests deeper than {NESTING} levels: check what was pasted"
        elif count > BLOCKS:
            message = f"is where there are more than {BLOCKS:,} blocks: split the file"
        elif held > SIGNS:
            message = f"begins a text with more than {SIGNS:,} signs of markup: part it"
        elif signs > ALL_SIGNS:
            message = f"is where there are more than {ALL_SIGNS:,} signs of markup: split the file"
        if message:
            state.env[_REFUSED] = ((token.map or [0])[0], message)
            state.tokens = []
            return


_PARSER, _REFUSED = parser(), "refused"
_PARSER.core.ruler.after("block", _REFUSED, _refuse)


def _blocks(nodes: list[SyntaxTreeNode]) -> Iterator[SyntaxTreeNode]:
    """Every block, outer before inner, down to those that hold inlines."""
    for node in nodes:
        yield node
        if node.type != "inline":
            yield from _blocks(node.children)


def _changes(nodes: list[SyntaxTreeNode], seed: Seed, lines: list[str]) -> Iterator[Change]:
    """Words that the document does not hold: definitions of references, titles of links, surplus cells and the like."""
    for node in nodes:
        start, end = node.map or (0, 0)
        line = seed.line(start)
        if node.type == "definition":
            yield Change("references", "\n".join(lines[start:end]), "", line)
        elif node.type == "fence" and (note := node.info.split()[1:]):
            yield Change("code-notes", " ".join(note), "", line)
        elif node.type == "ordered_list":
            yield from _renumbered(node, seed)
        elif node.type == "tr" and (surplus := _surplus(node, lines[start])):
            yield Change("surplus-cells", " | ".join(surplus), "", line)
        elif node.type == "inline" and "[" in node.content:
            yield from _resolved(node, line)


def _renumbered(node: SyntaxTreeNode, seed: Seed) -> Iterator[Change]:
    """Numbers of items that the page does not show, or shows as others."""
    for number, item in _numbered(node):
        line = seed.line(item.map[0] if item.map else 0)
        if _is_empty(item):
            yield Change("empty-blocks", f"{item.info}.", "", line)
        elif item.info != str(number):
            yield Change("list-numbers", f"{item.info}.", f"{number}.", line)


def _resolved(node: SyntaxTreeNode, line: int) -> Iterator[Change]:
    """Labels for which an address stands, and titles, which no page shows."""
    labels = re.findall(r"(?<=\])\[([^\[\]]+)\]", node.content)
    for link in (n for n in node.walk() if n.type in ("link", "image")):
        url = str(link.attrs.get("href") or link.attrs.get("src") or "")
        if label := link.meta.get("label"):
            written = next((said for said in labels if normalizeReference(said) == label), "")
            labels = labels[labels.index(written) + 1 :] if written else labels
            yield Change("references", written, url, line)
        elif title := link.attrs.get("title"):
            yield Change("link-titles", str(title), "", line)


def _surplus(row: SyntaxTreeNode, line: str) -> list[str]:
    cells = escapedSplit(line.strip().removeprefix("|").removesuffix("|"))
    return [cell.strip() for cell in cells[len(row.children) :]]


def _problems(nodes: list[SyntaxTreeNode], seed: Seed, lines: list[str]) -> Iterator[Problem]:
    for node in nodes:
        start, end = node.map or (0, 0)
        if node.type == "fence" and not _closes(lines[start + 1 : end], node.markup):
            message = "opens code that is never closed: close the fence"
            yield Problem(seed.path, seed.line(start), message, "warning")
        if node.type == "tr" and _surplus(node, lines[start]):
            message = "has more cells than its table has columns, and those are not shown: escape | as \\|"
            yield Problem(seed.path, seed.line(start), message, "warning")


def _closes(lines: list[str], fence: str) -> bool:
    last = lines[-1].lstrip("> ").rstrip() if lines else ""
    return last.startswith(fence) and not last.strip(fence[0])


class _Reader:
    """Blocks of a parsed document; and what was left out of those that are HTML, or is wrong with them."""

    def __init__(self, seed: Seed) -> None:
        self._seed = seed
        self._line_of = seed.line
        self.changes: list[Change] = []
        self.problems: list[Problem] = []

    def blocks(self, nodes: list[SyntaxTreeNode], first: int) -> tuple[Block, ...]:  # noqa: C901  a case a kind
        out: list[Block] = []
        for node in nodes:
            start = node.map[0] if node.map else first
            line = self._line_of(start)
            match node.type:
                case "heading":
                    out.append(tree.Heading(int(node.tag[1]), self._content(node, start), line))
                case "paragraph" if rows := _rows(node):
                    out.append(tree.Table.of([self._row(row, start + n) for n, row in enumerate(rows)], line))
                case "paragraph":
                    out.append(tree.Paragraph(self._content(node, start), line))
                case "fence" | "code_block":
                    language = (node.info.split() or [""])[0] if node.type == "fence" else ""
                    code = node.content.removesuffix("\n")
                    out.append(tree.CodeBlock(code, language, self._line_of(start + (node.type == "fence"))))
                case "bullet_list" | "ordered_list":
                    out.extend(self._lists(node, start))
                case "blockquote":
                    out.append(tree.Quote(self.blocks(node.children, start), line))
                case "table":
                    out.append(self._table(node))
                case "hr":
                    out.append(tree.Rule(line))
                case "definition":
                    pass  # its address stands where it is referred to
                case "html_block" if all(tag.lower() in TAGS for tag in TAG.findall(node.content)):
                    out.extend(self._html(node.content, start))
                case _:  # other HTML, and nothing else: keep the words all the same
                    out.append(tree.Paragraph(merged(self._text(node.content.rstrip("\n"), start)), line))
        return tuple(out)

    def _html(self, content: str, start: int) -> tuple[Block, ...]:
        origin = self._seed.origin[start : start + content.count("\n") + 1]
        document, changes, problems = read_html(replace(self._seed, body=content, origin=origin))
        self.changes += changes
        self.problems += problems
        return document.blocks

    def _text(self, text: str, start: int) -> Iterator[Inline]:
        for number, part in enumerate(text.split("\n")):
            yield tree.Text(f"\n{part}" if number else part, self._line_of(start + number))

    def _lists(self, node: SyntaxTreeNode, first: int) -> Iterator[tree.ListBlock]:
        """A list without its empty items; a numbered one is parted where its numbers leave a gap."""
        ordered = node.type == "ordered_list"
        items: list[tree.Item] = []
        start = before = 0
        for number, child in _numbered(node):
            if _is_empty(child):
                continue
            if items and ordered and number != before + 1:
                yield tree.ListBlock(ordered, tuple(items), items[0].line, start)
                items = []
            start, before = start if items else number, number
            at = child.map[0] if child.map else first
            items.append(tree.Item(self.blocks(child.children, at), self._line_of(at)))
        if items:
            yield tree.ListBlock(ordered, tuple(items), items[0].line, start)

    def _row(self, row: str, at: int) -> list[tree.Cell]:
        cells = (SyntaxTreeNode(_PARSER.parseInline(cell.strip())).children[0].children for cell in escapedSplit(row))
        return [tree.Cell(InlineReader(self._line_of, at).read(cell), self._line_of(at)) for cell in cells]

    def _table(self, node: SyntaxTreeNode) -> tree.Table:
        rows: list[list[tree.Cell]] = []
        start = node.map[0] if node.map else 0
        for part in node.children:
            for row in part.children:
                at = row.map[0] if row.map else start
                line = self._line_of(at)
                rows.append([tree.Cell(self._content(cell, at), line) for cell in row.children])
        return tree.Table.of(rows, self._line_of(start))

    def _content(self, node: SyntaxTreeNode, start: int) -> Inlines:
        children = [grandchild for child in node.children if child.type == "inline" for grandchild in child.children]
        return InlineReader(self._line_of, start).read(children)


def _rows(node: SyntaxTreeNode) -> list[str]:
    """The rows of a table that lacks the rule below its head: lines that begin and end with a pipe, two at least."""
    lines = [line.strip() for line in node.children[0].content.split("\n")]
    are_rows = len(lines) > 1 and all(len(line) > 1 and line[0] == line[-1] == "|" for line in lines)
    return [line[1:-1] for line in lines] if are_rows else []


def _is_empty(node: SyntaxTreeNode) -> bool:
    holds = ("list_item", "bullet_list", "ordered_list", "blockquote", "definition")
    return node.type in holds and all(_is_empty(child) for child in node.children)


def _numbered(node: SyntaxTreeNode) -> list[tuple[int, SyntaxTreeNode]]:
    """Items with the numbers that they show: their own if those rise, else one after another."""
    own = [int(child.info or 1) for child in node.children]
    rises = all(a < b for a, b in pairwise(own))
    shown = own if rises else range(own[0], own[0] + len(own))
    return list(zip(shown, node.children, strict=True))
