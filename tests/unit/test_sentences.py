"""Where sentences end."""

from atlas.core.sentences import clauses, sentences
from support.cases import titled


@titled("sentences")
def test_sentences(case):
    assert sentences(case["text"]) == case["sentences"]
    assert clauses(case["text"]) == case.get("clauses", case["sentences"])
