"""The Markdown parser: CommonMark with tables, with emphasis adapted to Chinese text, and with a limit on nesting."""

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_inline import StateInline, emphasis

from atlas.core.limits import MAX_BLOCKS, MAX_INLINE_NESTING

SYNTAX_CHARACTER = re.compile(r"[*_`~{\[\]<>&!\\]")  # a character that may start or end Markdown markup
TAG = re.compile(r"""</?\s*([A-Za-z][A-Za-z0-9]*)(?:[^>"']|"[^"]*"|'[^']*')*>""")
TAGS = frozenset(  # HTML tags that are interpreted; text with any other tag is kept as it is
    "a b strong i em u s del strike ins mark small big sub sup span font center code kbd abbr cite dfn q time ruby rb"
    " rt rp br img wbr p div section article figure figcaption details summary h1 h2 h3 h4 h5 h6 ul ol li dl dt dd hr"
    " blockquote pre table caption colgroup col thead tbody tfoot tr th td".split()
)
PAIRED_TAGS = TAGS - {"br", "img", "hr", "col", "wbr"}


class _Parser(MarkdownIt):
    """A parser that neither checks nor changes URLs, as a pass must unwrap redirects before the writer checks URLs."""

    def validateLink(self, url: str) -> bool:
        return True

    def normalizeLink(self, url: str) -> str:
        return url

    def normalizeLinkText(self, link: str) -> str:
        return link


def parser() -> MarkdownIt:
    """Return a parser whose syntax tree includes reference definitions and labels, so that edits can record them."""
    options = {"html": True, "maxNesting": MAX_INLINE_NESTING, "store_labels": True, "inline_definitions": True}
    markdown = _Parser("commonmark", options).enable("table")
    markdown.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    markdown.inline.ruler.at("emphasis", _emphasis)
    markdown.inline.ruler2.push("flatten", _flatten)
    return markdown


def tag_name(tag: str) -> str:
    """Return the lower-case name of an HTML tag: "</EM>" → "em"; empty if ``tag`` is not a tag."""
    match = TAG.fullmatch(tag)
    return match[1].lower() if match else ""


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Apply markdown-it's rule for tables, but read no further table after more than ``MAX_BLOCKS`` cells in all.

    The rule pads short rows with empty cells, so a few lines of a malicious text can produce very many of them.
    """
    if state.env.get("cells", 0) > MAX_BLOCKS:
        return False
    token_count = len(state.tokens)
    is_table = table(state, start, end, silent)
    cell_count = sum(token.type == "inline" for token in state.tokens[token_count:])
    state.env["cells"] = state.env.get("cells", 0) + cell_count
    return is_table


def _emphasis(state: StateInline, silent: bool) -> bool:
    """Apply markdown-it's rule, but decide by adjacent spaces alone whether ``*`` may open or close emphasis.

    CommonMark also considers adjacent punctuation. By its rule, ``**“x”**y`` is not emphasis, although Chinese text has
    no spaces around emphasis. Python-Markdown and the publisher's site ignore punctuation, too.
    """
    start = state.pos
    earlier_count = len(state.delimiters)
    if not emphasis.tokenize(state, silent):
        return False
    if state.src[start] == "*":
        let_spaces_decide(state, start, earlier_count)
    return True


def let_spaces_decide(state: StateInline, start: int, earlier_count: int) -> None:
    """Let the last run of delimiters open emphasis if no space follows it, and close emphasis if no space precedes it.

    The run begins at position ``start`` of the text; ``earlier_count`` delimiters were read before it.
    """
    opens = state.pos < state.posMax and not state.src[state.pos].isspace()
    closes = start > 0 and not state.src[start - 1].isspace()
    for delimiter in state.delimiters[earlier_count:]:
        delimiter.open = opens
        delimiter.close = closes


def _flatten(state: StateInline) -> None:
    """Turn emphasis and tags that are nested beyond the limit into text, because traversing the tree is recursive."""
    depth = 0
    # For each open token, its depth, and whether it becomes text; if so, its closing token must become text, too.
    open_tokens: list[tuple[int, bool]] = []
    for token in state.tokens:
        is_deep = depth >= MAX_INLINE_NESTING
        if token.nesting > 0:
            is_deep = is_deep and token.type != "link_open"  # links do not nest
            open_tokens.append((depth, is_deep))
            depth += 1
        elif token.nesting < 0:
            depth, is_deep = open_tokens.pop()
        elif token.type == "html_inline" and token.content.startswith("</"):
            depth = max(depth - 1, open_tokens[-1][0] + 1 if open_tokens else 0)
            is_deep = False
        else:
            is_start_tag = token.type == "html_inline" and tag_name(token.content) in PAIRED_TAGS
            depth += is_start_tag and not is_deep
            is_deep = is_deep and is_start_tag
        if is_deep:
            token.type = "text"
            token.tag = ""
            token.nesting = 0
            token.content = token.markup or token.content
