"""Tables that name features by level: with a column per level, a column of levels, or markers in cells."""

from atlas.core.text import to_simplified
from atlas.document.nodes import Block, Table, plain
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.recognition import LevelWords


def names_features(block: Block, knowledge: Knowledge) -> bool:
    """Return whether a block is a table that names features by level."""
    if not isinstance(block, Table):
        return False
    marked = any(cell.marker for row in block.rows for cell in row)
    return marked or level_columns(block, knowledge) != {} or status_column(block, knowledge.level_words) is not None


def level_columns(table: Table, knowledge: Knowledge) -> dict[int, str]:
    """Map columns to the levels in their headings, if these name two levels, or only levels and categories."""
    words = knowledge.level_words
    heads = [to_simplified(plain(cell.inlines)).strip() for cell in table.header]
    levels = {column: level for column, head in enumerate(heads) if (level := words.of_heading(head))}
    if levels:  # in a table that has one of these, “测试” is a level, too
        levels |= {column: level for column, head in enumerate(heads) if (level := words.of_marker(head))}
    others = [head for column, head in enumerate(heads) if head and column not in levels]
    sorts = all(map(knowledge.headings.categories.matches, others))
    return levels if len(set(levels.values())) > 1 or (levels and sorts) else {}


def status_column(table: Table, words: LevelWords) -> int | None:
    """Return the column that holds each row's level, by its heading or because it contains only levels."""
    for column, head in enumerate(table.header if len(table.header) > 1 else ()):
        cells = [plain(row[column].inlines).strip() for row in table.rows]
        stated = [bool(words.of_cell(cell)) for cell in cells if cell]
        if any(stated) and (all(stated) or words.is_status_label(plain(head.inlines))):
            return column
    return None
