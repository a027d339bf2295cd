"""Links that may not be meant, or are lost: the findings, and similar text without any."""

import pytest

from atlas.clean.passes import clean
from atlas.extract import findings
from atlas.extract.suspicious_links import suspicious_links
from atlas.sources.read import read
from atlas.sources.seed import Seed
from support.cases import cases

CASES = cases("suspicious_links")


@pytest.fixture
def link_findings(knowledge):
    """A function that returns the findings about links in a Markdown seed: kind, line, quote, detail."""

    def link_findings(text):
        lines = text.split("\n")
        seed = Seed("seeds/x.md", "markdown", "utf-8", "zh", text, text, tuple(range(1, len(lines) + 1)))
        document, _, _ = read(seed)
        document = clean(document, knowledge).linked
        return [(f.kind, f.line, f.quote, f.detail) for f in suspicious_links(document, knowledge)]

    return link_findings


@pytest.mark.parametrize("what", CASES["suspect"])
def test_words_and_address_disagree(link_findings, what):
    (finding,) = link_findings(f"# 标题\n\n请看{CASES['suspect'][what]}吧。")
    assert finding[:2] == ("suspect-link", 3)
    assert f"[{finding[2].replace('torch.fft', '`torch.fft`')}]" in CASES["suspect"][what]


@pytest.mark.parametrize("text", [*CASES["fine"].values(), *CASES["not_lost"]])
def test_no_finding_where_all_may_be_right(link_findings, text):
    assert link_findings(f"# 标题\n\n{text}\n") == []


@pytest.mark.parametrize("what", CASES["findings"])
def test_all_findings_of_a_text(link_findings, what):
    """With its kind, line, quote and detail."""
    text, *expected = CASES["findings"][what]
    assert list(map(list, link_findings(text))) == expected


@pytest.mark.parametrize("sentence", CASES["lost"])
def test_pointing_words_without_their_link(link_findings, sentence):
    assert link_findings(f"# 标题\n\n前一句。{sentence}\n") == [("lost-link", 3, sentence, "")]


def test_findings_are_notes_that_fail_nothing(announcements):
    problems = findings.problems("seeds/x.txt", announcements["1.2"].findings)
    assert len(problems) == 2
    assert {problem.severity for problem in problems} == {"note"}
    assert all(not problem.path.startswith("/") and problem.line for problem in problems)
