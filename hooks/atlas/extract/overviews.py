"""Candidates from overviews: highlights, tables and lists that name features.

A feature in an overview may be one that a section describes, or one that is announced nowhere else.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, pairwise

from atlas.core.sentences import split_clauses, split_sentences
from atlas.core.text import comparison_key, to_simplified
from atlas.core.words import whole_words, words_pattern
from atlas.document.nodes import Block, Break, Cell, Inlines, Item, ListBlock, Paragraph, Table, Text, plain
from atlas.extract.announcement import Evidence
from atlas.extract.candidates import Candidate, candidates_at
from atlas.extract.evidence import hosted_sentences, level_claim, without_opening
from atlas.extract.matching import Named, match_names
from atlas.extract.sections import ends_with_colon, is_fix
from atlas.extract.tables import columns_for_levels, level_column
from atlas.extract.topics import bold_topics, topics_in
from atlas.knowledge.fields import Words
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.text_patterns import Headings


def candidates_in_overviews(blocks: tuple[Block, ...], knowledge: Knowledge) -> list[Candidate]:
    """Return the candidates from topics with a marker, then those from sentences such as “TorchX 的 beta 版本”."""
    topics = [topic for block in blocks for topic in topics_in(block, knowledge.headings)]
    candidates = [candidate for topic in topics for candidate in candidates_at(topic, None)]
    for block in blocks:
        if isinstance(block, Paragraph):
            candidates += _announced_in_sentences(block, knowledge)
    return candidates


def candidates_in_bold_lists(blocks: tuple[Block, ...]) -> list[Candidate]:
    """Return a candidate for each item of the lists in which every item begins with bold words."""
    topics = [topic for block in blocks for topic in bold_topics(block)]
    return [candidate for topic in topics for candidate in candidates_at(topic, None)]


def candidates_in_introduced_lists(blocks: tuple[Block, ...], headings: Headings) -> list[Candidate]:
    """Return a candidate for each item of the lists that follow a line such as “What is in PyTorch 1.9:”."""
    items: list[Item] = []
    for before, block in pairwise(blocks):
        if isinstance(block, ListBlock) and _introduces_features(before, headings):
            items += block.items
    return [candidate for item in items for candidate in candidates_at(item, None)]


def _introduces_features(block: Block, headings: Headings) -> bool:
    """Return whether a block is a paragraph that introduces features: “What is new in this release:”.

    It must end in a colon, and its last sentence must be words that could also be the heading of a group of features.
    """
    if not ends_with_colon(block) or not isinstance(block, Paragraph):
        return False
    last_sentence = split_sentences(to_simplified(plain(block.inlines)))[-1].strip(" :：")
    return headings.categories.matches(last_sentence) or headings.overviews.matches(last_sentence)


def candidates_in_opening_sentences(blocks: tuple[Block, ...], knowledge: Knowledge) -> Iterator[Candidate]:
    """Yield candidates for the registered features whose level the first sentence of a text states.

    Such a text is a paragraph, or an item without a marker.
    """
    for block in blocks:
        items = block.items if isinstance(block, ListBlock) else ()
        topics = [block] if isinstance(block, Paragraph) else [item for item in items if not item.marker]
        for topic in topics:
            for candidate in candidates_at(topic, None):
                yield from _named_in_opening(candidate, knowledge)


def _named_in_opening(candidate: Candidate, knowledge: Knowledge) -> Iterator[Candidate]:
    """Yield a candidate for each name in the subject of the first sentence, if all these names are registered."""
    sentence = next(hosted_sentences(candidate.body), None)
    claim = level_claim(sentence.text, knowledge) if sentence else None
    if not (sentence and claim):
        return
    names = _names_in_subject(claim.subject, knowledge)
    if all(map(knowledge.registered_by_name, names)):
        evidence = sentence.evidence(claim)
        for name in names:
            yield replace(candidate, title=(Text(name, candidate.line),), other_evidence=evidence)


def _names_in_subject(subject: str, knowledge: Knowledge) -> list[str]:
    """Return the names in the subject of a sentence: “The A, B and a few other APIs” -> A, B."""
    without_article = without_opening(subject, knowledge.sentences).rstrip(" ,，")
    if knowledge.registered_by_name(without_article):
        return [without_article]
    return knowledge.sentences.names(without_article)


def with_named(
    candidates: list[Candidate], named: Iterable[Candidate], heading_keys: set[str], knowledge: Knowledge
) -> list[Candidate]:
    """Return ``candidates`` combined with ``named``, the candidates from an overview.

    If a candidate in ``named`` means the same feature as one of ``candidates``, the latter gets its evidence; otherwise
    it is added at the end. It is ignored if it has the words of a heading that is not a candidate, because an overview
    may be a table of contents. ``heading_keys`` are the comparison keys of all headings.
    """
    labels = list(map(_label_and_level, candidates))
    other_headings = heading_keys - {comparison_key(label) for label, _ in labels}
    hosts = {candidate.host for candidate in candidates}
    new = [
        candidate
        for candidate in named
        if candidate.host not in hosts
        and not is_fix(candidate.host, knowledge.headings)
        and not _is_heading(comparison_key(candidate.label), other_headings)
    ]
    new_labels = list(map(_label_and_level, new))
    plain_items = {index for index, candidate in enumerate(candidates) if _is_plain_item(candidate)}
    matches = match_names(new_labels, labels, knowledge, only_equal=plain_items)
    merged = list(candidates)
    indices_by_name: dict[str, int] = {}  # for names without a match, which the overview may contain twice
    for number, candidate in enumerate(new):
        name = comparison_key(candidate.label)
        index = matches[number] if number in matches else indices_by_name.setdefault(name, len(merged))
        if index == len(merged):
            merged.append(candidate)
        merged[index] = replace(merged[index], other_evidence=merged[index].other_evidence or candidate.evidence)
    return merged


def _is_plain_item(candidate: Candidate) -> bool:
    """Return whether a candidate is a list item without a heading above that states a level, as in release notes.

    Release notes have so many items that any name shares words with some of them by chance. So only an equal name
    matches a plain item.
    """
    has_level = any(section.level for section in candidate.enclosing_sections)
    return isinstance(candidate.host, Item) and not has_level


def _is_heading(name: str, headings: set[str]) -> bool:
    """Return whether a name is one of ``headings``, or that without its version: “torchvision”, “torchvision 0.20”."""
    return name in headings or any(re.fullmatch(rf"{re.escape(name)}v?\d+", heading) for heading in headings)


def _announced_in_sentences(paragraph: Paragraph, knowledge: Knowledge) -> Iterator[Candidate]:
    """Yield the candidates that a paragraph's sentences announce with a level: “the beta release of TorchX”."""
    words, forms = knowledge.level_words, knowledge.sentences
    for sentence in split_clauses(plain(paragraph.inlines)):
        for template in forms.announces:
            for match in re.finditer(words.filled(template), sentence):
                level = words.of_marker(match["level"])
                evidence = Evidence.of_sentence(sentence, paragraph, level=level, stating_words=match[0])
                for name in forms.names(match["names"]):
                    title: Inlines = (Text(without_opening(name, forms), paragraph.line),)
                    yield Candidate(title, paragraph, None, (), evidence)


