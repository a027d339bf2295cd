"""Doubtful texts: what is reported, and similar text that is not."""

import pytest

from atlas.clean.passes import LINKS
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
        for each in LINKS:
            document, _ = each.run(document, known)
        return [(f.kind, f.line, f.quote, f.detail) for f in suspicious_links(document, known)]

    return doubts


@pytest.mark.parametrize("what", CASES["suspect"])
def test_words_and_address_disagree(doubts, what):
    (found,) = doubts(f"# 标题\n\n请看{CASES['suspect'][what]}吧。")
    assert found[:2] == ("suspect-link", 3)
    assert f"[{found[2].replace('torch.fft', '`torch.fft`')}]" in CASES["suspect"][what]


@pytest.mark.parametrize("what", CASES["fine"])
def test_no_doubt_where_words_and_address_may_both_be_right(doubts, what):
    assert doubts(f"# 标题\n\n{CASES['fine'][what]}\n") == []


def test_one_title_that_leads_to_two_places(doubts):
    title = "使用自动混合精度加速训练"
    text = f"见[{title}](https://example.org/a)。\n\n又见[{title}](https://example.org/a/#part)与[{title}](https://example.org/b)。"
    assert doubts(text) == [("suspect-link", 3, title, "https://example.org/a / https://example.org/b")]


def test_the_same_section_for_two_items(doubts):
    """A link was probably copied from the item above; without a fragment, or in prose, it may be intended."""
    text = "- 甲：[文档](https://example.org/rpc.html#a)\n- 乙：[文档](https://example.org/rpc.html#a)\n"
    assert doubts(text) == [("suspect-link", 2, "文档", "https://example.org/rpc.html#a")]
    assert doubts(text.replace("#a", "")) == []
    assert doubts(text.replace("- ", "\n")) == []
    assert doubts(text.replace("#a", "#a", 1).replace("乙：[文档](https://example.org/rpc.html#a)", "乙：无")) == []


@pytest.mark.parametrize("sentence", CASES["lost"])
def test_pointing_words_without_their_link(doubts, sentence):
    assert doubts(f"# 标题\n\n前一句。{sentence}\n") == [("lost-link", 3, sentence, "")]


@pytest.mark.parametrize("sentence", CASES["not_lost"])
def test_words_that_promise_no_link(doubts, sentence):
    assert doubts(f"# 标题\n\n{sentence}\n") == []


def test_a_link_in_another_sentence_is_no_help(doubts):
    (found,) = doubts("见[教程](https://example.org)。完整的发布说明可以在这里找到。")
    assert found[2] == "完整的发布说明可以在这里找到。"


def test_the_line_is_that_of_the_words(doubts):
    """In a hard-wrapped paragraph, and after emphasis."""
    (found,) = doubts("# A\n\nSome prose that\ngoes on. **More** details\ncan be found\nhere for all.")
    assert found[:3] == ("lost-link", 5, "More details can be found here for all.")


def test_doubts_are_notes_that_fail_nothing(releases):
    problems = findings.problems("seeds/x.txt", releases["1.5"].findings)
    assert len(problems) == 6
    assert {problem.severity for problem in problems} == {"note"}
    assert all(not problem.path.startswith("/") and problem.line for problem in problems)


@pytest.mark.parametrize("following", ["", "\n\n## 下一节\n\n正文。"])
@pytest.mark.parametrize("text", CASES["broken"])
def test_a_section_that_breaks_off(read_seed, text, following):
    """The finding quotes the last sentence of the section's last paragraph."""
    release, _ = read_seed(f"# PyTorch 9.9 发布\n\n## 某事\n\n{text}{following}\n", "seed.md")
    (found,) = [f for f in release.findings if f.kind == "broken-off"]
    assert found.line == 5 + text.count("\n")
    assert text.endswith(found.quote)
    assert "。" not in found.quote


@pytest.mark.parametrize("text", CASES["whole"])
def test_a_section_that_only_seems_to_break_off(read_seed, text):
    release, _ = read_seed(f"# PyTorch 9.9 发布\n\n## 某事\n\n{text}\n\n## 下一节\n\n正文。\n", "seed.md")
    assert [f for f in release.findings if f.kind == "broken-off"] == []
