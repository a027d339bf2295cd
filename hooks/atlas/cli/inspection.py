"""What a build would read from a file if it were a seed: as an Inspection, and as the data that ``--json`` writes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from atlas import pipeline
from atlas.cli.record_lines import statement_line
from atlas.core.problems import Problem, UnreadableError
from atlas.document.nodes import plain
from atlas.extract.announcement import AnnouncedFeature, Announcement
from atlas.extract.counts import Count
from atlas.extract.facts import FACT_NAMES, Address, Person
from atlas.extract.nearest import nearest
from atlas.extract.not_taken import NotTaken, not_taken
from atlas.history import consistency
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.stability import REMOVED
from atlas.seeds.files import load_seed
from atlas.translate.lookup import Translation

Data = dict[str, Any]  # a JSON object

# The keys of a file's data whose values are not lists. All of these values are null if the file cannot be read.
KEYS = ("format", "encoding", "language", "version", "date", "date_kind", "title", "title_en", *FACT_NAMES)


@dataclass(frozen=True)
class Inspection:
    """A file as a build would read it. ``announcement`` is None if the file cannot be read.

    Problems may also be in other files of the announcement, such as its catalog.
    """

    file: str
    problems: tuple[Problem, ...]
    announcement: Announcement | None = None


def inspect(path: Path, root: Path, knowledge: Knowledge, today: date) -> Inspection:
    """Inspect the file at ``path`` as a build would, without the checks that compare several seeds."""
    name = str(path)
    is_seed = _is_seed(path, root)
    applied_knowledge = knowledge if is_seed else replace(knowledge, errata={})
    extracted, problems = pipeline.read_seed(path, applied_knowledge, name)
    if not extracted:
        return Inspection(name, problems)
    without_catalog = Announcement.of(extracted, Translation(extracted.seed.language, extracted.segments))
    announcement = pipeline.translated(root, extracted) if is_seed else without_catalog
    problems += (*announcement.translation.problems, *consistency.check_announcement(announcement, knowledge, today))
    in_this_file_first = sorted(set(problems), key=lambda problem: (problem.path != name, problem))
    return Inspection(name, tuple(in_this_file_first), announcement)


def _is_seed(path: Path, root: Path) -> bool:
    """Return whether a file has the name and the content of a seed, so that the seed's errata and translations apply.

    They apply to a copy of a seed, too, but not to another text with the name of a seed.
    """
    seed_name = f"seeds/{path.name}"
    try:
        return load_seed(path) == load_seed(root / seed_name, seed_name)
    except UnreadableError:
        return False


def data(inspection: Inspection, knowledge: Knowledge) -> Data:
    """Return what ``--json`` writes for a file. All files have the same keys."""
    problems = [_problem(problem, inspection.file) for problem in inspection.problems]
    announcement = inspection.announcement
    if not announcement:
        lists: Data = {"features": [], "not_taken": [], "problems": problems, "not_carried": []}
        return {"file": inspection.file, **dict.fromkeys(KEYS), **lists}
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
        "date": announcement.day.date.isoformat() if announcement.day.date else None,
        "date_kind": announcement.day.kind,
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
    """Return a name without the note in brackets that may follow it: “Ann (PyTorch)” → “Ann”."""
    return re.sub(r"\s*[（(].*", "", name)


def _feature(announcement: Announcement, feature: AnnouncedFeature, knowledge: Knowledge) -> Data:
    evidence = feature.evidence
    is_removed = evidence.level == REMOVED
    notices = [{"kind": each.notice, "line": each.line, "quote": each.quote} for each in feature.notice_evidence]
    if is_removed:  # in this data, “removed” is a notice and not a level
        notices.insert(0, {"kind": REMOVED, "line": evidence.line, "quote": evidence.quote})
    no_level = knowledge.stability.no_level
    return {
        "id": feature.id,
        "title": _title(announcement, feature),
        "title_en": announcement.text_in(feature.title, "en"),
        "stability": no_level if is_removed else evidence.level or no_level,
        "label_raw": "" if is_removed else evidence.stating_words,
        "basis": "none" if is_removed else evidence.basis,
        "evidence": evidence.quote,
        "notices": notices,
        "area": feature.areas[0] if feature.areas else None,
        "areas": feature.areas,
        "apis": feature.apis,
        "line": feature.line,
        "registered": bool(feature.registered_id),
        "nearest": [near._asdict() for near in nearest(feature, knowledge)],
    }


def _title(announcement: Announcement, feature: AnnouncedFeature) -> str:
    """Return a feature's title in Chinese, or in English if nobody translated it.

    The title of a feature of a Chinese seed is that before the wording passes, so that it is as in the seed, except for
    errata.
    """
    if announcement.seed.language == "en":
        return announcement.text_in(feature.title, "zh") or plain(feature.title).strip()
    return feature.title_before_wording


def _not_taken(candidate: NotTaken) -> Data:
    """Return the data of a sentence that may state a level; ``statement`` is the line to add to a record if it does."""
    return {
        "line": candidate.sentence.host.line,
        "sentence": candidate.sentence.shown.strip(),
        "reason": candidate.reason,
        "statement": statement_line(candidate),
    }


def _problem(problem: Problem, file: str) -> Data:
    """Return a problem's data. For a problem in another file (errata, say), ``line`` is 0 and the message names it."""
    is_in_file = problem.path == file
    return {
        "line": problem.line if is_in_file else 0,
        "severity": problem.severity,
        "message": problem.message if is_in_file else str(problem),
    }


def _not_carried(announcement: Announcement) -> Iterator[Data]:
    """Yield the texts of the seed that no page shows: removed by edits, lost without explanation, or findings."""
    for edit in announcement.edits:
        if edit.drops:
            yield {"line": edit.line, "rule": edit.rule.id, "text": edit.before}
    for line in announcement.line_report:
        if line.outcome == "unexplained":
            text = announcement.lines[line.line - 1].strip()
            yield {"line": line.line, "rule": "unexplained", "text": text}
    for finding in announcement.findings:
        if finding.kind == "not-carried":
            yield {"line": finding.line, "rule": finding.kind, "text": finding.quote}
