"""Plain text without markup → Document: headings, lists, and code are recognized by shape, not by wording.

The publisher's text extraction keeps one block per line, converts full-width punctuation to ASCII, and drops
indentation.
"""

import re
from dataclasses import replace
from itertools import groupby

from atlas.core.characters import HAN, HAN_CHARACTER
from atlas.core.edits import Edit
from atlas.core.languages import Language
from atlas.core.problems import Problem
from atlas.core.versions import TITLE, TITLE_BLOCKS
from atlas.document import nodes as tree
from atlas.document.nodes import Block, Document, Inline, Inlines, merged, plain
from atlas.sources.seed import Seed

MAX_HEADING_LENGTH: dict[Language, int] = {"zh": 48, "en": 80}  # characters; longer lines are sentences
MIN_SENTENCE_LABEL_LENGTH = 4  # words of fewer characters before a colon are labels anywhere: 图, 注意
LABEL_LINES = 14  # first lines, in which any word before a colon is a label
MIN_UNBULLETED_ITEMS = 2  # lines after a colon: the shortest list without bullets
MAX_BRACKETED_HEADING_LENGTH = 100  # characters of a heading that starts or ends with a bracketed word

_BULLET = re.compile(r"\s*(?:[-*•·]\s+|(?P<symbol>[●■◆○]\s*|–\s+))(?=\S)")  # a symbol stands before headings, too
_NUMBER = re.compile(r"\s*(0|[1-9]\d{0,2})[.)、]\s*(?=\S)(?!\d)")
_LABEL = re.compile(r"[*]*([^:：*\[(（【][^:：*]{0,7})[:：][*]*\s*\S")
_BRACKETED = re.compile(r"^[\[(（【][^\[\]()（）【】]{1,14}[\])）】]|[\[(（【][^\[\]()（）【】]{1,14}[\])）】]$")
_ROW = re.compile(r"\s*\|.*\|\s*")
_NOT_PLAIN = re.compile(rf"^(?:\s*$|{_BULLET.pattern}|{_NUMBER.pattern}|{_ROW.pattern}$)|{_BRACKETED.pattern}")
_LEADS = re.compile(rf"{_BULLET.pattern}|{_NUMBER.pattern}|{_ROW.pattern}|{_LABEL.pattern}")
_RULE = re.compile(r"([-=_*~—])\1{2,}")
_RULE_ROW = re.compile(r"[\s|:-]*-[\s|:-]*")
# Lines of text, not headings: a comma or colon at the end is enough, or a stop inside, and no stop must end it.
_NO_HEADING_END = re.compile(r"[。！？!?；;，,：:…]$|(?<![\d.])\.$")
_ENGLISH_SENTENCE = re.compile(r"(?:[\[(][^\])]*[\])] )?+(?:\S+ ){3}.*[^.]\.$")
_ENGLISH_WORDS = re.compile(
    r"(?<![a-z])[a-z]{3,},? [a-z]{2,} [a-z]{2,}|\w [\[(][A-Za-z ]+[\])]$"
)  # calls have no space before the bracket
_BROKEN = re.compile(r"^[^，。；、,;]*+[，。；、,;].*(?<![。！？!?；;：:….])$")  # a line that breaks off in a sentence
_NO_HEADING = re.compile(rf"[。；！？]|[;!?](?=\s|[{HAN}])")

# A line of code either starts like a statement or contains what prose never does.
_CODE_START = re.compile(
    r"(?:import|from|def|class|return|with|for|while|if|elif|else|try|except|print|assert|async|await|lambda"
    r"|template|struct|static|void|auto|const|using|namespace|public|private|export|pip3?|uv|conda|python3?|git|cmake"
    r"|#include|#define|>>>|\.\.\.|@[\w.]+|//|/\*|\$)(?=\W|$)"
)
_COMMAND = re.compile(
    r"\$ |(?:import|return)\b|from [\w.]+ import\b|(?:(?:uv )?pip3?|conda|python3? -m pip) install\b|git clone\b"
    r"|python3? \S+\.py\b"
)
_CODE_SHAPE = re.compile(
    r"^(?:[\w.]+ ?= ?)?[\w.]+\($|[{};]\s*$|^[)}\]]+[;,)]*$|^\.\w+\(|^\s*[\w.\[\], ]+\s[-+*/|&]?=\s\S|::|->"
    r"|^[\w.]+\(.*\)$|\\$|^[\w./-]+ .*(?<=\s)--\w"
)
_PROSE_START = re.compile(r"https?://|[\[(（【][^\W\d_]+[\])）】]\s*[^\W\d_]")  # a URL, a word in brackets


