"""Tables that name features by level: with a column per level, a column of levels, or markers in cells."""

from atlas.core.text import comparison_key, to_simplified
from atlas.document.nodes import Block, Table, plain
from atlas.knowledge.recognition import level_of_cell, level_of_heading, level_of_marker
from atlas.knowledge.stability import Stability


def names_features(block: Block, stability: Stability) -> bool:
    """Return whether a block is a table that names features by level."""
    if not isinstance(block, Table):
        return False
    marked = any(cell.marker for row in block.rows for cell in row)
    return marked or level_columns(block, stability) != {} or status_column(block, stability) is not None


def level_columns(table: Table, stability: Stability) -> dict[int, str]:
    """Map columns to the levels in their headings, if these name two levels, or only levels and categories."""
    heads = [to_simplified(plain(cell.inlines)).strip() for cell in table.header]
    levels = {column: level for column, head in enumerate(heads) if (level := level_of_heading(head, stability))}
    if levels:  # in a table that has one of these, “测试” is a level, too
        levels |= {column: level for column, head in enumerate(heads) if (level := level_of_marker(head, stability))}
    others = [head for column, head in enumerate(heads) if head and column not in levels]
    sorts = all(map(stability.categories.matches, others))
    return levels if len(set(levels.values())) > 1 or (levels and sorts) else {}


def status_column(table: Table, stability: Stability) -> int | None:
    """Return the column that holds each row's level, by its heading or because it contains only levels."""
    names = {comparison_key(name) for name in stability.status_columns}
    for column, head in enumerate(table.header if len(table.header) > 1 else ()):
        cells = [plain(row[column].inlines).strip() for row in table.rows]
        stated = [bool(level_of_cell(cell, stability)) for cell in cells if cell]
        if any(stated) and (all(stated) or comparison_key(plain(head.inlines)) in names):
            return column
    return None
