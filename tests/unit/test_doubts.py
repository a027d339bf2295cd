"""Doubtful texts: what is reported, and similar text that is not."""

import pytest

from atlas.clean.passes import clean
from atlas.core.text import comparison_key
from atlas.extract import findings
from atlas.extract.suspicious_links import suspicious_links
from atlas.sources.read import read
from atlas.sources.seed import Seed
from support.cases import cases

CASES = cases("doubts")


@pytest.fixture
def doubts(known):
    """A function that returns the findings about links in a Markdown seed: kind, line, quote, detail."""

    def doubts(text):
        lines = text.split("\n")
        seed = Seed("seeds/x.md", "markdown", "utf-8", "zh", text, text, tuple(range(1, len(lines) + 1)))
        document, _, _ = read(seed)
        document = clean(document, known).linked
        return [(f.kind, f.line, f.quote, f.detail) for f in suspicious_links(document, known)]

    return doubts


@pytest.mark.parametrize("what", CASES["suspect"])
def test_words_and_address_disagree(doubts, what):
    (doubt,) = doubts(f"# 标题\n\n请看{CASES['suspect'][what]}吧。")
    assert doubt[:2] == ("suspect-link", 3)
    assert f"[{doubt[2].replace('torch.fft', '`torch.fft`')}]" in CASES["suspect"][what]


@pytest.mark.parametrize("text", [*CASES["fine"].values(), *CASES["not_lost"]])
def test_no_doubt_where_all_may_be_right(doubts, text):
    assert doubts(f"# 标题\n\n{text}\n") == []


@pytest.mark.parametrize("what", CASES["found"])
def test_what_is_found_in_a_text(doubts, what):
    """With its kind, line, quote and detail."""
    text, *expected = CASES["found"][what]
    assert list(map(list, doubts(text))) == expected


@pytest.mark.parametrize("sentence", CASES["lost"])
def test_pointing_words_without_their_link(doubts, sentence):
    assert doubts(f"# 标题\n\n前一句。{sentence}\n") == [("lost-link", 3, sentence, "")]


def test_doubts_are_notes_that_fail_nothing(releases):
    problems = findings.problems("seeds/x.txt", releases["1.2"].findings)
    assert len(problems) == 2
    assert {problem.severity for problem in problems} == {"note"}
    assert all(not problem.path.startswith("/") and problem.line for problem in problems)


@pytest.mark.parametrize("following", ["", "\n\n## 下一节\n\n正文。"])
@pytest.mark.parametrize("text", CASES["broken"])
def test_a_section_that_breaks_off(read_seed, text, following):
    """The finding quotes the last sentence of the section's last paragraph."""
    release, _ = read_seed(f"# PyTorch 9.9 发布\n\n## 某事\n\n{text}{following}\n", "seed.md")
    (finding,) = [f for f in release.findings if f.kind == "broken-off"]
    assert finding.line == 5 + text.count("\n")
    assert comparison_key(text).endswith(comparison_key(finding.quote))
    assert "。" not in finding.quote


@pytest.mark.parametrize("text", CASES["whole"])
def test_a_section_that_only_seems_to_break_off(read_seed, text):
    release, _ = read_seed(f"# PyTorch 9.9 发布\n\n## 某事\n\n{text}\n\n## 下一节\n\n正文。\n", "seed.md")
    assert [f for f in release.findings if f.kind == "broken-off"] == []