def _label_and_level(candidate: Candidate) -> Named:
    """Return a candidate's title and level, for matching."""
    return candidate.label, candidate.evidence.level if candidate.evidence else None


def candidates_in_table(table: Table, knowledge: Knowledge) -> Iterator[Candidate]:
    """Yield a candidate for each feature in a table.

    The table must have a column for each level, or a column that states the level of each row, or markers in cells.
    """
    levels = columns_for_levels(table, knowledge)
    level_index = level_column(table, knowledge.level_words)
    if levels:
        yield from _in_columns_for_levels(table, levels, knowledge)
    elif level_index is not None:
        column = _feature_column(table, level_index, knowledge.headings)
        for row in table.rows:
            label = plain(row[level_index].inlines).strip()
            yield from _in_cell(row[column], knowledge.level_words.of_cell(label), label, knowledge)
    else:
        for row in table.rows:
            for cell in row:
                if cell.marker:
                    yield from _in_cell(cell, None, "", knowledge)


def _in_columns_for_levels(table: Table, levels: dict[int, str], knowledge: Knowledge) -> Iterator[Candidate]:
    """Yield the features in a table that has a column for each level; ``levels`` maps these columns to their levels.

    Columns before the first of these, and columns with a heading such as “Area”, name no features. Features in any
    other column have no level.
    """
    other_columns = {comparison_key(name) for name in knowledge.headings.other_columns}
    for row in table.rows:
        for column, (head, cell) in enumerate(zip(table.header, row, strict=True)):
            label = plain(head.inlines).strip()
            names_no_features = column < min(levels) or comparison_key(label) in other_columns
            if not names_no_features:
                yield from _in_cell(cell, levels.get(column), label, knowledge)


def _feature_column(table: Table, level_index: int, headings: Headings) -> int:
    """Return the column that names features, as its heading says; else the first column other than ``level_index``."""
    names = {comparison_key(name) for name in headings.feature_columns}
    for column, head in enumerate(table.header):
        if column != level_index and comparison_key(plain(head.inlines)) in names:
            return column
    return 1 if level_index == 0 else 0


def _in_cell(cell: Cell, level: str | None, label: str, knowledge: Knowledge) -> Iterator[Candidate]:
    """Yield a candidate for each line of a cell that is not just a value; ``label`` are the words for its level."""
    value_pattern = _value_pattern(knowledge.release_words.units, knowledge.headings.other_cells)
    for line in _lines(cell.inlines):
        text = plain(line).strip()
        if not value_pattern.fullmatch(text):
            if level:
                evidence = Evidence.of_text(line, cell, "table", level=level, stating_words=label)
            else:
                evidence = Evidence.of_text(line, cell, "none")
            yield Candidate(line, cell, None, (), evidence)


@lru_cache(maxsize=4)
def _value_pattern(units: Words, values: Words) -> re.Pattern[str]:
    """Compile a pattern for a cell without a name: an empty one, a measurement, or “yes” or “no”."""
    measurement = rf"[-–—/·\s\d.,%×x~<>±+]*{whole_words(units)}?"
    return re.compile(rf"(?i:{measurement}|{words_pattern(values)}|[✓✔✗✘√×❌✅])")


def _lines(inlines: Inlines) -> list[Inlines]:
    """Split a cell's inlines at line breaks, and drop empty lines; an empty cell is returned as its only line."""
    runs = groupby(inlines, key=lambda inline: isinstance(inline, Break))
    lines = [tuple(run) for is_break, run in runs if not is_break]
    return [line for line in lines if plain(line).strip()] or [inlines]
