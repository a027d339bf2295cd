"""Checks of a translation against its text.

Both must have the same links, code spans, emphasis, numbers and placeholders. Besides, a translation must not add HTML,
addresses or invisible characters.
"""

import re
from collections import Counter
from collections.abc import Callable

from atlas.core.characters import CJK, INVISIBLE
from atlas.core.languages import Language
from atlas.core.numbers import numbers
from atlas.document.inline_markdown import parse_inline
from atlas.document.markdown_parser import SYNTAX_CHARACTER
from atlas.document.nodes import Code, Emphasis, Image, Inlines, Link, Strong, Text, plain
from atlas.document.traverse import all_inlines, map_nodes

# Limits of a translation: this many times the characters, or the syntax characters, of its text, plus the allowance.
MAX_LENGTH_RATIO, MAX_MARKUP_RATIO, ALLOWANCE = 10, 2, 200
MAX_LISTED_LENGTH = 120  # characters of a list of differences in a message

_PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|(?<![%\w])%[sdr](?!\w)|(?<!\{)\{\w*\}(?!\})")
_ADDRESS = re.compile(
    r"(?:https?|ftps?|mailto|javascript|data):[^\s，。；、）]+|www\.[\w.-]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.\w",
    re.IGNORECASE,
)
_CODE_SPAN = re.compile(r"(?<![\\`])(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
_ENTITY = re.compile(r"(?<!\\)&(?:#\d+|#x[0-9a-f]+|[a-z][a-z0-9]*);", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>]*>|<!--|<[!?]", re.IGNORECASE)


def needs_translation(inlines: Inlines, source: Language) -> bool:
    """Return whether a text has words to translate: CJK characters in Chinese texts, Latin words in English ones."""
    word = rf"[{CJK}]" if source == "zh" else r"[A-Za-z]{2,}"
    return re.search(word, running_text(inlines)) is not None


def disagreements(msgid: str, msgstr: str) -> list[str]:
    """Return a message for each kind of content in which a translation (msgstr) disagrees with its text (msgid).

    An example is “links: lacks ['https://pytorch.org'], adds []”. For a translation that is too long or has too much
    markup, the only message says so: it is not parsed.
    """
    max_length = MAX_LENGTH_RATIO * len(msgid) + ALLOWANCE
    if len(msgstr) > max_length:
        return [f"length: {len(msgstr):,} characters for {len(msgid):,}, where {max_length:,} are the limit"]
    max_signs = MAX_MARKUP_RATIO * len(SYNTAX_CHARACTER.findall(msgid)) + ALLOWANCE
    signs = len(SYNTAX_CHARACTER.findall(msgstr))
    if signs > max_signs:
        return [f"markup: {signs:,} signs of it, where {max_signs:,} are the limit"]
    source = parse_inline(msgid)
    translation = parse_inline(msgstr)
    faults = []
    for kind, find in _SHARED:
        in_source = Counter(find(source))
        in_translation = Counter(find(translation))
        if in_source != in_translation:
            lacking = in_source - in_translation
            added = in_translation - in_source
            faults.append(f"{kind}: lacks {_listed(lacking)}, adds {_listed(added)}")
    for kind, find_in in _NOT_ADDED:
        added = Counter(find_in(msgstr, translation)) - Counter(find_in(msgid, source))
        if added:
            faults.append(f"{kind}: adds {_listed(added)}")
    for place, has_at_edge in (("beginning", str.startswith), ("end", str.endswith)):
        if has_at_edge(msgid, "\n") != has_at_edge(msgstr, "\n"):  # gettext's msgfmt reports this as an error, too
            faults.append(f"line end at the {place}: one has it, the other has not")
    return faults


def _listed(items: Counter[str]) -> str:
    listed = str(sorted(items.elements()))
    return listed if len(listed) <= MAX_LISTED_LENGTH else f"{listed[:MAX_LISTED_LENGTH]}…]"


def _numbers(inlines: Inlines) -> list[str]:
    return numbers(plain(tuple(node for node in inlines if not isinstance(node, Code))))


def running_text(inlines: Inlines) -> str:
    """Return the texts in ``inlines``, without code."""
    return "\n".join(node.text for node in all_inlines(inlines) if isinstance(node, Text))


def _without_links(inlines: Inlines) -> Inlines:
    return map_nodes(inlines, lambda node: () if isinstance(node, Link) else (node,))


# Kinds of content that a text and its translation must share, each with a function that finds it.
_SHARED: tuple[tuple[str, Callable[[Inlines], list[str]]], ...] = (
    ("links", lambda inlines: [node.url for node in all_inlines(inlines) if isinstance(node, Link | Image)]),
    ("code spans", lambda inlines: [node.text for node in all_inlines(inlines) if isinstance(node, Code)]),
    (
        "emphasis",
        lambda inlines: [type(node).__name__ for node in all_inlines(inlines) if isinstance(node, Strong | Emphasis)],
    ),
    ("numbers", _numbers),
    ("placeholders", lambda inlines: _PLACEHOLDER.findall(running_text(inlines))),
)
# Kinds of content that a translation must not add, each with a function that finds it in Markdown and its inlines.
_NOT_ADDED: tuple[tuple[str, Callable[[str, Inlines], list[str]]], ...] = (
    ("HTML tags", lambda _, inlines: _TAG.findall(running_text(inlines))),
    ("HTML entities", lambda markdown, _: _ENTITY.findall(_CODE_SPAN.sub("", markdown))),
    ("addresses", lambda _, inlines: _ADDRESS.findall(running_text(_without_links(inlines)))),
    ("invisible characters", lambda markdown, _: [f"U+{ord(char):04X}" for char in INVISIBLE.findall(markdown)]),
)
