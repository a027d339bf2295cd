"""``record``: draft the record of a release from an announcement whose text is not kept in the project.

A record states what PyTorch's own post says about each feature, with a short quote. Where the program is not certain,
the draft has a comment. A person reads the post and decides.
"""

from collections.abc import Iterator
from datetime import date
from itertools import groupby
from pathlib import Path

from atlas.cli.inspection import inspect
from atlas.cli.record_lines import first_words, quoted, statement_line
from atlas.cli.terminal import report
from atlas.core.problems import Problem, printable
from atlas.document.nodes import plain
from atlas.extract.announcement import AnnouncedFeature, ExtractedAnnouncement
from atlas.extract.nearest import nearest
from atlas.extract.not_taken import not_taken
from atlas.knowledge.knowledge import Knowledge


def run(root: Path, knowledge: Knowledge, today: date, file: Path, url: str) -> int:
    """Print the draft of a record from ``file``, a copy of the post at ``url``.

    Return 1 if the file is not an English announcement.
    """
    inspection = inspect(file, root, knowledge, today)
    if not inspection.announcement:
        return report(problem for problem in inspection.problems if problem.severity == "error")
    seed = inspection.announcement.seed
    if seed.language != "en":
        what = "is a translation, but a record quotes PyTorch's own English post: give a copy of that"
        return report([Problem(seed.path, inspection.announcement.title_line, what)])
    for line in draft(inspection.announcement, knowledge, today, url):
        print(line)
    return 0


def draft(announcement: ExtractedAnnouncement, knowledge: Knowledge, today: date, url: str) -> Iterator[str]:
    """Yield the lines of the draft. If ``url`` is empty, the draft has the address that the announcement states."""
    address = url or announcement.facts.original_url
    name = printable(Path(announcement.seed.path).name)
    yield f"# seeds/knowledge/releases/{announcement.version}.yml, drafted from {name}."
    yield "# Hold every line against the post, delete what it does not state, add what is missing; then delete this."
    yield f"version: {quoted(announcement.version)}"
    day = announcement.day.date
    yield f"date: {day}" if day else "# date: the post states none that could be read"
    yield f"announcement: {quoted(address)}" if address else "# announcement: its address"
    copy = quoted(address) if address else "the address of the copy that was read"
    sources = f"sources: {{post: {copy}}}"
    yield sources if address else f"# {sources}"
    yield f"checked: {today}"
    yield "statements:"
    features = (feature for feature in announcement.features if not feature.is_news)
    for heading, group in groupby(features, key=_heading):
        yield from _statements(heading, tuple(group), knowledge)
    for candidate in not_taken(announcement, knowledge):
        yield f"  # line {candidate.sentence.host.line}: may state a level: {statement_line(candidate)}"
    for finding in announcement.findings:
        yield f"  # line {finding.line}: {finding.kind}: {printable(finding.quote)}"


def _heading(feature: AnnouncedFeature) -> tuple[str, str] | None:
    """Return a feature's level and the heading or column that states it; None if no heading or column does."""
    evidence = feature.evidence
    if evidence.level and evidence.basis in ("table", "section"):
        return evidence.level, first_words(evidence.stating_words or evidence.quote)
    return None


def _statements(
    heading: tuple[str, str] | None, features: tuple[AnnouncedFeature, ...], knowledge: Knowledge
) -> Iterator[str]:
    """Yield the lines of consecutive features: their statements, as a group if they have a ``heading``; their notices.

    ``heading`` is the result of ``_heading``, which is the same for all of them.
    """
    indent = "  "
    if heading:
        level, under = heading
        yield from (f"  - level: {level}", f"    under: {quoted(under)}", "    statements:")
        indent = "      "
    for feature in features:
        yield from (f"{indent}# {comment}" for comment in _comments(feature, knowledge))
        level_part = f", level: {feature.evidence.level}" if feature.evidence.level and not heading else ""
        yield f"{indent}- {{feature: {feature.id}{level_part}, quote: {quoted(_quote(feature))}}}"
    for feature in features:
        for notice in feature.notice_evidence:
            quote = quoted(first_words(notice.quote))
            yield f"  - {{feature: {feature.id}, notice: {notice.notice}, quote: {quote}}}"


def _comments(feature: AnnouncedFeature, knowledge: Knowledge) -> Iterator[str]:
    """Yield comments on what a person should check: a feature without an id, or a level from a sentence."""
    if not feature.registered_id:
        nearest_ids = ", ".join(other.id for other in nearest(feature, knowledge))
        near = f", near {nearest_ids}" if nearest_ids else ""
        yield f"line {feature.line}: not registered{near}: give it an id in knowledge/features/"
    if feature.evidence.basis == "prose":
        evidence = feature.evidence
        yield f"line {evidence.line}: the level is read from a sentence: {printable(evidence.quote)}"


def _quote(feature: AnnouncedFeature) -> str:
    """Return the words to quote for a feature: those that state its level beside its name, else its title."""
    evidence = feature.evidence
    is_quoted = evidence.basis in ("marker", "prose", "heading")
    quote = first_words(evidence.quote, evidence.stating_words) if is_quoted else ""
    return quote or first_words(plain(feature.title))
