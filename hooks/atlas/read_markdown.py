"""Markdown → Document, and inline Markdown → inlines (for catalogs)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.rules_block.table import escapedSplit
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from atlas.document import (
    Block,
    Break,
    Cell,
    Code,
    CodeBlock,
    Document,
    Emphasis,
    Heading,
    Image,
    Inline,
    Inlines,
    Item,
    Link,
    ListBlock,
    Paragraph,
    Quote,
    Rule,
    Strong,
    Table,
    Text,
    merged,
)
from atlas.model import Change, Problem, Seed

MAX_DEPTH = 32  # of lists and quotations; the parser counts each twice
MAX_NESTING = 100

LineOf = Callable[[int], int]


class _State(StateInline):
    """Opens and closes ``*`` by the neighbouring space alone.

    CommonMark also asks for punctuation, which Chinese text beside emphasis does not satisfy:
    ``**“x”**y`` would stay literal. Python-Markdown and the publisher's site read it this way.
    """

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803, FBT001  the overridden signature
        scanned = super().scanDelims(start, canSplitWord)
        if self.src[start] != "*":
            return scanned
        before = self.src[start - 1] if start else " "
        after = self.src[start + scanned.length] if start + scanned.length < self.posMax else " "
        return Scanned(not after.isspace(), not before.isspace(), scanned.length)


def _parser() -> MarkdownIt:
    # Labels and definitions of references are kept, to be recorded.
    options = {"html": False, "maxNesting": MAX_NESTING, "store_labels": True, "inline_definitions": True}
    parser = MarkdownIt("commonmark", options).enable("table")
    parser.disable(["html_block", "html_inline"])
    # Addresses stay as the seed has them: the writer judges them after redirects are unwrapped.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    parser.normalizeLinkText = lambda link: link  # type: ignore[method-assign]

    def parse(src: str, md: MarkdownIt, env: dict[str, object], tokens: list[Token]) -> list[Token]:
        state = _State(src, md, env, tokens)
        md.inline.tokenize(state)
        for rule in md.inline.ruler2.getRules(""):
            rule(state)
        return state.tokens

    parser.inline.parse = parse  # type: ignore[method-assign, assignment]
    return parser


_PARSER = _parser()


def read(seed: Seed) -> tuple[Document, tuple[Change, ...], tuple[Problem, ...]]:
    """The seed's body as a document, what was left out of it, and what could not be read as it was meant."""
    tokens = _PARSER.parse(seed.body)
    deep = next((t for t in tokens if t.level > 2 * MAX_DEPTH), None)
    if deep:
        message = f"nests deeper than {MAX_DEPTH} levels: check what was pasted"
        return Document(()), (), (Problem(seed.path, seed.line((deep.map or [0])[0]), message),)
    root = SyntaxTreeNode(tokens)
    lines = seed.body.split("\n")
    document = Document(_blocks(root.children, seed.line, 0))
    return document, tuple(_changes(root, seed, lines)), tuple(_problems(root, seed, lines))


def _changes(root: SyntaxTreeNode, seed: Seed, lines: list[str]) -> Iterator[Change]:
    """Words that the document does not hold: definitions of references, titles of links, surplus cells and the like."""
    for node in root.walk(include_self=False):
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
        elif node.type == "inline":
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
    labels = re.findall(r"\]\[([^\[\]]+)\]", node.content)
    for link in (n for n in node.walk() if n.type in ("link", "image")):
        url = str(link.attrs.get("href") or link.attrs.get("src") or "")
        if label := link.meta.get("label"):
            written = labels.pop(0) if labels and normalizeReference(labels[0]) == label else ""
            yield Change("references", written, url, line)
        elif title := link.attrs.get("title"):
            yield Change("link-titles", str(title), "", line)


def _surplus(row: SyntaxTreeNode, line: str) -> list[str]:
    cells = escapedSplit(line.strip().removeprefix("|").removesuffix("|"))
    return [cell.strip() for cell in cells[len(row.children) :]]


def _problems(root: SyntaxTreeNode, seed: Seed, lines: list[str]) -> Iterator[Problem]:
    for node in root.walk(include_self=False):
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


def parse_inline(text: str, line: int = 0) -> Inlines:
    """Inline Markdown as inlines; block syntax in ``text`` stays text."""
    tokens = _PARSER.parseInline(text)
    return _inlines(SyntaxTreeNode(tokens).children[0].children, lambda _: line, 0)


