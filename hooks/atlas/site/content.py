"""The content of a page: sanitized HTML, and for the table of contents the headings that have ids."""

import html
import re
from dataclasses import dataclass

from atlas.site.sanitize import sanitized

PERMALINK = "Link to this section"  # title of headings' permalinks

# These suffice for sanitized HTML, where no text and no attribute value contains “<” or “>”.
_HEADING = re.compile(r"<h(?P<level>[1-6])(?P<attributes>[^>]*)>(?P<words>.*?)</h(?P=level)>", re.DOTALL)
_ID = re.compile(r' id="([^"]+)"')
_LABEL = re.compile(r' data-toc-label="([^"]*)"')
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class PageHeading:
    """A heading; ``label`` is its text in tables of contents."""

    level: int
    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Content:
    """A page's HTML, and those of its headings that have ids, in order."""

    html: str = ""
    headings: tuple[PageHeading, ...] = ()

    @property
    def section_count(self) -> int:
        """The number of entries of its table of contents: headings of levels 2 to 4."""
        return sum(heading.level in (2, 3, 4) for heading in self.headings)

    def outline(self) -> str:
        """Return the headings as Markdown, for MkDocs' table of contents."""
        return "\n\n".join(
            f"{'#' * heading.level} {escape_markdown(html.escape(heading.label))} {{#{heading.id}}}"
            for heading in self.headings
        )


def escape_markdown(fragment: str) -> str:
    """Escape Markdown syntax in the text of an HTML fragment with character references: "a*b" → "a&#42;b"."""

    def escaped(token: re.Match[str]) -> str:
        return f"&#{ord(token['sign'])};" if token["sign"] else token[0]

    return re.sub(r"<[^>]*>|&#?\w+;|(?P<sign>[\\`*_{}\[\]#!|~^$=+:\"'])", escaped, fragment)


def content_of(body: str, permalink: str, trusted: tuple[str, ...] = ()) -> Content:
    """Return the content of a page, given the HTML that its template wrote.

    Each heading that has an id gets a link to itself, titled ``permalink``. A heading's ``data-toc-label`` is its text
    in tables of contents. ``trusted`` are the template's own pictures and forms.
    """
    headings: list[PageHeading] = []

    def with_permalink(heading: re.Match[str]) -> str:
        level, attributes, words = heading.groups()
        anchor, label = _ID.search(attributes), _LABEL.search(attributes)
        if not anchor:
            return heading[0]
        text = html.unescape(label[1] if label else _TAG.sub("", words))
        headings.append(PageHeading(int(level), anchor[1], " ".join(text.split())))
        link = f'<a class="headerlink" href="#{anchor[1]}" title="{permalink}">¶</a>'
        return f"<h{level}{_LABEL.sub('', attributes)}>{words}{link}</h{level}>"

    return Content(_HEADING.sub(with_permalink, sanitized(body, trusted)), tuple(headings))
