"""Passes over code: identifiers in running text, and blocks without a language."""

import re
from dataclasses import replace
from functools import lru_cache

from atlas.core.api_names import IDENTIFIER, NAME
from atlas.core.edits import Edit
from atlas.document.nodes import Block, Code, CodeBlock, Document, Emphasis, Inline, Inlines, Link, Text, plain
from atlas.document.traverse import map_blocks
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import CodeNames

MAX_EXPRESSION_LENGTH = 120  # characters between the brackets of an expression

# One expression: dotted, scoped or snake-case names, a call's empty parentheses, an assigned value.
_EXPRESSION = re.compile(rf"\.?{NAME}(?:\(\))?(?:\s?=\s?[\w.'\"]+)?")
_CODE_SIGN = re.compile(r"[._=(]|::|[a-z][A-Z]|^[A-Z]{2,}\d*$|\d")
_SHAPE = re.compile(r"\[(?:[A-Za-z]|\d+)(?:[,，]\s*(?:[A-Za-z]|\d+))+\]")

_CPP = re.compile(r"^\s*#include|\bstd::|\btemplate\s*<|\btorch::\w|\bc10::|;\s*$", re.MULTILINE)
_SHELL = re.compile(
    r"^\s*(?:\$ |export \w+=|pip3? install|conda |python3? \S+\.py|git clone|curl |docker )", re.MULTILINE
)
_PYTHON = re.compile(
    r"^\s*(?:import \w|from \w[\w.]* import|def \w|class \w|@\w|with \w|for \w|#\s)"
    r"|\btorch\.|=\s*\w+\(|^\w[\w.]*\(|^\w+\s*=\s",
    re.MULTILINE,
)


def emphasis_to_code(node: Inline, edits: list[Edit], knowledge: Knowledge) -> Inlines:
    """Turn emphasized identifiers into code spans, and remove emphasis from single foreign words.

    The publisher's posts set API names in italics, which Chinese typography lacks.
    """
    if not isinstance(node, Emphasis):
        return (node,)
    text = plain(node.children)
    is_text = all(isinstance(child, Text) for child in node.children)
    if is_text and text not in knowledge.code.prose and _is_code(text):
        edits.append(Edit("code-emphasis", f"*{text}*", f"`{text}`", node.line))
        return (Code(text, node.line),)
    if re.fullmatch(r"[\x21-\x7e]+", text):
        edits.append(Edit("code-emphasis", f"*{text}*", text, node.line))
        return node.children
    return (node,)


def _is_code(text: str) -> bool:
    return bool(_SHAPE.fullmatch(text) or (_EXPRESSION.fullmatch(text) and _CODE_SIGN.search(text)))


def mark_code(node: Inline, edits: list[Edit], knowledge: Knowledge) -> Inlines:
    """Turn bare identifiers and expressions in the text into code spans, and remove emphasis around code."""
    match node:
        case Text():
            return _marked(node, edits, knowledge.code)
        case Link() if (url := plain(node.children)).startswith(("http://", "https://")):
            return (replace(node, children=(Text(url, node.line),)),)
        case Emphasis() if any(isinstance(child, Code) for child in node.children):
            words = plain(node.children)
            edits.append(Edit("code-emphasis", f"*{words}*", words, node.line))
            return node.children
        case _:
            return (node,)


def _marked(node: Text, edits: list[Edit], names: CodeNames) -> Inlines:
    inlines: list[Inline] = []
    position = 0
    for name in _names(names).finditer(node.text):
        if name.start() < position or name[0] in names.prose:
            continue
        end = _expression_end(node.text, name.end())
        if end == name.end() and name["call"]:
            continue  # only its bracket made it look like a call
        expression = node.text[name.start() : end]
        inlines += [Text(node.text[position : name.start()], node.line), Code(expression, node.line)]
        edits.append(Edit("code-names", expression, f"`{expression}`", node.line))
        position = end
    return (*inlines, Text(node.text[position:], node.line)) if inlines else (node,)


@lru_cache(maxsize=4)
def _names(code: CodeNames) -> re.Pattern[str]:
    roots = "|".join(map(re.escape, code.roots))
    words = "|".join(map(re.escape, sorted(code.names, key=len, reverse=True)))
    return re.compile(
        rf"""(?<![\w./@\\-])(?<!\w::)(?:
            @?(?:{roots})(?:\.{IDENTIFIER})+
          | {IDENTIFIER}(?:::{IDENTIFIER})+
          | _*[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+(?:\.\w+)*(?:=[\w.]+)?
          | (?:{words})(?![A-Za-z])
          | (?P<call>[a-z_][\w.]*(?=[\[(]))
        )(?!\w|/|::[A-Za-z_])""",
        re.VERBOSE | re.ASCII,
    )


def _expression_end(text: str, start: int) -> int:
    """Return the end of the expression that reaches to ``start``: past balanced ASCII brackets with code in them."""
    if start >= len(text) or text[start] not in "[(":
        return start
    depth = 0
    for i, char in enumerate(text[start : start + MAX_EXPRESSION_LENGTH], start):
        if not char.isascii():
            return start
        depth += (char in "[({") - (char in "])}")
        if depth == 0:
            inside = text[start + 1 : i]
            name = text[:start].rsplit(maxsplit=1)[-1]
            is_code = not inside or re.search(r"[\[\]{}=\"':]|\.\.\.", inside) or re.search(r"[._]", name)
            return i + 1 if is_code else start
    return start


def add_languages(document: Document, edits: list[Edit]) -> Document:
    """Detect the languages of code blocks that state none."""

    def with_language(block: Block) -> tuple[Block, ...]:
        if not isinstance(block, CodeBlock) or block.language or not (language := _language(block.text)):
            return (block,)
        edits.append(Edit("code-language", "", language, block.line))
        return (replace(block, language=language),)

    return document.with_blocks(map_blocks(document.blocks, with_language))


def _language(text: str) -> str:
    if re.match(r"\s*>>> ", text):
        return "pycon"
    if _SHELL.search(text):
        return "bash"
    if len(_CPP.findall(text)) > len(re.findall(r"^\s*(?:import|from|def) ", text, re.MULTILINE)):
        return "cpp"
    return "python" if _PYTHON.search(text) else ""
