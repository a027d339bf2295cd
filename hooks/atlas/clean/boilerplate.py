"""The pass that drops greetings, signatures, and the like, or turns them into asides."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from atlas.clean.fact_lines import FOOT_BLOCKS
from atlas.core.edits import Edit
from atlas.core.text import to_simplified
from atlas.document.nodes import Block, Document, Heading, Link, Paragraph, markup_text, plain
from atlas.document.traverse import nodes, rewrite_text
from atlas.knowledge.fields import longest_address
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.schema import Boilerplate


def drop_boilerplate(document: Document, edits: list[Edit], knowledge: Knowledge) -> Document:
    """Drop texts that are not about the release, or make them asides; strip prefixes of the title and others."""
    rules = knowledge.conventions.boilerplate
    blocks: list[Block] = []
    for i, block in enumerate(document.blocks):
        if i == 0 and isinstance(block, Heading):
            blocks.append(_without_prefix(block, edits, [rule for rule in rules if rule.where == "title"]))
            continue
        if not isinstance(block, Paragraph | Heading):
            blocks.append(block)
            continue
        is_foot = i >= len(document.blocks) - FOOT_BLOCKS
        applicable = [rule for rule in rules if rule.where == "any" or (is_foot and rule.where == "foot")]
        rule = _rule_for(block, applicable)
        if rule and rule.action == "drop":
            edits.append(Edit("boilerplate", markup_text(block.inlines), "", block.line, rule.reason))
        elif isinstance(block, Heading):
            blocks.append(block)
        elif not rule:
            blocks.append(_without_prefix(block, edits, applicable))
        else:
            blocks.append(replace(block, role="aside"))
            if block.role != "aside":
                text = plain(block.inlines)
                edits.append(Edit("boilerplate-aside", text, text, block.line, rule.reason))
    return document.with_blocks(blocks)


def _rule_for(text_block: Heading | Paragraph, rules: Iterable[Boilerplate]) -> Boilerplate | None:
    text = to_simplified(plain(text_block.inlines)).strip()
    links = [node.url for node in nodes(text_block.inlines) if isinstance(node, Link)]
    for rule in rules:
        is_spared = any(longest_address(url, rule.unless_linked) for url in links)
        if rule.action != "strip" and not is_spared and rule.pattern.search(text):
            return rule
    return None


def _without_prefix(block: Heading | Paragraph, edits: list[Edit], rules: Iterable[Boilerplate]) -> Heading | Paragraph:
    for rule in rules:
        if rule.action == "strip" and (prefix := rule.pattern.match(plain(block.inlines))):
            inlines = rewrite_text(block.inlines, partial(rule.pattern.sub, ""))
            if inlines != block.inlines:
                edits.append(Edit("boilerplate", prefix[0], "", block.line, rule.reason))
            block = replace(block, inlines=inlines)
    return block
