"""Document → safe HTML.

All output passes through here once: text and attribute values are escaped, and URLs are checked.
"""

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
from atlas.document.nodes import Block, Inlines

NO_ANCHORS: Mapping[str, str] = MappingProxyType({})


def _escaped(text: tree.Text) -> str:
    return html.escape(text.text)


def _nothing(_: tree.Item | Block) -> str:
    return ""


def inline_html(
    inlines: Inlines, text: Callable[[tree.Text], str] = _escaped, anchors: Mapping[str, str] = NO_ANCHORS
) -> str:
    """Render ``inlines`` as HTML; ``text`` renders running text; ``anchors`` has the ids of headings by their names.

    A link with an unsafe URL, or to no heading of the page, keeps only its words.
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


def escape_markdown(fragment: str) -> str:
    """Escape Markdown syntax in the text of an HTML fragment with character references."""
    pieces = re.split(r"(<[^>]*>|&#?\w+;)", fragment)
    pieces[::2] = [re.sub(r"[\\`*_{}\[\]#!|~^$=+:\"']", lambda c: f"&#{ord(c[0])};", text) for text in pieces[::2]]
    return "".join(pieces)


def breakable(fragment: str) -> str:
    """Let names and URLs in HTML break across lines: after ``._/#``, and in long names also before capitals."""

    def broken(token: re.Match[str]) -> str:
        if token["tag"] or token["entity"]:
            return token[0]
        name = re.sub(r"(?<=[A-Za-z]{2}[._/#])(?=[A-Za-z]{2})", "<wbr>", token[0])
        return re.sub(r"[A-Za-z]{14,}", lambda word: re.sub(r"(?<=[a-z])(?=[A-Z])", "<wbr>", word[0]), name)

    return re.sub(r"(?P<tag><[^>]*>)|(?P<entity>&#?\w+;)|[A-Za-z_./#]+", broken, fragment)


@dataclass(frozen=True, slots=True)
class Mark:
    """The id and badge (trusted HTML) of a feature carried by an item, cell, or paragraph."""

    id: str
    badge: str


@dataclass(frozen=True, slots=True)
class Writer:
    """Renders blocks as HTML in one language.

    ``localize`` returns a text in that language; ``marked`` adds a note to the HTML of one in another language.
    ``table`` is the ARIA label of tables, which scroll; ``text`` renders running text. ``anchors`` has the ids of
    headings on the page by their names. The other fields give trusted HTML: ``marks`` the features that stand in a
    host, and ``ends`` what follows the words of a paragraph, both by place; ``beside`` what is shown to the right of an
    item's words, or of a block in an item.
    """

    localize: Callable[[Inlines], tree.Localized]
    marked: Callable[[tree.Localized, str], str]
    table: str
    marks: Mapping[int, tuple[Mark, ...]] = field(default_factory=dict)
    ends: Mapping[int, str] = field(default_factory=dict)
    beside: Callable[[tree.Item | Block], str] = _nothing
    text: Callable[[tree.Text], str] = _escaped
    anchors: Mapping[str, str] = field(default_factory=dict)

    def words(self, inlines: Inlines) -> str:
        """Render a text, with a note if it is in another language."""
        return self._words(self.localize(inlines))

    def block(self, block: Block) -> str:
        """Render a block."""
        match block:
            case tree.Paragraph():
                css_class = "" if block.role == "body" else block.role
                marks = self.marks.get(block.place, ())
                return self._element("p", block.inlines, css_class, marks, self.ends.get(block.place, ""))
            case tree.Heading():
                return self._element(f"h{min(block.level, 6)}", block.inlines)
            case tree.CodeBlock():
                return _code(block)
            case tree.ListBlock():
                items = "\n".join(map(self._item, block.items))
                tag = "ol" if block.ordered else "ul"
                start = f' start="{block.start}"' if block.ordered and block.start != 1 else ""
                return f"<{tag}{start}>\n{items}\n</{tag}>"
            case tree.Quote():
                return "<blockquote>\n" + "\n".join(self.block(b) for b in block.blocks) + "\n</blockquote>"
            case tree.Table():
                return self._table(block)
            case tree.ThematicBreak():
                return "<hr>"

    def _element(
        self, tag: str, inlines: Inlines, css_class: str = "", marks: tuple[Mark, ...] = (), end: str = ""
    ) -> str:
        text = self.localize(inlines)
        classes = " ".join(filter(None, [css_class, "untranslated" if text.lang else ""]))
        attributes = _id(marks) + (f' class="{classes}"' if classes else "")
        return f"<{tag}{attributes}>{self._words(text, marks)}{end}</{tag}>"

    def _words(self, text: tree.Localized, marks: tuple[Mark, ...] = ()) -> str:
        words = self.marked(text, inline_html(text.inlines, self.text, self.anchors))
        return f"{_badges(marks)} {words}" if marks else words

    def _item(self, item: tree.Item) -> str:
        marks = self.marks.get(item.place, ())
        lead = item.blocks[0] if item.blocks else None
        attributes = f'{_id(marks)} class="feature-item"' if marks else ""
        if isinstance(lead, tree.Paragraph):
            lead_html = self._words(self.localize(lead.inlines), marks)
            rest = item.blocks[1:]
        else:
            lead_html = _badges(marks)
            rest = item.blocks
        if beside := self.beside(item):
            lead_html = f'<div class="item-pair"><div>{lead_html}</div>\n{beside}</div>'
        blocks = (part for block in rest for part in (self.block(block), self.beside(block)) if part)
        return "\n".join([f"<li{attributes}>{lead_html}", *blocks]) + "</li>"

    def _table(self, table: tree.Table) -> str:
        head = "".join(f'<th scope="col">{self.words(cell.inlines)}</th>' for cell in table.header)
        rows = ["<tr>" + "".join(self._cell(cell) for cell in row) + "</tr>" for row in table.rows]
        body = "\n".join(["<tbody>", *rows, "</tbody>"])
        return (
            f'<div class="table-scroll" tabindex="0" role="region" aria-label="{html.escape(self.table)}"><table>\n'
            f"<thead><tr>{head}</tr></thead>\n{body}\n</table></div>"
        )

    def _cell(self, cell: tree.Cell) -> str:
        marks = self.marks.get(cell.place, ())
        return f"<td{_id(marks)}>{self._words(self.localize(cell.inlines), marks) if cell.inlines else ''}</td>"


def _id(marks: tuple[Mark, ...]) -> str:
    return f' id="{marks[0].id}"' if marks else ""


def _badges(marks: tuple[Mark, ...]) -> str:
    """Return the badges of a text's features, with the ids of all but the first, which the element around them has."""
    others = (f'<span id="{mark.id}">{mark.badge}</span>' for mark in marks[1:])
    return " ".join([*(mark.badge for mark in marks[:1]), *others])


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
