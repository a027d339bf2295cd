"""``translations``: update, count and check the catalogs in ``seeds/translations``."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

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
    """Update, count (``status``) or check the catalogs; return 1 if something must be corrected."""
    announcements, read_problems = pipeline.read_announcements(root, knowledge, today)
    problems = [problem for problem in read_problems if problem.severity == "error"]
    if action == "check":
        problems += check(root, announcements, knowledge)
        return report(problems) or int(bool(problems))
    problems += update(root, announcements) if action == "update" else status(root, announcements)
    return report(problems)


def update(
    root: Path, announcements: Sequence[Announcement], originals: Mapping[str, Original] | None = None
) -> list[Problem]:
    """Update every catalog, reusing translations from the others, and print the paths of changed ones.

    ``originals``: of some seeds, by path.
    """
    loaded = {announcement.seed.path: _load(root, announcement) for announcement in announcements}
    translated: dict[str, dict[str, str]] = {}  # source language → msgid → msgstr, of all catalogs
    for announcement in announcements:
        translated.setdefault(announcement.seed.language, {}).update(loaded[announcement.seed.path][0].catalog.messages)
    seeds = Counter(lookup.catalog_path(announcement.seed) for announcement in announcements)
    problems: list[Problem] = []
    for announcement in announcements:
        translation, broken = loaded[announcement.seed.path]
        catalog = translation.catalog
        problems += broken
        if broken or seeds[catalog.path] > 1:  # seeds with the same name are reported elsewhere
            continue
        elsewhere = translated[announcement.seed.language]
        wanted = segments(announcement.document, announcement.titles, announcement.seed.language)
        original = (originals or {}).get(announcement.seed.path)
        if not (wanted or catalog.text):
            continue
        text = updated(catalog.text, wanted, announcement.seed, elsewhere, original)
        if text != catalog.text:
            try:
                catalogs.save(root / catalog.path, text)
                print(f"{printable(catalog.path)}: updated")
            except OSError as error:
                what = f"cannot be written ({error.strerror}): check its permissions"
                problems.append(Problem(catalog.path, 0, what))
    return problems


def _load(root: Path, announcement: Announcement) -> tuple[Translation, tuple[Problem, ...]]:
    """Return an announcement's translation with its catalog as in the file, unchecked."""
    name = lookup.catalog_path(announcement.seed)
    catalog, problems = catalogs.load(root / name, name)
    return replace(announcement.translation, catalog=catalog), problems


def status(root: Path, announcements: Iterable[Announcement]) -> list[Problem]:
    """Print how many texts and words are in each state, per seed and in total."""
    rows: list[tuple[str, str, Counter[str]]] = []
    problems: list[Problem] = []
    for announcement in sorted(announcements, key=lambda announcement: announcement.key):
        translation, broken = _load(root, announcement)
        problems += broken
        if not broken:
            rows.append((announcement.version, printable(announcement.seed.path), translation.progress))
    total = sum((counts for *_, counts in rows), Counter())
    columns = [column for state in STATES for column in (state, f"{state} words")]
    columns += ["obsolete"] if total["obsolete"] else []
    headers = ("words" if column.endswith("words") else column for column in columns)
    table = Table("", "seed", *(Column(name, justify="right") for name in ("done", *headers)), box=None, pad_edge=False)
    for version, path, counts in (*rows, ("all", "", total)):
        number = sum(counts[state] for state in STATES)
        done = counts["translated"] * 100 // number if number else 100
        table.add_row(version, path, f"{done}%", *(f"{counts[column]:,}" for column in columns))
    with output() as console:
        console.print(table)
    return problems


def check(root: Path, announcements: Sequence[Announcement], knowledge: Knowledge) -> list[Problem]:
    """Return errors in translations, including fuzzy ones, and catalogs that belong to no seed."""
    problems = lookup.stray_catalogs(root, (announcement.seed for announcement in announcements))
    for announcement in announcements:
        translation, broken = _load(root, announcement)
        problems += broken
        catalog = translation.catalog
        rules = terms.rules(knowledge.terms, announcement.seed.language)
        lines = {segment.msgid: segment.line for segment in translation.segments}
        for entry in catalog.current.values():
            if entry.msgstr:
                line = lines.get(entry.msgid, 0)
                problems += lookup.disagreements(catalog.path, entry, line, "error")
                what = f"{lookup.describe_entry(entry, line)} has no word of the glossary for"
                for rule in terms.broken_rules(rules, entry.msgid, entry.msgstr):
                    accepted = "” or “".join(rule.accepted)
                    how = f"use “{accepted}”, or add your words to seeds/knowledge/glossary.yml"
                    problems.append(Problem(catalog.path, entry.linenum or 0, f"{what} “{rule.wording}”: {how}"))
    return sorted(problems)
