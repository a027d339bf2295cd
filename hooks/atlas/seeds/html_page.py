"""An HTML seed, parsed with Beautiful Soup, with the line of every node.

If a comment, script or style is never closed, its start tag is escaped first. Otherwise the parser, like a browser,
would hide all text after it.
"""

import re
import warnings
from typing import NamedTuple

from bs4 import BeautifulSoup, UnusualUsageWarning
from bs4.element import NavigableString, Tag

from atlas.core.limits import MAX_TAG_NESTING, MAX_TAGS
from atlas.core.problems import Problem, UnreadableError
from atlas.seeds.html_elements import DROPPED, HEADINGS, INLINE, is_comment
from atlas.seeds.seed import Seed

_NAVIGATION = ["nav", "aside", "footer", "header"]  # elements around the text of a page
_HOLDS_TEXT = ["article", "main", "section", "blockquote"]  # a header or footer inside one of these is part of the text
# The start of a comment, script, or style. Everything up to its end is hidden by browsers and left out of the document.
_HIDING_START = re.compile(r"<!--|<(?P<name>script|style)(?=[\s/>])[^>]*(?<!/)>", re.IGNORECASE)
_HIDING_END = {
    "comment": re.compile("-->"),
    "script": re.compile(r"</script\s*>", re.IGNORECASE),
    "style": re.compile(r"</style\s*>", re.IGNORECASE),
}
# The start of a marked section of a kind that the parser does not know; the parser would reject the whole text.
_UNKNOWN_SECTION = re.compile(r"<!\[(?!cdata\[|(?:if|else|endif)(?![\w.-]))", re.IGNORECASE)


class HtmlPage(NamedTuple):
    """A parsed page, with data about its nodes, which are identified by their Python ``id()``."""

    soup: BeautifulSoup
    lines: dict[int, int]  # node → the file's line on which its tag or first word starts
    containers: set[int]  # the elements that contain blocks
    surroundings: set[int]  # the elements outside the text of the announcement, such as menus
    problems: list[Problem]  # warnings about comments, scripts and styles that are never closed


class _Escaped(NamedTuple):
    """A body in which the start tags of unclosed comments, scripts and styles are escaped."""

    body: str
    unclosed: dict[str, int]  # "comment", "script" or "style" → the 0-based body line of the first unclosed one


def parse_page(seed: Seed, *, is_page: bool = True) -> HtmlPage:
    """Parse the body; ``is_page`` says whether it is a whole page or a fragment. Raises UnreadableError at a limit."""
    if seed.body.count("<") > MAX_TAGS:
        raise UnreadableError(1, f"has more than {MAX_TAGS:,} tags: keep only the announcement")
    body, unclosed = _escape_unclosed(seed.body)
    problems = [_never_closed(seed, kind, index) for kind, index in unclosed.items()]
    soup = _soup(body)
    # If tags are malformed, the parser may find scripts and styles that _escape_unclosed did not find. An unclosed one
    # extends to the end of the body, so only the last can be unclosed.
    while hiding_tags := soup.find_all(["script", "style"]):
        tag = hiding_tags[-1]
        line_index = (tag.sourceline or 1) - 1
        start = sum(len(line) + 1 for line in body.split("\n")[:line_index]) + (tag.sourcepos or 0)
        hides_nothing = not tag.contents and tag.next_element
        if hides_nothing or _HIDING_END[tag.name].search(body, start):
            break
        body = body[:start] + re.sub(rf"<(?={tag.name})", "&lt;", body[start:], flags=re.IGNORECASE)
        problems.append(_never_closed(seed, tag.name, line_index))
        soup = _soup(body)
    containers = _containers(soup, seed)
    return HtmlPage(soup, _lines(soup, seed), containers, _surroundings(soup) if is_page else set(), problems)


def _escape_unclosed(body: str) -> _Escaped:
    """Escape comments, scripts and styles that are never closed, and unknown marked sections.

    Otherwise, the parser would lose all text after them.
    """
    body = _UNKNOWN_SECTION.sub("&lt;![", body)
    parts: list[str] = []
    unclosed: dict[str, int] = {}  # once one of a kind has no end, later ones of that kind have none, either
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
            unclosed.setdefault(kind, body.count("\n", 0, start.start()))
    parts.append(body[position:])
    return _Escaped("".join(parts), unclosed)


def _soup(body: str) -> BeautifulSoup:
    """Parse HTML, keeping all whitespace, so that line numbers can be computed from newlines."""
    with warnings.catch_warnings(action="ignore", category=UnusualUsageWarning):  # text like a URL, or XML
        return BeautifulSoup(body, "html.parser", preserve_whitespace_tags={"[document]"})


def _never_closed(seed: Seed, kind: str, index: int) -> Problem:
    start, end = ("a comment", "-->") if kind == "comment" else (f"<{kind}>", f"</{kind}>")
    return Problem(
        seed.path, seed.line(index), f"opens {start} that is never closed: close it with {end} or delete it", "warning"
    )


def _containers(soup: BeautifulSoup, seed: Seed) -> set[int]:
    """Return the ``id()`` of each element that contains blocks. Raises UnreadableError if tags nest too deep."""
    containers: set[int] = set()
    depths = {id(soup): 0}
    for tag in soup.find_all(name=True):
        depths[id(tag)] = depth = depths[id(tag.parent)] + 1
        if depth > MAX_TAG_NESTING:
            line = seed.line((tag.sourceline or 1) - 1)
            raise UnreadableError(line, f"nests deeper than {MAX_TAG_NESTING} tags: flatten it")
        if tag.name not in INLINE and tag.name not in DROPPED:
            for parent in tag.parents:
                if id(parent) in containers:
                    break
                containers.add(id(parent))
    return containers


def _surroundings(soup: BeautifulSoup) -> set[int]:
    """Return the ``id()`` of the elements of a saved page that are outside the text of the announcement.

    If the page has exactly one ``<article>`` (or else ``<main>``), these are all elements outside of it. That element
    must have the title (h1) and more than a quarter of all characters, as it may be only a teaser. In other pages, they
    are the navigation elements, except headers and footers within the text.
    """
    for name in ("article", "main"):
        articles = soup.find_all(name)
        if len(articles) != 1:
            continue
        article = articles[0]
        has_title = article.find("h1") or not soup.find("h1")
        if has_title and 4 * len(article.get_text(strip=True)) > len(soup.get_text(strip=True)):
            around: set[int] = set()
            for ancestor in article.parents:
                around.update(id(child) for child in ancestor.children)
            return around - {id(article)} - {id(ancestor) for ancestor in article.parents}
    part_of_text = {id(tag) for tag in soup.find_all("header") if tag.find(HEADINGS)}
    for holder in soup.find_all(_HOLDS_TEXT):
        part_of_text.update(id(tag) for tag in holder.find_all(_NAVIGATION))
    return {id(tag) for tag in soup.find_all(_NAVIGATION)} - part_of_text


def _lines(soup: BeautifulSoup, seed: Seed) -> dict[int, int]:
    """Map the ``id()`` of every node to the file's line on which its tag or first word starts."""
    lines: dict[int, int] = {}
    index = 0
    for node in soup.descendants:
        if isinstance(node, Tag):
            index = (node.sourceline or 1) - 1
            lines[id(node)] = seed.line(index)
        elif isinstance(node, NavigableString):
            blank_lines = 0 if is_comment(node) else len(node) - len(node.lstrip("\n"))
            lines[id(node)] = seed.line(index + blank_lines)
            index += node.count("\n")
    return lines
