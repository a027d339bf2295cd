"""Passes over headings: the title, bold paragraphs that are headings, markup in headings, and their levels."""

import re
from dataclasses import replace
from itertools import zip_longest

from atlas.core.edits import Edit, Rule
from atlas.core.languages import BilingualText
from atlas.core.text import comparison_key
from atlas.core.versions import TITLE_BLOCKS
from atlas.document.nodes import Block, Document, Emphasis, Heading, Inline, Inlines, Paragraph, Strong, Text, plain
from atlas.document.traverse import map_nodes, stripped
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import LevelWords

MAX_BOLD_HEADING_LENGTH = 100  # characters of a bold paragraph that is a heading
_NO_NAME = re.compile(r"[。；;！!？?，,、]|\.$|\. ")  # words with a comma, too, are more than a name
REPEATED = BilingualText("重复的标题", "The title once more")
MAX_PLAIN_HEADING_LENGTH = 60  # characters of a heading without markup, and of a title cut out of a text


def set_title(document: Document, edits: list[Edit], knowledge: Knowledge) -> Document:
    """Put the title first, as a heading of level 1: the text's own, or the front matter's; drop its repetitions."""
    return _without_repetitions(_with_title(document, edits, knowledge.conventions.release), edits)


def _without_repetitions(document: Document, edits: list[Edit]) -> Document:
    """Drop headings with the words of the title, which pages of news repeat."""
    title, *others = document.blocks or (None,)
    kept = []
    for block in others:
        if isinstance(title, Heading) and isinstance(block, Heading) and _same_words(title, block):
            edits.append(Edit("title", plain(block.inlines), "", block.line, REPEATED))
        else:
            kept.append(block)
    return document.with_blocks([*document.blocks[:1], *kept])


def _same_words(title: Heading, heading: Heading) -> bool:
    return comparison_key(plain(title.inlines)) == comparison_key(plain(heading.inlines))


def _with_title(document: Document, edits: list[Edit], release: str) -> Document:
    """Put the title first; ``release`` is a pattern for what names one."""
    document = _with_short_title(document, edits)
    first, *rest = document.blocks or (None,)
    titles = [block for block in document.blocks[:TITLE_BLOCKS] if isinstance(block, Heading) and block.level == 1]
    if titles and titles[0] is first:
        return document
    if title_fact := next((fact for fact in document.facts if fact.key == "title"), None):
        title = title_fact.value
        edits.append(Edit("title", f"title: {title}", title, title_fact.line))
        heading = Heading(1, (Text(title, title_fact.line),), title_fact.line)
        facts = tuple(fact for fact in document.facts if fact is not title_fact)
        if is_repeated := isinstance(first, Paragraph) and plain(first.inlines).strip() == title.strip():
            edits.append(Edit("title", plain(first.inlines), title, first.line))
        return replace(document, blocks=(heading, *(rest if is_repeated else document.blocks)), facts=facts)
    if titles:  # below a breadcrumb or the like
        return document.with_blocks([titles[0], *(block for block in document.blocks if block is not titles[0])])
    if isinstance(first, Heading):
        return document.with_blocks([_at_level(1, first, "title", edits), *rest])
    if isinstance(first, Paragraph) and _is_bold_line(first) and re.search(release, plain(first.inlines)):
        edits.append(Edit("title", plain(first.inlines), plain(first.inlines), first.line))
        return document.with_blocks([Heading(1, first.inlines, first.line), *rest])
    return document


def _with_short_title(document: Document, edits: list[Edit]) -> Document:
    """If the title is a whole text, make its first clause the title, and the text a paragraph."""
    first = document.blocks[0] if document.blocks else None
    if not isinstance(first, Heading):
        return document
    text = plain(first.inlines)
    if len(text) <= MAX_PLAIN_HEADING_LENGTH or not re.search(r"[。！？；]|[.!?;] ", text):
        return document
    clause = re.split(r"[，。！？；]|[,.!?;] ", text)[0].strip()[:MAX_PLAIN_HEADING_LENGTH]
    edits.append(Edit("title", text, clause, first.line))
    title = Heading(1, (Text(clause, first.line),), first.line)
    return document.with_blocks([title, Paragraph(first.inlines, first.line), *document.blocks[1:]])


