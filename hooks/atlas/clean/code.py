"""Passes over code: identifiers in running text become code spans, and code blocks get their language."""

import re
from dataclasses import replace
from functools import lru_cache

from atlas.clean.editing import edit_blocks, edit_nodes
from atlas.core.api_names import IDENTIFIER, NAME
from atlas.core.edits import Edit, Edited, Rule
from atlas.core.languages import BilingualText
from atlas.document.nodes import Block, Code, CodeBlock, Document, Emphasis, Inline, Inlines, Link, Text, plain
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import CodeNames

CODE_EMPHASIS = Rule("code-emphasis", BilingualText("斜体标识符改为代码", "Italic identifiers set as code"))
CODE_NAMES = Rule("code-names", BilingualText("API 名称设为代码格式", "API names set as code"))
CODE_LANGUAGE = Rule("code-language", BilingualText("识别代码语言", "Code language detected"), "invisible")

MAX_EXPRESSION_LENGTH = 120  # characters between the brackets of an expression

# A name (dotted, scoped or in snake case), perhaps with empty parentheses or an assignment: torch.f(), x = 1
_EXPRESSION = re.compile(rf"\.?{NAME}(?:\(\))?(?:\s?=\s?[\w.'\"]+)?")
# What tells an identifier from an ordinary word: a dot or other sign, camel case, only capitals, or a digit.
_CODE_SIGN = re.compile(r"[._=(]|::|[a-z][A-Z]|^[A-Z]{2,}\d*$|\d")
# The shape of a tensor: [N, 3, H, W]
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


def emphasis_to_code(document: Document, knowledge: Knowledge) -> Edited[Document]:
    """Turn emphasized identifiers into code spans, and remove the emphasis of other single words in Latin script.

    Publishers of Chinese texts put such words in italics, but Chinese typography has no italics.
    """

    def without_emphasis(node: Inline) -> Edited[Inlines]:
        if not isinstance(node, Emphasis):
            return Edited((node,))
        text = plain(node.children)
        has_only_text = all(isinstance(child, Text) for child in node.children)
        if has_only_text and text not in knowledge.code.prose and _is_code(text):
            return Edited((Code(text, node.line),), [Edit(CODE_EMPHASIS, f"*{text}*", f"`{text}`", node.line)])
        if re.fullmatch(r"[\x21-\x7e]+", text):
            return Edited(node.children, [Edit(CODE_EMPHASIS, f"*{text}*", text, node.line)])
        return Edited((node,))

    return edit_nodes(document, without_emphasis)


def _is_code(text: str) -> bool:
    return bool(_SHAPE.fullmatch(text) or (_EXPRESSION.fullmatch(text) and _CODE_SIGN.search(text)))


def mark_code(document: Document, knowledge: Knowledge) -> Edited[Document]:
    """Turn identifiers and expressions in the text into code spans, and remove emphasis around code.

    The text of a link stays free of code spans if it is a URL.
    """
    return edit_nodes(document, lambda node: _with_code_marked(node, knowledge.code))


def _with_code_marked(node: Inline, code: CodeNames) -> Edited[Inlines]:
    match node:
        case Text():
            return _with_code_spans(node, code)
        case Link() if (url := plain(node.children)).startswith(("http://", "https://")):
            return Edited((replace(node, children=(Text(url, node.line),)),))
        case Emphasis() if any(isinstance(child, Code) for child in node.children):
            words = plain(node.children)
            return Edited(node.children, [Edit(CODE_EMPHASIS, f"*{words}*", words, node.line)])
        case _:
            return Edited((node,))


def _with_code_spans(node: Text, code: CodeNames) -> Edited[Inlines]:
    inlines: list[Inline] = []
    edits: list[Edit] = []
    position = 0
    for name in _name_pattern(code).finditer(node.text):
        if name.start() < position or name[0] in code.prose:
            continue
        end = _expression_end(node.text, name.end())
        if end == name.end() and name["call"]:
            continue  # a word before a bracket that holds no code: “tensors (see below)”
        expression = node.text[name.start() : end]
        inlines += [Text(node.text[position : name.start()], node.line), Code(expression, node.line)]
        edits.append(Edit(CODE_NAMES, expression, f"`{expression}`", node.line))
        position = end
    if not inlines:
        return Edited((node,))
    return Edited((*inlines, Text(node.text[position:], node.line)), edits)


@lru_cache(maxsize=4)
def _name_pattern(code: CodeNames) -> re.Pattern[str]:
    """Compile a pattern for names that are code, and for a word directly before a bracket (the group ``call``)."""
    roots = "|".join(map(re.escape, code.roots))
    words = "|".join(map(re.escape, sorted(code.names, key=len, reverse=True)))
    # The alternatives: dotted names, scoped names (a::b), snake case, words of code.yml, and words before a bracket.
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


def _expression_end(text: str, name_end: int) -> int:
    """Return the index after the expression whose name ends at ``name_end``.

    The expression includes the bracket directly after its name if that is balanced, is all ASCII, and looks like code:
    f(), f(x=1), torch.f(x). Otherwise it ends with the name: tensors (see below).
    """
    if name_end >= len(text) or text[name_end] not in "[(":
        return name_end
    depth = 0
    for i, char in enumerate(text[name_end : name_end + MAX_EXPRESSION_LENGTH], name_end):
        if not char.isascii():
            return name_end
        depth += (char in "[({") - (char in "])}")
        if depth == 0:
            inside = text[name_end + 1 : i]
            name = text[:name_end].rsplit(maxsplit=1)[-1]
            is_code = not inside or re.search(r"[\[\]{}=\"':]|\.\.\.", inside) or re.search(r"[._]", name)
            return i + 1 if is_code else name_end
    return name_end


def add_languages(document: Document, _: Knowledge) -> Edited[Document]:
    """Set the language of each code block that states none, if the code shows which language it is."""
    return edit_blocks(document, _with_language)


def _with_language(block: Block) -> Edited[tuple[Block, ...]]:
    if not isinstance(block, CodeBlock) or block.language:
        return Edited((block,))
    language = _language(block.text)
    if not language:
        return Edited((block,))
    return Edited((replace(block, language=language),), [Edit(CODE_LANGUAGE, "", language, block.line)])


def _language(text: str) -> str:
    """Return the name of the Pygments lexer for a piece of code; empty if its language is not clear."""
    if re.match(r"\s*>>> ", text):
        return "pycon"
    if _SHELL.search(text):
        return "bash"
    if len(_CPP.findall(text)) > len(re.findall(r"^\s*(?:import|from|def) ", text, re.MULTILINE)):
        return "cpp"
    return "python" if _PYTHON.search(text) else ""
