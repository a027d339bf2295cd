"""Output of all commands: tables and colors on a terminal, plain lines in files and pipes."""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console

from atlas.core.problems import Problem

UNLIMITED = 1_000_000  # columns: so wide that nothing is cut


@contextmanager
def output() -> Iterator[Console]:
    """Yield a console for standard output. Text is truncated and colored only if the output is a terminal."""
    is_terminal = sys.stdout.isatty()
    width = None if is_terminal else UNLIMITED
    console = Console(force_terminal=is_terminal, width=width, markup=False, emoji=False, highlight=False)
    with console.capture() as captured:
        yield console
    print(re.sub(r" +\n", "\n", captured.get()), end="", flush=True)  # rich pads table rows with spaces


def print_json(data: object) -> None:
    """Print data as JSON. Nonprintable characters are escaped, since names and texts could control the terminal."""
    text = json.dumps(data, ensure_ascii=False, indent=1)
    print("".join(map(_escape_nonprintable, text)))


def _escape_nonprintable(char: str) -> str:
    return char if char.isprintable() or char == "\n" else json.dumps(char)[1:-1]


def report(problems: Iterable[Problem]) -> int:
    """Print problems except notes to standard error, one per line; return 1 if any is an error."""
    shown = [problem for problem in problems if problem.severity != "note"]
    for problem in shown:
        print(problem, file=sys.stderr)
    return int(any(problem.severity == "error" for problem in shown))
