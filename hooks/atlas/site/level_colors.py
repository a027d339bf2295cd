"""Colors and shapes of stability levels → a style sheet, so that a new level needs no CSS."""

from collections.abc import Iterator

from atlas.knowledge.stability import Level, Stability


def level_colors(stability: Stability) -> str:
    """Return the style sheet."""
    light = "\n".join(_colors(level, *level.colors.light) for level in stability.levels)
    dark = "\n".join(_colors(level, *level.colors.dark) for level in stability.levels)
    rules = "\n".join(rule for level in stability.levels for rule in _rules(level))
    return (
        "/* Colors and shapes of stability levels, made from seeds/knowledge/stability.yml. */\n\n"
        f":root, [data-md-color-scheme] {{\n{light}\n}}\n"
        f'@media not print {{\n[data-md-color-scheme="slate"] {{\n{dark}\n}}\n}}\n'
        f"{rules}\n"
    )


def _colors(level: Level, ink: str, tint: str, fill: str) -> str:
    name = f"--level-{level.id}"
    return f"  {name}: {ink};\n  {name}-tint: {tint};\n  {name}-fill: {fill};"


def _rules(level: Level) -> Iterator[str]:
    selector = f'[data-level="{level.id}"]'
    shape = ", ".join(f"{x}% {y}%" for x, y in level.corners)
    symbol = f" --level-shape: polygon({shape});" if shape else ""
    name = f"--level-{level.id}"
    colors = f"--level: var({name}); --level-tint: var({name}-tint); --level-fill: var({name}-fill);"
    yield f"{selector} {{ {colors}{symbol} }}"
