"""Quoted evidence in the reader's language: markers in their own words."""

import re

import pytest

from atlas.site.quotes import marker


@pytest.mark.parametrize(
    ("raw", "language", "said"),
    [
        ("(实验)", "en", "(Experimental)"),
        ("（试验性）", "en", "(Experimental)"),
        ("(現在穩定)", "en", "(Now stable)"),
        ("【稳定】", "en", "[Stable]"),
        ("[Beta版]", "en", "[Beta]"),
        ("[测试版]", "en", "[Beta]"),
        ("(Beta)", "en", "(Beta)"),
        ("[STABLE]", "en", "[STABLE]"),
        ("稳定", "en", "Stable"),
        ("(Experimental)", "zh", "（实验性）"),
        ("(Now Stable)", "zh", "（现已稳定）"),
        ("Beta", "zh", "测试版"),
        ("（稳定）", "zh", "（稳定）"),
    ],
)
def test_a_marker_is_translated_by_its_own_words(known, raw, language, said):
    """Not by the name of the level that it states."""
    assert marker(raw, language, known.stability) == said


def test_every_chinese_word_of_a_marker_has_its_english(known):
    stability = known.stability
    words = {word for level in stability.levels for word in (*level.words, *level.labels)}
    words |= {*stability.before, *stability.after}
    chinese = {word for word in words if re.search(r"[\u3400-\u9fff]", word)}
    assert chinese - stability.marker_words.keys() == set()
