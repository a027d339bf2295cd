"""The elements that a page's content may have: the second line of defense, after the writer's escaping."""

import re
from collections.abc import Iterable
from functools import lru_cache

import nh3

# What templates and the writer produce from texts. No svg, math or forms, and nothing that runs or loads anything.
_TAGS = {
    "a", "aside", "blockquote", "br", "caption", "cite", "code", "dd", "del", "details", "div", "dl", "dt", "em",
    "figcaption", "figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "ins", "li", "nav", "ol", "p", "pre",
    "q", "section", "small", "span", "strong", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "time", "tr",
    "ul", "wbr",
}  # fmt: skip
_ATTRIBUTES = {
    "*": {
        "aria-current", "aria-hidden", "aria-label", "aria-labelledby", "class", "hidden", "id", "lang", "role",
        "tabindex", "title",
    },
    "a": {"href", "rel", "type"},
    "details": {"open"},
    "ol": {"start"},
    "td": {"colspan", "rowspan"},
    "th": {"aria-sort", "colspan", "scope"},
    "time": {"datetime"},
}  # fmt: skip
_CLEANER = nh3.Cleaner(
    tags=_TAGS | {"data"},
    attributes={**_ATTRIBUTES, "data": {"value"}},
    generic_attribute_prefixes={"data-"},  # they do nothing of themselves
    url_schemes={"http", "https", "mailto"},
    link_rel=None,
)
# //host is another site. A callback for each URL would make the cleaner a third slower. In its output, no text and no
# attribute value contains “<”, and no value contains a quotation mark.
_ELSEWHERE = r' href="[\x00-\x20]*[/\\][^"]*"'
_LINK_ELSEWHERE = re.compile(rf'(<a(?: [^\s"<>=]+="[^"]*")*?){_ELSEWHERE}')


def sanitized(content: str, trusted: Iterable[str] = ()) -> str:
    """Return a page's HTML with only the elements and attributes that pages need.

    ``trusted`` are the pictures and forms of its template, in which all text is escaped. They are kept where they occur
    verbatim, so a text that imitates one yields that drawing and nothing else.
    """
    drawings = {}
    for number, drawing in enumerate(trusted):
        place = f'<data value="{number}"></data>'
        content = content.replace(drawing, place)
        drawings[place] = drawing
    clean = _cleaned(content)
    if re.search(_ELSEWHERE, clean):
        clean = _LINK_ELSEWHERE.sub(r"\1", clean)
    return re.sub(r'<data value="[^"]*"></data>', lambda found: drawings.get(found[0], ""), clean)


@lru_cache(maxsize=16384)  # in a preview, most blocks stay the same
def _cleaned(content: str) -> str:
    return _CLEANER.clean(content)
