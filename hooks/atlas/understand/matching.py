"""Matching what highlights and tables name to the sections that describe it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import product

from atlas.knowledge import normal

SURE = 0.5
MOST = 40_000  # pairs to compare by likeness; where there are more, only equal names match

_COMMON = frozenset("pytorch torch support api apis for with the and now new beta stable prototype of in to".split())

Named = tuple[str, str | None]  # words, level (None: not stated)


def pair(named: list[Named], sections: list[Named]) -> dict[int, int]:
    """Index of ``named`` → index of the section it means, best pairs first, one to one.

    Names that stay over in one level are taken for the sections of that level that stay over too, in
    order: a table in another language lists the same features.
    """
    scored = sorted(
        (
            (_likeness(named[i][0], sections[j][0]), i, j)
            for i, j in _candidates(named, sections)
            if _agree(named[i][1], sections[j][1]) or normal(named[i][0]) == normal(sections[j][0])
        ),
        key=lambda s: (-s[0], s[1], s[2]),
    )
    found: dict[int, int] = {}
    used: set[int] = set()
    for score, i, j in scored:
        if score >= SURE and i not in found and (j not in used or score > 0.9):
            found[i] = j
            used.add(j)
    for level in {level for _, level in named if level}:
        left = [i for i, (_, la) in enumerate(named) if la == level and i not in found]
        right = [j for j, (_, lb) in enumerate(sections) if lb == level and j not in used]
        if len(left) == len(right):
            found.update(zip(left, right, strict=True))
    return found


def _candidates(named: list[Named], sections: list[Named]) -> Iterator[tuple[int, int]]:
    """Pairs worth comparing."""
    if len(named) * len(sections) <= MOST:
        yield from product(range(len(named)), range(len(sections)))
        return
    by_name: dict[str, list[int]] = {}
    for j, (words, _) in enumerate(sections):
        by_name.setdefault(normal(words), []).append(j)
    for i, (words, _) in enumerate(named):
        yield from ((i, j) for j in by_name.get(normal(words), []))


def _agree(a: str | None, b: str | None) -> bool:
    return a is None or b is None or a == b or "unclassified" in (a, b)


def _likeness(a: str, b: str) -> float:
    """0 to 1: equal strings, shared names, or shared wording, whichever says most."""
    left, right = normal(a), normal(b)
    if not left or not right:
        return 0.0
    if left == right:
        return 1.0
    ratio = SequenceMatcher(None, left, right, autojunk=False).ratio()
    shared, least = _tokens(a) & _tokens(b), min(len(_tokens(a)), len(_tokens(b)))
    return max(ratio, 0.4 + 0.5 * len(shared) / least if shared and least else 0.0)


def _tokens(words: str) -> frozenset[str]:
    return frozenset(t.casefold() for t in re.findall(r"[A-Za-z0-9.]+", words)) - _COMMON
