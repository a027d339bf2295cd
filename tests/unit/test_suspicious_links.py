"""Links that may not be meant, or are lost: the findings, and similar text without any."""

import pytest

from atlas.extract.suspicious_links import suspicious_links
from support.cases import cases
from support.samples import cleaned, knowledge

CASES = cases("suspicious_links")


def link_findings(text):
    """Return the findings about links in a Markdown seed: kind, line, quote, detail."""
    found = suspicious_links(cleaned(text)[1].after_links, knowledge())
    return [(finding.kind, finding.line, finding.quote, finding.detail) for finding in found]


@pytest.mark.parametrize("what", CASES["suspect"])
def test_words_and_address_disagree(what):
    (finding,) = link_findings(f"# 标题\n\n请看{CASES['suspect'][what]}吧。")
    assert finding[:2] == ("suspect-link", 3)
    assert f"[{finding[2].replace('torch.fft', '`torch.fft`')}]" in CASES["suspect"][what]


@pytest.mark.parametrize("text", [*CASES["fine"].values(), *CASES["not_lost"]])
def test_no_finding_where_all_may_be_right(text):
    assert link_findings(f"# 标题\n\n{text}\n") == []


@pytest.mark.parametrize("what", CASES["findings"])
def test_all_findings_of_a_text(what):
    """With its kind, line, quote and detail."""
    text, *expected = CASES["findings"][what]
    assert list(map(list, link_findings(text))) == expected


@pytest.mark.parametrize("sentence", CASES["lost"])
def test_pointing_words_without_their_link(sentence):
    assert link_findings(f"# 标题\n\n前一句。{sentence}\n") == [("lost-link", 3, sentence, "")]
