"""The Markdown parser, and inline Markdown → inlines (for catalogs, too).

HTML in it is read for what it says where it is no more than that: breaks, images, and pairs of tags around words.
Any other tag is text like any other: ``list<i>`` loses nothing, and a script is shown, never run.
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

from atlas.core.limits import INLINE_NESTING
from atlas.document.nodes import Break, Code, Emphasis, Image, Inline, Inlines, Link, Strong, Text, merged, plain

LineOf = Callable[[int], int]

TAG = re.compile(r"""</?\s*([A-Za-z][A-Za-z0-9]*)(?:[^>"']|"[^"]*"|'[^']*')*>""")
_ATTRIBUTE = re.compile(r"""([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""")
_VOID = frozenset(("br", "img", "hr", "col"))
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
    options = {"html": True, "maxNesting": INLINE_NESTING, "store_labels": True, "inline_definitions": True}
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
        _flatten(state.tokens)
        return state.tokens

    made.inline.parse = parse  # type: ignore[method-assign, assignment]
    return made


def _flatten(tokens: list[Token]) -> None:
    """Make text of emphasis and tags that lie deeper than the limit: whatever walks a tree calls itself at each."""
    depth = 0
    around: list[tuple[int, bool]] = []  # of what is open: the depth that it lies at, and whether that is too deep
    for token in tokens:
        is_deep = depth >= INLINE_NESTING
        if token.nesting > 0:
            is_deep = is_deep and token.type != "link_open"  # no link holds another
            around.append((depth, is_deep))
            depth += 1
        elif token.nesting < 0:
            depth, is_deep = around.pop()
        elif token.type == "html_inline" and token.content.startswith("</"):
            depth, is_deep = max(depth - 1, around[-1][0] + 1 if around else 0), False
        else:
            opens = token.type == "html_inline" and _name(token.content) in TAGS - _VOID
            is_deep, depth = is_deep and opens, depth + (opens and not is_deep)
        if is_deep:
            token.type, token.tag, token.nesting, token.content = "text", "", 0, token.markup or token.content


_WITHOUT_HTML = parser().disable(["html_inline"])  # a msgid has no HTML: what looks like it is text


def parse_inline(text: str, line: int = 0) -> Inlines:
    """Inline Markdown as inlines; block syntax in ``text`` stays text."""
    tokens = _WITHOUT_HTML.parseInline(text)
    return InlineReader(lambda _: line, 0).read(SyntaxTreeNode(tokens).children[0].children)


class InlineReader:
    """The inlines of one block that begins at 0-based body line ``start``."""

    def __init__(self, line_of: LineOf, start: int) -> None:
        self._line_of = line_of
        self._at = start  # the body line that the walk has reached

    def read(self, nodes: list[SyntaxTreeNode]) -> Inlines:
        """``nodes`` as inlines."""
        return merged(self._walk(nodes))

    def _walk(self, nodes: list[SyntaxTreeNode]) -> list[Inline]:
        closes = _pairs([node.content if node.type == "html_inline" else "" for node in nodes])
        outer: list[tuple[str, list[Inline]]] = []  # open tags, each with what stands before it
        out: list[Inline] = []
        for i, node in enumerate(nodes):
            if node.type != "html_inline":
                out.append(self._inline(node))
            elif i in closes:
                outer.append((node.content, out))
                out = []
            elif i in closes.values():
                tag, before = outer.pop()
                out = [*before, *self._pair(tag, tuple(out))]
            else:
                out.extend(self._single(node.content))
            self._at += node.content.count("\n") if node.type == "html_inline" else 0
        return out

    def _pair(self, tag: str, words: Inlines) -> Inlines:
        """What a pair of tags makes of the words between."""
        line, name = self._line_of(self._at), _name(tag)
        if name in ("b", "strong"):
            return (Strong(words, line),)
        if name in ("i", "em"):
            return (Emphasis(words, line),)
        if name == "code":
            return (Code(plain(words), line),)
        url = attribute(tag, "href") if name == "a" else ""
        return (Link(url, words, line),) if url else words

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

    def _single(self, tag: str) -> Inlines:
        """What a tag without its pair says: a break, an image, or itself."""
        line, name = self._line_of(self._at), _name(tag)
        if name == "img":
            return (Image(attribute(tag, "src"), attribute(tag, "alt"), line),)
        return (Break(line),) if name == "br" else (Text(tag, line),)


def _pairs(tags: list[str]) -> dict[int, int]:
    """Index of each opening tag of ours → that of its closing tag; tags that cross another pair have none."""
    found: dict[int, int] = {}
    opened: list[tuple[int, str]] = []
    for i, tag in enumerate(tags):
        name = _name(tag)
        if name not in TAGS or name in _VOID:
            continue
        if not tag.startswith("</"):
            opened.append((i, name))
        elif (at := next((k for k in reversed(range(len(opened))) if opened[k][1] == name), None)) is not None:
            found[opened[at][0]] = i
            del opened[at:]
    return found


def _name(tag: str) -> str:
    return found[1].lower() if (found := TAG.fullmatch(tag)) else ""


def attribute(tag: str, name: str) -> str:
    """The value of a tag's attribute, decoded; nothing where it has none."""
    values = ((key, a or b or c) for key, a, b, c in _ATTRIBUTE.findall(tag))
    return html.unescape(next((value for key, value in values if key.lower() == name), ""))
