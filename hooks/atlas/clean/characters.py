"""The passes over single characters: they remove invisible ones, and replace those that look like ordinary ones.

Invisible characters that are in the file itself are removed when it is decoded. The pass here removes those that the
readers produce from character references (&#x202e;) and from escapes in the front matter. It runs first, because later
passes use some of these characters as sentinels.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from atlas.clean.editing import edit_blocks, edit_nodes
from atlas.core.characters import INVISIBLE, LOOK_ALIKES, without_look_alikes
from atlas.core.edits import INVISIBLE_CHARACTERS, Edit, Edited, Rule, edit_each
from atlas.core.languages import BilingualText
from atlas.document.nodes import Block, Code, CodeBlock, Document, Fact, Image, Inline, Link, Text
from atlas.knowledge.knowledge import Knowledge

LOOK_ALIKE_CHARACTERS = Rule(
    "look-alikes", BilingualText("换用通用字符", "Look-alike characters replaced with ordinary ones")
)


_Fields = Mapping[type, tuple[str, ...]]  # node class → the names of its fields in which a pass changes characters
_ALL: _Fields = {
    Text: ("text",), Code: ("text",), CodeBlock: ("text",), Link: ("url",), Image: ("url", "alt"), Fact: ("value",)
}  # fmt: skip
_WORDS: _Fields = {Text: ("text",), Image: ("alt",), Fact: ("value",)}

Node = TypeVar("Node", bound=Block | Inline | Fact)


def drop_invisible(document: Document, _: Knowledge) -> Edited[Document]:
    """Remove invisible characters from words, code, URLs, and facts."""
    return _edit_fields(document, _ALL, _visible)


def replace_look_alikes(document: Document, _: Knowledge) -> Edited[Document]:
    """Replace radicals, ligatures, and full-width letters and digits in words and facts, but not in code or URLs."""
    return _edit_fields(document, _WORDS, _ordinary)


def _visible(text: str, line: int) -> Edited[str]:
    code_points = [f"U+{ord(char):04X}" for char in INVISIBLE.findall(text)]
    if not code_points:
        return Edited(text)
    return Edited(INVISIBLE.sub("", text), [Edit(INVISIBLE_CHARACTERS, " ".join(code_points), "", line)])


def _ordinary(text: str, line: int) -> Edited[str]:
    look_alikes = LOOK_ALIKES.findall(text)
    if not look_alikes:
        return Edited(text)
    before = " ".join(dict.fromkeys(look_alikes))  # each once
    edit = Edit(LOOK_ALIKE_CHARACTERS, before, without_look_alikes(before), line)
    return Edited(without_look_alikes(text), [edit])


def _edit_fields(document: Document, fields: _Fields, change: Callable[[str, int], Edited[str]]) -> Edited[Document]:
    """Apply ``change``, which takes a string and its line, to each string in ``fields``."""

    def changed(node: Node) -> Edited[Node]:
        if type(node) not in fields:
            return Edited(node)
        texts: dict[str, Any] = {}
        edits: list[Edit] = []
        for name in fields[type(node)]:
            text, own_edits = change(getattr(node, name), node.line)
            if own_edits:
                texts[name] = text
                edits += own_edits
        return Edited(replace(node, **texts) if texts else node, edits)

    facts, fact_edits = edit_each(document.facts, changed)
    document, text_edits = edit_nodes(document, lambda node: edit_each([node], changed))
    document, code_edits = edit_blocks(document, lambda block: edit_each([block], changed))
    return Edited(replace(document, facts=facts), [*fact_edits, *text_edits, *code_edits])
