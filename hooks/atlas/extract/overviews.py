"""Features that highlights and tables name: matched to the sections that describe them, or new."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, pairwise

from atlas.core.sentences import clauses, sentences
from atlas.core.text import comparison_key, to_simplified
from atlas.document.nodes import Block, Break, Cell, Inlines, Item, ListBlock, Paragraph, Table, Text, plain
from atlas.extract.announcement import Basis, Evidence
from atlas.extract.candidates import Candidate, bold_topics, candidates_at, topics_in
from atlas.extract.evidence import sentences_in, stated_level, without_opening
from atlas.extract.matching import Named, match_names
from atlas.extract.sections import ends_with_colon, is_fix
from atlas.extract.tables import level_columns, status_column
from atlas.knowledge.fields import Words, whole_words, words_pattern
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.wording import Headings


def highlighted(blocks: tuple[Block, ...], knowledge: Knowledge) -> list[Candidate]:
    """Return what marked highlights and their lists name, or sentences announce: “TorchX 的 beta 版本”."""
    topics = [topic for block in blocks for topic in topics_in(block, knowledge.headings)]
    named = [candidate for topic in topics for candidate in candidates_at(topic, None)]
    paragraphs = (block for block in blocks if isinstance(block, Paragraph))
    return [*named, *(candidate for paragraph in paragraphs for candidate in _announced(paragraph, knowledge))]


def listed(blocks: tuple[Block, ...]) -> list[Candidate]:
    """Return what lists name whose items all open with bold words."""
    topics = [topic for block in blocks for topic in bold_topics(block)]
    return [candidate for topic in topics for candidate in candidates_at(topic, None)]


def introduced(blocks: tuple[Block, ...], headings: Headings) -> list[Candidate]:
    """Return the items of lists that a line such as “What is in PyTorch 1.9:” stands before."""
    items: list[Item] = []
    for before, block in pairwise(blocks):
        if isinstance(block, ListBlock) and _introduces(before, headings):
            items += block.items
    return [candidate for item in items for candidate in candidates_at(item, None)]


def _introduces(block: Block, headings: Headings) -> bool:
    """Return whether a paragraph ends in a colon and words that might be the heading of a group of features."""
    if not ends_with_colon(block) or not isinstance(block, Paragraph):
        return False
    last = sentences(to_simplified(plain(block.inlines)))[-1].strip(" :：")
    return headings.categories.matches(last) or headings.overviews.matches(last)


def stated(blocks: tuple[Block, ...], knowledge: Knowledge) -> Iterator[Candidate]:
    """Yield the registered features of which the opening sentence of a paragraph or unmarked item states a level."""
    for block in blocks:
        items = block.items if isinstance(block, ListBlock) else ()
        topics = [block] if isinstance(block, Paragraph) else [item for item in items if not item.marker]
        for topic in topics:
            for candidate in candidates_at(topic, None):
                yield from _stated_in_opening(candidate, knowledge)


def _stated_in_opening(candidate: Candidate, knowledge: Knowledge) -> Iterator[Candidate]:
    sentence = next(sentences_in(candidate.body), None)
    level = stated_level(sentence.text, knowledge) if sentence else None
    names = _names(level.subject, knowledge) if level else []
    if sentence and level and all(map(knowledge.feature_by_name, names)):
        evidence = sentence.evidence(level.level, level.label)
        for name in names:
            yield replace(candidate, title=(Text(name, candidate.line),), other_evidence=evidence)


def _names(subject: str, knowledge: Knowledge) -> list[str]:
    """Return the names in the subject of a sentence: one, or those of a list, without “and a few other APIs”."""
    bare = without_opening(subject, knowledge.sentences).rstrip(" ,，")
    if knowledge.feature_by_name(bare):
        return [bare]
    return knowledge.sentences.names(bare)


def with_named(
    candidates: list[Candidate], named: Iterable[Candidate], headings: set[str], knowledge: Knowledge
) -> list[Candidate]:
    """Return ``candidates`` with the level of each name at the one that it means, and with new names at the end.

    Ignore names that repeat a heading that is not itself a candidate, as in a table of contents.
    """
    default = knowledge.stability.default
    labels = [_named(candidate, default) for candidate in candidates]
    other_headings = headings - {comparison_key(label) for label, _ in labels}
    hosts = {candidate.host for candidate in candidates}
    new = [
        candidate
        for candidate in named
        if candidate.host not in hosts
        and not is_fix(candidate.host, knowledge.headings)
        and not _is_heading(comparison_key(candidate.label), other_headings)
    ]
    items = {place for place, candidate in enumerate(candidates) if _is_plain_item(candidate)}
    matches = match_names([_named(candidate, default) for candidate in new], labels, knowledge, only_equal=items)
    merged = list(candidates)
    places: dict[str, int] = {}  # of names that only stand here, perhaps twice
    for number, candidate in enumerate(new):
        key = comparison_key(candidate.label)
        place = matches[number] if number in matches else places.setdefault(key, len(merged))
        if place == len(merged):
            merged.append(candidate)
        merged[place] = replace(merged[place], other_evidence=merged[place].other_evidence or candidate.evidence)
    return merged


def _is_plain_item(candidate: Candidate) -> bool:
    """Return whether it is an item below no heading that states a level, as in release notes: it may share any word."""
    has_level = any(section.level for section in candidate.enclosing_sections)
    return isinstance(candidate.host, Item) and not has_level


def _is_heading(name: str, headings: set[str]) -> bool:
    """Return whether a name is one of ``headings``, or one without its version: torchvision 0.20."""
    return name in headings or any(re.fullmatch(rf"{re.escape(name)}v?\d+", heading) for heading in headings)


def _announced(paragraph: Paragraph, knowledge: Knowledge) -> Iterator[Candidate]:
    words, forms = knowledge.level_words, knowledge.sentences
    for sentence in clauses(plain(paragraph.inlines)):
        for template in forms.announces:
            for match in re.finditer(words.filled(template), sentence):
                level = words.of_marker(match["level"]) or knowledge.stability.default
                evidence = Evidence(level, match[0], "prose", paragraph.line, sentence.strip(), paragraph.inlines)
                for name in forms.names(match["names"]):
                    title: Inlines = (Text(without_opening(name, forms), paragraph.line),)
                    yield Candidate(title, paragraph, None, (), evidence)


def _named(candidate: Candidate, default: str) -> Named:
    level = candidate.evidence.level if candidate.evidence else default
    return candidate.label, None if level == default else level


def tabulated(table: Table, knowledge: Knowledge) -> Iterator[Candidate]:
    """Yield the features of a table with a column per level, a column of levels, or markers in its cells."""
    if levels := level_columns(table, knowledge):
        yield from _by_columns(table, levels, knowledge)
    elif (status := status_column(table, knowledge.level_words)) is not None:
        column = _feature_column(table, status, knowledge.headings)
        for row in table.rows:
            label = plain(row[status].inlines).strip()
            yield from _cell(row[column], knowledge.level_words.of_cell(label), label, knowledge)
    else:
        for row in table.rows:
            for cell in row:
                if cell.marker:
                    yield from _cell(cell, None, "", knowledge)


def _by_columns(table: Table, levels: dict[int, str], knowledge: Knowledge) -> Iterator[Candidate]:
    """Yield the features of a table with columns of ``levels``, each row under the levels' names."""
    others = {comparison_key(name) for name in knowledge.headings.other_columns}
    for row in table.rows:
        for column, (head, cell) in enumerate(zip(table.header, row, strict=True)):
            label = plain(head.inlines).strip()
            names_the_subject = column < min(levels) or comparison_key(label) in others
            if not names_the_subject:
                yield from _cell(cell, levels.get(column), label, knowledge)


