"""HTML → Document. Only structure and words survive; nothing of the markup itself does."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bs4 import BeautifulSoup
from bs4.element import (
    CData,
    Comment,
    Declaration,
    Doctype,
    NavigableString,
    PageElement,
    ProcessingInstruction,
    Tag,
)

from atlas.document import (
    Block,
    Break,
    Cell,
    Code,
    CodeBlock,
    Document,
    Emphasis,
    Heading,
    Image,
    Inline,
    Inlines,
    Item,
    Link,
    ListBlock,
    Paragraph,
    Quote,
    Rule,
    Strong,
    Table,
    Text,
    merged,
    plain,
)
from atlas.model import Problem, Seed

MAX_DEPTH = 200

_HEADINGS = {f"h{n}": n for n in range(1, 7)}
_INLINE = {
    "a", "abbr", "b", "bdi", "bdo", "big", "br", "cite", "code", "del", "dfn", "em", "font", "i", "img", "ins", "kbd",
    "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var",
    "wbr",
}  # fmt: skip
# Without words of their own, or not for readers.
_DROPPED = {
    "script", "style", "iframe", "object", "embed", "form", "input", "button", "select", "textarea", "template", "svg",
    "math", "head", "title", "meta", "link", "base", "noscript", "canvas", "audio", "video", "frame", "frameset",
}  # fmt: skip


def read(seed: Seed) -> tuple[Document, tuple[Problem, ...]]:
    """The seed's body as a document, and a problem for every element that was not carried over."""
    if seed.body.count("<") > 20_000:
        return Document(()), (Problem(seed.path, 1, "has more than 20,000 tags: keep only the announcement"),)
    reader = _Reader(seed)
    soup = BeautifulSoup(reader.without_open_comment(), "html.parser")
    blocks = reader.blocks(soup.children, 0)
    at = 0
    for hidden in soup.find_all(string=re.compile(r"[\u3400-\u9fff]")):
        if _is_silent(hidden):
            at = max(at, seed.body.find(hidden, at + 1))
            message = (
                "holds a comment or CDATA section with words, which is not carried over: remove the markup around it"
            )
            reader.problems.append(Problem(seed.path, seed.line(seed.body.count("\n", 0, at)), message, "warning"))
    return Document(tuple(blocks)), tuple(reader.problems)


