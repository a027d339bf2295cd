"""``seeds/knowledge``: loaded, checked, and looked up by name or id."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from atlas.core.problems import Problem
from atlas.core.text import normal
from atlas.knowledge import checks
from atlas.knowledge.fields import Synonyms, Words, exact
from atlas.knowledge.schema import (
    Area,
    CodeNames,
    Customs,
    DateClaim,
    Family,
    Fix,
    Identity,
    Level,
    Moved,
    Pair,
    Publisher,
    Stability,
    Term,
    Terms,
)
from atlas.knowledge.yaml_files import Content, read
from atlas.sources import safe_files
from atlas.sources.errata import Erratum

FOLDER = "seeds/knowledge"
_SHAPES: dict[str, Any] = {  # of each file, which is named like a field of Knowledge
    "stability": Stability,
    "areas": tuple[Area, ...],
    "glossary": tuple[Terms, ...],
    "lexicon": tuple[Pair, ...],
    "synonyms": tuple[Synonyms, ...],
    "features": tuple[Identity, ...],
    "families": tuple[Family, ...],
    "dates": tuple[DateClaim, ...],
    "moved": tuple[Moved, ...],
    "customs": Customs,
    "code": CodeNames,
}


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
        """Any of the lexicon's Chinese names, the longest first."""
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
        for spelling in (name, *_in_other_number(name)):
            key = exact(spelling)
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


def load(folder: Path) -> tuple[Knowledge | None, tuple[Problem, ...]]:
    """Read the folder. Any problem means no knowledge: nothing is built on half of it."""
    _, problems = safe_files.entries(folder, FOLDER)
    if problems:
        return None, tuple(problems)
    contents: dict[str, Content] = {}
    for name, shape in _SHAPES.items():
        content, found = read(folder / f"{name}.yml", f"{FOLDER}/{name}.yml", shape)
        problems.extend(found)
        if content:
            contents[name] = content
    errata, unfit = _errata(folder / "errata", f"{FOLDER}/errata")
    problems += unfit
    if problems:
        return None, tuple(problems)
    entries = (*contents["families"].placed, *contents["features"].placed)
    knowledge = Knowledge(
        **{name: content.value for name, content in contents.items() if name != "dates"},
        dates=tuple(contents["dates"].placed),
        places={entry.id: line for entry, line in entries},
        errata=errata,
    )
    problems += checks.identities(contents["features"].placed, contents["families"].placed, knowledge.areas)
    problems += checks.terms(knowledge.terms, contents["lexicon"].placed)
    problems += checks.levels_and_areas(knowledge.stability, contents["stability"].lines["eras"], knowledge.areas)
    return (None if problems else knowledge), tuple(problems)


def _errata(folder: Path, name: str) -> tuple[dict[str, tuple[Erratum, ...]], list[Problem]]:
    """The errata of each seed, by its id. The folder may be missing."""
    errata: dict[str, tuple[Erratum, ...]] = {}
    paths, problems = safe_files.entries(folder, name) if os.path.lexists(folder) else ([], [])
    for path in paths:
        own = f"{name}/{path.name}"
        if path.suffix != ".yml":
            problems.append(Problem(own, 0, "is not read as errata: name it .yml, or move it away"))
            continue
        content, found = read(path, own, tuple[Fix, ...])
        problems += found
        fixes: list[tuple[Fix, int]] = content.placed if content else []
        errata[path.stem] = tuple(Erratum(own, at, fix.line, fix.find, fix.replace, fix.reason) for fix, at in fixes)
    return errata, problems
