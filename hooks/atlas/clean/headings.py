"""Passes over headings: they set the title, turn bold paragraphs into headings, and adjust markup and depths."""

import re
from dataclasses import replace
from itertools import zip_longest

from atlas.core.edits import Edit, Edited, Rule
from atlas.core.languages import BilingualText
from atlas.core.text import comparison_key
from atlas.document.nodes import (
    Block,
    Document,
    Emphasis,
    Fact,
    Heading,
    Inline,
    Inlines,
    Paragraph,
    Strong,
    Text,
    plain,
)
from atlas.document.traverse import map_nodes, stripped
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import LevelWords
from atlas.knowledge.release_names import TITLE_BLOCKS

TITLE = Rule("title", BilingualText("标题", "Title"))
BOLD_HEADINGS = Rule("bold-headings", BilingualText("加粗段落改为标题", "Bold paragraphs turned into headings"))
HEADING_MARKUP = Rule("heading-markup", BilingualText("去掉标题里的加粗", "Bold in headings removed"))
HEADING_LEVELS = Rule("heading-levels", BilingualText("调整标题层级", "Heading levels adjusted"))

MAX_BOLD_HEADING_LENGTH = 100  # characters of a bold paragraph that is a heading
MAX_PLAIN_HEADING_LENGTH = 60  # characters of a heading that is not bold, and of a title made from a longer text
REPEATED = BilingualText("重复的标题", "The title once more")
_MORE_THAN_NAME = re.compile(r"[。；;！!？?，,、]|\.$|\. ")  # punctuation that a mere name does not contain


def set_title(document: Document, knowledge: Knowledge) -> Edited[Document]:
    """Make the title the first block, as a heading of depth 1, and drop headings that repeat it.

    The title is the first of these that the document has: a heading of depth 1 that is its first block, the ``title``
    of the front matter, a heading of depth 1 near the start, another heading that is its first block, and a bold first
    line that names a release. A document with none of these has no title.
    """
    document, clause_edits = _with_short_title(document)
    document, title_edits = _with_title(document, knowledge.release_words.name)
    document, repetition_edits = _without_repetitions(document)
    return Edited(document, [*clause_edits, *title_edits, *repetition_edits])


def _without_repetitions(document: Document) -> Edited[Document]:
    """Drop headings that have the same words as the title: news sites show the title more than once."""
    title, *others = document.blocks or (None,)
    kept: list[Block] = []
    edits: list[Edit] = []
    for block in others:
        if isinstance(title, Heading) and isinstance(block, Heading) and _same_words(title, block):
            edits.append(Edit(TITLE, plain(block.inlines), "", block.line, REPEATED))
        else:
            kept.append(block)
    return Edited(document.with_blocks([*document.blocks[:1], *kept]), edits)


def _same_words(title: Heading, heading: Heading) -> bool:
    return comparison_key(plain(title.inlines)) == comparison_key(plain(heading.inlines))


def _with_title(document: Document, release: str) -> Edited[Document]:
    """Make the title the first block; ``release`` is a pattern for the name of a release."""
    first, *rest = document.blocks or (None,)
    titles = [block for block in document.blocks[:TITLE_BLOCKS] if isinstance(block, Heading) and block.depth == 1]
    if titles and titles[0] is first:
        return Edited(document)
    title_fact = next((fact for fact in document.facts if fact.key == "title"), None)
    if title_fact:
        return _with_title_of_front_matter(document, title_fact)
    if titles:  # other blocks, such as a breadcrumb, come before it
        others = [block for block in document.blocks if block is not titles[0]]
        return Edited(document.with_blocks([titles[0], *others]))
    if isinstance(first, Heading):
        title, edits = _at_depth(1, first, TITLE)
        return Edited(document.with_blocks([title, *rest]), edits)
    if isinstance(first, Paragraph) and _is_bold_line(first) and re.search(release, plain(first.inlines)):
        edit = Edit(TITLE, plain(first.inlines), plain(first.inlines), first.line)
        return Edited(document.with_blocks([Heading(1, first.inlines, first.line), *rest]), [edit])
    return Edited(document)


def _with_title_of_front_matter(document: Document, fact: Fact) -> Edited[Document]:
    """Turn the fact ``title`` into the title; drop the first paragraph if it repeats the title."""
    title = fact.value
    edits = [Edit(TITLE, f"title: {title}", title, fact.line)]
    heading = Heading(1, (Text(title, fact.line),), fact.line)
    facts = tuple(other for other in document.facts if other is not fact)
    blocks = document.blocks
    first = blocks[0] if blocks else None
    if isinstance(first, Paragraph) and plain(first.inlines).strip() == title.strip():
        edits.append(Edit(TITLE, plain(first.inlines), title, first.line))
        blocks = blocks[1:]
    return Edited(replace(document, blocks=(heading, *blocks), facts=facts), edits)


def _with_short_title(document: Document) -> Edited[Document]:
    """If the first block is a heading that is really a text, make its first clause the title, and it a paragraph."""
    first = document.blocks[0] if document.blocks else None
    if not isinstance(first, Heading):
        return Edited(document)
    text = plain(first.inlines)
    if len(text) <= MAX_PLAIN_HEADING_LENGTH or not re.search(r"[。！？；]|[.!?;] ", text):
        return Edited(document)
    clause = re.split(r"[，。！？；]|[,.!?;] ", text)[0].strip()[:MAX_PLAIN_HEADING_LENGTH]
    title = Heading(1, (Text(clause, first.line),), first.line)
    blocks = [title, Paragraph(first.inlines, first.line), *document.blocks[1:]]
    return Edited(document.with_blocks(blocks), [Edit(TITLE, text, clause, first.line)])


