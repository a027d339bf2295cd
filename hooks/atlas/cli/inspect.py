"""``inspect``: show, as a report or JSON, what a build would read from files if they were seeds."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from atlas.cli import terminal
from atlas.cli.inspection import Data, Inspection, data, inspect
from atlas.core.problems import printable
from atlas.extract.announcement import Announcement
from atlas.extract.counts import Count
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.stability import REMOVED, REMOVED_SYMBOL, Stability

SEVERITY_STYLES = {"error": "bold", "warning": "yellow", "note": "cyan"}

MAKERS = ("translator", "publisher")  # facts that share one line of the report
SHORT_NAMES = {"original_url": "original", "translation_url": "translated"}  # fact → its name in the report


def run(root: Path, knowledge: Knowledge, today: date, files: Iterable[Path], *, as_json: bool) -> int:
    """Inspect each of the files; return 1 if any has errors."""
    inspections = []
    exit_status = 0
    for path in files:
        inspection = inspect(path, root, knowledge, today)
        inspections.append(inspection)
        if inspection.announcement and not as_json:
            with terminal.output() as console:
                report(inspection, inspection.announcement, knowledge, console)
        exit_status |= terminal.report(problem for problem in inspection.problems if problem.severity == "error")
    if as_json:
        terminal.print_json([data(inspection, knowledge) for inspection in inspections])
    return exit_status


def report(inspection: Inspection, announcement: Announcement, knowledge: Knowledge, console: Console) -> None:
    """Print the inspection of a readable file."""
    shown = data(inspection, knowledge)
    _print_head(announcement, shown, console)
    _print_features(announcement, shown["features"], knowledge.stability, console)
    _print_unregistered(shown["features"], console)
    _print_notices(shown["features"], console)
    _print_not_taken(shown["not_taken"], shown["version"], console)
    _print_problems(shown["problems"], console)
    if shown["not_carried"]:
        _print_line(console, ("\nNot carried over", "bold"))
        _print_rows(console, [(text["line"], text["rule"], _cut(text["text"], "dim")) for text in shown["not_carried"]])
    console.print()


def _print_head(announcement: Announcement, shown: Data, console: Console) -> None:
    """Print the name and format of the file; the version, date and counts; then the title and each other fact."""
    details = f"{shown['format']}, {shown['encoding']}, {shown['language']}"
    _print_line(console, (printable(shown["file"]), "bold"), (f"  {details}", "dim"))
    date_note = " (the article's)" if shown["date_kind"] == "article" else ""
    facts = [f"{shown['date'] or 'no date'}{date_note}", *_counts(announcement)]
    _print_line(console, (f"PyTorch {shown['version']}", "bold"), "".join(f" · {fact}" for fact in facts))
    english_title = shown["title_en"] if shown["title_en"] != shown["title"] else None
    makers = " · ".join(shown[name] for name in MAKERS if shown[name])
    rows = (("title", shown["title"]), ("", english_title), *_other_facts(announcement, shown), ("by", makers))
    width = max(len(name) for name, _ in rows) + 2
    for name, value in rows:
        if value:
            _print_line(console, (f"  {name:{width}}", "dim"), printable(value))


def _print_notices(features: Sequence[Data], console: Console) -> None:
    rows = [
        (notice["line"], notice["kind"], _cut(feature["title"]), _cut(notice["quote"], "dim"))
        for feature in features
        for notice in feature["notices"]
    ]
    if rows:
        _print_line(console, ("\nNotices and removals", "bold"))
        _print_rows(console, rows)


def _print_not_taken(sentences: Sequence[Data], version: str, console: Console) -> None:
    if sentences:
        _print_line(console, ("\nLevels in sentences, not taken", "bold"))
        target = f"seeds/knowledge/releases/{version}.yml"
        _print_line(console, f"  If PyTorch's own post states one, add its line, with the post's words, to {target}:")
    for sentence in sentences:
        _print_rows(console, [(sentence["line"], _cut(sentence["sentence"]))])
        _print_line(console, "      ", (f"not taken: {printable(sentence['reason'])}", "dim"))
        _print_line(console, "      ", (printable(sentence["statement"]), "cyan"))


def _print_problems(problems: Sequence[Data], console: Console) -> None:
    rows = []
    for problem in problems:
        severity = Text(problem["severity"], SEVERITY_STYLES[problem["severity"]])
        rows.append((problem["line"] or "-", severity, printable(problem["message"])))
    if rows:
        _print_line(console, ("\nTo look at", "bold"))
        _print_rows(console, rows)


def _counts(announcement: Announcement) -> Iterator[str]:
    """Yield each count that an announcement states, with ≈ if it is not exact: “≈ 450 contributors”."""
    for name, fact in announcement.facts.items():
        if isinstance(fact, Count):
            yield f"{'≈ ' if fact.approximate else ''}{fact.value:,} {name}"


def _other_facts(announcement: Announcement, shown: Data) -> Iterator[tuple[str, str]]:
    """Yield the names and values of facts that are neither counts nor MAKERS."""
    for name, fact in announcement.facts.items():
        if name not in MAKERS and not isinstance(fact, Count | None):
            yield SHORT_NAMES.get(name, name), shown[name]


def _print_features(announcement: Announcement, shown: Sequence[Data], stability: Stability, console: Console) -> None:
    """Print how many features have each level, then a line for each feature."""
    symbols = {level.id: level.symbol for level in stability.levels} | {REMOVED: REMOVED_SYMBOL}
    styles = {level.id: level.colors.dark[-1] for level in stability.levels} | {REMOVED: ""}
    levels = [feature.evidence.level or stability.no_level for feature in announcement.features]
    counts = Counter(levels)
    summary = ", ".join(f"{counts[level]} {level}" for level in symbols if counts[level])
    total = f"{len(levels)} feature{'s' * (len(levels) != 1)}"
    _print_line(console, (f"\n{total}", "bold"), f": {summary}" if summary else "")
    rows = []
    for level, feature in zip(levels, shown, strict=True):
        marked = Text(f"{symbols[level]} {level}", styles[level])
        label, area = _cut(feature["label_raw"], "dim"), _cut(feature["area"] or "-", "cyan")
        rows.append((feature["line"], marked, Text(feature["basis"], "dim"), label, area, _cut(feature["title"])))
    _print_rows(console, rows)


def _print_unregistered(features: Sequence[Data], console: Console) -> None:
    """Print each feature that is not registered, with the registered features that are most similar to it."""
    unregistered = [feature for feature in features if not feature["registered"]]
    if unregistered:
        _print_line(console, ("\nNot registered, and the nearest registered features", "bold"))
        rows = []
        for feature in unregistered:
            nearest = "; ".join(f"{other['id']} ({', '.join(other['words'])})" for other in feature["nearest"])
            rows.append((feature["line"], _cut(feature["title"]), _cut(nearest or "-", "dim")))
        _print_rows(console, rows)


def _print_line(console: Console, *parts: str | tuple[str, str]) -> None:
    """Print texts and pairs (text, style) on one line, which the terminal wraps."""
    console.print(Text.assemble(*parts), soft_wrap=True)


def _print_rows(console: Console, rows: Iterable[tuple[object, *tuple[str | Text, ...]]]) -> None:
    """Print a table whose first column holds line numbers; a narrow terminal cuts the widest columns."""
    table = Table.grid(padding=(0, 2))
    for line, *cells in rows:
        table.add_row(Text(str(line), justify="right"), *cells)
    console.print(Padding.indent(table, 2))


def _cut(text: str, style: str = "") -> Text:
    """Return text for a single line. If it does not fit on a terminal, it is truncated with “…”."""
    return Text(printable(text), style, no_wrap=True, overflow="ellipsis")
