"""Levels, “removed” and notices as pages show them. Their HTML is made here, as it stands inside announcements, too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from atlas.core.languages import Language
from atlas.knowledge.load import Knowledge
from atlas.knowledge.schema import REMOVED
from atlas.knowledge.stability import NoticeKind

_SYMBOL = Markup('<span class="stability-symbol" aria-hidden="true">{}</span>')


@dataclass(frozen=True)
class Stage:
    """A level, or “removed”, which has neither a definition nor a page of its own."""

    id: str
    name: str
    symbol: Markup
    definition: str = ""
    path: str = ""

    def badge(self, css_class: str = "stability", *, is_explained: bool = True) -> Markup:
        """Return the symbol and the name, with the definition as a tooltip."""
        return _badge(self, css_class, is_explained)


@cache  # asked for some six thousand times in a build, for a dozen badges
def _badge(stage: Stage, css_class: str, is_explained: bool) -> Markup:  # noqa: FBT001  by position, as the cache's key
    title = Markup(' title="{}"').format(stage.definition) if stage.definition and is_explained else ""
    badge = Markup('<span class="{}" data-level="{}"{}>{} {}</span>')
    return badge.format(css_class, stage.id, title, stage.symbol, stage.name)


def stages(knowledge: Knowledge, language: Language, removed: str) -> Mapping[str, Stage]:
    """Return every stage by id, most stable first; ``removed`` is the name of the last."""
    levels = (
        Stage(
            level.id,
            level.name.of(language),
            _SYMBOL.format(level.symbol),
            level.definition.of(language),
            f"stability/{level.id}/",
        )
        for level in knowledge.stability.levels
    )
    return {stage.id: stage for stage in (*levels, Stage(REMOVED, removed, _SYMBOL.format("×")))}


def notice_mark(kind: NoticeKind, language: Language) -> Markup:
    """Return a notice's mark, such as “deprecated”."""
    mark = Markup('<span class="notice-mark" title="{}">{}</span>')
    return mark.format(kind.definition.of(language), kind.name.of(language))
