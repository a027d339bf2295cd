"""A cleaned document as a sequence of texts, for comparison with another document."""

import re
from dataclasses import dataclass
from typing import Literal

from atlas.core.api_names import PATH
from atlas.core.numbers import numbers
from atlas.document import nodes as tree
from atlas.document.inline_markdown import inline_markdown
from atlas.document.nodes import Document, Inlines
from atlas.document.traverse import all_blocks, all_inlines, inlines_with_lines

UnitKind = Literal["heading", "paragraph", "cell", "code"]

# A path of names of at least two letters (torch.fx, not “e.g”), or a name in snake case (index_select).
_API = re.compile(rf"(?<![\w.])(?:(?=@?\w\w){PATH}|_*[A-Za-z]\w*_\w*)", re.ASCII)
_NAME_WITH_DIGITS = re.compile(r"[A-Za-z]+\d[\w.]*", re.ASCII)  # H100, int8


@dataclass(frozen=True, slots=True)
class Unit:
    """One heading, paragraph, table cell, or code block that has words, with what it shares with its translation."""

    kind: UnitKind
    line: int
    text: str
    inlines: Inlines = ()  # empty for a code block
    depth: int = 0  # the depth of a heading
    links: tuple[str, ...] = ()  # URLs
    identifiers: tuple[str, ...] = ()  # API names and code spans, without (), in the order of the text
    numbers: tuple[str, ...] = ()  # the numbers that are not part of a name

    @property
    def markdown(self) -> str:
        """The text as inline Markdown; for a code block, its code."""
        return inline_markdown(self.inlines) if self.inlines else self.text


def units(document: Document) -> tuple[Unit, ...]:
    """Return the texts of a document in reading order: lists item by item, tables cell by cell."""
    units: list[Unit] = []
    for block in all_blocks(document):
        match block:
            case tree.CodeBlock():
                units.append(Unit("code", block.line, block.text))
            case tree.Heading():
                units.append(_unit("heading", block.inlines, block.line, block.depth))
            case tree.Paragraph():
                units.append(_unit("paragraph", block.inlines, block.line))
            case tree.Table():
                units += (_unit("cell", inlines, line) for inlines, line in inlines_with_lines(block))
            case _:
                pass
    return tuple(unit for unit in units if unit.text.strip())


def _unit(kind: UnitKind, inlines: Inlines, line: int, depth: int = 0) -> Unit:
    links = tuple(node.url for node in all_inlines(inlines) if isinstance(node, tree.Link))
    prose = " ".join(node.text for node in all_inlines(inlines) if isinstance(node, tree.Text))
    without_names = _NAME_WITH_DIGITS.sub(" ", _API.sub(" ", prose))
    return Unit(
        kind, line, tree.plain(inlines), inlines, depth, links, _identifiers(inlines), tuple(numbers(without_names))
    )


def _identifiers(inlines: Inlines) -> tuple[str, ...]:
    """Return the API names in code spans and text, and the whole content of each code span that has no API name."""
    identifiers: list[str] = []
    for node in all_inlines(inlines):
        if isinstance(node, tree.Code):
            identifiers += _API.findall(node.text) or [node.text.strip().removesuffix("()")]
        elif isinstance(node, tree.Text):
            identifiers += _API.findall(node.text)
    return tuple(identifier for identifier in identifiers if identifier)
