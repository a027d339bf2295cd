"""Handwritten pages → records, one for each section."""

import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from bs4 import BeautifulSoup
from markdown_it import MarkdownIt

from atlas.core.languages import Language
from atlas.site.page import handwritten_uris, path_of
from atlas.site.search.records import Record

_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_HEADING = re.compile(r"(.*?)(?: \{#([\w-]+)\})?")  # with its id
_MARKDOWN = MarkdownIt("commonmark").enable("table")


def sections(docs: Path, language: Language) -> Iterator[Record]:
    """Yield the sections of the pages in ``docs``/``language``. Each is also found by the name of its page."""
    for uri in handwritten_uris(docs, language):
        text = (docs / language / uri).read_text("utf-8", errors="replace")
        page = BeautifulSoup(_MARKDOWN.render(_FRONT_MATTER.sub("", text)), "html.parser")
        name = ""
        for heading in page.find_all(["h1", "h2"]):
            title, anchor = _HEADING.fullmatch(heading.get_text()).groups("")  # type: ignore[union-attr]
            name = name or title
            below = takewhile(lambda node: node.name not in ("h1", "h2"), heading.find_next_siblings())
            words = " ".join(node.get_text(" ", strip=True) for node in below)
            url = f"{path_of(uri)}#{anchor}" if anchor and heading.name == "h2" else path_of(uri)
            yield Record(url, "page", title, words, names=(name,))
