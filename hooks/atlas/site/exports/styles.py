"""Colors and shapes of stability levels → a style sheet, so that a new level needs no CSS."""

from collections.abc import Iterator

from atlas.knowledge.schema import Level, Stability

PATH = "assets/css/level-colors.css"
_RING = "radial-gradient(closest-side, #0000 50%, #000 66%)"  # the visible part of a hollow shape


def text(stability: Stability) -> str:
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


def _colors(level: Level, ink: str, tint: str) -> str:
    return f"  --level-{level.id}: {ink};\n  --level-{level.id}-tint: {tint};"


def _rules(level: Level) -> Iterator[str]:
    selector = f'[data-level="{level.id}"]'
    shape = ", ".join(f"{x}% {y}%" for x, y in level.corners)
    symbol = f" --level-shape: polygon({shape});" if shape else ""
    symbol += f" --level-mask: {_RING};" if level.is_hollow else ""
    yield f"{selector} {{ --level: var(--level-{level.id}); --level-tint: var(--level-{level.id}-tint);{symbol} }}"
