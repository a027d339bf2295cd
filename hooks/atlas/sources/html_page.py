"""The page in a seed: parsed, with the line of every node, and without what browsers would hide by mistake."""

import re
import warnings
from typing import NamedTuple

from bs4 import BeautifulSoup, UnusualUsageWarning
from bs4.element import NavigableString, Tag

from atlas.core.limits import MAX_TAG_NESTING, MAX_TAGS
from atlas.core.problems import Problem, UnreadableError
from atlas.sources.html_elements import DROPPED, HEADINGS, INLINE, is_comment
from atlas.sources.seed import Seed

_NAVIGATION = ["nav", "aside", "footer", "header"]  # of a page, outside its text
_HOLDS_TEXT = ["article", "main", "section", "blockquote"]  # whose own header or footer belongs to the text
# Start of a comment, script, or style: everything up to its end is hidden in browsers, and kept from the document.
_HIDING_START = re.compile(r"<!--|<(?P<name>script|style)(?=[\s/>])[^>]*(?<!/)>", re.IGNORECASE)
_HIDING_END = {
    "comment": re.compile("-->"),
    "script": re.compile(r"</script\s*>", re.IGNORECASE),
    "style": re.compile(r"</style\s*>", re.IGNORECASE),
}
# Start of a marked section of a kind that the parser does not know: it would reject the whole text.
_UNKNOWN_SECTION = re.compile(r"<!\[(?!cdata\[|(?:if|else|endif)(?![\w.-]))", re.IGNORECASE)


class HtmlPage(NamedTuple):
    """A parsed page, and what is known of its nodes by their ``id()``."""

    soup: BeautifulSoup
    lines: dict[int, int]  # of the file, on which a node's tag or first word starts
    containers: set[int]  # the elements that contain blocks
    surroundings: set[int]  # the elements that are outside the text of the announcement
    problems: list[Problem]  # warnings about what is never closed


class _Escaped(NamedTuple):
    """A body in which nothing is unclosed, and the 0-based body line of what was, by its kind."""

    body: str
    unclosed: dict[str, int]


def parse_page(seed: Seed, *, is_page: bool = True) -> HtmlPage:
    """Parse the body; ``is_page`` says that it is a whole page. Raises UnreadableError if it is beyond a limit."""
    if seed.body.count("<") > MAX_TAGS:
        raise UnreadableError(1, f"has more than {MAX_TAGS:,} tags: keep only the announcement")
    body, unclosed = _escape_unclosed(seed.body)
    problems = [_never_closed(seed, kind, index) for kind, index in unclosed.items()]
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
    # Kind → body line of the first that is unclosed; there is no end for later ones, either.
    unclosed: dict[str, int] = {}
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
    """Parse HTML, keeping all whitespace, so that newlines can be counted."""
    with warnings.catch_warnings(action="ignore", category=UnusualUsageWarning):  # text like a URL, or XML
        return BeautifulSoup(body, "html.parser", preserve_whitespace_tags={"[document]"})


def _never_closed(seed: Seed, kind: str, index: int) -> Problem:
    start, end = ("a comment", "-->") if kind == "comment" else (f"<{kind}>", f"</{kind}>")
    return Problem(
        seed.path, seed.line(index), f"opens {start} that is never closed: close it with {end} or delete it", "warning"
    )


def _containers(soup: BeautifulSoup, seed: Seed) -> set[int]:
    """Return the ``id()`` of each element that contains blocks. Raises UnreadableError for one nested too deep."""
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

    If there is only one article (or main), that is all around it, provided that it is no teaser: it has the title (h1)
    and a quarter of all characters. Otherwise it is the page's navigation, but no header or footer within the text.
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
    """Map the ``id()`` of every node to the line on which its tag or its first word starts."""
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
