"""Paragraphs that break off: they end in the middle of a sentence, and nothing follows to complete it."""

from collections.abc import Iterator
from itertools import pairwise

from atlas.core.sentences import split_sentences
from atlas.core.text import to_simplified
from atlas.document.nodes import Document, Heading, Paragraph, plain
from atlas.extract.findings import Finding
from atlas.knowledge.text_patterns import SentenceWords

MIN_PARAGRAPH_LENGTH = 12  # characters; a shorter line may be a greeting or a name


def incomplete_paragraphs(document: Document, wording: SentenceWords) -> Iterator[Paragraph]:
    """Yield each paragraph that is the last block of its section, but ends in a comma or a word such as “and”."""
    for block, following in pairwise((*document.blocks, None)):
        is_last = following is None or isinstance(following, Heading)
        if is_last and isinstance(block, Paragraph) and block.role == "body":
            text = plain(block.inlines).strip()
            if len(text) >= MIN_PARAGRAPH_LENGTH and wording.breaks_off(to_simplified(text)):
                yield block


def break_finding(paragraph: Paragraph) -> Finding:
    """Return the finding for a paragraph that breaks off; the finding quotes its last sentence."""
    return Finding("broken-off", paragraph.line, split_sentences(plain(paragraph.inlines).strip())[-1])
