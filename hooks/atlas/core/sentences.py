"""Where sentences end, in Chinese and English text."""

import re
from itertools import pairwise

from atlas.core.characters import HAN

# Quotes and brackets that close after a stop belong to the sentence, and so do spaces. “!” and “?” may stand for
# full-width ones, without a space. No full stop is one of e.g., i.e. and etc., one after the number of a heading or
# item, and one before a lower-case word that is no identifier, such as torch.compile.
_NEXT = rf"\s+(?:[A-Z“\"(`\[{HAN}\ue000-\ue0ff]|[a-z]\w*[._]\w|$)|$"  # private use: code or a link in an encoded text
_END = (
    rf"(?:[{{stops}}][{{stops}}”’」』）]*|[!?](?=\s*[{HAN}])"
    rf"|(?<!e\.g)(?<!i\.e)(?<!etc)(?<!^\d)(?<!^\d\d)[.!?][”’\")\]]*(?={_NEXT}))\s*"
)
SENTENCE_END = re.compile(_END.format(stops="。！？"))
CLAUSE_END = re.compile(_END.format(stops="。！？；;"))  # what stands after a semicolon may be of something else


def sentences(text: str) -> list[str]:
    """Split a text after each sentence; joined, the sentences are the text."""
    return _split(SENTENCE_END, text)


def clauses(text: str) -> list[str]:
    """Split a text after each sentence and semicolon; joined, the clauses are the text."""
    return _split(CLAUSE_END, text)


def _split(end: re.Pattern[str], text: str) -> list[str]:
    places = [0, *(match.end() for match in end.finditer(text)), len(text)]
    return [text[start:stop] for start, stop in pairwise(places) if start < stop] or [text]
