"""Markdown → Document. HTML blocks are read for their structure if all of their tags are in ``TAGS``."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from markdown_it.common.utils import normalizeReference
from markdown_it.rules_block.table import escapedSplit
from markdown_it.rules_core import StateCore
from markdown_it.tree import SyntaxTreeNode

from atlas.core.edits import EMPTY_BLOCKS, OTHER_MARKUP, Edit, Rule
from atlas.core.languages import BilingualText
from atlas.core.limits import MAX_BLOCKS, MAX_NESTING, MAX_SYNTAX_CHARACTERS_PER_SEED, MAX_SYNTAX_CHARACTERS_PER_TEXT
from atlas.core.problems import Problem, UnreadableError
from atlas.document import nodes as tree
from atlas.document.inline_markdown import InlineReader, attribute
from atlas.document.markdown_parser import SYNTAX_CHARACTER, TAG, TAGS, tag_name
from atlas.document.nodes import Block, Document, Inlines
from atlas.sources.markdown_dialects import TAG_MARKUP, dialect_parser, note_title
from atlas.sources.read_html import read as read_html
from atlas.sources.seed import Seed

REFERENCES = Rule(
    "references", BilingualText("引用式链接展开到正文", "Reference-style links written out where they are used")
)
LINK_TITLES = Rule("link-titles", BilingualText("去掉链接的悬停文字", "Link hover text removed"), "link")
LIST_NUMBERS = Rule("list-numbers", BilingualText("列表编号", "List numbers"))
CODE_NOTES = Rule("code-notes", BilingualText("去掉代码块的附注", "Notes on code blocks removed"))
SURPLUS_CELLS = Rule("surplus-cells", BilingualText("去掉多余的单元格", "Surplus table cells removed"))

# A heading with a space after its number signs that Markdown does not take for one, such as U+3000.
_SPACED_HEADING = re.compile(r"^(#{1,6})[\u00a0\u2000-\u200a\u3000]", re.MULTILINE)


def read(seed: Seed) -> tuple[Document, tuple[Edit, ...], tuple[Problem, ...]]:
    """Read the seed's body. Return the document, edits for what was left out, and problems."""
    try:
        tokens = _PARSER.parse(_SPACED_HEADING.sub(r"\1 ", seed.body))
    except UnreadableError as error:
        return Document(()), (), (Problem(seed.path, seed.line(error.line), str(error)),)
    root = SyntaxTreeNode(tokens)
    edits, problems = _omissions(root, seed)
    reader = _MarkdownReader(seed)
    document = Document(reader.blocks(root.children))
    return document, (*edits, *reader.edits), (*problems, *reader.problems)


def _check_limits(state: StateCore) -> None:
    """Check limits between block and inline parsing. Raises UnreadableError with a 0-based body line."""
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


def _omissions(root: SyntaxTreeNode, seed: Seed) -> tuple[list[Edit], list[Problem]]:
    """Return edits for words of the seed that are not in the document, and warnings about those that readers may miss.

    Such words are definitions of references, comments, words after a fence's language, and surplus cells.
    """
    lines = seed.body.split("\n")
    edits: list[Edit] = []
    problems: list[Problem] = []
    for node in root.walk(include_self=False):
        start, end = node.map or (0, 0)
        line = seed.line(start)
        match node.type:
            case "definition" | "hidden":
                rule = REFERENCES if node.type == "definition" else OTHER_MARKUP
                edits.append(Edit(rule, "\n".join(lines[start:end]), "", line))
            case "fence":
                words_after_language = node.info.split()[1:]
                if words_after_language:
                    edits.append(Edit(CODE_NOTES, " ".join(words_after_language), "", line))
                if node.markup != TAG_MARKUP and not _end_with_fence(lines[start + 1 : end], node.markup):
                    message = "opens code that is never closed: close the fence"
                    problems.append(Problem(seed.path, line, message, "warning"))
            case "ordered_list":
                edits += _number_edits(node, seed)
            case "tr":
                cells = escapedSplit(lines[start].strip().removeprefix("|").removesuffix("|"))
                surplus = cells[len(node.children) :]
                if surplus:
                    edits.append(Edit(SURPLUS_CELLS, " | ".join(cell.strip() for cell in surplus), "", line))
                    message = "has more cells than its table has columns, and those are not shown: escape | as \\|"
                    problems.append(Problem(seed.path, line, message, "warning"))
            case "inline":
                edits += _reference_edits(node, line)
    return edits, problems


def _number_edits(node: SyntaxTreeNode, seed: Seed) -> Iterator[Edit]:
    """Yield edits for item numbers that the page omits or shows differently."""
    for number, item in _numbered(node):
        line = seed.line(_start(item))
        if _is_empty(item):
            yield Edit(EMPTY_BLOCKS, f"{item.info}.", "", line)
        elif item.info != str(number):
            yield Edit(LIST_NUMBERS, f"{item.info}.", f"{number}.", line)


