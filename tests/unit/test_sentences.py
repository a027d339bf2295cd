"""Where sentences end."""

from atlas.core.sentences import split_clauses, split_sentences
from support.cases import titled


@titled("sentences")
def test_sentences(case):
    assert split_sentences(case["text"]) == case["sentences"]
    assert split_clauses(case["text"]) == case.get("clauses", case["sentences"])
