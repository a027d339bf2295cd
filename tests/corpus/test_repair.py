"""Repairs of a translation from its original change only links and names, whatever the two texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.align.align import align
from atlas.align.differences import Difference, differences
from atlas.align.repair import repair
from atlas.align.units import units
from atlas.document.inline_markdown import parse_inline
from atlas.document.nodes import Document, Paragraph
from support.cases import cases
from support.samples import known_with_errata, texts

CASES = cases("pairs")
KNOWN = known_with_errata()
PIECES = ["见此处", "文档", "here", "docs", "Cubelib", "`torch.fx`", "torch.fx", "intorch", "`.fx`", "masked_selec", "，", " ", ". ", "*", "**", "<b>", "\\", "[", "](https://example.org/a)", "[here](https://example.org/b)", "[Cubelib](https://example.org/c)", "[x](javascript:alert(1))", "`masked_select`"]  # fmt: skip
TEXTS = st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join), min_size=1, max_size=3)


def document(found):
    return Document(tuple(Paragraph(parse_inline(text), line) for line, text in enumerate(found, 1)))


@given(TEXTS, TEXTS)
def test_only_names_change_the_words(ours, theirs):
    ours, theirs = document(ours), document(theirs)
    found = [each for group in align(units(ours), units(theirs), KNOWN) for each in differences(group)]
    after, changes, left = repair(ours, found, KNOWN.conventions)
    assert len(changes) + len(left) == len(found)
    names = {each.right for each in found if each.kind == "damaged-identifier"}
    assert texts(after) == texts(ours) or any(change.after in names for change in changes)
    assert all(change.before != change.after for change in changes)
    assert "javascript:" not in str(after) or "javascript:" in str(ours)


@pytest.mark.parametrize(("text", "wrong", "right", "after"), CASES["names"])
def test_a_name_as_a_whole(text, wrong, right, after):
    lost = Difference("damaged-identifier", 1, wrong, right)
    assert repair(document([text]), [lost], KNOWN.conventions)[0] == document([after])


@pytest.mark.parametrize(("ours", "theirs", "links"), CASES["links"])
def test_where_a_lost_link_belongs(ours, theirs, links):
    ours = document([f"魔方张量用 `torch.cube` 创建，在 GPU 上快 30%。{ours}"])
    theirs = document([f"Cube tensors are made by `torch.cube` and are 30% faster on GPUs. {theirs}"])
    found = [each for group in align(units(ours), units(theirs), KNOWN) for each in differences(group)]
    _, changes, _ = repair(ours, found, KNOWN.conventions)
    edits = [(change.before, change.after) for change in changes]
    assert edits == [(words, f"[{words}](https://example.org/a)") for words in links]
