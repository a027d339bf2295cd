"""Quoted evidence in the page's language."""

import re

import pytest

from atlas.document.inline_markdown import parse_inline
from atlas.document.nodes import plain
from atlas.site.quotes import _translated_sentence, translate_marker
from support.cases import cases
from support.checkout import COLLECTION, ROOT
from support.samples import knowledge_of

CASES = cases("quotes")


@pytest.mark.parametrize(("raw", "language", "expected"), CASES["markers"])
def test_a_marker_is_translated_by_its_own_words(knowledge, raw, language, expected):
    """Not by its level's name."""
    assert translate_marker(raw, language, knowledge.stability) == expected


@pytest.mark.parametrize("root", [ROOT, COLLECTION], ids=["seeds", "collection"])
def test_every_chinese_word_of_a_marker_has_its_english(root):
    stability = knowledge_of(root).stability
    words = {word for level in stability.levels for word in (*level.markers, *level.labels)}
    words |= {*stability.before, *stability.after}
    chinese = {word for word in words if re.search(r"[\u3400-\u9fff]", word)}
    assert chinese - stability.marker_words.keys() == set()


@pytest.mark.parametrize(("quote", "original", "translation", "expected"), CASES["sentences"])
def test_only_the_sentence_that_surely_belongs_to_a_quote_is_given(quote, original, translation, expected):
    """“whole” is the whole translation, which is given only if it is short."""
    whole = plain(parse_inline(translation))
    sentence = _translated_sentence(quote, plain(parse_inline(original)), whole)
    assert sentence == (whole if expected == "whole" else expected)


def test_a_markers_english_may_have_capitals(knowledge):
    stability = knowledge.stability.model_copy(update={"marker_words": {"实验": "Experimental"}})
    assert translate_marker("(Experimental)", "zh", stability) == "（实验）"
