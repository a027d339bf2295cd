"""Passes that tell code from prose: emphasised and bare API names, languages, lost indentation."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from functools import lru_cache

import clang_format

from atlas.core.changes import Change
from atlas.document.nodes import Block, Code, CodeBlock, Document, Emphasis, Inline, Inlines, Link, Text, plain
from atlas.document.traverse import CLOSE, LINK, OPEN, UNLINK, map_blocks, map_inlines, map_nodes, rewrite_text
from atlas.knowledge.load import Knowledge
from atlas.knowledge.schema import CodeNames

# One expression: dotted, scoped or snake-case names, a call's empty parentheses, an assigned value.
_NAME = r"@?[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*_?"
_EXPRESSION = re.compile(rf"\.?{_NAME}(?:\(\))?(?:\s?=\s?[\w.'\"]+)?")
_CODE_SIGN = re.compile(r"[._=(]|::|[a-z][A-Z]|^[A-Z]{2,}\d*$|\d")
_SHAPE = re.compile(r"\[(?:[A-Za-z]|\d+)(?:[,，]\s*(?:[A-Za-z]|\d+))+\]")

_SPAN = re.compile(f"[{OPEN}{LINK}]")
_AFTER_OPEN = re.compile(rf"([{OPEN}{LINK}])([ \t\u00a0]+)")
_BEFORE_CLOSE = re.compile(rf"([ \t\u00a0]+|[，。；：,;:]|(?<=[\u3400-\u9fff])\.)([{CLOSE}{UNLINK}])")

_CPP = re.compile(r"^\s*#include|\bstd::|\btemplate\s*<|\btorch::\w|\bc10::|;\s*$", re.MULTILINE)
_SHELL = re.compile(
    r"^\s*(?:\$ |export \w+=|pip3? install|conda |python3? \S+\.py|git clone|curl |docker )", re.MULTILINE
)
_PYTHON = re.compile(
    r"^\s*(?:import \w|from \w[\w.]* import|def \w|class \w|@\w|with \w|for \w|#\s)"
    r"|\btorch\.|=\s*\w+\(|^\w[\w.]*\(|^\w+\s*=\s",
    re.MULTILINE,
)
_STYLE = "{BasedOnStyle: Google, ColumnLimit: 0, IndentWidth: 2, SortIncludes: Never, ReflowComments: false}"
_FORMAT_SECONDS = 20


def trim_emphasis(document: Document, _knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """Spaces and closing punctuation move out of emphasis and links; what is then empty goes."""
    changes: list[Change] = []

    def trim(text: str) -> str:
        before = "" if _SPAN.search(text) else text
        while before != text:
            before = text
            text = _AFTER_OPEN.sub(r"\2\1", text)
            text = _BEFORE_CLOSE.sub(r"\2\1", text)
        return text

    def rewrite(inlines: Inlines, line: int) -> Inlines:
        after = rewrite_text(inlines, trim)
        if after != inlines:
            changes.append(Change("emphasis-edges", plain(inlines), plain(after), line))
        return after

    return map_inlines(document, rewrite), changes


def emphasis_to_code(document: Document, knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """Emphasis around an identifier is a code span; around a single foreign word, nothing.

    The publisher's posts set API names in italics, which Chinese type does not have.
    """
    changes: list[Change] = []

    def change(node: Inline) -> Inlines:
        if not isinstance(node, Emphasis):
            return (node,)
        text = plain(node.children)
        if all(isinstance(n, Text) for n in node.children) and _is_code(text, knowledge.code):
            changes.append(Change("code-emphasis", f"*{text}*", f"`{text}`", node.line))
            return (Code(text, node.line),)
        if re.fullmatch(r"[\x21-\x7e]+", text):
            changes.append(Change("code-emphasis", f"*{text}*", text, node.line))
            return node.children
        return (node,)

    return map_inlines(document, lambda inlines, _: map_nodes(inlines, change)), changes


def _is_code(text: str, names: CodeNames) -> bool:
    if text in names.prose:
        return False
    return bool(_SHAPE.fullmatch(text) or (_EXPRESSION.fullmatch(text) and _CODE_SIGN.search(text)))


def mark_code(document: Document, knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """Identifiers and expressions that stand bare in the text become code spans; no emphasis around them."""
    pattern = _names(knowledge.code)
    changes: list[Change] = []

    def change(node: Inline) -> Inlines:
        if isinstance(node, Link) and plain(node.children).startswith(("http://", "https://")):
            return (replace(node, children=(Text(plain(node.children), node.line),)),)
        if isinstance(node, Emphasis) and any(isinstance(child, Code) for child in node.children):
            words = plain(node.children)
            changes.append(Change("code-emphasis", f"*{words}*", words, node.line))
            return node.children
        if not isinstance(node, Text):
            return (node,)
        out: list[Inline] = []
        at = 0
        for found in pattern.finditer(node.text):
            if found.start() < at or found[0] in knowledge.code.prose:
                continue
            end = _expression_end(node.text, found.end())
            if end == found.end() and found["call"]:
                continue  # it was taken for a call only because of its bracket
            text = node.text[found.start() : end]
            out += [Text(node.text[at : found.start()], node.line), Code(text, node.line)]
            changes.append(Change("code-names", text, f"`{text}`", node.line))
            at = end
        return (*out, Text(node.text[at:], node.line)) if out else (node,)

    return map_inlines(document, lambda inlines, _: map_nodes(inlines, change)), changes


@lru_cache(maxsize=4)
def _names(code: CodeNames) -> re.Pattern[str]:
    roots = "|".join(map(re.escape, code.roots))
    words = "|".join(map(re.escape, sorted(code.names, key=len, reverse=True)))
    return re.compile(
        rf"""(?<![\w./@\\-])(?<!\w::)(?:
            @?(?:{roots})(?:\.[A-Za-z_]\w*)+
          | [A-Za-z_]\w*(?:::[A-Za-z_]\w*)+
          | _*[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+(?:\.\w+)*(?:=[\w.]+)?
          | (?:{words})(?![A-Za-z])
          | (?P<call>[a-z_][\w.]*(?=[\[(]))
        )(?!\w|/|::[A-Za-z_])""",
        re.VERBOSE | re.ASCII,
    )


def _expression_end(text: str, start: int) -> int:
    """Where the expression that reaches to ``start`` ends: past balanced ASCII brackets, if they hold code."""
    if start >= len(text) or text[start] not in "[(":
        return start
    depth = 0
    for i in range(start, min(len(text), start + 120)):
        if not text[i].isascii():
            return start
        depth += (text[i] in "[({") - (text[i] in "])}")
        if depth == 0:
            inside = text[start + 1 : i]
            is_code = (
                not inside
                or re.search(r"[\[\]{}=\"':]|\.\.\.", inside)
                or re.search(r"[._]", text[:start].rsplit(maxsplit=1)[-1])
            )
            return i + 1 if is_code else start
    return start


def tag_language(document: Document, _knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """Code blocks without a language get the one that their text shows."""
    changes: list[Change] = []

    def change(block: Block) -> tuple[Block, ...]:
        if not isinstance(block, CodeBlock) or block.language:
            return (block,)
        language = _language(block.text)
        if language:
            changes.append(Change("code-language", "", language, block.line))
        return (replace(block, language=language),)

    return document.with_blocks(map_blocks(document.blocks, change)), changes


def _language(text: str) -> str:
    if re.match(r"\s*>>> ", text):
        return "pycon"
    if _SHELL.search(text):
        return "bash"
    if len(_CPP.findall(text)) > len(re.findall(r"^\s*(?:import|from|def) ", text, re.MULTILINE)):
        return "cpp"
    return "python" if _PYTHON.search(text) else ""


def reindent(document: Document, _knowledge: Knowledge) -> tuple[Document, list[Change]]:
    """C++ whose indentation the seed has lost is formatted anew; code that has any is left alone."""
    changes: list[Change] = []

    def change(block: Block) -> tuple[Block, ...]:
        if not isinstance(block, CodeBlock) or block.language != "cpp":
            return (block,)
        lines = block.text.split("\n")
        lost = not any(line[:1].isspace() for line in lines) and any(line.endswith("{") for line in lines[:-1])
        text = _formatted(block.text) if lost else block.text
        if text == block.text:
            return (block,)
        changes.append(Change("code-indentation", block.text, text, block.line))
        return (replace(block, text=text),)

    return document.with_blocks(map_blocks(document.blocks, change)), changes


@lru_cache(maxsize=256)
def _formatted(text: str) -> str:
    """``text`` as clang-format sets it; unchanged where its words would not survive."""
    command = [clang_format.get_executable("clang-format"), f"--style={_STYLE}", "--assume-filename=code.cpp"]
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, encoding="utf-8", timeout=_FORMAT_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return text
    same = "".join(done.stdout.split()) == "".join(text.split())
    return done.stdout.rstrip("\n") if done.returncode == 0 and same else text
