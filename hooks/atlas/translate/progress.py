"""How far a catalog is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from atlas.core.text import HAN
from atlas.translate.catalogs import Catalog
from atlas.translate.segments import Segment

STATES = ("translated", "fuzzy", "missing")
_WORD = re.compile(rf"[{HAN}]|[^\W_{HAN}](?:[\w.+'’-]*[^\W_{HAN}])?")
_LINK_TARGET = re.compile(r"\]\([^()]*(?:\([^()]*\)[^()]*)*\)")


def progress(catalog: Catalog, segments: Iterable[Segment]) -> Counter[str]:
    """How many texts of a seed are in each state ("fuzzy"), and how many words they have ("fuzzy words").

    A text in several places counts once. "obsolete" are the entries that no text has any more.
    """
    counts = Counter(obsolete=sum(entry.obsolete for entry in catalog.entries))
    for msgid in {segment.msgid for segment in segments}:
        state = "translated" if msgid in catalog.messages else "fuzzy" if msgid in catalog.fuzzy else "missing"
        counts.update({state: 1, f"{state} words": words(msgid)})
    return counts


def words(msgid: str) -> int:
    """Words as translators count them: characters of Han, and words of other scripts; addresses are none."""
    return len(_WORD.findall(_LINK_TARGET.sub("]", msgid)))
