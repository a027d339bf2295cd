"""One seed → its release: read, mended, cleaned and understood, whatever other seeds say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

from atlas.audit import account
from atlas.clean.passes import clean
from atlas.clean.publishers import link_addresses, unwrap_redirects
from atlas.core.memory import Memory, Packed, digest
from atlas.core.model import Change, Finding, Problem, Seed, Source, seed_id
from atlas.document.nodes import Document, Inlines, plain
from atlas.document.traverse import blocks, runs
from atlas.extract import findings
from atlas.extract.announcement import understand
from atlas.extract.features import too_many
from atlas.extract.release import Opener, Passage, Reading, Release, Use
from atlas.knowledge.fields import normal
from atlas.knowledge.load import Knowledge
from atlas.site.edits import tally_of
from atlas.sources import errata, seeds
from atlas.sources.read_html import read as read_html
from atlas.sources.read_markdown import read as read_markdown
from atlas.sources.read_text import read as read_text
from atlas.sources.sizes import too_large

Step = Callable[[str, int], None]  # told of one more that is done, and how many there are


def read_releases(
    root: Path, known: Knowledge, today: date, memory: Memory | None = None, step: Step = lambda *_: None
) -> tuple[list[Release], list[Problem]]:
    """Every seed under ``root`` as a release, as far as it can be read."""
    memory = memory or Memory()
    paths, problems = seeds.find(root / "seeds")
    releases: list[Release] = []
    for path in paths:
        release, found = read_release(path, known, memory=memory)
        problems += found
        step("reading seeds", len(paths))
        if release:
            releases.append(release)
            problems += future(release, today)
    if not paths:
        problems.append(Problem("seeds/", 0, "holds no seed: add an announcement as .txt, .md or .html"))
    taken = {"index": "the list of sources"}  # addresses below sources/
    for release in releases:
        other = taken.setdefault(release.seed.id.casefold(), release.seed.path)
        if other != release.seed.path:
            message = f"would have the same address as {other}: rename it"
            problems.append(Problem(release.seed.path, 0, message))
    stems = {path.stem for path in paths}
    strays = (known.fixes(name) for name in known.errata if name not in stems)
    problems += (Problem(f[0].path, 0, "belongs to no seed: rename or delete it", "warning") for f in strays if f)
    return releases, problems


def future(release: Release, today: date) -> list[Problem]:
    """A warning, where the release is dated after ``today``."""
    if not release.date or release.date <= today:
        return []
    return [
        Problem(
            release.seed.path, release.date_line, f"is dated {release.date}, in the future: check the date", "warning"
        )
    ]


def read_release(
    path: Path, known: Knowledge, name: str = "", memory: Memory | None = None
) -> tuple[Release | None, tuple[Problem, ...]]:
    """One file, read, mended, cleaned and understood. Problems call it ``name``, or else a seed of this project."""
    own = "" if name else f"seeds/{path.name}"
    name = name or own
    try:
        data = seeds.load(path, own)
    except seeds.BadSeedError as error:
        return None, (Problem(name, error.line, str(error)),)
    fixes = known.errata.get(seed_id(name))
    made_from = digest(name, data, fixes.packed if fixes else "", known.digest)
    release, problems = (memory or Memory()).recall(name, made_from, lambda: _convert(name, data, known))
    return replace(release, made_from=made_from) if release else None, problems


def _convert(name: str, data: bytes, known: Knowledge) -> tuple[Release | None, tuple[Problem, ...]]:
    try:
        raw, stripped = seeds.parse(name, data)
    except seeds.BadSeedError as error:
        return None, (Problem(name, error.line, str(error)),)
    mended, corrections, problems = errata.apply(raw, known.fixes(seed_id(name)))
    document, left_out, lost = read(mended)
    lost = (*lost, *too_large(name, document))
    if any(problem.severity == "error" for problem in lost):
        return None, (*problems, *lost)
    cleaned, changes = clean(mended, document, known)
    recorded = (*stripped, *corrections, *left_out, *changes)
    release, found = understand(
        mended, cleaned, recorded, known, _linked(read(raw)[0] if corrections else document, known)
    )
    problems = (*problems, *lost, *found)
    if not release:
        return None, problems
    if many := tuple(too_many(name, release.features)):
        return None, (*problems, *many)
    fates, unused, gaps = account.draw_up(mended, document, left_out, release)
    release = _packed(release, replace(release.reading.open(), account=fates), unused, known)
    return release, (*problems, *gaps, *findings.problems(name, release.findings))


def _packed(release: Release, reading: Reading, unused: tuple[Finding, ...], known: Knowledge) -> Release:
    """A release with its reading out of the way, and at hand of it what pages about many releases show."""
    lines = reading.text.split("\n")
    stated = {seen.line for feature in release.features for seen in feature.observations}
    texts: dict[int, list[Inlines]] = {}
    for block in blocks(reading.document):
        for inlines, line in runs(block):
            texts.setdefault(line, []).append(inlines)
    shown = "\n".join(plain(inlines) for beside in texts.values() for inlines in beside)
    words = (normal(reading.text), normal(shown))
    packed: Opener = Packed(reading)
    return replace(
        release,
        seed=Source(release.seed.path, release.seed.format, release.seed.encoding, release.seed.language),
        reading=packed,
        findings=(*release.findings, *unused),
        terms=tuple(Use(change.term, change.line) for change in reading.changes if change.term),
        passages={line: Passage(lines[line - 1], tuple(texts.get(line, ()))) for line in stated},
        tally=tally_of(reading),
        says=frozenset(name for name, key in known.spellings.items() if any(key in text for text in words)),
    )


def _linked(document: Document, known: Knowledge) -> Document:
    """A document as its publisher wrote it, its addresses as links: what doubts are about."""
    document, _ = link_addresses(document, known)
    return unwrap_redirects(document, known)[0]


def read(source: Seed) -> tuple[Document, tuple[Change, ...], tuple[Problem, ...]]:
    """The seed's document, by the reader for its format, and what the reader left out of it."""
    match source.format:
        case "markdown":
            return read_markdown(source, read_html)
        case "html":
            return read_html(source)
        case "text":
            return read_text(source)
