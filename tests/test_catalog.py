"""Bringing catalogs up to date, and what a translation must share with its source."""

from __future__ import annotations

import polib
import pytest

from atlas.catalog import disagreements, needs_translation, update
from atlas.markdown_words import parse_inline
from atlas.model import Segment

PATH = "seeds/x.txt"


def written(old, *texts):
    """The catalog after an update to ``texts``, as text."""
    return update(old, [Segment(text, line, "标题") for line, text in enumerate(texts, 1)], PATH, "en")


def translate(text, **translations):
    """``text`` of a catalog with translations by position: m0, m1 …"""
    po = polib.pofile(text, wrapwidth=0)
    for number, entry in enumerate(entry for entry in po if not entry.obsolete):
        entry.msgstr = translations.get(f"m{number}", entry.msgstr)
    return str(po)


def entries(text):
    return {entry.msgid: entry for entry in polib.pofile(text, wrapwidth=0)}


def test_new_texts_are_added_in_order_with_their_place():
    text = written("", "甲乙丙丁", "戊己庚辛")
    assert list(entries(text)) == ["甲乙丙丁", "戊己庚辛"]
    entry = entries(text)["戊己庚辛"]
    assert (entry.msgstr, entry.occurrences, entry.comment) == ("", [(PATH, "2")], "标题")


def test_an_update_without_changes_changes_no_byte():
    text = translate(
        written("", "甲乙丙丁", "戊己庚辛", "一 `x` **二** [三](https://x)"), m0="A", m2="1 `x` **2** [3](https://x)"
    )
    again = written(text, "甲乙丙丁", "戊己庚辛", "一 `x` **二** [三](https://x)")
    assert written(again, "甲乙丙丁", "戊己庚辛", "一 `x` **二** [三](https://x)") == again
    assert entries(again)["甲乙丙丁"].msgstr == "A"
    assert again.endswith("\n")
    assert not again.endswith("\n\n")


def test_a_changed_text_is_fuzzy_and_shows_what_it_was():
    text = translate(written("", "这是一句很长的话，说明甲。"), m0="A long sentence on A.")
    entry = entries(written(text, "这是一句很长的话，说明乙。"))["这是一句很长的话，说明乙。"]
    assert entry.fuzzy
    assert entry.msgstr == "A long sentence on A."
    assert entry.previous_msgid == "这是一句很长的话，说明甲。"


def test_a_fuzzy_translation_stays_fuzzy_until_someone_looks():
    text = translate(written("", "这是一句很长的话，说明甲。"), m0="A long sentence on A.")
    changed = written(text, "这是一句很长的话，说明乙。")
    again = written(changed, "这是一句很长的话，说明乙。")
    assert again == changed
    assert entries(again)["这是一句很长的话，说明乙。"].fuzzy


def test_another_text_is_no_fuzzy_match():
    text = translate(written("", "这是一句很长的话，说明甲。"), m0="A")
    found = entries(written(text, "毫不相干"))
    assert found["毫不相干"].msgstr == ""
    assert found["这是一句很长的话，说明甲。"].obsolete


def test_a_vanished_text_is_kept_as_obsolete_and_comes_back():
    text = translate(written("", "甲乙丙丁", "戊己庚辛"), m0="A", m1="B")
    gone = written(text, "甲乙丙丁")
    assert entries(gone)["戊己庚辛"].obsolete
    assert entries(gone)["戊己庚辛"].msgstr == "B"
    assert written(gone, "甲乙丙丁") == gone
    back = entries(written(gone, "甲乙丙丁", "戊己庚辛"))["戊己庚辛"]
    assert (back.obsolete, back.msgstr, back.fuzzy) == (False, "B", False)


def test_a_vanished_text_without_translation_goes():
    assert "戊己庚辛" not in entries(written(written("", "甲乙丙丁", "戊己庚辛"), "甲乙丙丁"))


def test_a_text_that_stands_twice_is_one_entry_with_both_places():
    segments = [Segment("甲乙", 3, "一"), Segment("丙丁", 4, "一"), Segment("甲乙", 9, "二")]
    found = entries(update("", segments, PATH, "en"))
    assert found["甲乙"].occurrences == [(PATH, "3"), (PATH, "9")]


def test_a_translators_comment_survives():
    po = polib.pofile(translate(written("", "甲乙丙丁"), m0="A"), wrapwidth=0)
    po[0].tcomment = "after discussion"
    assert entries(written(str(po), "甲乙丙丁"))["甲乙丙丁"].tcomment == "after discussion"


@pytest.mark.parametrize(
    ("msgid", "msgstr"),
    [
        ("甲 `x` 与 [乙](https://x)", "[B](https://x) and `x`, A"),
        ("3,400 次提交", "3400 commits"),
        ("2021年10月21日", "October 21, 2021"),
        ("**甲** 与 *乙*", "*B* and **A**"),
        ("从 1.9 到 1.10", "from 1.9 to 1.10"),
    ],
)
def test_agreement(msgid, msgstr):
    assert disagreements(msgid, msgstr, parse_inline) == []


@pytest.mark.parametrize(
    ("msgid", "msgstr", "what"),
    [
        ("[甲](https://x)", "[A](https://y)", "links"),
        ("[甲](https://x)", "[A](https://x) [B](https://x)", "links"),
        ("`a` `a`", "`a`", "code spans"),
        ("版本 1.10", "version 1.1", "numbers"),
        ("**甲**", "A", "emphasis"),
        ("甲", "<https://x>", "links"),
    ],
)
def test_disagreement(msgid, msgstr, what):
    assert [fault.partition(":")[0] for fault in disagreements(msgid, msgstr, parse_inline)] == [what]


@pytest.mark.parametrize(
    ("text", "language", "needed"),
    [
        ("中文", "zh", True), ("PyTorch 1.10", "zh", False), ("`中文代码`", "zh", False), ("A，B", "zh", True),
        ("[链接](https://x)", "zh", True), ("words here", "en", True), ("`code`", "en", False), ("1.10", "en", False),
    ],
)  # fmt: skip
def test_what_needs_translation(text, language, needed):
    assert needs_translation(parse_inline(text), language) is needed
