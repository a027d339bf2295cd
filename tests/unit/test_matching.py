"""Matching of names to sections: across wording and language, by compatible levels, best pairs first."""

import pytest

from atlas.extract.matching import match_names
from support.cases import cases

CASES = cases("matching")


@pytest.mark.parametrize(("name", "section"), CASES["alike"])
def test_alike(known, name, section):
    """Equal except for punctuation, one inside the other, or with the same names and terms."""
    assert match_names([(name, None)], [("毫不相干的东西", None), (section, None)], known) == {0: 1}


@pytest.mark.parametrize(("name", "section"), [("New API support", "新的 API 更新"), ("甲", "乙"), ("!!!", "???")])
def test_common_words_name_nothing(known, name, section):
    """Words that many features share identify none."""
    assert match_names([(name, None)], [(section, None)], known) == {}


@pytest.mark.parametrize(
    ("ours", "theirs", "agree"),
    [("beta", "beta", True), ("beta", None, True), (None, "beta", True), ("unclassified", "beta", True), ("stable", "beta", False)],
)  # fmt: skip
def test_levels_agree(known, ours, theirs, agree):
    """Levels must agree if both are stated; equal names match at any levels."""
    assert match_names([("magic tensor cores", ours)], [("magic tensors", theirs)], known) == ({0: 0} if agree else {})
    assert match_names([("magic tensors", ours)], [("magic tensors", theirs)], known) == {0: 0}


def test_the_best_pair_first(known):
    """In any order; each section is matched at most once."""
    named = [("magic tensor frontend", None), ("magic tensor backend", None)]
    assert match_names(named, [("magic tensor backend", None), ("magic tensor frontends", None)], known) == {0: 1, 1: 0}
    assert match_names(named, [("magic tensor backend", None)], known) == {1: 0}


def test_what_is_left_of_a_level(known):
    """Unmatched names match if they share a rare word at the same level; being the only ones left is not enough."""
    assert match_names([("魔方的转动", "beta")], [("快速旋转魔方", "beta")], known) == {0: 0}
    assert match_names([("魔方的转动", "beta")], [("快速旋转魔方", "stable")], known) == {}
    assert match_names([("Whirling gizmos", "beta")], [("旋转的小玩意", "beta")], known) == {}


def test_pairs_are_one_to_one_and_levels_agree(known):
    named = [("alpha beta gamma", "stable"), ("alpha beta", "beta"), ("毫不相干", "prototype")]
    sections = [("Alpha Beta", "beta"), ("Alpha Beta Gamma", None), ("另外的", "stable")]
    assert match_names(named, sections, known) == {0: 1, 1: 0}
