"""Checks across entries and files: every id used exists, none is claimed twice, and no relation is circular."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from atlas.core.problems import Problem
from atlas.core.versions import version_key
from atlas.knowledge.fields import Words, longest_address, name_key
from atlas.knowledge.schema import REMOVED, Area, Identity, LexiconEntry, Record, RecordStatement, Term
from atlas.knowledge.stability import Stability
from atlas.knowledge.wording import Sentences

FEATURES = "seeds/knowledge/features.yml"
AREAS = "seeds/knowledge/areas.yml"
STABILITY = "seeds/knowledge/stability.yml"
SENTENCES = "seeds/knowledge/sentences.yml"
CONVENTIONS = "seeds/knowledge/conventions.yml"
GLOSSARY = "seeds/knowledge/glossary.yml"
LEXICON = "seeds/knowledge/lexicon.yml"
ERRATA = "seeds/knowledge/errata"
RECORDS = "seeds/knowledge/releases"
_AT_COMMIT = re.compile(r"https://github\.com/[\w.-]+/[\w.-]+/blob/[0-9a-f]{40}/\S+")
RESERVED = {"index", "all"}  # paths of other pages

Features = tuple[Identity, ...]


def check_identities(features: Features, areas: tuple[Area, ...]) -> Iterator[Problem]:
    """Yield problems with the registered features."""
    yield from _id_problems(features)
    yield from _name_problems(features)
    area_ids = {area.id for area in areas}
    for feature in features:
        for area in feature.areas:
            if area not in area_ids:
                yield _entry_problem(feature, f"no area {area!r}: use one of areas.yml")
    yield from _relation_problems(features)


def _entry_problem(entry: Identity, what: str) -> Problem:
    return Problem(FEATURES, entry.yaml_line, f"{entry.id}: {what}")


def _id_problems(features: Features) -> Iterator[Problem]:
    """Yield problems with ids, current or former, that two entries have or that are paths of other pages."""
    ids: dict[str, int] = {}
    for feature in features:
        for name in {feature.id, *feature.formerly} & RESERVED:
            yield _entry_problem(feature, f"{name!r} is the address of another page below features/: choose another id")
        if feature.id in ids:
            yield _entry_problem(feature, f"is registered on line {ids[feature.id]} already: keep one entry")
        ids.setdefault(feature.id, feature.yaml_line)
    moved: dict[str, str] = {}
    for feature in features:
        for old in feature.formerly:
            if old in ids:
                what = f"{old!r} of formerly is the id of line {ids[old]}"
                yield _entry_problem(feature, f"{what}: a former id must stay unused: choose another")
            elif (other := moved.setdefault(old, feature.id)) != feature.id:
                yield _entry_problem(feature, f"{old!r} of formerly is claimed by {other} too: keep one")


def _name_problems(features: Features) -> Iterator[Problem]:
    """Yield problems with names that two entries have."""
    claimed: dict[str, Identity] = {}
    for feature in features:
        for name in dict.fromkeys(map(name_key, feature.names)):
            other = claimed.setdefault(name, feature)
            if other.id != feature.id:
                yield _entry_problem(
                    feature, f"{name!r} is claimed by {other.id} too (line {other.yaml_line}): keep one"
                )


def _relation_problems(features: Features) -> Iterator[Problem]:
    """Yield problems with relations that lead to no feature or in a circle."""
    targets = {feature.id: list(feature.relations.values()) for feature in features}
    reported: set[frozenset[str]] = set()
    for feature in features:
        for kind, target in feature.relations.items():
            if target not in targets:
                yield _entry_problem(feature, f"{kind} leads to no feature {target!r}: register it, or correct the id")
        circle = _cycle(feature.id, targets)
        if circle and frozenset(circle) not in reported:
            reported.add(frozenset(circle))
            path = " → ".join((*circle, circle[0]))
            yield _entry_problem(feature, f"its relations form a cycle ({path}): remove one")


def _cycle(start: str, targets: dict[str, list[str]]) -> tuple[str, ...]:
    """Return a path from ``start`` back to itself, if there is one."""
    paths: list[tuple[str, ...]] = [(start,)]
    visited = {start}
    while paths:
        path = paths.pop()
        for target in targets.get(path[-1], ()):
            if target == start:
                return path
            if target not in visited:
                visited.add(target)
                paths.append((*path, target))
    return ()


def check_terms(glossary: Iterable[Term], lexicon: Iterable[LexiconEntry]) -> Iterator[Problem]:
    """Yield problems with mistranslations listed twice in the glossary and Chinese names with two meanings."""
    yield from _repeated(GLOSSARY, (term.from_ for term in glossary))
    meant: dict[str, str] = {}
    for entry in lexicon:
        for word in entry.zh:
            meaning = meant.setdefault(word.casefold(), entry.en)
            if meaning != entry.en:
                yield Problem(LEXICON, entry.yaml_line, f"{word} is {meaning} already: keep one")


def check_levels_and_areas(stability: Stability, areas: Iterable[Area]) -> Iterator[Problem]:
    """Yield problems with the ids of areas and levels."""
    levels = [level.id for level in stability.levels]
    for path, ids in ((AREAS, [area.id for area in areas]), (STABILITY, levels)):
        yield from _repeated(path, map(repr, ids))
        for name in sorted(RESERVED & set(ids)):
            yield Problem(path, 0, f"{name!r} is the address of another page: choose another id")
    if REMOVED in levels:
        yield Problem(STABILITY, 1, f"levels: {REMOVED!r} is the level of removed features: choose another id")
    if stability.default not in levels:
        yield Problem(STABILITY, 1, "default is not a level: use one of the ids of levels")
    yield from _relations_of_levels(stability, levels)
    for era in stability.eras:
        if era.level not in levels:
            yield Problem(STABILITY, era.yaml_line, f"eras: no level {era.level!r}: use one of the ids of levels")


def _relations_of_levels(stability: Stability, levels: list[str]) -> Iterator[Problem]:
    """Yield problems with what names levels and is none."""
    for place, level in enumerate(stability.levels):
        later = [level.became.level] if level.became else []
        for other in (*level.above, *later):
            if other not in levels:
                what = f"{level.id}: no level {other!r}"
                yield Problem(STABILITY, level.yaml_line, f"{what}: use one of the ids of levels")
        for other in set(level.above) & set(levels[: place + 1]):
            what = f"{level.id}: is above {other!r}, but does not stand before it"
            yield Problem(STABILITY, level.yaml_line, f"{what}: list levels from the top down")


def check_notices(stability: Stability, sentences: Sentences) -> Iterator[Problem]:
    """Yield problems with notices that no text states, and with words for what is no notice."""
    ids = {notice.id: notice.yaml_line for notice in stability.notices}
    for notice in ids.keys() - sentences.notices.keys():
        yield Problem(STABILITY, ids[notice], f"notices: {notice!r} has no words: add them to notices in {SENTENCES}")
    for notice in sentences.notices.keys() - ids.keys():
        line = sentences.notices[notice].yaml_line
        yield Problem(SENTENCES, line, f"notices: no notice {notice!r}: use one of those in {STABILITY}")


def check_records(
    records: Iterable[Record], features: Features, stability: Stability, official: Words
) -> Iterator[Problem]:
    """Yield problems with records: their order and sources, and statements that are unknown, doubled or misdated."""
    ids = {feature.id for feature in features}
    for earlier, later in pairwise(records):
        path = record_path(later.version)
        if version_key(earlier.version) == version_key(later.version):
            yield Problem(path, later.yaml_line, f"{record_path(earlier.version)} records that release, too: keep one")
        elif earlier.date >= later.date:
            what = f"{later.version} is dated {later.date}, not after {earlier.version} ({earlier.date})"
            yield Problem(path, later.yaml_line, f"{what}: correct one of the dates")
    for record in records:
        path = record_path(record.version)
        for what in _not_official(record, official):
            yield Problem(path, record.yaml_line, what)
        for statement in record.statements:
            for what in (*_unknown(statement, record, ids, stability), *_outside_its_era(statement, record, stability)):
                yield Problem(path, statement.yaml_line, f"{statement.feature}: {what}")
        yield from _stated_twice(path, record)


def _stated_twice(path: str, record: Record) -> Iterator[Problem]:
    """Yield a problem for each statement that repeats one, or gives a second level, of the same feature."""
    lines: dict[tuple[object, ...], int] = {}
    lines_of_levels: dict[str, int] = {}
    for statement in record.statements:
        feature, line = statement.feature, statement.yaml_line
        first_line = lines.setdefault((feature, statement.level, statement.notice), line)
        first_level = lines_of_levels.setdefault(feature, line) if statement.level else line
        if first_line != line:
            yield Problem(path, line, f"{feature}: is stated on line {first_line} already: keep one")
        elif first_level != line:
            what = f"{feature}: has a level on line {first_level} already"
            yield Problem(path, line, f"{what}: keep the last that the post states")


def record_path(version: str) -> str:
    """Return the path of a release's record, relative to the project root."""
    return f"{RECORDS}/{version}.yml"


