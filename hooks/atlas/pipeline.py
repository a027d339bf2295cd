"""Every stage in order: files in, pages out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, lru_cache
from pathlib import Path

from atlas import account, cards, catalog, errata, exports, findings, history, knowledge, render, sanitize, search, seed
from atlas.catalog import Catalog
from atlas.clean import clean
from atlas.clean.customs import link_addresses, unwrap_redirects
from atlas.document import Document, Inlines
from atlas.history import Atlas
from atlas.knowledge import Knowledge
from atlas.markdown_words import parse_inline
from atlas.memory import Memory
from atlas.model import Change, Language, Problem, Release, Seed, Severity, Yield, seed_id
from atlas.page import Page
from atlas.read_html import read as read_html
from atlas.read_markdown import read as read_markdown
from atlas.read_text import read as read_text
from atlas.render import Nav
from atlas.segments import texts
from atlas.sizes import too_large, too_many
from atlas.understand import understand
from atlas.untrusted import entries
from atlas.write import Said, inline_markdown


@dataclass(frozen=True)
class Site:
    """What a build gives: pages, and everything that a maintainer must know."""

    atlas: Atlas | None
    pages: tuple[Page, ...]
    nav: dict[Language, Nav]
    problems: tuple[Problem, ...]
    make_files: Callable[[], dict[str, bytes]] = field(default=dict, compare=False, repr=False)

    @cached_property
    def files(self) -> dict[str, bytes]:
        """What is no page, made when it is asked for: path below the site → content."""
        return self.make_files()


TRANSLATIONS = "seeds/translations"

sanitized = sanitize.sanitized  # a page's content without what no page needs
twin = exports.markdown  # a page's content as Markdown
_parse_inline = lru_cache(maxsize=16384)(parse_inline)  # a translation stands on several pages


Step = Callable[[str, int], None]  # told of one more that is done, and how many there are


def build(root: Path, today: date, base: str = "https://example.org/", step: Step = lambda *_: None) -> Site:
    """The whole site from the folder ``root``, to be served at ``base``; ``today`` tells future dates.

    Every page is made, nothing is written.
    """
    site = prepare(root, today, base, Memory(), step)
    told = set(site.problems)
    for page in site.pages:
        told.update(page.problems)
        step("making pages", len(site.pages))
    return replace(site, problems=tuple(sorted(told)))


def prepare(root: Path, today: date, base: str, memory: Memory, step: Step = lambda *_: None) -> Site:
    """The same site before any page is made, so without what templates complain about.

    With the ``memory`` of an earlier time, only seeds that have changed are converted.
    """
    known, problems = knowledge.load(root / "seeds" / "knowledge")
    if known is None:
        return Site(None, (), {}, problems)
    releases, found = read_releases(root, known, today, memory, step)
    atlas, clashes = history.gather(releases, known)
    found += clashes
    if not atlas.releases:
        return Site(atlas, (), {}, tuple(sorted(found)))
    found += stray_catalogs(root, releases)
    if not any(problem.severity == "error" for problem in found):
        found += history.check(atlas)
    catalogs: dict[str, Catalog] = {}
    for release in atlas.releases:
        catalogs[release.version], lacks = load_catalog(root, release, memory)
        found += lacks

    def say(release: Release, inlines: Inlines, language: Language) -> Said:
        return translate(catalogs[release.version], release.seed.language, inlines, language)

    yields = tuple(yield_of(release, catalogs[release.version], found) for release in atlas.releases)
    done = render.render(atlas, yields, say, root / "templates", base)

    def make_files() -> dict[str, bytes]:
        texts = dict(exports.files(atlas, say, base))
        if done.pages:
            texts |= search.files(atlas, say, done.pages, done.words)
        return {path: text.encode() for path, text in texts.items()} | dict(cards.files(atlas))

    return Site(atlas, done.pages, done.nav, tuple(sorted({*found, *done.problems})), make_files)


def translate(messages: Catalog, source: Language, inlines: Inlines, language: Language) -> Said:
    """A text in ``language``: itself, its current translation, or itself marked as without one."""
    if language == source or not catalog.needs_translation(inlines, source):
        return Said(inlines)
    msgid = inline_markdown(inlines)
    if message := messages.messages.get(msgid):
        return Said(_parse_inline(message))
    return Said(inlines, source, revised=msgid in messages.fuzzy)


def read_releases(
    root: Path, known: Knowledge, today: date, memory: Memory | None = None, step: Step = lambda *_: None
) -> tuple[list[Release], list[Problem]]:
    """Every seed under ``root`` as a release, as far as it can be read."""
    memory = memory or Memory()
    paths, problems = seed.find(root / "seeds")
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
    for name, fixes in known.errata.items():
        if name not in stems and fixes:
            problems.append(Problem(fixes[0].path, 0, "belongs to no seed: rename or delete it"))
    return releases, problems


def future(release: Release, today: date) -> list[Problem]:
    """A warning, where the release is dated after ``today``."""
    if not release.date or release.date <= today:
        return []
    line = next((f.line for f in release.document.facts if f.key == "date"), 0)
    return [Problem(release.seed.path, line, f"is dated {release.date}, in the future: check the date", "warning")]


def read_release(
    path: Path, known: Knowledge, name: str = "", memory: Memory | None = None
) -> tuple[Release | None, tuple[Problem, ...]]:
    """One file, read, mended, cleaned and understood. Problems call it ``name``, or else a seed of this project."""
    own = "" if name else f"seeds/{path.name}"
    name = name or own
    try:
        data = seed.load(path, own)
    except seed.BadSeedError as error:
        return None, (Problem(name, error.line, str(error)),)
    fixes = known.errata.get(seed_id(name), ())
    return (memory or Memory()).recall(name, (data, fixes, known), lambda: _convert(name, data, fixes, known))


def _convert(
    name: str, data: bytes, fixes: tuple[errata.Erratum, ...], known: Knowledge
) -> tuple[Release | None, tuple[Problem, ...]]:
    try:
        raw, stripped = seed.parse(name, data)
    except seed.BadSeedError as error:
        return None, (Problem(name, error.line, str(error)),)
    mended, corrections, problems = errata.apply(raw, fixes)
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
    fates, unused, gaps = account.draw_up(document, left_out, release)
    release = replace(release, account=fates, findings=(*release.findings, *unused))
    return release, (*problems, *gaps, *findings.problems(name, release.findings))


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


def target(language: Language) -> Language:
    """What a text in ``language`` is translated into."""
    return "en" if language == "zh" else "zh"


def catalog_path(source: Seed) -> str:
    """Where a seed's translations stand, below the root."""
    return f"{TRANSLATIONS}/{target(source.language)}/{source.id}.po"