def read(seed: Seed) -> tuple[Document, tuple[Edit, ...], tuple[Problem, ...]]:
    """Read the seed's body. Return the document; there are never edits or problems."""
    lines = seed.body.split("\n")
    language = seed.language
    code = _code_lines(lines, language)
    wrapped = _wrapped_paragraphs(lines, code)
    blocks: list[Block] = []
    index = 0
    while index < len(lines):
        text = lines[index].strip()
        line = seed.line(index)
        end = index + 1  # index of the first line after the block
        if code[index]:
            end = next((i for i in range(index, len(lines)) if not code[i]), len(lines))
            code_lines = map(str.rstrip, lines[index:end])
            blocks.append(tree.CodeBlock("\n".join(code_lines).strip("\n"), "", line))
        elif _ROW.fullmatch(lines[index]):
            end = next((i for i in range(index, len(lines)) if not _ROW.fullmatch(lines[i])), len(lines))
            blocks.append(_table(lines[index:end], index, seed))
        elif _is_item(lines, code, index, language):
            list_block = _list(lines, code, index, seed)
            end = index + len(list_block.items)
            blocks.append(list_block)
        elif _RULE.fullmatch(text):
            blocks += [tree.ThematicBreak(line)] if blocks else []
        elif text and not blocks:
            blocks.append(tree.Heading(1, _inlines(text, line), line))
        elif text and index not in wrapped and _is_heading(lines, index, language):
            blocks.append(tree.Heading(2, _inlines(text, line), line))
        elif text:
            end = wrapped.get(index, end)
            blocks.append(tree.Paragraph(_inlines("\n".join(map(str.strip, lines[index:end])), line), line))
            if item_range := _unbulleted_items(lines, code, end - 1, language):
                end = item_range.stop
                items = tuple(_item(lines[i], seed.line(i)) for i in item_range)
                blocks.append(tree.ListBlock(ordered=False, items=items, line=items[0].line))
        index = end
    return Document(tuple(_with_levels(_with_title(blocks))), has_guessed_levels=True), (), ()


def _with_title(blocks: list[Block]) -> list[Block]:
    """Put the first of the opening lines first that names a release: slogans, menus and bylines stand above titles."""
    for index, title in enumerate(blocks[:TITLE_BLOCKS]):
        if isinstance(title, tree.Heading | tree.Paragraph) and TITLE.search(plain(title.inlines)):
            above = (tree.Paragraph(b.inlines, b.line) if isinstance(b, tree.Heading) else b for b in blocks[:index])
            return [tree.Heading(1, title.inlines, title.line), *above, *blocks[index + 1 :]]
    return blocks


def _code_lines(lines: list[str], language: Language) -> list[bool]:
    """Return which lines are code: those that clearly are, and lines next to them that do not read as prose."""
    code = [_is_code(line) for line in lines]
    for i, line in enumerate(lines):
        # A bare expression is code only next to code.
        is_adjacent = (i and code[i - 1]) or any(code[i + 1 : i + 2])
        is_prose = HAN_CHARACTER.search(line) or (language == "en" and _ENGLISH_WORDS.search(line.strip()))
        if not code[i] and line.strip() and is_adjacent and not is_prose:
            code[i] = bool(re.search(r"[()=\[\]_]", line))
    _extend_code(lines, code)
    # Comments and gaps between lines of code are code, too, and so are comments directly before and after them.
    kinds = "".join("c" if is_code else _kind(line) for line, is_code in zip(lines, code, strict=True))
    kinds = re.sub(r"(?<=c)[# ]+(?=c)|(?<=c)#+|(?<!#)#+(?=c)", lambda run: "c" * len(run[0]), kinds)
    return [kind == "c" for kind in kinds]


def _kind(line: str) -> str:
    """Classify a line that is not code: a space if it is empty, # for a comment or an ellipsis, p for prose."""
    if not line.strip():
        return " "
    return "#" if re.match(r"\s*(?:(?:#|//)\s?\S|\.\.\.\s*$)", line) else "p"


