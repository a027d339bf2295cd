"""Classify the lines of plain text: as code, list items, headings, or parts of a wrapped paragraph.

A line is classified by its shape and by the lines next to it, not by its words.
"""

import re
from collections.abc import Callable
from itertools import groupby

from atlas.core.characters import HAN, HAN_CHARACTER
from atlas.core.languages import Language

MAX_HEADING_LENGTH: dict[Language, int] = {"zh": 48, "en": 80}  # characters; longer lines are sentences
MIN_SENTENCE_LABEL_LENGTH = 4  # characters: anywhere in a text, a shorter word before a colon is a label: 图, 注意
LABEL_LINES = 14  # lines at the beginning of a text, in which any word before a colon is a label
MIN_UNBULLETED_ITEMS = 2  # items of the shortest list without bullets
MAX_BRACKETED_HEADING_LENGTH = 100  # characters of a heading that starts or ends with a bracketed word

# The comment above each pattern gives examples of texts that it matches, then of texts that it does not match.

# --- how a line begins ---
# “- item”, “• item”, “● item” (● is in the group ``symbol``, as a heading may begin with it, too); not “-1”.
BULLET = re.compile(r"\s*(?:[-*•·]\s+|(?P<symbol>[●■◆○]\s*|–\s+))(?=\S)")
# “1. item”, “2、item”, “3) item”; not “2.1 is here”, “01. item”.
ITEM_NUMBER = re.compile(r"\s*(0|[1-9]\d{0,2})[.)、]\s*(?=\S)(?!\d)")
# “译者：某人”, “Date: today”; not “[译者]：某人”, nor a word of more than 8 characters before the colon.
_LABEL = re.compile(r"[*]*([^:：*\[(（【][^:：*]{0,7})[:：][*]*\s*\S")
# A bracketed word at either end: “[Beta] Export”, “导出（原型）”; not “call(x) now”.
BRACKETED_END = re.compile(r"^[\[(（【][^\[\]()（）【】]{1,14}[\])）】]|[\[(（【][^\[\]()（）【】]{1,14}[\])）】]$")
# “| a | b |”; not “a | b”.
ROW = re.compile(r"\s*\|.*\|\s*")
# Lines that end a list without bullets: empty lines, items with bullets or numbers, rows, and bracketed headings.
_NO_UNBULLETED_ITEM = re.compile(
    rf"^(?:\s*$|{BULLET.pattern}|{ITEM_NUMBER.pattern}|{ROW.pattern}$)|{BRACKETED_END.pattern}"
)
# The beginning of a line that never continues a paragraph: “- item”, “译者：某人”; not “and faster”.
_BLOCK_START = re.compile(rf"{BULLET.pattern}|{ITEM_NUMBER.pattern}|{ROW.pattern}|{_LABEL.pattern}")
# “---”, “~~~~”; not “--”.
THEMATIC_BREAK = re.compile(r"([-=_*~—])\1{2,}")
# “|---|:-:|”; not “| | |”.
DELIMITER_ROW = re.compile(r"[\s|:-]*-[\s|:-]*")

# --- headings and sentences ---
# Punctuation at the end of a line that is not a heading: “Done.”, “如下：”; not “version 2.”.
_NO_HEADING_END = re.compile(r"[。！？!?；;，,：:…]$|(?<![\d.])\.$")
# Punctuation within a line that is not a heading: “好！再见”, “Why? Because”; not “a?b”.
_NO_HEADING = re.compile(rf"[。；！？]|[;!?](?=\s|[{HAN}])")
# Four words or more up to a full stop: “This is now faster.”; not “Faster now.”, “This is now faster...”.
_ENGLISH_SENTENCE = re.compile(r"(?:[\[(][^\])]*[\])] )?+(?:\S+ ){3}.*[^.]\.$")
# Three words in a row, or a bracketed word after a space, which a call of a function does not have: “this is faster”,
# “Export [Beta]”; not “export(model)”.
_ENGLISH_WORDS = re.compile(r"(?<![a-z])[a-z]{3,},? [a-z]{2,} [a-z]{2,}|\w [\[(][A-Za-z ]+[\])]$")
# A line that contains a comma or full stop and ends within a sentence: “First, we add”; not “First, we add it.”,
# “We add”.
_BREAKS_OFF = re.compile(r"^[^，。；、,;]*+[，。；、,;].*(?<![。！？!?；;：:….])$")

