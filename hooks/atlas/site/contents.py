"""A page's Markdown as HTML, and its headings, where the Markdown is only what templates here write.

Headings with their ids, and blocks of HTML that hold no blank line: whatever else somebody puts into a template is
left to a Markdown engine, which makes the same of these, more slowly.
"""

from __future__ import annotations

import re
from typing import NamedTuple

# Of words, only what means nothing to Markdown, and tags and entities.
_HEADING = re.compile(
    r"(?P<marks>#{1,6}) (?P<words>(?:[^\\`*_\[\]{}#<>&\n]|&\#?\w+;|</?\w[^<>`\n]*>)+)"
    r' \{\#(?P<id>[^\s{}"=]+)(?: data-toc-label="(?P<label>[^"<>{}\n]*)")?\}'
)
_BLOCK = re.compile(
    r"</?(?:aside|blockquote|details|div|dl|figure|footer|form|h[1-6]|hr|nav|ol|p|pre|section|svg|table|ul)\b"
)
_TAG = re.compile(r"<[^>]*>")


class Heading(NamedTuple):
    """A heading: its level, its id, and its words as HTML without tags."""

    level: int
    id: str
    words: str


def contents(body: str, permalink: str) -> tuple[str, list[Heading]] | None:
    """The HTML of ``body``, and its headings; nothing if that takes a Markdown engine.

    ``permalink`` is the title of the link that leads to each heading.
    """
    parts: list[str] = []
    headings: list[Heading] = []
    for part in body.strip("\n").split("\n\n"):
        if _BLOCK.match(part):
            parts.append(f"{part}\n")  # as Python-Markdown parts them
        elif found := _HEADING.fullmatch(part):
            level, words, anchor = len(found["marks"]), found["words"].strip(), found["id"]
            link = f'<a class="headerlink" href="#{anchor}" title="{permalink}">&para;</a>'
            parts.append(f'<h{level} id="{anchor}">{words}{link}</h{level}>')
            label = words if found["label"] is None else found["label"]
            headings.append(Heading(level, anchor, " ".join(_TAG.sub("", label).split())))
        else:
            return None
    return "\n".join(parts).rstrip("\n"), headings