def _extend_code(lines: list[str], code: list[bool]) -> None:
    """Extend code to the lines after an unclosed bracket, up to the first prose, and to interpreter output."""
    depth = 0
    is_session = False  # in an interpreter session, output follows input
    for i, line in enumerate(lines):
        bare = re.sub(r"(['\"]).*?\1|#.*", "", line)
        is_prose = not line.strip() or HAN_CHARACTER.search(bare)
        is_session = line.startswith(">>>") or (is_session and bool(line.strip()) and not HAN_CHARACTER.search(line))
        code[i] = code[i] or is_session or (depth > 0 and not is_prose)
        brackets = len(re.findall(r"[(\[{]", bare)) - len(re.findall(r"[)\]}]", bare))
        depth = max(0, depth + brackets) if code[i] else 0


def _is_code(line: str) -> bool:
    bare = re.sub(r"(['\"]).*?\1|(?:#|//).*", r"\1\1", line).strip()
    if not bare or HAN_CHARACTER.search(bare) or _BULLET.match(line) or _PROSE_START.match(bare):
        return False
    if re.search(r"\S\s{2,}(?:#|//)\s", line):  # a comment set off by spaces
        return True
    if _CODE_START.match(bare) and (re.search(r"[()=:;{}\[\]@<>]", bare) or _COMMAND.match(bare)):
        return True
    return bool(_CODE_SHAPE.search(bare)) and not re.search(r"(?<![a-z])[a-z]{3,} [a-z]{2,} [a-z]{2,}", bare)


def _wrapped_paragraphs(lines: list[str], code: list[bool]) -> dict[int, int]:
    """Map the first line of each paragraph that is wrapped over several lines to its end, if the text has such.

    Lines of several paragraphs must break off in a sentence, and empty lines must set a line apart as a heading is.
    """
    texts = [line.strip() for line in lines]

    def is_prose(index: int) -> bool:
        return bool(texts[index]) and not code[index] and not _LEADS.match(texts[index])

    runs = [list(run) for are_prose, run in groupby(range(len(lines)), is_prose) if are_prose][1:]  # below the title
    sentences = [run for run in runs if _NO_HEADING_END.search(texts[run[-1]])]
    wrapped = [run for run in sentences if len(run) > 1 and not _BRACKETED.search(texts[run[0]])]
    half = max((len(texts[i]) for run in wrapped for i in run), default=0) / 2  # a heading is shorter
    broken = [run for run in wrapped if any(len(texts[i]) > half and _BROKEN.search(texts[i]) for i in run[:-1])]
    has_headings = any(len(run) == 1 and run not in sentences for run in runs)
    return {run[0]: run[-1] + 1 for run in wrapped} if len(broken) > 1 and has_headings else {}


def _is_item(lines: list[str], code: list[bool], index: int, language: Language) -> bool:
    """Return whether a line is bulleted, or numbered like a neighbor: a lone number or symbol may begin a heading."""
    bullet = _BULLET.match(lines[index])
    number = _NUMBER.match(lines[index])
    if not number and not (bullet and bullet["symbol"]):
        return bool(bullet)
    above = next((lines[i] for i in range(index - 1, -1, -1) if lines[i].strip()), "")
    below = next(("" if code[i] else lines[i] for i in range(index + 1, len(lines)) if lines[i].strip()), "")
    if not number:
        symbol = lines[index].lstrip()[0]
        return above.lstrip().startswith(symbol) or below.lstrip().startswith(symbol)
    number_above = _NUMBER.match(above)
    number_below = _NUMBER.match(below)
    if number_above and int(number[1]) - int(number_above[1]) == 1:
        return True
    if number_below and int(number_below[1]) - int(number[1]) in (0, 1):
        return True
    return not _is_heading(lines, index, language)


def _unbulleted_items(lines: list[str], code: list[bool], index: int, language: Language) -> range:
    """Return the lines of a list without bullets: short lines between one that ends in a colon and an empty one."""
    if not lines[index].rstrip().endswith((":", "：")):
        return range(0)
    below = range(index + 1, len(lines))
    end = next(
        (i for i in below if code[i] or _NOT_PLAIN.search(lines[i]) or not _is_heading(lines, i, language)), index
    )
    is_list = end - index > MIN_UNBULLETED_ITEMS and not lines[end].strip()
    return range(index + 1, end if is_list else index + 1)


