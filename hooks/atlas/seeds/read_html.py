"""HTML → Document. Elements become blocks and inlines; no HTML markup is kept."""

import re
from collections.abc import Iterable, Iterator
from itertools import dropwhile, groupby

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, Tag

from atlas.core.characters import HAN_CHARACTER
from atlas.core.edits import Edit, Rule
from atlas.core.languages import BilingualText
from atlas.core.problems import Problem, UnreadableError
from atlas.document import nodes as tree
from atlas.document.inline_markdown import COMMENTS, REPLACED_TAGS, replaced_tag
from atlas.document.nodes import Block, Document, Inline, Inlines, merged, plain
from atlas.document.traverse import all_inlines, stripped
from atlas.seeds.html_elements import (
    DROPPED,
    HEADINGS,
    addresses,
    is_comment,
    is_inline,
    is_space,
    table_parts,
    texts,
)
from atlas.seeds.html_page import HtmlPage, parse_page
from atlas.seeds.seed import Reading, Seed

NESTED_LINKS = Rule("nested-links", BilingualText("嵌套链接只留外层", "Nested links: only the outer one kept"), "link")
CODE_LINKS = Rule("code-links", BilingualText("去掉代码里的链接", "Links inside code removed"), "link")
DROPPED_ELEMENTS = Rule("dropped-elements", BilingualText("去掉不收录的网页元素", "Web page elements not carried over"))

_BADGE = re.compile(r"\b(?:badge|label|tag|chip|pill)\b")  # CSS classes of badges in headings


def read_html(seed: Seed, *, is_page: bool = True) -> Reading:
    """Read the seed's body.

    ``is_page`` says whether the body is a saved page, from which menus, footers and the like are left out.
    """
    try:
        page = parse_page(seed, is_page=is_page)
    except UnreadableError as error:
        return Reading(Document(()), problems=[error.as_problem(seed.path)])
    reader = _HtmlReader(seed.path, page)
    document = Document(tuple(reader.blocks(page.soup.children)))
    reader.comments(page.soup)
    return Reading(document, reader.edits, reader.problems)


