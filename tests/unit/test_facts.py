"""Facts of an announcement: by how many witnesses, from which lines, and whose numbers they are."""

from __future__ import annotations

from datetime import date

import pytest

from atlas.document.nodes import plain

BODY = "\n\n## 甲\n\n正文\n"
BLOG = "https://pytorch.org/blog"


@pytest.fixture
def read(hand_in):
    """A release from the lines below a title, or below the given one: its front matter, if any, stands before."""

    def read(text, title="PyTorch 9.9", before=""):
        release, problems = hand_in(f"{before}# {title}\n\n{text}{BODY}", "seed.md")
        assert release, [str(p) for p in problems]
        return release

    return read


def other_post(release):
    return [(f.line, f.quote, f.detail) for f in release.findings if f.kind == "other-post"]


# --- version --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "text", "version"),
    [
        ("PyTorch 1.5", f"原文：{BLOG}/pytorch-1.12-released/", "1.5"),
        ("PyTorch 1.5", "比 PyTorch 1.4 更好。", "1.5"),
        ("PyTorch 1.5", f"原文：{BLOG}/pytorch-1.5-released/\n\n比 PyTorch 1.4 更好。", "1.5"),
        ("PyTorch 1.5.1", f"原文：{BLOG}/pytorch-1.5-released/\n\n比 PyTorch 1.4 更好。", "1.5.1"),
        ("PyTorch 2.0", f"原文：{BLOG}/pytorch-2-dot-1/\n\nPyTorch 2.0 来了。", "2.0"),
        ("PyTorch 1.5.0", "译文：https://example.org/pytorch_v1_5\n\nPyTorch 1.4", "1.5"),
    ],
)
def test_the_title_wins_a_tie(read, title, text, version):
    """One other witness is not enough; 1.5.0 is 1.5."""
    release = read(text, title)
    assert (release.version, plain(release.title), other_post(release)) == (version, title, [])


@pytest.mark.parametrize(
    "text",
    [
        f"原文：{BLOG}/pytorch-1.12-released/\n\nPyTorch 1.12 来了。",
        f"原文：{BLOG}/pytorch-1-dot-12/\n\n译文：https://example.org/pytorch_v1_12",
        f"[阅读原文]({BLOG}/pytorch-1.12-released/)\n\nPyTorch 1.12.0 来了，胜过 PyTorch 1.5。",
    ],
)
def test_a_title_of_another_post_is_replaced(read, text):
    """Where two witnesses agree on another version; it is reported, and stays in the report of changes."""
    release = read(text, "新版本：PyTorch 1.5 发布")
    assert (release.version, plain(release.title)) == ("1.12", "PyTorch 1.12")
    assert other_post(release) == [(1, "PyTorch 1.5 发布", "PyTorch 1.12")]
    ((before, after),) = [(c.before, c.after) for c in release.changes if c.rule == "other-post"]
    assert (before, after) == ("PyTorch 1.5 发布", "PyTorch 1.12")


def test_only_the_opening_is_a_witness(read):
    """What stands further down speaks of whatever it likes."""
    filler = "".join(f"第 {n} 段。\n\n" for n in range(12))
    release = read(f"原文：{BLOG}/pytorch-1.12-released/\n\n{filler}PyTorch 1.12 来了。", "PyTorch 1.5")
    assert release.version == "1.5"


# --- dates ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "other"),
    [
        ("2022/03/04/x", "2022-03-04"), ("2020-12-01/x", "2020-12-01"), ("2021/02/03/x", "2021-02-03"),
        ("2021/02/02/x", None), ("2020/12/20/x", None), ("2021/99/99/x", None), ("2021/x", None),
    ],
)  # fmt: skip
def test_a_date_far_from_that_of_an_address_is_reported(read, address, other):
    """More than a month; the stated one stands all the same."""
    release = read(f"发布：2021年1月2日\n\n原文：{BLOG}/{address}")
    assert release.date == date(2021, 1, 2)
    assert other_post(release) == ([(3, "2021年1月2日", other)] if other else [])


@pytest.mark.parametrize("day", ["2021年1月2日", "2021-01-02", "2021/1/2", "2021.01.02", "2021 年 1 月 2 日"])
def test_a_bare_date(read, day):
    """In a line of its own, at either end."""
    assert (read(day).date, read(day).date_kind) == (date(2021, 1, 2), "release")


@pytest.mark.parametrize("line", ["于 2021年1月2日 发布的版本。", "2021年", "版本 2021.1.2 与 3"])
def test_a_date_in_a_sentence_is_none(read, line):
    """Of the release: it may be anything's."""
    assert (read(line).date, read(line).date_kind) == (None, "none")


