"""The content of a page: headings with ids, and sanitized blocks of HTML.

Templates write headings in Markdown, ``## words {#id}``, and blocks of HTML, separated by blank lines.
"""

import re
from dataclasses import dataclass

from atlas.core.languages import Language
from atlas.core.problems import truncate
from atlas.site.sanitize import sanitized

PERMALINK: dict[Language, str] = {"zh": "本节的链接", "en": "Link to this section"}  # titles of headings' permalinks

# The words contain tags and entities, but no Markdown.
_HEADING = re.compile(
    r"(?P<marks>#{1,6}) (?P<words>(?:[^\\`*_\[\]{}#<>&\n]|&\#?\w+;|</?\w[^<>`\n]*>)+)"
    r' \{\#(?P<id>[^\s{}"=]+)(?: data-toc-label="(?P<label>[^"<>{}\n]*)")?\}'
)
_BLOCK = re.compile(
    r"</?(?:aside|blockquote|details|div|dl|figure|footer|form|h[1-6]|hr|nav|ol|p|pre|section|svg|table|ul)\b"
)
_TAG = re.compile(r"<[^>]*>")
_MAX_QUOTE = 60  # characters quoted in a message


@dataclass(frozen=True, slots=True)
class PageHeading:
    """A heading. ``words`` is HTML; ``label`` is its text in tables of contents, without tags."""

    level: int
    id: str
    words: str
    label: str


@dataclass(frozen=True, slots=True)
class Content:
    """A page's headings and blocks of HTML, in order."""

    parts: tuple[PageHeading | str, ...] = ()

    def html(self, language: Language) -> str:
        """Return the content as HTML; each heading has a permalink."""
        made: list[str] = []
        for part in self.parts:
            if isinstance(part, PageHeading):
                link = f'<a class="headerlink" href="#{part.id}" title="{PERMALINK[language]}">¶</a>'
                made.append(f'<h{part.level} id="{part.id}">{part.words}{link}</h{part.level}>')
            else:
                made.append(f"{part}\n")
        return "\n".join(made).rstrip("\n")

    @property
    def section_count(self) -> int:
        """The number of headings that a table of contents has below the title."""
        return sum(isinstance(part, PageHeading) and part.level in (2, 3) for part in self.parts)

    def outline(self) -> str:
        """Return the headings as Markdown, for MkDocs' table of contents."""
        headings = (part for part in self.parts if isinstance(part, PageHeading))
        return "\n\n".join(f"{'#' * heading.level} {heading.label} {{#{heading.id}}}" for heading in headings)


def parse(body: str, trusted: tuple[str, ...] = ()) -> Content:
    """Parse a template's output; ``trusted`` are its own pictures and forms. Raises ValueError for anything else."""
    parts: list[PageHeading | str] = []
    for part in re.split(r"\n{2,}", body.strip("\n")):
        if _BLOCK.match(part):
            parts.append(sanitized(part, trusted))
        elif heading := _HEADING.fullmatch(part):
            words = sanitized(heading["words"].strip())
            label = words if heading["label"] is None else heading["label"]
            parts.append(
                PageHeading(len(heading["marks"]), heading["id"], words, " ".join(_TAG.sub("", label).split()))
            )
        elif part.strip():
            quote = truncate(part, _MAX_QUOTE)
            raise ValueError(f"{quote!r} is neither a heading (## words {{#id}}) nor a block of HTML")
    return Content(tuple(parts))
