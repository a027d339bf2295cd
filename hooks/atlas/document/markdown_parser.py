"""The Markdown parser: CommonMark with tables, emphasis as Chinese text needs it, and a bound on nesting."""

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_inline import StateInline, emphasis

from atlas.core.limits import BLOCKS, INLINE_NESTING

SIGN = re.compile(r"[*_`\[\]<>&!\\]")  # what may begin markup in Markdown, or end it
TAG = re.compile(r"""</?\s*([A-Za-z][A-Za-z0-9]*)(?:[^>"']|"[^"]*"|'[^']*')*>""")
TAGS = frozenset(  # HTML that is read for its structure
    "a b strong i em u s del ins mark small sub sup span font center code kbd br img p div section article figure"
    " figcaption details summary h1 h2 h3 h4 h5 h6 ul ol li dl dt dd hr blockquote pre table caption colgroup col thead"
    " tbody tfoot tr th td".split()
)
PAIRED_TAGS = TAGS - {"br", "img", "hr", "col"}


class _Parser(MarkdownIt):
    """Leaves addresses as the seed has them: the writer judges them after redirects are unwrapped."""

    def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802  the overridden signature
        return True

    def normalizeLink(self, url: str) -> str:  # noqa: N802
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802
        return link


def parser() -> MarkdownIt:
    """A parser that also keeps definitions and labels of references, to be recorded."""
    options = {"html": True, "maxNesting": INLINE_NESTING, "store_labels": True, "inline_definitions": True}
    made = _Parser("commonmark", options).enable("table")
    made.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    made.inline.ruler.at("emphasis", _emphasis)
    made.inline.ruler2.push("flatten", _flatten)
    return made


def tag_name(tag: str) -> str:
    """The name of an HTML tag, in small letters; empty for what is none."""
    return found[1].lower() if (found := TAG.fullmatch(tag)) else ""


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001  markdown-it's signature
    """The package's rule until the limit of blocks: it completes short rows, so a few lines may make many cells."""
    if state.env.get("cells", 0) > BLOCKS:
        return False
    before = len(state.tokens)
    found = table(state, start, end, silent)
    state.env["cells"] = state.env.get("cells", 0) + sum(token.type == "inline" for token in state.tokens[before:])
    return found


def _emphasis(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  markdown-it's signature
    """The package's rule, but ``*`` opens and closes by the neighbouring space alone.

    CommonMark also asks for punctuation, which Chinese text next to emphasis does not satisfy:
    ``**“x”**y`` would stay literal. Python-Markdown and the publisher's site read it this way.
    """
    start, before = state.pos, len(state.delimiters)
    if not emphasis.tokenize(state, silent):
        return False
    if state.src[start] == "*":
        opens = state.pos < state.posMax and not state.src[state.pos].isspace()
        closes = start > 0 and not state.src[start - 1].isspace()
        for delimiter in state.delimiters[before:]:
            delimiter.open, delimiter.close = opens, closes
    return True


def _flatten(state: StateInline) -> None:
    """Make text of emphasis and tags that are nested deeper than the limit: whatever traverses a tree recurses."""
    depth = 0
    around: list[tuple[int, bool]] = []  # of what is open: its depth, and whether that is too deep
    for token in state.tokens:
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
            opens = token.type == "html_inline" and tag_name(token.content) in PAIRED_TAGS
            is_deep, depth = is_deep and opens, depth + (opens and not is_deep)
        if is_deep:
            token.type, token.tag, token.nesting, token.content = "text", "", 0, token.markup or token.content
