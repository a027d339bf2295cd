"""Text → tokens: what the index holds, and what a query asks for.

``docs/assets/js/search/tokens.js`` is the same in the reader's browser; a test holds the two together.
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
# Between what is joined, before a capital that begins a word (LLMs is one), between letters and numbers.
_HUMP = re.compile(
    r"[._-]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})|(?<=[A-Za-z]{3})(?=[0-9])|(?<=[0-9])(?=[A-Za-z]{2})"
)


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
        if _HAN.match(piece):
            found += [first + second for first, second in pairwise(piece)] or [piece]
        else:
            found += _tokens(piece)
    return found


def tokens_of(texts: Iterable[str]) -> list[str]:
    """Every token of some texts."""
    return [token for text in texts for token in tokens(text)]


def with_joined(names: Iterable[str]) -> list[str]:
    """The tokens of names, and neighbouring words as one: who types “dataloader” means “data loader”."""
    pairs = [a + b for name in names for a, b in pairwise(name.split())]
    return [*tokens_of(names), *(whole(pair) for pair in pairs if pair.isascii() and pair.isalpha())]


@lru_cache(maxsize=16384)  # the words of a language
def _tokens(piece: str) -> tuple[str, ...]:
    """What is no Chinese as tokens."""
    if version := _VERSION.fullmatch(piece):
        return (version[1],)
    if "," in piece or piece.endswith("+"):
        return (whole(piece),)
    split = parts(piece)
    return (*split, whole(piece)) if len(split) > 1 else tuple(split)
