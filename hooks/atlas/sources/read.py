"""A seed → its document, by the reader for its format."""

from __future__ import annotations

from atlas.core.changes import Change
from atlas.core.problems import Problem
from atlas.document.nodes import Document
from atlas.sources.read_html import read as read_html
from atlas.sources.read_markdown import read as read_markdown
from atlas.sources.read_text import read as read_text
from atlas.sources.seed import Seed


def read(seed: Seed) -> tuple[Document, tuple[Change, ...], tuple[Problem, ...]]:
    """The seed's document, what the reader left out of it, and problems."""
    match seed.format:
        case "markdown":
            return read_markdown(seed, read_html)
        case "html":
            return read_html(seed)
        case "text":
            return read_text(seed)
