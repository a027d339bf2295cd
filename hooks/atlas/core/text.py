"""Normal forms in which texts are compared: simplified Chinese, keys, English stems, lengths.

The keys differ in what they ignore. All ignore case, width (full or half), and script (traditional or simplified):

- ``folded`` also ignores how many spaces there are. The result is still a text that patterns of words can be found in.
- ``comparison_key`` also ignores all spaces and punctuation. It is for sentences, headings and labels.
- ``name_key`` does the same, but keeps the signs that distinguish names: C++, 2.1, torch.compile.
- ``title_key`` (in extract/titles.py) is a ``name_key`` that also ignores a final “API” and a plural. It is for
  features that nobody registered.

Two modules have a key for a single purpose: recognition.py for the words of levels, without spaces and hyphens, and
differences.py for identifiers, which have neither Chinese nor punctuation.
"""

import re
import unicodedata
from functools import cache, lru_cache

import opencc
import snowballstemmer

from atlas.core.characters import HAN_CHARACTER


@cache
def simplified_forms() -> dict[str, str]:
    """Map each traditional character to its simplified form, if that is another single character: 測 → 测."""
    chars = list(map(chr, range(0x3400, 0xA000)))
    forms = opencc.OpenCC("t2s").convert("\n".join(chars)).split("\n")  # one call, as each is slow
    return {char: form for char, form in zip(chars, forms, strict=True) if form != char and len(form) == 1}


@cache
def _simplified_by_code_point() -> dict[int, str]:
    """Return ``simplified_forms`` as a table for ``str.translate``."""
    return {ord(char): form for char, form in simplified_forms().items()}


def to_simplified(text: str) -> str:
    """Convert ``text`` to simplified characters, keeping its length: 測試版 → 测试版."""
    return text if text.isascii() else text.translate(_simplified_by_code_point())


@lru_cache(maxsize=256)  # it is called with the text of a whole seed for every quote from that seed
def is_traditional(text: str) -> bool:
    """Return whether ``text`` is in traditional script: more than one in ten Han characters has a simplified form."""
    han = HAN_CHARACTER.findall(text)
    traditional_count = sum(ord(char) in _simplified_by_code_point() for char in han)
    return traditional_count * 10 > len(han)


_HALF_WIDTH = str.maketrans({chr(c): chr(c - 0xFEE0) for c in range(0xFF01, 0xFF5F)})  # ＡＢＣ → ABC
_NON_WORD = re.compile(r"[\W_]+")
_NO_PART_OF_NAME = re.compile(r"(?<![a-z0-9])[.:]|[.:](?![a-z0-9])|[^\w.:+#]|_")


def folded(text: str) -> str:
    """Return ``text`` with width, case, script, and spaces normalized: " Ｂeta  測試" → "beta 测试"."""
    return " ".join(unicodedata.normalize("NFKC", to_simplified(text)).casefold().split())


def name_key(title: str) -> str:
    """Return a key for comparing names: "Torch Compile" → "torchcompile"; "C++" and "2.1" keep their signs."""
    return _NO_PART_OF_NAME.sub("", folded(title)) or title.strip()


@lru_cache(maxsize=1024)  # names and sentences are compared with many others
def comparison_key(text: str) -> str:
    """Return a key for comparing texts: simplified, half-width, case-folded, without spaces and punctuation."""
    return _NON_WORD.sub("", _simplified_half_width(text)).casefold()


def has_name(text: str, name: str) -> bool:
    """Return whether ``text`` contains a name, in any case and script.

    A Latin name counts only as a whole word, or with a plural “s”.
    """
    if comparison_key(name) not in comparison_key(text):
        return False
    name = _simplified_half_width(name)
    word_start = r"(?<![A-Za-z0-9])" if name[:1].isascii() else ""
    word_end = r"s?(?![A-Za-z0-9])" if name[-1:].isascii() else ""
    pattern = word_start + re.escape(name) + word_end
    return bool(re.search(pattern, _simplified_half_width(text), re.IGNORECASE))


def _simplified_half_width(text: str) -> str:
    return to_simplified(text).translate(_HALF_WIDTH)


_ENGLISH = snowballstemmer.stemmer("english")


@lru_cache(maxsize=16384)  # enough for the vocabulary of a language
def stem(word: str) -> str:
    """Return the stem of a lower-case English word: compile, compiler and compilation have the stem “compil”."""
    return _ENGLISH.stemWord(word) if word.isascii() and word.isalpha() else word


_HAN_WIDTH = 2.9  # English characters that correspond to one Han character


def text_width(text: str) -> float:
    """Return the length of a text in English characters, to compare the lengths of a text and its translation."""
    han_count = len(HAN_CHARACTER.findall(text))
    return len(text) + (_HAN_WIDTH - 1) * han_count
