"""Texts as compared: simplified Chinese, normalized names, English stems, widths."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

import opencc
import snowballstemmer

from atlas.core.characters import HAN_CHARACTER


@cache
def simplified_forms() -> dict[str, str]:
    """Map traditional characters to their simplified forms, where the conversion is one to one."""
    chars = list(map(chr, range(0x3400, 0xA000)))
    forms = opencc.OpenCC("t2s").convert("\n".join(chars)).split("\n")  # at once: a call for each takes far longer
    return {char: form for char, form in zip(chars, forms, strict=True) if form != char and len(form) == 1}


@cache
def _simplified() -> dict[int, str]:
    return {ord(char): form for char, form in simplified_forms().items()}


def to_simplified(text: str) -> str:
    """Convert ``text`` to simplified characters for vocabulary matching, keeping its length: 測試版 → 测试版."""
    return text if text.isascii() else text.translate(_simplified())


@lru_cache(maxsize=256)  # asked again for every quote from a seed
def is_traditional(text: str) -> bool:
    """Return whether Chinese is in traditional script: more than one in ten Han characters has a simplified form."""
    han = HAN_CHARACTER.findall(text)
    return sum(ord(char) in _simplified() for char in han) * 10 > len(han)


_NARROW = str.maketrans({chr(c): chr(c - 0xFEE0) for c in range(0xFF01, 0xFF5F)})  # ＡＢＣ → ABC
_NON_WORD = re.compile(r"[\W_]+")


@lru_cache(maxsize=1024)  # names and sentences are compared with many others
def comparison_key(text: str) -> str:
    """Normalize ``text`` for comparison: simplified, half-width, case-folded, without spaces and punctuation."""
    return _NON_WORD.sub("", to_simplified(text).translate(_NARROW)).casefold()


def has_name(text: str, name: str) -> bool:
    """Return whether ``text`` contains a name, in any case and script; a Latin name must not be part of a word."""
    if comparison_key(name) not in comparison_key(text):
        return False
    name, text = (to_simplified(part).translate(_NARROW) for part in (name, text))
    start = r"(?<![A-Za-z0-9])" if name[:1].isascii() else ""
    end = r"s?(?![A-Za-z0-9])" if name[-1:].isascii() else ""
    return bool(re.search(start + re.escape(name) + end, text, re.IGNORECASE))


_ENGLISH = snowballstemmer.stemmer("english")


@lru_cache(maxsize=16384)  # enough for the vocabulary of a language
def stem(word: str) -> str:
    """Return the common stem of the forms of a lower-case English word: compile, compiler, compilation."""
    return _ENGLISH.stemWord(word) if word.isascii() and word.isalpha() else word


_HAN_WIDTH = 2.9  # English characters that correspond to one Han character


def text_width(text: str) -> float:
    """Return the length of a text in English characters, so that a text and its translation can be compared."""
    return len(text) + (_HAN_WIDTH - 1) * len(HAN_CHARACTER.findall(text))


def common_prefix_length(first: Sequence[str], second: Sequence[str]) -> int:
    """Return the length of the longest common prefix of two texts or lists of tokens."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(first), len(second)))
