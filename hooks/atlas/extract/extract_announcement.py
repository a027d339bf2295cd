"""Cleaned document → announcement, with its facts and features."""

from collections.abc import Iterator

from atlas.clean.passes import Cleaned
from atlas.core import limits
from atlas.core.edits import Edit
from atlas.core.problems import Problem
from atlas.document.nodes import Heading
from atlas.extract.announcement import AnnouncedFeature, ExtractedAnnouncement
from atlas.extract.breaks import break_finding, incomplete_paragraphs
from atlas.extract.day import date_of
from atlas.extract.facts import facts_of, unused_facts
from atlas.extract.features import find_features
from atlas.extract.line_report import line_report, unexplained
from atlas.extract.suspicious_links import suspicious_links
from atlas.extract.version import announced_version
from atlas.knowledge.knowledge import Knowledge
from atlas.seeds.seed import Seed
from atlas.translate.segments import segments, unique


def extract_announcement(
    seed: Seed, cleaned: Cleaned, edits: tuple[Edit, ...], knowledge: Knowledge
) -> tuple[ExtractedAnnouncement | None, tuple[Problem, ...]]:
    """Return the announcement in a cleaned document, and problems.

    The announcement is None if the document has no title or announces no version, or if it has too many features.
    ``seed`` has its errata applied; ``edits`` are all edits of its text.
    """
    document = cleaned.document
    title = document.blocks[0] if document.blocks else None
    if not isinstance(title, Heading) or title.depth != 1:
        return None, (Problem(seed.path, seed.line(0), "has no title: begin it with one, naming the version"),)
    facts = facts_of(seed, document, knowledge)
    version, problems = announced_version(seed, document, title, facts.original_url, knowledge)
    if not version:
        return None, tuple(problems)
    addresses = (facts.original_url, facts.translation_url)
    day, date_findings, date_problems = date_of(seed, document, version, addresses, knowledge.fact_words.dating)
    problems += date_problems
    features, anchors, feature_findings = find_features(cleaned, version, knowledge)
    problems += _number_problems(seed, title, features)
    if len(features) > limits.MAX_FEATURES:
        return None, tuple(problems)
    incomplete = tuple(incomplete_paragraphs(document, knowledge.sentences))
    unused = unused_facts(document, title.inlines)
    report = line_report(seed, cleaned.after_links, document, edits, {finding.line for finding in unused})
    feature_titles = ((feature.title, feature.line) for feature in features)
    announcement = ExtractedAnnouncement(
        seed=seed,
        document=document,
        anchors=anchors,
        edits=edits,
        line_report=report,
        version=version,
        title=title.inlines,
        title_line=title.line,
        day=day,
        facts=facts,
        features=features,
        incomplete=incomplete,
        findings=(
            *date_findings,
            *feature_findings,
            *map(break_finding, incomplete),
            *suspicious_links(cleaned.after_links, knowledge),
            *unused,
        ),
        segments=tuple(unique(segments(document, feature_titles, seed.language))),
    )
    return announcement, (*problems, *unexplained(seed, report))


def _number_problems(seed: Seed, title: Heading, features: tuple[AnnouncedFeature, ...]) -> Iterator[Problem]:
    """Yield a warning if there are no features, or an error if there are too many: they are compared pairwise."""
    if not features:
        message = "has no features that could be distinguished: is it whole?"
        yield Problem(seed.path, title.line, message, "warning")
    if len(features) > limits.MAX_FEATURES:
        message = f"is where there are more than {limits.MAX_FEATURES:,} features: split the file"
        yield Problem(seed.path, features[limits.MAX_FEATURES].line, message)
