"""Markdown → Document, and inline Markdown → inlines (for catalogs).

HTML in it is read for its structure where it is no more than that: tables, breaks, links, headings. Any
other tag is text like any other: ``vector<float>`` loses nothing, and a script is shown, never run.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from markdown_it import MarkdownIt
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
    plain,
)
from atlas.model import Problem, Seed

MAX_DEPTH = 32  # of lists and quotations; the parser counts each twice
MAX_NESTING = 100

LineOf = Callable[[int], int]
ReadHtml = Callable[[Seed], tuple[Document, tuple[Problem, ...]]]

_TAG = re.compile(r"</?\s*([A-Za-z][A-Za-z0-9]*)[^>]*>")
_TAGS = frozenset(
    "a b strong i em u s del ins mark small sub sup span font center code kbd br img p div section article figure"
    " figcaption details summary h1 h2 h3 h4 h5 h6 ul ol li dl dt dd hr blockquote pre table caption colgroup col thead"
    " tbody tfoot tr th td".split()
)


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
    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": MAX_NESTING}).enable("table")
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


def _linked(words: Inlines, url: str, line: int) -> Inlines:
    return (Link(url, words, line),) if url else words


# What a pair of tags in running text makes of the words between.
_PAIRS: dict[str, Callable[[Inlines, str, int], Inlines]] = {
    "a": _linked,
    "code": lambda words, _, line: (Code(plain(words), line),),
    **dict.fromkeys(("b", "strong"), lambda words, _, line: (Strong(words, line),)),
    **dict.fromkeys(("i", "em"), lambda words, _, line: (Emphasis(words, line),)),
}

_PARSER = _parser()
_INLINE_PARSER = _parser().disable(["html_inline"])  # a msgid has no HTML: what looks like it is text


def read(seed: Seed, read_html: ReadHtml) -> tuple[Document, tuple[Problem, ...]]:
    """The seed's body as a document, and what could not be read as it was meant.

    ``read_html`` reads the blocks of HTML in it.
    """
    tokens = _PARSER.parse(seed.body)
    deep = next((t for t in tokens if t.level > 2 * MAX_DEPTH), None)
    if deep:
        message = f"nests deeper than {MAX_DEPTH} levels: check what was pasted"
        return Document(()), (Problem(seed.path, seed.line((deep.map or [0])[0]), message),)
    root = SyntaxTreeNode(tokens)
    problems = list(_problems(root, seed))

    def html_block(content: str, start: int) -> tuple[Block, ...]:
        part = replace(seed, body=content, origin=seed.origin[start : start + content.count("\n") + 1])
        document, found = read_html(part)
        problems.extend(found)
        return document.blocks

    return Document(_Reader(seed.line, html_block).blocks(root.children, 0)), tuple(problems)


def _problems(root: SyntaxTreeNode, seed: Seed) -> Iterator[Problem]:
    lines = seed.body.split("\n")
    for node in root.walk(include_self=False):
        start, end = node.map or (0, 0)
        if node.type == "fence" and not _closes(lines[start + 1 : end], node.markup):
            message = "opens code that is never closed: close the fence"
            yield Problem(seed.path, seed.line(start), message, "warning")
        if node.type == "tr" and len(escapedSplit(lines[start].strip().strip("|"))) > len(node.children):
            message = "has more cells than its table has columns, and those are not shown: escape | as \\|"
            yield Problem(seed.path, seed.line(start), message, "warning")


def _closes(lines: list[str], fence: str) -> bool:
    last = lines[-1].lstrip("> ").rstrip() if lines else ""
    return last.startswith(fence) and not last.strip(fence[0])


def parse_inline(text: str, line: int = 0) -> Inlines:
    """Inline Markdown as inlines; block syntax in ``text`` stays text."""
    tokens = _INLINE_PARSER.parseInline(text)
    return _Inlines(lambda _: line, 0).read(SyntaxTreeNode(tokens).children[0].children)


class _Reader:
    """Blocks of a parsed document; ``html_block`` reads those that are HTML."""

    def __init__(self, line_of: LineOf, html_block: Callable[[str, int], tuple[Block, ...]]) -> None:
        self._line_of = line_of
        self._html_block = html_block

    def blocks(self, nodes: list[SyntaxTreeNode], first: int) -> tuple[Block, ...]:
        out: list[Block] = []
        for node in nodes:
            start = node.map[0] if node.map else first
            line = self._line_of(start)
            match node.type:
                case "heading":
                    out.append(Heading(int(node.tag[1]), self._content(node, start), line))
                case "paragraph":
                    out.append(Paragraph(self._content(node, start), line))
                case "fence" | "code_block":
                    language = (node.info.split() or [""])[0] if node.type == "fence" else ""
                    code = node.content.removesuffix("\n")
                    out.append(CodeBlock(code, language, self._line_of(start + (node.type == "fence"))))
                case "bullet_list" | "ordered_list":
                    items = tuple(self._item(child, start) for child in node.children)
                    number = int(node.attrs.get("start", 1))
                    out.append(ListBlock(node.type == "ordered_list", items, line, number))
                case "blockquote":
                    out.append(Quote(self.blocks(node.children, start), line))
                case "table":
                    out.append(self._table(node))
                case "hr":
                    out.append(Rule(line))
                case "html_block" if all(tag.lower() in _TAGS for tag in _TAG.findall(node.content)):
                    out.extend(self._html_block(node.content, start))
                case _:  # other HTML, and nothing else: keep the words all the same
                    out.append(Paragraph(merged(_lines(node.content.rstrip("\n"), start, self._line_of)), line))
        return tuple(out)

    def _item(self, node: SyntaxTreeNode, first: int) -> Item:
        start = node.map[0] if node.map else first
        return Item(self.blocks(node.children, start), self._line_of(start))

    def _table(self, node: SyntaxTreeNode) -> Table:
        rows: list[tuple[Cell, ...]] = []
        start = node.map[0] if node.map else 0
        for part in node.children:
            for row in part.children:
                at = row.map[0] if row.map else start
                line = self._line_of(at)
                rows.append(tuple(Cell(self._content(cell, at), line) for cell in row.children))
        return Table(rows[0], tuple(rows[1:]), self._line_of(start))

    def _content(self, node: SyntaxTreeNode, start: int) -> Inlines:
        children = [grandchild for child in node.children if child.type == "inline" for grandchild in child.children]
        return _Inlines(self._line_of, start).read(children)


def _lines(text: str, start: int, line_of: LineOf) -> Iterator[Inline]:
    for number, part in enumerate(text.split("\n")):
        yield Text(f"\n{part}" if number else part, line_of(start + number))


class _Inlines:
    """The inlines of one block; ``at`` is the 0-based body line that the walk has reached."""

    def __init__(self, line_of: LineOf, start: int) -> None:
        self._line_of = line_of
        self._at = start

    def read(self, nodes: list[SyntaxTreeNode]) -> Inlines:
        return merged(self._walk(nodes))

    def _walk(self, nodes: list[SyntaxTreeNode]) -> list[Inline]:
        outer: list[tuple[str, str, list[Inline]]] = []  # open tags: name, address, and what stands before
        out: list[Inline] = []
        for node in nodes:
            tag = _TAG.fullmatch(node.content) if node.type == "html_inline" else None
            name = tag[1].lower() if tag else ""
            if name not in _PAIRS:
                out.extend(self._tag(node.content) if node.type == "html_inline" else (self._inline(node),))
            elif not node.content.startswith("</"):
                outer.append((name, _attribute(node.content, "href"), out))
                out = []
            elif outer and outer[-1][0] == name:
                _, url, before = outer.pop()
                out = [*before, *_PAIRS[name](tuple(out), url, self._line_of(self._at))]
        for _, _, before in reversed(outer):  # never closed: its words stay
            out = [*before, *out]
        return out

    def _inline(self, node: SyntaxTreeNode) -> Inline:
        line = self._line_of(self._at)
        match node.type:
            case "softbreak":
                self._at += 1
                return Text("\n", line)
            case "hardbreak":
                self._at += 1
                return Break(line)
            case "code_inline":
                return Code(node.content, line)
            case "em":
                return Emphasis(tuple(self._walk(node.children)), line)
            case "strong":
                return Strong(tuple(self._walk(node.children)), line)
            case "link":
                return Link(str(node.attrs.get("href", "")), tuple(self._walk(node.children)), line)
            case "image":
                return Image(str(node.attrs.get("src", "")), node.content, line)
            case _:
                return Text(node.content, line)

    def _tag(self, tag: str) -> Inlines:
        """What a single tag in running text says: a break, an image, nothing, or itself where it is no HTML of ours."""
        line = self._line_of(self._at)
        self._at += tag.count("\n")
        name = found[1].lower() if (found := _TAG.fullmatch(tag)) else ""
        if name not in _TAGS:
            return (Text(tag, line),)
        if name == "img":
            return (Image(_attribute(tag, "src"), _attribute(tag, "alt"), line),)
        return (Break(line),) if name == "br" else ()


def _attribute(tag: str, name: str) -> str:
    found = re.search(rf"""\s{name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""", tag, re.IGNORECASE)
    return html.unescape(next((value for value in found.groups() if value is not None), "")) if found else ""
