"""Levels, “removed” and notices as HTML. It is made here, not in templates, as announcements contain it, too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from atlas.core.languages import Language
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.stability import REMOVED, REMOVED_SYMBOL, Level, NoticeKind, Stability
from atlas.site.paths import level_path

_SYMBOL = Markup('<span class="stability-symbol" aria-hidden="true">{}</span>')


@dataclass(frozen=True)
class LevelMark:
    """A level, or “removed”, which has neither a definition nor a page of its own."""

    id: str
    name: str
    symbol: Markup
    definition: str = ""
    path: str = ""

    @property
    def symbol_only(self) -> Markup:
        """The name, which a style sheet draws as the symbol: the shortest form, for large tables."""
        return Markup('<span data-level="{}">{}</span>').format(self.id, self.name)

    def badge(self, css_class: str = "stability", *, is_explained: bool = True) -> Markup:
        """Return the symbol and the name, with the definition as a tooltip."""
        return _badge(self, css_class, is_explained)

    def badge_link(self, url: str, title: str) -> Markup:
        """Return the badge as a link to ``url``, with ``title`` as a tooltip."""
        link = Markup('<a class="badge-link" href="{}" title="{}">{}</a>')
        return link.format(url, title, self.badge(is_explained=False))


@cache  # a build asks some six thousand times for a dozen different badges
def _badge(mark: LevelMark, css_class: str, is_explained: bool) -> Markup:  # noqa: FBT001  the cache takes arguments by position
    title = Markup(' title="{}"').format(mark.definition) if mark.definition and is_explained else ""
    badge = Markup('<span class="{}" data-level="{}"{}>{} {}</span>')
    return badge.format(css_class, mark.id, title, mark.symbol, mark.name)


def level_marks(knowledge: Knowledge, language: Language, removed: str) -> Mapping[str, LevelMark]:
    """Return the mark of every level by id, most stable first, and last that of REMOVED, whose name is ``removed``."""
    levels = (
        LevelMark(
            level.id,
            level.name.of(language),
            _SYMBOL.format(level.symbol),
            level.definition.of(language),
            level_path(level.id),
        )
        for level in knowledge.stability.levels
    )
    removed_mark = LevelMark(REMOVED, removed, _SYMBOL.format(REMOVED_SYMBOL))
    return {mark.id: mark for mark in (*levels, removed_mark)}


def notice_mark(kind: NoticeKind, language: Language) -> Markup:
    """Return a notice's mark, such as “deprecated”."""
    mark = Markup('<span class="notice-mark" data-notice="{}" title="{}">{}</span>')
    return mark.format(kind.id, kind.definition.of(language), kind.name.of(language))


def notice_symbol(kind: NoticeKind, language: Language) -> Markup:
    """Return a notice's name, which a style sheet draws as the symbol that all notices share."""
    return Markup('<span data-notice="{}">{}</span>').format(kind.id, kind.name.of(language))


def level_colors(stability: Stability) -> str:
    """Return the style sheet of the colors and shapes of levels, so that a new level needs no CSS."""
    light = "\n".join(_colors(level, *level.colors.light) for level in stability.levels)
    dark = "\n".join(_colors(level, *level.colors.dark) for level in stability.levels)
    rules = "\n".join(_rule(level) for level in stability.levels)
    return (
        "/* Colors and shapes of stability levels, made from seeds/knowledge/stability.yml. */\n\n"
        f":root, [data-md-color-scheme] {{\n{light}\n}}\n"
        f'@media not print {{\n[data-md-color-scheme="slate"] {{\n{dark}\n}}\n}}\n'
        f"{rules}\n"
    )


def _colors(level: Level, ink: str, tint: str, fill: str) -> str:
    """Return the definitions of a level's colors as CSS variables."""
    name = f"--level-{level.id}"
    return f"  {name}: {ink};\n  {name}-tint: {tint};\n  {name}-fill: {fill};"


def _rule(level: Level) -> str:
    """Return the rule that gives elements with a level its colors, and its shape if that is a polygon."""
    selector = f'[data-level="{level.id}"]'
    shape = ", ".join(f"{x}% {y}%" for x, y in level.corners)
    symbol = f" --level-shape: polygon({shape});" if shape else ""
    name = f"--level-{level.id}"
    colors = f"--level: var({name}); --level-tint: var({name}-tint); --level-fill: var({name}-fill);"
    return f"{selector} {{ {colors}{symbol} }}"
