"""A seed → its document, by the reader for its format, unless it is larger than passes and pages are made for."""

from collections.abc import Iterator
from itertools import islice

from atlas.core.changes import Change
from atlas.core.limits import ALL_SIGNS, BLOCKS, SIGNS, TEXT_LENGTH
from atlas.core.problems import Problem
from atlas.document.inline_markdown import inline_markdown
from atlas.document.markdown_parser import SIGN
from atlas.document.nodes import CodeBlock, Document, plain
from atlas.document.traverse import blocks, runs
from atlas.sources import read_html, read_markdown, read_text
from atlas.sources.seed import Seed

_READERS = {"markdown": read_markdown.read, "html": read_html.read, "text": read_text.read}


def read(seed: Seed) -> tuple[Document, tuple[Change, ...], tuple[Problem, ...]]:
    """The seed's document, what the reader left out of it, and problems."""
    document, left_out, problems = _READERS[seed.format](seed)
    too_large = islice(_too_large(seed.path, document), 1)  # one limit says enough
    return document, left_out, (*problems, *too_large)


def _too_large(path: str, document: Document) -> Iterator[Problem]:
    """Where the document at ``path`` goes beyond a limit."""
    count = signs = 0
    for block in blocks(document):
        for inlines, line in runs(block):
            held = len(SIGN.findall(inline_markdown(inlines)))  # as a catalog would have them
            count, signs = count + 1, signs + held
            if held > SIGNS:
                yield Problem(path, line, f"begins a text with more than {SIGNS:,} signs of markup: part it")
            if len(plain(inlines)) > TEXT_LENGTH:
                yield Problem(path, line, f"begins a text of more than {TEXT_LENGTH:,} characters: part it")
            if signs > ALL_SIGNS:
                what = f"is where there are more than {ALL_SIGNS:,} signs of markup: split the file"
                yield Problem(path, line, what)
        count += isinstance(block, CodeBlock)
        if count > BLOCKS:
            yield Problem(path, block.line, f"is where there are more than {BLOCKS:,} blocks: split the file")
