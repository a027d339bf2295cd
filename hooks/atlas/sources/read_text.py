"""Plain text with all markup lost → Document: headings, lists and code are recognised by shape.

The publisher's text extraction keeps one block a line, turns full-width punctuation into ASCII and
drops indentation. Nothing is recognised by its wording.
"""

import re
from dataclasses import replace

from atlas.core.changes import Change
from atlas.core.languages import Language
from atlas.core.problems import Problem
from atlas.core.text import HAN, HAN_CHARACTER
from atlas.document import nodes as tree
from atlas.document.nodes import Block, Document, Inline, Inlines, merged, plain
from atlas.sources.seed import Seed

MAX_HEADING: dict[Language, int] = {"zh": 48, "en": 80}  # characters; longer lines are sentences
SHORT = 4  # characters of a word before a colon that is a label anywhere: 图, 注意
HEAD = 14  # lines in which a word before a colon is a label
MAX_BRACKETED = 100  # of one with something in brackets at either end

_BULLET = re.compile(r"\s*[-*•·]\s+(?=\S)")
_NUMBER = re.compile(r"\s*(0|[1-9]\d{0,2})[.)、]\s*(?=\S)(?!\d)")
_LABEL = re.compile(r"[*]*([^:：*\[(（【][^:：*]{0,7})[:：][*]*\s*\S")
_BRACKETED = re.compile(r"^[\[(（【][^\[\]()（）【】]{1,14}[\])）】]|[\[(（【][^\[\]()（）【】]{1,14}[\])）】]$")
_ROW = re.compile(r"\s*\|.*\|\s*")
_RULE_ROW = re.compile(r"[\s|:-]*-[\s|:-]*")
_SENTENCE_END = re.compile(r"[。！？!?；;，,：:…]$|(?<![\d.])\.$")
_ENGLISH_SENTENCE = re.compile(r"(?:[\[(][^\])]*[\])] )?(?:\S+ ){4}.*(?:[a-z\])]| [\d.,]*\d)\.$")
_ENGLISH_WORDS = re.compile(
    r"(?<![a-z])[a-z]{3,},? [a-z]{2,} [a-z]{2,}|\w [\[(][A-Za-z ]+[\])]$"
)  # a call has no space inside
_SENTENCE_INSIDE = re.compile(rf"[。；！？]|[;!?](?=\s|[{HAN}])")

# A line of code either begins like a statement or holds what prose never holds.
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
_PROSE_START = re.compile(r"https?://|[\[(（【][^\W\d_]+[\])）】]\s*[^\W\d_]")  # an address, a word in brackets
_COMMENT = re.compile(r"\s*(?:#|//)\s?\S")


def read(seed: Seed) -> tuple[Document, tuple[Change, ...], tuple[Problem, ...]]:
    """The seed's body as a document. Nothing is left out of it, and nothing can go wrong."""
    lines = seed.body.split("\n")
    language = seed.language
    code = _code_lines(lines, language)
    out: list[Block] = []
    index = 0
    while index < len(lines):
        text, line = lines[index].strip(), seed.line(index)
        if code[index]:
            end = index
            while end < len(lines) and code[end]:
                end += 1
            out.append(tree.CodeBlock("\n".join(x.rstrip() for x in lines[index:end]).strip("\n"), "", line))
            index = end
            continue
        if _ROW.fullmatch(lines[index]):
            index = _table(lines, index, seed, out)
            continue
        if _is_item(lines, code, index, language):
            index = _list(lines, code, index, seed, out)
            continue
        if text and not out:
            out.append(tree.Heading(1, _inlines(text, line), line))
        elif text and _is_heading(lines, index, language):
            out.append(tree.Heading(2, _inlines(text, line), line))
        elif text:
            out.append(tree.Paragraph(_inlines(text, line), line))
        index += 1
    return Document(tuple(_levels(out))), (), ()


