"""HTML → Document. Only structure and text are carried over, no markup."""

import re
from collections.abc import Iterable

from bs4.element import NavigableString, PageElement, Tag

from atlas.core.changes import Change
from atlas.core.limits import TAG_NESTING, TAGS
from atlas.core.problems import Problem
from atlas.document import nodes as tree
from atlas.document.nodes import Block, Document, Inline, Inlines, merged, plain
from atlas.document.traverse import nodes
from atlas.sources.html_elements import (
    DROPPED,
    addresses,
    block_holders,
    comments,
    is_comment,
    is_inline,
    is_space,
    newlines,
    parse,
    table_parts,
    text_of,
    words_and_addresses,
)
from atlas.sources.seed import Seed

_HEADINGS = {f"h{n}": n for n in range(1, 7)}


def read(seed: Seed) -> tuple[Document, tuple[Change, ...], tuple[Problem, ...]]:
    """The seed's body as a document, and a record and a problem for every element that was not carried over."""
    if seed.body.count("<") > TAGS:
        message = f"has more than {TAGS:,} tags: keep only the announcement"
        return Document(()), (), (Problem(seed.path, 1, message),)
    reader = _Reader(seed)
    soup, reader.problems = parse(seed)
    reader.holders, deep = block_holders(soup)
    if deep:
        message = f"nests deeper than {TAG_NESTING} tags: flatten it"
        return Document(()), (), (Problem(seed.path, reader.at(deep), message),)
    blocks = reader.blocks(soup.children)
    changes, problems = comments(soup, seed)
    return Document(tuple(blocks)), (*reader.changes, *changes), (*reader.problems, *problems)


