"""Turn a cleaned document into an announcement with its facts and features."""

from dataclasses import replace

from atlas.clean.passes import Cleaned
from atlas.core import limits
from atlas.core.edits import Edit
from atlas.core.problems import Problem
from atlas.document.nodes import Heading, plain
from atlas.extract.announcement import Announcement, Evidence, Feature
from atlas.extract.breaks import break_findings
from atlas.extract.day import date_of
from atlas.extract.facts import facts_of, unused_facts
from atlas.extract.features import find_features
from atlas.extract.line_report import line_report, unexplained
from atlas.extract.suspicious_links import suspicious_links
from atlas.extract.version import announced_version
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.stability import Stability
from atlas.sources.seed import Seed
from atlas.translate.lookup import Translation
from atlas.translate.segments import segments, unique


def extract(
    seed: Seed, cleaned: Cleaned, edits: tuple[Edit, ...], knowledge: Knowledge
) -> tuple[Announcement | None, tuple[Problem, ...]]:
    """Return the announcement (None without a title or version, or with too many features) and the problems.

    ``seed`` has its errata applied; ``edits`` are all edits of its text. The announcement is untranslated.
    """
    document = cleaned.document
    first = document.blocks[0] if document.blocks else None
    if not isinstance(first, Heading) or first.level != 1:
        return None, (Problem(seed.path, seed.line(0), "has no title: begin it with one, naming the version"),)
    facts = facts_of(seed, document, knowledge)
    version, problems = announced_version(seed, document, first, facts.original_url, knowledge)
    if not version:
        return None, tuple(problems)
    addresses = (facts.original_url, facts.translation_url)
    day, date_findings, date_problems = date_of(seed, document, version, addresses, knowledge.conventions)
    problems += date_problems
    announced = find_features(document, knowledge)
    if not announced.features:
        message = "has no features that could be distinguished: is it whole?"
        problems.append(Problem(seed.path, first.line, message, "warning"))
    if len(announced.features) > limits.MAX_FEATURES:  # features are compared pairwise
        line = announced.features[limits.MAX_FEATURES].line
        message = f"is where there are more than {limits.MAX_FEATURES:,} features: split the file"
        return None, (*problems, Problem(seed.path, line, message))
    features = tuple(_as_of(version, feature, knowledge.stability) for feature in announced.features)
    unused = unused_facts(document, first.inlines)
    report = line_report(seed, cleaned.linked, document, edits, {finding.line for finding in unused})
    titles = ((feature.title, feature.line) for feature in announced.features)
    texts = unique(segments(document, titles, seed.language))
    announcement = Announcement(
        seed=seed,
        document=document,
        structured=cleaned.structured,
        anchors=announced.anchors,
        edits=edits,
        line_report=report,
        version=version,
        title=first.inlines,
        title_line=first.line,
        date=day.date,
        date_kind=day.kind,
        date_line=day.line,
        facts=facts,
        features=features,
        findings=(
            *date_findings,
            *announced.findings,
            *break_findings(document),
            *suspicious_links(cleaned.linked, knowledge),
            *unused,
        ),
        translation=Translation(seed.language, texts),
    )
    return announcement, (*problems, *unexplained(seed, report))


def _as_of(version: str, feature: Feature, stability: Stability) -> Feature:
    """Return a feature at the level that the announcement of a release means by its words.

    In a sentence, a word that named a level in other releases is a word like any other.
    """
    evidence = feature.evidence
    level = stability.level_in(version, evidence.level)
    if level != evidence.level and evidence.basis == "prose":
        none = Evidence(stability.default, "", "none", feature.line, plain(feature.title), feature.title)
        return replace(feature, evidence=none)
    return replace(feature, evidence=replace(evidence, level=level))
