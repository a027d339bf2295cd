"""The pass over the markup of other site generators: attribute lists, tags, shortcodes, names of emoji, and more.

Markup that shows something to readers is replaced with what it shows (:tada: → 🎉); other markup is removed. Code stays
as it is. Each heading gets as ``names`` the ids in its attribute lists ({#setup}) and the name that GitHub would derive
from its words, so that links within the page find it.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pymdownx.emoji import gemoji

from atlas.clean.editing import edit_blocks, edit_inlines
from atlas.core.characters import HAN
from atlas.core.edits import OTHER_MARKUP, Edit, Edited, edit_each, joined
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
from atlas.document.traverse import stripped
from atlas.knowledge.knowledge import Knowledge

EMOJI = gemoji({}, None)["emoji"]  # GitHub's names of emoji, each with its code points
MAX_REMOVALS = 4  # rounds: a removal may join what was before and after the markup to new markup

# An attribute list without a colon is recognized only if it begins with one of these: {width=80%} is one, {x=1} is not.
_NAMES = "align alt class height href id lang loading rel src start style target title type width"
_VALUE = r"=(?:\"[^\"{}]*\"|'[^'{}]*'|[^\s{}\"']+)"
_PART = rf"(?:#[^\s{{}}\"'#]+|\.[A-Za-z][\w:-]*|[A-Za-z][\w-]*{_VALUE})(?=[\s}}])\s*"
_WORD = r"[A-Za-z][\w-]{2,}(?=[\s}])\s*"
_FIRST = rf"(?:(?=[#.])|(?=(?:{'|'.join(_NAMES.split())}|data-\w+)=))"
_CLOSING = r"(?:(?<=\s)#{1,6}[ \t]+)?"  # the closing number signs of a heading, before its attribute list
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
# A footnote reference that the reader left as text: its footnote is not defined, or the seed is plain text. Names of
# letters match only from four letters on, and none with signs: [^ab] may be part of a regular expression.
_REFERENCE = re.compile(rf"\[\^(\d{{1,3}}|[^\W\d_]\w{{3,30}}|[{HAN}]\w*)\]:?")
_ROLE = re.compile(r"(?<![\w:]):[a-z][\w-]*(?::[a-z][\w-]*)?:$", re.ASCII)  # reStructuredText, before code: :class:
_TASK = re.compile(r"\[([ xX])\]\s+")


def read_dialects(document: Document, _: Knowledge) -> Edited[Document]:
    """Replace or remove the markup of other site generators, and name headings."""
    changed, text_edits = edit_inlines(document, lambda inlines, host: _changed_text(inlines, host.line))
    blocks: list[Block] = []
    for index, block in enumerate(changed.blocks):
        if isinstance(block, Heading):
            # The attribute lists are already removed from ``changed``, so the ids are read from ``document``.
            ids = (*_ids(document.blocks[index]), *_ids_after(document.blocks, index))
            blocks.append(replace(block, names=(*block.names, *ids)))
        else:
            blocks.append(block)
    change = partial(_changed_block, edited_lines={edit.line for edit in text_edits})
    changed, block_edits = edit_blocks(changed.with_blocks(blocks), change)
    return Edited(changed.with_blocks(_with_github_names(changed.blocks)), [*text_edits, *block_edits])


def _changed_text(inlines: Inlines, line: int) -> Edited[Inlines]:
    """Return a text without this markup; nothing if the whole text is a mark for the table of contents: [TOC]."""
    written = markup_text(inlines).strip()
    if _CONTENTS.fullmatch(written):
        return Edited((), [Edit(OTHER_MARKUP, written, "", line)])
    after, edits = _without_markup(inlines)
    return Edited(inlines if after == inlines else stripped(after), edits)


def _without_markup(inlines: Inlines) -> Edited[Inlines]:
    pairs = zip(inlines, (*inlines, None)[1:], strict=True)
    changed, edits = joined(_changed_node(node, following) for node, following in pairs)
    return Edited(merged(changed), edits)


def _changed_node(node: Inline, following: Inline | None) -> Edited[Inlines]:
    if isinstance(node, Span):
        children, edits = _without_markup(node.children)
        return Edited((replace(node, children=children),), edits)
    if not isinstance(node, Text):
        return Edited((node,))
    words, role_edits = _replaced(_ROLE, _nothing, node) if isinstance(following, Code) else Edited(node)
    parts, edits = _words_and_figures(words)
    return Edited(parts, [*role_edits, *edits])


def _words_and_figures(node: Text) -> Edited[Inlines]:
    """Replace each of Hugo's shortcodes for figures with an image, and other markup of a text as ``_words`` does."""
    inlines: list[Inline] = []
    edits: list[Edit] = []
    position = 0
    for figure in _FIGURE.finditer(node.text):
        image = _image(figure["attributes"], _line_at(node, figure.start()))
        words, word_edits = _words(replace(node, text=node.text[position : figure.start()]))
        edits += [Edit(OTHER_MARKUP, figure[0], markup_text((image,)), image.line), *word_edits]
        inlines += [words, image]
        position = figure.end()
    words, word_edits = _words(Text(node.text[position:], _line_at(node, position)))
    return Edited((*inlines, words), [*edits, *word_edits])


