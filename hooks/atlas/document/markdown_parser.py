"""The Markdown parser: CommonMark with tables, and emphasis as Chinese text needs it."""

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_inline import StateInline, emphasis

from atlas.core.limits import BLOCKS

SIGN = re.compile(r"\\?[*_`\[\]<>&!\\]")  # what may begin markup in Markdown, or end it, or is escaped not to
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
    # CommonMark's 20 would make text of deep quotations; at each “[” in another, the parser calls itself.
    options = {"html": True, "maxNesting": 100, "store_labels": True, "inline_definitions": True}
    made = _Parser("commonmark", options).enable("table")
    made.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    made.inline.ruler.at("emphasis", _emphasis)
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
