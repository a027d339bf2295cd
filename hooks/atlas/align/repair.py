"""What a translation lost, put back from its original: addresses of links, and damaged names."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from atlas.align.differences import Difference
from atlas.core.changes import Change
from atlas.document.inline_markdown import parse_inline
from atlas.document.nodes import Code, Document, Inline, Inlines, Link, Text
from atlas.document.traverse import map_inlines, map_nodes

RULE = "original"


def repaired(
    document: Document, differences: Iterable[Difference], vague: Sequence[str]
) -> tuple[Document, tuple[Change, ...], tuple[Difference, ...]]:
    """A translation's document with its links and names restored, the edits, and the differences that stay.

    A link whose words the translation does not have goes to its one word that may lead anywhere (此处), of ``vague``.
    """
    changes: list[Change] = []
    left: list[Difference] = []
    for difference in differences:
        after = _with(document, difference, vague)
        if after == document:
            left.append(difference)
        else:
            document = after
            right = difference.right if difference.kind == "damaged-identifier" else _url(difference)
            changes.append(Change(RULE, difference.wrong or right, right, difference.line))
    return document, tuple(changes), tuple(left)


def _with(document: Document, difference: Difference, vague: Sequence[str]) -> Document:
    match difference.kind:
        case "damaged-identifier":
            name = re.compile(rf"(?<![\w.]){re.escape(difference.wrong)}(?![\w])")
            return _at(document, difference.line, lambda inlines: _renamed(inlines, name, difference.right))
        case "lost-link":
            words = [difference.wrong] if difference.wrong else list(vague)
            place = re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))))
            return _at(document, difference.line, lambda inlines: _linked(inlines, place, _url(difference)))
        case _:
            return document


def _at(document: Document, line: int, change: Callable[[Inlines], Inlines]) -> Document:
    return map_inlines(document, lambda inlines, at: change(inlines) if at == line else inlines)


def _url(difference: Difference) -> str:
    (link,) = (node for node in parse_inline(difference.right) if isinstance(node, Link))
    return link.url


def _renamed(inlines: Inlines, wrong: re.Pattern[str], right: str) -> Inlines:
    def change(node: Inline) -> Inlines:
        if isinstance(node, Text | Code):
            return (replace(node, text=wrong.sub(lambda _: right, node.text)),)
        return (node,)

    return map_nodes(inlines, change)


def _linked(inlines: Inlines, place: re.Pattern[str], url: str) -> Inlines:
    """The inlines with a link at the one ``place`` in their words; unchanged where there is none, or are several."""
    found = [(node, hit) for node in inlines if isinstance(node, Text | Code) for hit in place.finditer(node.text)]
    if len(found) != 1:
        return inlines
    ((holder, hit),) = found
    out: list[Inline] = []
    for node in inlines:
        if node is not holder:
            out.append(node)
        elif isinstance(node, Code):
            out.append(Link(url, (node,), node.line) if hit[0] == node.text else node)
        else:
            words = Text(hit[0], node.line)
            parts = (
                Text(node.text[: hit.start()], node.line),
                Link(url, (words,), node.line),
                Text(node.text[hit.end() :], node.line),
            )
            out += [part for part in parts if not isinstance(part, Text) or part.text]
    return tuple(out)
