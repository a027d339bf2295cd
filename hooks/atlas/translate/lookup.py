"""A release's texts in the other language: its catalog, what it lacks and gets wrong, and what stands for a text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from atlas.core.memory import Memory, Packed, digest
from atlas.core.model import Language, Problem, Severity, Source, seed_id
from atlas.document.html_writer import Said, inline_markdown
from atlas.document.inline_markdown import parse_inline
from atlas.document.nodes import Inlines
from atlas.extract.release import Release, Segment, Yield
from atlas.sources.safe_files import entries
from atlas.sources.seeds import find
from atlas.translate import catalogs, parity
from atlas.translate.catalogs import Catalog
from atlas.translate.segments import texts

TRANSLATIONS = "seeds/translations"

_parse_inline = lru_cache(maxsize=16384)(parse_inline)  # a translation stands on several pages


def translate(messages: Catalog, source: Language, inlines: Inlines, language: Language) -> Said:
    """A text in ``language``: itself, its current translation, or itself marked as without one."""
    if language == source or not parity.needs_translation(inlines, source):
        return Said(inlines)
    return _said(inline_markdown(inlines), messages, source, inlines)


def _said(msgid: str, messages: Catalog, source: Language, inlines: Inlines) -> Said:
    if message := messages.messages.get(msgid):
        return Said(_parse_inline(message))
    return Said(inlines, source, revised=msgid in messages.fuzzy)


def target(language: Language) -> Language:
    """What a text in ``language`` is translated into."""
    return "en" if language == "zh" else "zh"


def catalog_path(source: Source) -> str:
    """Where a seed's translations stand, below the root."""
    return f"{TRANSLATIONS}/{target(source.language)}/{source.id}.po"


def stray_catalogs(root: Path, releases: Iterable[Release]) -> list[Problem]:
    """A warning for every catalog that no seed asks for. Those of a seed that cannot be read may wait."""
    seeds = {release.seed.id: release.seed for release in releases}
    unread = {seed_id(path.name) for path in find(root / "seeds")[0]} - seeds.keys()
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


def load_catalog(root: Path, release: Release) -> tuple[Catalog, tuple[Problem, ...]]:
    """The release's catalog, and warnings for what it lacks or gets wrong.

    A translation that does not agree with its text counts as fuzzy: whoever sends one can put neither a link
    nor anything else onto a page that the seed does not have, in a preview either.
    """
    name = catalog_path(release.seed)
    return _judged(release, texts(release), catalogs.fetch(root / name, name))


def _judged(release: Release, wanted: list[Segment], data: bytes | Problem) -> tuple[Catalog, tuple[Problem, ...]]:
    name = catalog_path(release.seed)
    loaded, _, problems = catalogs.understood(data, name)
    found = [*problems]
    held: set[str] = set()
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
    return loaded.doubting(held), tuple(found)


def disagreements(name: str, entry: catalogs.Entry, line: int, severity: Severity) -> list[Problem]:
    """What a translation of seed line ``line`` in the catalog ``name`` gets wrong."""
    return [
        Problem(name, entry.line, f"{naming(entry, line)} differs in {fault}: mend it", severity)
        for fault in parity.disagreements(entry.msgid, entry.msgstr, parse_inline)
    ]


def naming(entry: catalogs.Entry, line: int) -> str:
    """An entry in a problem's words, with the line of the seed, if there is one."""
    return f"{'fuzzy ' if entry.fuzzy else ''}translation{f' of seed line {line}' if line else ''}"


@dataclass(frozen=True, slots=True)
class Translated:
    """What a catalog has for a release. Titles and quotes, which many pages show, lie open."""

    problems: tuple[Problem, ...]
    counts: tuple[int, int, int]  # texts, those without a translation, those whose translation is fuzzy
    near: Mapping[str, str]  # msgid → translation
    catalog: Packed[Catalog]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A release's texts in the other language."""

    release: Release
    texts: Translated

    def say(self, inlines: Inlines, language: Language) -> Said:
        """A text in ``language``."""
        source = self.release.seed.language
        if language == source or not parity.needs_translation(inlines, source):
            return Said(inlines)
        msgid = inline_markdown(inlines)
        if message := self.texts.near.get(msgid):
            return Said(_parse_inline(message))
        return _said(msgid, self.texts.catalog.open(), source, inlines)

    def left(self) -> tuple[tuple[Segment, ...], tuple[Segment, ...]]:
        """The texts that have no translation, and those whose translation is fuzzy."""
        return _left(texts(self.release), self.texts.catalog.open())

    def yielded(self, problems: Mapping[str, Sequence[Problem]]) -> Yield:
        """What the seed leaves to do; ``problems`` are those of each file."""
        files = (self.release.seed.path, catalog_path(self.release.seed))
        told = (problem for path in files for problem in problems.get(path, ()))
        own = tuple(sorted(problem for problem in told if problem.severity != "note"))  # notes are findings
        return Yield(self.release, *self.texts.counts, own, self.left)


def speak(root: Path, release: Release, memory: Memory) -> Spoken:
    """A release's texts in the other language, as its catalog has them."""
    name = catalog_path(release.seed)
    data = catalogs.fetch(root / name, name)
    made_from = digest(release.made_from, data)
    return Spoken(release, memory.recall(name, made_from, lambda: _translated(release, data)))


def _translated(release: Release, data: bytes | Problem) -> Translated:
    wanted = texts(release)
    loaded, problems = _judged(release, wanted, data)
    missing, fuzzy = _left(wanted, loaded)
    titles = (release.title, *(feature.title for feature in release.features))
    quoted = (inlines for passage in release.passages.values() for inlines in passage.texts)
    shown = {inline_markdown(inlines) for inlines in (*titles, *quoted)}
    near = {msgid: message for msgid, message in loaded.messages.items() if msgid in shown}
    packed = Packed(Catalog(loaded.path, loaded.entries))
    return Translated(problems, (len(wanted), len(missing), len(fuzzy)), near, packed)


def _left(wanted: list[Segment], loaded: Catalog) -> tuple[tuple[Segment, ...], tuple[Segment, ...]]:
    missing = (s for s in wanted if s.msgid not in loaded.messages and s.msgid not in loaded.fuzzy)
    return tuple(missing), tuple(s for s in wanted if s.msgid in loaded.fuzzy)