def _code_lines(lines: list[str], language: Language) -> list[bool]:
    """Which lines are code: runs that begin with a sure line and hold nothing that reads as prose."""
    code = [_is_code(line) for line in lines]
    for i, line in enumerate(lines):
        # A bare expression is code only next to code.
        is_adjacent = (i and code[i - 1]) or any(code[i + 1 : i + 2])
        is_prose = HAN_CHARACTER.search(line) or (language == "en" and _ENGLISH_WORDS.search(line.strip()))
        if not code[i] and line.strip() and is_adjacent and not is_prose:
            code[i] = bool(re.search(r"[()=\[\]_]", line))
    _continue(lines, code)
    at = 0
    while at < len(lines):  # so are comments and gaps between code, and comments adjacent to it
        end = at
        while end < len(lines) and not code[end] and _fills(lines[end]):
            end += 1
        run = range(at, end)
        if not (at and code[at - 1]):  # no code before it: what leads straight into code
            blank = max((i for i in run if not lines[i].strip()), default=at - 1)
            run = range(blank + 1, end if end < len(lines) and code[end] else blank + 1)
        elif not (end < len(lines) and code[end]):  # none after it: what follows code straight
            run = range(at, min((i for i in run if not lines[i].strip()), default=end))
        for i in run:
            code[i] = True
        at = max(end, at + 1)
    return code


def _continue(lines: list[str], code: list[bool]) -> None:
    """A call that is open at the end of a line of code goes on below it, as far as no prose begins."""
    depth = 0
    session = False  # an interpreter's, whose output follows what was typed
    for i, line in enumerate(lines):
        session = line.startswith(">>>") or (session and bool(line.strip()) and not HAN_CHARACTER.search(line))
        code[i] |= session
        if (
            depth > 0
            and not code[i]
            and (HAN_CHARACTER.search(re.sub(r"(['\"]).*?\1|#.*", "", line)) or not line.strip())
        ):
            depth = 0
        code[i] |= depth > 0
        if code[i]:
            bare = re.sub(r"(['\"]).*?\1|#.*", "", line)
            depth = max(0, depth + sum(bare.count(c) for c in "([{") - sum(bare.count(c) for c in ")]}"))
        else:
            depth = 0


def _fills(line: str) -> bool:
    """Whether a line may stand between lines of code: a comment, dots, or nothing."""
    return not line.strip() or bool(_COMMENT.match(line)) or line.strip() == "..."


def _is_code(line: str) -> bool:
    bare = re.sub(r"(['\"]).*?\1|(?:#|//).*", r"\1\1", line).strip()
    if not bare or HAN_CHARACTER.search(bare) or _BULLET.match(line) or _PROSE_START.match(bare):
        return False
    if re.search(r"\S\s{2,}(?:#|//)\s", line):  # a comment set apart
        return True
    if _CODE_START.match(bare) and (re.search(r"[()=:;{}\[\]@<>]", bare) or _COMMAND.match(bare)):
        return True
    return bool(_CODE_SHAPE.search(bare)) and not re.search(r"(?<![a-z])[a-z]{3,} [a-z]{2,} [a-z]{2,}", bare)


def _is_item(lines: list[str], code: list[bool], index: int, language: Language) -> bool:
    """A bullet, or a number whose neighbours count on: a lone numbered line may be a heading."""
    if _BULLET.match(lines[index]):
        return True
    if not (number := _NUMBER.match(lines[index])):
        return False
    filled = (i for i in range(index + 1, len(lines)) if lines[i].strip())
    after = next(filled, None)
    following = None if after is None or code[after] else _NUMBER.match(lines[after])
    counts_on = following is not None and int(following[1]) in (int(number[1]), int(number[1]) + 1)
    before = next((_NUMBER.match(lines[i]) for i in range(index - 1, -1, -1) if lines[i].strip()), None)
    return counts_on or bool(before and int(before[1]) == int(number[1]) - 1) or not _is_heading(lines, index, language)


