"""What a text and its translation must share (links, code, numbers …), and what a translation may not add."""

import re
from collections import Counter
from collections.abc import Callable

from atlas.core.characters import CJK, INVISIBLE
from atlas.core.languages import Language
from atlas.core.numbers import numbers
from atlas.document.inline_markdown import parse_inline
from atlas.document.markdown_parser import SYNTAX_CHARACTER
from atlas.document.nodes import Code, Emphasis, Image, Inlines, Link, Strong, Text, plain
from atlas.document.traverse import map_nodes, nodes

# A translation may be MAX_LENGTH_RATIO times as long as its text and have MAX_MARKUP_RATIO times its markup, plus
# ALLOWANCE.
MAX_LENGTH_RATIO, MAX_MARKUP_RATIO, ALLOWANCE = 10, 2, 200
MAX_LISTED_LENGTH = 120  # characters of a difference

_PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|(?<![%\w])%[sdr](?!\w)|(?<!\{)\{\w*\}(?!\})")
_ADDRESS = re.compile(
    r"(?:https?|ftps?|mailto|javascript|data):[^\s，。；、）]+|www\.[\w.-]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.\w",
    re.IGNORECASE,
)
_CODE_SPAN = re.compile(r"(?<![\\`])(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
_ENTITY = re.compile(r"(?<!\\)&(?:#\d+|#x[0-9a-f]+|[a-z][a-z0-9]*);", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>]*>|<!--|<[!?]", re.IGNORECASE)


def needs_translation(inlines: Inlines, source: Language) -> bool:
    """Return whether a text has words to translate outside code: CJK characters, or, from English, Latin words."""
    return bool(re.search(rf"[{CJK}]" if source == "zh" else r"[A-Za-z]{2,}", running_text(inlines)))


def disagreements(msgid: str, msgstr: str) -> list[str]:
    """Return what a translation must share with its source but does not, and what it must not add."""
    max_length = MAX_LENGTH_RATIO * len(msgid) + ALLOWANCE
    if len(msgstr) > max_length:
        return [f"length: {len(msgstr):,} characters for {len(msgid):,}, where {max_length:,} are the limit"]
    max_signs = MAX_MARKUP_RATIO * len(SYNTAX_CHARACTER.findall(msgid)) + ALLOWANCE
    if (signs := len(SYNTAX_CHARACTER.findall(msgstr))) > max_signs:
        return [f"markup: {signs:,} signs of it, where {max_signs:,} are the limit"]
    source = parse_inline(msgid)
    translation = parse_inline(msgstr)
    faults = []
    for what, find in _SHARED:
        in_source = Counter(find(source))
        in_translation = Counter(find(translation))
        if in_source != in_translation:
            lacking, added = in_source - in_translation, in_translation - in_source
            faults.append(f"{what}: lacks {_listed(lacking)}, adds {_listed(added)}")
    for what, find_foreign in _FOREIGN:
        if added := Counter(find_foreign(msgstr, translation)) - Counter(find_foreign(msgid, source)):
            faults.append(f"{what}: adds {_listed(added)}")
    for what, edge in (("line end at the beginning", str.startswith), ("line end at the end", str.endswith)):
        if edge(msgid, "\n") != edge(msgstr, "\n"):  # gettext's own tools reject it
            faults.append(f"{what}: one has it, the other has not")
    return faults


def _listed(items: Counter[str]) -> str:
    listed = str(sorted(items.elements()))
    return listed if len(listed) <= MAX_LISTED_LENGTH else f"{listed[:MAX_LISTED_LENGTH]}…]"


def _numbers(inlines: Inlines) -> list[str]:
    return numbers(plain(tuple(node for node in inlines if not isinstance(node, Code))))


def running_text(inlines: Inlines) -> str:
    """Return the running text, without code."""
    return "\n".join(node.text for node in nodes(inlines) if isinstance(node, Text))


def _without_links(inlines: Inlines) -> Inlines:
    return map_nodes(inlines, lambda node: () if isinstance(node, Link) else (node,))


_SHARED: tuple[tuple[str, Callable[[Inlines], list[str]]], ...] = (
    ("links", lambda inlines: [node.url for node in nodes(inlines) if isinstance(node, Link | Image)]),
    ("code spans", lambda inlines: [node.text for node in nodes(inlines) if isinstance(node, Code)]),
    (
        "emphasis",
        lambda inlines: [type(node).__name__ for node in nodes(inlines) if isinstance(node, Strong | Emphasis)],
    ),
    ("numbers", _numbers),
    ("placeholders", lambda inlines: _PLACEHOLDER.findall(running_text(inlines))),
)
_FOREIGN: tuple[tuple[str, Callable[[str, Inlines], list[str]]], ...] = (
    ("HTML tags", lambda _, inlines: _TAG.findall(running_text(inlines))),
    ("HTML entities", lambda raw, _: _ENTITY.findall(_CODE_SPAN.sub("", raw))),
    ("addresses", lambda _, inlines: _ADDRESS.findall(running_text(_without_links(inlines)))),
    ("invisible characters", lambda raw, _: [f"U+{ord(char):04X}" for char in INVISIBLE.findall(raw)]),
)
