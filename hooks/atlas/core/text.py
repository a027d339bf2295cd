"""Text utilities: Han and invisible characters, normalization for comparison, English stems."""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache

import opencc
import snowballstemmer

# For use in character classes. CJK adds CJK punctuation and full-width forms to the ideographs of HAN.
HAN = r"\u3400-\u9fff"
HAN_CHARACTER = re.compile(f"[{HAN}]")
CJK = rf"\u3000-\u303f{HAN}\uff00-\uffef"

# Line separators, bidi controls, zero-width and tag characters, private-use characters (text passes use some of them as
# sentinels), control characters, and surrogates, which YAML escapes can produce. U+200D is kept where it joins emoji.
INVISIBLE = re.compile(
    r"[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e"
    r"\u2060-\u206f\ud800-\uf8ff\ufeff\ufff9-\ufffc\U000e0000-\U000e0fff\U000f0000-\U0010ffff\u200d]"
    r"(?!(?<=[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]\u200d)[\u2190-\u2bff\U0001f000-\U0001faff])"
)

# Radicals, which PDF files have in place of characters. Unicode has equivalents for those of the first block, and for
# two of the second; these are others that are whole characters.
_RADICALS = str.maketrans(
    "⺁⺟⺠⻁⻄⻅⻆⻉⻋⻓⻔⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻨⻩⻬⻮⻰⻳",
    "厂母民虎西见角贝车长门青韦页风飞食马骨鬼鱼鸟麦黄齐齿龙龟",
)
# Characters that look like others: radicals, ligatures of letters, and full-width letters and digits.
LOOK_ALIKES = re.compile(
    r"[\u2e80-\u2fdf]+|[\ufb00-\ufb06]|(?:(?<=[０-９Ａ-Ｚａ-ｚ])．(?=[０-９Ａ-Ｚａ-ｚ])|[０-９Ａ-Ｚａ-ｚ])+"
)


def without_look_alikes(text: str) -> str:
    """Return ``text`` with ordinary characters in place of those that look like them: ⽤ → 用, ﬁ → fi, Ａ → A."""
    return LOOK_ALIKES.sub(lambda match: unicodedata.normalize("NFKC", match[0].translate(_RADICALS)), text)


_SIGNS = "0123456789+-−=()"
_RAISED = str.maketrans(f"{_SIGNS}ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_LOWERED = str.maketrans(f"{_SIGNS}aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
_EXPONENT = re.compile(r"[A-Za-z]|(?=\w*[\d+*/−-])[\w.+*/−-]{1,20}", re.ASCII)


def raised(text: str) -> str:
    """Return ``text`` as superscript where it may be an exponent: 10¹², x^T, x^{2k}; words such as “Beta” stay."""
    if all(ord(char) in _RAISED for char in text):
        return text.translate(_RAISED)
    if not _EXPONENT.fullmatch(text):
        return text
    return f"^{{{text}}}" if len(text) > 1 else f"^{text}"


def lowered(text: str) -> str:
    """Return ``text`` as subscript where Unicode has one, and it is as short as an index: x₁, xₙ₊₁."""
    is_index = len(text) <= 5 and all(ord(char) in _LOWERED for char in text)
    return text.translate(_LOWERED) if is_index else text


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def for_xml(text: str) -> str:
    """Return ``text`` without the characters that XML forbids even as character references."""
    return _NOT_XML.sub("", text)


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
