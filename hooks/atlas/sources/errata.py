"""Errata: corrections of one seed's text, kept as data, applied in memory before it is read."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from operator import itemgetter

from atlas.core.changes import Change
from atlas.core.languages import Names
from atlas.core.problems import Problem
from atlas.sources.seed import Seed


@dataclass(frozen=True, slots=True)
class Erratum:
    """Replace ``find``, which stands once on file line ``line`` (or from there on), by ``replace``."""

    path: str  # of the knowledge file that holds it
    at: int  # its line there
    line: int
    find: str
    replace: str
    reason: Names


def apply(seed: Seed, errata: tuple[Erratum, ...]) -> tuple[Seed, tuple[Change, ...], tuple[Problem, ...]]:
    """The seed as its errata mend it. One that no longer matches is an error naming its own place."""
    lines = list(zip(seed.body.split("\n"), seed.origin, strict=True))
    changes: list[Change] = []
    problems: list[Problem] = []
    for erratum in errata:
        span = erratum.find.count("\n") + 1
        first = bisect_left(lines, erratum.line, key=itemgetter(1))
        # An erratum before this one may have added lines of the same origin.
        last = bisect_left(lines, erratum.line + span, key=itemgetter(1)) - 1
        text = "\n".join(line for line, _ in lines[first : last + 1])
        if last < first or lines[first][1] != erratum.line or text.count(erratum.find) != 1:
            what = f"erratum for {seed.path}:{erratum.line} finds its text {text.count(erratum.find)} times, not once"
            problems.append(Problem(erratum.path, erratum.at, f"{what}: correct `find` and `line`, or delete it"))
            continue
        mended = text.replace(erratum.find, erratum.replace).split("\n")
        origins = [lines[min(first + i, last)][1] for i in range(len(mended))]
        lines[first : last + 1] = list(zip(mended, origins, strict=True))
        changes.append(Change("erratum", erratum.find, erratum.replace, erratum.line, erratum.reason))
    mended_seed = replace(seed, body="\n".join(t for t, _ in lines), origin=tuple(o for _, o in lines))
    return mended_seed, tuple(changes), tuple(problems)
