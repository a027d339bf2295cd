"""Paragraphs that break off: they end in the middle of a sentence, and nothing follows to complete it."""

import re
from collections.abc import Iterator
from itertools import pairwise

from atlas.core.sentences import sentences
from atlas.core.text import to_simplified
from atlas.document.nodes import Document, Heading, Paragraph, plain
from atlas.extract.findings import Finding

MIN_PARAGRAPH_LENGTH = 12  # characters; a shorter line may be a greeting or a name

_OPEN_END = re.compile(
    r"(?:[，,、]|以及|或者?|并且|而且|但是|因为|由于|虽然|如果|例如|比如|包括"
    r"|(?<![总缓饱柔温调平谐共])和|(?<![参赠给])与|(?<![以涉普波顾])及"
    r"|(?i:\b(?:and|or|but|nor|because|although|such as|including)))$"
)


def incomplete_paragraphs(document: Document) -> Iterator[Paragraph]:
    """Yield each paragraph that ends in a comma or a conjunction though it is the last block of its section."""
    for block, following in pairwise((*document.blocks, None)):
        is_last = following is None or isinstance(following, Heading)
        if is_last and isinstance(block, Paragraph) and block.role == "body":
            text = plain(block.inlines).strip()
            if len(text) >= MIN_PARAGRAPH_LENGTH and _OPEN_END.search(to_simplified(text)):
                yield block


def break_findings(document: Document) -> Iterator[Finding]:
    """Yield a finding for each paragraph that breaks off, with its last sentence."""
    for paragraph in incomplete_paragraphs(document):
        yield Finding("broken-off", paragraph.line, sentences(plain(paragraph.inlines).strip())[-1])
