"""A quote in the file's own words, where what is quoted was corrected."""

import re
from difflib import SequenceMatcher
from functools import lru_cache

from atlas.core.text import normal

ALIKE = 0.5  # of a quote and the sentence that it was made from

_SENTENCE = re.compile(r"(?<=[。！？；!?;])|\|")  # or a table's cell
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*(?:\s+\"[^\"]*\")?\)")
_SIGNS = re.compile(r"[*`\\]|^(?:[\s#>|-]|\d+\.\s)+|&nbsp;")


@lru_cache(maxsize=4096)
def original(quote: str, line: str) -> str:
    """The sentence of a file's ``line`` that ``quote`` was made from; empty where it stands there as quoted.

    Without the line's markup. Where no sentence is alike, the whole line.
    """
    words = _SIGNS.sub("", _LINK.sub(r"\1", _TAG.sub("", line))).strip()
    if normal(quote) in normal(line) or normal(quote) in normal(words):
        return ""
    sentences = [sentence.strip() for sentence in _SENTENCE.split(words) if sentence.strip()]
    likeness = [SequenceMatcher(None, quote, sentence, autojunk=False).ratio() for sentence in sentences]
    best = max(likeness, default=0.0)
    return sentences[likeness.index(best)] if best >= ALIKE else words
