"""Matching of names to sections: across wording and language, by compatible levels, best pairs first."""

import pytest

from atlas.extract.matching import match_names
from support.cases import cases

CASES = cases("matching")


@pytest.mark.parametrize(("name", "section"), CASES["alike"])
def test_alike(knowledge, name, section):
    """Equal except for punctuation, one inside the other, or with the same names and terms."""
    assert match_names([(name, None)], [("毫不相干的东西", None), (section, None)], knowledge) == {0: 1}


@pytest.mark.parametrize(("named", "sections", "pairs"), CASES["matched"])
def test_names_are_matched_with_sections(knowledge, named, sections, pairs):
    """By their positions; both have a level, or none (null)."""
    assert match_names(list(map(tuple, named)), list(map(tuple, sections)), knowledge) == pairs
