"""``translations update --from``: fill a seed's catalog from its original, and suggest errata where the two differ."""

from collections import Counter
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from atlas import pipeline
from atlas.cli.inspection import inspect
from atlas.cli.terminal import report
from atlas.cli.translations import update
from atlas.core.problems import Problem, UnreadableError, printable
from atlas.extract.announcement import ExtractedAnnouncement
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.paths import errata_path
from atlas.originals.fill import align_announcements, fills
from atlas.originals.suggested_errata import suggested
from atlas.translate.update import Fill, Original


def run(root: Path, knowledge: Knowledge, today: date, original: Path, seed: Path) -> int:
    """Fill the catalog of ``seed`` from the file ``original``.

    Return 1 if a file cannot be read, if one cannot be the translation of the other, or if the catalog has an error.
    """
    announcements, read_problems = pipeline.read_announcements(root, knowledge, today)
    by_path = {(root / announcement.seed.path).resolve(): announcement for announcement in announcements}
    ours = by_path.get(seed.resolve())
    if not ours:
        errors = [problem for problem in read_problems if problem.severity == "error"]
        what = "is not a readable seed of this project: put the translation into seeds/ first"
        return report([*errors, Problem(str(seed), 0, what)])
    inspection = inspect(original, root, knowledge, today)
    theirs = inspection.announcement
    if not theirs:
        return report(problem for problem in inspection.problems if problem.severity == "error")
    try:
        groups = align_announcements(ours, theirs, knowledge)
    except UnreadableError as error:
        return report([error.as_problem(ours.seed.path)])
    filled = fills(ours, theirs, groups)
    source = Original(original.name, _url(ours, theirs, knowledge) or original.name, filled)
    problems = update(root, announcements, {ours.seed.path: source})
    _print_counts(ours, filled)
    for entry in suggested(ours, theirs, groups, knowledge.link_words):
        print(printable(entry) if entry.startswith("#") else entry)
    print(f"# Review these entries and append them to {errata_path(ours.seed.id)}; comments need a look at both texts.")
    return report(problems)


def _print_counts(ours: ExtractedAnnouncement, filled: Mapping[str, Fill]) -> None:
    """Print how many texts the original fills: “# 80 texts: 70 filled, 6 fuzzy, 4 without a counterpart”."""
    states: Counter[str] = Counter()
    for segment in ours.segments:
        fill = filled.get(segment.msgid)
        if fill:
            states["fuzzy" if fill.fuzzy else "filled"] += 1
        else:
            states["without a counterpart"] += 1
    counts = ", ".join(f"{count} {state}" for state, count in sorted(states.items()))
    print(f"# {len(ours.segments)} texts: {counts}")


def _url(ours: ExtractedAnnouncement, theirs: ExtractedAnnouncement, knowledge: Knowledge) -> str:
    """Return the URL of an original: the one that either file states, else the announcement's URL in the record."""
    record = knowledge.records_by_version.get(ours.key)
    return ours.facts.original_url or theirs.facts.original_url or (record.announcement if record else "")
