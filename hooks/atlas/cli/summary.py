"""What a file would yield as a seed, without building a site: the data that ``inspect`` shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from atlas import pipeline
from atlas.audit.account import Fate
from atlas.core.languages import Language
from atlas.core.problems import Problem, Severity
from atlas.document.nodes import Inlines, plain
from atlas.extract.release import Feature, ParsedRelease
from atlas.knowledge.fields import normal
from atlas.knowledge.load import Knowledge
from atlas.sources import seeds
from atlas.translate.catalogs import Catalog
from atlas.translate.lookup import Translation, translation_of


@dataclass(frozen=True)
class Told:
    """A problem of the file. One that stands in another file (its catalog, its errata) names that in its message."""

    line: int  # 0: the file as a whole
    severity: Severity
    message: str


@dataclass(frozen=True)
class Lost:
    """A text of the file that no page shows, and the rule that took it out."""

    line: int
    rule: str
    text: str


@dataclass(frozen=True)
class Announced:
    """A feature. ``title`` is what a Chinese seed itself says, uncleaned; ``title_en`` is null if untranslated.

    A seed written in English lends its own words to ``title`` where it has no translation.
    """

    id: str
    title: str
    title_en: str | None
    stability: str
    label_raw: str
    basis: str
    evidence: str
    area: str | None
    areas: tuple[str, ...]
    apis: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class Summary:
    """One file. The fields are the keys of ``--json``, every one of them for every file."""

    file: str
    format: str | None = None
    encoding: str | None = None
    language: str | None = None
    version: str | None = None
    date: str | None = None
    date_kind: str | None = None
    title: str | None = None
    title_en: str | None = None
    original_url: str | None = None
    translation_url: str | None = None
    translator: str | None = None
    publisher: str | None = None
    commits: int | None = None
    contributors: int | None = None
    features: tuple[Announced, ...] = ()
    problems: tuple[Told, ...] = ()
    not_carried: tuple[Lost, ...] = ()
    # Which counts the text only nears (多, 近, 超过). Told to people alone: programs compare the numbers.
    approximate: frozenset[str] = frozenset()

    @property
    def data(self) -> dict[str, Any]:
        """What ``--json`` writes."""
        found = asdict(self)
        del found["approximate"]
        return found


def summarise(path: Path, root: Path, known: Knowledge, today: date) -> tuple[Summary, tuple[Problem, ...]]:
    """The file at ``path`` as a build would see it, and its problems with their own paths.

    What only a comparison with the other seeds shows, such as a version announced twice, a build tells.
    """
    name = str(path)
    belongs = _is_seed(path, root)
    release, account, problems = pipeline.read_seed(path, known if belongs else replace(known, errata={}), name)
    if release is None:
        return Summary(name, problems=_told(name, problems)), problems
    translation = Translation(release.seed.language, Catalog(""))
    if belongs:
        translation = translation_of(root, release)
        problems += translation.problems
    problems = tuple(sorted({*problems, *pipeline.future(release, today)}, key=lambda p: (p.path != name, p)))
    counts = {"commits": release.commits, "contributors": release.contributors}
    summary = Summary(
        file=name,
        format=release.seed.format,
        encoding=release.seed.encoding,
        language=release.seed.language,
        version=release.version,
        date=release.date.isoformat() if release.date else None,
        date_kind=release.date_kind,
        title=_words(translation, release.title, "zh") or plain(release.title),
        title_en=_words(translation, release.title, "en"),
        original_url=release.original_url or None,
        translation_url=release.translation_url or None,
        translator=re.sub(r"\s*[（(].*", "", release.translator).strip("@") or None,  # a note is no name
        publisher=release.publisher or None,
        commits=release.commits.value if release.commits else None,
        contributors=release.contributors.value if release.contributors else None,
        features=tuple(_announced(release, translation, feature) for feature in release.features),
        problems=_told(name, problems),
        not_carried=tuple(sorted(_lost(release, account), key=lambda lost: lost.line)),
        approximate=frozenset(key for key, count in counts.items() if count and count.approximate),
    )
    return summary, problems


def _is_seed(path: Path, root: Path) -> bool:
    """Whether errata and translations of this project are meant for the file: its name and content are a seed's.

    So a copy elsewhere yields what a build yields; another text that happens to have a seed's name, only itself.
    """
    own = f"seeds/{path.name}"
    try:
        return seeds.load(path) == seeds.load(root / own, own)
    except seeds.BadSeedError:
        return False


def _told(name: str, problems: tuple[Problem, ...]) -> tuple[Told, ...]:
    return tuple(
        Told(p.line, p.severity, p.message) if p.path == name else Told(0, p.severity, str(p)) for p in problems
    )


def _words(translation: Translation, inlines: Inlines, language: Language) -> str | None:
    said = translation.localized(inlines, language)
    return None if said.lang else plain(said.inlines)


def _announced(release: ParsedRelease, translation: Translation, feature: Feature) -> Announced:
    seen = feature.observation
    return Announced(
        id=feature.id,
        title=(_words(translation, feature.title, "zh") if release.seed.language == "en" else "") or feature.said,
        title_en=_words(translation, feature.title, "en"),
        stability=seen.stage,
        label_raw=seen.label_raw,
        basis=seen.basis,
        evidence=seen.quote,
        area=feature.areas[0] if feature.areas else None,
        areas=feature.areas,
        apis=feature.apis,
        line=feature.line,
    )


def _lost(release: ParsedRelease, account: tuple[Fate, ...]) -> Iterator[Lost]:
    """What passes dropped, what the account of lines says besides, and what was found to be missing."""
    dropped = [change for change in release.changes if change.drops]
    yield from (Lost(change.line, change.rule, change.before) for change in dropped)
    lines = release.text.split("\n")
    for fate in account:
        text = lines[fate.line - 1].strip()
        known = any(c.rule in fate.rules and c.line <= fate.line and normal(text) in normal(c.before) for c in dropped)
        if fate.kind == "unexplained" or (fate.kind == "dropped" and fate.rules != ("erratum",) and not known):
            yield Lost(fate.line, ", ".join(fate.rules) or fate.kind, text)
    yield from (Lost(found.line, found.kind, found.quote) for found in release.findings if found.kind == "not-carried")
