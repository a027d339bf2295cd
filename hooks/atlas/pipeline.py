"""All steps in order, from the files of a project to the pages of the site."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import NamedTuple

from atlas.clean.passes import clean
from atlas.core.problems import Problem, UnreadableError
from atlas.extract.announcement import Announcement, ExtractedAnnouncement
from atlas.extract.extract_announcement import extract_announcement
from atlas.extract.findings import problems as problems_of_findings
from atlas.history import consistency
from atlas.history.collection import Collection, collection_of
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.load import load
from atlas.knowledge.paths import errata_path
from atlas.seeds.errata import apply_errata
from atlas.seeds.files import SUFFIXES, decode_seed, find_seeds, load_seed
from atlas.seeds.read_document import read_document
from atlas.seeds.seed import seed_id
from atlas.site.render import render
from atlas.site.site import Site
from atlas.translate.lookup import stray_catalogs, translation_of


class Converted(NamedTuple):
    """The result of converting a seed: the announcement or None, and the seed's problems."""

    announcement: ExtractedAnnouncement | None
    problems: tuple[Problem, ...]


def convert(name: str, data: bytes, knowledge: Knowledge) -> Converted:
    """Convert a seed's bytes, independently of other seeds. Raises UnreadableError."""
    parsed = decode_seed(name, data)
    corrected = apply_errata(parsed.value, knowledge.errata.get(seed_id(name), ()))
    reading = read_document(corrected.seed)
    problems = (*corrected.problems, *reading.problems)
    if any(problem.severity == "error" for problem in reading.problems):
        return Converted(None, problems)
    cleaned = clean(reading.document, knowledge)
    edits = (*parsed.edits, *corrected.edits, *reading.left_out, *cleaned.edits)
    announcement, extract_problems = extract_announcement(corrected.seed, cleaned, edits, knowledge)
    finding_problems = problems_of_findings(name, announcement.findings) if announcement else []
    return Converted(announcement, (*problems, *extract_problems, *finding_problems))


Convert = Callable[[str, bytes, Knowledge], Converted]


class CachedConverter:
    """The function ``convert`` with a cache, as most seeds do not change during a preview."""

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
    """Build the site from the project folder ``root``. ``base`` is the URL at which the site will be served.

    A release date after ``today`` is reported as a problem. If no announcement can be read, the site has no pages, only
    problems.
    """
    collection, problems = read_collection(root, today, convert)
    if not collection or not collection.announcements:
        return Site(collection, problems=tuple(sorted(problems)))
    return render(collection, problems, root, base)


def read_collection(root: Path, today: date, convert: Convert = convert) -> tuple[Collection | None, list[Problem]]:
    """Return the collection of all announcements below ``root``, and all problems.

    The collection is None if the knowledge cannot be read.
    """
    knowledge, knowledge_problems = load(root / "seeds" / "knowledge")
    if knowledge is None:
        return None, list(knowledge_problems)
    announcements, problems = read_announcements(root, knowledge, today, convert)
    collection, clashes = collection_of(announcements, knowledge)
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
    """Return the announcements below ``root``, with the translations from their catalogs, and the seeds' problems."""
    converted, problems = read_seeds(root, knowledge, today, convert)
    return [translated(root, seed.announcement) for seed in converted if seed.announcement], problems


def translated(root: Path, extracted: ExtractedAnnouncement) -> Announcement:
    """Return an announcement with the translation from its catalog below ``root``."""
    translation = translation_of(root, extracted.seed, extracted.segments)
    return Announcement.of(extracted, translation)


def read_seeds(
    root: Path, knowledge: Knowledge, today: date, convert: Convert
) -> tuple[list[Converted], list[Problem]]:
    """Convert every seed below ``root``. Return the results, and the problems of seeds and of errata without a seed."""
    paths, problems = find_seeds(root / "seeds")
    converted = [read_seed(path, knowledge, convert=convert) for path in paths]
    if not paths:
        problems.append(Problem("seeds/", 0, f"contains no seeds: add an announcement as {SUFFIXES}"))
    owners = {"index": "the list of sources"}  # address below sources/ → the first seed (or page) that has the address
    for announcement, seed_problems in converted:
        problems += seed_problems
        if announcement:
            problems += consistency.check_announcement(announcement, knowledge, today)
            path = announcement.seed.path
            owner = owners.setdefault(announcement.seed.id.casefold(), path)
            if owner != path:
                problems.append(Problem(path, 0, f"would have the same address as {owner}: rename it"))
    return converted, problems + stray_errata(paths, knowledge)


def stray_errata(seed_paths: list[Path], knowledge: Knowledge) -> list[Problem]:
    """Return a warning for each errata file that belongs to none of the seeds at ``seed_paths``."""
    seed_ids = {seed_id(path.name) for path in seed_paths}
    strays = [name for name, corrections in knowledge.errata.items() if corrections and name not in seed_ids]
    return [Problem(errata_path(name), 0, "belongs to no seed: rename or delete it", "warning") for name in strays]


def read_seed(path: Path, knowledge: Knowledge, outside_name: str = "", convert: Convert = convert) -> Converted:
    """Convert one file. ``outside_name`` is what problems call a file that is not a seed of this project."""
    project_path = "" if outside_name else f"seeds/{path.name}"
    name = outside_name or project_path
    try:
        return convert(name, load_seed(path, project_path), knowledge)
    except UnreadableError as error:
        return Converted(None, (error.as_problem(name),))
