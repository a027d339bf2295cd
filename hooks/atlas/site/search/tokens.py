"""Text → tokens, for the index and for queries.

``docs/assets/js/search/tokens.js`` does the same in the reader's browser; a test compares the two.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from atlas.core.text import HAN, stem

_HAN = re.compile(rf"[{HAN}]")
_PIECE = re.compile(
    rf"[{HAN}]+|[0-9]{{1,3}}(?:,[0-9]{{3}})+(?![0-9])|[A-Za-z]\+\+|[A-Za-z]{{2,}}(?=[0-9]+\.[0-9])"
    rf"|[^\W_{HAN}]+(?:[._-]+[^\W_{HAN}]+)*"
)
_VERSION = re.compile(r"v?([0-9]+(?:\.[0-9]+)+)")
# At joiners, before a capital that begins a word (LLMs is one word), and between letters and digits.
_HUMP = re.compile(
    r"[._-]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})|(?<=[A-Za-z]{3})(?=[0-9])|(?<=[0-9])(?=[A-Za-z]{2})"
)


def pieces(text: str) -> list[str]:
    """Return the runs of Chinese and the words, including joined ones, in order."""
    return _PIECE.findall(unicodedata.normalize("NFKC", text))


def parts(piece: str) -> list[str]:
    """Return the stemmed words in a name: ZeroRedundancyOptimizer, static_graph, torch.compile."""
    return [stem(part.lower()) for part in _HUMP.split(piece) if part]


def whole(piece: str) -> str:
    """Return a name as one stemmed word."""
    return stem(re.sub(r"[._,-]+", "", piece).lower())


def tokens(text: str) -> list[str]:
    """Return the tokens of a text: all pairs of Chinese characters; of names, the parts and the whole."""
    found: list[str] = []
    for piece in pieces(text):
        if _HAN.match(piece):
            found += [first + second for first, second in pairwise(piece)] or [piece]
        else:
            found += _tokens(piece)
    return found


def tokens_of(texts: Iterable[str]) -> list[str]:
    """Return the tokens of several texts."""
    return [token for text in texts for token in tokens(text)]


def with_joined(names: Iterable[str]) -> list[str]:
    """Return the tokens of names and of joined neighboring words, so that “dataloader” finds “data loader”."""
    pairs = [a + b for name in names for a, b in pairwise(name.split())]
    return [*tokens_of(names), *(whole(pair) for pair in pairs if pair.isascii() and pair.isalpha())]


@lru_cache(maxsize=16384)  # about the vocabulary of a language
def _tokens(piece: str) -> tuple[str, ...]:
    """Return the tokens of a piece that is not Chinese."""
    if version := _VERSION.fullmatch(piece):
        return (version[1],)
    if "," in piece or piece.endswith("+"):
        return (whole(piece),)
    split = parts(piece)
    return (*split, whole(piece)) if len(split) > 1 else tuple(split)
