"""Every stage in order: files in, pages out."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import NamedTuple

from atlas.audit.account import Fate, account_for
from atlas.clean.passes import LINKS, clean
from atlas.core.problems import Problem, UnreadableError
from atlas.document.nodes import Document
from atlas.extract.announcement import extract
from atlas.extract.findings import problems as problems_of
from atlas.extract.release import ParsedRelease
from atlas.history import checks
from atlas.history.announcement import Announcement
from atlas.history.collection import Collection, gather
from atlas.knowledge.load import Knowledge, load
from atlas.site.render import Site, render
from atlas.sources import errata, seeds
from atlas.sources.read import read
from atlas.sources.seed import seed_id
from atlas.translate.lookup import stray_catalogs, translation_of


class Converted(NamedTuple):
    """A converted seed: its release, the account of its lines, and its problems."""

    release: ParsedRelease | None
    account: tuple[Fate, ...]
    problems: tuple[Problem, ...]


def convert(name: str, data: bytes, knowledge: Knowledge) -> Converted:
    """Convert a seed's bytes, independently of other seeds. Raises UnreadableError."""
    seed, stripped = seeds.parse(name, data)
    corrected, corrections, problems = errata.apply(seed, knowledge.errata.get(seed_id(name), ()))
    document, left_out, found = read(corrected)
    problems = (*problems, *found)
    if any(problem.severity == "error" for problem in found):
        return Converted(None, (), problems)
    cleaned, changes = clean(corrected, document, knowledge)
    edits = (*stripped, *corrections, *left_out, *changes)
    uncorrected = read(seed)[0] if corrections else document
    release, found = extract(corrected, cleaned, edits, knowledge, _with_resolved_links(uncorrected, knowledge))
    problems = (*problems, *found)
    if not release:
        return Converted(None, (), problems)
    account, unused, gaps = account_for(corrected, document, left_out, release)
    release = replace(release, findings=(*release.findings, *unused))
    return Converted(release, account, (*problems, *gaps, *problems_of(name, release.findings)))


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
    releases, found = read_releases(root, knowledge, today, convert)
    collection, clashes = gather(releases, knowledge)
    found += clashes
    if collection.announcements:
        found += stray_catalogs(root, releases)
        if not any(problem.severity == "error" for problem in found):
            found += checks.check(collection.announcements, knowledge)
        found += (problem for release in collection.announcements for problem in release.translation.problems)
    return collection, found


def read_releases(
    root: Path, knowledge: Knowledge, today: date, convert: Convert = convert
) -> tuple[list[Announcement], list[Problem]]:
    """Return the announcements below ``root``, each with its catalog, and the seeds' problems."""
    converted, found = read_seeds(root, knowledge, today, convert)
    releases = [
        Announcement.of(each.release, each.account, translation_of(root, each.release))
        for each in converted
        if each.release
    ]
    return releases, found


def read_seeds(
    root: Path, knowledge: Knowledge, today: date, convert: Convert
) -> tuple[list[Converted], list[Problem]]:
    """Convert every seed below ``root`` and collect the problems."""
    paths, problems = seeds.find(root / "seeds")
    converted = [read_seed(path, knowledge, convert=convert) for path in paths]
    problems += (problem for each in converted for problem in each.problems)
    releases = [each.release for each in converted if each.release]
    problems += (problem for release in releases for problem in check_date(release, today))
    if not paths:
        problems.append(Problem("seeds/", 0, "contains no seeds: add an announcement as .txt, .md or .html"))
    taken = {"index": "the list of sources"}  # addresses below sources/
    for release in releases:
        other = taken.setdefault(release.seed.id.casefold(), release.seed.path)
        if other != release.seed.path:
            problems.append(Problem(release.seed.path, 0, f"would have the same address as {other}: rename it"))
    names = {path.stem for path in paths}
    strays = [errata.path_of(name) for name, fixes in knowledge.errata.items() if fixes and name not in names]
    problems += (Problem(path, 0, "belongs to no seed: rename or delete it", "warning") for path in strays)
    return converted, problems


def check_date(release: ParsedRelease, today: date) -> list[Problem]:
    """Return a warning if the release is dated after ``today``."""
    if not release.date or release.date <= today:
        return []
    what = f"is dated {release.date}, in the future: check the date"
    return [Problem(release.seed.path, release.date_line, what, "warning")]


def read_seed(path: Path, knowledge: Knowledge, name: str = "", convert: Convert = convert) -> Converted:
    """Convert one file. Problems call it ``name``, by default a seed of this project."""
    own = "" if name else f"seeds/{path.name}"
    name = name or own
    try:
        return convert(name, seeds.load(path, own), knowledge)
    except UnreadableError as error:
        return Converted(None, (), (error.as_problem(name),))


def _with_resolved_links(document: Document, knowledge: Knowledge) -> Document:
    """Link bare addresses and unwrap redirects; findings about links quote the result."""
    for each in LINKS:
        document, _ = each.run(document, knowledge)
    return document
