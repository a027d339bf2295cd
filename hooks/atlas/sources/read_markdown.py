"""Markdown → Document. HTML blocks are read for their structure if all of their tags are in ``TAGS``."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from markdown_it.common.utils import normalizeReference
from markdown_it.rules_block.table import escapedSplit
from markdown_it.rules_core import StateCore
from markdown_it.tree import SyntaxTreeNode

from atlas.core.edits import Edit, Rule
from atlas.core.limits import MAX_BLOCKS, MAX_NESTING, MAX_SYNTAX_CHARACTERS_PER_SEED, MAX_SYNTAX_CHARACTERS_PER_TEXT
from atlas.core.problems import Problem, UnreadableError
from atlas.document import nodes as tree
from atlas.document.inline_markdown import InlineReader, attribute
from atlas.document.markdown_parser import SYNTAX_CHARACTER, TAG, TAGS, tag_name
from atlas.document.nodes import Block, Document, Inlines
from atlas.sources.markdown_dialects import TAG_MARKUP, dialect_parser, note_title
from atlas.sources.read_html import read as read_html
from atlas.sources.seed import Seed

# A heading whose number signs end in another space than Markdown knows.
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
    """Return edits for words that are not in the document, such as reference definitions; and warnings about some."""
    lines = seed.body.split("\n")
    edits: list[Edit] = []
    problems: list[Problem] = []
    for node in root.walk(include_self=False):
        start, end = node.map or (0, 0)
        line = seed.line(start)
        match node.type:
            case "definition" | "hidden":
                rule: Rule = "references" if node.type == "definition" else "other-markup"
                edits.append(Edit(rule, "\n".join(lines[start:end]), "", line))
            case "fence":
                if note := node.info.split()[1:]:
                    edits.append(Edit("code-notes", " ".join(note), "", line))
                if node.markup != TAG_MARKUP and not _closes(lines[start + 1 : end], node.markup):
                    message = "opens code that is never closed: close the fence"
                    problems.append(Problem(seed.path, line, message, "warning"))
            case "ordered_list":
                edits += _number_edits(node, seed)
            case "tr":
                cells = escapedSplit(lines[start].strip().removeprefix("|").removesuffix("|"))
                if surplus := cells[len(node.children) :]:
                    edits.append(Edit("surplus-cells", " | ".join(cell.strip() for cell in surplus), "", line))
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
            yield Edit("empty-blocks", f"{item.info}.", "", line)
        elif item.info != str(number):
            yield Edit("list-numbers", f"{item.info}.", f"{number}.", line)


def _reference_edits(node: SyntaxTreeNode, line: int) -> Iterator[Edit]:
    """Yield edits for reference labels, replaced by URLs, and for link titles, which no page shows."""
    labels = re.findall(r"(?<=\])\[([^\[\]]+)\]", node.content)
    for link in (inline for inline in node.walk() if inline.type in ("link", "image")):
        url = str(link.attrs.get("href") or link.attrs.get("src") or "")
        if label := link.meta.get("label"):
            written = next((text for text in labels if normalizeReference(text) == label), "")
            labels = labels[labels.index(written) + 1 :] if written else labels
            yield Edit("references", written, url, line)
        elif title := link.attrs.get("title"):
            yield Edit("link-titles", str(title), "", line)


def _closes(lines: list[str], fence: str) -> bool:
    last = lines[-1].lstrip("> ").rstrip() if lines else ""
    return last.startswith(fence) and not last.strip(fence[0])


class _MarkdownReader:
    """Converts syntax nodes to blocks; collects edits and problems from HTML blocks."""

    def __init__(self, seed: Seed) -> None:
        self._seed = seed
        self._body = seed.body.split("\n")
        self.edits: list[Edit] = []
        self.problems: list[Problem] = []

    def blocks(self, nodes: list[SyntaxTreeNode]) -> tuple[Block, ...]:  # noqa: C901, PLR0912  one case per kind
        blocks: list[Block] = []
        for before, node in zip([None, *nodes], nodes, strict=False):
            start = _start(node)
            line = self._seed.line(start)
            match node.type:
                case "heading":
                    names = (*_names(before), *_names(node))
                    blocks.append(tree.Heading(int(node.tag[1]), self._inlines(node, start), line, names=names))
                case "paragraph" if texts := _rows(node):
                    blocks.append(tree.Table.of([self._row(text, start + n) for n, text in enumerate(texts)], line))
                case "paragraph":
                    blocks.append(tree.Paragraph(self._inlines(node, start), line))
                case "fence" | "code_block":
                    language = (node.info.split() or [""])[0]
                    first = self._seed.line(start + (node.type == "fence"))  # the code starts after the fence
                    blocks.append(tree.CodeBlock(node.content.removesuffix("\n"), language, first))
                    if node.markup == TAG_MARKUP and node.map:
                        self.edits += (self._dropped_line(index) for index in (start, node.map[1] - 1))
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
                case "footnote_reference":
                    blocks.extend(_labelled(self.blocks(node.children), node.meta["label"], line))
                case "html_block" if all(tag.lower() in TAGS for tag in TAG.findall(node.content)):
                    blocks.extend(self._html(node.content, start))
                case _:  # only HTML with other tags is left: keep it as text
                    blocks.append(tree.Paragraph((tree.Text(node.content.rstrip("\n"), line),), line))
        return tuple(blocks)

    def _dropped_line(self, index: int) -> Edit:
        return Edit("other-markup", self._body[index].strip(), "", self._seed.line(index))

    def _note(self, node: SyntaxTreeNode) -> tuple[Block, ...]:
        """Return a note as a block quote; a container that only sets a style, or has headings in it, as its blocks."""
        line = self._seed.line(_start(node))
        title = self._note_title(node)
        blocks = self.blocks(node.children)
        if any(isinstance(block, tree.Heading) for block in blocks):
            return (tree.Paragraph(title, line), *blocks) if title else blocks
        label = tree.Paragraph((tree.Strong(title, line),), line)
        return (tree.Quote((label, *blocks), line),) if title else blocks

    def _note_title(self, node: SyntaxTreeNode) -> Inlines:
        """Return what stands above a note: its title, else the label of its kind; nothing for other containers."""
        start = _start(node)
        title, label = note_title(node.info)
        words = title or (label.of(self._seed.language) if label else "")
        written = self._body[start].strip().lstrip("> ")
        self.edits.append(Edit("other-markup", written, words, self._seed.line(start)))
        return self._inlines(SyntaxTreeNode(_PARSER.parseInline(words)), start) if words else ()

    def _html(self, content: str, start: int) -> tuple[Block, ...]:
        origin = self._seed.origin[start : start + content.count("\n") + 1]
        document, edits, problems = read_html(replace(self._seed, body=content, origin=origin), is_page=False)
        self.edits += edits
        self.problems += problems
        return document.blocks

    def _lists(self, node: SyntaxTreeNode) -> list[tree.ListBlock]:
        """Drop empty items, and split a numbered list where its numbers have a gap."""
        ordered = node.type == "ordered_list"
        parts: list[tuple[int, list[tree.Item]]] = []  # the number of the first item, and the items
        for number, child in _numbered(node):
            if _is_empty(child):
                continue
            line = self._seed.line(_start(child))
            if blocks := self.blocks(child.children):
                if not parts or (ordered and number != parts[-1][0] + len(parts[-1][1])):
                    parts.append((number, []))
                parts[-1][1].append(tree.Item(blocks, line))
            elif ordered:  # HTML that no page shows, such as a comment
                self.edits.append(Edit("empty-blocks", f"{child.info}.", "", line))
        return [tree.ListBlock(ordered, tuple(items), items[0].line, first) for first, items in parts]

    def _row(self, text: str, start: int) -> list[tree.Cell]:
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


def _labelled(blocks: tuple[Block, ...], label: str, line: int) -> tuple[Block, ...]:
    """Return the blocks of a footnote, the first with the label that its references show."""
    number = tree.Text(f"[{label}] ", line)
    match blocks:
        case (tree.Paragraph(inlines=inlines), *rest):
            return (tree.Paragraph(tree.merged([number, *inlines]), line), *rest)
        case _:
            return (tree.Paragraph((number,), line), *blocks)


def _names(node: SyntaxTreeNode | None) -> tuple[str, ...]:
    """Return the ids and names of the empty links in a heading, or in a paragraph of nothing else."""
    if node is None or node.type not in ("heading", "paragraph"):
        return ()
    parts = node.children[0].children
    if node.type == "paragraph" and not all(part.type in ("html_inline", "softbreak") for part in parts):
        return ()
    tags = [part.content for part in parts if part.type == "html_inline" and tag_name(part.content) == "a"]
    return tuple(name for tag in tags for key in ("id", "name") if (name := attribute(tag, key)))


def _start(node: SyntaxTreeNode) -> int:
    """Return the 0-based body line on which a block starts."""
    return node.map[0] if node.map else 0


def _rows(node: SyntaxTreeNode) -> list[str]:
    """Return the rows of a table without a delimiter row: two or more lines that all start and end with a pipe."""
    lines = [line.strip() for line in node.children[0].content.split("\n")]
    are_rows = len(lines) > 1 and all(len(line) > 1 and line[0] == line[-1] == "|" for line in lines)
    return [line[1:-1] for line in lines] if are_rows else []


def _is_empty(node: SyntaxTreeNode) -> bool:
    holds = ("list_item", "bullet_list", "ordered_list", "blockquote", "definition")
    return node.type in holds and all(_is_empty(child) for child in node.children)


def _numbered(node: SyntaxTreeNode) -> list[tuple[int, SyntaxTreeNode]]:
    """Return items with the numbers to show: their own if these increase, otherwise consecutive ones."""
    written = [int(child.info or 1) for child in node.children]
    are_increasing = all(first < second for first, second in pairwise(written))
    shown = written if are_increasing else range(written[0], written[0] + len(written))
    return list(zip(shown, node.children, strict=True))