# --- labels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "发布：2021年1月2日 | 译者：某人 | 来源：某网",
        "发布：2021年1月2日｜译者：某人｜来源：某网",
        "2021-01-02 丨 译者：某人 丨 出处：某网",
        "Date: 2021-01-02 | Translator: 某人 | Publisher: 某网",
        "> 发布日期：2021年1月2日，译者：某人，来源：某网",
    ],
)
def test_several_facts_on_one_line(read, line):
    """Side by side, each is one."""
    release = read(line)
    assert (release.date, release.translator, release.publisher) == (date(2021, 1, 2), "某人", "某网")
    assert {fact.line for fact in release.document.facts} == {3}


def test_facts_beside_other_words_are_text(read):
    """A line is facts all through, or none."""
    release = read("译者：某人 | 欢迎指正 | 来源：某网")
    assert [(f.key, f.value) for f in release.document.facts] == [("translator", "某人 | 欢迎指正 | 来源：某网")]


def test_front_matter_states_facts(read):
    """By the same words as labels: ``source`` is the original's address."""
    release = read("正文", before=f"---\ndate: 2021-01-02\nsource: {BLOG}/x\ntranslator: 某人\nfoo: bar\n---\n\n")
    assert (release.original_url, release.translator) == (f"{BLOG}/x", "某人")
    assert (release.date, release.date_kind) == (date(2021, 1, 2), "article")


@pytest.mark.parametrize(
    "line",
    [
        f"本文译自[这里]({BLOG}/x)。", f"编译自 <{BLOG}/x>，感谢作者。", f"[阅读原文]({BLOG}/x)", f"参见原文[公告]({BLOG}/x)", f"原文见 {BLOG}/x 。",
        f"Originally published [here]({BLOG}/x).", f"翻译自[坏的](javascript:x)与[好的]({BLOG}/x)。", f"> 转载自[官方博客]({BLOG}/x)",
    ],
)  # fmt: skip
def test_sentences_that_point_to_the_original(read, hand_in, line):
    """At either end of the text."""
    assert read(line).original_url == f"{BLOG}/x"
    filler = "".join(f"第 {n} 段。\n\n" for n in range(40))
    end, _ = hand_in(f"# PyTorch 9.9\n\n{filler}{BODY}\n{line}\n", "seed.md")
    assert end.original_url == f"{BLOG}/x"
    middle, _ = hand_in(f"# PyTorch 9.9\n\n{filler}{line}\n\n{filler}{BODY}", "seed.md")
    assert middle.original_url == ""


@pytest.mark.parametrize("line", [f"见[文档]({BLOG}/x)。", "译自 PyTorch 博客。", "译自[坏的](javascript:x)。"])
def test_other_links_are_not_the_original(read, line):
    """Nor are pointers without a safe address."""
    assert read(line).original_url == ""


def test_a_labelled_original_comes_first(read):
    """Before a sentence that points elsewhere."""
    assert read(f"译自[这里]({BLOG}/y)。\n\n原文：{BLOG}/x").original_url == f"{BLOG}/x"


# --- counts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "commits", "contributors"),
    [
        ("提交数：3400 次，贡献者人数：426 人", (3400, False), (426, False)),
        ("提交次数为 3,400 次，贡献者共 426 位", (3400, False), (426, False)),
        ("贡献者超过 426 人", None, (426, True)),
        ("426 位贡献者的 3400 个提交", (3400, False), (426, False)),
        ("大约 3400 个代码提交", (3400, True), None),
        ("3,400 commits from nearly 426 contributors", (3400, False), (426, True)),
        ("more than 3,400 commits", (3400, True), None),
        ("3400 余次提交，426+ 名贡献者", (3400, True), (426, True)),
        ("3400 个 commit，426 个 contributor", (3400, False), (426, False)),
    ],
)
def test_counts_before_and_after_their_word(read, sentence, commits, contributors):
    """With their line, and whether they are approximate."""
    release = read(f"开头。\n\n它来了，{sentence}。")
    for count, wanted in ((release.commits, commits), (release.contributors, contributors)):
        assert (count and (count.value, count.approximate, count.line)) == (wanted and (*wanted, 5))


@pytest.mark.parametrize(
    "sentence",
    [
        "总共有 3000 名贡献者", "项目迄今有 50000 次提交", "GitHub 上的贡献者有 3000 名", "全球 3000 名贡献者", "过去一年有 3000 名贡献者、9000 次提交", "社区拥有 3000 名贡献者",
        "a community of 3000 contributors", "3000 contributors in total", "3000 all-time contributors",
    ],
)  # fmt: skip
def test_counts_of_the_whole_project_are_not_taken(read, sentence):
    """The sentence after it may have those of the release."""
    release = read(f"{sentence}。")
    assert (release.commits, release.contributors) == (None, None)
    release = read(f"{sentence}。本次由 426 名贡献者的 3400 次提交组成。")
    assert (release.commits.value, release.contributors.value) == (3400, 426)
