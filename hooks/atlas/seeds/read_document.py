"""Seed → Document, by the reader for the seed's format; documents too large for passes and pages are reported."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from atlas.core.limits import MAX_BLOCKS, MAX_INLINES_PER_BLOCK, MAX_INLINES_PER_DOCUMENT, MAX_TEXT_LENGTH
from atlas.core.problems import Problem
from atlas.document.nodes import CodeBlock, Document, Fact, plain
from atlas.document.traverse import all_blocks, all_inlines, inlines_with_lines
from atlas.seeds.formats import BY_NAME
from atlas.seeds.seed import Reading, Seed


def read_document(seed: Seed) -> Reading:
    """Read a seed with the reader for its format, and put the front matter first among the document's facts."""
    document, left_out, problems = BY_NAME[seed.format].read(seed)
    front_matter = tuple(Fact(key, value, line) for key, value, line in seed.meta)
    document = replace(document, facts=(*front_matter, *document.facts), language=seed.language)
    too_large = islice(_too_large(seed.path, document), 1)  # reporting one limit is enough
    return Reading(document, left_out, [*problems, *too_large])


def _too_large(path: str, document: Document) -> Iterator[Problem]:
    """Yield a problem for each limit that the document exceeds."""
    block_count = total_count = 0
    for block in all_blocks(document):
        for inlines, line in inlines_with_lines(block):
            block_count += 1
            inline_count = sum(1 for _ in all_inlines(inlines))
            total_count += inline_count
            if inline_count > MAX_INLINES_PER_BLOCK:
                pieces = "pieces of emphasis, code and links: split it"
                yield Problem(path, line, f"has more than {MAX_INLINES_PER_BLOCK:,} {pieces}")
            if len(plain(inlines)) > MAX_TEXT_LENGTH:
                yield Problem(path, line, f"begins a text of more than {MAX_TEXT_LENGTH:,} characters: split it")
            if total_count > MAX_INLINES_PER_DOCUMENT:
                pieces = "pieces of emphasis, code, links and words: split the file"
                yield Problem(path, line, f"is where there are more than {MAX_INLINES_PER_DOCUMENT:,} {pieces}")
        block_count += isinstance(block, CodeBlock)  # it has no inlines
        if block_count > MAX_BLOCKS:
            yield Problem(path, block.line, f"is where there are more than {MAX_BLOCKS:,} blocks: split the file")
