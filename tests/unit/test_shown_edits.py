"""Edits of a seed as its page shows them."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from atlas.site.parts import shown_edits
from atlas.site.parts.shown_edits import text_changes, without_markup


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("分步式训练", "分布式训练", "分[步→布]式训练"),
        ("CPU inductor 后端", "CPU Inductor 后端", "CPU [inductor→Inductor] 后端"),
        ("声音的捕获", "", "[声音的捕获→]"),
        ("甲" * 40 + "错" + "乙" * 40, "甲" * 40 + "对" + "乙" * 40, f"…{'甲' * 12}[错→对]{'乙' * 12}…"),
        ("错" + "丙" * 40 + "误", "对" + "丙" * 40 + "正", f"[错→对]{'丙' * 12}…{'丙' * 12}[误→正]"),
    ],
)
def test_only_what_changed_is_marked_with_some_context(before, after, shown):
    assert (
        "".join(
            f"{p.unchanged}[{p.removed}→{p.added}]" if p.removed or p.added else p.unchanged
            for p in text_changes(before, after)
        )
        == shown
    )


@given(st.text("ab 中文。"), st.text("ab 中文。"))
def test_the_parts_have_both_texts(before, after):
    assume(before != after)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shown_edits, "CONTEXT", 1000)
        diff = text_changes(before, after)
    assert "".join(change.unchanged + change.removed for change in diff) == before
    assert "".join(change.unchanged + change.added for change in diff) == after


def test_a_long_change_is_shown_as_a_whole():
    before, after = ("".join(chr(0x4E00 + (n * step) % 900) for n in range(5_000)) for step in (7, 11))
    assert [change.removed for change in text_changes(f"甲{before}", f"甲{after}")] == [before[1:], ""]


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("**很快** 见 `torch.fx`", "很快 见 torch.fx"),
        ("详情请阅读[这篇博客](https://example.org/a)。", "详情请阅读这篇博客。"),
        ("[ [GitHub 页面](", " GitHub 页面"),
        ("见[博文中](](", "见博文中"),
        ("[Beta] torch.fx", "[Beta] torch.fx"),
    ],
)
def test_a_correction_shows_words_without_markdown(markdown, words):
    assert without_markup(markdown) == words
