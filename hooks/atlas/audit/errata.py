"""Errata in the account: the lines that they change, and whether nothing else changed on the way to the body."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from atlas.audit.source_words import words
from atlas.core.changes import Change
from atlas.extract.release import ParsedRelease
from atlas.sources.seed import Seed

Span = tuple[range, list[Change]]  # lines, and the errata that change them


def _spans(release: ParsedRelease) -> list[Span]:
    """The lines that errata change, with those errata; what overlaps is one span."""
    found: list[Span] = []
    errata = [change for change in release.changes if change.rule == "erratum"]
    for erratum in sorted(errata, key=lambda change: change.line):
        lines = range(erratum.line, erratum.line + erratum.before.count("\n") + 1)
        if found and lines.start in found[-1][0]:
            before, earlier = found.pop()
            found.append((range(before.start, max(before.stop, lines.stop)), [*earlier, erratum]))
        else:
            found.append((lines, [erratum]))
    return found


def rules_by_line(release: ParsedRelease) -> dict[int, tuple[str, ...]]:
    """The rules that changed the raw text, by line."""
    found = {c.line: (c.rule,) for c in release.changes if c.rule == "invisible-characters"}
    errata = {line: ("erratum", *found.get(line, ())) for lines, _ in _spans(release) for line in lines}
    return found | errata


def deleted(seed: Seed, release: ParsedRelease) -> set[int]:
    """Lines of which errata leave no word, on whatever line the others stand now."""
    text = seed.text.split("\n")
    found: set[int] = set()
    for lines, errata in _spans(release):
        before, after = (
            Counter(words(" ".join(side))) for side in zip(*((e.before, e.after) for e in errata), strict=True)
        )
        gone = before - after
        found |= {line for line in lines if (own := Counter(words(text[line - 1]))) and own <= gone}
    return found


def gaps(seed: Seed, release: ParsedRelease) -> Iterator[int]:
    """Lines at which the body is not what the file and the errata make it."""
    text = seed.text.split("\n")
    body: dict[int, list[str]] = defaultdict(list)
    for line, readable in zip(seed.origin, seed.body.split("\n"), strict=True):
        body[line].append(readable)
    corrected: set[int] = set()
    for lines, errata in _spans(release):
        corrected.update(lines)
        signs = Counter("\n".join(text[line - 1] for line in lines))
        for erratum in errata:
            signs.subtract(erratum.before)
            signs.update(erratum.after)
        signs.subtract("\n".join(part for line in lines for part in body[line]))
        if any(signs.values()):
            yield lines.start
    for line in range(seed.line(0), len(text) + 1):
        if line not in corrected and body[line] != [text[line - 1]]:
            yield line
