"""Findings about a seed's text: their messages."""

import pytest

from atlas.extract import findings
from atlas.extract.findings import Finding


@pytest.mark.parametrize("detail", ["", "https://example.org/"])
@pytest.mark.parametrize("kind", findings.MEANINGS)
def test_each_kind_has_a_problem_and_a_remedy(kind, detail):
    """One line that quotes the seed and has the detail, if any."""
    (problem,) = findings.problems("seeds/x.txt", [Finding(kind, 7, "词语", detail)])
    assert str(problem).startswith("seeds/x.txt:7: “词语” ")
    assert (f"({detail})" in problem.message) == bool(detail)
    assert "()" not in problem.message
    what, _, how = problem.message.rpartition(": ")
    assert what
    assert how.split()[0] in ("add", "compare")
    assert problem.severity == ("warning" if kind == "unknown-marker" else "note")
