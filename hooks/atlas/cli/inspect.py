"""``inspect``: show what files would yield as seeds, without building a site; as a report or as JSON."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from atlas import pipeline
from atlas.cli import terminal
from atlas.cli.statement import statement_of
from atlas.core.problems import Problem, UnreadableError, printable
from atlas.document.nodes import Cell, Heading, Host, plain
from atlas.extract.announcement import Announcement, Evidence, Feature
from atlas.extract.candidates import title_of
from atlas.extract.nearest import nearest
from atlas.extract.not_taken import NotTaken, not_taken
from atlas.history import consistency
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import unnumbered
from atlas.knowledge.stability import Stability
from atlas.sources import seeds

Data = dict[str, Any]  # what --json writes for a file

FACTS = (
    "format", "encoding", "language", "version", "date", "date_kind", "title", "title_en", "original_url",
    "translation_url", "translator", "publisher", "commits", "contributors",
)  # fmt: skip
SEVERITY_STYLES = {"error": "bold", "warning": "yellow", "note": "cyan"}


@dataclass(frozen=True)
class Inspection:
    """A file as a build would see it, if it can be read, and its problems, each with its own path."""

    file: str
    problems: tuple[Problem, ...]
    announcement: Announcement | None = None


def run(root: Path, knowledge: Knowledge, today: date, files: Iterable[Path], *, as_json: bool) -> int:
    """Inspect each of the files; return 1 if any has errors."""
    inspections = []
    status = 0
    for path in files:
        inspection = inspect(path, root, knowledge, today)
        inspections.append(inspection)
        if inspection.announcement and not as_json:
            with terminal.output() as console:
                report(inspection, inspection.announcement, knowledge, console)
        status |= terminal.report(problem for problem in inspection.problems if problem.severity == "error")
    if as_json:
        terminal.print_json([data(inspection, knowledge) for inspection in inspections])
    return status


def inspect(path: Path, root: Path, knowledge: Knowledge, today: date) -> Inspection:
    """Inspect the file at ``path`` as a build would, except for what depends on other seeds."""
    name = str(path)
    is_seed = _is_seed(path, root)
    announcement, problems = pipeline.read_seed(path, knowledge if is_seed else replace(knowledge, errata={}), name)
    if not announcement:
        return Inspection(name, problems)
    if is_seed:
        announcement = pipeline.translated(root, announcement)
    problems += (*announcement.translation.problems, *consistency.check_date(announcement, knowledge, today))
    in_order = sorted(set(problems), key=lambda problem: (problem.path != name, problem))
    return Inspection(name, tuple(in_order), announcement)


def _is_seed(path: Path, root: Path) -> bool:
    """Return whether this project's errata and translations apply to the file: its name and content are a seed's.

    So a copy of a seed yields what a build yields; a different text with a seed's name gets neither.
    """
    seed_name = f"seeds/{path.name}"
    try:
        return seeds.load(path) == seeds.load(root / seed_name, seed_name)
    except UnreadableError:
        return False


# --- JSON output ----------------------------------------------------------------------------------


def data(inspection: Inspection, knowledge: Knowledge) -> Data:
    """Return what ``--json`` writes, with constant keys."""
    problems = [_problem(problem, inspection.file) for problem in inspection.problems]
    announcement = inspection.announcement
    if not announcement:
        nothing: Data = {"features": [], "not_taken": [], "problems": problems, "not_carried": []}
        return {"file": inspection.file, **dict.fromkeys(FACTS), **nothing}
    return {
        "file": inspection.file,
        **_facts(announcement),
        "features": [_feature(announcement, feature, knowledge) for feature in announcement.features],
        "not_taken": [_not_taken(sentence) for sentence in not_taken(announcement, knowledge)],
        "problems": problems,
        "not_carried": sorted(_not_carried(announcement), key=lambda text: text["line"]),
    }


def _facts(announcement: Announcement) -> Data:
    return {
        "format": announcement.seed.format,
        "encoding": announcement.seed.encoding,
        "language": announcement.seed.language,
        "version": announcement.version,
        "date": announcement.date.isoformat() if announcement.date else None,
        "date_kind": announcement.date_kind,
        "title": announcement.text_in(announcement.title, "zh") or plain(announcement.title),
        "title_en": announcement.text_in(announcement.title, "en"),
        "original_url": announcement.original_url or None,
        "translation_url": announcement.translation_url or None,
        "translator": _without_note(announcement.translator).strip("@") or None,
        "publisher": announcement.publisher or None,
        "commits": announcement.commits.value if announcement.commits else None,
        "contributors": announcement.contributors.value if announcement.contributors else None,
    }


def _without_note(name: str) -> str:
    """Return a name without a note in brackets after it."""
    return re.sub(r"\s*[（(].*", "", name)


def _feature(announcement: Announcement, feature: Feature, knowledge: Knowledge) -> Data:
    """Return a feature's data."""
    evidence = feature.evidence
    return {
        "id": feature.id,
        "title": _title(announcement, feature),
        "title_en": announcement.text_in(feature.title, "en"),
        "stability": evidence.level,
        "label_raw": evidence.label,
        "basis": evidence.basis,
        "evidence": evidence.quote,
        "notices": [
            {"kind": notice.notice, "line": notice.line, "quote": notice.quote} for notice in _notices(feature)
        ],
        "area": feature.areas[0] if feature.areas else None,
        "areas": feature.areas,
        "apis": feature.apis,
        "line": feature.line,
        "registered": bool(feature.registered_id),
        "nearest": [near._asdict() for near in nearest(feature, knowledge)],
    }


