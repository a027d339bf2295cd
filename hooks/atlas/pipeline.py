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
from atlas.history import consistency
from atlas.history.collection import Collection, gather
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.load import load
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
    corrected, corrections, errata_problems = errata.apply(seed, knowledge.errata.get(seed_id(name), ()))
    document, left_out, read_problems = read(corrected)
    problems = (*errata_problems, *read_problems)
    if any(problem.severity == "error" for problem in read_problems):
        return Converted(None, problems)
    cleaned = clean(document, knowledge)
    edits = (*stripped, *corrections, *left_out, *cleaned.edits)
    announcement, extract_problems = extract(corrected, cleaned, edits, knowledge)
    findings = problems_of(name, announcement.findings) if announcement else []
    return Converted(announcement, (*problems, *extract_problems, *findings))


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
    collection, problems = collect(root, today, convert)
    if not collection or not collection.announcements:
        return Site(collection, problems=tuple(sorted(problems)))
    return render(collection, problems, root, base)


def collect(root: Path, today: date, convert: Convert = convert) -> tuple[Collection | None, list[Problem]]:
    """Return all seeds below ``root`` as a collection (None if the knowledge is unreadable), and all problems."""
    knowledge, knowledge_problems = load(root / "seeds" / "knowledge")
    if knowledge is None:
        return None, list(knowledge_problems)
    announcements, problems = read_announcements(root, knowledge, today, convert)
    collection, clashes = gather(announcements, knowledge)
    problems += clashes
    if collection.announcements:
        problems += stray_catalogs(root, (announcement.seed for announcement in announcements))
        if not any(problem.severity == "error" for problem in problems):
            problems += consistency.check(collection.announcements, knowledge)
        for announcement in collection.announcements:
            problems += announcement.translation.problems
    return collection, problems


def read_announcements(
    root: Path, knowledge: Knowledge, today: date, convert: Convert = convert
) -> tuple[list[Announcement], list[Problem]]:
    """Return the announcements below ``root``, translated by their catalogs, and the seeds' problems."""
    converted, problems = read_seeds(root, knowledge, today, convert)
    return [translated(root, seed.announcement) for seed in converted if seed.announcement], problems


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
    if not paths:
        problems.append(Problem("seeds/", 0, f"contains no seeds: add an announcement as {seeds.SUFFIXES}"))
    taken = {"index": "the list of sources"}  # addresses below sources/
    for announcement, seed_problems in converted:
        problems += seed_problems
        if announcement:
            problems += consistency.check_date(announcement, knowledge, today)
            path = announcement.seed.path
            other = taken.setdefault(announcement.seed.id.casefold(), path)
            if other != path:
                problems.append(Problem(path, 0, f"would have the same address as {other}: rename it"))
    names = {path.stem for path in paths}
    strays = [errata.path_of(name) for name, fixes in knowledge.errata.items() if fixes and name not in names]
    problems += (Problem(path, 0, "belongs to no seed: rename or delete it", "warning") for path in strays)
    return converted, problems


def read_seed(path: Path, knowledge: Knowledge, name: str = "", convert: Convert = convert) -> Converted:
    """Convert one file. Problems call it ``name``, by default a seed of this project."""
    seed_name = "" if name else f"seeds/{path.name}"
    try:
        return convert(name or seed_name, seeds.load(path, seed_name), knowledge)
    except UnreadableError as error:
        return Converted(None, (error.as_problem(name or seed_name),))
