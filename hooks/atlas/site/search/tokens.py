"""Text → tokens: what the index holds, and what a query asks for.

``docs/assets/js/search/tokens.js`` is the same in the reader's browser; a test holds the two together.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

HAN = "\u3400-\u9fff"
_PIECE = re.compile(
    rf"[{HAN}]+|[0-9]{{1,3}}(?:,[0-9]{{3}})+(?![0-9])|[A-Za-z]\+\+|[A-Za-z]{{2,}}(?=[0-9]+\.[0-9])"
    rf"|[^\W_{HAN}]+(?:[._-]+[^\W_{HAN}]+)*"
)
_VERSION = re.compile(r"v?([0-9]+(?:\.[0-9]+)+)")
# Between what is joined, before a capital that begins a word (LLMs is one), between letters and numbers.
_HUMP = re.compile(
    r"[._-]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})|(?<=[A-Za-z]{3})(?=[0-9])|(?<=[0-9])(?=[A-Za-z]{2})"
)
# Longest first. A word loses one after the other as long as at least three letters are left.
_ENDINGS = (
    "ifications", "izations", "isations", "ification", "ifying", "ified", "ifies", "ify", "ization", "isation",
    "izers", "isers", "izing", "ising", "izer", "iser", "ized", "ised", "izes", "ises", "ize", "ise", "ations",
    "ation", "ating", "ators", "ator", "ated", "ates", "ate", "ments", "ment", "ness", "ings", "isms", "ions", "ing",
    "ism", "ion", "ives", "ive", "ities", "ity", "ies", "ers", "ed", "er", "es", "al", "ly", "s", "e", "y",
)  # fmt: skip


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """A lower-case English word without its ending: quantized, quantizes and quantization are one."""
    if not word.isascii() or not word.isalpha():
        return word
    while ending := next((end for end in _ENDINGS if word.endswith(end) and len(word) - len(end) >= 3), ""):
        if word.endswith("ss"):
            break
        word = word[: -len(ending)]
        doubled = word[-1] == word[-2] and word[-1] not in "lsz"  # running, debugger; but jitter is no JIT
        if doubled and len(word) > (4 if ending.startswith("er") else 3):
            word = word[:-1]
    return word


def pieces(text: str) -> list[str]:
    """Runs of Chinese, and words with what joins their parts, in order."""
    return _PIECE.findall(unicodedata.normalize("NFKC", text))


def parts(piece: str) -> list[str]:
    """The words that a name is made of, stemmed: ZeroRedundancyOptimizer, static_graph, torch.compile."""
    return [stem(part.lower()) for part in _HUMP.split(piece) if part]


def whole(piece: str) -> str:
    """A name as one word."""
    return stem(re.sub(r"[._,-]+", "", piece).lower())


def tokens(text: str) -> list[str]:
    """Every token of a text: of Chinese all pairs of characters, of names the whole and the parts."""
    found: list[str] = []
    for piece in pieces(text):
        if HAN[0] <= piece[0] <= HAN[-1]:
            found += [first + second for first, second in pairwise(piece)] or [piece]
        else:
            found += _tokens(piece)
    return found


@lru_cache(maxsize=16384)  # the words of a language
def _tokens(piece: str) -> tuple[str, ...]:
    """What is no Chinese as tokens."""
    if version := _VERSION.fullmatch(piece):
        return (version[1],)
    if "," in piece or piece.endswith("+"):
        return (whole(piece),)
    split = parts(piece)
    return (*split, whole(piece)) if len(split) > 1 else tuple(split)