def _is_heading(lines: list[str], index: int, language: Language) -> bool:
    """A short line without a sentence's punctuation that something follows."""
    text = lines[index].strip()
    if len(text) > (MAX_BRACKETED if _BRACKETED.search(text) else MAX_HEADING[language]):
        return False
    if language == "en" and _ENGLISH_SENTENCE.match(text):
        return False
    label = _LABEL.match(text)  # 译者：…, 图：…
    if label and (index < HEAD or len(label[1]) < SHORT or re.search(r"https?://|@", text)):
        return False
    if _SENTENCE_INSIDE.search(text):
        return False
    follows = next((i for i in range(index + 1, len(lines)) if lines[i].strip()), None)
    return follows is not None and not (_SENTENCE_END.search(text) and not _BRACKETED.search(text))


def _levels(blocks: list[Block]) -> list[Block]:
    """Headings in their levels: one straight above another opens a section, whose features are 3.

    Without sections, a heading is 2, unless a line that ends in a colon led in a run of unmarked ones.
    """
    out: list[Block] = []
    sections = led_in = False
    for i, block in enumerate(blocks):
        if not isinstance(block, tree.Heading) or block.level == 1:
            out.append(block)
            continue
        marked = bool(_BRACKETED.search(plain(block.inlines)))
        after = blocks[i + 1]
        both_marked = marked and isinstance(after, tree.Heading) and _BRACKETED.search(plain(after.inlines))
        if isinstance(after, tree.Heading) and not both_marked:
            level, sections, led_in = 2, True, False
        elif sections:
            level = 3
        else:
            before = blocks[i - 1]
            colon = isinstance(before, tree.Paragraph) and plain(before.inlines).rstrip().endswith((":", "："))
            led_in = not marked and (led_in or colon)
            level = 3 if led_in else 2
        out.append(replace(block, level=level))
    return out


def _list(lines: list[str], code: list[bool], index: int, seed: Seed, out: list[Block]) -> int:
    """Append the list that begins at ``index``; return the index after it."""
    pattern = _BULLET if _BULLET.match(lines[index]) else _NUMBER
    first = pattern.match(lines[index])
    start = int(first[1]) if first and pattern is _NUMBER else 1
    items: list[tree.Item] = []
    begin = index
    while index < len(lines) and not code[index] and (lead := pattern.match(lines[index])):
        if pattern is _NUMBER and int(lead[1]) != start + len(items):
            break  # a list of its own, which keeps its number
        line = seed.line(index)
        items.append(tree.Item((tree.Paragraph(_inlines(lines[index][lead.end() :].strip(), line), line),), line))
        index += 1
    out.append(tree.ListBlock(pattern is _NUMBER, tuple(items), seed.line(begin), start))
    return index


def _table(lines: list[str], index: int, seed: Seed, out: list[Block]) -> int:
    """Append the table whose rows begin at ``index``; return the index after it."""
    begin = index
    rows: list[list[tree.Cell]] = []
    while index < len(lines) and _ROW.fullmatch(lines[index]):
        if not (rows and _RULE_ROW.fullmatch(lines[index])):
            line = seed.line(index)
            words = lines[index].strip().strip("|").split("|")
            rows.append([tree.Cell(_inlines(word.strip(), line), line) for word in words])
        index += 1
    out.append(tree.Table.of(rows, seed.line(begin)))
    return index


def _inlines(text: str, line: int) -> Inlines:
    """Words, with the little markup that survives in such texts: `code` and **strong**."""
    out: list[Inline] = []
    for i, part in enumerate(re.split(r"(`[^`]+`|\*\*[^*]+\*\*)", text)):
        if not i % 2:
            out.append(tree.Text(part, line))
        elif part.startswith("`"):
            out.append(tree.Code(part[1:-1], line))
        else:
            out.append(tree.Strong((tree.Text(part[2:-2], line),), line))
    return merged(out)
