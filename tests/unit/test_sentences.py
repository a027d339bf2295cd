"""Where sentences end."""

from atlas.core.sentences import sentences, statements
from support.cases import titled


@titled("sentences")
def test_sentences(case):
    assert sentences(case["text"]) == case["sentences"]
    assert statements(case["text"]) == case.get("statements", case["sentences"])
