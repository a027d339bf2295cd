"""The pass over what other site generators add to a text: attribute lists, tags, shortcodes, names of emoji, and more.

Each is shown as what it means, or removed and recorded. Code is left alone. The names of a heading are kept: its ids,
and the one that GitHub derives from its words, so that links within the page lead to it.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from pymdownx.emoji import gemoji

from atlas.core.characters import HAN
from atlas.core.edits import Edit
from atlas.document.inline_markdown import attribute
from atlas.document.nodes import (
    Block,
    Code,
    Document,
    Heading,
    Image,
    Inline,
    Inlines,
    Item,
    ListBlock,
    Paragraph,
    Span,
    Table,
    Text,
    markup_text,
    merged,
    plain,
)
from atlas.document.traverse import map_blocks, map_inlines, stripped

RULE: Final = "other-markup"
EMOJI = gemoji({}, None)["emoji"]  # GitHub's names
MAX_REMOVALS = 4  # rounds: what one removal joins may be markup again

# Attributes that a list without a colon may begin with: {width=80%} is one, {x=1} is not.
_NAMES = "align alt class height href id lang loading rel src start style target title type width"
_VALUE = r"=(?:\"[^\"{}]*\"|'[^'{}]*'|[^\s{}\"']+)"
_PART = rf"(?:#[^\s{{}}\"'#]+|\.[A-Za-z][\w:-]*|[A-Za-z][\w-]*{_VALUE})(?=[\s}}])\s*"
_WORD = r"[A-Za-z][\w-]{2,}(?=[\s}])\s*"
_FIRST = rf"(?:(?=[#.])|(?=(?:{'|'.join(_NAMES.split())}|data-\w+)=))"
_CLOSING = r"(?:(?<=\s)#{1,6}[ \t]+)?"  # the number signs after a heading
_ATTRIBUTES = re.compile(
    rf"{_CLOSING}(?:\{{:\s*(?:{_PART}|{_WORD})+\}}|(?<![$\\{{])\{{\s*{_FIRST}(?:{_PART})+\}})", re.ASCII
)
_ID = re.compile(r"#([^\s{}\"'#]+)|\bid=[\"']?([^\s{}\"']+)")
_FIGURE = re.compile(r"\{\{[<%]\s*(?:figure|img|image)\s(?P<attributes>[^{}]*)\}\}")
_EMOJI = r":[a-z0-9_+-]{1,40}:"
_EMOJI_RUN = re.compile(rf"(?<![\w:/\[])(?:{_EMOJI})+(?![\w:])", re.ASCII)
_REMOVED = (
    _ATTRIBUTES,
    re.compile(r"\{:[:/][^{}]*\}"),  # kramdown's extensions
    re.compile(r"\{\{[<%-]?\s*[A-Za-z\"'/.$][^{}]*\}\}"),  # output, and Hugo's shortcodes
    re.compile(r"\{%[^{}]*%\}|\{#\s[^{}]*#\}|\{/\*[^{}]*\*/\}"),  # Liquid's tags, Jinja's and MDX's comments
    re.compile(r"(?m)^:{3,}[ \t]*$"),  # the end of a container
)
_CONTENTS = re.compile(
    r"@?\[\[?_?toc_?\]?\](?:\([^()]*\))?|\$\{toc\}|(?:toc|contents|目录)?\s*\{:\s*toc[^{}]*\}", re.IGNORECASE
)
# To a footnote that is not defined, or is in a plain text; what is shorter, or has signs, may be a regular expression.
_REFERENCE = re.compile(rf"\[\^(\d{{1,3}}|[^\W\d_]\w{{3,30}}|[{HAN}]\w*)\]:?")
_ROLE = re.compile(r"(?<![\w:]):[a-z][\w-]*(?::[a-z][\w-]*)?:$", re.ASCII)  # of reStructuredText, before code
_TASK = re.compile(r"\[([ xX])\]\s+")


def read_dialects(document: Document, edits: list[Edit]) -> Document:
    """Replace or remove the markup of other site generators, and name headings."""
    before = document.blocks
    in_texts: list[Edit] = []
    document = map_inlines(document, lambda inlines, line: _changed(inlines, line, in_texts))
    edits += in_texts
    blocks = tuple(
        replace(block, names=(*block.names, *_ids(before[index]), *_ids_after(before, index)))
        if isinstance(block, Heading)
        else block
        for index, block in enumerate(document.blocks)
    )
    change = partial(_changed_block, edits=edits, lines={edit.line for edit in in_texts})
    return document.with_blocks(_named(map_blocks(blocks, change)))


def _changed(inlines: Inlines, line: int, edits: list[Edit]) -> Inlines:
    written = markup_text(inlines).strip()
    if _CONTENTS.fullmatch(written):
        edits.append(Edit(RULE, written, "", line))
        return ()
    after = merged(_without_markup(inlines, edits))
    return inlines if after == inlines else stripped(after)


def _without_markup(inlines: Inlines, edits: list[Edit]) -> list[Inline]:
    kept: list[Inline] = []
    for node, following in zip(inlines, (*inlines, None)[1:], strict=True):
        if isinstance(node, Text):
            text = _replaced(_ROLE, lambda _: "", node, edits) if isinstance(following, Code) else node.text
            kept += _figures(replace(node, text=text), edits)
        elif isinstance(node, Span):
            kept.append(replace(node, children=merged(_without_markup(node.children, edits))))
        else:
            kept.append(node)
    return kept


def _figures(node: Text, edits: list[Edit]) -> list[Inline]:
    """Return a text without markup, and the images of its figures."""
    inlines: list[Inline] = []
    position = 0
    for figure in _FIGURE.finditer(node.text):
        url = attribute(figure["attributes"], "src")
        descriptions = (attribute(figure["attributes"], name) for name in ("alt", "caption", "title"))
        image = Image(url, next(filter(None, descriptions), ""), _line_at(node, figure.start()))
        edits.append(Edit(RULE, figure[0], markup_text((image,)), image.line))
        inlines += [Text(_words(replace(node, text=node.text[position : figure.start()]), edits), node.line), image]
        position = figure.end()
    line = _line_at(node, position)
    return [*inlines, Text(_words(Text(node.text[position:], line), edits), line)]


def _words(node: Text, edits: list[Edit]) -> str:
    for _ in range(MAX_REMOVALS):
        before = node.text
        for pattern in _REMOVED:
            node = replace(node, text=_replaced(pattern, lambda _: "", node, edits))
        node = replace(node, text=_replaced(_EMOJI_RUN, _pictures, node, edits))
        node = replace(node, text=_replaced(_REFERENCE, lambda reference: f"[{reference[1]}]", node, edits))
        if node.text == before:
            break
    return node.text


def _replaced(pattern: re.Pattern[str], change: Callable[[re.Match[str]], str], node: Text, edits: list[Edit]) -> str:
    """Return a text with each match changed, and an edit for each."""

    def changed(match: re.Match[str]) -> str:
        after = change(match)
        if after != match[0]:
            edits.append(Edit(RULE, match[0], after, _line_at(node, match.start())))
        return after

    return pattern.sub(changed, node.text)


def _line_at(node: Text, position: int) -> int:
    return max(node.line, node.start_line + node.text.count("\n", 0, position))


def _pictures(names: re.Match[str]) -> str:
    """Return the emoji with these names; a name that GitHub does not know stays text."""
    return re.sub(_EMOJI, _picture, names[0])


def _picture(name: re.Match[str]) -> str:
    emoji = EMOJI.get(name[0], {})
    codes = emoji.get("unicode_alt") or emoji.get("unicode", "")
    return "".join(chr(int(code, 16)) for code in codes.split("-")) if codes else name[0]


def _changed_block(block: Block, edits: list[Edit], lines: set[int]) -> tuple[Block, ...]:
    """Return a block with signs for tasks, and without rows that held only markup, which was on ``lines``."""
    if isinstance(block, ListBlock):
        return (replace(block, items=tuple(_with_sign(item, edits) for item in block.items)),)
    if isinstance(block, Table):
        rows = (row for row in block.rows if row[0].line not in lines or any(cell.inlines for cell in row))
        return (replace(block, rows=tuple(rows)),)
    return (block,)


def _with_sign(item: Item, edits: list[Edit]) -> Item:
    """Return an item of a list of tasks, with a sign in place of its box."""
    first = item.blocks[0] if item.blocks else None
    lead = first.inlines[0] if isinstance(first, Paragraph) and first.inlines else None
    if not isinstance(first, Paragraph) or not isinstance(lead, Text) or not (box := _TASK.match(lead.text)):
        return item
    sign = "☐" if box[1] == " " else "☑"
    edits.append(Edit(RULE, f"[{box[1]}]", sign, item.line))
    words = replace(lead, text=f"{sign} {lead.text[box.end() :]}")
    return replace(item, blocks=(replace(first, inlines=(words, *first.inlines[1:])), *item.blocks[1:]))


def _ids(block: Block) -> tuple[str, ...]:
    """Return the ids in the attribute lists of a heading or paragraph."""
    text = plain(block.inlines) if isinstance(block, Heading | Paragraph) else ""
    attribute_lists = (match[0] for match in _ATTRIBUTES.finditer(text))
    return tuple(short or named for attributes in attribute_lists for short, named in _ID.findall(attributes))


def _ids_after(blocks: tuple[Block, ...], index: int) -> tuple[str, ...]:
    """Return the ids of a heading in an attribute list below it."""
    following = blocks[index + 1] if index + 1 < len(blocks) else None
    is_list = isinstance(following, Paragraph) and _ATTRIBUTES.match(plain(following.inlines).strip())
    return _ids(following) if following and is_list else ()


def _named(blocks: tuple[Block, ...]) -> list[Block]:
    """Add to each heading the name that GitHub derives from its words; the second of a name has “-1”."""
    counts: Counter[str] = Counter()
    named: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading):
            name = re.sub(r"[^\w\- ]", "", plain(block.inlines).strip().lower()).replace(" ", "-")
            numbered_name = f"{name}-{counts[name]}" if counts[name] else name
            counts[name] += 1
            named.append(replace(block, names=(*block.names, numbered_name)))
        else:
            named.append(block)
    return named
