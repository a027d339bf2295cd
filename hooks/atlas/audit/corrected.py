"""Errata in the account: the lines that they touch, and whether nothing else changed on the way to the body."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from atlas.core.changes import Change
from atlas.extract.release import ParsedRelease
from atlas.sources.seed import Seed


def spans(release: ParsedRelease) -> list[tuple[int, int, list[Change]]]:
    """First and last line that errata touch, with those errata; what overlaps is one span."""
    found: list[tuple[int, int, list[Change]]] = []
    errata = [change for change in release.changes if change.rule == "erratum"]
    for change in sorted(errata, key=lambda change: change.line):
        first, last = change.line, change.line + change.before.count("\n")
        if found and first <= found[-1][1]:
            start, end, changes = found.pop()
            found.append((start, max(end, last), [*changes, change]))
        else:
            found.append((first, last, [change]))
    return found


def rules(release: ParsedRelease) -> dict[int, tuple[str, ...]]:
    """The rules that changed the raw text, by line."""
    found: dict[int, tuple[str, ...]] = {
        change.line: (change.rule,) for change in release.changes if change.rule == "invisible-characters"
    }
    for first, last, _ in spans(release):
        found.update({line: ("erratum", *found.get(line, ())) for line in range(first, last + 1)})
    return found


def gaps(seed: Seed, release: ParsedRelease) -> Iterator[int]:
    """Lines at which the body is not what the file and the errata make it."""
    lines = seed.text.split("\n")
    body: dict[int, list[str]] = defaultdict(list)
    for line, text in zip(seed.origin, seed.body.split("\n"), strict=True):
        body[line].append(text)
    mended: set[int] = set()
    for first, last, errata in spans(release):
        span = range(first, last + 1)
        mended.update(span)
        signs = Counter("\n".join(lines[first - 1 : last]))
        for erratum in errata:
            signs.subtract(erratum.before)
            signs.update(erratum.after)
        signs.subtract("\n".join(text for line in span for text in body[line]))
        if any(signs.values()):
            yield first
    for line in range(seed.line(0), len(lines) + 1):
        if line not in mended and body[line] != [lines[line - 1]]:
            yield line
