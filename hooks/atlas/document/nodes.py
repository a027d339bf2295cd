"""Documents: frozen trees of typed blocks and inlines.

``line`` is always a 1-based line in the seed's file. A *host* is a node whose text can announce a feature: a heading,
paragraph, list item or table cell. Its ``host_index`` is its position among all hosts of the document, in document
order; it is -1 until ``traverse.number_hosts`` sets it. Comparisons of nodes ignore ``line`` and ``host_index``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from atlas.core.languages import Language

# --- inlines -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Text:
    """Running text. Of all inlines, only this one has words that the passes for wording and spacing may change."""

    text: str
    line: int = field(default=0, compare=False)

    @property
    def start_line(self) -> int:
        """The line on which the text starts; ``line`` is that of its first word, after any newlines at the start."""
        words = self.text.lstrip()
        if not words:
            return self.line
        space_before_words = self.text[: -len(words)]
        return self.line - space_before_words.count("\n")


@dataclass(frozen=True, slots=True)
class Code:
    """A code span."""

    text: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Emphasized inlines."""

    children: tuple[Inline, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Strong:
    """Strongly emphasized inlines."""

    children: tuple[Inline, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Link:
    """A link; ``url`` is the decoded URL from the seed, which may be unsafe."""

    url: str
    children: tuple[Inline, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Image:
    """An image reference. Pages never show the image, only its alternative text."""

    url: str
    alt: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Break:
    """A hard line break."""

    line: int = field(default=0, compare=False)


Span = Emphasis | Strong | Link  # inlines with children
Inline = Text | Code | Emphasis | Strong | Link | Image | Break
Inlines = tuple[Inline, ...]


def plain(inlines: Inlines) -> str:
    """Return the text of ``inlines`` without markup."""
    parts = []
    for node in inlines:
        match node:
            case Text() | Code():
                parts.append(node.text)
            case Image():
                parts.append(node.alt)
            case Break():
                parts.append(" ")
            case _:
                parts.append(plain(node.children))
    return "".join(parts)


def markup_text(inlines: Inlines) -> str:
    """Return the text of ``inlines`` with markup and URLs, as Markdown without escapes; edits quote it."""
    parts = []
    for node in inlines:
        match node:
            case Text():
                parts.append(node.text)
            case Code():
                parts.append(f"`{node.text}`")
            case Emphasis():
                parts.append(f"*{markup_text(node.children)}*")
            case Strong():
                parts.append(f"**{markup_text(node.children)}**")
            case Link() if plain(node.children) == node.url:
                parts.append(f"<{node.url}>")
            case Link():
                parts.append(f"[{markup_text(node.children)}]({node.url})")
            case Image():
                parts.append(f"![{node.alt}]({node.url})")
            case Break():
                parts.append("\n")
    return "".join(parts)


def merged(nodes: Iterable[Inline]) -> Inlines:
    """Merge adjacent texts and drop empty texts and emphasis, so that two trees for the same words are equal."""
    inlines: list[Inline] = []
    for node in nodes:
        match node:
            case Text(text="") | Emphasis(children=()) | Strong(children=()):
                continue
            case Text() if inlines and isinstance(last := inlines[-1], Text):
                line_of_first_word = node.line if last.text.isspace() else last.line
                inlines[-1] = Text(last.text + node.text, line_of_first_word)
            case Emphasis() | Strong() | Link():
                inlines.append(replace(node, children=merged(node.children)))
            case _:
                inlines.append(node)
    return tuple(inlines)


# --- blocks ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Marker:
    """A stability marker that was removed from a text: “[Beta] torch.fx” → level “beta”, raw “[Beta]”."""

    level: str  # the level's id
    raw: str  # the marker as written in the seed
    line: int = field(default=0, compare=False)
    is_trailing: bool = False  # whether the marker came after the words
    is_spaced: bool = False  # whether a space separated the marker from the words

    def attach_to(self, words: str) -> str:
        """Return ``words`` with the marker put back."""
        separator = " " if self.is_spaced else ""
        return separator.join([words, self.raw] if self.is_trailing else [self.raw, words])


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of ``depth`` 1 to 6. A link ``#name`` within the page leads to it if ``name`` is one of ``names``."""

    depth: int
    inlines: Inlines
    line: int = field(default=0, compare=False)
    marker: Marker | None = None
    names: tuple[str, ...] = field(default=(), compare=False)
    host_index: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph. An ``aside`` is shown less prominently than the body."""

    inlines: Inlines
    line: int = field(default=0, compare=False)
    role: Literal["body", "aside"] = "body"
    marker: Marker | None = None  # removed from the paragraph's lead: its first words, up to a colon or the like
    host_index: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """A code block; ``language`` names a Pygments lexer, or is empty or unknown to Pygments."""

    text: str
    language: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Item:
    """One list item; ``marker`` is the stability marker removed from its first block."""

    blocks: tuple[Block, ...]
    line: int = field(default=0, compare=False)
    marker: Marker | None = None
    host_index: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class ListBlock:
    """A bulleted or numbered list."""

    ordered: bool
    items: tuple[Item, ...]
    line: int = field(default=0, compare=False)
    start: int = 1


@dataclass(frozen=True, slots=True)
class BlockQuote:
    """A block quote."""

    blocks: tuple[Block, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Cell:
    """One table cell."""

    inlines: Inlines
    line: int = field(default=0, compare=False)
    marker: Marker | None = None
    host_index: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    """A table: one header row (possibly of empty cells) and body rows of the same width."""

    header: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    line: int = field(default=0, compare=False)

    @classmethod
    def of(cls, rows: Sequence[Sequence[Cell]], line: int) -> Table:
        """Build a table from ``rows``, of which the first is the header; pad short rows with empty cells."""
        width = max(map(len, rows))
        padded: list[tuple[Cell, ...]] = []
        for row in rows:
            empty_cell = Cell((), row[0].line)
            padded.append((*row, *[empty_cell] * (width - len(row))))
        header, *body = padded
        return cls(header, tuple(body), line)


@dataclass(frozen=True, slots=True)
class ThematicBreak:
    """A thematic break."""

    line: int = field(default=0, compare=False)


Host = Heading | Paragraph | Item | Cell  # see the module docstring
Block = Heading | Paragraph | CodeBlock | ListBlock | BlockQuote | Table | ThematicBreak


@dataclass(frozen=True, slots=True)
class Fact:
    """A labeled value extracted from the text, such as ``发布: 2021年10月21日``, or an entry of the front matter."""

    key: str
    value: str
    line: int
    url: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """One announcement as a flat sequence of blocks; the depths of its headings tell which section contains which.

    ``language`` is that of the seed. ``has_guessed_depths`` is true if the seed's format does not show the depths of
    headings, so that the reader guessed them.
    """

    blocks: tuple[Block, ...]
    facts: tuple[Fact, ...] = ()
    language: Language = field(default="zh", compare=False)
    has_guessed_depths: bool = field(default=False, compare=False)

    def with_blocks(self, blocks: list[Block] | tuple[Block, ...]) -> Document:
        """Return a copy of the document with other blocks."""
        return replace(self, blocks=tuple(blocks))
