"""The sanitizer of pages: it removes what no page needs, as a second line of defense after escaping."""

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
    generic_attribute_prefixes={"data-"},  # browsers do nothing with them
    url_schemes={"http", "https", "mailto"},
    link_rel=None,
)
# Links whose URL begins with a slash lose it, since //host is another site. The cleaner could call a function for each
# URL, but would be a third slower. The patterns rely on its output, where no text and no attribute value contains “<”,
# and no value contains a quotation mark.
_SLASH_HREF = r' href="[\x00-\x20]*[/\\][^"]*"'
_LINK_TO_SLASH = re.compile(rf'(<a(?: [^\s"<>=]+="[^"]*")*?){_SLASH_HREF}')


def sanitized(content: str, trusted: Iterable[str] = ()) -> str:
    """Return a page's HTML without the elements, attributes and URLs that pages do not need.

    ``trusted`` are the pictures and forms of its template, in which all text is escaped. They are kept wherever they
    occur verbatim; a text that imitates one can only repeat it. During the cleaning, placeholders stand in for them.
    """
    trusted_by_placeholder = {}
    for number, fragment in enumerate(trusted):
        placeholder = f'<data value="{number}"></data>'
        content = content.replace(fragment, placeholder)
        trusted_by_placeholder[placeholder] = fragment
    clean = _cleaned(content)
    if re.search(_SLASH_HREF, clean):
        clean = _LINK_TO_SLASH.sub(r"\1", clean)
    return re.sub(
        r'<data value="[^"]*"></data>', lambda placeholder: trusted_by_placeholder.get(placeholder[0], ""), clean
    )


@lru_cache(maxsize=16384)  # in a preview, most pages stay the same
def _cleaned(content: str) -> str:
    return _CLEANER.clean(content)
