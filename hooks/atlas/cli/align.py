"""``align``: what ``translations update --from`` would do with a translation and its original; a table or JSON."""

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

MAX_TEXT_COLUMNS = 48  # columns of a text: two texts and their lines fit on a wide terminal


def run(root: Path, knowledge: Knowledge, today: date, files: tuple[Path, Path], *, as_json: bool) -> int:
    """Print the aligned groups; return 1 if a file is not an announcement or the two cannot be a pair."""
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
    """Return what would become of a text's entry in the catalog: filled, fuzzy, empty, or none for code."""
    fill = filled.get(unit.markdown)
    return "-" if unit.kind == "code" else "empty" if not fill else "fuzzy" if fill.fuzzy else "filled"


def _pair(group: UnitGroup, filled: Mapping[str, Fill]) -> dict[str, Any]:
    ours, theirs = (
        [{"line": unit.line, "text": unit.markdown} for unit in units] for units in (group.translation, group.original)
    )
    states = [_state(unit, filled) for unit in group.translation]
    return {"translation": ours, "original": theirs, "score": round(group.score, 2), "states": states}


def _print(groups: Sequence[UnitGroup], filled: Mapping[str, Fill]) -> None:
    """Print one row per text, with the score in the first row of each group."""
    line, line_of_original, score = (Column(name, justify="right") for name in ("line", "line", "score"))
    table = Table(line, "translation", line_of_original, "original", score, "entry", box=None, pad_edge=False)
    for group in groups:
        for row, (ours, theirs) in enumerate(zip_longest(group.translation, group.original)):
            similarity = "" if row else f"{group.score:.2f}" if ours and theirs else "-"
            placeholder = "" if row else "-"
            state = _state(ours, filled) if ours else ""
            table.add_row(*_cells(ours, placeholder), *_cells(theirs, placeholder), similarity, state)
    with terminal.output() as console:
        console.print(table)


def _cells(unit: Unit | None, placeholder: str) -> tuple[str, Text]:
    text = Text(printable(unit.markdown) if unit else placeholder, no_wrap=True, overflow="ellipsis")
    text.truncate(MAX_TEXT_COLUMNS, overflow="ellipsis")
    return str(unit.line) if unit else "", text
