"""``badge/ID.svg``: a feature's level as a picture for other sites, in English.

A badge has its own background, so it is legible on light and dark pages; it needs no script and no web font.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from html import escape
from math import ceil

from atlas.core.characters import for_xml
from atlas.core.languages import Language
from atlas.history.collection import Collection
from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.stability import REMOVED, Level
from atlas.site.words.locale import Locale

LANGUAGE: Language = "en"  # READMEs are in English
MAX_NAME_LENGTH = 40  # characters that a badge shows; its title has the whole name
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="20" fill="{ink}" font-size="11" '
    'font-family="Arial,sans-serif"><title>{title}</title><rect x=".5" y=".5" width="{inner}" height="19" rx="4" '
    'fill="{tint}" stroke="{ink}"/>{shape}<text x="21" y="14" '
    'textLength="{length}">{name} · {answer}</text></svg>\n'
)
PADDING = 29  # pixels: the shape to the left of the text, and the margins


def has_badge(lifecycle: Lifecycle) -> bool:
    """Return whether a feature has a badge. Without a page of its own it has none, since its id may still change."""
    return lifecycle.has_page and not lifecycle.is_news


def path(feature_id: str) -> str:
    """Return the path of a feature's badge."""
    return f"badge/{feature_id}.svg"


def files(collection: Collection, locales: Iterable[Locale]) -> Iterator[tuple[str, str]]:
    """Yield the path and text of every badge, also under former ids of features."""
    (locale,) = (locale for locale in locales if locale.language == LANGUAGE)
    for lifecycle in collection.lifecycles:
        if has_badge(lifecycle):
            svg = badge(lifecycle, locale)
            yield from ((path(feature_id), svg) for feature_id in lifecycle.ids)


def badge(lifecycle: Lifecycle, locale: Locale) -> str:
    """Return the SVG of a feature's name and level: “torch.compile · stable since 2.1”."""
    knowledge, now = locale.knowledge, lifecycle.last_step
    name, answer = for_xml(locale.name_text(lifecycle)), locale.answer(now.state, lifecycle.state_version)
    level = next((level for level in knowledge.stability.levels if level.id == now.state), None)
    color_level = level or knowledge.level(knowledge.stability.no_level)
    ink, tint, _ = color_level.colors.light
    short_name = _short_name(name)
    length = _width(f"{short_name} · {answer}")
    return SVG.format(
        width=length + PADDING,
        inner=length + PADDING - 1,
        length=length,
        ink=ink,
        tint=tint,
        shape=_shape(level) if level else _lines(now.state, ink),
        title=escape(f"PyTorch: {name} · {answer}"),
        name=escape(short_name),
        answer=escape(answer),
    )


def _width(text: str) -> int:
    """Estimate the width of ``text`` in pixels, at a font size of 11."""
    return ceil(11 * sum(map(_width_in_em, text)))


def _width_in_em(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF":
        return 1
    return 0.32 if character in "iljtfrI.,'|- " else 0.58


def _short_name(name: str) -> str:
    """Cut a name to MAX_NAME_LENGTH: after a word, or within one if that would leave less than half."""
    if len(name) <= MAX_NAME_LENGTH:
        return name
    kept, _, _ = name[:MAX_NAME_LENGTH].rpartition(" ")
    if len(kept) <= MAX_NAME_LENGTH // 2:
        kept = name[: MAX_NAME_LENGTH - 1]
    return f"{kept.rstrip(' ,(')}…"


def _shape(level: Level) -> str:
    """Return the SVG of a level's shape, 9 pixels wide."""
    if level.corners:
        points = " ".join(f"{7 + x * 0.09:g},{5.5 + y * 0.09:g}" for x, y in level.corners)
        return f'<path d="M{points}z"/>'
    return '<circle cx="11.5" cy="10" r="4.2"/>'


def _lines(state: str, ink: str) -> str:
    """Return the SVG of the shape of what is no level: a cross for “removed”, else an exclamation mark."""
    path = "M8 6.5l7 7m0-7l-7 7" if state == REMOVED else "M11.5 5v6.5m0 2v2"
    return f'<path d="{path}" stroke="{ink}" stroke-width="1.8"/>'
