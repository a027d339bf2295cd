"""Functions of core/ that many others stand on, by small inputs: ``cases/core.yml``."""

import re

import pytest

from atlas.core import dates, numbers, sentences, text, urls, words
from support.cases import cases

CASES = cases("core")
OF_WORDS = ("words_pattern", "whole_words")
FUNCTIONS = {
    name: value for module in (dates, numbers, sentences, text, urls, words) for name, value in vars(module).items()
}


def calls():
    """Yield the name of a function, its arguments, and what it returns."""
    for name in CASES.keys() - {*OF_WORDS}:
        listed = CASES[name]
        rows = listed if isinstance(listed, list) else [[argument, result] for argument, result in listed.items()]
        yield from (pytest.param(name, row[:-1], row[-1], id=f"{name} {row[:-1]}") for row in rows)


@pytest.mark.parametrize(("name", "arguments", "expected"), sorted(calls(), key=lambda call: call.id))
def test_a_function_returns_what_it_says(name, arguments, expected):
    result = FUNCTIONS[name](*arguments)
    assert (str(result) if name == "find_date" and result else result) == expected


@pytest.mark.parametrize(
    ("name", "listed", "found", "not_found"), [(name, *case) for name in OF_WORDS for case in CASES[name]]
)
def test_a_pattern_of_words_finds_them_whole(name, listed, found, not_found):
    pattern = re.compile(FUNCTIONS[name](listed))
    assert [each for each in found if (pattern.match(each) or [None])[0] != each] == []
    assert [each for each in not_found if pattern.search(each)] == []
