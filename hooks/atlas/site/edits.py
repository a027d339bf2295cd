"""Edits of a release's words, marked where they occur in its text."""

import html

from atlas.core.changes import Change
from atlas.document.nodes import Text
from atlas.history.announcement import Announcement

WORDING_RULES = ("erratum", "glossary")  # those that replace words, not just their formatting


class Edits:
    """The edits of one release."""

    def __init__(self, release: Announcement) -> None:
        self._by_line: dict[int, list[Change]] = {}
        for change in release.changes:
            if change.rule in WORDING_RULES and change.before != change.after:
                self._by_line.setdefault(change.line, []).append(change)
        self.count = sum(map(len, self._by_line.values()))
        self.marked = 0

    def write(self, text: Text) -> str:
        """Return a text as HTML with its edits marked. Spaces are ignored: later passes may have changed them."""
        parts: list[str] = []
        done = 0
        for begin, end, change in sorted(self._found(text), key=lambda each: each[:2]):
            if begin < done:
                continue  # overlaps another edit
            before, after = html.escape(change.before), html.escape(text.text[begin:end])
            parts += (
                html.escape(text.text[done:begin]),
                f'<del class="edit">{before}</del><ins class="edit">{after}</ins>',
            )
            self.marked += 1
            done = end
        return "".join((*parts, html.escape(text.text[done:])))

    def _found(self, text: Text) -> list[tuple[int, int, Change]]:
        found = []
        for change in self._by_line.get(text.line, ()):
            letters = "".join(change.after.split())
            at = "".join(text.text.split()).find(letters)
            if letters and at >= 0:
                places = [place for place, letter in enumerate(text.text) if not letter.isspace()]
                found.append((places[at], places[at + len(letters) - 1] + 1, change))
        return found
