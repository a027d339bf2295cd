"""``translations``: update the catalogs in ``seeds/translations``, show their progress, or check them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

from polib import POEntry
from rich.table import Column, Table

from atlas import pipeline
from atlas.cli.terminal import output, report
from atlas.core.problems import Problem, printable
from atlas.extract.announcement import Announcement
from atlas.knowledge.knowledge import Knowledge
from atlas.translate import catalogs, lookup, terms
from atlas.translate.lookup import STATES, Translation
from atlas.translate.segments import segments
from atlas.translate.update import Original
from atlas.translate.update import update as updated


def run(root: Path, knowledge: Knowledge, today: date, action: str) -> int:
    """Carry out ``action`` (update, status or check). Return 1 if there is something to correct."""
    announcements, read_problems = pipeline.read_announcements(root, knowledge, today)
    problems = [problem for problem in read_problems if problem.severity == "error"]
    if action == "check":
        problems += check(root, announcements, knowledge)
        return report(problems) or int(bool(problems))
    command = update if action == "update" else status
    problems += command(root, announcements)
    return report(problems)


def update(
    root: Path, announcements: Sequence[Announcement], originals: Mapping[str, Original] | None = None
) -> list[Problem]:
    """Update every catalog from its seed, and print the paths of changed catalogs.

    A translation that a catalog lacks is copied from another catalog that has the same text. ``originals`` maps the
    path of a seed to its original; most seeds have none.
    """
    loaded = {announcement.seed.path: _load(root, announcement) for announcement in announcements}
    translated: dict[str, dict[str, str]] = {}  # source language → msgid → msgstr, from all catalogs
    for announcement in announcements:
        translation, _ = loaded[announcement.seed.path]
        translated.setdefault(announcement.seed.language, {}).update(translation.catalog.messages)
    seeds_per_catalog = Counter(lookup.catalog_path(announcement.seed) for announcement in announcements)
    problems: list[Problem] = []
    for announcement in announcements:
        translation, catalog_problems = loaded[announcement.seed.path]
        catalog = translation.catalog
        problems += catalog_problems
        if catalog_problems or seeds_per_catalog[catalog.path] > 1:  # the pipeline reports seeds of one name
            continue
        wanted = segments(announcement.document, announcement.titles, announcement.seed.language)
        if not (wanted or catalog.text):
            continue
        known_translations = translated[announcement.seed.language]
        original = (originals or {}).get(announcement.seed.path)
        text = updated(catalog.text, wanted, announcement.seed, known_translations, original)
        if text != catalog.text:
            problems += _save(root, catalog.path, text)
    return problems


def _save(root: Path, path: str, text: str) -> list[Problem]:
    """Write a catalog and print its path; return the error if it cannot be written."""
    try:
        catalogs.save(root / path, text)
    except OSError as error:
        return [Problem(path, 0, f"cannot be written ({error.strerror}): check its permissions")]
    print(f"{printable(path)}: updated")
    return []


def _load(root: Path, announcement: Announcement) -> tuple[Translation, tuple[Problem, ...]]:
    """Return an announcement's translation with the unchecked catalog from its file, and the problems of the file."""
    name = lookup.catalog_path(announcement.seed)
    catalog, problems = catalogs.load(root / name, name)
    return Translation(announcement.seed.language, announcement.segments, catalog), problems


def status(root: Path, announcements: Iterable[Announcement]) -> list[Problem]:
    """Print how many texts and words are in each state, per seed and in total."""
    rows: list[tuple[str, str, Counter[str]]] = []
    problems: list[Problem] = []
    for announcement in sorted(announcements, key=lambda announcement: announcement.key):
        translation, catalog_problems = _load(root, announcement)
        problems += catalog_problems
        if not catalog_problems:
            rows.append((announcement.version, printable(announcement.seed.path), translation.progress))
    total = sum((counts for *_, counts in rows), Counter())
    columns = [column for state in STATES for column in (state, f"{state} words")]
    columns += ["obsolete"] if total["obsolete"] else []
    headers = ("words" if column.endswith("words") else column for column in columns)
    number_columns = (Column(header, justify="right") for header in ("done", *headers))
    table = Table("", "seed", *number_columns, box=None, pad_edge=False)
    for version, path, counts in (*rows, ("all", "", total)):
        text_count = sum(counts[state] for state in STATES)
        done = counts["translated"] * 100 // text_count if text_count else 100
        table.add_row(version, path, f"{done}%", *(f"{counts[column]:,}" for column in columns))
    with output() as console:
        console.print(table)
    return problems


def check(root: Path, announcements: Sequence[Announcement], knowledge: Knowledge) -> list[Problem]:
    """Return the errors of all translations, fuzzy ones too, and a problem for each catalog without a seed; sorted."""
    problems = lookup.stray_catalogs(root, (announcement.seed for announcement in announcements))
    for announcement in announcements:
        translation, catalog_problems = _load(root, announcement)
        problems += catalog_problems
        rules = terms.rules(knowledge.terms, announcement.seed.language)
        lines = {segment.msgid: segment.line for segment in translation.segments}
        for entry in translation.catalog.current.values():
            if entry.msgstr:
                line = lines.get(entry.msgid, 0)
                problems += lookup.disagreements(translation.catalog.path, entry, line, "error")
                problems += _broken_rules(translation.catalog.path, entry, line, rules)
    return sorted(problems)


def _broken_rules(path: str, entry: POEntry, line: int, rules: Sequence[terms.TermRule]) -> Iterator[Problem]:
    """Yield an error for each glossary term that an entry lacks in its translation. ``line`` is that of the seed."""
    what = f"{lookup.describe_entry(entry, line)} has no word of the glossary for"
    for rule in terms.broken_rules(rules, entry.msgid, entry.msgstr):
        accepted = "” or “".join(rule.accepted)
        remedy = f"use “{accepted}”, or add your words to seeds/knowledge/glossary.yml"
        yield Problem(path, entry.linenum or 0, f"{what} “{rule.wording}”: {remedy}")
