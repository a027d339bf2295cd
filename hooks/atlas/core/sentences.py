"""Where sentences end, in Chinese and English text."""

import re
from itertools import pairwise

from atlas.core.characters import HAN

# A sentence includes the closing quotes, closing brackets and spaces after its stop. “!” and “?” before a Han character
# count as full-width. A period does not end a sentence in e.g., i.e. and etc., after the number of a heading or item,
# or before a lower-case word, unless that word is an identifier such as torch.compile.
# _NEXT: what may follow an English stop. It includes the private-use characters that replace code and links in texts
# of ``traverse.encode``.
_NEXT = rf"\s+(?:[A-Z“\"(`\[{HAN}\ue000-\ue0ff]|[a-z]\w*[._]\w|$)|$"
_END = (
    rf"(?:[{{stops}}][{{stops}}”’」』）]*|[!?](?=\s*[{HAN}])"
    rf"|(?<!e\.g)(?<!i\.e)(?<!etc)(?<!^\d)(?<!^\d\d)[.!?][”’\")\]]*(?={_NEXT}))\s*"
)
SENTENCE_END = re.compile(_END.format(stops="。！？"))
CLAUSE_END = re.compile(_END.format(stops="。！？；;"))  # a semicolon may be followed by a statement on another subject


def split_sentences(text: str) -> list[str]:
    """Split a text after each sentence. The sentences joined together are the text again."""
    return _split(SENTENCE_END, text)


def split_clauses(text: str) -> list[str]:
    """Split a text after each sentence and each semicolon. The clauses joined together are the text again."""
    return _split(CLAUSE_END, text)


def _split(end: re.Pattern[str], text: str) -> list[str]:
    """Split ``text`` after each match of ``end``. No piece is empty, except the only piece of an empty text."""
    cuts = [0, *(match.end() for match in end.finditer(text)), len(text)]
    pieces = [text[start:stop] for start, stop in pairwise(cuts) if start < stop]
    return pieces or [text]
