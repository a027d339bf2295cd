"""The pass that drops greetings, signatures and the like, or sets them apart."""

import re
from dataclasses import replace
from functools import partial

from atlas.clean.facts import FOOT, HEAD
from atlas.core.changes import Change
from atlas.core.text import folded
from atlas.document.nodes import Block, Document, Heading, Paragraph, plain, spelled
from atlas.document.traverse import rewrite_text
from atlas.knowledge.schema import Boilerplate

Rules = tuple[Boilerplate, ...]


def drop_boilerplate(document: Document, changes: list[Change], rules: Rules) -> Document:
    """Paragraphs that are not about the release are dropped or become asides; a title loses its prefix."""
    blocks: list[Block] = []
    for i, block in enumerate(document.blocks):
        near_end = {"head": i < HEAD, "foot": i >= len(document.blocks) - FOOT, "any": True}
        if i == 0 and isinstance(block, Heading):
            blocks.append(_without_prefix(block, changes, rules))
        elif not isinstance(block, Paragraph) or not (rule := _rule_for(block, rules, near_end)):
            blocks.append(block)
        elif rule.action == "drop":
            changes.append(Change("boilerplate", spelled(block.inlines), "", block.line, rule.reason))
        else:
            blocks.append(replace(block, role="aside"))
            if block.role != "aside":
                text = plain(block.inlines)
                changes.append(Change("boilerplate-aside", text, text, block.line, rule.reason))
    return document.with_blocks(blocks)


def _rule_for(paragraph: Paragraph, rules: Rules, near_end: dict[str, bool]) -> Boilerplate | None:
    text = folded(plain(paragraph.inlines)).strip()
    here = (rule for rule in rules if rule.action != "strip" and near_end.get(rule.where))
    return next((rule for rule in here if re.search(rule.pattern, text)), None)


def _without_prefix(heading: Heading, changes: list[Change], rules: Rules) -> Heading:
    for rule in rules:
        if rule.action == "strip" and (prefix := re.match(rule.pattern, plain(heading.inlines))):
            inlines = rewrite_text(heading.inlines, partial(re.sub, rule.pattern, ""))
            if inlines != heading.inlines:
                changes.append(Change("boilerplate", prefix[0], "", heading.line, rule.reason))
            heading = replace(heading, inlines=inlines)
    return heading
