"""Restoring what a translation lost from its original: the URLs of links, and damaged names."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from atlas.align.differences import Difference
from atlas.core.changes import Change
from atlas.document.inline_markdown import parse_inline
from atlas.document.nodes import Code, Document, Inline, Inlines, Link, Span, Text, markup_text, merged, plain
from atlas.document.traverse import blocks, inlines_with_lines, map_inlines, map_nodes
from atlas.knowledge.schema import Conventions

RULE = "original"
_PREPOSITION = re.compile(r"(?:可以)?在(?=.)")  # in 在此处, “at this place”: not part of a link's text


class Position(NamedTuple):
    """The position of words in a node."""

    node: Text | Code
    start: int
    end: int


def repair(
    document: Document, differences: Iterable[Difference], conventions: Conventions
) -> tuple[Document, tuple[Change, ...], tuple[Difference, ...]]:
    """Restore links and names. Return the translation's document, the changes, and the remaining differences."""
    found = list(differences)
    nowhere = Counter(each.line for each in found if each.kind == "lost-link" and not each.wrong)
    changes: list[Change] = []
    left: list[Difference] = []
    for each in found:
        change = None
        if each.kind == "damaged-identifier":
            document, change = _restore_name(document, each)
        elif each.kind == "lost-link" and (each.wrong or nowhere[each.line] == 1):  # two cannot be distinguished
            document, change = _restore_link(document, each, conventions)
        if change:
            changes.append(change)
        else:
            left.append(each)
    return document, tuple(changes), tuple(left)


def _name_pattern(words: str) -> re.Pattern[str]:
    """A pattern for words that are not part of longer ones; Chinese may be next to them."""
    return re.compile(rf"(?<![\w.]){re.escape(words)}(?!\w)", re.ASCII)


# --- names ----------------------------------------------------------------------------------------


def _restore_name(document: Document, damaged: Difference) -> tuple[Document, Change | None]:
    wrong = _name_pattern(damaged.wrong)
    after = map_inlines(
        document,
        lambda inlines, line: _replace_name(inlines, wrong, damaged.right) if line == damaged.line else inlines,
    )
    change = Change(RULE, damaged.wrong, damaged.right, damaged.line)
    return after, change if after != document else None


def _replace_name(inlines: Inlines, wrong: re.Pattern[str], right: str) -> Inlines:
    """Correct a name in ``inlines``, even if the edge of a code span splits it: a word, then `.compile`."""
    out: list[Inline] = []
    for node in inlines:
        last = out[-1] if out else None
        if isinstance(node, Span):
            out.append(replace(node, children=_replace_name(node.children, wrong, right)))
        elif isinstance(node, Code) and isinstance(last, Text) and (hit := _match_across(last.text, node.text, wrong)):
            out[-1] = replace(last, text=last.text[: hit.start()])
            out.append(replace(node, text=right + hit.string[hit.end() :]))
        elif isinstance(node, Text | Code):
            out.append(replace(node, text=wrong.sub(lambda _: right, node.text)))
        else:
            out.append(node)
    return merged(out)


def _match_across(before: str, code: str, wrong: re.Pattern[str]) -> re.Match[str] | None:
    """A match that starts in a text and ends in the code span after it."""
    return next((hit for hit in wrong.finditer(before + code) if hit.start() < len(before) < hit.end()), None)


# --- links ----------------------------------------------------------------------------------------


def _restore_link(document: Document, lost: Difference, conventions: Conventions) -> tuple[Document, Change | None]:
    link = next((node for node in parse_inline(lost.right) if isinstance(node, Link)), None)
    if not link:
        return document, None
    texts = (
        list(_texts(inlines))
        for block in blocks(document)
        for inlines, line in inlines_with_lines(block)
        if line == lost.line
    )
    positions = (_link_position(found, lost.wrong, plain(link.children), conventions) for found in texts)
    if not (position := next(filter(None, positions), None)):
        return document, None
    holder, start, end = position
    words = replace(holder, text=holder.text[start:end])
    linked = Link(link.url, (words,), holder.line)
    pieces = Text(holder.text[:start], holder.line), linked, Text(holder.text[end:], holder.line)

    def change(inlines: Inlines, line: int) -> Inlines:
        if line != lost.line:
            return inlines
        return map_nodes(inlines, lambda node: pieces if node is holder else (node,))

    return map_inlines(document, change), Change(RULE, markup_text((words,)), markup_text((linked,)), holder.line)


def _texts(inlines: Inlines) -> Iterator[Text | Code]:
    """All texts and code spans outside links."""
    for node in inlines:
        if isinstance(node, Text | Code):
            yield node
        elif isinstance(node, Span) and not isinstance(node, Link):
            yield from _texts(node.children)


def _link_position(texts: list[Text | Code], words: str, original: str, conventions: Conventions) -> Position | None:
    """Where a lost link belongs: on the first occurrence of its ``words``.

    Without these, it belongs on the vague word in the only place that promises a link (详见此处), or, if the
    ``original`` words are vague themselves, on the only vague word (文档).
    """
    if words:
        return next(_positions(texts, _name_pattern(words)), None)
    vague = re.compile(
        "|".join(sorted({re.escape(_PREPOSITION.sub("", w)) for w in conventions.vague_words}, reverse=True))
    )
    promises = [hit for pattern in conventions.pointing_words for hit in _positions(texts, pattern)]
    found = list(dict.fromkeys(next(_positions([node], vague, start, end), None) for node, start, end in promises))
    if not found and original.casefold() in {word.casefold() for word in conventions.vague_words}:
        found = list(_positions(texts, vague))
    return found[0] if len(found) == 1 else None


def _positions(
    texts: list[Text | Code], words: re.Pattern[str], start: int = 0, end: int | None = None
) -> Iterator[Position]:
    for node in texts:
        for hit in words.finditer(node.text, start, len(node.text) if end is None else end):
            if isinstance(node, Text) or hit[0] == node.text:
                yield Position(node, hit.start(), hit.end())
