"""Errata: corrections of a single seed's text, applied before the seed is parsed by the reader for its format."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from operator import itemgetter
from typing import NamedTuple

from atlas.core.edits import Edit, Rule
from atlas.core.languages import BilingualText
from atlas.core.problems import Problem
from atlas.knowledge.schema import Erratum
from atlas.seeds.seed import Meta, Seed

ERRATUM = Rule("erratum", BilingualText("勘误", "Erratum"), "wording")

_Line = tuple[str, int]  # a line of the body, and the number of the file's line that it comes from


class Corrected(NamedTuple):
    """A corrected seed, the edits, and a problem for each erratum that no longer matches."""

    seed: Seed
    edits: tuple[Edit, ...]
    problems: tuple[Problem, ...]


def apply_errata(seed: Seed, errata: tuple[Erratum, ...]) -> Corrected:
    """Apply each erratum to a value of the front matter, or else to the lines of the body."""
    lines = list(zip(seed.body.split("\n"), seed.origin, strict=True))
    edits: list[Edit] = []
    problems: list[Problem] = []
    meta = seed.meta
    for erratum in errata:
        corrected_meta = _with_value_corrected(meta, erratum)
        if corrected_meta != meta:
            meta = corrected_meta
        elif problem := _correct_lines(lines, erratum, seed):
            problems.append(problem)
            continue
        edits.append(
            Edit(ERRATUM, erratum.find, erratum.replace, erratum.line, erratum.reason, erratum.mistranslations)
        )
    body = "\n".join(line for line, _ in lines)
    corrected_seed = replace(seed, body=body, origin=tuple(origin for _, origin in lines), meta=meta)
    return Corrected(corrected_seed, tuple(edits), tuple(problems))


def _correct_lines(lines: list[_Line], erratum: Erratum, seed: Seed) -> Problem | None:
    """Apply an erratum to ``lines``, in place.

    Return a problem, and change nothing, unless ``find`` occurs exactly once on the lines that the erratum names.
    """
    line_count = erratum.find.count("\n") + 1
    first = bisect_left(lines, erratum.line, key=itemgetter(1))
    # Not just first + line_count: an earlier erratum may have split a line into several with the same file line.
    end = bisect_left(lines, erratum.line + line_count, key=itemgetter(1))
    text = "\n".join(line for line, _ in lines[first:end])
    occurrences = text.count(erratum.find)
    if first == end or lines[first][1] != erratum.line or occurrences != 1:
        fault = f"erratum for {seed.path}:{erratum.line} finds its text {occurrences} times, not once"
        return erratum.problem(f"{fault}: correct `find` and `line`, or delete it")
    corrected = text.replace(erratum.find, erratum.replace).split("\n")
    origins = [lines[first + index][1] for index in _source_indices(text.split("\n"), corrected)]
    lines[first:end] = list(zip(corrected, origins, strict=True))
    return None


def _with_value_corrected(meta: Meta, erratum: Erratum) -> Meta:
    """Return the front matter with the erratum applied to the value on its line, if ``find`` occurs in it once."""
    return tuple(
        (key, value.replace(erratum.find, erratum.replace), line)
        if line == erratum.line and value.count(erratum.find) == 1
        else (key, value, line)
        for key, value, line in meta
    )


def _source_indices(before: list[str], after: list[str]) -> Iterator[int]:
    """Yield, for each line of the corrected text ``after``, the index of the line of ``before`` that it comes from.

    Lines are compared without indentation. An added line counts as coming from the same line as the one above it.
    """
    matcher = SequenceMatcher(None, [*map(str.strip, before)], [*map(str.strip, after)], autojunk=False)
    for _, start, end, after_start, after_end in matcher.get_opcodes():
        for offset in range(after_end - after_start):
            yield max(0, min(start + offset, end - 1))
