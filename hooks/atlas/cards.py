"""Atlas → the pictures that other sites show beside a link: a PNG of each release, and one of the whole site.

Drawn without words of either language, so one serves both. Lengths are pixels. Everything is drawn in a few
colours on a plain ground: a palette holds each of them in steps from its ground, and no picture need be quantized.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from itertools import chain, repeat
from math import ceil

from PIL import Image, ImageDraw, ImageFont

from atlas.history import Atlas
from atlas.model import REMOVED
from atlas.release import Release

SIZE = WIDTH, HEIGHT = 1200, 630
MARGIN = 80
ACROSS, MOST = 20, 40  # marks on a release's card, in a row and in all; a number says how many more there are
COLUMNS = 8  # releases on the card of the site

# As in docs/assets/atlas.css, and the logo's own.
PAPER, INK, MUTED, LINE = "#fdfcf9", "#1f252d", "#575f6a", "#dedad0"
LEVELS = {
    "stable": "#19613e",
    "beta": "#7a4a00",
    "prototype": "#713a8d",
    "unclassified": "#4f5863",
    REMOVED: "#a53c14",
}
TILE, LILAC, GOLD, CREAM = "#27496d", "#cfaae4", "#f2c46d", "#f7f5ef"
STEPS = 16  # from a ground to a colour
_OVER = [(PAPER, colour) for colour in dict.fromkeys((INK, MUTED, LINE, TILE, *LEVELS.values()))]
_RAMPS = {pair: place * STEPS for place, pair in enumerate([*_OVER, (TILE, LILAC), (TILE, GOLD), (TILE, CREAM)])}
_FINE = 4  # a shape is drawn so many times larger, for smooth edges


def files(atlas: Atlas) -> Iterator[tuple[str, bytes]]:
    """Path below the site and PNG of every card."""
    yield "cards/site.png", site(atlas)
    for release in atlas.releases:
        yield f"cards/{release.version}.png", of_release(atlas, release)


def of_release(atlas: Atlas, release: Release) -> bytes:
    """A release: its version, its day, and a mark for each feature, the most stable first."""
    card = _Card()
    card.logo(MARGIN, MARGIN, 56)
    card.words((MARGIN + 80, MARGIN + 28), "PyTorch Release Atlas", 32, MUTED)
    if release.date:
        card.words((WIDTH - MARGIN, MARGIN + 28), release.date.isoformat(), 32, MUTED, anchor="rm")
    marks = list(_marks(atlas.counts(release)))
    shown = marks if len(marks) <= MOST else marks[: MOST - 2]
    pitch = (WIDTH - 2 * MARGIN) // ACROSS
    top = HEIGHT - MARGIN - ceil(len(marks[:MOST]) / ACROSS) * pitch
    card.title(f"PyTorch {release.version}", (MARGIN + 56 + top - pitch) // 2)
    card.rule(MARGIN, top - pitch * 2 // 3, WIDTH - 2 * MARGIN)
    for place, level in enumerate(shown):
        card.mark(MARGIN + 16 + place % ACROSS * pitch, top + (place // ACROSS * 2 + 1) * pitch // 2, 16, level)
    if len(shown) < len(marks):
        card.words(
            (WIDTH - MARGIN, HEIGHT - MARGIN - pitch // 2), f"+{len(marks) - len(shown)}", 32, MUTED, anchor="rm"
        )
    return card.png()


def site(atlas: Atlas) -> bytes:
    """The newest releases, each a column, and a row for each area: as on the home page."""
    card = _Card()
    card.logo(MARGIN, MARGIN, 72)
    for line, word in enumerate(("PyTorch", "Release", "Atlas")):
        card.words((MARGIN - 6, 284 + line * 106), word, 96, INK)
    releases = tuple(reversed(atlas.releases[:COLUMNS]))
    left, top, areas = 520, MARGIN + 36, atlas.knowledge.areas
    width = (WIDTH - MARGIN - left) // max(len(releases), 1)
    height = (HEIGHT - MARGIN - top) // max(len(areas), 1)
    for row, area in enumerate(areas):
        y = top + row * height
        card.rule(left, y, WIDTH - MARGIN - left)
        for column, release in enumerate(releases):
            levels = list(_marks(atlas.counts(release, area.id)))
            for place, level in enumerate(levels[: width // 18]):
                card.mark(left + 8 + column * width + place * 18, y + height // 2 + 1, 7, level)
    for column, release in enumerate(releases):
        card.words((left + column * width, MARGIN + 12), release.version, 26, MUTED)
    return card.png()


def _marks(counts: Iterable[tuple[str, int]]) -> Iterator[str]:
    return chain.from_iterable(repeat(level, count) for level, count in counts)


class _Card:
    """Paper to draw on."""

    def __init__(self) -> None:
        self._image = Image.new("P", SIZE, _RAMPS[PAPER, INK])
        self._image.putpalette(_palette())

    def words(self, at: tuple[int, int], text: str, size: int, colour: str, anchor: str = "lm") -> None:
        """A line of text beside a point."""
        left, top, right, bottom = (round(edge) for edge in _font(size).getbbox(text, anchor=anchor))
        mask = Image.new("L", (right - left, bottom - top))
        ImageDraw.Draw(mask).text((-left, -top), text, 255, _font(size), anchor)
        self._ink(mask, at[0] + left, at[1] + top, colour)

    def title(self, text: str, y: int) -> None:
        """A line as large as it has room for."""
        size = min(148, int(148 * (WIDTH - 2 * MARGIN) / _font(148).getlength(text)))
        self.words((MARGIN - size // 16, y), text, size, INK)

    def mark(self, x: int, y: int, radius: int, level: str) -> None:
        """The shape of a level around a point."""
        self._ink(_shape(level, radius), x - 2 * radius, y - 2 * radius, LEVELS.get(level, LEVELS["unclassified"]))

    def rule(self, x: int, y: int, width: int) -> None:
        """A level line."""
        self._ink(Image.new("L", (width, 2), 255), x, y, LINE)

    def logo(self, x: int, y: int, size: int) -> None:
        """The site's sign, as in docs/assets/logo.svg."""
        unit = size * _FINE / 32

        def shape(*points: float) -> Image.Image:
            mask = Image.new("L", (size * _FINE, size * _FINE))
            ImageDraw.Draw(mask).polygon([point * unit for point in points], 255)
            return mask.resize((size, size), Image.Resampling.BOX)

        tile, disc = (Image.new("L", (size * _FINE, size * _FINE)) for _ in range(2))
        ImageDraw.Draw(tile).rounded_rectangle((0, 0, size * _FINE - 1, size * _FINE - 1), 7 * unit, 255)
        ImageDraw.Draw(disc).circle((23.8 * unit, 8.2 * unit), 4.4 * unit, 255)
        self._ink(tile.resize((size, size), Image.Resampling.BOX), x, y, TILE)
        self._ink(shape(8.4, 18.4, 13.4, 27.4, 3.4, 27.4), x, y, LILAC, TILE)
        self._ink(shape(16, 10.6, 21.2, 15.8, 16, 21, 10.8, 15.8), x, y, GOLD, TILE)
        self._ink(disc.resize((size, size), Image.Resampling.BOX), x, y, CREAM, TILE)

    def _ink(self, mask: Image.Image, x: int, y: int, colour: str, ground: str = PAPER) -> None:
        """Colour where the mask is, over its ground."""
        box = mask.getbbox()
        if box:
            part, ramp = mask.crop(box), _RAMPS[ground, colour]
            steps = part.point([ramp + value * (STEPS - 1) // 255 for value in range(256)])
            self._image.paste(steps, (x + box[0], y + box[1]), part.point([0] + [255] * 255))

    def png(self) -> bytes:
        """The picture, as a file."""
        file = BytesIO()
        self._image.save(file, "PNG", compress_type=zlib.Z_RLE)  # flat colours: a third of the time for a third more
        return file.getvalue()


@cache
def _palette() -> bytes:
    """Of each ramp: from its ground to its colour."""

    def channels(colour: str) -> bytes:
        return bytes.fromhex(colour[1:])

    return bytes(
        (a * (STEPS - 1 - step) + b * step) // (STEPS - 1)
        for ground, colour in _RAMPS
        for step in range(STEPS)
        for a, b in zip(channels(ground), channels(colour), strict=True)
    )


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    """The font that Pillow brings: it has Latin letters and digits, which is all that is drawn."""
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)  # noqa: S101  every wheel of Pillow has FreeType
    return font


@cache
def _shape(level: str, radius: int) -> Image.Image:
    """A level's shape in the middle of a square of four radii, as templates/pictures.html draws it."""
    size, unit = 4 * radius * _FINE, radius * _FINE / 5
    mask = Image.new("L", (size, size))
    draw, middle = ImageDraw.Draw(mask), size / 2

    def at(*points: float) -> list[float]:
        return [middle + point * unit for point in points]

    match level:
        case "stable":
            draw.circle((middle, middle), 4.6 * unit, 255)
        case "beta":
            draw.polygon(at(0, -5.6, 5.6, 0, 0, 5.6, -5.6, 0), 255)
        case "prototype":
            draw.polygon(at(0, -5, 5.4, 4.4, -5.4, 4.4), 255)
        case "unclassified":
            draw.circle((middle, middle), 4.6 * unit, outline=255, width=round(1.6 * unit))
        case "removed":
            draw.line(at(-4, -4, 4, 4), 255, round(1.6 * unit))
            draw.line(at(-4, 4, 4, -4), 255, round(1.6 * unit))
        case _:
            draw.rectangle(at(-4, -4, 4, 4), 255)
    return mask.resize((4 * radius, 4 * radius), Image.Resampling.BOX)
