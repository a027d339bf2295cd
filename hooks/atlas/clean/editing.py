"""What passes are built from: functions that change every block, text or inline of a document and collect edits."""

from collections.abc import Callable
from dataclasses import replace

from atlas.core.edits import Edit, Edited, Rule
from atlas.document.nodes import Block, Document, Host, Inline, Inlines, plain
from atlas.document.traverse import map_blocks, map_inlines, map_nodes, rewrite_text


def edit_blocks(document: Document, change: Callable[[Block], Edited[tuple[Block, ...]]]) -> Edited[Document]:
    """Replace every block, at any depth, with the blocks that ``change`` returns for it, as ``map_blocks`` does."""
    edits: list[Edit] = []

    def changed(block: Block) -> tuple[Block, ...]:
        blocks, own_edits = change(block)
        edits.extend(own_edits)
        return blocks

    return Edited(document.with_blocks(map_blocks(document.blocks, changed)), edits)


def edit_inlines(document: Document, change: Callable[[Inlines, Host], Edited[Inlines]]) -> Edited[Document]:
    """Rewrite the inlines of every heading, paragraph, and cell; each edit records the ``host_index`` of that node."""
    edits: list[Edit] = []

    def changed(inlines: Inlines, host: Host) -> Inlines:
        after, own_edits = change(inlines, host)
        edits.extend(replace(edit, host_index=host.host_index) for edit in own_edits)
        return after

    return Edited(map_inlines(document, changed), edits)


def edit_nodes(document: Document, change: Callable[[Inline], Edited[Inlines]]) -> Edited[Document]:
    """Replace every inline with the inlines that ``change`` returns for it, inner ones first."""

    def changed(inlines: Inlines, _: Host) -> Edited[Inlines]:
        edits: list[Edit] = []

        def changed_node(node: Inline) -> Inlines:
            after, own_edits = change(node)
            edits.extend(own_edits)
            return after

        return Edited(map_nodes(inlines, changed_node), edits)

    return edit_inlines(document, changed)


def edit_texts(document: Document, rule: Rule, change: Callable[[str], str]) -> Edited[Document]:
    """Change the encoded form (``traverse.encode``) of every text; each edit by ``rule`` quotes the whole text."""

    def changed(inlines: Inlines, host: Host) -> Edited[Inlines]:
        after = rewrite_text(inlines, change)
        if after == inlines:
            return Edited(after)
        return Edited(after, [Edit(rule, plain(inlines), plain(after), host.line)])

    return edit_inlines(document, changed)
