"""What is understood of a seed: a release, its features, and what is left to do. Everything is frozen."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol

from atlas.core.model import REMOVED, Change, Fate, Finding, Problem, Source
from atlas.document.nodes import Document, Inlines


@dataclass(frozen=True, slots=True)
class Observation:
    """What one place of one seed says of a feature's stability.

    ``stage`` is a level's id, or REMOVED, or empty in what is said of the past without a level. ``basis`` is
    marker, table, section or prose (in falling precedence), heading (of what is removed), or none.
    """

    stage: str
    label_raw: str
    basis: Literal["marker", "table", "section", "heading", "prose", "none"]
    line: int
    quote: str


@dataclass(frozen=True, slots=True)
class Past:
    """What an announcement says of an earlier release: its version, or none; ``first``: that it began there."""

    version: str
    seen: Observation
    first: bool


@dataclass(frozen=True, slots=True)
class Feature:
    """One announced feature. ``carrier`` is the place of what carries it among the document's carriers.

    ``line`` is the seed line of that. ``title`` is cleaned, as pages show it; ``said`` is the seed's own wording
    of it, without its marker.
    """

    id: str
    title: Inlines
    said: str
    carrier: int
    line: int
    observation: Observation
    areas: tuple[str, ...]
    apis: tuple[str, ...]
    section: tuple[str, ...] = ()
    identity: str = ""  # the registered id; empty where nobody registered it
    maybe: tuple[str, ...] = ()  # registered ids that an unregistered title may mean: never merged by guess
    besides: tuple[Observation, ...] = ()  # what else says the same as ``observation``
    past: tuple[Past, ...] = ()
    removal: Observation | None = None
    removes: str = ""  # what a title that announces an end names

    @property
    def registered(self) -> bool:
        """Whether people gave it its permanent id."""
        return bool(self.identity)

    @property
    def observations(self) -> tuple[Observation, ...]:
        """Everything that the announcement says of it."""
        past = (each.seen for each in self.past)
        return (self.observation, *self.besides, *past, *([self.removal] if self.removal else []))

    @property
    def stability(self) -> str:
        """The id of the level that the announcement gives it."""
        return self.observation.stage

    @property
    def stage(self) -> str:
        """Its level, or that it is removed."""
        return REMOVED if self.removal else self.observation.stage


@dataclass(frozen=True, slots=True)
class Count:
    """A number that the announcement states, and whether it says 多, 近 or 超过."""

    value: int
    approximate: bool
    line: int


@dataclass(frozen=True, slots=True)
class Reading:
    """An announcement in full: large, and needed only by what is about this one alone."""

    text: str  # the file as it lies on disk
    document: Document
    anchors: tuple[tuple[int, str], ...]  # index of a heading block → its id
    changes: tuple[Change, ...]
    account: tuple[Fate, ...] = ()  # one for every line of the file, in order

    def open(self) -> Reading:
        """It is open."""
        return self


class Opener(Protocol):
    """A reading, or what gives it when it is asked for."""

    def open(self) -> Reading:
        """The reading."""


class Passage(NamedTuple):
    """What stands at one line of a seed: the file's own words, and the document's texts that come from it."""

    own: str
    texts: tuple[Inlines, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How much became of a seed's file: lines, repairs, errata of them, texts left out, lines that nobody explains."""

    lines: int
    repaired: int
    errata: int
    dropped: int
    unexplained: int


@dataclass(frozen=True, slots=True)
class Use:
    """An entry of the glossary, by its id, at work on a line of the file."""

    term: str
    line: int


@dataclass(frozen=True, slots=True)
class Release:
    """One announcement, understood. What is large of it lies in its reading, which others may have packed."""

    seed: Source
    reading: Opener = field(repr=False, hash=False)
    version: str
    title: Inlines
    title_line: int
    date: date | None
    date_kind: Literal["release", "article", "none"]
    date_line: int  # 0 where the file states no day
    features: tuple[Feature, ...]
    original_url: str = ""
    translation_url: str = ""
    translator: str = ""
    translator_url: str = ""
    publisher: str = ""
    commits: Count | None = None
    contributors: Count | None = None
    findings: tuple[Finding, ...] = ()
    terms: tuple[Use, ...] = ()  # where entries of the glossary mended it
    passages: Mapping[int, Passage] = field(default_factory=dict, repr=False, hash=False)  # where observations stand
    tally: Tally = Tally(0, 0, 0, 0, 0)
    says: frozenset[str] = frozenset()  # what else registered features are called that stands in it
    made_from: str = ""  # the digest of everything that it was made from

    @property
    def text(self) -> str:
        """The file as it lies on disk."""
        return self.reading.open().text

    @property
    def document(self) -> Document:
        """The cleaned document."""
        return self.reading.open().document

    @property
    def anchors(self) -> tuple[tuple[int, str], ...]:
        """The index of each heading block, and its id."""
        return self.reading.open().anchors

    @property
    def changes(self) -> tuple[Change, ...]:
        """What passes did to the seed, in their order."""
        return self.reading.open().changes

    @property
    def account(self) -> tuple[Fate, ...]:
        """What became of each line of the file."""
        return self.reading.open().account

    @property
    def key(self) -> tuple[tuple[int, ...], int, str]:
        """Sorts versions as numbers, a pre-release before its release."""
        return version_key(self.version)


@lru_cache(maxsize=4096)
def version_key(version: str) -> tuple[tuple[int, ...], int, str]:
    """Order of versions: 1.9 < 1.10 < 2.1.0-rc1 < 2.1."""
    numbers, _, pre = version.partition("-")
    parts = [int(n) for n in numbers.split(".")]
    while parts and parts[-1] == 0:
        parts.pop()
    stage, serial = re.fullmatch(r"([a-z]*)(\d*)", pre).groups() if pre else ("", "")  # type: ignore[union-attr]
    return (tuple(parts), 0 if pre else 1, f"{stage}{int(serial or 0):06d}" if pre else "")


@dataclass(frozen=True, slots=True)
class Segment:
    """One text to translate: its msgid, seed line, and the heading that it stands under."""

    msgid: str
    line: int
    context: str


@dataclass(frozen=True, slots=True)
class Yield:
    """What the work on a seed came to, besides its release: what is left for people to do.

    ``left`` gives the untranslated texts, and those whose translation is fuzzy.
    """

    release: Release
    texts: int  # that need words in the other language
    untranslated: int
    fuzzy: int  # whose translation someone must look at
    problems: tuple[Problem, ...]
    left: Callable[[], tuple[tuple[Segment, ...], tuple[Segment, ...]]] = field(repr=False, compare=False)

    @property
    def translated(self) -> int:
        """How many of the texts have a current translation."""
        return self.texts - self.untranslated - self.fuzzy

    @property
    def percentage(self) -> int:
        """How many of a hundred that is: 100 only where none is left."""
        return self.translated * 100 // self.texts if self.texts else 100
