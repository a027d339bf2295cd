"""The pass over texts that are not about the release, such as greetings and signatures."""

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
    """Apply the rules for boilerplate: drop a text, make it an aside, or strip a prefix of it."""
    rules = knowledge.boilerplate
    rules_of_title = [rule for rule in rules if rule.where == "title"]
    rules_anywhere = [rule for rule in rules if rule.where == "any"]
    rules_at_foot = [rule for rule in rules if rule.where in ("any", "foot")]
    results: list[Edited[tuple[Block, ...]]] = []  # from the last block to the first
    count_below = 0  # of the blocks that stay: the foot is the same once the others are dropped
    for i, block in reversed([*enumerate(document.blocks)]):
        if i == 0 and isinstance(block, Heading):
            result = _without_prefix(block, rules_of_title)
        else:
            result = _without_boilerplate(block, rules_at_foot if count_below < FOOT_BLOCKS else rules_anywhere)
        results.append(result)
        count_below += len(result.value)
    blocks, edits = joined(reversed(results))
    return Edited(document.with_blocks(blocks), edits)


def _without_boilerplate(block: Block, rules: Iterable[Boilerplate]) -> Edited[tuple[Block, ...]]:
    """Return what the rules leave of a text: nothing, or the text, perhaps as an aside or without a prefix."""
    if not isinstance(block, Paragraph | Heading):
        return Edited((block,))
    rule = _rule_for(block, rules)
    if rule and rule.action == "drop":
        return Edited((), [Edit(BOILERPLATE, markup_text(block.inlines), "", block.line, rule.reason)])
    if isinstance(block, Heading):
        return Edited((block,))
    if not rule:
        return _without_prefix(block, rules)
    if block.role == "aside":
        return Edited((block,))
    text = plain(block.inlines)
    return Edited((replace(block, role="aside"),), [Edit(BOILERPLATE_ASIDE, text, text, block.line, rule.reason)])


def _rule_for(block: Heading | Paragraph, rules: Iterable[Boilerplate]) -> Boilerplate | None:
    """Return the first rule that drops a text or makes it an aside, if there is one."""
    text = to_simplified(plain(block.inlines)).strip()
    urls = [node.url for node in all_inlines(block.inlines) if isinstance(node, Link)]
    for rule in rules:
        is_spared = any(longest_address(url, rule.unless_linked) for url in urls)
        if rule.action != "strip" and not is_spared and rule.says_nothing(text):
            return rule
    return None


def _without_prefix(block: Heading | Paragraph, rules: Iterable[Boilerplate]) -> Edited[tuple[Block, ...]]:
    """Strip the prefixes that the rules name from a text, and leave its markup."""
    edits: list[Edit] = []
    for pattern, reason in _prefixes(rules):
        if prefix := pattern.match(plain(block.inlines)):
            inlines = rewrite_text(block.inlines, partial(pattern.sub, ""))
            if inlines != block.inlines:
                edits.append(Edit(BOILERPLATE, prefix[0], "", block.line, reason))
            block = replace(block, inlines=inlines)
    return Edited((block,), edits)


def _prefixes(rules: Iterable[Boilerplate]) -> Iterator[tuple[re.Pattern[str], BilingualText]]:
    """Yield the patterns of the prefixes that the rules strip, each with the reason."""
    for rule in rules:
        if rule.action == "strip":
            yield from ((pattern, rule.reason) for pattern in rule.patterns)
