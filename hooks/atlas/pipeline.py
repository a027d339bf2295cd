"""Every stage in order: files in, pages out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from atlas import account, catalog, errata, exports, findings, history, knowledge, render, search, seed
from atlas.catalog import Catalog
from atlas.clean import clean
from atlas.clean.customs import link_addresses, unwrap_redirects
from atlas.document import Document, Heading, Inlines
from atlas.history import Atlas
from atlas.knowledge import Knowledge
from atlas.markdown_words import parse_inline
from atlas.model import Change, Language, Page, Problem, Release, Seed, Segment, Yield
from atlas.read_html import read as read_html
from atlas.read_markdown import read as read_markdown
from atlas.read_text import read as read_text
from atlas.render import Nav
from atlas.understand import understand
from atlas.walk import blocks, runs
from atlas.write import Said, inline_markdown


@dataclass(frozen=True)
class Site:
    """What a build gives: pages, and everything that a maintainer must know."""

    atlas: Atlas | None
    pages: tuple[Page, ...]
    nav: dict[Language, Nav]
    problems: tuple[Problem, ...]
    files: dict[str, str] = field(default_factory=dict)  # what programs and the search read: path below the site → text


twin = exports.markdown  # a page's content as Markdown


def build(root: Path, today: date, base: str = "https://example.org/") -> Site:
    """The whole site from the folder ``root``, to be served at ``base``; ``today`` tells future dates.

    Nothing is written.
    """
    known, problems = knowledge.load(root / "seeds" / "knowledge")
    if known is None:
        return Site(None, (), {}, problems)
    releases, found = read_releases(root, known, today)
    atlas, clashes = history.gather(releases, known)
    found += clashes
    if not atlas.releases:
        return Site(atlas, (), {}, tuple(sorted(found)))
    if not any(problem.severity == "error" for problem in found):
        found += history.check(atlas)
    catalogs: dict[str, Catalog] = {}
    for release in atlas.releases:
        catalogs[release.version], lacks = load_catalog(root, release)
        found += lacks

    def say(release: Release, inlines: Inlines, language: Language) -> Said:
        return translate(catalogs[release.version], release.seed.language, inlines, language)

    yields = tuple(yield_of(release, catalogs[release.version], found) for release in atlas.releases)
    done = render.render(atlas, yields, say, root / "templates", base)
    files = exports.files(atlas, say, base)
    if done.pages:
        files |= search.files(atlas, say, done.pages, done.words)
    return Site(atlas, done.pages, done.nav, tuple(sorted({*found, *done.problems})), files)


def translate(messages: Catalog, source: Language, inlines: Inlines, language: Language) -> Said:
    """A text in ``language``: itself, its current translation, or itself marked as untranslated."""
    if language == source or not catalog.needs_translation(inlines, source):
        return Said(inlines)
    message = messages.messages.get(inline_markdown(inlines))
    return Said(parse_inline(message)) if message else Said(inlines, source)


def read_releases(root: Path, known: Knowledge, today: date) -> tuple[list[Release], list[Problem]]:
    """Every seed under ``root`` as a release, as far as it can be read."""
    paths, problems = seed.find(root / "seeds")
    releases: list[Release] = []
    for path in paths:
        release, found = read_release(path, known)
        problems += found
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
    for name, fixes in known.errata.items():
        if name not in stems and fixes:
            problems.append(Problem(fixes[0].path, 0, "belongs to no seed: rename or delete it"))
    return releases, problems


def future(release: Release, today: date) -> list[Problem]:
    """A warning, where the release is dated after ``today``."""
    if not release.date or release.date <= today:
        return []
    line = next((f.line for f in release.document.facts if f.key == "date"), 0)
    return [Problem(release.seed.path, line, f"is dated {release.date}, in the future", "warning")]


def read_release(path: Path, known: Knowledge, name: str = "") -> tuple[Release | None, list[Problem]]:
    """One file, read, mended, cleaned and understood. Problems call it ``name``, or else a seed of this project."""
    name = name or f"seeds/{path.name}"
    try:
        raw, stripped = seed.load(path, name)
    except seed.BadSeedError as error:
        return None, [Problem(name, error.line, str(error))]
    mended, corrections, problems = errata.apply(raw, known.errata.get(raw.id, ()))
    document, left_out, lost = read(mended)
    if lost and not document.blocks:
        return None, [*problems, *lost]
    cleaned, changes = clean(mended, document, known)
    recorded = (*stripped, *corrections, *left_out, *changes)
    release, found = understand(
        mended, cleaned, recorded, known, _linked(read(raw)[0] if corrections else document, known)
    )
    problems = (*problems, *lost, *found)
    if not release:
        return None, list(problems)
    fates, unused, gaps = account.draw_up(document, left_out, release)
    release = replace(release, account=fates, findings=(*release.findings, *unused))
    return release, [*problems, *gaps, *findings.problems(name, release.findings)]


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


def catalog_path(source: Seed) -> str:
    """Where a seed's translations stand, below the root."""
    return f"seeds/translations/{'en' if source.language == 'zh' else 'zh'}/{source.id}.po"


def load_catalog(root: Path, release: Release) -> tuple[Catalog, list[Problem]]:
    """The release's catalog, and warnings for what it lacks or gets wrong."""
    name = catalog_path(release.seed)
    loaded, problems = catalog.load(root / name, name)
    found = list(problems)
    wanted = segments(release)
    missing = [s for s in wanted if s.msgid not in loaded.messages]
    if missing:
        what = f"{len(missing)} of {len(wanted)} texts have no current translation (the first: line {missing[0].line})"
        how = f"run `python -m atlas translations update` and complete {name}"
        found.append(Problem(release.seed.path, missing[0].line, f"{what}: {how}", "warning"))
    for segment in wanted:
        if message := loaded.messages.get(segment.msgid):
            found += [
                Problem(name, 0, f"translation of seed line {segment.line} differs in {fault}: mend it", "warning")
                for fault in catalog.disagreements(segment.msgid, message, parse_inline)
            ]
    return loaded, found


def yield_of(release: Release, messages: Catalog, problems: list[Problem]) -> Yield:
    """What a seed leaves to do: texts without a translation, and what was said of its files."""
    wanted = segments(release)
    untranslated = tuple(s for s in wanted if s.msgid not in messages.messages)
    files = {release.seed.path, messages.path}
    told = tuple(sorted(p for p in problems if p.path in files and p.severity != "note"))  # notes are findings
    return Yield(release, len(wanted), untranslated, told)


def segments(release: Release) -> list[Segment]:
    """The texts of a release that need words in the other language, in reading order."""
    found: dict[tuple[str, int], Segment] = {}
    heading = ""
    for block in blocks(release.document):
        if isinstance(block, Heading):
            heading = inline_markdown(block.inlines)
        for inlines, line in runs(block):
            if catalog.needs_translation(inlines, release.seed.language):
                msgid = inline_markdown(inlines)
                found.setdefault((msgid, line), Segment(msgid, line, "" if isinstance(block, Heading) else heading))
    known = {msgid for msgid, _ in found}
    for feature in release.features:
        if catalog.needs_translation(feature.title, release.seed.language):
            msgid = inline_markdown(feature.title)
            if msgid not in known:
                found[msgid, feature.line] = Segment(msgid, feature.line, heading_of(release, feature.line))
    return list(found.values())


def heading_of(release: Release, line: int) -> str:
    """The heading that a seed line stands under."""
    above = [b for b in release.document.blocks if isinstance(b, Heading) and b.line <= line]
    return inline_markdown(above[-1].inlines) if above else ""
