"""Every stage in order: files in, pages out."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import NamedTuple

from atlas.align import match
from atlas.align.differences import differences
from atlas.align.pair import MIN_LIKENESS, AlignedPair, align_pair, complete, incomplete_original
from atlas.align.repair import repair
from atlas.audit.account import Fate, account_for, mark_repaired
from atlas.clean.passes import LINKS, clean
from atlas.core.changes import Change
from atlas.core.problems import Problem, UnreadableError
from atlas.document.nodes import Document
from atlas.extract.announcement import extract, extract_again
from atlas.extract.findings import Finding
from atlas.extract.findings import problems as problems_of
from atlas.extract.release import ParsedRelease
from atlas.history import unused
from atlas.history.collection import Collection, gather
from atlas.history.release import Release
from atlas.knowledge import errata
from atlas.knowledge.load import Knowledge, load
from atlas.site.render import Site, render
from atlas.sources import seeds
from atlas.sources.read import read
from atlas.sources.seed import seed_id
from atlas.translate.catalogs import Catalog
from atlas.translate.lookup import Translation, stray_catalogs, translation_of


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
    if not collection or not collection.releases:
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
    if collection.releases:
        found += stray_catalogs(root, releases)
        if not any(problem.severity == "error" for problem in found):
            found += unused.check(collection.releases, knowledge)
        found += (problem for release in collection.releases for problem in release.translation.problems)
    return collection, found


def read_releases(
    root: Path, knowledge: Knowledge, today: date, convert: Convert = convert
) -> tuple[list[Release], list[Problem]]:
    """Return the announcements below ``root``, a translation and its original as one, and the seeds' problems."""
    converted, found = read_seeds(root, knowledge, today, convert)
    releases = list(_releases(root, converted, knowledge, found))
    originals = {release.original.seed.path for release in releases if release.original}
    return releases, [_demoted(problem) if problem.path in originals else problem for problem in found]


def _releases(
    root: Path, converted: list[Converted], knowledge: Knowledge, problems: list[Problem]
) -> Iterator[Release]:
    """Yield a release for each pair, then for each single seed; append the pairs' problems to ``problems``."""
    accounts = {each.release.seed.path: each.account for each in converted if each.release}
    unpaired = {each.release.seed.path: each.release for each in converted if each.release}
    certain, wrong = match.stated_pairs(unpaired.values())
    problems += wrong
    stated_paths = {release.seed.path for two in certain for release in two}
    for translation, original in (
        *certain,
        *match.pairs_by_version(r for path, r in unpaired.items() if path not in stated_paths),
    ):
        if not {translation.seed.path, original.seed.path} <= unpaired.keys():
            continue  # only the first of several translations is paired
        del unpaired[original.seed.path]
        try:
            both = align_pair(translation, original, knowledge)
        except UnreadableError as error:
            problems.append(error.as_problem(original.seed.path))
            continue
        if original.seed.path not in stated_paths and both.likeness < MIN_LIKENESS:
            problems.append(_mismatch(both, translation))
            continue
        del unpaired[translation.seed.path]
        release, differing = _paired(root, translation, both, accounts, knowledge)
        problems += differing
        yield release
    for single in unpaired.values():
        yield Release.of(single, accounts[single.seed.path], translation_of(root, single))


def _paired(
    root: Path,
    translation: ParsedRelease,
    both: AlignedPair,
    accounts: Mapping[str, tuple[Fate, ...]],
    knowledge: Knowledge,
) -> tuple[Release, list[Problem]]:
    """Return a translation as a release with its original, and a note for each difference."""
    both, translation, changes, findings = _repaired(translation, both, knowledge)
    odd = incomplete_original(both)
    original = replace(both.original, findings=(*both.original.findings, *odd))
    own = Release.of(original, accounts[original.seed.path], Translation(original.seed.language, Catalog("")))
    account = mark_repaired(accounts[translation.seed.path], changes)
    release = Release.of(translation, account, translation_of(root, translation, both), own)
    return release, [*problems_of(original.seed.path, odd), *problems_of(translation.seed.path, findings)]


def _demoted(problem: Problem) -> Problem:
    """Demote an original's problem to a note unless it is an error: the translation fills its gaps."""
    return problem if problem.severity == "error" else replace(problem, severity="note")


def _repaired(
    translation: ParsedRelease, both: AlignedPair, knowledge: Knowledge
) -> tuple[AlignedPair, ParsedRelease, tuple[Change, ...], tuple[Finding, ...]]:
    """Repair a translation from its original; return the new pair and translation, the edits, and the findings."""
    reviewed = "\n".join(change.after for change in translation.changes if change.rule == "erratum")
    found = [difference for group in both.groups for difference in differences(group)]
    lost = [each for each in found if not each.wrong or each.wrong not in reviewed]  # errata take precedence
    document, changes, left = repair(translation.document, lost, knowledge.conventions)
    if changes:
        translation = extract_again(translation, document, changes, knowledge)
        both = align_pair(translation, both.original, knowledge)
    translation, findings = complete(translation, both, left)
    return both, translation, changes, findings


def _mismatch(both: AlignedPair, translation: ParsedRelease) -> Problem:
    """Return a warning that an original has too little in common with its version's translation."""
    original = both.original
    what = f"has too little in common with {translation.seed.path}, of the same version, and is left out"
    how = "is it the original of another announcement? correct its version or take it away"
    return Problem(original.seed.path, original.title_line, f"{what}: {how}", "warning")


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
        problems.append(Problem("seeds/", 0, "holds no seed: add an announcement as .txt, .md or .html"))
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
