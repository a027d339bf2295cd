"""``align``: pair the texts of a translation with those of its original; as a table or as JSON."""

from collections.abc import Sequence
from datetime import date
from itertools import zip_longest
from pathlib import Path
from typing import Any

from rich.table import Column, Table
from rich.text import Text

from atlas.align.align import UnitGroup, align
from atlas.align.units import Unit, units
from atlas.cli import terminal
from atlas.cli.inspect import inspect
from atlas.core.languages import Language, other
from atlas.core.problems import UnreadableError, printable
from atlas.history.release import Release
from atlas.knowledge.load import Knowledge

MAX_TEXT_COLUMNS = 48  # columns of a text: two texts and their lines fit on a wide terminal
NAMES: dict[Language, str] = {"zh": "Chinese", "en": "English"}


def run(root: Path, knowledge: Knowledge, today: date, files: tuple[Path, Path], *, as_json: bool) -> int:
    """Print the aligned groups; return 1 if a file is not an announcement or the two cannot be a pair."""
    found = [inspect(path, root, knowledge, today) for path in files]
    ours, theirs = (inspection.release for inspection in found)
    problems = [problem for each in found for problem in each.problems if problem.severity == "error"]
    if not (ours and theirs) or problems:
        return terminal.report(problems)
    try:
        groups = _aligned(ours, theirs, knowledge)
    except UnreadableError as error:
        return terminal.report([error.as_problem(str(files[0]))])
    if as_json:
        terminal.print_json({"pairs": [_pair(group) for group in groups]})
    else:
        _print(groups)
    return 0


def _aligned(ours: Release, theirs: Release, knowledge: Knowledge) -> tuple[UnitGroup, ...]:
    if (language := ours.seed.language) == theirs.seed.language:
        remedy = f"give it with its original in {NAMES[other(language)]}"
        raise UnreadableError(0, f"is in {NAMES[language]}, and so is {theirs.seed.path}: {remedy}")
    if ours.key != theirs.key:
        what = f"announces {ours.version}, and {theirs.seed.path} {theirs.version}"
        raise UnreadableError(ours.title_line, f"{what}: give it with its own original")
    return align(units(ours.document), units(theirs.document), knowledge)


def _pair(group: UnitGroup) -> dict[str, Any]:
    ours, theirs = (
        [{"line": unit.line, "text": unit.markdown} for unit in units] for units in (group.translation, group.original)
    )
    return {"translation": ours, "original": theirs, "score": round(group.score, 2)}


def _print(groups: Sequence[UnitGroup]) -> None:
    """Print one row per text, with the score in the first row of each group."""
    line, line_of_original, score = (Column(name, justify="right") for name in ("line", "line", "score"))
    table = Table(line, "translation", line_of_original, "original", score, box=None, pad_edge=False)
    for group in groups:
        for row, (ours, theirs) in enumerate(zip_longest(group.translation, group.original)):
            likeness = "" if row else f"{group.score:.2f}" if ours and theirs else "-"
            placeholder = "" if row else "-"
            table.add_row(*_cells(ours, placeholder), *_cells(theirs, placeholder), likeness)
    with terminal.output() as console:
        console.print(table)


def _cells(unit: Unit | None, placeholder: str) -> tuple[str, Text]:
    text = Text(printable(unit.markdown) if unit else placeholder, no_wrap=True, overflow="ellipsis")
    text.truncate(MAX_TEXT_COLUMNS, overflow="ellipsis")
    return str(unit.line) if unit else "", text
