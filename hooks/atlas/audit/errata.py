"""Errata in the account: the lines that they change, and whether nothing else changed on the way to the body."""

from collections import Counter, defaultdict
from typing import NamedTuple

from atlas.audit.source_words import words
from atlas.core.changes import Change
from atlas.extract.release import ParsedRelease
from atlas.sources.seed import Seed


class Corrections(NamedTuple):
    """What was done to the lines of a file before it was read."""

    rules: dict[int, tuple[str, ...]]  # the rules that changed a line
    deleted: set[int]  # lines of which errata leave no word, on whatever line the others stand now
    gaps: set[int]  # lines at which the body is not what the file and the errata make it


def corrections(seed: Seed, release: ParsedRelease) -> Corrections:
    """What errata and the removal of invisible characters did."""
    text = seed.text.split("\n")
    body: dict[int, list[str]] = defaultdict(list)
    for line, readable in zip(seed.origin, seed.body.split("\n"), strict=True):
        body[line].append(readable)
    invisible = [change for change in release.changes if change.rule == "invisible-characters"]
    rules: dict[int, tuple[str, ...]] = {change.line: (change.rule,) for change in invisible}
    deleted, gaps, corrected = set[int](), set[int](), set[int]()
    for lines, errata in _spans(release):
        corrected.update(lines)
        rules |= {line: ("erratum", *rules.get(line, ())) for line in lines}
        before, after = "\n".join(each.before for each in errata), "\n".join(each.after for each in errata)
        gone = Counter(words(before)) - Counter(words(after))
        deleted |= {line for line in lines if (own := Counter(words(text[line - 1]))) and own <= gone}
        file = "\n".join(text[line - 1] for line in lines)
        result = "\n".join(part for line in lines for part in body[line])
        if sorted(file + after) != sorted(before + result):
            gaps.add(lines.start)
    others = (line for line in range(seed.line(0), len(text) + 1) if line not in corrected)
    gaps |= {line for line in others if body[line] != [text[line - 1]]}
    return Corrections(rules, deleted, gaps)


def _spans(release: ParsedRelease) -> list[tuple[range, list[Change]]]:
    """The lines that errata change, with those errata; what overlaps is one span."""
    found: list[tuple[range, list[Change]]] = []
    errata = [change for change in release.changes if change.rule == "erratum"]
    for erratum in sorted(errata, key=lambda change: change.line):
        lines = range(erratum.line, erratum.line + erratum.before.count("\n") + 1)
        if found and lines.start in found[-1][0]:
            before, earlier = found.pop()
            found.append((range(before.start, max(before.stop, lines.stop)), [*earlier, erratum]))
        else:
            found.append((lines, [erratum]))
    return found
