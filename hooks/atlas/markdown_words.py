"""The Markdown parser, and inline Markdown → inlines (for catalogs, too).

HTML in it is read for what it says where it is no more than that: breaks, links, images, emphasis. Any other
tag is text like any other: ``vector<float>`` loses nothing, and a script is shown, never run.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from atlas.document import Break, Code, Emphasis, Image, Inline, Inlines, Link, Strong, Text, merged, plain

MAX_NESTING = 100

LineOf = Callable[[int], int]

TAG = re.compile(r"</?\s*([A-Za-z][A-Za-z0-9]*)[^>]*>")
TAGS = frozenset(
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


def parser() -> MarkdownIt:
    """CommonMark with tables, addresses untouched, and what becomes of references kept, to be recorded."""
    options = {"html": True, "maxNesting": MAX_NESTING, "store_labels": True, "inline_definitions": True}
    made = MarkdownIt("commonmark", options).enable("table")
    # Addresses stay as the seed has them: the writer judges them after redirects are unwrapped.
    made.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005
    made.normalizeLink = lambda url: url  # type: ignore[method-assign]
    made.normalizeLinkText = lambda link: link  # type: ignore[method-assign]

    def parse(src: str, md: MarkdownIt, env: dict[str, object], tokens: list[Token]) -> list[Token]:
        state = _State(src, md, env, tokens)
        md.inline.tokenize(state)
        for rule in md.inline.ruler2.getRules(""):
            rule(state)
        return state.tokens

    made.inline.parse = parse  # type: ignore[method-assign, assignment]
    return made


_WITHOUT_HTML = parser().disable(["html_inline"])  # a msgid has no HTML: what looks like it is text


def parse_inline(text: str, line: int = 0) -> Inlines:
    """Inline Markdown as inlines; block syntax in ``text`` stays text."""
    tokens = _WITHOUT_HTML.parseInline(text)
    return InlineReader(lambda _: line, 0).read(SyntaxTreeNode(tokens).children[0].children)


def _linked(words: Inlines, url: str, line: int) -> Inlines:
    return (Link(url, words, line),) if url else words


# What a pair of tags in running text makes of the words between.
_PAIRS: dict[str, Callable[[Inlines, str, int], Inlines]] = {
    "a": _linked,
    "code": lambda words, _, line: (Code(plain(words), line),),
    **dict.fromkeys(("b", "strong"), lambda words, _, line: (Strong(words, line),)),
    **dict.fromkeys(("i", "em"), lambda words, _, line: (Emphasis(words, line),)),
}


class InlineReader:
    """The inlines of one block that begins at 0-based body line ``start``."""

    def __init__(self, line_of: LineOf, start: int) -> None:
        self._line_of = line_of
        self._at = start  # the body line that the walk has reached

    def read(self, nodes: list[SyntaxTreeNode]) -> Inlines:
        """``nodes`` as inlines."""
        return merged(self._walk(nodes))

    def _walk(self, nodes: list[SyntaxTreeNode]) -> list[Inline]:
        outer: list[tuple[str, str, list[Inline]]] = []  # open tags: name, address, and what stands before
        out: list[Inline] = []
        for node in nodes:
            tag = TAG.fullmatch(node.content) if node.type == "html_inline" else None
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
        name = found[1].lower() if (found := TAG.fullmatch(tag)) else ""
        if name not in TAGS:
            return (Text(tag, line),)
        if name == "img":
            return (Image(_attribute(tag, "src"), _attribute(tag, "alt"), line),)
        return (Break(line),) if name == "br" else ()


def _attribute(tag: str, name: str) -> str:
    found = re.search(rf"""\s{name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""", tag, re.IGNORECASE)
    return html.unescape(next((value for value in found.groups() if value is not None), "")) if found else ""
