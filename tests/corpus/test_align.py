"""Alignment of a translation with its original, on invented pairs."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.__main__ import main
from atlas.originals.align import MAX_GROUP_SIZE, UnitGroup, align
from atlas.originals.differences import differences
from atlas.originals.units import Unit, units
from support.cases import cases
from support.checkout import edit
from support.pairs import CHINESE, ENGLISH, aligned, aligned_the_other_way, documents, lost_or_changed
from support.samples import knowledge

CASES, CHANGED = cases("alignments"), cases("differences")
KNOWLEDGE = knowledge()


def test_what_a_text_holds():
    text = "用 `torch.fx.trace()` 与 index_select，在 8 块 GPU 上快 3,400 倍（CUDA 11.3，fp16），见 [`文档 x`](https://example.org/a?b=c)。"
    _, unit = units(documents(text, "x")[0])
    assert (unit.kind, unit.line, unit.text[:18]) == ("paragraph", 3, "用 torch.fx.trace()")
    assert unit.markdown == text.replace("index_select", "`index_select`")
    assert unit.links == ("https://example.org/a?b=c",)
    assert unit.identifiers == ("torch.fx.trace", "index_select", "文档 x")
    assert unit.numbers == ("8", "3400", "11.3")


def test_texts_come_in_reading_order():
    text = "## 甲\n\n乙\n\n- 丙\n\n  丁\n  - 戊\n- 己\n\n> 庚\n\n```\nx = 1\n```\n\n| 辛 | |\n|---|---|\n| | 壬 |\n"
    read = units(documents(text, "x")[0])
    assert [unit.text.strip() for unit in read[1:]] == ["甲", "乙", "丙", "丁", "戊", "己", "庚", "x = 1", "辛", "壬"]
    kinds = ["heading", *["paragraph"] * 6, "code", "cell", "cell"]
    assert [unit.kind for unit in read[1:]] == kinds
    assert [unit.line for unit in read[1:]] == [3, 5, 7, 9, 10, 11, 13, 16, 19, 21]


@pytest.mark.parametrize(("words", "names"), cases("align")["identifiers"])
def test_what_an_identifier_is(words, names):
    assert list(units(documents("x", words)[1])[-1].identifiers) == names


@pytest.mark.parametrize("name", CASES)
def test_a_careful_reader_agrees(name):
    case = CASES[name]
    assert aligned(case) == case["groups"]
    assert aligned_the_other_way(case) == case["groups"]


def test_a_text_with_damaged_names_is_still_found():
    ours, theirs = documents(
        "支持 intorch`.prism.cut`，切图。", "The prism, `torch.prism.cut`, cuts a graph into many pieces."
    )
    _, group = align(units(ours), units(theirs), KNOWLEDGE)
    assert (len(group.translation), len(group.original)) == (1, 1)
    assert 0.5 < group.score < 1


def test_code_is_only_ever_code():
    code = Unit("code", 1, "import torch", links=("https://a.org",), identifiers=("torch.fx",), numbers=("1",))
    words = replace(code, kind="paragraph")
    assert [len(group.translation) + len(group.original) for group in align([code], [words], KNOWLEDGE)] == [1, 1]


# --- generated units ------------------------------------------------------------------------------

WORDS = ["torch", "GPU", "张量", "训练", "the", "of", "PyTorch", "量化", "faster", "。", "x"]
TEXTS = st.builds(
    Unit,
    st.sampled_from(["heading", "paragraph", "paragraph", "paragraph", "cell", "code"]),
    st.just(1),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join),
    depth=st.integers(0, 2),
    links=st.lists(st.sampled_from(["https://a.org/", "https://a.org", "https://b.org"]), max_size=2).map(tuple),
    identifiers=st.lists(st.sampled_from(["torch.fx", "foo"]), max_size=2).map(tuple),
    numbers=st.lists(st.sampled_from(["1", "2.0"]), max_size=2).map(tuple),
)
ROWS = st.lists(TEXTS, max_size=8)


@given(ROWS, ROWS)
def test_each_text_is_in_one_group_and_in_order(ours, theirs):
    groups = align(ours, theirs, KNOWLEDGE)
    assert [unit for group in groups for unit in group.translation] == ours
    assert [unit for group in groups for unit in group.original] == theirs
    for group in groups:
        sizes = sorted((len(group.translation), len(group.original)))
        assert sizes in ([0, 1], *([1, size] for size in range(1, MAX_GROUP_SIZE + 1)))
        assert 0 <= group.score <= 1
        assert all(sizes) or group.score == 0


@pytest.fixture
def files(tmp_path):
    """Write a translation and its original to files; return their paths."""

    def files(name="three paragraphs for one of the original"):
        paths = tmp_path / "zh.md", tmp_path / "en.md"
        for path, head, side in zip(paths, (CHINESE, ENGLISH), ("translation", "original"), strict=True):
            path.write_text(head + CASES[name][side], encoding="utf-8")
        return [str(path) for path in paths]

    return files


def test_groups_as_data(capsys, files):
    assert main(["align", *files("what only one side has"), "--json"]) == 0
    out, err = capsys.readouterr()
    data = json.loads(out)
    assert (list(data), err) == (["pairs"], "")
    assert all(list(pair) == ["translation", "original", "score", "states"] for pair in data["pairs"])
    assert data["pairs"][-1]["translation"] == []
    assert data["pairs"][3]["original"] == []
    assert {pair["score"] for pair in (data["pairs"][3], data["pairs"][-1])} == {0}
    (link,) = data["pairs"][5]["translation"]
    assert link == {"line": 11, "text": "完整的文档见[网站](https://example.org/docs)。"}
    assert 0.5 < data["pairs"][5]["score"] < 1


def test_groups_as_a_table(capsys, files):
    assert main(["align", *files()]) == 0
    out, _ = capsys.readouterr()
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == ["line", "translation", "line", "original", "score", "entry"]
    assert [line[0] for line in lines[1:]] == ["1", "3", "5", "7", "9", "11"]
    scores = [re.search(r"[01]\.\d\d (filled|fuzzy)$", " ".join(line)) for line in lines[1:]]
    assert list(map(bool, scores)) == [True, True, True, False, False, True]
    assert [line[-1] for line in lines[1:]] == ["filled", "filled", "fuzzy", "fuzzy", "fuzzy", "filled"]
    assert "…" in out


BAD = {"cannot be read": None, "is empty": "", "NUL": "\0", "names no version": "# 日记\n\n今天下雨。\n"}


@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_one_line(capsys, files, tmp_path, what):
    bad = tmp_path / "bad.md"
    if BAD[what] is not None:
        bad.write_text(BAD[what], encoding="utf-8")
    translation, original = files()
    for arguments in ([str(bad), original], [translation, str(bad), "--json"]):
        assert main(["align", *arguments]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"{bad}:")
        assert err.count("\n") == 1
        assert what in err


def test_two_of_one_language_or_different_versions_are_refused(capsys, files):
    translation, original = files()
    for path, language, wanted in ((translation, "Chinese", "English"), (original, "English", "Chinese")):
        assert main(["align", path, path]) == 1
        out, err = capsys.readouterr()
        assert (out, err) == (
            "",
            f"{path}: is in {language}, and so is {path}: give it with its original in {wanted}\n",
        )
    edit(Path(original), ("9.9", "9.8"))
    assert main(["align", translation, original]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"{translation}:1: announces 9.9, and {original} 9.8: give it with its own original\n")


def test_too_long_a_pair_is_one_line(capsys, files, monkeypatch):
    translation, original = files()
    for most, status in ((24, 0), (23, 1)):
        monkeypatch.setattr("atlas.core.limits.MAX_ALIGNED_PAIRS", most)
        assert main(["align", translation, original]) == status
    _, err = capsys.readouterr()
    assert err.count("\n") == 1
    assert err.startswith(f"{translation}: is too long to be aligned")
    assert "23 pairs of texts are the limit, there are 24" in err


@pytest.mark.parametrize("name", CHANGED)
def test_what_a_translation_lost_or_changed(name):
    assert lost_or_changed(CHANGED[name]) == CHANGED[name]["differences"]


def test_code_is_not_read_as_words():
    ours, theirs = Unit("code", 3, "x = 1"), Unit("code", 4, "x = 2\n# A comment. And more words than before.")
    assert differences(UnitGroup((ours,), (theirs,))) == ()


@given(ROWS)
def test_a_document_is_itself_and_does_not_differ(texts):
    groups = align(texts, texts, KNOWLEDGE)
    assert [(group.translation, group.original, group.score) for group in groups] == [((t,), (t,), 1) for t in texts]
    assert [differences(group) for group in groups] == [()] * len(texts)