def _image(attributes: str, line: int) -> Image:
    """Return the image that a figure's attributes describe; its ``alt`` is their ``alt``, ``caption`` or ``title``."""
    descriptions = [attribute(attributes, name) for name in ("alt", "caption", "title")]
    description = next((text for text in descriptions if text), "")
    return Image(attribute(attributes, "src"), description, line)


def _words(node: Text) -> Edited[Text]:
    """Apply ``_REPLACED`` to a text: remove markup, replace names of emoji with emoji, and [^1] with [1]."""
    edits: list[Edit] = []
    for _ in range(MAX_REMOVALS):
        before = node
        for pattern, change in _REPLACED:
            node, own_edits = _replaced(pattern, change, node)
            edits += own_edits
        if node is before:
            break
    return Edited(node, edits)


def _replaced(pattern: re.Pattern[str], change: Callable[[re.Match[str]], str], node: Text) -> Edited[Text]:
    """Replace each match of a pattern in a text with ``change(match)``, and record an edit for each replacement."""
    edits: list[Edit] = []

    def changed(match: re.Match[str]) -> str:
        after = change(match)
        if after != match[0]:
            edits.append(Edit(OTHER_MARKUP, match[0], after, _line_at(node, match.start())))
        return after

    text = pattern.sub(changed, node.text)
    return Edited(replace(node, text=text) if edits else node, edits)


def _nothing(_: re.Match[str]) -> str:
    return ""


def _line_at(node: Text, position: int) -> int:
    """Return the file's line on which a position in a text is."""
    return max(node.line, node.start_line + node.text.count("\n", 0, position))


def _emoji_run(names: re.Match[str]) -> str:
    """Replace the names in a run that GitHub knows with their emoji: “:tada::x_x:” → “🎉:x_x:”."""
    return re.sub(_EMOJI, _emoji, names[0])


def _emoji(name: re.Match[str]) -> str:
    entry = EMOJI.get(name[0], {})
    code_points = entry.get("unicode_alt") or entry.get("unicode", "")  # in hexadecimal: 1f469-200d-1f4bb
    if not code_points:
        return name[0]
    return "".join(chr(int(code_point, 16)) for code_point in code_points.split("-"))


_REPLACED = (  # patterns, each with a function from a match to its replacement
    *((pattern, _nothing) for pattern in _REMOVED),
    (_EMOJI_RUN, _emoji_run),
    (_REFERENCE, lambda reference: f"[{reference[1]}]"),
)


def _changed_block(block: Block, edited_lines: set[int]) -> Edited[tuple[Block, ...]]:
    """Replace the boxes of task lists with signs, and drop table rows that consisted only of removed markup.

    An empty row that is on none of ``edited_lines`` was already empty in the seed, and is kept.
    """
    if isinstance(block, ListBlock):
        items, edits = edit_each(block.items, _with_sign)
        return Edited((replace(block, items=items),), edits)
    if isinstance(block, Table):
        rows = (row for row in block.rows if row[0].line not in edited_lines or any(cell.inlines for cell in row))
        return Edited((replace(block, rows=tuple(rows)),))
    return Edited((block,))


def _with_sign(item: Item) -> Edited[Item]:
    """Return a list item with a sign in place of the box of a task: “[x] done” → “☑ done”."""
    first = item.blocks[0] if item.blocks else None
    lead = first.inlines[0] if isinstance(first, Paragraph) and first.inlines else None
    if not isinstance(first, Paragraph) or not isinstance(lead, Text):
        return Edited(item)
    box = _TASK.match(lead.text)
    if not box:
        return Edited(item)
    sign = "☐" if box[1] == " " else "☑"
    words = replace(lead, text=f"{sign} {lead.text[box.end() :]}")
    after = replace(item, blocks=(replace(first, inlines=(words, *first.inlines[1:])), *item.blocks[1:]))
    return Edited(after, [Edit(OTHER_MARKUP, f"[{box[1]}]", sign, item.line)])


def _ids(block: Block) -> tuple[str, ...]:
    """Return the ids in the attribute lists of a heading or paragraph: {#setup} and {id="setup"} give "setup"."""
    text = plain(block.inlines) if isinstance(block, Heading | Paragraph) else ""
    ids: list[str] = []
    for attribute_list in _ATTRIBUTES.finditer(text):
        ids += (short_form or long_form for short_form, long_form in _ID.findall(attribute_list[0]))
    return tuple(ids)


def _ids_after(blocks: tuple[Block, ...], index: int) -> tuple[str, ...]:
    """Return the ids in the paragraph after the block at ``index``, if that paragraph begins with an attribute list."""
    following = blocks[index + 1] if index + 1 < len(blocks) else None
    is_list = isinstance(following, Paragraph) and _ATTRIBUTES.match(plain(following.inlines).strip())
    return _ids(following) if following and is_list else ()


def _with_github_names(blocks: tuple[Block, ...]) -> list[Block]:
    """Add to each heading the name that GitHub derives from its words; a repeated name gets a number: setup-1."""
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
