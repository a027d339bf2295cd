"""The pictures that other sites show beside a link."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from atlas import cards, history
from conftest import ROOT


@pytest.fixture(scope="module")
def atlas(releases, known):
    return history.gather(list(releases.values()), known)[0]


def picture(card):
    return Image.open(BytesIO(card)).convert("RGB")


def ink(card):
    """Where anything is drawn: left, top, right, bottom."""
    image = picture(card)
    return ImageChops.difference(image, Image.new("RGB", image.size, cards.PAPER)).getbbox()


def amount(card, colour):
    """How many pixels have a colour."""
    wanted = tuple(bytes.fromhex(colour[1:]))
    return sum(count for count, found in picture(card).getcolors(1 << 20) if found == wanted)


def test_a_card_for_each_release_and_one_for_the_site(atlas):
    made = dict(cards.files(atlas))
    assert set(made) == {"cards/site.png", *(f"cards/{version}.png" for version in atlas.versions)}
    for path, card in made.items():
        image = Image.open(BytesIO(card))
        assert (image.format, image.mode, image.size) == ("PNG", "P", (1200, 630)), path
        assert len(card) < 20_000, path
    assert made == dict(cards.files(atlas))


def test_a_mark_has_the_colour_of_its_level(atlas):
    """As many pixels more as there are features more."""
    release = atlas.releases[0]
    for level in ("stable", "beta", "prototype"):
        found = [f for r in atlas.releases for f in r.features if f.stage == level]
        one, three = (
            amount(cards.of_release(atlas, replace(release, features=tuple(found[:1] * n))), cards.LEVELS[level])
            for n in (1, 3)
        )
        assert one > 200, level
        assert three == 3 * one, level


@pytest.mark.parametrize("version", ["2.10", "12.10.12-beta12", "123.123.123"])
@pytest.mark.parametrize("count", [0, 1, 20, 40, 41, 5000])
def test_everything_has_room(atlas, version, count):
    release = atlas.releases[0]
    features = (release.features * 5000)[:count]
    left, top, right, bottom = ink(cards.of_release(atlas, replace(release, version=version, features=features)))
    assert left >= cards.MARGIN - 10
    assert top >= cards.MARGIN - 2
    assert right <= cards.WIDTH - cards.MARGIN + 2
    assert bottom <= cards.HEIGHT - cards.MARGIN + 2


@pytest.mark.parametrize("count", [1, 5, 100])
def test_the_site_has_room_for_any_number_of_releases(atlas, count):
    release = atlas.releases[0]
    many = tuple(replace(release, version=f"2.{n}") for n in range(count, 0, -1))
    _, _, right, bottom = ink(cards.site(history.Atlas(many, atlas.knowledge)))
    assert right <= cards.WIDTH - cards.MARGIN + 2
    assert bottom <= cards.HEIGHT - cards.MARGIN + 2


def test_colours_are_the_sites():
    """Of the light scheme; whoever changes them changes the cards as well."""
    style = (ROOT / "docs/assets/atlas.css").read_text(encoding="utf-8")
    light = style[style.index("--atlas-paper") : style.index('[data-md-color-scheme="slate"]')]
    named = dict(re.findall(r"--(?:atlas|level)-([\w-]+):\s*(#[0-9a-f]{6})", light))
    drawn = {"paper": cards.PAPER, "ink": cards.INK, "muted": cards.MUTED, "line": cards.LINE, **cards.LEVELS}
    named["removed"] = named["accent"]
    assert {name: named[name] for name in drawn} == drawn
    logo = (ROOT / "docs/assets/logo.svg").read_text(encoding="utf-8")
    assert {cards.TILE, cards.LILAC, cards.GOLD, cards.CREAM} == set(re.findall(r"#[0-9a-f]{6}", logo))
