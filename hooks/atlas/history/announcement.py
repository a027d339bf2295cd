"""A full announcement with its account and its translation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property

from atlas.audit.account import Fate
from atlas.core.languages import Language
from atlas.document.nodes import Carrier, Inlines, Localized, plain
from atlas.document.traverse import blocks, carriers, inlines_with_lines
from atlas.extract.release import Feature, ParsedRelease
from atlas.history.wording import OwnWords, own_words
from atlas.translate.lookup import Translation


@dataclass(frozen=True)
class Announcement(ParsedRelease):
    """What a seed says, what became of each of its lines, and its texts in the other language."""

    account: tuple[Fate, ...] = field(repr=False)  # one for every line of the file, in order
    translation: Translation = field(repr=False, hash=False)

    @classmethod
    def of(cls, parsed: ParsedRelease, account: tuple[Fate, ...], translation: Translation) -> Announcement:
        """Make an announcement from a parsed one with its account and its translation."""
        values = {item.name: getattr(parsed, item.name) for item in fields(parsed)}
        return cls(**values, account=account, translation=translation)

    def localized(self, inlines: Inlines, language: Language) -> Localized:
        """Return a text of this announcement in ``language``."""
        key = id(inlines), language
        if key not in self._localized:
            self._localized[key] = inlines, self.translation.localized(inlines, language)
        return self._localized[key][1]

    @cached_property
    def _localized(self) -> dict[tuple[int, Language], tuple[Inlines, Localized]]:
        """The results of ``localized``, by ``id()`` of the texts, which they keep: hashing these would take as long."""
        return {}

    def words(self, inlines: Inlines, language: Language) -> str | None:
        """Return a text of this announcement as plain text in ``language``; None without a current translation."""
        localized = self.localized(inlines, language)
        return None if localized.lang else plain(localized.inlines).strip()

    @property
    def line_count(self) -> int:
        """The number of lines in the seed's file."""
        return self.seed.text.rstrip("\n").count("\n") + 1

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines of the seed's file."""
        return tuple(self.seed.text.split("\n"))

    def own_words(self, quote: str, line: int) -> OwnWords | None:
        """Return the file's own words for a quote from the text that begins on ``line``, if they differ."""
        if (quote, line) not in self._own_words:
            end = next((start for start in self._starts if start > line), line + 1)
            changes = (change for change in self.changes if line <= change.line < end)
            self._own_words[quote, line] = own_words(quote, self.lines[line - 1 : end - 1], line, changes)
        return self._own_words[quote, line]

    @cached_property
    def _own_words(self) -> dict[tuple[str, int], OwnWords | None]:
        """The results of ``own_words``: pages in both languages and data quote the same words."""
        return {}

    @cached_property
    def _starts(self) -> list[int]:
        """Lines on which blocks and texts begin, in order."""
        return sorted({*self.texts_by_line, *(block.line for block in blocks(self.document))})

    @cached_property
    def carriers(self) -> tuple[Carrier, ...]:
        """The nodes that may carry a feature, in document order."""
        return tuple(carriers(self.document))

    def carrier(self, feature: Feature) -> Carrier:
        """Return the heading, paragraph, item or cell that carries a feature."""
        return self.carriers[feature.carrier]

    @cached_property
    def texts_by_line(self) -> Mapping[int, list[Inlines]]:
        """The document's texts by seed line."""
        found: dict[int, list[Inlines]] = {}
        for block in blocks(self.document):
            for inlines, line in inlines_with_lines(block):
                found.setdefault(line, []).append(inlines)
        return found
