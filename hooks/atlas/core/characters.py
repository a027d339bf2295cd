"""Classes of characters: Han, invisible, look-alike, superscript and subscript, and those that XML forbids."""

import re
import unicodedata

# Ranges for use inside [...] of a regular expression. CJK adds punctuation and full-width forms to HAN's ideographs.
HAN = r"\u3400-\u9fff"
HAN_CHARACTER = re.compile(f"[{HAN}]")
CJK = rf"\u3000-\u303f{HAN}\uff00-\uffef"

_EMOJI = r"\u2190-\u2bff\U0001f000-\U0001faff"
# Line separators, bidi controls, zero-width and tag characters, private-use characters (text passes use some of them as
# sentinels), control characters, and surrogates, which YAML escapes can produce. The last line of the pattern makes an
# exception of U+200D (zero-width joiner) between two emoji, as it joins the two into one.
INVISIBLE = re.compile(
    r"[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e"
    r"\u2060-\u206f\ud800-\uf8ff\ufeff\ufff9-\ufffc\U000e0000-\U000e0fff\U000f0000-\U0010ffff\u200d]"
    rf"(?!(?<=[{_EMOJI}\ufe0f]\u200d)[{_EMOJI}])"
)

# Text from PDF files may have radicals in place of characters. NFKC normalization replaces those of the block “Kangxi
# Radicals”; this table replaces those of “CJK Radicals Supplement” that have the shape of a whole character.
_RADICALS = str.maketrans(
    "⺁⺟⺠⻁⻄⻅⻆⻉⻋⻓⻔⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻨⻩⻬⻮⻰⻳",
    "厂母民虎西见角贝车长门青韦页风飞食马骨鬼鱼鸟麦黄齐齿龙龟",
)
# Runs of radicals, ligatures of letters, and full-width letters and digits, with “．” between two of them.
LOOK_ALIKES = re.compile(
    r"[\u2e80-\u2fdf]+|[\ufb00-\ufb06]|(?:(?<=[０-９Ａ-Ｚａ-ｚ])．(?=[０-９Ａ-Ｚａ-ｚ])|[０-９Ａ-Ｚａ-ｚ])+"
)


def without_look_alikes(text: str) -> str:
    """Return ``text`` with ordinary characters in place of those that look like them: ⽤ → 用, ﬁ → fi, Ａ → A."""

    def ordinary(look_alikes: re.Match[str]) -> str:
        return unicodedata.normalize("NFKC", look_alikes[0].translate(_RADICALS))

    return LOOK_ALIKES.sub(ordinary, text)


_DIGITS_AND_SIGNS = "0123456789+-−=()"
_SUPERSCRIPTS = str.maketrans(f"{_DIGITS_AND_SIGNS}ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_SUBSCRIPTS = str.maketrans(f"{_DIGITS_AND_SIGNS}aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
_EXPONENT = re.compile(r"[A-Za-z]|(?=\w*[\d+*/−-])[\w.+*/−-]{1,20}", re.ASCII)  # one letter, or a term such as 2k
_MAX_SUBSCRIPT_LENGTH = 5  # characters: a longer text is a word, not an index


def superscript(text: str) -> str:
    """Return the content of ``<sup>`` as plain text: 12 → ¹², T → ^T, 2k → ^{2k}. A word such as “Beta” is kept."""
    if all(ord(char) in _SUPERSCRIPTS for char in text):
        return text.translate(_SUPERSCRIPTS)
    if not _EXPONENT.fullmatch(text):
        return text
    return f"^{{{text}}}" if len(text) > 1 else f"^{text}"


def subscript(text: str) -> str:
    """Return the content of ``<sub>`` as plain text: 1 → ₁, n+1 → ₙ₊₁.

    A text is unchanged if it is longer than an index, or if Unicode lacks a subscript for one of its characters.
    """
    is_index = len(text) <= _MAX_SUBSCRIPT_LENGTH and all(ord(char) in _SUBSCRIPTS for char in text)
    return text.translate(_SUBSCRIPTS) if is_index else text


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def for_xml(text: str) -> str:
    """Return ``text`` without the characters that XML forbids even as character references."""
    return _NOT_XML.sub("", text)