class _HtmlReader:
    """Converts elements to blocks and inlines, and collects edits and problems."""

    def __init__(self, path: str, page: HtmlPage) -> None:
        self.path = path
        self.page = page
        self.lines = page.lines
        self.problems = [*page.problems]
        self.edits: list[Edit] = []

    def blocks(self, nodes: Iterable[PageElement]) -> list[Block]:
        blocks: list[Block] = []
        for are_inline, run in groupby(self.shown(nodes), lambda node: is_inline(node, self.page.containers)):
            if are_inline:
                inlines = _trimmed(self.inlines(run))
                if inlines:
                    blocks.append(tree.Paragraph(inlines, inlines[0].line))
                continue
            for tag in run:
                if isinstance(tag, Tag):
                    blocks.extend(self.block(tag))
        return blocks

    def shown(self, nodes: Iterable[PageElement]) -> Iterator[PageElement]:
        """Yield ``nodes`` except those outside the announcement's text, for which an edit is recorded."""
        for node in nodes:
            if not isinstance(node, Tag) or id(node) not in self.page.surroundings:
                yield node
            elif addresses(node) or node.get_text(strip=True):
                self.record_dropped(node)

    def block(self, tag: Tag) -> list[Block]:
        line = self.lines[id(tag)]
        if tag.name in HEADINGS:
            inlines = _trimmed(self.inlines(tag.children))
            return [tree.Heading(HEADINGS[tag.name], inlines, line, names=_anchor_names(tag))] if inlines else []
        if tag.name == "pre":
            return [self.code(tag)]
        if tag.name in ("ul", "ol"):
            return self.list_block(tag)
        if tag.name == "blockquote":
            return [tree.BlockQuote(tuple(self.blocks(tag.children)), line)]
        if tag.name == "table":
            return self.table(tag)
        if tag.name == "hr":
            return [tree.ThematicBreak(line)]
        return self.blocks(tag.children)  # p, div, section, li outside a list …: only the content

    def list_block(self, tag: Tag) -> list[Block]:
        items: list[tree.Item] = []
        for child in tag.children:
            if isinstance(child, Tag) and child.name in DROPPED:
                self.record_dropped(child)
            elif not is_space(child):
                nodes_of_item = child.children if isinstance(child, Tag) and child.name == "li" else [child]
                items.append(tree.Item(tuple(self.blocks(nodes_of_item)), self.lines[id(child)]))
        start = str(tag.get("start", "1"))
        first_number = int(start) if re.fullmatch(r"\d{1,6}", start) else 1
        return [tree.ListBlock(tag.name == "ol", tuple(items), self.lines[id(tag)], first_number)] if items else []

    def table(self, tag: Tag) -> list[Block]:
        """Return the table as a block, after its captions and inner tables, which become separate blocks."""
        line = self.lines[id(tag)]
        rows: list[list[tree.Cell]] = []
        other_blocks: list[Block] = []
        between_cells: list[str] = []
        last_row: Tag | None = None
        for part, row in table_parts(tag, tag):
            if not isinstance(part, Tag):
                between_cells.append(str(part))
            elif part.name == "table":
                other_blocks.extend(self.table(part))
            elif part.name == "caption":
                other_blocks.append(tree.Paragraph(_trimmed(self.inlines(part.children)), self.lines[id(part)]))
            else:
                if row is not last_row:
                    rows.append([])
                rows[-1].append(tree.Cell(_trimmed(self.inlines(part.children)), self.lines[id(part)]))
                last_row = row
        if between_cells:
            self.edits.append(Edit(DROPPED_ELEMENTS, " ".join(between_cells), "", line, _reason("table")))
            self.warn(line, "has words between the cells of a table, which are not carried over: move them")
        return [*other_blocks, tree.Table.of(rows, line)] if rows else other_blocks

    def code(self, tag: Tag) -> tree.CodeBlock:
        """Return a ``<pre>`` as a code block; a class such as ``language-python`` states its language."""
        self.record_addresses(tag)
        elements = [tag, *tag.find_all(name=True)]
        classes = " ".join(str(name) for element in elements for name in element.get_attribute_list("class"))
        language = re.search(r"\b(?:language|lang|brush)[-:]\s*([\w+#-]+)", classes)
        for line_end in tag.find_all("br"):
            line_end.replace_with("\n")
        strings = texts(tag)
        first = next((string for string in strings if string.strip("\n")), tag)
        text = "".join(strings).strip("\n").rstrip()
        return tree.CodeBlock(text, language[1] if language else "", self.lines[id(first)])

    def inlines(self, nodes: Iterable[PageElement]) -> Inlines:
        inlines: list[Inline] = []
        for node in nodes:
            if isinstance(node, Tag):
                inlines.extend(self.inline(node))
            elif isinstance(node, NavigableString) and not is_comment(node):
                inlines.append(tree.Text(re.sub(r"[ \t\r\n\f]+", " ", node), self.lines[id(node)]))
        return merged(inlines)

    def inline(self, tag: Tag) -> Inlines:
        line = self.lines[id(tag)]
        match tag.name:
            case "br":
                return (tree.Break(line),)
            case "img":
                return (tree.Image(str(tag.get("src", "")), str(tag.get("alt", "")), line),)
            case name if name in ("code", "kbd", "samp", "tt") or _is_badge(tag):
                self.record_addresses(tag)
                return (tree.Code(re.sub(r"\s+", " ", "".join(texts(tag))).strip(), line),)
            case "strong" | "b":
                words = self.inlines(tag.children)
                return (tree.Strong(words, line),) if any(not _is_space(node) for node in words) else words
            case "em" | "i":
                return (tree.Emphasis(self.inlines(tag.children), line),)
            case "a":
                children = self.inlines(tag.children)
                href = str(tag.get("href", ""))
                if href and tag.find_parent("a", href=True):
                    self.edits.append(Edit(NESTED_LINKS, href, "", line))
                    return children
                return (tree.Link(href, children, line),) if href else children
            case name if name in DROPPED:
                self.record_dropped(tag)
                return (tree.Text(" ", line),)
            case name:
                words = self.inlines(tag.children)
                if name not in REPLACED_TAGS:
                    return words
                replacement, edits = replaced_tag(name, words, line)
                self.edits += edits
                return replacement

    def record_dropped(self, tag: Tag) -> None:
        """Record an edit for all text and URLs in an element that is left out, and warn about it."""
        line = self.lines[id(tag)]
        self.warn(line, f"<{tag.name}> is not carried over: if readers need what it says, add it as an erratum")
        words = " ".join([*addresses(tag), *texts(tag)])
        self.edits.append(Edit(DROPPED_ELEMENTS, words, "", line, _reason(tag.name)))

    def record_addresses(self, tag: Tag) -> None:
        """Record an edit for the links and images in code, of which only the text is kept; drop scripts in it."""
        while isinstance(hidden := tag.find(["script", "style", "template"]), Tag):
            self.record_dropped(hidden)
            hidden.extract()
        if urls_and_alts := addresses(tag):
            self.edits.append(Edit(CODE_LINKS, " ".join(urls_and_alts), "", self.lines[id(tag)]))

    def comments(self, soup: BeautifulSoup) -> None:
        """Record an edit for each comment or CDATA section with words, which browsers do not show.

        Warn if these are Chinese, as they may be part of the announcement.
        """
        for hidden in soup.find_all(string=is_comment):
            if re.search(r"\w", hidden) and not re.match(r"html\b", hidden, re.IGNORECASE):  # <!DOCTYPE html>
                line = self.lines[id(hidden)]
                self.edits.append(Edit(COMMENTS, str(hidden), "", line))
                if HAN_CHARACTER.search(hidden):
                    what = "contains a comment or CDATA section with text, which is not carried over"
                    self.warn(line, f"{what}: remove the markup around it")

    def warn(self, line: int, message: str) -> None:
        self.problems.append(Problem(self.path, line, message, "warning"))


def _anchor_names(heading: Tag) -> tuple[str, ...]:
    """Return the names for links to a heading: the ids and names of the heading and of each ``<a>`` in it."""
    anchors = [heading, *heading.find_all("a")]
    return tuple(str(anchor[key]) for anchor in anchors for key in ("id", "name") if anchor.get(key))


def _is_badge(tag: Tag) -> bool:
    """Return whether an element is a badge: a word in a heading with a class such as "badge", perhaps a level."""
    if tag.name not in ("span", "small", "mark", "sup") or not tag.parent or tag.parent.name not in HEADINGS:
        return False
    classes = " ".join(map(str, tag.get_attribute_list("class")))
    return bool(_BADGE.search(classes))


def _trimmed(inlines: Inlines) -> Inlines:
    """Strip spaces and breaks at both ends; return () if no text, image, or link is left."""
    if not plain(inlines).strip() and not any(
        isinstance(node, tree.Image | tree.Link) for node in all_inlines(inlines)
    ):
        return ()
    trimmed = list(dropwhile(_is_space, inlines))
    while _is_space(trimmed[-1]):
        trimmed.pop()
    return stripped(tuple(trimmed))


def _is_space(node: Inline) -> bool:
    return isinstance(node, tree.Break) or (isinstance(node, tree.Text) and not node.text.strip())


def _reason(name: str) -> BilingualText:
    """Return the reason that readers are shown for an element that is left out: its tag."""
    return BilingualText(f"<{name}>", f"<{name}>")