def stray_catalogs(root: Path, releases: Iterable[Release]) -> list[Problem]:
    """A warning for every catalog that no seed asks for. Those of a seed that cannot be read may wait."""
    seeds = {release.seed.id: release.seed for release in releases}
    unread = {seed_id(path.name) for path in seed.find(root / "seeds")[0]} - seeds.keys()
    folders, found = entries(root / TRANSLATIONS, TRANSLATIONS)
    paths: list[Path] = []
    for folder in folders:
        inside, odd = entries(folder, f"{TRANSLATIONS}/{folder.name}")
        paths += inside
        found += odd
    for path in paths:
        name = path.relative_to(root).as_posix()
        own = seeds.get(path.stem)
        if path.name.startswith(".") or path.stem in unread or (own and catalog_path(own) == name):
            continue
        where = f" here (that of {own.path} is {catalog_path(own)})" if own else ""
        found.append(Problem(name, 0, f"belongs to no seed{where}: rename or delete it", "warning"))
    return found


def load_catalog(root: Path, release: Release, memory: Memory | None = None) -> tuple[Catalog, tuple[Problem, ...]]:
    """The release's catalog, and warnings for what it lacks or gets wrong.

    A translation that does not agree with its text counts as fuzzy: whoever sends one can put neither a link
    nor anything else onto a page that the seed does not have, in a preview either.
    """
    name = catalog_path(release.seed)
    loaded, problems = catalog.load(root / name, name)
    told, held = (memory or Memory()).recall(name, (loaded, release), lambda: _judge(name, loaded, release))
    return loaded.doubting(held), (*problems, *told)


def _judge(name: str, loaded: Catalog, release: Release) -> tuple[tuple[Problem, ...], frozenset[str]]:
    """What to tell of a catalog, and the texts whose translation does not agree."""
    found: list[Problem] = []
    held: set[str] = set()
    wanted = texts(release)
    lacking = [s for s in wanted if s.msgid not in loaded.messages]
    if lacking:
        fuzzy = sum(s.msgid in loaded.fuzzy for s in lacking)
        which = f"{f'{fuzzy} fuzzy; ' if fuzzy else ''}the first: line {lacking[0].line}"
        what = f"{len(lacking)} of {len(wanted)} texts have no current translation ({which})"
        how = f"run `python -m atlas translations update` and complete {name}"
        found.append(Problem(release.seed.path, lacking[0].line, f"{what}: {how}", "warning"))
    lines = {segment.msgid: segment.line for segment in reversed(wanted)}
    for msgid in loaded.messages:
        faults = disagreements(name, loaded.current[msgid], lines.get(msgid, 0), "warning")
        found += faults
        held |= {msgid for _ in faults}
    return tuple(found), frozenset(held)


def disagreements(name: str, entry: catalog.Entry, line: int, severity: Severity) -> list[Problem]:
    """What a translation of seed line ``line`` in the catalog ``name`` gets wrong."""
    return [
        Problem(name, entry.line, f"{naming(entry, line)} differs in {fault}: mend it", severity)
        for fault in catalog.disagreements(entry.msgid, entry.msgstr, parse_inline)
    ]


def naming(entry: catalog.Entry, line: int) -> str:
    """An entry in a problem's words, with the line of the seed, if there is one."""
    return f"{'fuzzy ' if entry.fuzzy else ''}translation{f' of seed line {line}' if line else ''}"


def yield_of(release: Release, messages: Catalog, problems: list[Problem]) -> Yield:
    """What a seed leaves to do: texts without a translation, and what was said of its files."""
    wanted = texts(release)
    fuzzy = tuple(s for s in wanted if s.msgid in messages.fuzzy)
    missing = tuple(s for s in wanted if s.msgid not in messages.messages and s.msgid not in messages.fuzzy)
    files = {release.seed.path, messages.path}
    told = tuple(sorted(p for p in problems if p.path in files and p.severity != "note"))  # notes are findings
    return Yield(release, len(wanted), missing, fuzzy, told)
