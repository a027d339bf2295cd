"""HTML elements: which are inline, which are dropped, and the text in them."""

from collections.abc import Iterator

from bs4.element import NavigableString, PageElement, PreformattedString, Tag

HEADINGS = {f"h{n}": n for n in range(1, 7)}
INLINE = {
    "a", "abbr", "b", "bdi", "bdo", "big", "br", "cite", "code", "del", "dfn", "em", "font", "i", "img", "ins", "kbd",
    "label", "mark", "q", "rb", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup",
    "time", "tt", "u", "var", "wbr",
}  # fmt: skip
# Elements that contain no text, or text that is not part of an announcement.
DROPPED = {
    "script", "style", "iframe", "object", "embed", "form", "input", "button", "select", "textarea", "template", "svg",
    "math", "head", "title", "meta", "link", "base", "noscript", "canvas", "audio", "video", "frame", "frameset",
}  # fmt: skip


def is_comment(node: PageElement | str | None) -> bool:
    """Return whether a node is a comment, CDATA section, doctype, or the like, which browsers do not show."""
    return isinstance(node, PreformattedString)


def is_space(node: PageElement) -> bool:
    """Return whether a node is whitespace or a comment."""
    return is_comment(node) or (isinstance(node, NavigableString) and not node.strip())


def is_inline(node: PageElement, containers: set[int]) -> bool:
    """Return whether a node is inline content, rather than a block; ``containers`` is ``HtmlPage.containers``.

    An inline element that contains blocks, such as an ``<a>`` around a ``<div>``, is treated as a block.
    """
    if isinstance(node, Tag):
        return node.name in DROPPED or (node.name in INLINE and id(node) not in containers)
    return True


def addresses(tag: Tag) -> list[str]:
    """Return the URLs and alternative texts in the attributes of an element and its descendants."""
    elements = [tag, *tag.find_all(name=True)]
    return [str(element[key]) for element in elements for key in ("href", "src", "alt") if element.get(key)]


def texts(tag: Tag) -> list[NavigableString]:
    """Return all strings in an element except comments, but with ``<ruby>`` annotations, which ``get_text`` skips."""
    return [string for string in tag.find_all(string=True) if not is_comment(string)]


def table_parts(node: Tag, row: Tag) -> Iterator[tuple[PageElement, Tag]]:
    """Yield the cells, captions, inner tables, and texts between cells of a table, each with the row that contains it.

    Call this with the table as both ``node`` and ``row``: for a part outside any row, the table is yielded as its row.
    """
    for child in node.children:
        if not isinstance(child, Tag):
            if not is_space(child):
                yield child, row
        elif child.name in ("caption", "table", "td", "th"):
            yield child, row
        else:
            yield from table_parts(child, child if child.name == "tr" else row)
