"""Names of features: which are one, and the ids that are made of them."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.core.text import name_key, to_simplified
from atlas.extract.titles import slug
from support.cases import cases


def test_slugs_are_stable_and_distinguish_titles():
    assert slug("New C++ API (beta)") == "new-cpp-api-beta"
    assert slug("新的张量") == slug("新的 张量！") == "feature-500e07"
    assert slug("新的张量 API") != slug("旧的张量 API")
    assert slug("新的张量 API").startswith("api-")
    assert slug("!!!") == "feature-e3b0c4"


@pytest.mark.parametrize(
    ("name", "feature"),
    [
        ("Prism compilers", "prism-compiler"),
        ("cube tensor", "cube-tensors"),
        ("Cubes tensors", None),
        ("魔方张量s", None),
    ],
)
def test_a_name_is_found_in_singular_and_plural(knowledge, name, feature):
    found = knowledge.registered_by_name(name)
    assert (found and found.id) == feature


@given(st.text(max_size=12))
def test_exact_titles_keep_letters_and_distinguishing_signs(title):
    """Titles taken for the same may differ only in width, case, script, spaces and punctuation."""
    expected = unicodedata.normalize("NFKC", to_simplified(title)).casefold()
    assert re.sub(r"[\W_]", "", name_key(title)) == re.sub(r"[\W_]", "", expected)
    assert name_key(title).count("+") == expected.count("+") or not re.search(r"\w", expected)


@pytest.mark.parametrize(("one", "other", "same"), cases("wording")["same_names"])
def test_punctuation_but_no_other_sign_is_ignored_in_names(one, other, same):
    assert (name_key(one) == name_key(other)) is same
