"""What people know, as data: load ``seeds/knowledge`` and check it, errors with file and line."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from atlas.errata import Erratum
from atlas.knowledge import reading
from atlas.knowledge.schema import (
    Area,
    Boilerplate,
    CodeNames,
    Customs,
    Fix,
    Identity,
    Label,
    Level,
    Pair,
    Publisher,
    Redirect,
    Stability,
    Term,
    Terms,
)
from atlas.model import Names, Problem

__all__ = [
    "Area",
    "Boilerplate",
    "CodeNames",
    "Customs",
    "Fix",
    "Identity",
    "Knowledge",
    "Label",
    "Level",
    "Names",
    "Pair",
    "Publisher",
    "Redirect",
    "Stability",
    "Term",
    "Terms",
    "load",
    "normal",
]

_NARROW = str.maketrans({chr(c): chr(c - 0xFEE0) for c in range(0xFF01, 0xFF5F)})  # ＡＢＣ → ABC


@dataclass(frozen=True)
class Knowledge:
    """Everything under ``seeds/knowledge``."""

    stability: Stability
    areas: tuple[Area, ...]
    glossary: tuple[Terms, ...]
    lexicon: tuple[Pair, ...]
    features: tuple[Identity, ...]
    customs: Customs
    code: CodeNames
    errata: dict[str, tuple[Erratum, ...]]  # by seed id

    @property
    def terms(self) -> tuple[Term, ...]:
        """Every entry of the glossary."""
        return tuple(term for group in self.glossary for term in group.terms)

    @cached_property
    def english(self) -> dict[str, str]:
        """Chinese name of the lexicon, without case → English name."""
        return {name.casefold(): pair.en for pair in reversed(self.lexicon) for name in pair.zh}

    @cached_property
    def chinese_names(self) -> re.Pattern[str]:
        """Any of the lexicon's Chinese names, the longest that stands there."""
        names = sorted(self.english, key=len, reverse=True)
        return re.compile("|".join(map(re.escape, names)) or r"(?!)", re.IGNORECASE)

    def level(self, level: str) -> Level:
        """The level with this id."""
        return next(x for x in self.stability.levels if x.id == level)

    def area(self, area: str) -> Area:
        """The area with this id."""
        return next(x for x in self.areas if x.id == area)

    def publisher(self, name: str) -> Publisher | None:
        """The publisher with this name (as releases give it), if it is a known one."""
        return next((x for x in self.customs.publishers if x.name.en == name), None)


def load(folder: Path) -> tuple[Knowledge | None, tuple[Problem, ...]]:
    """Read the folder. Any problem means no knowledge: nothing is built on half of it."""
    problems: list[Problem] = []

    def read(name: str, kind: Any) -> Any:  # noqa: ANN401  the shape is the caller's
        value, found = reading.read(folder / name, f"seeds/knowledge/{name}", kind)
        problems.extend(found)
        return value

    stability = read("stability.yml", Stability)
    areas = read("areas.yml", tuple[Area, ...])
    glossary = read("glossary.yml", tuple[Terms, ...])
    lexicon = read("lexicon.yml", tuple[Pair, ...])
    features = read("features.yml", tuple[Identity, ...])
    customs = read("customs.yml", Customs)
    code = read("code.yml", CodeNames)
    errata: dict[str, tuple[Erratum, ...]] = {}
    for path in sorted((folder / "errata").glob("*.yml")):
        name = f"errata/{path.name}"
        fixes = read(name, tuple[Fix, ...]) or ()
        lines = reading.entry_lines(path) if fixes else []
        errata[path.stem] = tuple(
            Erratum(f"seeds/knowledge/{name}", at, fix.line, fix.find, fix.replace, fix.reason)
            for fix, at in zip(fixes, lines, strict=True)
        )
    if problems:
        return None, tuple(problems)
    knowledge = Knowledge(stability, areas, glossary, lexicon, features, customs, code, errata)
    problems = _cross_check(knowledge, folder)
    return (None if problems else knowledge), tuple(problems)


def normal(text: str) -> str:
    """``text`` without case, spaces, punctuation and width: what names are compared by."""
    return re.sub(r"[\W_]+", "", text.translate(_NARROW)).casefold()


def _cross_check(knowledge: Knowledge, folder: Path) -> list[Problem]:
    """References between files: every id meant exists, none is claimed twice."""
    problems: list[Problem] = []
    known = {area.id for area in knowledge.areas}
    lines = reading.entry_lines(folder / "features.yml") if knowledge.features else []
    claimed: dict[str, str] = {}
    name = "seeds/knowledge/features.yml"
    for identity, line in zip(knowledge.features, lines, strict=True):
        problems.extend(
            Problem(name, line, f"{identity.id}: no area {area!r}: use one of areas.yml")
            for area in identity.areas
            if area not in known
        )
        for alias in {normal(a) for a in (identity.id, identity.name.zh, identity.name.en, *identity.aliases)}:
            other = claimed.setdefault(alias, identity.id)
            if other != identity.id:
                problems.append(Problem(name, line, f"{identity.id}: {alias!r} is claimed by {other} too: keep one"))
    problems += [
        Problem("seeds/knowledge/glossary.yml", 0, f"lists {term} {count} times: keep one")
        for term, count in Counter(term.from_ for term in knowledge.terms).items()
        if count > 1
    ]
    name = "seeds/knowledge/lexicon.yml"
    meant: dict[str, str] = {}
    lines = reading.entry_lines(folder / "lexicon.yml") if knowledge.lexicon else []
    for pair, line in zip(knowledge.lexicon, lines, strict=True):
        for word in pair.zh:
            if (other := meant.setdefault(word.casefold(), pair.en)) != pair.en:
                problems.append(Problem(name, line, f"{word} is {other} already: keep one"))
    if knowledge.stability.default not in {level.id for level in knowledge.stability.levels}:
        problems.append(Problem("seeds/knowledge/stability.yml", 1, "default names no level: use one of its ids"))
    return problems
