"""Edits of a seed as its page shows them: one text with its changed words marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from atlas.core.edits import Edit, Rule
from atlas.core.languages import BilingualText
from atlas.core.text import common_prefix_length

CONTEXT = 12  # characters shown on either side of a change
MIN_COMMON = 3  # shorter common runs of tokens between two changes count as changed
MAX_COMPARED = 4_000  # tokens: longer changes are shown as a whole, since comparing takes quadratic time


@dataclass(frozen=True)
class Part:
    """What an edit left unchanged, then what it removed, then what it added."""

    unchanged: str
    removed: str = ""
    added: str = ""


@dataclass(frozen=True)
class Correction:
    """One edit of a rule."""

    rule: Rule
    parts: tuple[Part, ...]
    reason: BilingualText | None

    @classmethod
    def of(cls, edit: Edit) -> Correction:
        """Return an edit as shown."""
        return cls(edit.rule, parts(edit.before, edit.after), edit.reason)


def parts(before: str, after: str) -> tuple[Part, ...]:
    """Return where two texts differ, by words of Latin script and single characters of others, with some context."""
    old, new = _tokens(before), _tokens(after)
    differing: list[Part] = []
    done, done_new = 0, 0
    unchanged = ""
    for start, start_new, size in _common_runs(old, new):
        if size < MIN_COMMON and 0 < start < len(old):
            continue
        removed, added = "".join(old[done:start]), "".join(new[done_new:start_new])
        if removed or added:
            differing.append(Part(unchanged, removed, added))
            unchanged = ""
        unchanged += "".join(old[start : start + size])
        done, done_new = start + size, start_new + size
    return _cut((*differing, Part(unchanged)))


def _common_runs(old: list[str], new: list[str]) -> Iterator[tuple[int, int, int]]:
    """Yield each run of common tokens: its start in both lists, and its length; last is an empty one at the ends."""
    first = common_prefix_length(old, new)
    last = common_prefix_length(old[first:][::-1], new[first:][::-1])
    changed, changed_new = old[first : len(old) - last], new[first : len(new) - last]
    yield 0, 0, first
    if len(changed) + len(changed_new) <= MAX_COMPARED:
        for start, start_new, size in SequenceMatcher(None, changed, changed_new).get_matching_blocks()[:-1]:
            yield first + start, first + start_new, size
    yield len(old) - last, len(new) - last, last
    yield len(old), len(new), 0


def _tokens(text: str) -> list[str]:
    return re.findall(r"[A-Za-z0-9_]+|.", text, re.DOTALL)


def _cut(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Cut what is unchanged to its context: the end of the first part, the start of the last, both of the others."""
    shown = []
    for part in parts:
        start = 0 if part is parts[0] else CONTEXT
        end = 0 if part is parts[-1] else CONTEXT
        unchanged = part.unchanged
        if len(unchanged) > start + end + 1:
            unchanged = unchanged[:start] + "…" + unchanged[len(unchanged) - end :]
        shown.append(Part(unchanged, part.removed, part.added))
    return tuple(shown)
