"""A cleaned document as a row of texts that can be compared with those of another document."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from atlas.core.numbers import numbers
from atlas.document import nodes as tree
from atlas.document.inline_markdown import inline_markdown
from atlas.document.nodes import Document, Inlines
from atlas.document.traverse import blocks, nodes, runs

Kind = Literal["heading", "paragraph", "cell", "code"]

# torch.compile, torch::nn, index_select, @torch.jit.script; neither “e.g.” nor the end of a sentence.
_API = re.compile(r"(?<![\w.])@?[A-Za-z_]\w+(?:(?:\.|::)\w+)+|(?<![\w.])_*[A-Za-z]\w*_\w*", re.ASCII)
_NAME = re.compile(r"[A-Za-z]\w*(?:\+\+)?", re.ASCII)
_PROPER = re.compile(r".+[A-Z\d]|.+\+\+")  # PyTorch, GPU, C++, conv2d
_WITH_DIGITS = re.compile(r"[A-Za-z]+\d[\w.]*", re.ASCII)  # what numbers it has are part of a name
_CALL = "()"


@dataclass(frozen=True, slots=True)
class Unit:
    """One heading, paragraph, table cell or block of code; those without words are none.

    ``identifiers`` are code spans and names of APIs, without the brackets of a call; ``names`` are Latin words that
    are written alike in every language, such as GPU and TorchScript. Both are in the order of the text.
    """

    kind: Kind
    line: int
    text: str
    inlines: Inlines = ()  # a block of code has none
    level: int = 0  # of a heading
    links: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def markdown(self) -> str:
        """The text with its markup."""
        return inline_markdown(self.inlines) if self.inlines else self.text


def units(document: Document) -> tuple[Unit, ...]:
    """The texts of a document in reading order: lists item by item, tables cell by cell."""
    return tuple(_units(document))


def _units(document: Document) -> Iterator[Unit]:
    for block in blocks(document):
        match block:
            case tree.CodeBlock() if block.text.strip():
                yield Unit("code", block.line, block.text)
            case tree.Heading():
                yield from _of("heading", block.inlines, block.line, block.level)
            case tree.Paragraph():
                yield from _of("paragraph", block.inlines, block.line)
            case tree.Table():
                for inlines, line in runs(block):
                    yield from _of("cell", inlines, line)
            case _:
                pass


def _of(kind: Kind, inlines: Inlines, line: int, level: int = 0) -> Iterator[Unit]:
    text = tree.plain(inlines)
    if text.strip():
        links = tuple(node.url for node in nodes(inlines) if isinstance(node, tree.Link))
        prose = " ".join(node.text for node in nodes(inlines) if isinstance(node, tree.Text))
        names = tuple(word for word in _NAME.findall(_API.sub(" ", prose)) if _PROPER.fullmatch(word))
        found = numbers(_WITH_DIGITS.sub(" ", _API.sub(" ", prose)))
        yield Unit(kind, line, text, inlines, level, links, _identifiers(inlines), tuple(found), names)


def _identifiers(inlines: Inlines) -> tuple[str, ...]:
    """The names of APIs in code spans and words; a code span that holds none is one as a whole."""
    found: list[str] = []
    for node in nodes(inlines):
        match node:
            case tree.Code():
                found += _API.findall(node.text) or [node.text.strip().removesuffix(_CALL)]
            case tree.Text():
                found += _API.findall(node.text)
            case _:
                pass
    return tuple(filter(None, found))
