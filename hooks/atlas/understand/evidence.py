"""Evidence: what a document says of a feature's stability, and where.

Precedence: the feature's own marker, a table column, a classifying section heading above it, a
sentence that names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from atlas.document import Block, Document, Inlines, plain
from atlas.knowledge import Knowledge, Stability, normal
from atlas.model import Observation
from atlas.understand.candidates import Candidate
from atlas.understand.vocabulary import level_of_heading
from atlas.walk import blocks as all_blocks
from atlas.walk import runs

_SENTENCE = re.compile(r"(?<=[。！？；!?;])|(?<=[a-z]\. )")

_GENERIC = frozenset(
    "pytorch torch api apis cpu gpu cuda python version support new the and for with in of to a".split()
)


def observe(candidate: Candidate, names: set[str], intro: tuple[Block, ...], knowledge: Knowledge) -> Observation:
    """The best evidence for a candidate that goes by ``names``."""
    words, line = plain(candidate.title).strip(), candidate.line
    if candidate.marker:
        return Observation(
            candidate.marker.level, candidate.marker.raw, "marker", line, f"{candidate.marker.raw}{words}"
        )
    if candidate.table and candidate.table.basis == "table":
        return candidate.table
    section = candidate.section
    ancestors = [*section.parents, *([section] if candidate.index is None else [])] if section else []
    for parent in reversed(ancestors):
        heading = parent.heading
        level = heading.marker.level if heading.marker else level_of_heading(parent.words, knowledge.stability)
        if level:
            raw = heading.marker.raw if heading.marker else ""
            return Observation(level, raw or parent.words, "section", heading.line, f"{parent.words}{raw}")
    if candidate.table:
        return candidate.table
    stated = _prose([*intro, *candidate.body], names, knowledge.stability)
    return stated or Observation(knowledge.stability.default, "", "none", line, words)


def _prose(where: list[Block], names: set[str], stability: Stability) -> Observation | None:
    """The first sentence that names the feature and states a level of it."""
    wanted = [n for n in (normal(name) for name in names) if len(n) > 2 and n not in _GENERIC]
    for block in where:
        for inlines, line in lined_runs(block):
            for sentence in _SENTENCE.split(plain(inlines)):
                if not any(name in normal(sentence) for name in wanted):
                    continue
                masked = re.sub("|".join(stability.not_levels) or r"(?!)", "", sentence)
                for level in stability.levels:
                    if hit := next((m for p in level.prose if (m := re.search(p, masked))), None):
                        return Observation(level.id, hit[0], "prose", line, sentence.strip())
    return None


def names_in(words: str) -> set[str]:
    """The words of a title that name its feature in a sentence: its identifiers and proper names."""
    return {word for word in re.findall(r"[A-Za-z_][\w.:+]*", words) if word.casefold() not in _GENERIC}


def lined_runs(block: Block) -> Iterator[tuple[Inlines, int]]:
    """Every text in a block, however deep, with its line."""
    for inner in all_blocks(Document((block,))):
        yield from runs(inner)
