"""A document as an indented outline: seed line, kind of block, inline Markdown, stability marker."""

from collections.abc import Iterable, Iterator

from atlas.core.edits import Edit
from atlas.core.problems import Problem
from atlas.document.inline_markdown import inline_markdown
from atlas.document.nodes import (
    Block,
    BlockQuote,
    CodeBlock,
    Document,
    Heading,
    Inlines,
    Item,
    ListBlock,
    Marker,
    Paragraph,
    Table,
    ThematicBreak,
)


def outline(document: Document) -> str:
    """Return every block with its line, then the facts."""
    lines = list(_blocks(document.blocks, 0))
    for fact in document.facts:
        address = f" <{fact.url}>" if fact.url else ""
        lines.append(_row(fact.line, 0, f"fact {fact.key}", _visible(fact.value) + address))
    return "\n".join(lines)


def edits(listed: Iterable[Edit]) -> str:
    """Return edits as ``rule: before → after @line``."""
    return "\n".join(
        f"{edit.rule.id}: {_visible(edit.before)} → {_visible(edit.after)} @{edit.line}" for edit in listed
    )


def problems(listed: Iterable[Problem]) -> str:
    """Return problems with their severity, one per line."""
    return "\n".join(f"{p.severity}: {p}" for p in listed)


def _blocks(blocks: tuple[Block, ...], depth: int) -> Iterator[str]:  # noqa: C901  one case per kind
    for block in blocks:
        match block:
            case Heading():
                yield _row(block.line, depth, f"heading {block.depth}", _words(block.inlines), block.marker)
            case Paragraph():
                kind = "paragraph" if block.role == "body" else f"paragraph ({block.role})"
                yield _row(block.line, depth, kind, _words(block.inlines), block.marker)
            case CodeBlock():
                yield _row(block.line, depth, f"code {block.language}".strip(), "")
                yield from (f"{' ' * (6 + 2 * depth)}  ┊{line}" for line in block.text.split("\n"))
            case ListBlock():
                kind = f"numbers from {block.start}" if block.ordered else "bullets"
                yield _row(block.line, depth, kind, "")
                for item in block.items:
                    yield from _item(item, depth + 1)
            case BlockQuote():
                yield _row(block.line, depth, "quote", "")
                yield from _blocks(block.blocks, depth + 1)
            case Table():
                yield _row(block.line, depth, "table", "")
                for kind, row in [("header", block.header), *(("row", row) for row in block.rows)]:
                    cells = " │ ".join(f"{_words(cell.inlines)} @{cell.line}{_taken(cell.marker)}" for cell in row)
                    yield _row(row[0].line if row else block.line, depth + 1, kind, cells)
            case ThematicBreak():
                yield _row(block.line, depth, "rule", "")


def _item(item: Item, depth: int) -> Iterator[str]:
    yield _row(item.line, depth, "item", "", item.marker)
    yield from _blocks(item.blocks, depth + 1)


def _row(line: int, depth: int, kind: str, words: str, marker: Marker | None = None) -> str:
    return f"{line:4}  {'  ' * depth}{kind + ':' if words else kind} {words}".rstrip() + _taken(marker)


def _taken(marker: Marker | None) -> str:
    return f"  ‹{marker.level} from {marker.raw}›" if marker else ""


def _words(inlines: Inlines) -> str:
    return _visible(inline_markdown(inlines))


def _visible(text: str) -> str:
    """Return ``text`` on one line, with visible signs for special whitespace and for spaces at either end."""
    for char, sign in (("\\\n", "⏎⏎"), ("\n", "⏎"), ("\u00a0", "⍽"), ("\t", "⇥")):
        text = text.replace(char, sign)
    stripped = text.strip(" ")
    lead = len(text) - len(text.lstrip(" "))
    return "␣" * lead + stripped + "␣" * (len(text) - lead - len(stripped)) if stripped else "␣" * len(text)
