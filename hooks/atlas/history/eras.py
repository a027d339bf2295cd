"""What levels were called when, as a table of eras."""

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from atlas.core.versions import version_key
from atlas.knowledge.stability import Era


class Span(NamedTuple):
    """Columns of the table: those of an era, or those in which a level had no word."""

    era: Era | None
    columns: int


class EraTable(NamedTuple):
    """A table with a column from each change of words to the next, and a row of spans per level with a word."""

    columns: tuple[tuple[str, str], ...]  # first and last version; empty if open
    rows: tuple[tuple[str, tuple[Span, ...]], ...]  # level id and spans


def era_table(eras: Sequence[Era], levels: Sequence[str]) -> EraTable:
    """Return the table of ``eras`` with its rows in the order of ``levels``."""
    starts = ["", *sorted({era.since for era in eras if era.since}, key=version_key)]
    columns = [[era for era in eras if era.includes(version)] for version in starts]
    ends: list[str] = []
    for column, next_column in pairwise([*columns, []]):
        ending = [era.until for era in column if era not in next_column and era.until]
        ends.append(min(ending, default=""))
    rows = []
    for level in levels:
        words = [next((era for era in column if era.level == level), None) for column in columns]
        if any(words):
            rows.append((level, tuple(Span(era, len(list(run))) for era, run in groupby(words))))
    return EraTable(tuple(zip(starts, ends, strict=True)), tuple(rows))
