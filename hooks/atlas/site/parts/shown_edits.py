"""Edits of a seed as pages show them: one text in which the removed and added words are marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import takewhile

from atlas.core.edits import Edit, Rule
from atlas.core.languages import BilingualText
from atlas.document.nodes import Host
from atlas.document.traverse import elements
from atlas.extract.announcement import Announcement

_MARKUP = re.compile(r"[*`]+")  # of Markdown: emphasis and code
_LINK_MARKUP = re.compile(r"\]\([^)\s]*\)?|\[")
CONTEXT = 12  # characters shown on either side of a change
MIN_COMMON = 3  # tokens: a shorter unchanged run between two changes counts as changed
MAX_COMPARED = 4_000  # tokens: a longer change is shown as a whole, since comparing takes quadratic time


@dataclass(frozen=True)
class TextChange:
    """What an edit left unchanged, then what it removed, then what it added."""

    unchanged: str
    removed: str = ""
    added: str = ""


@dataclass(frozen=True)
class ShownEdit:
    """One edit, the rule that made it, and the reason that a person gave for it."""

    rule: Rule
    changes: tuple[TextChange, ...]
    reason: BilingualText | None

    @classmethod
    def of(cls, edit: Edit) -> ShownEdit:
        """Return an edit as shown."""
        return cls(edit.rule, text_changes(edit.before, edit.after), edit.reason)

    @classmethod
    def of_words(cls, edit: Edit) -> ShownEdit:
        """Return an edit as shown, without Markdown, which errata quote from the seed."""
        return cls.of(replace(edit, before=without_markup(edit.before), after=without_markup(edit.after)))


def without_markup(text: str) -> str:
    """Return a piece of Markdown without the signs of emphasis, code and links, which may be torn: “[this](”."""
    words = _LINK_MARKUP.sub("", text) if "](" in text else text  # else brackets are words: [Beta]
    return _MARKUP.sub("", words)


def rewordings(announcement: Announcement) -> dict[int, list[Edit]]:
    """Return the edits that replaced words, by the index of the block that they stand in.

    Errata are made in the file, before there are nodes, so they have a line. A block has the lines from its first one
    up to the first of the next block.
    """
    blocks = announcement.document.blocks
    starts = sorted((block.line, index) for index, block in enumerate(blocks))
    inner = ((element, index) for index, block in enumerate(blocks) for element in elements((block,)))
    block_by_host = {element.host_index: index for element, index in inner if isinstance(element, Host)}
    by_block: dict[int, list[Edit]] = {}
    for edit in announcement.edits:
        if edit.effect == "wording" and edit.before != edit.after:
            above = [index for line, index in starts if line <= edit.line]
            by_line = above[-1] if above else 0
            by_block.setdefault(block_by_host.get(edit.host_index, by_line), []).append(edit)
    return by_block


def text_changes(before: str, after: str) -> tuple[TextChange, ...]:
    """Return where two texts differ, with some context. The units are Latin words and other characters."""
    old, new = _tokens(before), _tokens(after)
    differing: list[TextChange] = []
    done, done_new = 0, 0  # how many tokens of each text were dealt with
    unchanged = ""
    for start, start_new, size in _common_runs(old, new):
        if size < MIN_COMMON and 0 < start < len(old):
            continue
        removed, added = "".join(old[done:start]), "".join(new[done_new:start_new])
        if removed or added:
            differing.append(TextChange(unchanged, removed, added))
            unchanged = ""
        unchanged += "".join(old[start : start + size])
        done, done_new = start + size, start_new + size
    return _with_context((*differing, TextChange(unchanged)))


def _common_runs(old: list[str], new: list[str]) -> Iterator[tuple[int, int, int]]:
    """Yield each run of common tokens: its start in each list, and its length. The last is an empty run at the ends."""
    prefix = _common_length(old, new)
    suffix = _common_length(old[prefix:][::-1], new[prefix:][::-1])
    middle, middle_new = old[prefix : len(old) - suffix], new[prefix : len(new) - suffix]
    yield 0, 0, prefix
    if len(middle) + len(middle_new) <= MAX_COMPARED:
        *runs, _ = SequenceMatcher(None, middle, middle_new).get_matching_blocks()  # the last is empty
        for start, start_new, size in runs:
            yield prefix + start, prefix + start_new, size
    yield len(old) - suffix, len(new) - suffix, suffix
    yield len(old), len(new), 0


def _common_length(old: list[str], new: list[str]) -> int:
    """Return with how many equal tokens two lists begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))


def _tokens(text: str) -> list[str]:
    return re.findall(r"[A-Za-z0-9_]+|.", text, re.DOTALL)


def _with_context(changes: tuple[TextChange, ...]) -> tuple[TextChange, ...]:
    """Shorten unchanged text to its context: the first change keeps the end, the last the start, others keep both."""
    shortened = []
    for change in changes:
        start = 0 if change is changes[0] else CONTEXT
        end = 0 if change is changes[-1] else CONTEXT
        unchanged = change.unchanged
        if len(unchanged) > start + end + 1:
            unchanged = unchanged[:start] + "…" + unchanged[len(unchanged) - end :]
        shortened.append(TextChange(unchanged, change.removed, change.added))
    return tuple(shortened)
