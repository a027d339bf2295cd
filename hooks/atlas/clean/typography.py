"""Passes over spaces and punctuation: at the edges of emphasis, and between words.

They change encoded texts (see document/traverse.py), in which the sentinels OPEN and CLOSE are the edges of emphasis,
LINK and UNLINK those of links, and ATOM replaces a code span or an image.
"""

import re
from bisect import bisect

from atlas.clean.editing import edit_texts
from atlas.core.characters import HAN, HAN_CHARACTER
from atlas.core.edits import Edited, Rule
from atlas.core.languages import BilingualText
from atlas.document.nodes import Document
from atlas.document.traverse import ATOM, CLOSE, CLOSES, LINK, OPEN, OPENS, SENTINELS, UNLINK
from atlas.knowledge.knowledge import Knowledge

EMPHASIS_EDGES = Rule(
    "emphasis-edges", BilingualText("收拢强调与链接的边界", "Boundaries of emphasis and links tidied")
)
TYPOGRAPHY = Rule("typography", BilingualText("中西文排版", "Spacing and punctuation"))
SPACES = Rule("spaces", BilingualText("整理空格", "Spaces tidied"))

_WIDE = "，。；：？！、（）《》〈〉【】「」『』"
_LATIN = "A-Za-z0-9" + ATOM
_EDGES = f"[{SENTINELS[2:]}]*"  # any edges of links and emphasis: all sentinels but ATOM and BREAK
MAX_CORRECTIONS = 8  # rounds: one correction may make another possible: (甲) : → （甲） : → （甲）：
_FULL_WIDTH = {",": "，", ":": "：", ";": "；", "!": "！", "?": "？", ".": "。"}

_AFTER_OPEN = re.compile(rf"([{OPEN}{LINK}])([ \t\u00a0]+)")
_BEFORE_CLOSE = re.compile(rf"([ \t\u00a0]+|[，。；：,;:]|(?<=[{HAN}])\.)([{CLOSE}{UNLINK}])")
_OTHER_SPACES = re.compile(r"[\u00a0\u2002-\u200a\u202f\u3000\t]+")
_SPACES = re.compile(r"(?<=\S) {2,}(?=\S)")
_HAN_OR_WIDE = re.compile(f"[{HAN}{_WIDE}]")
_NO_SPACE = (  # where spaces are removed: before and after full-width punctuation, and between Han characters
    (re.compile(rf"[ ]+({_EDGES}[{_WIDE}”’])"), r"\1"),
    (re.compile(rf"([{_WIDE}“‘]{_EDGES})[ ]+(?!$)"), r"\1"),
    (re.compile(rf"(?<=[{HAN}])({_EDGES})[ ]+({_EDGES})(?=[{HAN}])"), r"\1\2"),
)
_MARKS = (  # ASCII punctuation next to a Han character, perhaps with edges of links or emphasis between the two
    re.compile(rf"(?P<before>[{HAN}”）]{_EDGES})(?P<mark>[,:;!?])[ ]?"),
    re.compile(rf"(?P<before>\S)(?P<mark>[,:;!?])(?=[ ]?{_EDGES}[{HAN}“（])"),
    # Periods need stricter patterns: 2.1 and foo.bar contain them, too.
    re.compile(rf"(?P<before>[{HAN}”）]{_EDGES})(?P<mark>\.)(?=[ ]|{_EDGES}[{HAN}“（A-Z]|$)[ ]?"),
    re.compile(rf"(?P<before>[{HAN}{ATOM}”）％%]{_EDGES})(?P<mark>\.)[ ]?(?={_EDGES}[{HAN}“（])"),
)
_BORDERS = (  # a space is inserted between Han and Latin characters, but removed within dates: 2024年10月
    (re.compile(rf"([{HAN}])({CLOSES})({OPENS})(?=[{_LATIN}@#$~+<])(?!\d+[年月日号])"), r"\1\2 \3"),
    (re.compile(rf"(?<![\d ])(\d+)[ ](?=[年月日])(?=.[ ]?(?:\d|$|[{HAN}]))"), r"\1"),
    (re.compile(rf"([{_LATIN}%+®™°>])({CLOSES})({OPENS})(?=[{HAN}])(?<!\d(?=[年月日]))"), r"\1\2 \3"),
)


def tidy_emphasis(document: Document, _: Knowledge) -> Edited[Document]:
    """Move spaces and closing punctuation out of emphasis and links."""
    return edit_texts(document, EMPHASIS_EDGES, _trim_emphasis)


def typeset_chinese(document: Document, _: Knowledge) -> Edited[Document]:
    """Apply Chinese spacing and punctuation."""
    return edit_texts(document, TYPOGRAPHY, typeset)


def tidy_spaces(document: Document, _: Knowledge) -> Edited[Document]:
    """Replace each run of spaces of any kind with a single plain space."""
    return edit_texts(document, SPACES, _normalize_spaces)


def _trim_emphasis(text: str) -> str:
    """Move spaces and closing punctuation of an encoded text out of emphasis and links: **甲：**乙 → **甲**：乙."""
    before = ""
    while before != text:
        before, text = text, _BEFORE_CLOSE.sub(r"\2\1", _AFTER_OPEN.sub(r"\2\1", text))
    return text


def _normalize_spaces(text: str) -> str:
    """Replace each run of spaces in encoded ``text`` with a single plain space, and strip spaces at both ends."""
    return _SPACES.sub(" ", _OTHER_SPACES.sub(" ", text)).strip(" ")


def typeset(text: str) -> str:
    """Apply Chinese spacing and punctuation to encoded ``text``; without Han characters, only clean up spaces."""
    text = _normalize_spaces(text)
    if HAN_CHARACTER.search(text):
        for _ in range(MAX_CORRECTIONS):
            before, text = text, _parentheses(_punctuation(text))
            text = _substituted(text, _NO_SPACE)
            if before == text:
                break
        text = _normalize_spaces(_substituted(text, _BORDERS))
    return text


def _punctuation(text: str) -> str:
    """Make ASCII marks next to Han characters full-width."""
    for pattern in _MARKS:
        text = pattern.sub(lambda match: match["before"] + _FULL_WIDTH[match["mark"]], text)
    return text


def _parentheses(text: str) -> str:
    """Make pairs of parentheses full-width that contain or touch Chinese, or of which one is already full-width."""
    if ")" not in text and "）" not in text:
        return text
    chars = list(text)
    stack: list[int] = []
    han_positions = [match.start() for match in HAN_CHARACTER.finditer(text)]
    for i, char in enumerate(text):
        if char in "(（":
            stack.append(i)
        elif char in ")）" and stack:
            start = stack.pop()
            before = text[:start].rstrip(f"{SENTINELS} ")[-1:]
            after = text[i + 1 :].lstrip(SENTINELS[2:])[:1]
            contains_han = bisect(han_positions, i) > bisect(han_positions, start)
            touches_han = HAN_CHARACTER.match(before) or _HAN_OR_WIDE.match(after)
            if contains_han or touches_han or text[start] != "(" or char != ")":
                chars[start], chars[i] = "（", "）"
    return "".join(chars)


def _substituted(text: str, replacements: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    for pattern, replacement in replacements:
        text = pattern.sub(replacement, text)
    return text
