"""Problems: what a maintainer must correct, with file and line."""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that a maintainer must correct: ``path:line: message``. Line 0 is the file as a whole."""

    path: str
    line: int
    message: str
    severity: Severity = "error"

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return printable(f"{place}: {self.message}")


class UnreadableError(Exception):
    """Why a file is not read, and what to do; with its line (0: the file as a whole)."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line

    def at(self, path: str) -> Problem:
        """What is wrong with the file at ``path``."""
        return Problem(path, self.line, str(self))


def cut(words: str, most: int) -> str:
    """``words``, as many characters of them as a message may quote, with “…” for the others."""
    return words if len(words) <= most else f"{words[:most]}…"


def printable(text: str) -> str:
    """``text`` on one line, without control characters and lone surrogates."""
    return "".join(char if char.isprintable() else "�" for char in " ".join(text.split()))
