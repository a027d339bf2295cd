"""What modules import, for the tests of the architecture and of the dependencies."""

import ast
from functools import cache


@cache
def imported(path):
    """Return the full names of everything that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names
