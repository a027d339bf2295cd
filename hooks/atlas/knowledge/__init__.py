"""What people know, as data: load ``seeds/knowledge`` and check it, errors with file and line."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from atlas.errata import Erratum
from atlas.knowledge import reading
from atlas.model import Names, Problem


def _compiles(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        message = f"not a regular expression: {error}"
        raise ValueError(message) from None
    return pattern


def _in_both(names: Names) -> Names:
    if not (names.zh.strip() and names.en.strip()):
        raise ValueError("has no words in one of the languages")
    return names


def _looks_behind(pattern: str) -> str:
    return _compiles(f"(?<!{pattern})") and pattern


Pattern = Annotated[str, AfterValidator(_compiles)]
PatternBehind = Annotated[str, AfterValidator(_looks_behind)]  # of one width, as Python asks of what stands before
HAN = r"[\u4e00-\u9fff]"
Words = tuple[str, ...]
Reason = Annotated[Names, AfterValidator(_in_both)]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=False)


class Level(_Entry):
    """A stability level: what it means, how announcements spell it, and sentences that state it."""

    id: Slug
    name: Names
    symbol: str
    definition: Names
    markers: Words = ()
    prose: tuple[Pattern, ...] = ()


class Stability(_Entry):
    """The vocabulary of stability."""

    levels: tuple[Level, ...]
    default: Slug  # the level of what no text classifies
    section_suffixes: Words  # 原型 + 功能: a heading that classifies its descendants
    not_levels: tuple[Pattern, ...]  # wording that looks like a level and is none


class Area(_Entry):
    """A feature area, and the words that tell it."""

    id: Slug
    name: Names
    description: Names
    keywords: Words
    symbols: Words = ()


class Term(_Entry):
    """A mistranslation and its mend, with guards."""

    from_: str = Field(alias="from")
    to: str
    en: str
    reason: Reason
    near: Pattern | None = None
    not_before: Pattern | None = None
    not_after: PatternBehind | None = None

    @property
    def in_chinese(self) -> bool:
        """Whether it applies wherever Chinese stands in the same text."""
        return self.near == HAN

    @property
    def id(self) -> str:
        """The mistranslation itself, as an address can hold it."""
        return "term-" + re.sub(r"\W+", "-", self.from_)


class Terms(_Entry):
    """Entries of the glossary that belong together."""

    id: Slug
    name: Names
    terms: tuple[Term, ...]


class Identity(_Entry):
    """A feature's permanent id, its names and areas. ``mentions`` announce it in running prose."""

    id: Slug
    name: Names
    aliases: Words = ()
    areas: tuple[Slug, ...]
    mentions: Words = ()


class Publisher(_Entry):
    """Who published a translation, told by host, name or translator; ``terms`` says under what terms."""

    name: Names
    url: str
    hosts: Words = ()
    names: Words = ()
    translators: Words = ()
    terms: Names


class Redirect(_Entry):
    """Addresses that wrap another: ``pattern`` matches the wrapper, ``parameter`` holds the target."""

    pattern: Pattern
    parameter: str
    reason: Reason


class Label(_Entry):
    """Words before a colon that make a line a fact."""

    fact: str
    words: Words


class Boilerplate(_Entry):
    """Text that says nothing of the release: dropped, or shown less prominently (aside)."""

    pattern: Pattern
    action: str = Field(pattern="^(drop|aside|strip)$")
    where: str = Field(default="any", pattern="^(any|title|head|foot)$")
    reason: Reason


class Customs(_Entry):
    """The customs of publishers: labels, boilerplate, redirects, placeholder images."""

    publishers: tuple[Publisher, ...]
    redirects: tuple[Redirect, ...]
    labels: tuple[Label, ...]
    bylines: tuple[Pattern, ...]
    boilerplate: tuple[Boilerplate, ...]
    placeholder_images: tuple[Pattern, ...]
    dropped_meta: Words  # front-matter keys of the publisher's own site
    pointing_words: tuple[Pattern, ...]  # sentences that promise a link
    vague_words: Words  # words of links that may lead anywhere


class CodeNames(_Entry):
    """What tells identifiers from prose."""

    roots: Words  # first segments of dotted names: torch, nn, rpc
    names: Words  # single words that are code wherever they stand: DistributedDataParallel
    prose: Words  # words that look like code and are not: PyTorch.org, NumPy


class _Fix(_Entry):
    line: int = Field(ge=1)
    find: str = Field(min_length=1)
    replace: str
    reason: Reason


@dataclass(frozen=True)
class Knowledge:
    """Everything under ``seeds/knowledge``."""

    stability: Stability
    areas: tuple[Area, ...]
    glossary: tuple[Terms, ...]
    features: tuple[Identity, ...]
    customs: Customs
    code: CodeNames
    errata: dict[str, tuple[Erratum, ...]]  # by seed id

    @property
    def terms(self) -> tuple[Term, ...]:
        """Every entry of the glossary."""
        return tuple(term for group in self.glossary for term in group.terms)

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
    features = read("features.yml", tuple[Identity, ...])
    customs = read("customs.yml", Customs)
    code = read("code.yml", CodeNames)
    errata: dict[str, tuple[Erratum, ...]] = {}
    for path in sorted((folder / "errata").glob("*.yml")):
        name = f"errata/{path.name}"
        fixes = read(name, tuple[_Fix, ...]) or ()
        lines = reading.entry_lines(path) if fixes else []
        errata[path.stem] = tuple(
            Erratum(f"seeds/knowledge/{name}", at, fix.line, fix.find, fix.replace, fix.reason)
            for fix, at in zip(fixes, lines, strict=True)
        )
    if problems:
        return None, tuple(problems)
    knowledge = Knowledge(stability, areas, glossary, features, customs, code, errata)
    problems = _cross_check(knowledge, folder)
    return (None if problems else knowledge), tuple(problems)


def normal(text: str) -> str:
    """``text`` without case, spaces, punctuation and width: what names are compared by."""
    wide = str.maketrans({chr(c): chr(c - 0xFEE0) for c in range(0xFF01, 0xFF5F)})
    return re.sub(r"[\W_]+", "", text.translate(wide)).casefold()


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
    if knowledge.stability.default not in {level.id for level in knowledge.stability.levels}:
        problems.append(Problem("seeds/knowledge/stability.yml", 1, "default names no level: use one of its ids"))
    return problems
