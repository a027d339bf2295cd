"""Features that highlights and tables name: matched to the sections that describe them, or new."""

import re
from collections.abc import Iterator
from itertools import groupby

from atlas.core.text import comparison_key
from atlas.document.nodes import Block, Break, Cell, Inlines, ListBlock, Paragraph, Table, Text, plain
from atlas.extract.announcement import Basis, Observation
from atlas.extract.candidates import Candidate, bold_leads, candidates_at, leads_in
from atlas.extract.evidence import claim_of, sentences
from atlas.extract.matching import match_names
from atlas.extract.sections import is_fix
from atlas.extract.tables import level_columns, status_column
from atlas.knowledge.levels import level_of_cell, level_of_marker, level_pattern
from atlas.knowledge.load import Knowledge
from atlas.knowledge.schema import Stability

# A cell that is empty, a measurement, or yes or no.
_VALUE = re.compile(
    r"(?i:[-–—/·\s\d.,%×x~<>±+]*(?:k|m|g|ms|s|秒|倍|x|gb|mb|kb)?|无|是|否|有|支持|不支持|yes|no|n/?a|[✓✔✗✘√×❌✅])"
)


def highlighted(blocks: tuple[Block, ...], stability: Stability) -> list[Candidate]:
    """Return what marked highlights and their lists name, or sentences announce: “TorchX 的 beta 版本”."""
    leads = [lead for block in blocks for lead in leads_in(block)]
    named = [c for lead in leads for c in candidates_at(lead, None)]
    return [*named, *(c for block in blocks if isinstance(block, Paragraph) for c in _announced(block, stability))]


def listed(blocks: tuple[Block, ...]) -> list[Candidate]:
    """Return what lists name whose items all open with bold words."""
    return [c for block in blocks for lead in bold_leads(block) for c in candidates_at(lead, None)]


def stated(blocks: tuple[Block, ...], knowledge: Knowledge) -> Iterator[Candidate]:
    """Yield the registered features of which an unmarked highlight, or item of a category, states a level."""
    items = [item for block in blocks if isinstance(block, ListBlock) for item in block.items if not item.marker]
    for candidate in (c for item in items for c in candidates_at(item, None)):
        sentence = next(sentences(candidate.body), None)
        claim = claim_of(sentence.text, knowledge.stability) if sentence else None
        if sentence and claim and knowledge.feature_by_name(claim.subject):
            candidate.title = (Text(claim.subject, candidate.line),)
            candidate.other_statement = sentence.states(claim.level, claim.words)
            yield candidate


def add_named(found: list[Candidate], named: list[Candidate], headings: set[str], knowledge: Knowledge) -> None:
    """Pass the level of each name to the candidate that it means, or add it to ``found`` as a new candidate.

    Ignore names that repeat a heading that is not itself a candidate, as in a table of contents.
    """
    own, hosts = [(plain(c.title), _stage(c)) for c in found], {id(c.host) for c in found}
    only_grouping = headings - {comparison_key(words) for words, _ in own}
    named = [c for c in named if id(c.host) not in hosts and not is_fix(c.host, knowledge.stability)]
    named = [c for c in named if not _is_heading(comparison_key(plain(c.title)), only_grouping)]
    matches = match_names([(plain(c.title), _stage(c)) for c in named], own, knowledge)
    new: dict[str, Candidate] = {}  # named only here, perhaps twice
    for i, candidate in enumerate(named):
        match = matches.get(i)
        target = (
            found[match] if match is not None else new.setdefault(comparison_key(plain(candidate.title)), candidate)
        )
        target.other_statement = target.other_statement or candidate.marker_statement or candidate.other_statement
    found.extend(new.values())


def _is_heading(name: str, headings: set[str]) -> bool:
    """Whether a name is one of ``headings``, or one without its version: torchvision 0.20."""
    return name in headings or any(re.fullmatch(rf"{re.escape(name)}v?\d+", heading) for heading in headings)


def _announced(paragraph: Paragraph, stability: Stability) -> Iterator[Candidate]:
    for sentence in re.split(r"(?<=[。！？；])", plain(paragraph.inlines)):
        for template in stability.announces:
            for found in re.finditer(template.replace("{level}", level_pattern(stability)), sentence):
                level = level_of_marker(found["level"], stability) or stability.default
                stated = Observation(level, found[0], "prose", paragraph.line, sentence.strip(), paragraph.inlines)
                for name in re.split(r"\s*(?:,\s*and\b|[,，、]|\band\b|[和与及]|以及)\s*", found["names"]):
                    title: Inlines = (Text(name, paragraph.line),)
                    yield Candidate(title, paragraph, None, None, (), other_statement=stated)


def _stage(candidate: Candidate) -> str | None:
    stated = candidate.marker_statement or candidate.other_statement
    return stated.stage if stated else None


def tabulated(table: Table, stability: Stability) -> Iterator[Candidate]:
    """Yield the features of a table with a column per level, a column of levels, or markers in its cells."""
    levels, status = level_columns(table, stability), status_column(table, stability)
    others = {comparison_key(name) for name in stability.other_columns}
    for row in table.rows:
        if levels:
            for column, (head, cell) in enumerate(zip(table.header, row, strict=True)):
                if column < min(levels) or comparison_key(plain(head.inlines)) in others:
                    continue  # it names or describes the row's subject
                label = plain(head.inlines).strip()
                yield from _cell(cell, levels.get(column), label, stability)
        elif status is not None:
            stated = level_of_cell(plain(row[status].inlines), stability)
            label = plain(row[status].inlines).strip()
            yield from _cell(row[_feature_column(table, status, stability)], stated, label, stability)
        else:
            for cell in row:
                if cell.marker:
                    yield from _cell(cell, None, "", stability)


def _feature_column(table: Table, status: int, stability: Stability) -> int:
    """Return the column that names a row's subject: by its heading, else the first that is not ``status``."""
    names = {comparison_key(name) for name in stability.feature_columns}
    heads = [comparison_key(plain(cell.inlines)) for cell in table.header]
    return next((i for i, head in enumerate(heads) if head in names and i != status), 1 if status == 0 else 0)


def _cell(cell: Cell, level: str | None, label: str, stability: Stability) -> Iterator[Candidate]:
    for part in _lines(cell.inlines):
        words = plain(part).strip()
        if _VALUE.fullmatch(words):
            continue
        basis: Basis = "table" if level else "none"
        stated = Observation(level or stability.default, label if level else "", basis, cell.line, words, part)
        yield Candidate(part, cell, cell.marker, None, (), other_statement=stated)


def _lines(inlines: Inlines) -> list[Inlines]:
    """Split a cell into its lines, each of which names a feature."""
    runs = groupby(inlines, key=lambda inline: isinstance(inline, Break))
    lines = [tuple(run) for is_break, run in runs if not is_break]
    return [line for line in lines if plain(line).strip()] or [inlines]