def _blocks(nodes: list[SyntaxTreeNode], line_of: LineOf, first: int) -> tuple[Block, ...]:
    blocks: list[Block] = []
    for node in nodes:
        start = node.map[0] if node.map else first
        line = line_of(start)
        match node.type:
            case "heading":
                blocks.append(Heading(int(node.tag[1]), _content(node, line_of, start), line))
            case "paragraph":
                blocks.append(Paragraph(_content(node, line_of, start), line))
            case "fence" | "code_block":
                language = (node.info.split() or [""])[0] if node.type == "fence" else ""
                code = node.content.removesuffix("\n")
                blocks.append(CodeBlock(code, language, line_of(start + (node.type == "fence"))))
            case "bullet_list" | "ordered_list":
                blocks.extend(_lists(node, line_of, start))
            case "blockquote":
                blocks.append(Quote(_blocks(node.children, line_of, start), line))
            case "table":
                blocks.append(_table(node, line_of))
            case "hr":
                blocks.append(Rule(line))
            case "definition":
                pass  # its address stands where it is referred to
            case _:  # nothing else is enabled; keep the words all the same
                blocks.append(Paragraph((Text(node.content, line),), line))
    return tuple(blocks)


def _lists(node: SyntaxTreeNode, line_of: LineOf, first: int) -> Iterator[ListBlock]:
    """A list without its empty items; a numbered one is parted where its numbers leave a gap."""
    ordered = node.type == "ordered_list"
    items: list[Item] = []
    start = before = 0
    for number, child in _numbered(node):
        if _is_empty(child):
            continue
        if items and ordered and number != before + 1:
            yield ListBlock(ordered, tuple(items), items[0].line, start)
            items = []
        start, before = start if items else number, number
        at = child.map[0] if child.map else first
        items.append(Item(_blocks(child.children, line_of, at), line_of(at)))
    if items:
        yield ListBlock(ordered, tuple(items), items[0].line, start)


def _is_empty(node: SyntaxTreeNode) -> bool:
    holds = ("list_item", "bullet_list", "ordered_list", "blockquote", "definition")
    return node.type in holds and all(_is_empty(child) for child in node.children)


def _numbered(node: SyntaxTreeNode) -> list[tuple[int, SyntaxTreeNode]]:
    """Items with the numbers that they show: their own if those rise, else one after another."""
    own = [int(child.info or 1) for child in node.children]
    rises = all(a < b for a, b in pairwise(own))
    shown = own if rises else range(own[0], own[0] + len(own))
    return list(zip(shown, node.children, strict=True))


def _table(node: SyntaxTreeNode, line_of: LineOf) -> Table:
    rows: list[tuple[Cell, ...]] = []
    start = node.map[0] if node.map else 0
    for part in node.children:
        for row in part.children:
            at = row.map[0] if row.map else start
            rows.append(tuple(Cell(_content(cell, line_of, at), line_of(at)) for cell in row.children))
    return Table(rows[0], tuple(rows[1:]), line_of(start))


def _content(node: SyntaxTreeNode, line_of: LineOf, start: int) -> Inlines:
    children = [grandchild for child in node.children if child.type == "inline" for grandchild in child.children]
    return _inlines(children, line_of, start)


def _inlines(nodes: list[SyntaxTreeNode], line_of: LineOf, start: int) -> Inlines:  # noqa: C901  a case a kind
    at = start

    def walk(nodes: list[SyntaxTreeNode]) -> list[Inline]:
        nonlocal at
        out: list[Inline] = []
        for node in nodes:
            line = line_of(at)
            match node.type:
                case "text" | "text_special":
                    out.append(Text(node.content, line))
                case "softbreak":
                    out.append(Text("\n", line))
                    at += 1
                case "hardbreak":
                    out.append(Break(line))
                    at += 1
                case "code_inline":
                    out.append(Code(node.content, line))
                case "em":
                    out.append(Emphasis(tuple(walk(node.children)), line))
                case "strong":
                    out.append(Strong(tuple(walk(node.children)), line))
                case "link":
                    out.append(Link(str(node.attrs.get("href", "")), tuple(walk(node.children)), line))
                case "image":
                    out.append(Image(str(node.attrs.get("src", "")), node.content, line))
                case _:
                    out.append(Text(node.content, line))
        return out

    return merged(walk(nodes))
