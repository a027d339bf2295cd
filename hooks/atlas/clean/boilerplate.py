"""The pass that applies seeds/knowledge/boilerplate.yml: texts that are not about the release, such as greetings.

An entry of that file (``Boilerplate``) drops a text, strips a prefix of it, or turns the paragraph into an aside.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from atlas.clean.fact_lines import BOILERPLATE, FOOT_BLOCKS
from atlas.core.edits import Edit, Edited, Rule, joined
from atlas.core.languages import BilingualText
from atlas.core.text import to_simplified
from atlas.core.urls import longest_address
from atlas.document.nodes import Block, Document, Heading, Link, Paragraph, markup_text, plain
from atlas.document.traverse import all_inlines, rewrite_text
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import Boilerplate

BOILERPLATE_ASIDE = Rule("boilerplate-aside", BilingualText("弱化引导语", "Lead-in set apart"))


def drop_boilerplate(document: Document, knowledge: Knowledge) -> Edited[Document]:
    """Apply each entry where it says: to the title, to the last blocks (the foot), or to any block but the title."""
    entries = knowledge.boilerplate
    title_entries = [entry for entry in entries if entry.where == "title"]
    anywhere_entries = [entry for entry in entries if entry.where == "any"]
    foot_entries = [entry for entry in entries if entry.where in ("any", "foot")]
    results: list[Edited[tuple[Block, ...]]] = []  # from the last block to the first
    # The number of blocks kept below the current one. Dropped blocks do not count, so that a second run, which does not
    # see them, finds the same foot.
    kept_below = 0
    for i, block in reversed([*enumerate(document.blocks)]):
        if i == 0 and isinstance(block, Heading):
            result = _without_prefix(block, title_entries)
        else:
            result = _without_boilerplate(block, foot_entries if kept_below < FOOT_BLOCKS else anywhere_entries)
        results.append(result)
        kept_below += len(result.value)
    blocks, edits = joined(reversed(results))
    return Edited(document.with_blocks(blocks), edits)


def _without_boilerplate(block: Block, entries: Iterable[Boilerplate]) -> Edited[tuple[Block, ...]]:
    """Apply entries to a block: return no block, or the block, perhaps as an aside or without a prefix."""
    if not isinstance(block, Paragraph | Heading):
        return Edited((block,))
    entry = _first_matching(block, entries)
    if entry and entry.action == "drop":
        return Edited((), [Edit(BOILERPLATE, markup_text(block.inlines), "", block.line, entry.reason)])
    if isinstance(block, Heading):
        return Edited((block,))
    if not entry:
        return _without_prefix(block, entries)
    if block.role == "aside":
        return Edited((block,))
    text = plain(block.inlines)
    return Edited((replace(block, role="aside"),), [Edit(BOILERPLATE_ASIDE, text, text, block.line, entry.reason)])


def _first_matching(block: Heading | Paragraph, entries: Iterable[Boilerplate]) -> Boilerplate | None:
    """Return the first entry that matches a block and drops it or makes it an aside, or None."""
    text = to_simplified(plain(block.inlines)).strip()
    urls = [node.url for node in all_inlines(block.inlines) if isinstance(node, Link)]
    for entry in entries:
        is_spared = any(longest_address(url, entry.unless_linked) for url in urls)
        if entry.action != "strip" and not is_spared and entry.says_nothing(text):
            return entry
    return None


def _without_prefix(block: Heading | Paragraph, entries: Iterable[Boilerplate]) -> Edited[tuple[Block, ...]]:
    """Strip the prefixes that the entries name from the text of a block, and keep its markup."""
    edits: list[Edit] = []
    for pattern, reason in _prefixes(entries):
        if prefix := pattern.match(plain(block.inlines)):
            inlines = rewrite_text(block.inlines, partial(pattern.sub, ""))
            if inlines != block.inlines:
                edits.append(Edit(BOILERPLATE, prefix[0], "", block.line, reason))
            block = replace(block, inlines=inlines)
    return Edited((block,), edits)


def _prefixes(entries: Iterable[Boilerplate]) -> Iterator[tuple[re.Pattern[str], BilingualText]]:
    """Yield the pattern of each prefix to strip, with the reason for readers."""
    for entry in entries:
        if entry.action == "strip":
            yield from ((pattern, entry.reason) for pattern in entry.patterns)
