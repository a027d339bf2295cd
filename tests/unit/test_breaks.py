"""Sections that break off, and those that only seem to."""

import pytest

from atlas.core.text import comparison_key
from support.cases import cases

CASES = cases("breaks")


@pytest.mark.parametrize("following", ["", "\n\n## 下一节\n\n正文。"])
@pytest.mark.parametrize("text", CASES["broken"])
def test_a_section_that_breaks_off(read_seed, text, following):
    """The finding quotes the last sentence of the section's last paragraph."""
    announcement, _ = read_seed(f"# PyTorch 9.9 发布\n\n## 某事\n\n{text}{following}\n", "seed.md")
    (finding,) = [f for f in announcement.findings if f.kind == "broken-off"]
    assert finding.line == 5 + text.count("\n")
    assert comparison_key(text).endswith(comparison_key(finding.quote))
    assert "。" not in finding.quote


@pytest.mark.parametrize("text", CASES["whole"])
def test_a_section_that_only_seems_to_break_off(read_seed, text):
    announcement, _ = read_seed(f"# PyTorch 9.9 发布\n\n## 某事\n\n{text}\n\n## 下一节\n\n正文。\n", "seed.md")
    assert [f for f in announcement.findings if f.kind == "broken-off"] == []
