"""``align``: show, as a table or JSON, what ``translations update --from`` would do with a seed and its original."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import zip_longest
from pathlib import Path
from typing import Any

from rich.table import Column, Table
from rich.text import Text

from atlas.cli import terminal
from atlas.cli.inspection import inspect
from atlas.core.problems import UnreadableError, printable
from atlas.knowledge.knowledge import Knowledge
from atlas.originals.align import UnitGroup
from atlas.originals.fill import align_announcements, fills
from atlas.originals.units import Unit
from atlas.translate.update import Fill

MAX_TEXT_COLUMNS = 48  # columns that a text may take: two texts and their line numbers fit on a wide terminal


def run(root: Path, knowledge: Knowledge, today: date, files: tuple[Path, Path], *, as_json: bool) -> int:
    """Print how the texts of two files, a translation and its original, correspond.

    Return 1 if a file is not an announcement, or if one cannot be the translation of the other.
    """
    inspections = [inspect(path, root, knowledge, today) for path in files]
    ours, theirs = (inspection.announcement for inspection in inspections)
    errors = [problem for inspection in inspections for problem in inspection.problems if problem.severity == "error"]
    if not (ours and theirs) or errors:
        return terminal.report(errors)
    try:
        groups = align_announcements(ours, theirs, knowledge)
    except UnreadableError as error:
        return terminal.report([error.as_problem(str(files[0]))])
    filled = fills(ours, theirs, groups)
    if as_json:
        terminal.print_json({"pairs": [_pair(group, filled) for group in groups]})
    else:
        _print(groups, filled)
    return 0


def _state(unit: Unit, filled: Mapping[str, Fill]) -> str:
    """Return the state that the text's entry in the catalog would have: filled, fuzzy or empty; “-” for code.

    Code has no entry.
    """
    if unit.kind == "code":
        return "-"
    fill = filled.get(unit.markdown)
    if not fill:
        return "empty"
    return "fuzzy" if fill.fuzzy else "filled"


def _pair(group: UnitGroup, filled: Mapping[str, Fill]) -> dict[str, Any]:
    return {
        "translation": [_text(unit) for unit in group.translation],
        "original": [_text(unit) for unit in group.original],
        "score": round(group.score, 2),
        "states": [_state(unit, filled) for unit in group.translation],
    }


def _text(unit: Unit) -> dict[str, Any]:
    return {"line": unit.line, "text": unit.markdown}


def _print(groups: Sequence[UnitGroup], filled: Mapping[str, Fill]) -> None:
    """Print a row for each text. The first row of a group has the score, and “-” on a side that has no text."""
    line, line_of_original, score = (Column(name, justify="right") for name in ("line", "line", "score"))
    table = Table(line, "translation", line_of_original, "original", score, "entry", box=None, pad_edge=False)
    for group in groups:
        for row, (ours, theirs) in enumerate(zip_longest(group.translation, group.original)):
            is_first = row == 0
            placeholder = "-" if is_first else ""
            similarity = f"{group.score:.2f}" if is_first and ours and theirs else placeholder
            state = _state(ours, filled) if ours else ""
            table.add_row(*_cells(ours, placeholder), *_cells(theirs, placeholder), similarity, state)
    with terminal.output() as console:
        console.print(table)


def _cells(unit: Unit | None, placeholder: str) -> tuple[str, Text]:
    """Return the cells of a text: its line number, and the truncated text. Without a text, “” and the placeholder."""
    text = Text(printable(unit.markdown) if unit else placeholder, no_wrap=True, overflow="ellipsis")
    text.truncate(MAX_TEXT_COLUMNS, overflow="ellipsis")
    return str(unit.line) if unit else "", text