# --- code: a line starts like a statement or command, or has a shape that prose does not have ---
# “import torch”, “pip install torch”, “>>> x”; not “imports are faster”.
_CODE_START = re.compile(
    r"(?:import|from|def|class|return|with|for|while|if|elif|else|try|except|print|assert|async|await|lambda"
    r"|template|struct|static|void|auto|const|using|namespace|public|private|export|pip3?|uv|conda|python3?|git|cmake"
    r"|#include|#define|>>>|\.\.\.|@[\w.]+|//|/\*|\$)(?=\W|$)"
)
# Those that are code even without brackets, operators or the like: “import torch”, “python train.py”; not “with this”,
# “python is”.
_COMMAND = re.compile(
    r"\$ |(?:import|return)\b|from [\w.]+ import\b|(?:(?:uv )?pip3?|conda|python3? -m pip) install\b|git clone\b"
    r"|python3? \S+\.py\b"
)
# “x = f(”, “return x;”, “.cuda()”, “y = 2”, “a::b”, “f(x)”, “torchrun x --nproc 2”; not “f(x) is faster”.
_CODE_SHAPE = re.compile(
    r"^(?:[\w.]+ ?= ?)?[\w.]+\($|[{};]\s*$|^[)}\]]+[;,)]*$|^\.\w+\(|^\s*[\w.\[\], ]+\s[-+*/|&]?=\s\S|::|->"
    r"|^[\w.]+\(.*\)$|\\$|^[\w./-]+ .*(?<=\s)--\w"
)
# A URL, or a word in brackets before others: “https://…”, “[Beta] Export”; not “[1, 2]”.
_PROSE_START = re.compile(r"https?://|[\[(（【][^\W\d_]+[\])）】]\s*[^\W\d_]")


def code_lines(lines: list[str], language: Language) -> list[bool]:
    """Return for each line whether it is code.

    A line is code if it clearly looks like code, or if it is next to such a line and does not look like prose.
    """
    code = [_is_code(line) for line in lines]
    for i, line in enumerate(lines):
        # An expression such as x[0] counts as code only next to other code.
        is_adjacent = (i and code[i - 1]) or any(code[i + 1 : i + 2])
        is_prose = HAN_CHARACTER.search(line) or (language == "en" and _ENGLISH_WORDS.search(line.strip()))
        if not code[i] and line.strip() and is_adjacent and not is_prose:
            code[i] = bool(re.search(r"[()=\[\]_]", line))
    _extend_code(lines, code)
    # Comments and empty lines between lines of code count as code, and so do comments directly before or after code.
    # They are found by a search in a string with one sign per line: c for code, or else the sign from _kind.
    kinds = "".join("c" if is_code else _kind(line) for line, is_code in zip(lines, code, strict=True))
    kinds = re.sub(r"(?<=c)[# ]+(?=c)|(?<=c)#+|(?<!#)#+(?=c)", lambda run: "c" * len(run[0]), kinds)
    return [kind == "c" for kind in kinds]


def _kind(line: str) -> str:
    """Return a sign for the kind of a line that is not code: " " if it is empty, "#" for a comment, "p" for prose."""
    if not line.strip():
        return " "
    return "#" if re.match(r"\s*(?:(?:#|//)\s?\S|\.\.\.\s*$)", line) else "p"


def _extend_code(lines: list[str], code: list[bool]) -> None:
    """Mark more lines as code, in place: the output after ``>>>``, and lines after an unclosed bracket up to prose."""
    unclosed_brackets = 0
    is_session = False  # whether the line is part of an interpreter session, in which output follows ``>>>``
    for i, line in enumerate(lines):
        bare = re.sub(r"(['\"]).*?\1|#.*", "", line)  # without strings and comments
        is_prose = not line.strip() or HAN_CHARACTER.search(bare)
        is_session = line.startswith(">>>") or (is_session and bool(line.strip()) and not HAN_CHARACTER.search(line))
        code[i] = code[i] or is_session or (unclosed_brackets > 0 and not is_prose)
        opened = len(re.findall(r"[(\[{]", bare))
        closed = len(re.findall(r"[)\]}]", bare))
        unclosed_brackets = max(0, unclosed_brackets + opened - closed) if code[i] else 0


def _is_code(line: str) -> bool:
    """Return whether a line is clearly code, regardless of the lines next to it."""
    bare = re.sub(r"(['\"]).*?\1|(?:#|//).*", r"\1\1", line).strip()  # with empty strings and without comments
    if not bare or HAN_CHARACTER.search(bare) or BULLET.match(line) or _PROSE_START.match(bare):
        return False
    if re.search(r"\S\s{2,}(?:#|//)\s", line):  # a comment set off by spaces
        return True
    if _CODE_START.match(bare) and (re.search(r"[()=:;{}\[\]@<>]", bare) or _COMMAND.match(bare)):
        return True
    return bool(_CODE_SHAPE.search(bare)) and not re.search(r"(?<![a-z])[a-z]{3,} [a-z]{2,} [a-z]{2,}", bare)