def promote_bold(document: Document, edits: list[Edit], knowledge: Knowledge) -> Document:
    """Turn entirely bold paragraphs that end no sentence into headings, one level below the last heading.

    Do the same with bold lines of a level and a colon, with short lines that start with a level in brackets or before a
    colon, and with lines before these that only state a level.
    """
    blocks: list[Block] = []
    level = 1
    for block, following in zip_longest(document.blocks, document.blocks[1:]):
        if isinstance(block, Heading):
            level = block.level
        elif following and isinstance(block, Paragraph) and _is_heading(block, following, knowledge.level_words):
            edits.append(Edit("bold-headings", plain(block.inlines), plain(block.inlines), block.line))
            blocks.append(Heading(min(level + 1, 6), block.inlines, block.line))
            continue
        blocks.append(block)
    return document.with_blocks(blocks)


def _is_heading(block: Paragraph, following: Block, words: LevelWords) -> bool:
    text = plain(block.inlines).strip()
    label, colon, title = re.sub("：", ":", text).partition(":")
    is_group = words.of_heading(text) is not None and _is_marked(following, words)
    if words.of_status(text) and not is_group and (colon or not _is_bold_line(block)):
        return False  # it states the level of the heading above it
    if colon and not title and all(map(_is_bold, block.inlines)):
        return words.of_heading(label) is not None
    if is_group or _is_marked(block, words):
        return True
    has_level = bool(colon and title) and words.of_marker(label) is not None
    return _is_bold_heading(block) or (
        has_level and len(text) <= MAX_PLAIN_HEADING_LENGTH and not _NO_NAME.search(title)
    )


def _is_marked(block: Block, words: LevelWords) -> bool:
    """Return whether a paragraph is a level in brackets and a name."""
    text = plain(block.inlines).strip() if isinstance(block, Paragraph) else ""
    name = words.after_marker(text)
    return bool(name) and len(text) <= MAX_PLAIN_HEADING_LENGTH and not _NO_NAME.search(name) and name[-1] not in ":："


def _is_bold_heading(block: Paragraph) -> bool:
    return _is_bold_line(block) and not re.search(r"[：:。！!？?；;，,]$", plain(block.inlines).strip())


def _is_bold_line(block: Paragraph) -> bool:
    nodes = [node for node in block.inlines if not (isinstance(node, Text) and not node.text.strip())]
    return bool(nodes) and all(map(_is_bold, nodes)) and len(plain(block.inlines).strip()) <= MAX_BOLD_HEADING_LENGTH


def _is_bold(node: Inline) -> bool:
    return isinstance(node, Strong) or (isinstance(node, Emphasis) and all(map(_is_bold, node.children)))


def unwrap_markup(document: Document, edits: list[Edit]) -> Document:
    """Remove bold markup from headings, keeping the words."""
    blocks = list(document.blocks)
    for i, block in enumerate(blocks):
        if isinstance(block, Heading) and (inlines := stripped(map_nodes(block.inlines, _unbold))) != block.inlines:
            edits.append(Edit("heading-markup", plain(block.inlines), plain(inlines), block.line))
            blocks[i] = replace(block, inlines=inlines)
    return document.with_blocks(blocks)


def _unbold(node: Inline) -> Inlines:
    return node.children if isinstance(node, Strong) else (node,)


def nest_headings(document: Document, edits: list[Edit]) -> Document:
    """Make heading levels below the title start at 2 and never skip one on the way down."""
    blocks = list(document.blocks)
    open_levels: list[int] = []
    for i, block in enumerate(blocks[1:], 1):
        if isinstance(block, Heading):
            while open_levels and open_levels[-1] >= block.level:
                open_levels.pop()
            blocks[i] = _at_level(min(len(open_levels) + 2, 6), block, "heading-levels", edits)
            open_levels.append(block.level)
    return document.with_blocks(blocks)


def _at_level(level: int, heading: Heading, rule: Rule, edits: list[Edit]) -> Heading:
    if level != heading.level:
        text = plain(heading.inlines)
        edits.append(Edit(rule, f"{'#' * heading.level} {text}", f"{'#' * level} {text}", heading.line))
    return replace(heading, level=level)
