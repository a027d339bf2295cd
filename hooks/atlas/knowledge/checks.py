"""Checks across entries and files: every id that is meant exists, none is claimed twice, no relation is circular."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from atlas.core.problems import Problem
from atlas.knowledge.fields import exact
from atlas.knowledge.schema import RELATIONS, REMOVED, Area, Family, Identity, Pair, Stability, Term

FEATURES, FAMILIES = "seeds/knowledge/features.yml", "seeds/knowledge/families.yml"
AREAS, STABILITY = "seeds/knowledge/areas.yml", "seeds/knowledge/stability.yml"
GLOSSARY, LEXICON = "seeds/knowledge/glossary.yml", "seeds/knowledge/lexicon.yml"
RESERVED = {"index", "all"}  # addresses of other pages

Placed = list[tuple[Identity, int]]  # an entry and its line


def identities(placed: Placed, families: list[tuple[Family, int]], areas: tuple[Area, ...]) -> Iterator[Problem]:
    """What is wrong with the registered features and their families, with file and line."""
    yield from _ids(placed)
    yield from _claims(placed)
    yield from _areas(placed, {area.id for area in areas})
    yield from _relations(placed)
    known = {feature.id for feature, _ in placed}
    seen: set[str] = set()
    for family, line in families:
        if family.id in seen | known:
            yield Problem(FAMILIES, line, f"{family.id}: is registered already: choose another id")
        seen.add(family.id)
        for member in family.members:
            if member not in known:
                yield Problem(FAMILIES, line, f"{family.id}: no feature {member!r}: register it in {FEATURES}")


def _ids(placed: Placed) -> Iterator[Problem]:
    """An id, or one that moved, that two entries have or that is the address of another page."""
    ids: dict[str, int] = {}
    for feature, line in placed:
        for name in {feature.id, *feature.formerly} & RESERVED:
            what = f"{feature.id}: {name!r} is the address of another page below features/"
            yield Problem(FEATURES, line, f"{what}: choose another id")
        if feature.id in ids:
            yield Problem(
                FEATURES, line, f"{feature.id}: is registered on line {ids[feature.id]} already: keep one entry"
            )
        ids.setdefault(feature.id, line)
    moved: dict[str, str] = {}
    for feature, line in placed:
        for old in feature.formerly:
            if old in ids:
                what = f"{feature.id}: {old!r} of formerly is the id of line {ids[old]}"
                yield Problem(FEATURES, line, f"{what}: an id that moved is nobody else's: choose another")
            elif (other := moved.setdefault(old, feature.id)) != feature.id:
                yield Problem(FEATURES, line, f"{feature.id}: {old!r} of formerly is claimed by {other} too: keep one")


def _claims(placed: Placed) -> Iterator[Problem]:
    """A name that two entries have."""
    claimed: dict[tuple[str, str], tuple[str, int]] = {}
    for feature, line in placed:
        for version, names in (("", feature.names), *feature.only_in.items()):
            for name in dict.fromkeys(exact(name) for name in names):
                other = claimed.setdefault((version, name), (feature.id, line))
                if other[0] != feature.id:
                    what = f"{feature.id}: {name!r} is claimed by {other[0]} too (line {other[1]})"
                    yield Problem(FEATURES, line, f"{what}: keep one, or say in which version with only_in")


def _areas(placed: Placed, known: set[str]) -> Iterator[Problem]:
    for feature, line in placed:
        yield from (
            Problem(FEATURES, line, f"{feature.id}: no area {area!r}: use one of areas.yml")
            for area in feature.areas
            if area not in known
        )


def _relations(placed: Placed) -> Iterator[Problem]:
    """A relation to nothing, or one that leads back to where it began."""
    targets = {feature.id: [t for relation in feature.relations for t in relation.values()] for feature, _ in placed}
    reported: set[frozenset[str]] = set()
    for feature, line in placed:
        for relation in feature.relations:
            if len(relation) != 1:
                how = f"write one of {', '.join(RELATIONS)} and an id"
                yield Problem(FEATURES, line, f"{feature.id}: a relation says {len(relation)} things: {how}")
            for kind, target in relation.items():
                if target not in targets:
                    what = f"{feature.id}: {kind} leads to no feature {target!r}"
                    yield Problem(FEATURES, line, f"{what}: register it, or correct the id")
        circle = _circle(feature.id, targets)
        if circle and frozenset(circle) not in reported:
            reported.add(frozenset(circle))
            way = " → ".join((*circle, circle[0]))
            yield Problem(FEATURES, line, f"{feature.id}: its relations run in a circle ({way}): take one out")


def _circle(start: str, targets: dict[str, list[str]]) -> tuple[str, ...]:
    """The way from ``start`` back to it, if there is one."""
    ways: list[tuple[str, ...]] = [(start,)]
    seen = {start}
    while ways:
        way = ways.pop()
        for target in targets.get(way[-1], ()):
            if target == start:
                return way
            if target not in seen:
                seen.add(target)
                ways.append((*way, target))
    return ()


def terms(glossary: Iterable[Term], lexicon: list[tuple[Pair, int]]) -> Iterator[Problem]:
    """A mistranslation that two entries of the glossary correct; a Chinese name with two meanings in the lexicon."""
    yield from _repeated(GLOSSARY, (term.from_ for term in glossary))
    meant: dict[str, str] = {}
    for pair, line in lexicon:
        for word in pair.zh:
            if (other := meant.setdefault(word.casefold(), pair.en)) != pair.en:
                yield Problem(LEXICON, line, f"{word} is {other} already: keep one")


def levels_and_areas(stability: Stability, eras: tuple[int, ...], areas: Iterable[Area]) -> Iterator[Problem]:
    """What is wrong with ids of areas and levels; ``eras`` are the lines of the eras."""
    levels = [level.id for level in stability.levels]
    for path, ids in ((AREAS, [area.id for area in areas]), (STABILITY, levels)):
        yield from _repeated(path, map(repr, ids))
        for name in sorted(RESERVED & set(ids)):
            yield Problem(path, 0, f"{name!r} is the address of another page: choose another id")
    if REMOVED in levels:
        yield Problem(STABILITY, 1, f"levels: {REMOVED!r} is what announcements take away: choose another id")
    if stability.default not in levels:
        yield Problem(STABILITY, 1, "default names no level: use one of its ids")
    for era, line in zip(stability.eras, eras, strict=True):
        if era.level not in levels:
            yield Problem(STABILITY, line, f"eras: no level {era.level!r}: use one of the ids of levels")


def _repeated(path: str, names: Iterable[str]) -> Iterator[Problem]:
    for name, count in Counter(names).items():
        if count > 1:
            yield Problem(path, 0, f"lists {name} {count} times: keep one")


def unused(features: tuple[Identity, ...], places: dict[str, int], said: Collection[str]) -> Iterator[Problem]:
    """Warnings for aliases that are none of those ``said`` by any seed."""
    for feature in features:
        for alias in dict.fromkeys(feature.called_besides):
            if alias not in said:
                what = f"{feature.id}: no seed says {alias!r}"
                yield Problem(FEATURES, places[feature.id], f"{what}: delete the alias", "warning")
