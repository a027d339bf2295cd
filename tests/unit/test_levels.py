"""The levels of seeds/knowledge/stability.yml: how they rank, and whether their colors can be read."""

import pytest

from support.checkout import ROOT
from support.colors import contrast
from support.samples import knowledge, knowledge_of

STABILITY = knowledge_of(ROOT).stability


def test_a_level_ranks_above_those_below_it_and_beside_the_others():
    """“Experimental” is neither above nor below beta and prototype."""
    pairs = [
        (a, b) for a in ("stable", "beta", "prototype", "experimental") for b in ("beta", "prototype", "experimental")
    ]
    above = {(a, b) for a, b in pairs if knowledge().stability.ranks_above(a, b)}
    assert above == {("stable", "beta"), ("stable", "prototype"), ("stable", "experimental"), ("beta", "prototype")}


@pytest.mark.parametrize(
    ("heading", "level"),
    [
        ("测试", None),
        ("2. 测试：", None),
        ("测试（Beta）", None),
        ("【测试】", "beta"),
        ("测试功能", "beta"),
        ("测试版", "beta"),
    ],
)
def test_a_heading_that_also_means_something_else_states_no_level(heading, level):
    """“测试” alone may be about tests."""
    assert knowledge().level_words.of_heading(heading) == level


@pytest.mark.parametrize("level", STABILITY.levels, ids=lambda level: level.id)
def test_text_has_contrast_on_its_background(level):
    for text, background, _ in (level.colors.light, level.colors.dark):
        assert contrast(text, background) >= 4.5
