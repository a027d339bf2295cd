"""Every step in order: files in, pages out."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import NamedTuple

from atlas.clean.passes import clean
from atlas.core.problems import Problem, UnreadableError
from atlas.extract.announcement import Announcement
from atlas.extract.extract import extract
from atlas.extract.findings import problems as problems_of
from atlas.history import checks
from atlas.history.collection import Collection, gather
from atlas.knowledge.load import Knowledge, load
from atlas.site.render import Site, render
from atlas.sources import errata, seeds
from atlas.sources.read import read
from atlas.sources.seed import seed_id
from atlas.translate.lookup import stray_catalogs, translation_of


class Converted(NamedTuple):
    """A converted seed: its announcement, untranslated (None if there is none), and its problems."""

    announcement: Announcement | None
    problems: tuple[Problem, ...]


def convert(name: str, data: bytes, knowledge: Knowledge) -> Converted:
    """Convert a seed's bytes, independently of other seeds. Raises UnreadableError."""
    seed, stripped = seeds.parse(name, data)
    corrected, corrections, problems = errata.apply(seed, knowledge.errata.get(seed_id(name), ()))
    document, left_out, found = read(corrected)
    problems = (*problems, *found)
    if any(problem.severity == "error" for problem in found):
        return Converted(None, problems)
    cleaned = clean(document, knowledge)
    edits = (*stripped, *corrections, *left_out, *cleaned.edits)
    announcement, found = extract(corrected, cleaned, edits, knowledge)
    findings = problems_of(name, announcement.findings) if announcement else []
    return Converted(announcement, (*problems, *found, *findings))


Convert = Callable[[str, bytes, Knowledge], Converted]


class CachedConverter:
    """A ``convert`` that caches its results: most seeds do not change during a preview."""

    def __init__(self) -> None:
        self._knowledge: Knowledge | None = None
        self._cache: dict[str, tuple[bytes, Converted]] = {}

    def __call__(self, name: str, data: bytes, knowledge: Knowledge) -> Converted:
        """Return the cached result if seed and knowledge are unchanged. Raises UnreadableError."""
        if knowledge != self._knowledge:
            self._cache.clear()
        self._knowledge = knowledge
        if name not in self._cache or self._cache[name][0] != data:
            self._cache[name] = data, convert(name, data, knowledge)
        return self._cache[name][1]


def build(root: Path, today: date, base: str, convert: Convert = convert) -> Site:
    """Build the site from ``root``, to be served at ``base``; release dates after ``today`` are reported."""
    collection, found = collect(root, today, convert)
    if not collection or not collection.announcements:
        return Site(collection, problems=tuple(sorted(found)))
    return render(collection, found, root, base)


def collect(root: Path, today: date, convert: Convert = convert) -> tuple[Collection | None, list[Problem]]:
    """Return all seeds below ``root`` as a collection (None if the knowledge is unreadable), and all problems."""
    knowledge, problems = load(root / "seeds" / "knowledge")
    if knowledge is None:
        return None, list(problems)
    announcements, found = read_announcements(root, knowledge, today, convert)
    collection, clashes = gather(announcements, knowledge)
    found += clashes
    if collection.announcements:
        found += stray_catalogs(root, (each.seed for each in announcements))
        if not any(problem.severity == "error" for problem in found):
            found += checks.check(collection.announcements, knowledge)
        found += (problem for each in collection.announcements for problem in each.translation.problems)
    return collection, found


def read_announcements(
    root: Path, knowledge: Knowledge, today: date, convert: Convert = convert
) -> tuple[list[Announcement], list[Problem]]:
    """Return the announcements below ``root``, translated by their catalogs, and the seeds' problems."""
    converted, found = read_seeds(root, knowledge, today, convert)
    return [translated(root, each.announcement) for each in converted if each.announcement], found


def translated(root: Path, announcement: Announcement) -> Announcement:
    """Return an announcement with its translation from its catalog below ``root``."""
    translation = translation_of(root, announcement.seed, announcement.translation.segments)
    return replace(announcement, translation=translation)


def read_seeds(
    root: Path, knowledge: Knowledge, today: date, convert: Convert
) -> tuple[list[Converted], list[Problem]]:
    """Convert every seed below ``root`` and collect the problems."""
    paths, problems = seeds.find(root / "seeds")
    converted = [read_seed(path, knowledge, convert=convert) for path in paths]
    problems += (problem for each in converted for problem in each.problems)
    announcements = [each.announcement for each in converted if each.announcement]
    problems += (problem for each in announcements for problem in checks.check_date(each, knowledge, today))
    if not paths:
        problems.append(Problem("seeds/", 0, f"contains no seeds: add an announcement as {seeds.SUFFIXES}"))
    taken = {"index": "the list of sources"}  # addresses below sources/
    for each in announcements:
        other = taken.setdefault(each.seed.id.casefold(), each.seed.path)
        if other != each.seed.path:
            problems.append(Problem(each.seed.path, 0, f"would have the same address as {other}: rename it"))
    names = {path.stem for path in paths}
    strays = [errata.path_of(name) for name, fixes in knowledge.errata.items() if fixes and name not in names]
    problems += (Problem(path, 0, "belongs to no seed: rename or delete it", "warning") for path in strays)
    return converted, problems


def read_seed(path: Path, knowledge: Knowledge, name: str = "", convert: Convert = convert) -> Converted:
    """Convert one file. Problems call it ``name``, by default a seed of this project."""
    own = "" if name else f"seeds/{path.name}"
    name = name or own
    try:
        return convert(name, seeds.load(path, own), knowledge)
    except UnreadableError as error:
        return Converted(None, (error.as_problem(name),))
