"""Eras of level names: each in its own columns, and no other."""

import pytest

from atlas.knowledge.stability import Era
from atlas.site.parts.eras import era_table
from support.checkout import COLLECTION
from support.samples import knowledge_of

STABILITY = knowledge_of(COLLECTION).stability


def table():
    return era_table(STABILITY.eras, [level.id for level in STABILITY.levels])


def test_columns_run_from_turn_to_turn_and_a_row_has_every_word_of_its_level():
    assert table().columns == (("", "1.0"), ("1.1", ""))
    rows = {level: [(span.era and span.era.word.en, span.columns) for span in spans] for level, spans in table().rows}
    assert rows == {
        "stable": [("stable", 2)],
        "beta": [("experimental", 1), ("beta", 1)],
        "prototype": [(None, 1), ("prototype", 1)],
    }


def test_a_word_that_was_always_used_has_one_column():
    (always,) = (era.model_copy(update={"since": None, "until": None}) for era in STABILITY.eras[:1])
    assert era_table([always], [always.level]) == ((("", ""),), ((always.level, ((always, 1),)),))


@pytest.mark.parametrize(
    ("eras", "span"),
    [
        ([], None),
        ([(None, "1.5")], ("", "1.5")),
        ([("1.10", None), ("1.6", "1.9")], ("1.6", "")),
        ([("2.1", "2.10"), ("1.6", "1.9")], ("1.6", "2.10")),
    ],
)
def test_a_level_spans_its_eras_in_any_order(eras, span):
    shown = {
        "word": {"zh": "甲", "en": "a"},
        "meaning": {"zh": "甲", "en": "a"},
        "source": "https://pytorch.org/blog/x/",
    }
    made = tuple(Era(level="beta", since=since, until=until, **shown) for since, until in eras)
    assert STABILITY.model_copy(update={"eras": made}).span_of("beta") == span
