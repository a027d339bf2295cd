"""What each line of a text without markup is: code, an item, a heading, or part of a wrapped paragraph.

Lines are told by their shape, not by their words, and by the lines next to them.
"""

import re
from collections.abc import Callable
from itertools import groupby

from atlas.core.characters import HAN, HAN_CHARACTER
from atlas.core.languages import Language

MAX_HEADING_LENGTH: dict[Language, int] = {"zh": 48, "en": 80}  # characters; longer lines are sentences
MIN_SENTENCE_LABEL_LENGTH = 4  # characters: a shorter word before a colon is a label anywhere in a text: 图, 注意
LABEL_LINES = 14  # lines at the beginning of a text: there, any word before a colon is a label
MIN_UNBULLETED_ITEMS = 2  # the shortest list without bullets, which follows a line that ends in a colon
MAX_BRACKETED_HEADING_LENGTH = 100  # characters of a heading that starts or ends with a bracketed word

# Each pattern has examples of what it matches, then of what it does not.

# --- how a line begins ---
# “- item”, “• item”, “● item” (a symbol, with which a heading may begin, too); not “-1”.
BULLET = re.compile(r"\s*(?:[-*•·]\s+|(?P<symbol>[●■◆○]\s*|–\s+))(?=\S)")
# “1. item”, “2、item”, “3) item”; not “2.1 is here”, “01. item”.
ITEM_NUMBER = re.compile(r"\s*(0|[1-9]\d{0,2})[.)、]\s*(?=\S)(?!\d)")
# “译者：某人”, “Date: today”; not “[译者]：某人”, nor a word of more than 8 characters before the colon.
_LABEL = re.compile(r"[*]*([^:：*\[(（【][^:：*]{0,7})[:：][*]*\s*\S")
# A bracketed word at either end: “[Beta] Export”, “导出（原型）”; not “call(x) now”.
BRACKETED_END = re.compile(r"^[\[(（【][^\[\]()（）【】]{1,14}[\])）】]|[\[(（【][^\[\]()（）【】]{1,14}[\])）】]$")
# “| a | b |”; not “a | b”.
ROW = re.compile(r"\s*\|.*\|\s*")
# Lines that are no item of a list without bullets: empty ones, items of other lists, rows, and headings in brackets.
_NO_UNBULLETED_ITEM = re.compile(
    rf"^(?:\s*$|{BULLET.pattern}|{ITEM_NUMBER.pattern}|{ROW.pattern}$)|{BRACKETED_END.pattern}"
)
# Beginnings of lines that never continue a paragraph: “- item”, “译者：某人”; not “and faster”.
_BLOCK_START = re.compile(rf"{BULLET.pattern}|{ITEM_NUMBER.pattern}|{ROW.pattern}|{_LABEL.pattern}")
# “---”, “~~~~”; not “--”.
RULE = re.compile(r"([-=_*~—])\1{2,}")
# A rule between rows: “|---|:-:|”; not “| | |”.
RULE_ROW = re.compile(r"[\s|:-]*-[\s|:-]*")

# --- headings and sentences ---
# A heading ends neither with a stop nor with a comma or colon: “Done.”, “如下：”; not “version 2.”.
_NO_HEADING_END = re.compile(r"[。！？!?；;，,：:…]$|(?<![\d.])\.$")
# A stop anywhere: “好！再见”, “Why? Because”; not “a?b”.
_NO_HEADING = re.compile(rf"[。；！？]|[;!?](?=\s|[{HAN}])")
# Four words or more up to a full stop: “This is now faster.”; not “Faster now.”, “This is now faster...”.
_ENGLISH_SENTENCE = re.compile(r"(?:[\[(][^\])]*[\])] )?+(?:\S+ ){3}.*[^.]\.$")
# Three words in a row, or a bracketed word after a space, which a call of a function does not have: “this is faster”,
# “Export [Beta]”; not “export(model)”.
_ENGLISH_WORDS = re.compile(r"(?<![a-z])[a-z]{3,},? [a-z]{2,} [a-z]{2,}|\w [\[(][A-Za-z ]+[\])]$")
# A line that ends in mid-sentence, after a comma or stop: “First, we add”; not “First, we add it.”, “We add”.
_BREAKS_OFF = re.compile(r"^[^，。；、,;]*+[，。；、,;].*(?<![。！？!?；;：:….])$")

