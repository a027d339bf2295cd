"""How far a catalog is: how many texts, and how many words of the source, are translated, fuzzy or missing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from atlas.translate.catalogs import Catalog
from atlas.translate.segments import Segment

_WORD = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff](?:[\w.+'’-]*[^\W_\u3400-\u9fff])?")


@dataclass(frozen=True, slots=True)
class Amount:
    """Texts, and the words of the source that they hold."""

    texts: int = 0
    words: int = 0

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.texts + other.texts, self.words + other.words)


@dataclass(frozen=True, slots=True)
class Progress:
    """The texts of a seed by the state of their translation, and the entries that no text has any more."""

    translated: Amount = Amount()
    fuzzy: Amount = Amount()
    missing: Amount = Amount()
    obsolete: int = 0

    def __add__(self, other: Progress) -> Progress:
        return Progress(
            self.translated + other.translated,
            self.fuzzy + other.fuzzy,
            self.missing + other.missing,
            self.obsolete + other.obsolete,
        )

    @property
    def all(self) -> Amount:
        """Every text."""
        return self.translated + self.fuzzy + self.missing


def progress(catalog: Catalog, segments: Iterable[Segment]) -> Progress:
    """How far ``catalog`` is with the texts of its seed; one that stands in several places counts once."""
    found = Progress(obsolete=sum(entry.obsolete for entry in catalog.entries))
    for msgid in dict.fromkeys(segment.msgid for segment in segments):
        amount = Amount(1, words(msgid))
        if msgid in catalog.messages:
            found += Progress(translated=amount)
        elif msgid in catalog.fuzzy:
            found += Progress(fuzzy=amount)
        else:
            found += Progress(missing=amount)
    return found


def words(msgid: str) -> int:
    """Words as translators count them: characters of Han, and words of other scripts; addresses are none."""
    return len(_WORD.findall(re.sub(r"\]\([^()]*(?:\([^()]*\)[^()]*)*\)", "]", msgid)))
