"""Quoted evidence in the page's language."""

import pytest

from atlas.document.inline_markdown import parse_inline
from atlas.document.nodes import plain
from atlas.knowledge.recognition import LevelWords
from atlas.knowledge.text_patterns import TranslatedWords
from atlas.site.words.quotes import translate_marker, translated_sentence
from support.cases import cases

CASES = cases("quotes")


@pytest.mark.parametrize(("raw", "language", "expected"), CASES["markers"])
def test_a_marker_is_translated_by_its_own_words(knowledge, raw, language, expected):
    """Not by its level's name."""
    assert translate_marker(raw, language, knowledge.level_words) == expected


@pytest.mark.parametrize(("quote", "original", "translation", "expected"), CASES["sentences"])
def test_only_the_sentence_that_surely_belongs_to_a_quote_is_given(quote, original, translation, expected):
    """“whole” is the whole translation, which is given only if it is short."""
    whole = plain(parse_inline(translation))
    sentence = translated_sentence(quote, plain(parse_inline(original)), whole)
    assert sentence == (whole if expected == "whole" else expected)


def test_a_markers_english_may_have_capitals(knowledge):
    now = TranslatedWords(en=("Now",), zh={"现": "Now"})
    words = LevelWords(knowledge.stability, knowledge.markers.model_copy(update={"now": now}))
    assert translate_marker("(Now experimental)", "zh", words) == "（现实验性）"
