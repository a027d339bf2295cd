"""The data that the stages hand on: seeds, changes and problems. Everything is frozen."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]
SeedFormat = Literal["markdown", "html", "text"]
Language = Literal["zh", "en"]
LANGUAGES: tuple[Language, ...] = ("zh", "en")
LANGUAGE_KEYS = ("language", "lang")  # of front matter that states a seed's language
REMOVED = "removed"  # the stage of what is there no longer


def printable(text: str) -> str:
    """``text`` on one line, without characters that steer a terminal or that no encoding knows."""
    return "".join(char if char.isprintable() else "�" for char in " ".join(text.split()))


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that a maintainer must mend: ``path:line: message``."""

    path: str
    line: int
    message: str
    severity: Severity = "error"

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return printable(f"{place}: {self.message}")


@dataclass(frozen=True, slots=True)
class Names:
    """The same words in both languages."""

    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Change:
    """What a pass did to a seed: the rule's name, the text before and after, and where.

    ``reason`` is what people wrote, in both languages, or one word of the rule's own: a key of the
    interface's reasons, a fact's key, a raw marker. ``term`` is the id of the glossary's entry.
    """

    rule: str
    before: str
    after: str
    line: int
    reason: Names | str = ""
    term: str = ""

    @property
    def drops(self) -> bool:
        """Whether text is gone with nothing in its place: not where it became a fact, or people mended it."""
        moved = self.rule in {"facts", "erratum", "invisible-characters"}
        return bool(self.before.strip()) and not self.after.strip() and not moved


@dataclass(frozen=True, slots=True)
class Finding:
    """Something odd in a seed's own text, which is shown as it stands: nothing is guessed in its place.

    ``quote`` is the seed's wording, ``detail`` what it was compared with, in no language (an address, a date).
    """

    kind: Literal[
        "unknown-marker", "unknown-word", "conflict", "suspect-link", "lost-link", "other-post", "not-carried"
    ]
    line: int
    quote: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one line of a seed's file, and the rules that had a hand in it."""

    line: int
    kind: Literal["carried", "repaired", "fact", "dropped", "markup", "unexplained"]
    rules: tuple[str, ...] = ()


def seed_id(path: str) -> str:
    """The id of the seed at ``path``: its name without its ending, in safe characters."""
    return re.sub(r"[^\w.-]+", "-", path.rsplit("/", 1)[-1].rsplit(".", 1)[0])


@dataclass(frozen=True, slots=True)
class Source:
    """An announcement file, without its text."""

    path: str
    format: SeedFormat
    encoding: str
    language: Language

    @property
    def id(self) -> str:
        """The file's name without its ending: part of addresses, so only safe characters."""
        return seed_id(self.path)


@dataclass(frozen=True, slots=True)
class Seed(Source):
    """One announcement file, decoded, its front matter parted from its body.

    ``text`` is the file as it lies on disk (what the sources page shows); ``body`` is what readers
    read, errata applied; ``origin[i]`` is the file line of body line ``i`` (0-based).
    """

    text: str
    body: str
    origin: tuple[int, ...]
    meta: tuple[tuple[str, str, int], ...] = ()  # front matter: key, value, line

    def line(self, index: int) -> int:
        """File line of 0-based body line ``index``; lines past the end belong to the last one."""
        return self.origin[min(index, len(self.origin) - 1)] if self.origin else 1
