"""HTML elements: which are inline, which are dropped, and the text in them."""

import re
import warnings
from collections.abc import Iterator

from bs4 import BeautifulSoup, UnusualUsageWarning
from bs4.element import NavigableString, PageElement, PreformattedString, Tag

from atlas.core.limits import MAX_TAG_NESTING
from atlas.core.problems import Problem
from atlas.sources.seed import Seed

INLINE = {
    "a", "abbr", "b", "bdi", "bdo", "big", "br", "cite", "code", "del", "dfn", "em", "font", "i", "img", "ins", "kbd",
    "label", "mark", "q", "rb", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup",
    "time", "tt", "u", "var", "wbr",
}  # fmt: skip
# Elements without text of their own, or with text that is not meant to be read.
DROPPED = {
    "script", "style", "iframe", "object", "embed", "form", "input", "button", "select", "textarea", "template", "svg",
    "math", "head", "title", "meta", "link", "base", "noscript", "canvas", "audio", "video", "frame", "frameset",
}  # fmt: skip
# Start of a comment, script, or style: everything up to its end is hidden in browsers, and kept from the document.
_HIDING_START = re.compile(r"<!--|<(?P<name>script|style)(?=[\s/>])[^>]*(?<!/)>", re.IGNORECASE)
_HIDING_END = {
    "comment": re.compile("-->"),
    "script": re.compile(r"</script\s*>", re.IGNORECASE),
    "style": re.compile(r"</style\s*>", re.IGNORECASE),
}
# Start of a marked section of a kind that the parser does not know: it would reject the whole text.
_UNKNOWN_SECTION = re.compile(r"<!\[(?!cdata\[|(?:if|else|endif)(?![\w.-]))", re.IGNORECASE)


def _escape_unclosed(seed: Seed) -> tuple[str, list[Problem]]:
    """Escape comments, scripts and styles that are never closed, and unknown marked sections.

    Otherwise, the parser would lose all text after them. Return the escaped body, and warnings about what is unclosed.
    """
    body = _UNKNOWN_SECTION.sub("&lt;![", seed.body)
    parts: list[str] = []
    unclosed: dict[str, int] = {}  # kind → line of the first that is unclosed; there is no end for later ones, either
    position = 0
    while start := _HIDING_START.search(body, position):
        kind = (start["name"] or "comment").lower()
        end = None if kind in unclosed else _HIDING_END[kind].search(body, start.end())
        parts.append(body[position : start.start()])
        if end:
            position = end.end()
            parts.append(body[start.start() : position])
        else:
            position = start.end()
            parts.append(start[0].replace("<", "&lt;"))
            unclosed.setdefault(kind, seed.line(body.count("\n", 0, start.start())))
    parts.append(body[position:])
    return "".join(parts), [_never_closed(seed, kind, line) for kind, line in unclosed.items()]


def parse(seed: Seed) -> tuple[BeautifulSoup, list[Problem]]:
    """Parse the body. Return the parsed page, and warnings about elements that are never closed."""
    body, problems = _escape_unclosed(seed)
    soup = _soup(body)
    # If tags are malformed, the parser may find scripts that the search above did not. Only the last can be unclosed.
    while hiding_tags := soup.find_all(["script", "style"]):
        tag = hiding_tags[-1]
        line_index = (tag.sourceline or 1) - 1
        start = sum(len(line) + 1 for line in body.split("\n")[:line_index]) + (tag.sourcepos or 0)
        hides_nothing = not tag.contents and tag.next_element
        if hides_nothing or _HIDING_END[tag.name].search(body, start):
            break
        body = body[:start] + re.sub(rf"<(?={tag.name})", "&lt;", body[start:], flags=re.IGNORECASE)
        problems.append(_never_closed(seed, tag.name, seed.line(line_index)))
        soup = _soup(body)
    return soup, problems


def _soup(body: str) -> BeautifulSoup:
    """Parse HTML, keeping all whitespace, so that newlines can be counted."""
    with warnings.catch_warnings(action="ignore", category=UnusualUsageWarning):  # text like a URL, or XML
        return BeautifulSoup(body, "html.parser", preserve_whitespace_tags={"[document]"})


def _never_closed(seed: Seed, kind: str, line: int) -> Problem:
    start, end = ("a comment", "-->") if kind == "comment" else (f"<{kind}>", f"</{kind}>")
    return Problem(seed.path, line, f"opens {start} that is never closed: close it with {end} or delete it", "warning")


def is_comment(node: PageElement | str | None) -> bool:
    """Return whether a node is a comment, CDATA section, doctype, or the like, which browsers do not show."""
    return isinstance(node, PreformattedString)


def is_space(node: PageElement) -> bool:
    """Return whether a node is whitespace or a comment."""
    return is_comment(node) or (isinstance(node, NavigableString) and not node.strip())


def is_inline(node: PageElement, containers: set[int]) -> bool:
    """Return whether a node is part of a paragraph; ``containers`` is a result of ``block_containers``."""
    if isinstance(node, Tag):
        return node.name in DROPPED or (node.name in INLINE and id(node) not in containers)
    return True


def block_containers(soup: BeautifulSoup) -> tuple[set[int], Tag | None]:
    """Return the ``id()`` of each element that contains blocks, and the first element nested too deep, if any."""
    containers: set[int] = set()
    depths = {id(soup): 0}
    for tag in soup.find_all(name=True):
        depths[id(tag)] = depth = depths[id(tag.parent)] + 1
        if depth > MAX_TAG_NESTING:
            return containers, tag
        if tag.name not in INLINE and tag.name not in DROPPED:
            for parent in tag.parents:
                if id(parent) in containers:
                    break
                containers.add(id(parent))
    return containers, None


def addresses(tag: Tag) -> list[str]:
    """Return URLs and alternative texts of an element and its descendants."""
    elements = [tag, *tag.find_all(name=True)]
    return [str(element[key]) for element in elements for key in ("href", "src", "alt") if element.get(key)]


def texts(tag: Tag) -> list[NavigableString]:
    """Return all strings in an element, including ``<ruby>`` annotations but no comments."""
    return [string for string in tag.find_all(string=True) if not is_comment(string)]


def table_parts(node: Tag, row: Tag) -> Iterator[tuple[PageElement, Tag]]:
    """Yield the cells, captions, inner tables, and texts between cells of a table, each with its row.

    Call it with the table as ``node`` and ``row``: what stands in no row comes with the table instead.
    """
    for child in node.children:
        if not isinstance(child, Tag):
            if not is_space(child):
                yield child, row
        elif child.name in ("caption", "table", "td", "th"):
            yield child, row
        else:
            yield from table_parts(child, child if child.name == "tr" else row)