def _notices(feature: Feature) -> tuple[Evidence, ...]:
    """Return what an announcement states of a feature besides its level: its removal, and notices."""
    return (*([feature.removal] if feature.removal else []), *feature.notices)


def _title(announcement: Announcement, feature: Feature) -> str:
    """Return a feature's title in Chinese, as the seed has it; in English if there is no translation."""
    if announcement.seed.language == "en":
        return announcement.text_in(feature.title, "zh") or plain(feature.title).strip()
    title = plain(feature.title).strip()
    is_whole_host = title == _label(announcement.host(feature))
    return _label(announcement.seed_host(feature)) if is_whole_host else title


def _label(host: Host) -> str:
    """Return what a host is about: a heading's or cell's words, else its topic."""
    text = plain(host.inlines if isinstance(host, Heading | Cell) else title_of(host))
    return unnumbered(text).strip()


def _not_taken(candidate: NotTaken) -> Data:
    """Return the data of a sentence with a level, with the line of a record that would state it."""
    return {
        "line": candidate.sentence.line,
        "sentence": candidate.sentence.shown.strip(),
        "reason": candidate.reason,
        "statement": statement_of(candidate),
    }


def _problem(problem: Problem, file: str) -> Data:
    """Return a problem's data. If it is in another file (catalog, errata), ``line`` is 0 and the message names it."""
    is_in_file = problem.path == file
    return {
        "line": problem.line if is_in_file else 0,
        "severity": problem.severity,
        "message": problem.message if is_in_file else str(problem),
    }


def _not_carried(announcement: Announcement) -> Iterator[Data]:
    """Yield texts that no page shows, each with the rule that removed it or the kind of finding."""
    texts = [(edit.line, edit.rule, edit.before) for edit in announcement.edits if edit.drops]
    unexplained = (outcome.line for outcome in announcement.line_report if outcome.outcome == "unexplained")
    texts += ((line, "unexplained", announcement.lines[line - 1].strip()) for line in unexplained)
    unused = (finding for finding in announcement.findings if finding.kind == "not-carried")
    texts += ((finding.line, finding.kind, finding.quote) for finding in unused)
    return ({"line": line, "rule": rule, "text": text} for line, rule, text in texts)


# --- report ---------------------------------------------------------------------------------------


