"""``record``: draft the record of a release from an announcement that is not kept.

A record states what PyTorch's own post says of each feature, with a few of its words. What the reader is not certain of
is a comment in the draft; a person reads the post and decides.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from atlas.cli.inspection import inspect
from atlas.cli.record_lines import first_words, quoted, statement_line
from atlas.cli.terminal import report
from atlas.core.problems import printable
from atlas.document.nodes import plain
from atlas.extract.announcement import Announcement, Feature
from atlas.extract.nearest import nearest
from atlas.extract.not_taken import not_taken
from atlas.knowledge.knowledge import Knowledge


def run(root: Path, knowledge: Knowledge, today: date, file: Path, url: str) -> int:
    """Print the draft; return 1 if the file is no announcement."""
    inspection = inspect(file, root, knowledge, today)
    if not inspection.announcement:
        return report(problem for problem in inspection.problems if problem.severity == "error")
    for line in draft(inspection.announcement, knowledge, today, url):
        print(line)
    return 0


def draft(announcement: Announcement, knowledge: Knowledge, today: date, url: str) -> Iterator[str]:
    """Yield the lines of a record's file."""
    address = url or announcement.facts.original_url
    name = printable(Path(announcement.seed.path).name)
    yield f"# seeds/knowledge/releases/{announcement.version}.yml, drafted from {name}."
    yield "# Hold every line against the post, delete what it does not state, add what is missing; then delete this."
    yield f"version: {quoted(announcement.version)}"
    yield f"date: {announcement.date}" if announcement.date else "# date: the post states none that could be read"
    yield f"announcement: {quoted(address)}" if address else "# announcement: its address"
    copy = quoted(address) if address else "the address of the copy that was read"
    yield f"{'' if address else '# '}sources: {{post: {copy}}}"
    yield f"checked: {today}"
    yield "statements:"
    for feature in announcement.features:
        if not feature.is_news:
            yield from _drafted(feature, knowledge)
    for candidate in not_taken(announcement, knowledge):
        yield f"  # line {candidate.sentence.line}: may state a level: {statement_line(candidate)}"
    for finding in announcement.findings:
        yield f"  # line {finding.line}: {finding.kind}: {printable(finding.quote)}"


def _drafted(feature: Feature, knowledge: Knowledge) -> Iterator[str]:
    """Yield comments on what is uncertain, then the statement."""
    evidence = feature.removal or feature.evidence
    if not feature.registered_id:
        near = ", ".join(other.id for other in nearest(feature, knowledge))
        what = f"not registered{f', near {near}' if near else ''}: give it an id in features.yml"
        yield f"  # line {feature.line}: {what}"
    if evidence.basis == "prose":
        yield f"  # line {evidence.line}: the level is read from a sentence: {printable(evidence.quote)}"
    parts = [f"feature: {feature.id}"]
    if evidence.notice:
        parts.append(f"notice: {evidence.notice}")
    elif evidence.level != knowledge.stability.default:
        parts.append(f"level: {evidence.level}")
    quote = first_words(evidence.quote, evidence.label) if evidence.basis in ("marker", "prose", "heading") else ""
    parts.append(f"quote: {quoted(quote or first_words(plain(feature.title)))}")
    if evidence.basis in ("table", "section"):
        parts.append(f"under: {quoted(first_words(evidence.label or evidence.quote))}")
    yield f"  - {{{', '.join(parts)}}}"
    for notice in feature.notices:
        quote = quoted(first_words(notice.quote))
        yield f"  - {{feature: {feature.id}, notice: {notice.notice}, quote: {quote}}}"