# --- code: a line either starts as statements and commands do, or has a shape that prose never has ---
# “import torch”, “pip install torch”, “>>> x”; not “imports are faster”.
_CODE_START = re.compile(
    r"(?:import|from|def|class|return|with|for|while|if|elif|else|try|except|print|assert|async|await|lambda"
    r"|template|struct|static|void|auto|const|using|namespace|public|private|export|pip3?|uv|conda|python3?|git|cmake"
    r"|#include|#define|>>>|\.\.\.|@[\w.]+|//|/\*|\$)(?=\W|$)"
)
# Of these, what is code without any sign of it, too: “import torch”, “python train.py”; not “with this”, “python is”.
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
    """Return for each line whether it is code: it clearly is, or is next to such a line and does not read as prose."""
    code = [_is_code(line) for line in lines]
    for i, line in enumerate(lines):
        # A bare expression is code only next to code.
        is_adjacent = (i and code[i - 1]) or any(code[i + 1 : i + 2])
        is_prose = HAN_CHARACTER.search(line) or (language == "en" and _ENGLISH_WORDS.search(line.strip()))
        if not code[i] and line.strip() and is_adjacent and not is_prose:
            code[i] = bool(re.search(r"[()=\[\]_]", line))
    _extend_code(lines, code)
    # Comments and gaps between lines of code are code, too, and so are comments directly before and after them. They
    # are found in a string with one letter for each line: c for code, else that of _kind.
    kinds = "".join("c" if is_code else _kind(line) for line, is_code in zip(lines, code, strict=True))
    kinds = re.sub(r"(?<=c)[# ]+(?=c)|(?<=c)#+|(?<!#)#+(?=c)", lambda run: "c" * len(run[0]), kinds)
    return [kind == "c" for kind in kinds]


def _kind(line: str) -> str:
    """Classify a line that is not code: a space if it is empty, # for a comment or an ellipsis, p for prose."""
    if not line.strip():
        return " "
    return "#" if re.match(r"\s*(?:(?:#|//)\s?\S|\.\.\.\s*$)", line) else "p"


def _extend_code(lines: list[str], code: list[bool]) -> None:
    """Extend ``code``, in place, to interpreter output, and after an unclosed bracket up to the first prose."""
    unclosed_brackets = 0
    is_session = False  # of an interpreter, in which output follows input
    for i, line in enumerate(lines):
        bare = re.sub(r"(['\"]).*?\1|#.*", "", line)  # without strings and comments
        is_prose = not line.strip() or HAN_CHARACTER.search(bare)
        is_session = line.startswith(">>>") or (is_session and bool(line.strip()) and not HAN_CHARACTER.search(line))
        code[i] = code[i] or is_session or (unclosed_brackets > 0 and not is_prose)
        opened = len(re.findall(r"[(\[{]", bare))
        closed = len(re.findall(r"[)\]}]", bare))
        unclosed_brackets = max(0, unclosed_brackets + opened - closed) if code[i] else 0


def _is_code(line: str) -> bool:
    """Return whether a line is clearly code, whatever stands next to it."""
    bare = re.sub(r"(['\"]).*?\1|(?:#|//).*", r"\1\1", line).strip()  # with empty strings and without comments
    if not bare or HAN_CHARACTER.search(bare) or BULLET.match(line) or _PROSE_START.match(bare):
        return False
    if re.search(r"\S\s{2,}(?:#|//)\s", line):  # a comment set off by spaces
        return True
    if _CODE_START.match(bare) and (re.search(r"[()=:;{}\[\]@<>]", bare) or _COMMAND.match(bare)):
        return True
    return bool(_CODE_SHAPE.search(bare)) and not re.search(r"(?<![a-z])[a-z]{3,} [a-z]{2,} [a-z]{2,}", bare)


def wrapped_paragraphs(lines: list[str], code: list[bool]) -> dict[int, int]:
    """Map the index of the first line of each paragraph of several lines to the index after its last one.

    Such paragraphs are assumed only in a text whose lines are wrapped: in more than one of them, a long line breaks off
    within a sentence, and at least one line between empty lines looks like a heading.
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
    """Return whether a line is an item of a list: it has a bullet, or a number or symbol as a line next to it has.

    A number or symbol that no neighbor has may begin a heading.
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
    """Return the indices of the items of a list without bullets, which follows the line at ``index``.

    They are the lines, short as headings, between a line that ends in a colon and an empty one.
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
    """Return whether a line has the shape of a heading: short, without sentence punctuation, and not the last one."""
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
    """Return whether the line at ``index`` is a fact or caption that begins with a label: 译者：…, 图：…."""
    label = _LABEL.match(text)
    if not label:
        return False
    has_address = bool(re.search(r"https?://|@", text))
    return index < LABEL_LINES or len(label[1]) < MIN_SENTENCE_LABEL_LENGTH or has_address


def ends_in_colon(text: str) -> bool:
    """Return whether a line ends in a colon, so that it introduces what follows."""
    return text.rstrip().endswith((":", "："))


def end_of_run(start: int, line_count: int, is_in_run: Callable[[int], bool]) -> int:
    """Return the first index from ``start`` that is not in the run, at most ``line_count``."""
    end = start
    while end < line_count and is_in_run(end):
        end += 1
    return end
