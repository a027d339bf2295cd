"""Seed → Document, by the reader for its format; documents too large for passes and pages are reported."""

from collections.abc import Iterator
from itertools import islice

from atlas.core.changes import Change
from atlas.core.limits import ALL_SPANS, BLOCKS, SPANS, TEXT_LENGTH
from atlas.core.problems import Problem
from atlas.document.nodes import CodeBlock, Document, plain
from atlas.document.traverse import blocks, nodes, runs
from atlas.sources import read_html, read_markdown, read_text
from atlas.sources.seed import Seed

_READERS = {"markdown": read_markdown.read, "html": read_html.read, "text": read_text.read}


def read(seed: Seed) -> tuple[Document, tuple[Change, ...], tuple[Problem, ...]]:
    """Return the seed's document, changes for what the reader left out, and problems."""
    document, left_out, problems = _READERS[seed.format](seed)
    too_large = islice(_too_large(seed.path, document), 1)  # reporting one limit is enough
    return document, left_out, (*problems, *too_large)


def _too_large(path: str, document: Document) -> Iterator[Problem]:
    """A problem for each limit that the document exceeds."""
    count = spans = 0
    for block in blocks(document):
        for inlines, line in runs(block):
            count, held = count + 1, sum(1 for _ in nodes(inlines))
            spans += held
            if held > SPANS:
                yield Problem(path, line, f"has more than {SPANS:,} pieces of emphasis, code and links: part the text")
            if len(plain(inlines)) > TEXT_LENGTH:
                yield Problem(path, line, f"begins a text of more than {TEXT_LENGTH:,} characters: part it")
            if spans > ALL_SPANS:
                what = f"is where there are more than {ALL_SPANS:,} pieces of emphasis, code, links and words"
                yield Problem(path, line, f"{what}: split the file")
        count += isinstance(block, CodeBlock)
        if count > BLOCKS:
            yield Problem(path, block.line, f"is where there are more than {BLOCKS:,} blocks: split the file")
