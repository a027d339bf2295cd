"""Words of a Markdown seed that are left out of the document, and markup that its author probably forgot.

The syntax tree has such words, but no block or inline can hold them: reference definitions, link titles, and others.
"""

import re
from collections.abc import Iterator

from markdown_it.common.utils import normalizeReference
from markdown_it.rules_block.table import escapedSplit
from markdown_it.tree import SyntaxTreeNode

from atlas.core.edits import EMPTY_BLOCKS, OTHER_MARKUP, Edit, Rule
from atlas.core.languages import BilingualText
from atlas.core.problems import Problem
from atlas.seeds.markdown_dialects import TAG_MARKUP
from atlas.seeds.markdown_tree import is_empty, numbered_items, start_of
from atlas.seeds.seed import Seed

REFERENCES = Rule(
    "references", BilingualText("引用式链接展开到正文", "Reference-style links written out where they are used")
)
LINK_TITLES = Rule("link-titles", BilingualText("去掉链接的悬停文字", "Link hover text removed"), "link")
LIST_NUMBERS = Rule("list-numbers", BilingualText("列表编号", "List numbers"))
CODE_NOTES = Rule("code-notes", BilingualText("去掉代码块的附注", "Notes on code blocks removed"))
SURPLUS_CELLS = Rule("surplus-cells", BilingualText("去掉多余的单元格", "Surplus table cells removed"))


def omissions(root: SyntaxTreeNode, seed: Seed) -> Iterator[Edit]:
    """Yield an edit for each piece of the seed's text that is not in the document.

    These are definitions and labels of references, comments between template tags, words after a fence's language,
    numbers of items that the page omits or changes, surplus cells, and link titles.
    """
    lines = seed.body.split("\n")
    for node in root.walk(include_self=False):
        start, end = node.map or (0, 0)
        line = seed.line(start)
        match node.type:
            case "definition" | "hidden":
                rule = REFERENCES if node.type == "definition" else OTHER_MARKUP
                yield Edit(rule, "\n".join(lines[start:end]), "", line)
            case "fence":
                words_after_language = node.info.split()[1:]
                if words_after_language:
                    yield Edit(CODE_NOTES, " ".join(words_after_language), "", line)
            case "ordered_list":
                yield from _number_edits(node, seed)
            case "tr":
                surplus = _surplus_cells(node, lines[start])
                if surplus:
                    yield Edit(SURPLUS_CELLS, " | ".join(surplus), "", line)
            case "inline":
                yield from _reference_edits(node, line)


def slips(root: SyntaxTreeNode, seed: Seed) -> Iterator[Problem]:
    """Yield warnings about missing markup: an unescaped pipe, which hides a cell, and a code fence never closed."""
    lines = seed.body.split("\n")
    for node in root.walk(include_self=False):
        start, end = node.map or (0, 0)
        message = ""
        if node.type == "tr" and _surplus_cells(node, lines[start]):
            message = "has more cells than its table has columns, and those are not shown: escape | as \\|"
        elif (
            node.type == "fence"
            and node.markup != TAG_MARKUP
            and not _end_with_fence(lines[start + 1 : end], node.markup)
        ):
            message = "opens code that is never closed: close the fence"
        if message:
            yield Problem(seed.path, seed.line(start), message, "warning")


def _surplus_cells(row: SyntaxTreeNode, written: str) -> list[str]:
    """Return the cells of a row, as written in the seed, that exceed the columns of its table."""
    cells = escapedSplit(written.strip().removeprefix("|").removesuffix("|"))
    return [cell.strip() for cell in cells[len(row.children) :]]


def _number_edits(node: SyntaxTreeNode, seed: Seed) -> Iterator[Edit]:
    """Yield an edit for each item number that the page omits or changes."""
    for number, item in numbered_items(node):
        line = seed.line(start_of(item))
        if is_empty(item):
            yield Edit(EMPTY_BLOCKS, f"{item.info}.", "", line)
        elif item.info != str(number):
            yield Edit(LIST_NUMBERS, f"{item.info}.", f"{number}.", line)


def _reference_edits(node: SyntaxTreeNode, line: int) -> Iterator[Edit]:
    """Yield edits for reference labels, which are replaced with URLs, and for link titles, which no page shows.

    The parser knows only the normalized label, so the label as written is searched for in the text: [words][Label]. In
    the short form [words], the label is the link's text, and the edit has no words before it.
    """
    written_labels = re.findall(r"(?<=\])\[([^\[\]]+)\]", node.content)
    normalized_labels = [normalizeReference(written) for written in written_labels]
    position = 0  # the index, in both lists, after the last label that was recorded
    for link in node.walk():
        if link.type not in ("link", "image"):
            continue
        url = str(link.attrs.get("href") or link.attrs.get("src") or "")
        if label := link.meta.get("label"):
            written = ""
            if label in normalized_labels[position:]:
                index = normalized_labels.index(label, position)
                written = written_labels[index]
                position = index + 1
            yield Edit(REFERENCES, written, url, line)
        elif title := link.attrs.get("title"):
            yield Edit(LINK_TITLES, str(title), "", line)


def _end_with_fence(lines: list[str], fence: str) -> bool:
    """Return whether the last of ``lines`` closes a code block that was opened with ``fence``."""
    last = lines[-1].lstrip("> ").rstrip() if lines else ""
    return last.startswith(fence) and not last.strip(fence[0])
