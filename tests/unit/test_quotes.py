"""Quoted evidence in the page's language."""

import re

import pytest

from atlas.document.inline_markdown import parse_inline
from atlas.document.nodes import plain
from atlas.site.quotes import _matching_sentence, translate_marker
from support.cases import cases

CASES = cases("quotes")


@pytest.mark.parametrize(("raw", "language", "expected"), CASES["markers"])
def test_a_marker_is_translated_by_its_own_words(known, raw, language, expected):
    """Not by its level's name."""
    assert translate_marker(raw, language, known.stability) == expected


def test_every_chinese_word_of_a_marker_has_its_english(known):
    stability = known.stability
    words = {word for level in stability.levels for word in (*level.words, *level.labels)}
    words |= {*stability.before, *stability.after}
    chinese = {word for word in words if re.search(r"[\u3400-\u9fff]", word)}
    assert chinese - stability.marker_words.keys() == set()


# --- sentences ------------------------------------------------------------------------------------

OWN = "甲库的 `torch.prism` 是测试版。乙库更快。"
LONG = " It is described at length elsewhere." * 8


@pytest.mark.parametrize(
    ("translation", "expected"),
    [
        ("`torch.prism` of library A is in beta. Library B is faster.", "torch.prism of library A is in beta."),
        ("One. The `torch.prism` of A is in beta. Library B is faster.", "whole"),  # shares only a name
        (f"One. The `torch.prism` of A is in beta. B is faster.{LONG}", ""),
        ("Library A is in beta. `torch.prism` is faster, and so are others.", "whole"),  # name in another one
        ("It is in beta. " + LONG.strip().replace(". ", ", "), ""),  # same count, other lengths
    ],
)
def test_only_the_sentence_that_surely_belongs_to_a_quote_is_given(translation, expected):
    found = _matching_sentence("甲库的 torch.prism 是测试版。", parse_inline(OWN), plain(parse_inline(translation)))
    assert found == (plain(parse_inline(translation)) if expected == "whole" else expected)


def test_a_sentence_with_all_names_is_found_among_more():
    text = parse_inline("自 1.10 以来，`torch.prism` 变快。")
    assert _matching_sentence("自 1.10 以来，torch.prism 变快。", text, "New. Since 1.10, torch.prism is faster.") == (
        "Since 1.10, torch.prism is faster."
    )


def test_a_markers_english_may_have_capitals(known):
    stability = known.stability.model_copy(update={"marker_words": {"实验": "Experimental"}})
    assert translate_marker("(Experimental)", "zh", stability) == "（实验）"
