"""Doubts: what is found, and what looks like it and must not be."""

from __future__ import annotations

import pytest

from atlas.clean.publishers import link_addresses, unwrap_redirects
from atlas.extract import findings
from atlas.extract.doubts import doubts
from atlas.sources.read import read
from atlas.sources.seed import Seed


@pytest.fixture
def look(known):
    """The doubts in the body of a Markdown seed: kind, line, quote, detail."""

    def look(text):
        lines = text.split("\n")
        seed = Seed("seeds/x.md", "markdown", "utf-8", "zh", text, text, tuple(range(1, len(lines) + 1)))
        document, _ = link_addresses(read(seed)[0], known)
        document, _ = unwrap_redirects(document, known)
        return [(f.kind, f.line, f.quote, f.detail) for f in doubts(document, known)]

    return look


SUSPECT = {
    "an address that is another": "[https://pytorch.org/docs](https://example.org/docs)",
    "an address on the same host": "[https://pytorch.org/blog/a/](https://pytorch.org/blog/b/)",
    "a domain that is another": "[pytorch.org](https://pytorch-mirror.example.org/)",
    "a pull request": "[#123](https://github.com/pytorch/pytorch/pull/456)",
    "an issue in words": "[PR 37775](https://github.com/pytorch/pytorch/pull/37776)",
    "a symbol's page": "[`torch.fft`](https://pytorch.org/docs/stable/generated/torch.conj.html)",
    "a symbol's anchor": "[torch.jit.script()](https://pytorch.org/docs/stable/jit.html#torch.jit.trace)",
    "a version in words": "[PyTorch 1.5 公告](https://pytorch.org/blog/pytorch-1-dot-4-released/)",
    "a tag": "[v1.10.0](https://github.com/pytorch/pytorch/releases/tag/v1.1.0)",
    "two schemes": "[文档](https://https://pytorch.org/docs)",
    "two addresses": "[文档](https://pytorch.orghttps://pytorch.org/docs)",
    "one slash": "[文档](http:/pytorch.org/docs)",
    "a full stop": "[文档](https://pytorch.org/docs。)",
    "Chinese at the end": "[文档](https://pytorch.org/docs.html查看)",
    "behind a redirect": "[#123](https://www.oschina.net/action/GoToLink?url=https%3A%2F%2Fgithub.com%2Fx%2Fy%2Fpull%2F456)",
}
FINE = {
    "the same address": "[https://pytorch.org/docs/](https://pytorch.org/docs)",
    "a longer one": "[pytorch.org](https://pytorch.org/get-started/locally/)",
    "a host below": "[PyTorch.org](http://docs.pytorch.org/)",
    "one cut short": "[https://pytorch.org/docs/…](https://pytorch.org/docs/stable/x.html)",
    "its own number": "[#123](https://github.com/pytorch/pytorch/pull/123)",
    "a number that is none": "[前 10 名](https://github.com/pytorch/pytorch/pull/456)",
    "a symbol and its module": "[torch.fft.fft](https://pytorch.org/docs/stable/fft.html#torch.fft)",
    "a symbol by its last name": "[nn.Module](https://pytorch.org/docs/stable/generated/torch.nn.Module.html)",
    "a symbol and a tutorial": "[torch.compile](https://pytorch.org/tutorials/intermediate/torch_compile_tutorial.html)",
    "documentation of another version": "[文档](https://pytorch.org/docs/1.9.0/jit.html)",
    "a version spelled out": "[PyTorch 1.5 以来](https://pytorch.org/blog/pytorch-1-dot-5-released/)",
    "a version of something else": "[CUDA 11.7](https://pytorch.org/blog/PyTorch-1.13-release/)",
    "an archived page": "[旧文档](https://web.archive.org/web/2020/https://pytorch.org/docs)",
    "an address in a query": "[登录](https://example.org/login?next=https://example.org/docs)",
    "a Chinese path": "[张量](https://zh.wikipedia.org/wiki/张量)",
    "a mail address": "[写信](mailto:x@example.org)",
    "vague words, two addresses": "[文档](https://example.org/a)与[文档](https://example.org/b)",
    "a name with two pages": "[BetterTransformer](https://example.org/a)与[BetterTransformer](https://example.org/b)",
    "a bare address": "详见 https://pytorch.org/docs/stable/index.html 。",
}


@pytest.mark.parametrize("what", SUSPECT)
def test_words_and_address_disagree(look, what):
    (found,) = look(f"# 标题\n\n请看{SUSPECT[what]}吧。")
    assert found[:2] == ("suspect-link", 3)
    assert f"[{found[2].replace('torch.fft', '`torch.fft`')}]" in SUSPECT[what]


