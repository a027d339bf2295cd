"""``badge/ID.svg``: a feature's level as a picture for other sites, in English.

A badge has its own background, so it is legible on light and dark pages; it needs no script and no web font.
"""

import unicodedata
from collections.abc import Iterator
from html import escape
from math import ceil

from atlas.core.characters import for_xml
from atlas.core.languages import Language
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.schema import REMOVED
from atlas.knowledge.stability import Level
from atlas.site.locale import Locale

LANGUAGE: Language = "en"  # READMEs are in English
MAX_NAME_LENGTH = 40  # characters; the title has all of it
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="20" fill="{ink}" font-size="11" '
    'font-family="Arial,sans-serif"><title>{title}</title><rect x=".5" y=".5" width="{inner}" height="19" rx="4" '
    'fill="{tint}" stroke="{ink}"/>{shape}<text x="21" y="14" '
    'textLength="{length}">{name} · {answer}</text></svg>\n'
)
PADDING = 29  # pixels: the shape on the left, and padding on the right


def has_badge(lifecycle: Lifecycle) -> bool:
    """Return whether a feature has a badge; without a page of its own, its id may still change."""
    return lifecycle.has_page and not lifecycle.is_news


def path(feature: str) -> str:
    """Return the path of a feature's badge."""
    return f"badge/{feature}.svg"


def files(collection: Collection, locale: Locale) -> Iterator[tuple[str, str]]:
    """Yield the path and text of every badge, under former ids too."""
    for lifecycle in filter(has_badge, collection.features):
        svg = badge(lifecycle, locale)
        yield from ((path(name), svg) for name in lifecycle.ids)


def badge(lifecycle: Lifecycle, locale: Locale) -> str:
    """Return the SVG of a feature's level and since when."""
    name, answer = for_xml(locale.name_text(lifecycle)), locale.answer(lifecycle.now)
    knowledge, now = locale.knowledge, lifecycle.now
    level = knowledge.level(now.level) if now.level != REMOVED else None
    ink, tint, _ = (level or knowledge.level(knowledge.stability.default)).colors.light
    short = _cut(name)
    length = _width(f"{short} · {answer}")
    return SVG.format(
        width=length + PADDING,
        inner=length + PADDING - 1,
        length=length,
        ink=ink,
        tint=tint,
        shape=_shape(level, ink),
        title=escape(f"PyTorch: {name} · {answer}"),
        name=escape(short),
        answer=escape(answer),
    )


def _width(text: str) -> int:
    """Estimate the width of ``text`` in pixels, at a font size of 11."""
    ems = (1 if unicodedata.east_asian_width(c) in "WF" else 0.32 if c in "iljtfrI.,'|- " else 0.58 for c in text)
    return ceil(11 * sum(ems))


def _cut(name: str) -> str:
    """Cut a name to its maximum length, between words unless these are long."""
    if len(name) <= MAX_NAME_LENGTH:
        return name
    whole, _, _ = name[:MAX_NAME_LENGTH].rpartition(" ")
    return f"{(whole if len(whole) > MAX_NAME_LENGTH // 2 else name[: MAX_NAME_LENGTH - 1]).rstrip(' ,(')}…"


def _shape(level: Level | None, ink: str) -> str:
    """Return the shape of a level, 9 pixels wide; a cross for a removed feature."""
    if not level:
        return f'<path d="M8 6.5l7 7m0-7l-7 7" stroke="{ink}" stroke-width="1.8"/>'
    if level.corners:
        points = " ".join(f"{7 + x * 0.09:g},{5.5 + y * 0.09:g}" for x, y in level.corners)
        return f'<path d="M{points}z"/>'
    return '<circle cx="11.5" cy="10" r="4.2"/>'