class _Reader:
    def __init__(self, seed: Seed) -> None:
        self.seed = seed
        self.index = 0  # 0-based body line that has been reached
        self.problems: list[Problem] = []
        self.changes: list[Change] = []
        self.holders: set[int] = set()  # elements that hold blocks, by identity

    def blocks(self, nodes: Iterable[PageElement]) -> list[Block]:
        out: list[Block] = []
        run: list[PageElement] = []  # inline nodes that stand between blocks: a paragraph without its tag
        for node in [*nodes, None]:
            if node is not None and is_inline(node, self.holders):
                run.append(node)
                continue
            if run and (inlines := _trimmed(self.inlines(run))):
                out.append(tree.Paragraph(inlines, inlines[0].line))
            run = []
            if isinstance(node, Tag):
                start = (node.sourceline or 1) - 1
                out.extend(self.block(node))
                self.index = max(self.index, start + newlines(node))
        return out

    def block(self, tag: Tag) -> list[Block]:
        line = self.at(tag)
        if tag.name in DROPPED:
            self.dropped(tag, line)
            return []
        if tag.name in _HEADINGS:
            inlines = _trimmed(self.inlines(tag.children))
            return [tree.Heading(_HEADINGS[tag.name], inlines, line)] if inlines else []
        if tag.name == "pre":
            return [self.code(tag, line)]
        if tag.name in ("ul", "ol"):
            return self.list_block(tag, line)
        if tag.name == "blockquote":
            return [tree.Quote(tuple(self.blocks(tag.children)), line)]
        if tag.name == "table":
            return self.table(tag, line)
        if tag.name == "hr":
            return [tree.Rule(line)]
        return self.blocks(tag.children)  # p, div, section, li outside a list …: only what is inside

    def list_block(self, tag: Tag, line: int) -> list[Block]:
        items: list[tree.Item] = []
        for child in tag.children:
            if isinstance(child, Tag) and child.name in DROPPED:
                self.dropped(child, self.at(child))
            elif isinstance(child, Tag):
                at = self.at(child)
                items.append(tree.Item(tuple(self.blocks(child.children if child.name == "li" else [child])), at))
            elif isinstance(child, NavigableString) and not is_space(child):
                items.append(tree.Item(tuple(self.blocks([child])), self.seed.line(self.index)))
        start = str(tag.get("start", "1"))
        number = int(start) if re.fullmatch(r"\d{1,6}", start) else 1
        return [tree.ListBlock(tag.name == "ol", tuple(items), line, number)] if items else []

    def table(self, tag: Tag, line: int) -> list[Block]:
        rows: list[list[tree.Cell]] = []
        out: list[Block] = []
        between_cells: list[str] = []
        last: Tag | None = None  # the row of the cell before
        for part, within in table_parts(tag):
            if not isinstance(part, Tag):
                between_cells.append(str(part))
            elif part.name == "table":
                out.extend(self.block(part))
            elif part.name == "caption":
                at = self.at(part)
                out.append(tree.Paragraph(_trimmed(self.inlines(part.children)), at))
            else:
                if within is not last:
                    rows.append([])
                at = self.at(part)
                rows[-1].append(tree.Cell(_trimmed(self.inlines(part.children)), at))
                last = within
        if between_cells:
            self.changes.append(Change("dropped-elements", " ".join(between_cells), "", line, "<table>"))
            message = "has words between the cells of a table, which are not carried over: move them"
            self.problems.append(Problem(self.seed.path, line, message, "warning"))
        return [*out, tree.Table.of(rows, line)] if rows else out

    def code(self, tag: Tag, line: int) -> tree.CodeBlock:
        self.addresses(tag, line)
        parts: list[str] = []
        begun = False
        for node in tag.descendants:
            if isinstance(node, Tag):
                parts += ["\n"] if node.name == "br" else []
            elif isinstance(node, NavigableString) and not is_comment(node):
                if not begun:
                    line += len(node) - len(node.lstrip("\n"))  # lines of the file, which a <br> does not end
                    begun = bool(node.strip("\n"))
                parts.append(node)
        text = "".join(parts).strip("\n").rstrip()
        classes = " ".join(
            c for t in [tag, *tag.find_all(name=True)] for c in (t.get_attribute_list("class") or []) if c
        )
        language = re.search(r"\b(?:language|lang|brush)[-:]\s*([\w+#-]+)", classes)
        self.index += newlines(tag)
        return tree.CodeBlock(text, language[1] if language else "", line)

    def inlines(self, nodes: Iterable[PageElement]) -> Inlines:
        out: list[Inline] = []
        for node in nodes:
            if isinstance(node, Tag):
                out.extend(self.inline(node))
            elif is_comment(node):
                self.index += str(node).count("\n")
            elif isinstance(node, NavigableString):
                line = self.seed.line(self.index + len(node) - len(node.lstrip("\n")))
                self.index += node.count("\n")
                if text := re.sub(r"[ \t\r\n\f]+", " ", node):
                    out.append(tree.Text(text, line))
        return merged(out)

    def inline(self, tag: Tag) -> Inlines:
        line = self.at(tag)
        match tag.name:
            case "br":
                return (tree.Break(line),)
            case "img":
                return (tree.Image(str(tag.get("src", "")), str(tag.get("alt", "")), line),)
            case "code" | "kbd" | "samp" | "tt":
                self.addresses(tag, line)
                return (tree.Code(re.sub(r"\s+", " ", text_of(tag)).strip(), line),)
            case "strong" | "b":
                return (tree.Strong(self.inlines(tag.children), line),)
            case "em" | "i":
                return (tree.Emphasis(self.inlines(tag.children), line),)
            case "a":
                children = self.inlines(tag.children)
                href = str(tag.get("href", ""))
                if href and tag.find_parent("a", href=True):
                    self.changes.append(Change("nested-links", href, "", line))
                    return children
                return (tree.Link(href, children, line),) if href else children
            case name if name in DROPPED:
                self.dropped(tag, line)
                return (tree.Text(" ", line),)
            case _:
                return self.inlines(tag.children)

    def at(self, tag: Tag) -> int:
        """File line of ``tag``, from which lines are counted on."""
        self.index = (tag.sourceline or 1) - 1
        return self.seed.line(self.index)

    def dropped(self, tag: Tag, line: int) -> None:
        message = f"<{tag.name}> is not carried over: if readers need what it says, add it as an erratum"
        self.problems.append(Problem(self.seed.path, line, message, "warning"))
        self.changes.append(Change("dropped-elements", words_and_addresses(tag), "", line, f"<{tag.name}>"))
        self.index += newlines(tag)

    def addresses(self, tag: Tag, line: int) -> None:
        """Record links and images inside code, of which only the text is carried over; drop scripts in it."""
        while isinstance(hidden := tag.find(["script", "style", "template"]), Tag):
            self.dropped(hidden, self.seed.line((hidden.sourceline or 1) - 1))
            hidden.extract()
        if found := addresses(tag):
            self.changes.append(Change("code-links", " ".join(found), "", line))


def _trimmed(inlines: Inlines) -> Inlines:
    """``inlines`` without the spaces and breaks at either end; nothing if no text is left."""
    has_words = plain(inlines).replace("\u00a0", " ").strip()
    if not has_words and not any(isinstance(n, tree.Image | tree.Link) for n in nodes(inlines)):
        return ()
    out = list(inlines)
    while isinstance(out[0], tree.Break) or (isinstance(out[0], tree.Text) and not out[0].text.strip()):
        out.pop(0)
    while isinstance(out[-1], tree.Break) or (isinstance(out[-1], tree.Text) and not out[-1].text.strip()):
        out.pop()
    if isinstance(first := out[0], tree.Text):
        out[0] = tree.Text(first.text.lstrip(), first.line)
    if isinstance(last := out[-1], tree.Text):
        out[-1] = tree.Text(last.text.rstrip(), last.line)
    return tuple(out)
