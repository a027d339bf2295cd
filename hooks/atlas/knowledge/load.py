"""What people know, as data: load ``seeds/knowledge`` and check it, errors with file and line."""

from __future__ import annotations

import os
import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from atlas.core.languages import Names
from atlas.core.problems import Problem
from atlas.core.text import normal
from atlas.knowledge import yaml_files
from atlas.knowledge.checks import FEATURES, RESERVED, identities, unused
from atlas.knowledge.fields import Synonyms, Words, exact
from atlas.knowledge.schema import (
    RELATIONS,
    REMOVED,
    Area,
    Boilerplate,
    CodeNames,
    Customs,
    DateClaim,
    Family,
    Fix,
    Identity,
    Label,
    Level,
    Moved,
    Pair,
    Publisher,
    Redirect,
    Stability,
    Term,
    Terms,
)
from atlas.sources import safe_files
from atlas.sources.errata import Erratum

__all__ = [
    "FEATURES",
    "RELATIONS",
    "Area",
    "Boilerplate",
    "CodeNames",
    "Customs",
    "DateClaim",
    "Family",
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
    "exact",
    "load",
    "unused",
]


FOLDER = "seeds/knowledge"


@dataclass(frozen=True)
class Knowledge:
    """Everything under ``seeds/knowledge``."""

    stability: Stability
    areas: tuple[Area, ...]
    glossary: tuple[Terms, ...]
    lexicon: tuple[Pair, ...]
    synonyms: tuple[Words, ...]  # what readers type for the same thing
    features: tuple[Identity, ...]
    families: tuple[Family, ...]
    places: dict[str, int]  # id of a feature or family → its line in features.yml or families.yml
    dates: tuple[tuple[DateClaim, int], ...]  # with the line in dates.yml
    moved: tuple[Moved, ...]  # addresses that changed
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
        begin = "".join(re.escape(char) for char in sorted({name[0] for name in names}))  # at most places, none does
        return re.compile(rf"(?=[{begin}])(?:{'|'.join(map(re.escape, names))})" if names else r"(?!)", re.IGNORECASE)

    @cached_property
    def _by_name(self) -> dict[tuple[str, str], Identity]:
        """A version, or none where any is meant, and an exact name → the feature that is called so."""
        anywhere = {("", exact(name)): feature for feature in self.features for name in feature.names}
        return anywhere | {
            (version, exact(name)): feature
            for feature in self.features
            for version, names in feature.only_in.items()
            for name in names
        }

    def called(self, name: str, version: str) -> Identity | None:
        """The registered feature that ``name`` means in the announcement of ``version``."""
        for said in (name, *_in_other_number(name)):
            key = exact(said)
            if found := self._by_name.get((version, key)) or self._by_name.get(("", key)):
                return found
        return None

    @cached_property
    def single_names(self) -> re.Pattern[str]:
        """Names of registered features that are one word, where they stand by themselves in a text."""
        names = {n for f in self.features for n in f.names if len(normal(n)) > 2 and re.fullmatch(r"[\w.:+]+", n)}
        words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or "(?!)"
        return re.compile(rf"(?<![A-Za-z0-9_.])(?:{words})(?![A-Za-z0-9_]|\.\w)", re.IGNORECASE)

    @cached_property
    def identities(self) -> dict[str, Identity]:
        """Registered features by id."""
        return {feature.id: feature for feature in self.features}

    @cached_property
    def spellings(self) -> dict[str, str]:
        """What else registered features are called → as it is compared."""
        return {alias: normal(alias) for feature in self.features for alias in feature.called_besides}

    def fixes(self, seed: str) -> tuple[Erratum, ...]:
        """The errata of the seed with this id."""
        return self.errata.get(seed, ())

    def level(self, level: str) -> Level:
        """The level with this id."""
        return next(x for x in self.stability.levels if x.id == level)

    def area(self, area: str) -> Area:
        """The area with this id."""
        return next(x for x in self.areas if x.id == area)

    def publisher(self, name: str) -> Publisher | None:
        """The publisher with this name (as releases give it), if it is a known one."""
        return next((x for x in self.customs.publishers if x.name.en == name), None)


def _in_other_number(name: str) -> tuple[str, ...]:
    """An English name of several words as a plural, or one that is a plural as a singular."""
    if not re.search(r"[A-Za-z]\S* [A-Za-z-]*[a-z]{3}$", name):
        return ()
    return (name[:-1],) if name.endswith("s") else (f"{name}s",)


