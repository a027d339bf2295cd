"""The syntax tree of a Markdown seed, and functions that read properties of its nodes."""

import re
from itertools import pairwise

from markdown_it.rules_core import StateCore
from markdown_it.tree import SyntaxTreeNode

from atlas.core.limits import MAX_BLOCKS, MAX_NESTING, MAX_SYNTAX_CHARACTERS_PER_SEED, MAX_SYNTAX_CHARACTERS_PER_TEXT
from atlas.core.problems import UnreadableError
from atlas.document.inline_markdown import attribute
from atlas.document.markdown_parser import SYNTAX_CHARACTER, tag_name
from atlas.seeds.markdown_dialects import dialect_parser
from atlas.seeds.seed import Seed

# A heading whose number signs are followed by a space that Markdown does not accept there, such as U+3000.
_SPACED_HEADING = re.compile(r"^(#{1,6})[\u00a0\u2000-\u200a\u3000]", re.MULTILINE)


def parse_blocks(seed: Seed) -> SyntaxTreeNode:
    """Parse the seed's body into blocks. Raises UnreadableError if a limit is exceeded."""
    try:
        return SyntaxTreeNode(_PARSER.parse(_SPACED_HEADING.sub(r"\1 ", seed.body)))
    except UnreadableError as error:
        raise UnreadableError(seed.line(error.line), str(error)) from None


def parse_words(words: str) -> SyntaxTreeNode:
    """Parse the text of a title or cell, which contains only inlines."""
    return SyntaxTreeNode(_PARSER.parseInline(words))


def _check_limits(state: StateCore) -> None:
    """Check limits after blocks are parsed and before inlines are. Raises UnreadableError with a 0-based body line."""
    block_count = total_signs = 0
    for token in state.tokens:
        block_count += token.type in ("inline", "fence", "code_block")
        signs = len(SYNTAX_CHARACTER.findall(token.content)) if token.type == "inline" else 0
        total_signs += signs
        for is_beyond, message in (
            # the parser counts each level twice
            (token.level > 2 * MAX_NESTING, f"nests deeper than {MAX_NESTING} levels: check what was pasted"),
            (block_count > MAX_BLOCKS, f"is where there are more than {MAX_BLOCKS:,} blocks: split the file"),
            (
                signs > MAX_SYNTAX_CHARACTERS_PER_TEXT,
                f"begins a text with more than {MAX_SYNTAX_CHARACTERS_PER_TEXT:,} signs of markup: split it",
            ),
            (
                total_signs > MAX_SYNTAX_CHARACTERS_PER_SEED,
                f"is where there are more than {MAX_SYNTAX_CHARACTERS_PER_SEED:,} signs of markup: split the file",
            ),
        ):
            if is_beyond:
                raise UnreadableError((token.map or [0])[0], message)


_PARSER = dialect_parser()
_PARSER.core.ruler.after("block", "limits", _check_limits)


def start_of(node: SyntaxTreeNode) -> int:
    """Return the 0-based body line on which a block starts."""
    return node.map[0] if node.map else 0


def is_empty(node: SyntaxTreeNode) -> bool:
    """Return whether a node contains no words, but only empty lists, block quotes, and reference definitions."""
    wordless = ("list_item", "bullet_list", "ordered_list", "blockquote", "definition")
    return node.type in wordless and all(is_empty(child) for child in node.children)


def numbered_items(node: SyntaxTreeNode) -> list[tuple[int, SyntaxTreeNode]]:
    """Return the items of a list with the numbers to show: the seed's numbers if these increase, else consecutive."""
    seed_numbers = [int(item.info or 1) for item in node.children]
    are_increasing = all(first < second for first, second in pairwise(seed_numbers))
    shown = seed_numbers if are_increasing else range(seed_numbers[0], seed_numbers[0] + len(seed_numbers))
    return list(zip(shown, node.children, strict=True))


def rows_without_rule(node: SyntaxTreeNode) -> list[str]:
    """Return the rows of a paragraph that is really a table without a delimiter row (|---|), without their outer pipes.

    Such a paragraph has two or more lines, which all start and end with a pipe. For any other paragraph, return [].
    """
    lines = [line.strip() for line in node.children[0].content.split("\n")]
    are_rows = len(lines) > 1 and all(len(line) > 1 and line[0] == line[-1] == "|" for line in lines)
    return [line[1:-1] for line in lines] if are_rows else []


def anchor_names(node: SyntaxTreeNode | None) -> tuple[str, ...]:
    """Return the ids and names of the ``<a>`` tags in a heading, or in a paragraph that contains nothing but tags."""
    if node is None or node.type not in ("heading", "paragraph"):
        return ()
    parts = node.children[0].children
    if node.type == "paragraph" and not all(part.type in ("html_inline", "softbreak") for part in parts):
        return ()
    tags = [part.content for part in parts if part.type == "html_inline" and tag_name(part.content) == "a"]
    values = [attribute(tag, key) for tag in tags for key in ("id", "name")]
    return tuple(filter(None, values))