def report(inspection: Inspection, announcement: Announcement, knowledge: Knowledge, console: Console) -> None:
    """Print the inspection of a readable file."""
    shown = data(inspection, knowledge)
    details = f"{shown['format']}, {shown['encoding']}, {shown['language']}"
    _print_line(console, (printable(shown["file"]), "bold"), (f"  {details}", "dim"))
    kind = " (the article's)" if shown["date_kind"] == "article" else ""
    facts = [f"{shown['date'] or 'no date'}{kind}", *_counts(announcement)]
    _print_line(console, (f"PyTorch {shown['version']}", "bold"), "".join(f" · {fact}" for fact in facts))
    english = shown["title_en"] if shown["title_en"] != shown["title"] else None
    people = " · ".join(filter(None, [shown["translator"], shown["publisher"]]))
    addresses = (("original", shown["original_url"]), ("translated", shown["translation_url"]))
    for name, value in (("title", shown["title"]), ("", english), *addresses, ("by", people)):
        if value:
            _print_line(console, (f"  {name:12}", "dim"), printable(value))
    _print_features(shown["features"], knowledge.stability, console)
    _print_unregistered(shown["features"], console)
    _print_notices(shown["features"], console)
    _print_not_taken(shown["not_taken"], shown["version"], console)
    _print_problems(shown["problems"], console)
    if shown["not_carried"]:
        _print_line(console, ("\nNot carried over", "bold"))
        _print_rows(console, [(text["line"], text["rule"], _cut(text["text"], "dim")) for text in shown["not_carried"]])
    console.print()


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
        _print_line(console, f"  If one is stated, add its line to seeds/knowledge/releases/{version}.yml:")
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
    """Yield commit and contributor counts, with ≈ if not exact."""
    for name, count in (("commits", announcement.commits), ("contributors", announcement.contributors)):
        if count:
            yield f"{'≈ ' if count.approximate else ''}{count.value:,} {name}"


def _print_features(features: Sequence[Data], stability: Stability, console: Console) -> None:
    symbols = {level.id: level.symbol for level in stability.levels}
    styles = {level.id: level.colors.dark[-1] for level in stability.levels}
    numbers = Counter(feature["stability"] for feature in features)
    summary = ", ".join(f"{numbers[level]} {level}" for level in symbols if numbers[level])
    total = f"{len(features)} feature{'s' * (len(features) != 1)}"
    _print_line(console, (f"\n{total}", "bold"), f": {summary}" if summary else "")
    rows = []
    for feature in features:
        level = feature["stability"]
        marked = Text(f"{symbols[level]} {level}", styles[level])
        label, area = _cut(feature["label_raw"], "dim"), _cut(feature["area"] or "-", "cyan")
        rows.append((feature["line"], marked, Text(feature["basis"], "dim"), label, area, _cut(feature["title"])))
    _print_rows(console, rows)


def _print_unregistered(features: Sequence[Data], console: Console) -> None:
    """Print the features that are not in features.yml, each with the registered ones nearest to it."""
    unregistered = [feature for feature in features if not feature["registered"]]
    if unregistered:
        _print_line(console, ("\nNot registered, and the nearest registered features", "bold"))
        rows = []
        for feature in unregistered:
            near = "; ".join(f"{other['id']} ({', '.join(other['words'])})" for other in feature["nearest"])
            rows.append((feature["line"], _cut(feature["title"]), _cut(near or "-", "dim")))
        _print_rows(console, rows)


def _print_line(console: Console, *parts: str | tuple[str, str]) -> None:
    """Print one line of texts and (text, style) pairs, to be wrapped by the terminal."""
    console.print(Text.assemble(*parts), soft_wrap=True)


def _print_rows(console: Console, rows: Iterable[tuple[object, *tuple[str | Text, ...]]]) -> None:
    """Print a table whose first column holds line numbers; a narrow terminal cuts the widest columns."""
    table = Table.grid(padding=(0, 2))
    for line, *cells in rows:
        table.add_row(Text(str(line), justify="right"), *cells)
    console.print(Padding.indent(table, 2))


def _cut(text: str, style: str = "") -> Text:
    """Return text for one line, truncated with … if it does not fit."""
    return Text(printable(text), style, no_wrap=True, overflow="ellipsis")
