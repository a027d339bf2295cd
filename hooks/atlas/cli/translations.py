"""The catalogs in ``seeds/translations``: brought up to date, counted, and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from atlas.cli.terminal import GAP, pad
from atlas.core.languages import other
from atlas.core.problems import Problem, printable
from atlas.document.inline_markdown import parse_inline
from atlas.extract.release import ParsedRelease
from atlas.knowledge.load import Knowledge
from atlas.translate import catalogs, lookup, progress, terms
from atlas.translate.catalogs import Entry
from atlas.translate.progress import Progress
from atlas.translate.segments import segments, texts
from atlas.translate.terms import Wording
from atlas.translate.update import update as updated

LOCALES = {"en": "en", "zh": "zh_CN"}  # as headers name a language


def update(
    root: Path, asked: Sequence[ParsedRelease], releases: Sequence[ParsedRelease]
) -> Iterator[tuple[str, Problem | None]]:
    """Bring the catalogs of the releases that are ``asked`` for up to date, also with what the others translate.

    Gives the names of those that changed, and problems.
    """
    broken: dict[str, tuple[Problem, ...]] = {}
    translated: dict[str, dict[str, str]] = {}  # by language: what any catalog translates
    seeds = Counter(lookup.catalog_path(release.seed) for release in releases)
    for release in releases:
        name = lookup.catalog_path(release.seed)
        loaded, broken[name] = catalogs.load(root / name, name)
        translated.setdefault(release.seed.language, {}).update(loaded.messages)
    for release in asked:
        name = lookup.catalog_path(release.seed)
        if seeds[name] > 1:
            continue  # two seeds of one name: an error of its own
        if broken[name]:
            yield from (("", problem) for problem in broken[name])
            continue
        old, _ = catalogs.read(root / name, name)
        language = LOCALES[other(release.seed.language)]
        elsewhere = translated[release.seed.language]
        new = updated(old, segments(release), release.seed.path, language, elsewhere)
        if new != old or not (root / name).exists():
            problem = save(root, name, new)
            yield ("" if problem else name), problem


def save(root: Path, name: str, text: str) -> Problem | None:
    """Save a catalog; gives what prevented it."""
    try:
        catalogs.save(root / name, text)
    except OSError as error:
        return Problem(name, 0, f"cannot be written ({error.strerror}): check its permissions")
    return None


def status(root: Path, releases: Iterable[ParsedRelease]) -> tuple[list[str], list[Problem]]:
    """A table: what of each seed, and in all, is translated, fuzzy or missing, in texts and in words."""
    rows: list[tuple[str, str, Progress]] = []
    problems: list[Problem] = []
    for release in sorted(releases, key=lambda release: release.key):
        name = lookup.catalog_path(release.seed)
        loaded, found = catalogs.load(root / name, name)
        problems += found
        if not found:
            counted = progress.progress(loaded, segments(release))
            rows.append((release.version, printable(release.seed.path), counted))
    rows.append(("all", "", sum((counted for *_, counted in rows), Progress())))
    return list(_table(rows)), problems


def _table(rows: Sequence[tuple[str, str, Progress]]) -> Iterator[str]:
    counts = [counted for *_, counted in rows]
    done = [p.translated.texts * 100 // p.all.texts if p.all.texts else 100 for p in counts]
    cells = [pad(["", *(version for version, *_ in rows)]), pad(["seed", *(path for _, path, _ in rows)])]
    cells.append(pad(["done", *(f"{part}%" for part in done)], right=True))
    for state in ("translated", "fuzzy", "missing"):
        amounts = [getattr(counted, state) for counted in counts]
        cells.append(pad([state, *(f"{amount.texts:,}" for amount in amounts)], right=True))
        cells.append(pad(["words", *(f"{amount.words:,}" for amount in amounts)], right=True))
    if any(counted.obsolete for counted in counts):
        cells.append(pad(["obsolete", *(f"{counted.obsolete:,}" for counted in counts)], right=True))
    yield from (GAP.join(row).rstrip() for row in zip(*cells, strict=True))


def check(root: Path, releases: Sequence[ParsedRelease], known: Knowledge) -> list[Problem]:
    """What translations get wrong, fuzzy ones included, and catalogs that no seed asks for."""
    problems = lookup.stray_catalogs(root, releases)
    for release in releases:
        name = lookup.catalog_path(release.seed)
        loaded, found = catalogs.load(root / name, name)
        problems += found
        words = terms.wordings(known.terms, release.seed.language)
        lines = {segment.msgid: segment.line for segment in texts(release)}
        for entry in loaded.current.values():
            if entry.msgstr:
                line = lines.get(entry.msgid, 0)
                problems += lookup.disagreements(name, entry, line, "error")
                problems += _terms(name, entry, line, words)
    return sorted(problems)


def _terms(name: str, entry: Entry, line: int, words: Iterable[Wording]) -> list[Problem]:
    """What of the glossary a translation says in other words."""
    what = f"{lookup.naming(entry, line)} has no word of the glossary for"
    found = []
    for term in terms.unkept(words, entry.msgid, entry.msgstr, parse_inline):
        how = f"use “{'” or “'.join(term.wanted)}”, or add your words to seeds/knowledge/glossary.yml"
        found.append(Problem(name, entry.line, f"{what} “{term.said}”: {how}"))
    return found
