"""What levels were called when: eras side by side, as the rows of a table."""

from collections.abc import Sequence
from typing import NamedTuple

from atlas.core.versions import version_key
from atlas.knowledge.schema import Era


class Span(NamedTuple):
    """Columns of the table: those of an era, or some in which a level had no word."""

    era: Era | None
    columns: int


class EraTable(NamedTuple):
    """Columns from each turn to the next, the first without a beginning; a row of spans for each level with a word."""

    columns: tuple[tuple[str, str], ...]  # since which version, until which; empty where it is open
    rows: tuple[tuple[str, tuple[Span, ...]], ...]  # id of a level


def era_table(eras: Sequence[Era], levels: Sequence[str]) -> EraTable:
    """The table of ``eras``, its rows in the order of ``levels``."""
    turns = ["", *sorted({era.since for era in eras if era.since}, key=version_key)]
    first = {turn: place for place, turn in enumerate(turns)}

    def end(era: Era) -> int:
        return next((first[t] for t in turns[1:] if era.until and version_key(t) > version_key(era.until)), len(turns))

    untils = [min((e.until for e in eras if e.until and end(e) == place + 1), default="") for place in first.values()]
    rows = []
    for level in levels:
        spans: list[Span] = []
        place = 0
        for era in sorted((e for e in eras if e.level == level), key=lambda e: first[e.since]):
            if first[era.since] > place:
                spans.append(Span(None, first[era.since] - place))
            spans.append(Span(era, end(era) - first[era.since]))
            place = end(era)
        if spans and place < len(turns):
            spans.append(Span(None, len(turns) - place))
        if spans:
            rows.append((level, tuple(spans)))
    return EraTable(tuple(zip(turns, untils, strict=True)), tuple(rows))
