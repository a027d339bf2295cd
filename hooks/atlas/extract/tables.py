"""Tables that name features by level: with a column per level, a column of levels, or markers in cells."""

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
    """Map the columns of a table whose headings state a level to these levels.

    The map is empty unless the headings state two different levels, or only a level and categories such as “New”.
    """
    words = knowledge.level_words
    heads = [to_simplified(plain(cell.inlines)).strip() for cell in table.header]
    levels = _columns_with_level(heads, words.of_heading)
    if levels:  # in a table that has one of these, “测试” is a level, too
        levels |= _columns_with_level(heads, words.of_marker)
    other_heads = [head for column, head in enumerate(heads) if head and column not in levels]
    only_categories = all(map(knowledge.headings.categories.matches, other_heads))
    return levels if len(set(levels.values())) > 1 or only_categories else {}


def _columns_with_level(heads: list[str], level_of: Callable[[str], str | None]) -> dict[int, str]:
    """Map the columns for whose headings ``level_of`` returns a level to these levels."""
    levels = enumerate(map(level_of, heads))
    return {column: level for column, level in levels if level}


def level_column(table: Table, words: LevelWords) -> int | None:
    """Return the first column that states each row's level: all its cells are levels, or one, below “Status”.

    Return None if there is none, or only one column.
    """
    if len(table.header) < 2:
        return None
    for column, head in enumerate(table.header):
        cells = [plain(row[column].inlines).strip() for row in table.rows]
        are_levels = [bool(words.of_cell(cell)) for cell in cells if cell]
        if any(are_levels) and (all(are_levels) or words.is_level_label(plain(head.inlines))):
            return column
    return None