def promote_bold(document: Document, knowledge: Knowledge) -> Edited[Document]:
    """Turn paragraphs that serve as headings into headings, one deeper than the heading before them.

    Four kinds of paragraphs serve as headings:

    - a short bold line that does not end like a sentence: **TorchX**
    - a bold level and a colon: **Beta:**
    - a short line of a level and a name: [Beta] TorchX, Beta: TorchX
    - a line that only states a level, directly before a line like [Beta] TorchX

    The last block of a document is never turned into a heading, as nothing follows it.
    """
    edits: list[Edit] = []
    blocks: list[Block] = []
    depth = 1
    for block, following in zip_longest(document.blocks, document.blocks[1:]):
        if isinstance(block, Heading):
            depth = block.depth
        elif following and isinstance(block, Paragraph) and _is_heading(block, following, knowledge.level_words):
            edits.append(Edit(BOLD_HEADINGS, plain(block.inlines), plain(block.inlines), block.line))
            blocks.append(Heading(min(depth + 1, 6), block.inlines, block.line))
            continue
        blocks.append(block)
    return Edited(document.with_blocks(blocks), edits)


def _is_heading(block: Paragraph, following: Block, words: LevelWords) -> bool:
    text = plain(block.inlines).strip()
    label, colon, title = re.sub("：", ":", text).partition(":")
    is_group = words.of_heading(text) is not None and _is_level_and_name(following, words)
    if words.of_level_line(text) and not is_group and (colon or not _is_bold_line(block)):
        return False  # a line such as “Status: Beta” states the level of the heading above it
    if colon and not title and all(map(_is_bold, block.inlines)):
        return words.of_heading(label) is not None
    if is_group or _is_level_and_name(block, words) or _is_bold_heading(block):
        return True
    is_label_a_level = bool(colon and title) and words.of_marker(label) is not None
    return is_label_a_level and len(text) <= MAX_PLAIN_HEADING_LENGTH and not _MORE_THAN_NAME.search(title)


def _is_level_and_name(block: Block, words: LevelWords) -> bool:
    """Return whether a block is a short paragraph that consists of a level in brackets and a name: [Beta] TorchX."""
    text = plain(block.inlines).strip() if isinstance(block, Paragraph) else ""
    name = words.after_marker(text)
    if not name or len(text) > MAX_PLAIN_HEADING_LENGTH:
        return False
    return not _MORE_THAN_NAME.search(name) and name[-1] not in ":："


def _is_bold_heading(block: Paragraph) -> bool:
    """Return whether a paragraph is short and all bold, and does not end in the punctuation of a sentence or clause."""
    return _is_bold_line(block) and not re.search(r"[：:。！!？?；;，,]$", plain(block.inlines).strip())


def _is_bold_line(block: Paragraph) -> bool:
    """Return whether a paragraph is short and all bold; spaces need not be bold."""
    nodes = [node for node in block.inlines if not (isinstance(node, Text) and not node.text.strip())]
    is_short = len(plain(block.inlines).strip()) <= MAX_BOLD_HEADING_LENGTH
    return bool(nodes) and is_short and all(map(_is_bold, nodes))


def _is_bold(node: Inline) -> bool:
    """Return whether an inline is bold, or is emphasis whose children are all bold."""
    return isinstance(node, Strong) or (isinstance(node, Emphasis) and all(map(_is_bold, node.children)))


def unwrap_markup(document: Document, _: Knowledge) -> Edited[Document]:
    """Remove bold markup from headings, keeping the words."""
    edits: list[Edit] = []
    blocks = list(document.blocks)
    for i, block in enumerate(blocks):
        if not isinstance(block, Heading):
            continue
        inlines = stripped(map_nodes(block.inlines, _unbold))
        if inlines != block.inlines:
            edits.append(Edit(HEADING_MARKUP, plain(block.inlines), plain(inlines), block.line))
            blocks[i] = replace(block, inlines=inlines)
    return Edited(document.with_blocks(blocks), edits)


def _unbold(node: Inline) -> Inlines:
    return node.children if isinstance(node, Strong) else (node,)


def nest_headings(document: Document, _: Knowledge) -> Edited[Document]:
    """Renumber the depths of headings so that no depth is skipped below the title: 1, 3, 5, 3 → 1, 2, 3, 2."""
    edits: list[Edit] = []
    blocks = list(document.blocks)
    open_depths: list[int] = []  # the seed's depths of the headings that contain the current block, outermost first
    for i, block in enumerate(blocks[1:], 1):
        if isinstance(block, Heading):
            while open_depths and open_depths[-1] >= block.depth:
                open_depths.pop()
            blocks[i], own_edits = _at_depth(min(len(open_depths) + 2, 6), block, HEADING_LEVELS)
            edits += own_edits
            open_depths.append(block.depth)
    return Edited(document.with_blocks(blocks), edits)


def _at_depth(depth: int, heading: Heading, rule: Rule) -> Edited[Heading]:
    if depth == heading.depth:
        return Edited(heading)
    text = plain(heading.inlines)
    edit = Edit(rule, f"{'#' * heading.depth} {text}", f"{'#' * depth} {text}", heading.line)
    return Edited(replace(heading, depth=depth), [edit])
