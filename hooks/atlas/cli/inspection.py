"""What a file would yield as a seed, without building a site: as objects, and as the data that --json writes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from atlas import pipeline
from atlas.cli.record_lines import statement_line
from atlas.core.problems import Problem, UnreadableError
from atlas.document.nodes import Cell, Heading, Host, plain
from atlas.extract.announcement import Announcement, Evidence, Feature
from atlas.extract.candidates import title_of
from atlas.extract.counts import Count
from atlas.extract.facts import FACT_NAMES, Address, Person
from atlas.extract.nearest import nearest
from atlas.extract.not_taken import NotTaken, not_taken
from atlas.history import consistency
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import unnumbered
from atlas.sources import seeds

Data = dict[str, Any]  # what --json writes for a file

KEYS = ("format", "encoding", "language", "version", "date", "date_kind", "title", "title_en", *FACT_NAMES)


@dataclass(frozen=True)
class Inspection:
    """A file as a build would see it, if it can be read, and its problems, each with its own path."""

    file: str
    problems: tuple[Problem, ...]
    announcement: Announcement | None = None


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


def data(inspection: Inspection, knowledge: Knowledge) -> Data:
    """Return what ``--json`` writes, with constant keys."""
    problems = [_problem(problem, inspection.file) for problem in inspection.problems]
    announcement = inspection.announcement
    if not announcement:
        nothing: Data = {"features": [], "not_taken": [], "problems": problems, "not_carried": []}
        return {"file": inspection.file, **dict.fromkeys(KEYS), **nothing}
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
        **{name: _value(fact) for name, fact in announcement.facts.items()},
    }


def _value(fact: Address | Person | str | Count | None) -> str | int | None:
    """Return the value of a fact; None if it is not stated."""
    match fact:
        case Count():
            return fact.value
        case Person():
            return _without_note(fact.name).strip("@") or None
        case _:
            return fact or None


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
        "statement": statement_line(candidate),
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
    texts: list[tuple[int, str, str]] = [
        (edit.line, edit.rule, edit.before) for edit in announcement.edits if edit.drops
    ]
    unexplained = (outcome.line for outcome in announcement.line_report if outcome.outcome == "unexplained")
    texts += ((line, "unexplained", announcement.lines[line - 1].strip()) for line in unexplained)
    unused = (finding for finding in announcement.findings if finding.kind == "not-carried")
    texts += ((finding.line, finding.kind, finding.quote) for finding in unused)
    return ({"line": line, "rule": rule, "text": text} for line, rule, text in texts)
