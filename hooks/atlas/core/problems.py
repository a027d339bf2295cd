"""Problems that a maintainer must correct, with file and line."""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """A problem that a maintainer must correct: ``path:line: message``. Line 0 stands for the whole file."""

    path: str
    line: int
    message: str
    severity: Severity = "error"

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return printable(f"{place}: {self.message}")


class UnreadableError(Exception):
    """Raised if a file cannot be read. The message says why and what to do. Line 0 stands for the whole file."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line

    def as_problem(self, path: str) -> Problem:
        """Return the error as a problem of the file at ``path``."""
        return Problem(path, self.line, str(self))


def truncate(text: str, max_length: int) -> str:
    """Truncate ``text`` to ``max_length`` characters, marking the cut with “…”."""
    return text if len(text) <= max_length else f"{text[:max_length]}…"


def printable(text: str) -> str:
    """Return ``text`` on one line, with “�” for unprintable characters such as controls and lone surrogates."""
    return "".join(char if char.isprintable() else "�" for char in " ".join(text.split()))
