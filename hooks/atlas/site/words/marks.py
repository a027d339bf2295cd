"""What is stated of features (levels, notices, “removed”, “superseded”) as HTML, for templates and announcements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from markupsafe import Markup

from atlas.core.languages import Language
from atlas.knowledge.knowledge import Knowledge
from atlas.knowledge.stability import (
    NOTICE_SYMBOL,
    REMOVED,
    REMOVED_SYMBOL,
    SUPERSEDED,
    SUPERSEDED_SYMBOL,
    Level,
    Stability,
)
from atlas.site.paths import level_path
from atlas.site.words.interface import CHANGE_NAMES

_DISC = "circle(44%)"  # the shape of a level whose symbol has no corners


@dataclass(frozen=True)
class StateMark:
    """What is stated of a feature: its id, name and symbol. Only a level has a page: ``path``."""

    id: str
    name: str
    character: str  # of the symbol, where no style sheet draws it
    definition: str
    path: str = ""

    @property
    def symbol(self) -> Markup:
        """The symbol, beside which a name stands."""
        return Markup('<span class="stability-symbol" aria-hidden="true">{}</span>').format(self.character)

    @property
    def symbol_only(self) -> Markup:
        """The name, which a style sheet draws as the symbol: the shortest form, for large tables."""
        return Markup('<span data-state="{}">{}</span>').format(self.id, self.name)

    @property
    def title(self) -> Markup:
        """The symbol and the name as a heading."""
        return self.title_of(self.name)

    def title_of(self, words: str) -> Markup:
        """Return a heading: the symbol and words that contain the name."""
        return _badge(replace(self, name=words), "level-title", is_explained=False)

    @property
    def badge(self) -> Markup:
        """The symbol and the name, with the definition as a tooltip."""
        return _badge(self, "stability", is_explained=True)

    def badge_link(self, url: str, title: str) -> Markup:
        """Return the badge as a link to ``url``, with ``title`` as a tooltip."""
        link = Markup('<a class="badge-link" href="{}" title="{}">{}</a>')
        return link.format(url, title, _badge(self, "stability", is_explained=False))


@cache  # a build asks some six thousand times for a dozen different badges
def _badge(mark: StateMark, css_class: str, *, is_explained: bool) -> Markup:
    title = Markup(' title="{}"').format(mark.definition) if is_explained else ""
    badge = Markup('<span class="{}" data-state="{}"{}>{} {}</span>')
    return badge.format(css_class, mark.id, title, mark.symbol, mark.name)


def marks(knowledge: Knowledge, language: Language, gettext: Callable[[str], str]) -> Mapping[str, StateMark]:
    """Return all marks by id: levels, most stable first, then notices, REMOVED and SUPERSEDED."""
    stability = knowledge.stability
    levels = (
        StateMark(level.id, level.name.of(language), level.symbol, level.definition.of(language), level_path(level.id))
        for level in stability.levels
    )
    notices = (
        StateMark(notice.id, notice.name.of(language), NOTICE_SYMBOL, notice.definition.of(language))
        for notice in stability.notices
    )
    removed = StateMark(
        REMOVED,
        gettext(CHANGE_NAMES["removed"][0]),
        REMOVED_SYMBOL,
        gettext(CHANGE_NAMES["removed"][1]),
    )
    superseded = StateMark(
        SUPERSEDED,
        gettext(CHANGE_NAMES["superseded"][0]),
        SUPERSEDED_SYMBOL,
        gettext(CHANGE_NAMES["superseded"][1]),
    )
    return {mark.id: mark for mark in (*levels, *notices, removed, superseded)}


def level_colors(stability: Stability) -> str:
    """Return the style sheet of the colors and shapes of levels, so that a new level needs no CSS.

    The colors of all else that is stated of features are in docs/assets/css/tokens.css.
    """
    light = "\n".join(map(_light_rule, stability.levels))
    dark = "\n".join(map(_dark_rule, stability.levels))
    return (
        "/* Colors and shapes of stability levels, made from seeds/knowledge/stability.yml. */\n\n"
        f"{light}\n@media not print {{\n{dark}\n}}\n"
    )


def _light_rule(level: Level) -> str:
    """Return the rule that gives elements with a level its shape, and its colors in the light color scheme."""
    corners = ", ".join(f"{x}% {y}%" for x, y in level.corners)
    shape = f"polygon({corners})" if corners else _DISC
    return f'[data-state="{level.id}"] {{ {_colors(*level.colors.light)} --level-shape: {shape}; }}'


def _dark_rule(level: Level) -> str:
    """Return the rule that gives elements with a level its colors in the dark color scheme."""
    return f'[data-md-color-scheme="slate"] [data-state="{level.id}"] {{ {_colors(*level.colors.dark)} }}'


def _colors(ink: str, tint: str, fill: str) -> str:
    return f"--level: {ink}; --level-tint: {tint}; --level-fill: {fill};"