def _feature_column(table: Table, status: int, headings: Headings) -> int:
    """Return the column that names a row's subject: by its heading, else the first that is not ``status``."""
    names = {comparison_key(name) for name in headings.feature_columns}
    for column, head in enumerate(table.header):
        if column != status and comparison_key(plain(head.inlines)) in names:
            return column
    return 1 if status == 0 else 0


def _cell(cell: Cell, level: str | None, label: str, knowledge: Knowledge) -> Iterator[Candidate]:
    basis: Basis = "table" if level else "none"
    for line in _lines(cell.inlines):
        text = plain(line).strip()
        if not _value(knowledge.conventions.units, knowledge.headings.values).fullmatch(text):
            stated = level or knowledge.stability.default
            evidence = Evidence(stated, label if level else "", basis, cell.line, text, line)
            yield Candidate(line, cell, None, (), evidence)


@lru_cache(maxsize=4)
def _value(units: Words, values: Words) -> re.Pattern[str]:
    """Compile a pattern for a cell that is empty, a measurement, or yes or no."""
    measurement = rf"[-–—/·\s\d.,%×x~<>±+]*{whole_words(units)}?"
    return re.compile(rf"(?i:{measurement}|{words_pattern(values)}|[✓✔✗✘√×❌✅])")


def _lines(inlines: Inlines) -> list[Inlines]:
    """Split a cell into its lines, each of which names a feature."""
    runs = groupby(inlines, key=lambda inline: isinstance(inline, Break))
    lines = [tuple(run) for is_break, run in runs if not is_break]
    return [line for line in lines if plain(line).strip()] or [inlines]
