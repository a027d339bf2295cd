"""The line report: what became of every line of a seed's file.

Texts, facts and edits record only the line on which they begin. So each line of the file counts as part of the last
text, fact or edit that begins on that line or before it.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from atlas.core.edits import Edit
from atlas.core.problems import Problem, truncate
from atlas.document.nodes import CodeBlock, Document
from atlas.document.traverse import all_blocks, inlines_with_lines
from atlas.seeds.seed import Seed

MAX_REPORTED_LENGTH = 80  # characters of a line in a message

# Markup in a line: tags, character references, fences of code, and links without words: [](#x).
_MARKUP = re.compile(r"</?[a-z!][^<>]*>|<!--|-->|&#?\w+;|^\s*(?:`{3,}|~{3,}).*|(?<!!)\[\]\([^()\s]*\)", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]")

Outcome = Literal["shown", "fact", "dropped", "markup", "unexplained"]


@dataclass(frozen=True, slots=True)
class LineOutcome:
    """What became of one line of a seed's file."""

    line: int
    outcome: Outcome


def line_report(
    seed: Seed, linked: Document, cleaned: Document, edits: tuple[Edit, ...], unused: Collection[int]
) -> tuple[LineOutcome, ...]:
    """Return the outcome of each line of a seed; the seed has its errata applied.

    ``linked`` is the document before the passes that move or drop blocks, ``cleaned`` the document that pages show.
    ``unused`` are the lines of facts that no page shows.
    """
    lines = seed.text.split("\n")
    shown = set(_lines_of(cleaned))
    facts = {fact.line for fact in cleaned.facts}
    removed = {edit.line for edit in edits if edit.leaves_no_words}
    front_matter = {line for _, _, line in seed.meta}
    starts = sorted({1, seed.line(0), *front_matter, *_lines_of(linked), *shown, *facts, *removed})
    report: list[LineOutcome] = []
    for start, end in pairwise([*starts, len(lines) + 1]):
        outcome = _outcome(start, shown, facts, removed, unused)
        for line in range(start, end):
            has_words = _WORD.search(_MARKUP.sub("", lines[line - 1]))
            report.append(LineOutcome(line, outcome if has_words else "markup"))
    return tuple(report)


def _outcome(line: int, shown: set[int], facts: set[int], removed: set[int], unused: Collection[int]) -> Outcome:
    """Return what became of a line on which a text, fact or edit begins."""
    if line in shown:
        return "shown"
    if line in facts:
        return "dropped" if line in unused else "fact"
    return "dropped" if line in removed else "unexplained"


def _lines_of(document: Document) -> Iterator[int]:
    """Yield the line of every code block, heading, paragraph, and cell."""
    for block in all_blocks(document):
        if isinstance(block, CodeBlock):
            yield block.line
        yield from (line for _, line in inlines_with_lines(block))


def unexplained(seed: Seed, report: Iterable[LineOutcome]) -> Iterator[Problem]:
    """Yield a warning for each line whose words are neither shown nor removed by a rule."""
    lines = seed.text.split("\n")
    for outcome in report:
        if outcome.outcome == "unexplained":
            quote = truncate(lines[outcome.line - 1].strip(), MAX_REPORTED_LENGTH)
            what = f"is not on the page and no rule accounts for it: {quote}"
            yield Problem(seed.path, outcome.line, f"{what}: report it with the file", "warning")
