"""``record``: draft the record of a release from an announcement whose text is not kept in the project.

A record states what PyTorch's own post says of each feature, with a few of its words. Where the program is not certain,
the draft has a comment; a person reads the post and decides.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from atlas.cli.inspection import inspect
from atlas.cli.record_lines import first_words, quoted, statement_line
from atlas.cli.terminal import report
from atlas.core.problems import printable
from atlas.document.nodes import plain
from atlas.extract.announcement import AnnouncedFeature, Announcement
from atlas.extract.nearest import nearest
from atlas.extract.not_taken import not_taken
from atlas.knowledge.knowledge import Knowledge


def run(root: Path, knowledge: Knowledge, today: date, file: Path, url: str) -> int:
    """Print the draft of a record from ``file``, a copy of the post at ``url``; return 1 if that is no announcement."""
    inspection = inspect(file, root, knowledge, today)
    if not inspection.announcement:
        return report(problem for problem in inspection.problems if problem.severity == "error")
    for line in draft(inspection.announcement, knowledge, today, url):
        print(line)
    return 0


def draft(announcement: Announcement, knowledge: Knowledge, today: date, url: str) -> Iterator[str]:
    """Yield the lines of the draft. ``url`` may be empty; then the announcement's own statement counts."""
    address = url or announcement.facts.original_url
    name = printable(Path(announcement.seed.path).name)
    yield f"# seeds/knowledge/releases/{announcement.version}.yml, drafted from {name}."
    yield "# Hold every line against the post, delete what it does not state, add what is missing; then delete this."
    yield f"version: {quoted(announcement.version)}"
    yield f"date: {announcement.date}" if announcement.date else "# date: the post states none that could be read"
    yield f"announcement: {quoted(address)}" if address else "# announcement: its address"
    copy = quoted(address) if address else "the address of the copy that was read"
    sources = f"sources: {{post: {copy}}}"
    yield sources if address else f"# {sources}"
    yield f"checked: {today}"
    yield "statements:"
    for feature in announcement.features:
        if not feature.is_news:
            yield from _statements(feature, knowledge)
    for candidate in not_taken(announcement, knowledge):
        yield f"  # line {candidate.sentence.host.line}: may state a level: {statement_line(candidate)}"
    for finding in announcement.findings:
        yield f"  # line {finding.line}: {finding.kind}: {printable(finding.quote)}"


def _statements(feature: AnnouncedFeature, knowledge: Knowledge) -> Iterator[str]:
    """Yield comments on what is uncertain, the statement of the level, and those of notices."""
    evidence = feature.evidence
    if not feature.registered_id:
        nearest_ids = ", ".join(other.id for other in nearest(feature, knowledge))
        near = f", near {nearest_ids}" if nearest_ids else ""
        yield f"  # line {feature.line}: not registered{near}: give it an id in knowledge/features/"
    if evidence.basis == "prose":
        yield f"  # line {evidence.line}: the level is read from a sentence: {printable(evidence.quote)}"
    yield f"  - {{{', '.join(_statement_parts(feature))}}}"
    for notice in feature.notices:
        quote = quoted(first_words(notice.quote))
        yield f"  - {{feature: {feature.id}, notice: {notice.notice}, quote: {quote}}}"


def _statement_parts(feature: AnnouncedFeature) -> list[str]:
    """Return the keys and values of the statement of a level: “feature: fx”, “level: stable”."""
    evidence = feature.evidence
    parts = [f"feature: {feature.id}"]
    if evidence.level:
        parts.append(f"level: {evidence.level}")
    is_quoted = evidence.basis in ("marker", "prose", "heading")
    quote = first_words(evidence.quote, evidence.label) if is_quoted else ""
    parts.append(f"quote: {quoted(quote or first_words(plain(feature.title)))}")
    if evidence.basis in ("table", "section"):
        parts.append(f"under: {quoted(first_words(evidence.label or evidence.quote))}")
    return parts