def _not_official(record: Record, official: Words) -> Iterator[str]:
    if not longest_address(record.announcement, official):
        yield f"announcement is not an address of PyTorch: use one of official in {CONVENTIONS}"
    for name, url in record.sources.items():
        if not (longest_address(url, official) or _AT_COMMIT.fullmatch(url)):
            yield f"source {name!r} is not a post of PyTorch or a copy of one: use a file on github.com at a commit"


def _unknown(statement: RecordStatement, record: Record, ids: set[str], stability: Stability) -> Iterator[str]:
    levels = [level.id for level in stability.levels if level.id != stability.default]
    notices = [notice.id for notice in stability.notices]
    if statement.feature not in ids:
        yield f"no such feature: use an id of {FEATURES}, or register it there"
    if statement.level and statement.level not in levels:
        yield f"no level {statement.level!r}: use one of {', '.join(levels)}"
    if statement.notice and statement.notice not in (*notices, REMOVED):
        yield f"no notice {statement.notice!r}: use one of {', '.join((*notices, REMOVED))}"
    if statement.source and statement.source not in record.sources:
        yield f"no source {statement.source!r}: use one of {', '.join(record.sources)}"


def _outside_its_era(statement: RecordStatement, record: Record, stability: Stability) -> Iterator[str]:
    """Yield a problem if the level was not in use in the release; levels without eras always are."""
    eras = [era for era in stability.eras if era.level == statement.level]
    if eras and not any(era.includes(record.version) for era in eras):
        yield f"no release of {record.version} had the level {statement.level!r}: see eras in {STABILITY}"


def _repeated(path: str, names: Iterable[str]) -> Iterator[Problem]:
    for name, count in Counter(names).items():
        if count > 1:
            yield Problem(path, 0, f"lists {name} {count} times: keep one")
