"""A summary for a person at a terminal: aligned, coloured where that can be seen, cut to the width."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from atlas.cli.summary import Lost, Summary, Told
from atlas.core.problems import printable
from atlas.knowledge.schema import Stability

BOLD, DIM, GREEN, YELLOW, MAGENTA, CYAN = "1", "2", "32", "33", "35", "36"
LEVELS = (GREEN, YELLOW, MAGENTA)  # in the order of the vocabulary; what comes after them is dim
SEVERITIES = {"warning": YELLOW, "note": CYAN}
SAMPLE = 40  # columns of a text that was not carried over
NARROW = 100  # below it, titles get the room that long labels and areas would take
GAP = "  "


@dataclass(frozen=True)
class Screen:
    """Where the text goes. Without a width (a file, a pipe) nothing is cut."""

    width: int | None = None
    coloured: bool = False

    def paint(self, text: str, colour: str) -> str:
        """``text`` in a colour, where there are any."""
        return f"\x1b[{colour}m{text}\x1b[0m" if self.coloured and colour else text

    def limit(self, narrow: int, wide: int) -> int:
        """How wide a column may grow."""
        return narrow if self.width and self.width < NARROW else wide

    def rest(self, text: str, used: int) -> str:
        """The last part of a row of which ``used`` columns are taken."""
        return text if not self.width else clip(text, max(self.width - used, 8))


def columns(text: str) -> int:
    """How many columns ``text`` takes: Chinese and full-width characters two, combining marks none."""
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def clip(text: str, width: int) -> str:
    """``text`` in at most ``width`` columns, with … where it was cut."""
    if columns(text) <= width:
        return text
    used = 0
    for i, char in enumerate(text):
        used += _columns(char)
        if used > width - 1:
            return f"{text[:i].rstrip()}…"
    return text


def wrap(text: str, width: int | None) -> list[str]:
    """``text`` in lines of at most ``width`` columns, as far as its spaces allow."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and width and columns(f"{lines[-1]} {word}") > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".lstrip()
    return lines


def report(summary: Summary, stability: Stability, screen: Screen) -> Iterator[str]:
    """The lines to print for one file that could be read."""
    yield from _head(summary, screen)
    yield ""
    yield from _features(summary, stability, screen)
    if summary.problems:
        yield ""
        yield screen.paint("To look at", BOLD)
        yield from _problems(summary.problems, screen)
    if summary.not_carried:
        yield ""
        yield from _not_carried(summary.not_carried, screen)


def _head(summary: Summary, screen: Screen) -> Iterator[str]:
    made = f"{summary.format}, {summary.encoding}, {summary.language}"
    yield f"{screen.paint(printable(summary.file), BOLD)}{GAP}{screen.paint(made, DIM)}"
    kind = {"release": "", "article": " (the article's)"}.get(summary.date_kind or "", "")
    counts = [
        f"{'≈ ' if key in summary.approximate else ''}{value:,} {key}"
        for key, value in (("commits", summary.commits), ("contributors", summary.contributors))
        if value is not None
    ]
    yield " · ".join([screen.paint(f"PyTorch {summary.version}", BOLD), f"{summary.date or 'no date'}{kind}", *counts])
    people = " · ".join(filter(None, [summary.translator, summary.publisher]))
    english = summary.title_en if summary.title_en != summary.title else None
    rows = (("title", summary.title), ("", english), ("original", summary.original_url))
    for name, value in (*rows, ("translated", summary.translation_url), ("by", people)):
        if value:
            lines = wrap(printable(value), screen.width and screen.width - 14)
            yield f"{GAP}{screen.paint(f'{name:10}', DIM)}{GAP}{lines[0]}"
            yield from (f"{GAP:14}{line}" for line in lines[1:])


def _features(summary: Summary, stability: Stability, screen: Screen) -> Iterator[str]:
    symbols = {level.id: level.symbol for level in stability.levels}
    colours = dict(zip(symbols, LEVELS, strict=False))
    found = Counter(feature.stability for feature in summary.features)
    counted = ", ".join(f"{found[level]} {level}" for level in symbols if found[level])
    many = f"{len(summary.features)} feature{'s' * (len(summary.features) != 1)}"
    yield screen.paint(many, BOLD) + (f": {counted}" if counted else "")
    features = summary.features
    cells = [
        pad([str(f.line) for f in features], right=True),
        pad([f"{symbols[f.stability]} {f.stability}" for f in features]),
        pad([f.basis for f in features]),
        pad([clip(printable(f.label_raw), screen.limit(11, 20)) for f in features]),
        pad([clip(f.area or "-", screen.limit(12, 20)) for f in features]),
    ]
    for feature, row in zip(features, zip(*cells, strict=True), strict=True):
        paints = ("", colours.get(feature.stability, DIM), DIM, DIM, CYAN)
        head = "".join(f"{GAP}{screen.paint(cell, paint)}" for cell, paint in zip(row, paints, strict=True))
        used = sum(len(GAP) + columns(cell) for cell in row) + len(GAP)
        yield f"{head}{GAP}{screen.rest(printable(feature.title), used)}"


def _problems(problems: Sequence[Told], screen: Screen) -> Iterator[str]:
    """A problem a row, its message wrapped beside its line and severity."""
    kinds, lines = pad([p.severity for p in problems]), pad([str(p.line or "-") for p in problems], right=True)
    for problem, kind, line in zip(problems, kinds, lines, strict=True):
        head = f"{GAP}{line}{GAP}{screen.paint(kind, SEVERITIES.get(problem.severity, BOLD))}{GAP}"
        used = 3 * len(GAP) + len(line) + len(kind)
        first, *more = wrap(printable(problem.message), screen.width and screen.width - used)
        yield f"{head}{first}"
        yield from (f"{' ' * used}{text}" for text in more)


def _not_carried(lost: Sequence[Lost], screen: Screen) -> Iterator[str]:
    """One line a rule: how often, where, and how the texts begin."""
    yield screen.paint("Not carried over", BOLD)
    rules = Counter(text.rule for text in lost)
    names, counts = pad(list(rules)), pad([str(count) for count in rules.values()], right=True)
    for rule, name, count in zip(rules, names, counts, strict=True):
        samples = " | ".join(f"{text.line}: {clip(printable(text.text), SAMPLE)}" for text in lost if text.rule == rule)
        used = 3 * len(GAP) + columns(name) + len(count)
        yield f"{GAP}{count}{GAP}{name}{GAP}{screen.paint(screen.rest(samples, used), DIM)}"


def pad(cells: Sequence[str], *, right: bool = False) -> list[str]:
    """The cells of one column, as wide as the widest."""
    width = max(map(columns, cells), default=0)
    spaces = [" " * (width - columns(cell)) for cell in cells]
    return [f"{space}{cell}" if right else f"{cell}{space}" for cell, space in zip(cells, spaces, strict=True)]