def _reference_edits(node: SyntaxTreeNode, line: int) -> Iterator[Edit]:
    """Yield edits for reference labels, which URLs replace, and for link titles, which no page shows.

    A label is recorded as written: the parser knows only its normalized form. Of ``[words]``, there is none to record.
    """
    written_labels = re.findall(r"(?<=\])\[([^\[\]]+)\]", node.content)
    normalized_labels = [normalizeReference(written) for written in written_labels]
    position = 0  # in both lists, after the label that was recorded last
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
    """Return whether the last of ``lines`` closes a code block that ``fence`` opened."""
    last = lines[-1].lstrip("> ").rstrip() if lines else ""
    return last.startswith(fence) and not last.strip(fence[0])


class _MarkdownReader:
    """Converts syntax nodes to blocks, and collects edits for what the blocks do not contain, and problems."""

    def __init__(self, seed: Seed) -> None:
        self._seed = seed
        self._body = seed.body.split("\n")
        self.edits: list[Edit] = []
        self.problems: list[Problem] = []

    def blocks(self, nodes: list[SyntaxTreeNode]) -> tuple[Block, ...]:  # noqa: C901, PLR0912  one case per kind
        blocks: list[Block] = []
        for previous, node in zip([None, *nodes], nodes, strict=False):
            start = _start(node)
            line = self._seed.line(start)
            match node.type:
                case "heading":
                    names = (*_anchor_names(previous), *_anchor_names(node))
                    blocks.append(tree.Heading(int(node.tag[1]), self._inlines(node, start), line, names=names))
                case "paragraph" if row_texts := _rows(node):
                    cells = [self._row(text, index) for index, text in enumerate(row_texts, start)]
                    blocks.append(tree.Table.of(cells, line))
                case "paragraph":
                    blocks.append(tree.Paragraph(self._inlines(node, start), line))
                case "fence" | "code_block":
                    language = (node.info.split() or [""])[0]
                    code_line = self._seed.line(start + 1) if node.type == "fence" else line  # not that of the fence
                    blocks.append(tree.CodeBlock(node.content.removesuffix("\n"), language, code_line))
                    if node.markup == TAG_MARKUP and node.map:
                        self.edits += [self._dropped_line(start), self._dropped_line(node.map[1] - 1)]  # the tags
                case "bullet_list" | "ordered_list":
                    blocks.extend(self._lists(node))
                case "blockquote":
                    blocks.append(tree.Quote(self.blocks(node.children), line))
                case "table":
                    rows = [self._cells(row.children, _start(row)) for part in node.children for row in part.children]
                    blocks.append(tree.Table.of(rows, line))
                case "hr":
                    blocks.append(tree.ThematicBreak(line))
                case "definition" | "hidden" | "admonition_title":
                    pass  # recorded, or part of the words of a node around it
                case "callout":
                    blocks.append(tree.Paragraph((tree.Strong(self._note_title(node), line),), line))
                case "admonition" | "container_of_any_name":
                    blocks.extend(self._note(node))
                case "footnote_reference":  # the plugin's name of a footnote's text
                    blocks.extend(_with_label(self.blocks(node.children), node.meta["label"], line))
                case "html_block" if all(tag.lower() in TAGS for tag in TAG.findall(node.content)):
                    blocks.extend(self._html(node.content, start))
                case _:  # only HTML with other tags is left: keep it as text
                    blocks.append(tree.Paragraph((tree.Text(node.content.rstrip("\n"), line),), line))
        return tuple(blocks)

    def _dropped_line(self, index: int) -> Edit:
        return Edit(OTHER_MARKUP, self._body[index].strip(), "", self._seed.line(index))

    def _note(self, node: SyntaxTreeNode) -> tuple[Block, ...]:
        """Return the blocks for a note: a block quote that begins with its title.

        Of a note with headings in it, and of a container without a title, the blocks are not quoted.
        """
        line = self._seed.line(_start(node))
        title = self._note_title(node)
        blocks = self.blocks(node.children)
        if not title:
            return blocks
        if any(isinstance(block, tree.Heading) for block in blocks):
            return (tree.Paragraph(title, line), *blocks)
        bold_title = tree.Paragraph((tree.Strong(title, line),), line)
        return (tree.Quote((bold_title, *blocks), line),)

    def _note_title(self, node: SyntaxTreeNode) -> Inlines:
        """Return the title of a note, else the label of its kind; nothing for a container that only sets a style."""
        start = _start(node)
        title, label = note_title(node.info)
        words = title or (label.of(self._seed.language) if label else "")
        first_line = self._body[start].strip().lstrip("> ")
        self.edits.append(Edit(OTHER_MARKUP, first_line, words, self._seed.line(start)))
        return self._inlines(SyntaxTreeNode(_PARSER.parseInline(words)), start) if words else ()

    def _html(self, content: str, start: int) -> tuple[Block, ...]:
        """Read an HTML block that starts at body line ``start``."""
        origin = self._seed.origin[start : start + content.count("\n") + 1]
        document, edits, problems = read_html(replace(self._seed, body=content, origin=origin), is_page=False)
        self.edits += edits
        self.problems += problems
        return document.blocks

    def _lists(self, node: SyntaxTreeNode) -> list[tree.ListBlock]:
        """Return a list without empty items; a numbered list becomes several where its numbers have a gap."""
        ordered = node.type == "ordered_list"
        items_by_start: dict[int, list[tree.Item]] = {}  # by the number of their first item
        next_number: int | None = None
        for number, item in _numbered(node):
            if _is_empty(item):
                continue
            line = self._seed.line(_start(item))
            if blocks := self.blocks(item.children):
                if next_number is None or (ordered and number != next_number):
                    items: list[tree.Item] = []
                    items_by_start[number] = items
                items.append(tree.Item(blocks, line))
                next_number = number + 1
            elif ordered:  # HTML that no page shows, such as a comment
                self.edits.append(Edit(EMPTY_BLOCKS, f"{item.info}.", "", line))
        return [tree.ListBlock(ordered, tuple(items), items[0].line, start) for start, items in items_by_start.items()]

    def _row(self, text: str, start: int) -> list[tree.Cell]:
        """Return the cells of a row that the parser took for a line of a paragraph."""
        cells = (SyntaxTreeNode(_PARSER.parseInline(cell.strip())) for cell in escapedSplit(text))
        return self._cells(cells, start)

    def _cells(self, cells: Iterable[SyntaxTreeNode], start: int) -> list[tree.Cell]:
        return [tree.Cell(self._inlines(cell, start), self._seed.line(start)) for cell in cells]

    def _inlines(self, node: SyntaxTreeNode, start: int) -> Inlines:
        """Return the inlines of a heading, paragraph, or cell."""
        reader = InlineReader(self._seed.line, start)
        inlines = reader.read(node.children[0].children)
        self.edits += reader.edits
        return inlines