class _Reader:
    def __init__(self, seed: Seed) -> None:
        self.seed = seed
        self.index = 0  # 0-based body line that the walk has reached
        self.problems: list[Problem] = []

    def without_open_comment(self) -> str:
        """The body, in which a comment that is never closed is text."""
        body, at = self.seed.body, 0
        while (at := body.find("<!--", at)) >= 0:
            if (end := body.find("-->", at + 4)) < 0:
                line = self.seed.line(body.count("\n", 0, at))
                message = "opens a comment that is never closed: close it with --> or delete it"
                self.problems.append(Problem(self.seed.path, line, message, "warning"))
                return body[:at] + body[at:].replace("<!--", "&lt;!--")
            at = end
        return body

    def blocks(self, nodes: Iterable[PageElement], depth: int) -> list[Block]:
        out: list[Block] = []
        run: list[PageElement] = []  # inline nodes that stand between blocks: a paragraph without its tag
        for node in [*nodes, None]:
            if node is not None and _is_inline(node):
                run.append(node)
                continue
            if run and (inlines := _trimmed(self.inlines(run, depth))):
                out.append(Paragraph(inlines, inlines[0].line))
            run = []
            if isinstance(node, Tag):
                start = (node.sourceline or 1) - 1
                out.extend(self.block(node, depth + 1))
                self.index = max(self.index, start + node.get_text().count("\n"))
        return out

    def block(self, tag: Tag, depth: int) -> list[Block]:
        line = self.at(tag)
        if depth > MAX_DEPTH:
            self.problems.append(Problem(self.seed.path, line, f"nests deeper than {MAX_DEPTH} tags: flatten it"))
            return []
        if tag.name in _DROPPED:
            self.dropped(tag, line)
            return []
        if tag.name in _HEADINGS:
            inlines = _trimmed(self.inlines(tag.children, depth))
            return [Heading(_HEADINGS[tag.name], inlines, line)] if inlines else []
        if tag.name == "pre":
            return [self.code(tag, line)]
        if tag.name in ("ul", "ol"):
            return self.list_block(tag, line, depth)
        if tag.name == "blockquote":
            return [Quote(tuple(self.blocks(tag.children, depth)), line)]
        if tag.name == "table":
            return self.table(tag, line, depth)
        if tag.name == "hr":
            return [Rule(line)]
        return self.blocks(tag.children, depth)  # p, div, section, li outside a list …: only what is inside

    def list_block(self, tag: Tag, line: int, depth: int) -> list[Block]:
        items: list[Item] = []
        for child in tag.children:
            if isinstance(child, Tag) and child.name not in _DROPPED:
                at = self.at(child)
                items.append(Item(tuple(self.blocks(child.children if child.name == "li" else [child], depth)), at))
            elif isinstance(child, NavigableString) and not _is_space(child):
                items.append(Item(tuple(self.blocks([child], depth)), self.seed.line(self.index)))
        start = str(tag.get("start", "1"))
        number = int(start) if re.fullmatch(r"\d{1,6}", start) else 1
        return [ListBlock(tag.name == "ol", tuple(items), line, number)] if items else []

    def table(self, tag: Tag, line: int, depth: int) -> list[Block]:
        rows: list[tuple[Cell, ...]] = []
        out: list[Block] = []
        for part in tag.find_all(["caption", "tr"]):
            if part.find_parent("table") is not tag:
                continue  # of a table inside a cell, whose words the cell keeps
            at = self.at(part)
            if part.name == "caption":
                out.append(Paragraph(_trimmed(self.inlines(part.children, depth)), at))
            else:
                cells = part.find_all(["td", "th"], recursive=False)
                rows.append(tuple(Cell(_trimmed(self.inlines(c.children, depth)), self.at(c)) for c in cells))
        if not rows:
            return out
        width = max(len(row) for row in rows)
        rows = [row + tuple(Cell((), line) for _ in range(width - len(row))) for row in rows]
        return [*out, Table(rows[0], tuple(rows[1:]), line)]

    def code(self, tag: Tag, line: int) -> CodeBlock:
        raw = tag.get_text()
        text = raw.strip("\n").rstrip()
        lead = len(raw) - len(raw.lstrip("\n"))
        classes = " ".join(
            c for t in [tag, *tag.find_all(name=True)] for c in (t.get_attribute_list("class") or []) if c
        )
        language = re.search(r"\b(?:language|lang|brush)[-:]\s*([\w+#-]+)", classes)
        self.index += raw.count("\n")
        return CodeBlock(text, language[1] if language else "", line + lead)

    def inlines(self, nodes: Iterable[PageElement], depth: int) -> Inlines:
        out: list[Inline] = []
        for node in nodes:
            if isinstance(node, Tag):
                out.extend(self.inline(node, depth + 1))
            elif _is_silent(node):
                self.index += str(node).count("\n")
            elif isinstance(node, NavigableString):
                line = self.seed.line(self.index + len(node) - len(node.lstrip("\n")))
                self.index += node.count("\n")
                if text := re.sub(r"[ \t\r\n\f]+", " ", node):
                    out.append(Text(text, line))
        return merged(out)

    def inline(self, tag: Tag, depth: int) -> Inlines:
        line = self.at(tag)
        if depth > MAX_DEPTH:
            self.problems.append(Problem(self.seed.path, line, f"nests deeper than {MAX_DEPTH} tags: flatten it"))
            return ()
        match tag.name:
            case "br":
                return (Break(line),)
            case "img":
                return (Image(str(tag.get("src", "")), str(tag.get("alt", "")), line),)
            case "code" | "kbd" | "samp" | "tt":
                return (Code(re.sub(r"\s+", " ", tag.get_text()).strip(), line),)
            case "strong" | "b":
                return (Strong(self.inlines(tag.children, depth), line),)
            case "em" | "i":
                return (Emphasis(self.inlines(tag.children, depth), line),)
            case "a":
                children = self.inlines(tag.children, depth)
                is_link = tag.get("href") and not tag.find_parent("a", href=True)
                return (Link(str(tag["href"]), children, line),) if is_link else children
            case name if name in _DROPPED:
                self.dropped(tag, line)
                return ()
            case _:
                return self.inlines(tag.children, depth)

    def at(self, tag: Tag) -> int:
        """File line of ``tag``; the walk goes on from there."""
        self.index = (tag.sourceline or 1) - 1
        return self.seed.line(self.index)

    def dropped(self, tag: Tag, line: int) -> None:
        message = f"<{tag.name}> is not carried over: if readers need what it says, add it as an erratum"
        self.problems.append(Problem(self.seed.path, line, message, "warning"))


def _is_silent(node: PageElement) -> bool:
    return isinstance(node, Comment | CData | Declaration | Doctype | ProcessingInstruction)


def _is_space(node: PageElement) -> bool:
    return _is_silent(node) or (isinstance(node, NavigableString) and not node.strip())


def _is_inline(node: PageElement) -> bool:
    if isinstance(node, Tag):
        inside = _INLINE | _DROPPED
        return node.name in _DROPPED or (node.name in _INLINE and not node.find(lambda t: t.name not in inside))
    return True


def _trimmed(inlines: Inlines) -> Inlines:
    """``inlines`` without the spaces and breaks at either end; nothing if no words are left."""
    if not plain(inlines).replace("\u00a0", " ").strip() and not any(isinstance(n, Image) for n in inlines):
        return ()
    out = list(inlines)
    while isinstance(out[0], Break) or (isinstance(out[0], Text) and not out[0].text.strip()):
        out.pop(0)
    while isinstance(out[-1], Break) or (isinstance(out[-1], Text) and not out[-1].text.strip()):
        out.pop()
    if isinstance(first := out[0], Text):
        out[0] = Text(first.text.lstrip(), first.line)
    if isinstance(last := out[-1], Text):
        out[-1] = Text(last.text.rstrip(), last.line)
    return tuple(out)
