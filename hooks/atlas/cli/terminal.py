"""What every command prints with: tables and colours for a terminal, plain lines for files and pipes."""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console

from atlas.core.problems import Problem

UNLIMITED = 1_000_000  # columns


@contextmanager
def output() -> Iterator[Console]:
    """Standard output: what is printed here is cut and coloured only in a terminal."""
    is_terminal = sys.stdout.isatty()
    width = None if is_terminal else UNLIMITED
    console = Console(force_terminal=is_terminal, width=width, markup=False, emoji=False, highlight=False)
    with console.capture() as captured:
        yield console
    print(re.sub(r" +\n", "\n", captured.get()), end="", flush=True)  # rich fills the rows of tables with spaces


def print_json(found: object) -> None:
    """Print data. File names and texts may hold characters that control a terminal: they are written as escapes."""
    text = json.dumps(found, ensure_ascii=False, indent=1)
    print("".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text))


def report(problems: Iterable[Problem]) -> int:
    """Print problems to standard error, one a line; 1 if one is an error. Notes ask for nothing."""
    shown = [problem for problem in problems if problem.severity != "note"]
    for problem in shown:
        print(problem, file=sys.stderr)
    return int(any(problem.severity == "error" for problem in shown))
