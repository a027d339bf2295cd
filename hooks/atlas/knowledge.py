"""What people know, as data: load ``seeds/knowledge`` and check it, errors with file and line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from atlas.errata import Erratum
from atlas.model import Problem

_NARROW = str.maketrans({chr(c): chr(c - 0xFEE0) for c in range(0xFF01, 0xFF5F)})  # ＡＢＣ → ABC


def _compiles(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        message = f"not a regular expression: {error}"
        raise ValueError(message) from None
    return pattern


def _looks_behind(pattern: str) -> str:
    return _compiles(f"(?<!{pattern})") and pattern


Pattern = Annotated[str, AfterValidator(_compiles)]
PatternBehind = Annotated[str, AfterValidator(_looks_behind)]  # of one width, as Python asks of what stands before
Words = tuple[str, ...]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=False)


class Names(_Entry):
    """A name in both languages."""

    zh: str
    en: str


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
    before: Words  # words that may lead in a level's name in a marker or heading: 现已 + 稳定
    after: Words  # and words that may end it: 原型 + 功能
    not_levels: tuple[Pattern, ...]  # wording that looks like a level and is none
    parts: tuple[Pattern, ...]  # words after which a sentence names parts or examples
    not_markers: tuple[Pattern, ...]  # bracketed words in a marker's place that are none, and known to be
    maybe_markers: tuple[Pattern, ...]  # bracketed words after a title that sound like a stage
    transitions: Words  # sentences that state a level; {level} stands for its words
    predicates: Words
    pronouns: Words  # “this feature”: a sentence with one speaks of the feature that it stands below
    gathering: tuple[Pattern, ...]  # headings of sections that announce nothing themselves: 入门, 常见问题
    categories: tuple[Pattern, ...]  # headings that only sort what is announced below them: 新功能, 移除
    subjects: tuple[Pattern, ...]  # as these do where items stand below them: 分布式, 移动端
    announces: tuple[Pattern, ...]  # sentences that announce what they name at a {level}
    feature_columns: Words  # headings of the column that names what a row is about
    status_columns: Words  # headings of a column that holds a level in each row


class Area(_Entry):
    """A feature area, and the words that tell it."""

    id: Slug
    name: Names
    description: Names
    keywords: Words
    symbols: Words = ()
    sections: tuple[Pattern, ...] = ()  # headings below which everything belongs here


class Term(_Entry):
    """A mistranslation and its mend, with guards."""

    from_: str = Field(alias="from")
    to: str
    en: str
    reason: str
    near: Pattern | None = None
    not_before: Pattern | None = None
    not_after: PatternBehind | None = None


class Pair(_Entry):
    """What the field calls a thing in English, and in Chinese: the first name is the one we use."""

    en: str
    zh: Annotated[Words, Field(min_length=1)]


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
    reason: str


class Label(_Entry):
    """Words before a colon that make a line a fact."""

    fact: str
    words: Words


class Boilerplate(_Entry):
    """Text that says nothing of the release: dropped, or shown less prominently (aside)."""

    pattern: Pattern
    action: str = Field(pattern="^(drop|aside|strip)$")
    where: str = Field(default="any", pattern="^(any|title|head|foot)$")
    reason: str


class Customs(_Entry):
    """The customs of publishers: labels, boilerplate, redirects, placeholder images."""

    publishers: tuple[Publisher, ...]
    redirects: tuple[Redirect, ...]
    labels: tuple[Label, ...]
    bylines: tuple[Pattern, ...]
    original_pointers: tuple[Pattern, ...]  # sentences whose link leads to the original
    project_counts: tuple[Pattern, ...]  # sentences whose numbers speak of the whole project
    boilerplate: tuple[Boilerplate, ...]
    placeholder_images: tuple[Pattern, ...]
    dropped_meta: Words  # front-matter keys of the publisher's own site


class CodeNames(_Entry):
    """What tells identifiers from prose."""

    roots: Words  # first segments of dotted names: torch, nn, rpc
    names: Words  # single words that are code wherever they stand: DistributedDataParallel
    prose: Words  # words that look like code and are not: PyTorch.org, NumPy


class _Fix(_Entry):
    line: int = Field(ge=1)
    find: str = Field(min_length=1)
    replace: str
    reason: str = Field(min_length=1)


@dataclass(frozen=True)
class Knowledge:
    """Everything under ``seeds/knowledge``."""

    stability: Stability
    areas: tuple[Area, ...]
    glossary: tuple[Term, ...]
    lexicon: tuple[Pair, ...]
    features: tuple[Identity, ...]
    customs: Customs
    code: CodeNames
    errata: dict[str, tuple[Erratum, ...]]  # by seed id

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
        value, found = _read(folder / name, f"seeds/knowledge/{name}", kind)
        problems.extend(found)
        return value

    stability = read("stability.yml", Stability)
    areas = read("areas.yml", tuple[Area, ...])
    glossary = read("glossary.yml", tuple[Term, ...])
    lexicon = read("lexicon.yml", tuple[Pair, ...])
    features = read("features.yml", tuple[Identity, ...])
    customs = read("customs.yml", Customs)
    code = read("code.yml", CodeNames)
    errata: dict[str, tuple[Erratum, ...]] = {}
    for path in sorted((folder / "errata").glob("*.yml")):
        name = f"errata/{path.name}"
        fixes = read(name, tuple[_Fix, ...]) or ()
        lines = _entry_lines(path) if fixes else []
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


def _read(path: Path, name: str, kind: Any) -> tuple[Any, list[Problem]]:  # noqa: ANN401
    yaml = YAML(typ="rt")
    try:
        data = yaml.load(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None, [Problem(name, 0, "is missing: restore it")]
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        what = (error.problem or "it cannot be read").partition(" with value ")[0]
        return None, [Problem(name, line, f"is not valid YAML ({what}): mend it")]
    except (YAMLError, UnicodeDecodeError, OSError) as error:
        return None, [Problem(name, 0, f"cannot be read ({error.__class__.__name__}): mend it")]
    try:
        return TypeAdapter(kind).validate_python(data), []
    except ValidationError as error:
        return None, [
            Problem(name, _line(data, e["loc"]), f"{'.'.join(map(str, e['loc'])) or 'file'}: {e['msg']}: correct it")
            for e in error.errors()
        ]


def _line(data: Any, location: tuple[int | str, ...]) -> int:  # noqa: ANN401
    line = 1
    for step in location:
        if not hasattr(data, "lc"):
            break
        known = data.lc.data.get(step) if data.lc.data else None
        line = known[0] + 1 if known else data.lc.line + 1
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            break
    return line


def _entry_lines(path: Path) -> list[int]:
    data = YAML(typ="rt").load(path.read_text(encoding="utf-8"))
    return [data.lc.data[i][0] + 1 for i in range(len(data))]


def _cross_check(knowledge: Knowledge, folder: Path) -> list[Problem]:
    """References between files: every id meant exists, none is claimed twice."""
    problems: list[Problem] = []
    known = {area.id for area in knowledge.areas}
    lines = _entry_lines(folder / "features.yml") if knowledge.features else []
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
    if knowledge.stability.default not in {level.id for level in knowledge.stability.levels}:
        problems.append(Problem("seeds/knowledge/stability.yml", 1, "default names no level: use one of its ids"))
    return problems
