"""The levels of seeds/knowledge/stability.yml: how they rank, and whether their colors can be read."""

import pytest

from support.checkout import ROOT
from support.samples import knowledge_of

STABILITY = knowledge_of(ROOT).stability


def test_a_level_ranks_above_those_below_it_and_beside_the_others():
    """“Experimental” is neither above nor below beta and prototype."""
    pairs = [
        (a, b) for a in ("stable", "beta", "prototype", "experimental") for b in ("beta", "prototype", "experimental")
    ]
    above = {(a, b) for a, b in pairs if STABILITY.ranks_above(a, b)}
    assert above == {("stable", "beta"), ("stable", "prototype"), ("stable", "experimental"), ("beta", "prototype")}


@pytest.mark.parametrize("level", STABILITY.levels, ids=lambda level: level.id)
def test_text_has_contrast_on_its_background(level):
    for text, background, _ in (level.colors.light, level.colors.dark):
        darker, lighter = sorted((luminance(text), luminance(background)))
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def luminance(color):
    """The relative luminance of WCAG 2."""
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