@pytest.mark.parametrize("what", FINE)
def test_no_doubt_where_words_and_address_may_both_be_right(look, what):
    assert look(f"# 标题\n\n{FINE[what]}\n") == []


def test_one_title_that_leads_to_two_places(look):
    title = "使用自动混合精度加速训练"
    text = f"见[{title}](https://example.org/a)。\n\n又见[{title}](https://example.org/a/#part)与[{title}](https://example.org/b)。"
    assert look(text) == [("suspect-link", 3, title, "https://example.org/a / https://example.org/b")]


def test_the_same_section_for_two_items(look):
    """As when a link was copied from the item above; without an anchor, or in prose, it may well be meant."""
    text = "- 甲：[文档](https://example.org/rpc.html#a)\n- 乙：[文档](https://example.org/rpc.html#a)\n"
    assert look(text) == [("suspect-link", 2, "文档", "https://example.org/rpc.html#a")]
    assert look(text.replace("#a", "")) == []
    assert look(text.replace("- ", "\n")) == []
    assert look(text.replace("#a", "#a", 1).replace("乙：[文档](https://example.org/rpc.html#a)", "乙：无")) == []


LOST = [
    "您可以在此处找到详细的发布说明。",
    "在这里了解有关如何编写算子的更多信息。",
    "你可以在这里的教程中尝试一下。",
    "目前只实现了一种模式(请参阅此处了解两者的区别)。",
    "详细设计可以在这里查看",
    "请点击此处。",
    "要下载安装包,请访问此链接。",
    "安装包可从此处下载。",
    "有关更多信息，请参阅教程。",
    "更多详细信息可以在官方博客中找到。",
    "For details, see here.",
    "The release notes can be found here.",
]
NOT_LOST = [
    "在这里，我们介绍新的编译器。",
    "在此版本中，支持仅涵盖一种后端。",
    "在此之前，性能较差。",
    "我们在这里了解到许多用法。",
    "这里的张量是稀疏的。",
    "文档已经更新，教程也补充了示例。",
    "我们改进了文档与教程。",
    "您可以查看张量的形状。",
    "要使用户函数在此类事件上让出，需要两步。",
    "您可以在[此处](https://example.org)找到发布说明。",
    "请参阅此处：https://example.org/notes",
    "请参阅此处的链接：",
    "**请参阅[此处](https://example.org)**。",
    "We see here that performance improves.",
    "The work here is done.",
    "    请参阅此处",
]


@pytest.mark.parametrize("sentence", LOST)
def test_pointing_words_without_their_link(look, sentence):
    assert look(f"# 标题\n\n前一句。{sentence}\n") == [("lost-link", 3, sentence, "")]


@pytest.mark.parametrize("sentence", NOT_LOST)
def test_words_that_promise_no_link(look, sentence):
    assert look(f"# 标题\n\n{sentence}\n") == []


def test_a_link_in_another_sentence_is_no_help(look):
    (found,) = look("见[教程](https://example.org)。完整的发布说明可以在这里找到。")
    assert found[2] == "完整的发布说明可以在这里找到。"


def test_the_line_is_that_of_the_words(look):
    """In a paragraph that was wrapped by hand, and after emphasis."""
    (found,) = look("# A\n\nSome prose that\ngoes on. **More** details\ncan be found\nhere for all.")
    assert found[:3] == ("lost-link", 5, "More details can be found here for all.")


def test_all_lost_links_of_the_bare_text(releases):
    """The seed whose markup is all lost promises six links; a mended sentence is still quoted as it was."""
    release = releases["1.5"]
    lost = [f for f in release.findings if f.kind == "lost-link"]
    assert [f.line for f in lost] == [7, 15, 46, 52, 55, 58]
    lines = release.text.split("\n")
    assert all(f.quote in lines[f.line - 1] for f in lost)


def test_announcements_with_all_their_links_raise_no_doubt(releases):
    found = {v: [(f.kind, f.line) for f in r.findings if "link" in f.kind] for v, r in releases.items() if v != "1.5"}
    assert found == {"1.6": [], "1.10": [("suspect-link", 65)], "1.11": [], "2.1": [("lost-link", 17)]}


def test_doubts_are_notes_that_fail_nothing(releases):
    told = findings.problems("seeds/x.txt", releases["1.5"].findings)
    assert len(told) == 6
    assert {problem.severity for problem in told} == {"note"}
    assert all(not problem.path.startswith("/") and problem.line for problem in told)
