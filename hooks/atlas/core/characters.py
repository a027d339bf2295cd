"""Characters: Han, invisible and look-alike ones, raised and lowered ones, those that XML forbids."""

import re
import unicodedata

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
