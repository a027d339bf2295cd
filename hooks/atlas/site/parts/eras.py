"""The words that named each level over the years, as a table of eras.

An era is a range of releases in which announcements used one word for a level.
"""

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from atlas.core.versions import version_key
from atlas.knowledge.stability import Era


class EraSpan(NamedTuple):
    """Adjacent columns of a row with the same era, or in which the level had no word."""

    era: Era | None
    columns: int  # how many

    @property
    def is_wide(self) -> bool:
        """Whether it spans several columns."""
        return self.columns > 1


class EraTable(NamedTuple):
    """A table with a row for each level that had a word, and a column from each change of words to the next one."""

    columns: tuple[tuple[str, str], ...]  # first and last version, "" if the column is open on that side
    rows: tuple[tuple[str, tuple[EraSpan, ...]], ...]  # level id and spans


def era_starts(eras: Sequence[Era]) -> list[str]:
    """Return the versions with which eras begin, in order."""
    return sorted({era.since for era in eras if era.since}, key=version_key)


def era_table(eras: Sequence[Era], levels: Sequence[str]) -> EraTable:
    """Return the table of ``eras`` with its rows in the order of ``levels``."""
    starts = ["", *era_starts(eras)]
    eras_by_column = [[era for era in eras if era.includes(version)] for version in starts]
    ends: list[str] = []
    for column_eras, next_eras in pairwise([*eras_by_column, []]):
        last_versions = [era.until for era in column_eras if era not in next_eras and era.until]
        ends.append(min(last_versions, default=""))
    rows = []
    for level in levels:
        row = [next((era for era in column_eras if era.level == level), None) for column_eras in eras_by_column]
        if any(row):
            spans = tuple(EraSpan(era, len(list(run))) for era, run in groupby(row))
            rows.append((level, spans))
    return EraTable(tuple(zip(starts, ends, strict=True)), tuple(rows))