def wrapped_paragraphs(lines: list[str], code: list[bool]) -> dict[int, int]:
    """Map the index of the first line of each wrapped paragraph to the index after its last line.

    The map is empty unless the text's lines are wrapped, rather than one paragraph each. A text counts as wrapped if at
    least two paragraphs of several lines have a long line that ends within a sentence, and a line by itself looks like
    a heading.
    """
    texts = [line.strip() for line in lines]

    def is_prose(index: int) -> bool:
        return bool(texts[index]) and not code[index] and not _BLOCK_START.match(texts[index])

    runs = [list(run) for are_prose, run in groupby(range(len(lines)), is_prose) if are_prose]
    runs = runs[1:]  # the first is the title
    paragraphs = [run for run in runs if _NO_HEADING_END.search(texts[run[-1]])]
    wrapped = [run for run in paragraphs if len(run) > 1 and not BRACKETED_END.search(texts[run[0]])]
    max_length = max((len(texts[i]) for run in wrapped for i in run), default=0)

    def breaks_off(index: int) -> bool:
        is_long = len(texts[index]) > max_length / 2  # a heading is shorter
        return is_long and bool(_BREAKS_OFF.search(texts[index]))

    breaking_off = [run for run in wrapped if any(map(breaks_off, run[:-1]))]
    has_headings = any(len(run) == 1 and run not in paragraphs for run in runs)
    if len(breaking_off) > 1 and has_headings:
        return {run[0]: run[-1] + 1 for run in wrapped}
    return {}


def is_item(lines: list[str], code: list[bool], index: int, language: Language) -> bool:
    """Return whether a line is a list item.

    A line with a bullet is one. A heading, too, may begin with a symbol (“●”) or number (“1.”). So a line with a symbol
    is an item only if a neighboring line has the same symbol; and a line with a number, only if a neighboring line has
    an adjoining number, or if the line does not look like a heading.
    """
    bullet = BULLET.match(lines[index])
    number = ITEM_NUMBER.match(lines[index])
    if not number and not (bullet and bullet["symbol"]):
        return bool(bullet)
    index_above = next((i for i in range(index - 1, -1, -1) if lines[i].strip()), None)
    index_below = next((i for i in range(index + 1, len(lines)) if lines[i].strip()), None)
    above = "" if index_above is None else lines[index_above]
    below = "" if index_below is None or code[index_below] else lines[index_below]
    if not number:
        symbol = lines[index].lstrip()[0]
        return above.lstrip().startswith(symbol) or below.lstrip().startswith(symbol)
    number_above = ITEM_NUMBER.match(above)
    number_below = ITEM_NUMBER.match(below)
    if number_above and int(number[1]) - int(number_above[1]) == 1:
        return True
    if number_below and int(number_below[1]) - int(number[1]) in (0, 1):
        return True
    return not is_heading(lines, index, language)


def unbulleted_items(lines: list[str], code: list[bool], index: int, language: Language) -> range:
    """Return the indices of the items of a list without bullets that follows the line at ``index``.

    That line must end in a colon. The items are the lines after it up to an empty line; each must be short, like a
    heading. The range is empty if there is no such list.
    """
    no_items = range(0)
    if not ends_in_colon(lines[index]):
        return no_items
    end = end_of_run(index + 1, len(lines), lambda i: _is_unbulleted_item(lines, code, i, language))
    items = range(index + 1, end)
    is_list = len(items) >= MIN_UNBULLETED_ITEMS and not lines[end].strip()
    return items if is_list else no_items


def _is_unbulleted_item(lines: list[str], code: list[bool], index: int, language: Language) -> bool:
    return not code[index] and not _NO_UNBULLETED_ITEM.search(lines[index]) and is_heading(lines, index, language)


def is_heading(lines: list[str], index: int, language: Language) -> bool:
    """Return whether a line looks like a heading: short, without sentence punctuation, and not the last of the text."""
    text = lines[index].strip()
    is_bracketed = bool(BRACKETED_END.search(text))
    max_length = MAX_BRACKETED_HEADING_LENGTH if is_bracketed else MAX_HEADING_LENGTH[language]
    if len(text) > max_length or _is_labeled(text, index) or _NO_HEADING.search(text):
        return False
    if language == "en" and _ENGLISH_SENTENCE.match(text):
        return False
    is_last = not any(lines[i].strip() for i in range(index + 1, len(lines)))
    return not is_last and (is_bracketed or not _NO_HEADING_END.search(text))


def _is_labeled(text: str, index: int) -> bool:
    """Return whether the line at ``index`` begins with a label, as a fact or a caption does: 译者：…, 图：…."""
    label = _LABEL.match(text)
    if not label:
        return False
    has_address = bool(re.search(r"https?://|@", text))
    return index < LABEL_LINES or len(label[1]) < MIN_SENTENCE_LABEL_LENGTH or has_address


def ends_in_colon(text: str) -> bool:
    """Return whether a line ends in a colon, and so introduces the lines after it."""
    return text.rstrip().endswith((":", "："))


def end_of_run(start: int, line_count: int, is_in_run: Callable[[int], bool]) -> int:
    """Return the first index from ``start`` on for which ``is_in_run`` is false, or ``line_count`` if there is none."""
    end = start
    while end < line_count and is_in_run(end):
        end += 1
    return end