def _errata(path: str, content: yaml_files.Content) -> tuple[Erratum, ...]:
    fixes = (Erratum(path, at, fix.line, fix.find, fix.replace, fix.reason) for fix, at in content.placed)
    return tuple(fixes)


def load(folder: Path) -> tuple[Knowledge | None, tuple[Problem, ...]]:
    """Read the folder. Any problem means no knowledge: nothing is built on half of it."""
    _, problems = safe_files.entries(folder, FOLDER)
    if problems:
        return None, tuple(problems)

    def read(name: str, *shape: Any) -> Any:  # noqa: ANN401  content in the caller's shape, or None
        content, found = yaml_files.read(folder / name, f"{FOLDER}/{name}", *shape)
        problems.extend(found)
        return content

    stability = read("stability.yml", Stability)
    areas = read("areas.yml", tuple[Area, ...])
    glossary = read("glossary.yml", tuple[Terms, ...])
    lexicon = read("lexicon.yml", tuple[Pair, ...])
    synonyms = read("synonyms.yml", tuple[Synonyms, ...])
    features = read("features.yml", tuple[Identity, ...])
    families = read("families.yml", tuple[Family, ...])
    dates = read("dates.yml", tuple[DateClaim, ...])
    moved = read("moved.yml", tuple[Moved, ...])
    customs = read("customs.yml", Customs)
    code = read("code.yml", CodeNames)
    errata: dict[str, tuple[Erratum, ...]] = {}
    corrections = folder / "errata"
    listed, found = safe_files.entries(corrections, f"{FOLDER}/errata") if os.path.lexists(corrections) else ([], [])
    problems += found
    for path in listed:
        name = f"errata/{path.name}"
        if path.suffix != ".yml":
            problems.append(Problem(f"{FOLDER}/{name}", 0, "is not read as errata: name it .yml, or move it away"))
            continue
        errata[path.stem] = read(name, tuple[Fix, ...], partial(_errata, f"{FOLDER}/{name}"))
    if problems:
        return None, tuple(problems)
    knowledge = Knowledge(
        stability=stability.value,
        areas=areas.value,
        glossary=glossary.value,
        lexicon=lexicon.value,
        synonyms=synonyms.value,
        features=features.value,
        families=families.value,
        places={entry.id: line for entry, line in (*families.placed, *features.placed)},
        dates=tuple(dates.placed),
        moved=moved.value,
        customs=customs.value,
        code=code.value,
        errata=errata,
    )
    problems = [
        *identities(features.placed, families.placed, knowledge.areas),
        *_cross_check(knowledge, lexicon.placed, stability.lines["eras"]),
    ]
    return (None if problems else knowledge), tuple(problems)


def _cross_check(knowledge: Knowledge, lexicon: list[tuple[Pair, int]], eras: tuple[int, ...]) -> list[Problem]:
    """References between files: every id meant exists, none is claimed twice."""
    problems: list[Problem] = []
    problems += [
        Problem("seeds/knowledge/glossary.yml", 0, f"lists {term} {count} times: keep one")
        for term, count in Counter(term.from_ for term in knowledge.terms).items()
        if count > 1
    ]
    name = "seeds/knowledge/lexicon.yml"
    meant: dict[str, str] = {}
    for pair, line in lexicon:
        for word in pair.zh:
            if (other := meant.setdefault(word.casefold(), pair.en)) != pair.en:
                problems.append(Problem(name, line, f"{word} is {other} already: keep one"))
    for what, ids in (
        ("areas", [a.id for a in knowledge.areas]),
        ("stability", [x.id for x in knowledge.stability.levels]),
    ):
        problems += [
            Problem(f"seeds/knowledge/{what}.yml", 0, f"lists {name!r} {count} times: keep one")
            for name, count in Counter(ids).items()
            if count > 1
        ]
        problems += [
            Problem(f"seeds/knowledge/{what}.yml", 0, f"{name!r} is the address of another page: choose another id")
            for name in RESERVED & set(ids)
        ]
    name = "seeds/knowledge/stability.yml"
    levels = {level.id for level in knowledge.stability.levels}
    if REMOVED in levels:
        problems.append(Problem(name, 1, f"levels: {REMOVED!r} is what announcements take away: choose another id"))
    if knowledge.stability.default not in levels:
        problems.append(Problem(name, 1, "default names no level: use one of its ids"))
    for era, line in zip(knowledge.stability.eras, eras, strict=True):
        if era.level not in levels:
            problems.append(Problem(name, line, f"eras: no level {era.level!r}: use one of the ids of levels"))
    return problems
