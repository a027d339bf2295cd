"""Document → safe HTML. Only this module turns the words and URLs of a seed into the HTML of a page."""

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from atlas.core.urls import name_in_page, safe_url
from atlas.document import nodes as tree
from atlas.document.localized import Localized
from atlas.document.nodes import Block, Inlines

NO_ANCHORS: Mapping[str, str] = MappingProxyType({})


def _escaped(text: tree.Text) -> str:
    return html.escape(text.text)


def _nothing(_: tree.Item | Block) -> str:
    return ""


def inline_html(
    inlines: Inlines, text: Callable[[tree.Text], str] = _escaped, anchors: Mapping[str, str] = NO_ANCHORS
) -> str:
    """Render ``inlines`` as HTML. ``text`` renders running text; ``anchors`` maps names of headings to their ids.

    A link is rendered as its words alone if its URL is unsafe, or is a #name that is not in ``anchors``.
    """
    parts = []
    for node in inlines:
        match node:
            case tree.Text():
                parts.append(text(node))
            case tree.Code():
                parts.append(f"<code>{html.escape(node.text)}</code>")
            case tree.Emphasis():
                parts.append(f"<em>{inline_html(node.children, text, anchors)}</em>")
            case tree.Strong():
                parts.append(f"<strong>{inline_html(node.children, text, anchors)}</strong>")
            case tree.Link():
                words = inline_html(node.children, text, anchors)
                anchor = anchors.get(name_in_page(node.url))
                url = f"#{anchor}" if anchor else safe_url(node.url)
                parts.append(f'<a href="{html.escape(url)}">{words}</a>' if url else words)
            case tree.Image():
                parts.append(html.escape(node.alt))
            case tree.Break():
                parts.append("<br>")
    return "".join(parts)


def unlinked(inlines: Inlines) -> str:
    """Return ``inlines`` as HTML without links."""
    return re.sub(r"</?a\b[^>]*>", "", inline_html(inlines))


@dataclass(frozen=True, slots=True)
class Opening:
    """HTML that is added at the start of an item, cell or paragraph: for example, the id and badge of its feature."""

    attributes: str  # trusted HTML attributes for its element, with a space before them; no ``class`` for a paragraph
    html: str  # trusted HTML before its words


_NO_OPENING = Opening("", "")


@dataclass(frozen=True, slots=True)
class Writer:
    """Renders blocks as HTML in one language.

    Strings in the fields, and strings that their functions return, are trusted HTML, except ``table_label``.
    """

    localize: Callable[[Inlines], Localized]  # returns a text's translation into that language, if there is one
    marked: Callable[[Localized, str], str]  # adds a note to a text's HTML if the text is in another language
    table_label: str  # plain text: the ARIA label of tables, which readers can scroll
    openings: Mapping[int, Opening] = field(default_factory=dict)  # host_index of an item, cell or paragraph → opening
    ends: Mapping[int, str] = field(default_factory=dict)  # host_index of a paragraph → HTML after its words
    beside: Callable[[tree.Item | Block], str] = _nothing  # returns HTML to the right of an item, or of a block in one
    text: Callable[[tree.Text], str] = _escaped  # renders running text
    anchors: Mapping[str, str] = field(default_factory=dict)  # names of headings on the page → their ids

    def words(self, inlines: Inlines) -> str:
        """Render a text, with a note if it is in another language."""
        return self._localized(self.localize(inlines))

    def block(self, block: Block) -> str:
        """Render a block."""
        match block:
            case tree.Paragraph():
                css_class = "" if block.role == "body" else block.role
                return self._element("p", block.inlines, css_class, block.host_index)
            case tree.Heading():
                return self._element(f"h{min(block.depth, 6)}", block.inlines)
            case tree.CodeBlock():
                return _code(block)
            case tree.ListBlock():
                items = "\n".join(map(self._item, block.items))
                tag = "ol" if block.ordered else "ul"
                start = f' start="{block.start}"' if block.ordered and block.start != 1 else ""
                return f"<{tag}{start}>\n{items}\n</{tag}>"
            case tree.BlockQuote():
                return "<blockquote>\n" + "\n".join(self.block(b) for b in block.blocks) + "\n</blockquote>"
            case tree.Table():
                return self._table(block)
            case tree.ThematicBreak():
                return "<hr>"

    def _element(self, tag: str, inlines: Inlines, css_class: str = "", host_index: int = -1) -> str:
        """Render a heading or paragraph, with the class ``untranslated`` if its text is in another language."""
        text = self.localize(inlines)
        opening, end = self._opening(host_index), self.ends.get(host_index, "")
        class_names = [css_class] if css_class else []
        if text.lang:
            class_names.append("untranslated")
        class_attribute = f' class="{" ".join(class_names)}"' if class_names else ""
        return f"<{tag}{opening.attributes}{class_attribute}>{self._localized(text, opening)}{end}</{tag}>"

    def _opening(self, host_index: int) -> Opening:
        return self.openings.get(host_index, _NO_OPENING)

    def _localized(self, text: Localized, opening: Opening = _NO_OPENING) -> str:
        """Render a localized text, after the HTML of ``opening``."""
        words = self.marked(text, inline_html(text.inlines, self.text, self.anchors))
        return f"{opening.html} {words}" if opening.html else words

    def _item(self, item: tree.Item) -> str:
        """Render a list item. Its opening, and the HTML beside it, are placed with its first paragraph."""
        opening = self._opening(item.host_index)
        first = item.blocks[0] if item.blocks else None
        if isinstance(first, tree.Paragraph):
            first_html = self._localized(self.localize(first.inlines), opening)
            rest = item.blocks[1:]
        else:
            first_html = opening.html
            rest = item.blocks
        if beside := self.beside(item):
            first_html = f'<div class="item-pair"><div>{first_html}</div>\n{beside}</div>'
        parts = [first_html]
        for block in rest:
            parts += filter(None, [self.block(block), self.beside(block)])
        return f"<li{opening.attributes}>" + "\n".join(parts) + "</li>"

    def _table(self, table: tree.Table) -> str:
        head = "".join(f'<th scope="col">{self.words(cell.inlines)}</th>' for cell in table.header)
        rows = ["<tr>" + "".join(self._cell(cell) for cell in row) + "</tr>" for row in table.rows]
        body = "\n".join(["<tbody>", *rows, "</tbody>"])
        label = html.escape(self.table_label)
        return (
            f'<div class="table-scroll" tabindex="0" role="region" aria-label="{label}"><table>\n'
            f"<thead><tr>{head}</tr></thead>\n{body}\n</table></div>"
        )

    def _cell(self, cell: tree.Cell) -> str:
        opening = self._opening(cell.host_index)
        words = self._localized(self.localize(cell.inlines), opening) if cell.inlines else ""
        return f"<td{opening.attributes}>{words}</td>"


def _code(block: tree.CodeBlock) -> str:
    body = _highlighted(block.text, block.language).rstrip("\n")
    return f'<div class="highlight"><pre><code>{body}\n</code></pre></div>'


@lru_cache(maxsize=1024)
def _highlighted(text: str, language: str) -> str:
    try:
        lexer = get_lexer_by_name(language or "text", stripnl=False, ensurenl=False)
    except ClassNotFound:
        lexer = get_lexer_by_name("text", stripnl=False, ensurenl=False)
    return str(highlight(text, lexer, HtmlFormatter(nowrap=True)))