def _with_label(blocks: tuple[Block, ...], label: str, line: int) -> tuple[Block, ...]:
    """Return the blocks of a footnote after the label that references to it show: "Text." → "[1] Text."."""
    label_text = tree.Text(f"[{label}] ", line)
    match blocks:
        case (tree.Paragraph(inlines=inlines), *rest):
            return (tree.Paragraph(tree.merged([label_text, *inlines]), line), *rest)
        case _:
            return (tree.Paragraph((label_text,), line), *blocks)


def _anchor_names(node: SyntaxTreeNode | None) -> tuple[str, ...]:
    """Return the ids and names of ``<a>`` tags in a heading, or in a paragraph that consists of tags."""
    if node is None or node.type not in ("heading", "paragraph"):
        return ()
    parts = node.children[0].children
    if node.type == "paragraph" and not all(part.type in ("html_inline", "softbreak") for part in parts):
        return ()
    tags = [part.content for part in parts if part.type == "html_inline" and tag_name(part.content) == "a"]
    values = [attribute(tag, key) for tag in tags for key in ("id", "name")]
    return tuple(filter(None, values))


def _start(node: SyntaxTreeNode) -> int:
    """Return the 0-based body line on which a block starts."""
    return node.map[0] if node.map else 0


def _rows(node: SyntaxTreeNode) -> list[str]:
    """Return the rows of a table without a delimiter row: two or more lines that all start and end with a pipe."""
    lines = [line.strip() for line in node.children[0].content.split("\n")]
    are_rows = len(lines) > 1 and all(len(line) > 1 and line[0] == line[-1] == "|" for line in lines)
    return [line[1:-1] for line in lines] if are_rows else []


def _is_empty(node: SyntaxTreeNode) -> bool:
    """Return whether a node contains no words: only containers and definitions of references."""
    wordless = ("list_item", "bullet_list", "ordered_list", "blockquote", "definition")
    return node.type in wordless and all(_is_empty(child) for child in node.children)


def _numbered(node: SyntaxTreeNode) -> list[tuple[int, SyntaxTreeNode]]:
    """Return the items of a list with the numbers to show: the seed's if they increase, else consecutive ones."""
    seed_numbers = [int(item.info or 1) for item in node.children]
    are_increasing = all(first < second for first, second in pairwise(seed_numbers))
    shown = seed_numbers if are_increasing else range(seed_numbers[0], seed_numbers[0] + len(seed_numbers))
    return list(zip(shown, node.children, strict=True))
