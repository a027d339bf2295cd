"""Checks across entries and files: every id that is referred to exists, ids are unique, and relations have no cycle.

record_checks.py has those of records.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

from atlas.core.problems import Problem
from atlas.core.text import name_key
from atlas.knowledge.entry import Entry
from atlas.knowledge.fact_words import Label
from atlas.knowledge.paths import AREAS, GLOSSARY, PUBLISHERS, SENTENCES, STABILITY
from atlas.knowledge.registered_feature import RegisteredFeature
from atlas.knowledge.schema import (
    FULL_TEXT,
    RESERVED,
    Area,
    Citable,
    Erratum,
    GlossaryGroup,
    LexiconEntry,
    LinkKind,
    Publisher,
    QueryWords,
)
from atlas.knowledge.stability import DEPRECATED, REMOVED, SUPERSEDED, Level, NoticeKind, Stability
from atlas.knowledge.text_patterns import SentenceWords

_RESERVED_IDS = RESERVED | {REMOVED, SUPERSEDED}  # ids that no area, level or notice may have

RegisteredFeatures = tuple[RegisteredFeature, ...]


def check_registered(
    registered_features: RegisteredFeatures, areas: tuple[Area, ...], citable: Citable
) -> Iterator[Problem]:
    """Yield problems with the ids, names, areas and relations of features."""
    names = (
        (name_key(name), registered)
        for registered in registered_features
        for name in (*registered.names, *registered.former_ids)
    )
    yield from _repeated(names)
    area_ids = {area.id for area in areas}
    for registered in registered_features:
        for reserved in {registered.id, *registered.former_ids} & RESERVED:
            yield registered.problem(f"{registered.id}: {reserved!r} is reserved: choose another id")
        for area in registered.areas:
            if area not in area_ids:
                yield registered.problem(f"{registered.id}: no area {area!r}: use one of {AREAS}")
        source = registered.about_source or ""
        if "/" in source and not citable.may_be_cited(source):
            fault = f"{registered.id}: about_source is not an address of PyTorch or a copy at a commit"
            yield registered.problem(f"{fault}: see originals and copies in {PUBLISHERS}")
        if registered.documentation and not citable.is_original(registered.documentation):
            fault = f"{registered.id}: documentation is not an address of PyTorch"
            yield registered.problem(f"{fault}: use one of originals in {PUBLISHERS}")
    yield from _relation_problems(registered_features)
    yield from _succession_problems(registered_features, citable)


def _relation_problems(registered_features: RegisteredFeatures) -> Iterator[Problem]:
    """Yield problems with relations to features that do not exist, and with relations that form a cycle."""
    targets = {registered.id: list(registered.relations.targets.values()) for registered in registered_features}
    reported: set[frozenset[str]] = set()
    for registered in registered_features:
        for kind, target in registered.relations.targets.items():
            if target not in targets:
                fault = f"{registered.id}: {kind} leads to no feature {target!r}"
                yield registered.problem(f"{fault}: register it, or correct the id")
        cycle = _cycle(registered.id, targets)
        if cycle and frozenset(cycle) not in reported:
            reported.add(frozenset(cycle))
            path = " → ".join((*cycle, cycle[0]))
            yield registered.problem(f"{registered.id}: its relations form a cycle ({path}): remove one")


def _succession_problems(registered_features: RegisteredFeatures, citable: Citable) -> Iterator[Problem]:
    """Yield problems with successions whose source is not an address of PyTorch's own."""
    for registered in registered_features:
        for kind, succession in registered.relations.successions.items():
            if not citable.is_original(succession.source):
                fault = f"{registered.id}: source of {kind} is not an address of PyTorch"
                yield registered.problem(f"{fault}: use one of originals in {PUBLISHERS}")


def _cycle(start: str, targets: dict[str, list[str]]) -> tuple[str, ...]:
    """Return the ids on a path of relations from ``start`` back to ``start``, which is first; empty without a cycle."""
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


def check_terms(glossary: Iterable[GlossaryGroup], lexicon: Iterable[LexiconEntry]) -> Iterator[Problem]:
    """Yield problems with duplicates: terms and mistranslations of the glossary, Chinese names of the lexicon."""
    yield from _repeated((group.id, group) for group in glossary)
    yield from _repeated((term.to, term) for group in glossary for term in group.terms)
    yield from _repeated((each.id, each.correction) for group in glossary for each in group.mistranslations)
    yield from _repeated((name.casefold(), entry) for entry in lexicon for name in entry.zh)


def check_errata(errata: dict[str, tuple[Erratum, ...]], glossary: Iterable[GlossaryGroup]) -> Iterator[Problem]:
    """Yield a problem for each of the ``mistranslations`` of an erratum that the glossary lacks.

    ``errata`` maps the id of a seed to its errata.
    """
    known = {mistranslation.words for group in glossary for mistranslation in group.mistranslations}
    for corrections in errata.values():
        for erratum in corrections:
            for term in set(erratum.mistranslations) - known:
                fault = f"mistranslations: the glossary has no {term!r}"
                yield erratum.problem(f"{fault}: use one of {GLOSSARY}, as it stands there")


