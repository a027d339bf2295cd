"""Tables that name features by level.

They have a column for each level, or a column that states the level of each row, or markers in cells.
"""

from collections.abc import Callable

from atlas.core.text import to_simplified
from atlas.document.nodes import Block, Table, plain
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import LevelWords


def names_features(block: Block, knowledge: Knowledge) -> bool:
    """Return whether a block is a table that names features by level."""
    if not isinstance(block, Table):
        return False
    if any(cell.marker for row in block.rows for cell in row):
        return True
    return bool(columns_for_levels(block, knowledge)) or level_column(block, knowledge.level_words) is not None


def columns_for_levels(table: Table, knowledge: Knowledge) -> dict[int, str]:
    """Map each column of a table whose heading states a level to that level.

    The map is empty unless the headings state at least two different levels, or all other headings are categories such
    as “New”.
    """
    words = knowledge.level_words
    heads = [to_simplified(plain(cell.inlines)).strip() for cell in table.header]
    levels = _columns_with_level(heads, words.of_heading)
    if levels:  # next to one of these headings, a bare “测试” means the level, too
        levels |= _columns_with_level(heads, words.of_marker)
    other_heads = [head for column, head in enumerate(heads) if head and column not in levels]
    only_categories = all(map(knowledge.headings.categories.matches, other_heads))
    return levels if len(set(levels.values())) > 1 or only_categories else {}


def _columns_with_level(heads: list[str], level_of: Callable[[str], str | None]) -> dict[int, str]:
    """Map the index of each heading for which ``level_of`` returns a level to that level."""
    levels = enumerate(map(level_of, heads))
    return {column: level for column, level in levels if level}


def level_column(table: Table, words: LevelWords) -> int | None:
    """Return the first column that states the level of each row, or None.

    All its cells must be levels; below a heading such as “Status”, one of them is enough. The table must have other
    columns, too.
    """
    if len(table.header) < 2:
        return None
    for column, head in enumerate(table.header):
        cells = [plain(row[column].inlines).strip() for row in table.rows]
        are_levels = [bool(words.of_cell(cell)) for cell in cells if cell]
        if any(are_levels) and (all(are_levels) or words.is_level_label(plain(head.inlines))):
            return column
    return None