def _is_heading(lines: list[str], index: int, language: Language) -> bool:
    """Return whether a line is short, without sentence punctuation, and not the last."""
    text = lines[index].strip()
    if len(text) > (MAX_BRACKETED_HEADING_LENGTH if _BRACKETED.search(text) else MAX_HEADING_LENGTH[language]):
        return False
    if language == "en" and _ENGLISH_SENTENCE.match(text):
        return False
    label = _LABEL.match(text)  # 译者：…, 图：…
    if label and (index < LABEL_LINES or len(label[1]) < MIN_SENTENCE_LABEL_LENGTH or re.search(r"https?://|@", text)):
        return False
    if _NO_HEADING.search(text):
        return False
    is_last = not any(lines[i].strip() for i in range(index + 1, len(lines)))
    return not is_last and bool(_BRACKETED.search(text) or not _NO_HEADING_END.search(text))


def _with_levels(blocks: list[Block]) -> list[Block]:
    """Set heading levels: 2 for a heading directly above another, which opens a section, and 3 inside sections.

    Without sections, the level is 2, or 3 in a run of unmarked headings introduced by a line that ends in a colon.
    """
    leveled: list[Block] = []
    has_sections = is_introduced = False
    for i, block in enumerate(blocks):
        if not isinstance(block, tree.Heading) or block.level == 1:
            leveled.append(block)
            continue
        is_marked = bool(_BRACKETED.search(plain(block.inlines)))
        following = blocks[i + 1]
        are_both_marked = (
            is_marked and isinstance(following, tree.Heading) and _BRACKETED.search(plain(following.inlines))
        )
        if isinstance(following, tree.Heading) and not are_both_marked:
            level = 2
            has_sections = True
        elif has_sections:
            level = 3
        else:
            before = blocks[i - 1]
            ends_in_colon = isinstance(before, tree.Paragraph) and plain(before.inlines).rstrip().endswith((":", "："))
            is_introduced = not is_marked and (is_introduced or ends_in_colon)
            level = 3 if is_introduced else 2
        leveled.append(replace(block, level=level))
    return leveled


def _list(lines: list[str], code: list[bool], index: int, seed: Seed) -> tree.ListBlock:
    """Return the list that starts at ``index``, one item per line; a number out of sequence starts another list."""
    number = None if _BULLET.match(lines[index]) else _NUMBER.match(lines[index])
    pattern, start = (_NUMBER, int(number[1])) if number else (_BULLET, 1)
    items: list[tree.Item] = []
    for i in range(index, len(lines)):
        prefix = None if code[i] else pattern.match(lines[i])
        if not prefix:
            break
        if not (int(prefix[1]) == start + len(items) if number else _is_item(lines, code, i, seed.language)):
            break
        items.append(_item(lines[i][prefix.end() :], seed.line(i)))
    return tree.ListBlock(bool(number), tuple(items), seed.line(index), start)


def _item(text: str, line: int) -> tree.Item:
    return tree.Item((tree.Paragraph(_inlines(text.strip(), line), line),), line)


def _table(lines: list[str], index: int, seed: Seed) -> tree.Table:
    rows: list[list[tree.Cell]] = []
    for row_index, row in enumerate(lines, index):
        if not (rows and _RULE_ROW.fullmatch(row)):
            line = seed.line(row_index)
            cells = row.strip().strip("|").split("|")
            rows.append([tree.Cell(_inlines(text.strip(), line), line) for text in cells])
    return tree.Table.of(rows, seed.line(index))


def _inlines(text: str, line: int) -> Inlines:
    """Parse the little markup that survives in such texts: `code` and **strong**."""
    inlines: list[Inline] = []
    for i, part in enumerate(re.split(r"(`[^`]+`|\*\*[^*]+\*\*)", text)):
        if not i % 2:
            inlines.append(tree.Text(part, line))
        elif part.startswith("`"):
            inlines.append(tree.Code(part[1:-1], line))
        else:
            inlines.append(tree.Strong((tree.Text(part[2:-2], line),), line))
    return merged(inlines)