def check_links(kinds: tuple[LinkKind, ...]) -> Iterator[Problem]:
    """Yield problems with duplicate ids or addresses of kinds of links, and with which kinds have addresses.

    All kinds must have addresses, except the last, which takes all other links.
    """
    yield from _repeated((name, kind) for kind in kinds for name in (kind.id, *kind.addresses))
    for kind in kinds:
        if bool(kind.addresses) == (kind is kinds[-1]):
            fault = "is the last kind, which takes all other links" if kind.addresses else "has no addresses"
            yield kind.problem(f"{kind.id}: {fault}: give addresses to all kinds but the last")


def check_publishers(publishers: Iterable[Publisher]) -> Iterator[Problem]:
    """Yield problems with names that two publishers have."""
    yield from _repeated((publisher.name.en, publisher) for publisher in publishers)


def check_labels(labels: Iterable[Label]) -> Iterator[Problem]:
    """Yield problems with words that label two facts."""
    yield from _repeated((word.casefold(), label) for label in labels for word in label.words)


def check_levels_and_areas(stability: Stability, areas: Iterable[Area]) -> Iterator[Problem]:
    """Yield problems with the ids of areas, levels and notices, and with the words, relations and eras of levels."""
    level_ids = [level.id for level in stability.levels]
    yield from _id_problems(areas)
    yield from _id_problems(stability.levels)
    yield from _id_problems(stability.notices)
    words = ((name_key(word), level) for level in stability.levels for word in (*level.words.all, *level.labels.all))
    yield from _repeated(words)
    if stability.no_level not in level_ids:
        yield stability.problem("no_level is not a level: use one of the ids of levels")
    yield from _level_relation_problems(stability, level_ids)
    yield from _era_problems(stability, level_ids)


def _era_problems(stability: Stability, level_ids: list[str]) -> Iterator[Problem]:
    """Yield problems with eras of unknown levels, with levels without an era, and with the ranges of eras.

    An era must not end before it begins, or overlap another one of its level. ``no_level`` needs no era, as no
    announcement states it.
    """
    levels_with_era = {era.level for era in stability.eras} | {stability.no_level}
    for level in stability.levels:
        if level.id not in levels_with_era | _RESERVED_IDS:
            fault = f"{level.id}: has no entry in eras, so that any release could have stated it"
            yield level.problem(f"{fault}: add one, with since, until or both")
    for era in stability.eras:
        if era.level not in level_ids:
            yield era.problem(f"eras: no level {era.level!r}: use one of the ids of levels")
        if not era.includes(era.since or ""):
            yield era.problem("eras: since is after until: correct one of them")
    for era, other in combinations(stability.eras, 2):
        if era.level == other.level and (era.includes(other.since or "") or other.includes(era.since or "")):
            fault = f"eras: overlaps the one at {era.location}, in which the level is {era.level!r}, too"
            yield other.problem(f"{fault}: correct since or until")


def _id_problems(entries: Iterable[Area | Level | NoticeKind]) -> Iterator[Problem]:
    """Yield problems with duplicate ids, and with ids that are reserved for other pages, “removed” or “superseded”."""
    for entry in entries:
        if entry.id in _RESERVED_IDS:
            yield entry.problem(f"{entry.id!r} is reserved: choose another id")
    yield from _repeated((entry.id, entry) for entry in entries)


def _level_relation_problems(stability: Stability, level_ids: list[str]) -> Iterator[Problem]:
    """Yield problems with ``above`` and ``later_level`` of levels: unknown levels, and levels in the wrong order."""
    for position, level in enumerate(stability.levels):
        later = [level.later_level.level] if level.later_level else []
        for other in (*level.above, *later):
            if other not in level_ids:
                message = f"{level.id}: no level {other!r}: use one of the ids of levels"
                yield level.problem(message)
        for other in set(level.above) & set(level_ids[: position + 1]):
            fault = f"{level.id}: is above {other!r}, but does not stand before it"
            yield level.problem(f"{fault}: list levels from the top down")


def check_notices(stability: Stability, sentences: SentenceWords, queries: QueryWords) -> Iterator[Problem]:
    """Yield a problem if DEPRECATED is missing, and problems with notices that have no words in sentences.yml.

    Words of an unknown notice are a problem, too, in sentences.yml and in queries.yml.
    """
    kinds = {notice.id: notice for notice in stability.notices}
    if DEPRECATED not in kinds:
        yield stability.problem(f"notices: none is called {DEPRECATED!r}, which comparisons count: keep this id")
    for tag in queries.filters.keys() - kinds.keys() - {REMOVED, SUPERSEDED, FULL_TEXT}:
        yield queries.problem(f"filters: no notice {tag!r}: use one of those in {STABILITY}")
    for notice in kinds.keys() - sentences.notices.keys():
        yield kinds[notice].problem(f"notices: {notice!r} has no words: add them to notices in {SENTENCES}")
    for notice in sentences.notices.keys() - kinds.keys():
        yield sentences.notices[notice].problem(f"notices: no notice {notice!r}: use one of those in {STABILITY}")


def _repeated(names: Iterable[tuple[str, Entry]]) -> Iterator[Problem]:
    """Yield a problem for each name that an earlier entry has already. ``names`` are pairs of a name and its entry."""
    owners: dict[str, Entry] = {}  # name → the first entry that has it
    for name, entry in names:
        owner = owners.setdefault(name, entry)
        if owner is not entry:
            message = f"{name!r} is used at {owner.location} already: keep one, or choose another"
            yield entry.problem(message)
