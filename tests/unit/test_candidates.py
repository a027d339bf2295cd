"""What of an announcement is a feature: headings, items and leads; and what only sorts, gathers or details others."""

from __future__ import annotations

import pytest

from support.samples import HEAD

TEXT = "\n\n正文有一句话。\n\n"
ITEMS = "\n\n- **甲**：说明\n- **乙**：说明\n\n"
PLAIN_ITEMS = "\n\n- 甲功能很好\n- 乙功能也好\n\n"


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("- 甲：说明\n- 乙：说明\n- 没有引子的一项\n", ["甲", "乙"]),
        ("- 甲功能很好\n- 乙功能也好\n", ["甲功能很好", "乙功能也好"]),
        ("一句话。\n\n**甲** 的说明。\n\n**乙** 的说明。\n\n- 细节：说明\n", ["甲", "乙"]),
        ("- **甲**，说明\n  - 细节：说明\n- [乙](https://example.org/a)：说明\n", ["甲", "乙"]),
    ],
)
def test_what_stands_below_a_level(features, body, names):
    """Bold paragraphs, else items with a lead, else all items: at the level of the heading, which is no feature."""
    found = features(f"## Beta 功能\n\n{body}\n## 后来{TEXT}")
    assert list(found) == [*names, "后来"]
    assert {found[name].observation.basis for name in names} == {"section"}


@pytest.mark.parametrize(
    ("heading", "body", "names"),
    [
        ("新功能", ITEMS, ["甲", "乙"]),
        ("主要更新", PLAIN_ITEMS, ["甲功能很好", "乙功能也好"]),
        ("New Features", ITEMS, ["甲", "乙"]),
        ("2. 弃用与移除", ITEMS, ["甲", "乙"]),
        ("性能和易用性", PLAIN_ITEMS, ["甲功能很好", "乙功能也好"]),
        ("新功能", TEXT, []),
        ("分布式训练", ITEMS, ["甲", "乙"]),
        ("移动端", PLAIN_ITEMS, ["甲功能很好", "乙功能也好"]),
        ("Mobile and C++ API", ITEMS, ["甲", "乙"]),
        ("分布式训练", TEXT, ["分布式训练"]),
        ("移动端的新内核", PLAIN_ITEMS, ["移动端的新内核"]),
    ],
)
def test_categories_and_subjects(features, heading, body, names):
    """A category announces its items alone; a subject its items where it has such, else itself."""
    assert list(features(f"## {heading}{body}## 后来{TEXT}")) == [*names, "后来"]


@pytest.mark.parametrize(
    "heading",
    ["入门", "致谢", "FAQ", "常见问题", "安装方法", "1. 总结", "三、致谢", "📝 小结", "Getting Started", "已知问题", "参考资料", "如何升级到 2.0",
     "Acknowledgements", "错误修复", "目录", "背景：", "what's next", "稳定性的定义", "特别感谢"],
)  # fmt: skip
def test_gathering_headings_announce_nothing(features, heading):
    """Nor does what they hold, however it looks."""
    assert list(features(f"## {heading}{ITEMS}### 子节{TEXT}## 后来{TEXT}")) == ["后来"]


def test_a_marker_announces_wherever_it_stands(features):
    """Below a gathering heading, too."""
    found = features(f"## 总结{ITEMS}### 丙（Beta）{TEXT}")
    assert {name: feature.stability for name, feature in found.items()} == {"丙": "beta"}


def test_details_below_a_feature(features):
    """Are told by neighbours that have none; a heading that only groups others is no feature."""
    detailed = f"## Beta 功能\n\n### 甲{TEXT}#### 用户故事{TEXT}#### 比较{TEXT}### 乙{TEXT}"
    assert list(features(detailed)) == ["甲", "乙"]
    alone = f"## Beta 功能\n\n### 甲{TEXT}#### 其一{TEXT}#### 其二{TEXT}"
    assert list(features(alone)) == ["其一", "其二"]
    grouped = f"## Beta 功能\n\n### 一组\n\n#### 丙{TEXT}#### 丁{TEXT}### 乙{TEXT}"
    assert list(features(grouped)) == ["丙", "丁", "乙"]


def test_sections_that_say_nothing(features):
    """Tables alone, a lead into something that is gone, or nothing at all."""
    table = "| x | y |\n|---|---|\n| 1 | 2 |\n\n"
    found = features(
        f"## 甲\n\n{table}## 乙\n\n下面的图：\n\n## 丙\n\n## 丁\n\n{table}说明。\n\n## 戊\n\n```\nx = 1\n```\n"
    )
    assert list(found) == ["丁", "戊"]


def test_a_section_with_a_table_of_features_only_leads_it_in(features):
    """What it names are the features."""
    assert list(features("## 甲\n\n说明一句。\n\n| 功能 | 状态 |\n|---|---|\n| 己 | 稳定 |\n")) == ["己"]


def test_items_beside_marked_ones(features):
    """That lead in alike are announced at no level; others of the list are not."""
    found = features("## 一组\n\n- [Beta] 甲：说明\n- 乙：说明\n- 丙很好\n- **丁** 很好\n")
    assert {name: f.stability for name, f in found.items()} == {
        "甲": "beta",
        "乙": "unclassified",
        "丁": "unclassified",
    }


@pytest.mark.parametrize(
    ("items", "names"),
    [
        ("- 新增甲。它能做许多事。\n- 新增乙。它能做更多。\n", ["新增甲", "新增乙"]),
        ("- 新增甲。它能做许多事。\n- 新增乙\n", ["杂项"]),
        ("- 新增甲。它能做许多事。\n", ["杂项"]),
    ],
)
def test_items_that_announce(features, items, names):
    """Each opens with a short statement that the rest of it explains; else the section is the feature."""
    assert list(features(f"## 杂项\n\n{items}")) == names


@pytest.mark.parametrize(
    ("item", "name"),
    [
        ("**甲** 与乙：说明", "甲"),
        ("[甲](https://example.org/a)：说明", "甲"),
        ("`torch.x`：说明", "torch.x"),
        ("甲的新功能 - 说明", "甲的新功能"),
        ("甲的新功能——说明", "甲的新功能"),
        ("支持 1.5 倍的速度。说明", "支持 1.5 倍的速度"),
        ("为各种各样的模型和各种各样的设备加速的全新编译器后端，现在有了更好的缓存和更多的选项可供选择", "为各种各样的模型和各种各样的设备加速的全新编译器后端"),
    ],
)  # fmt: skip
def test_leads(features, item, name):
    """Bold words, else those before the first colon, dash or full stop; of a long one those before its comma."""
    assert list(features(f"- (Beta) {item}\n\n## 后来{TEXT}")) == [name, "后来"]


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("3. 某事", "某事"), ("4、某事", "某事"), ("（五）某事", "某事"), ("六、某事", "某事"), ("(7) 某事", "某事"), ("8) [Beta] 某事", "某事"),
        ("2D 卷积", "2D 卷积"), ("1.5 倍的速度", "1.5 倍的速度"), ("2.0 的编译器", "2.0 的编译器"), ("十倍的速度", "十倍的速度"),
    ],
)  # fmt: skip
def test_numbers_are_stripped_from_titles(features, heading, title):
    """Not those that are part of the words."""
    ((name, feature),) = features(f"## {heading}{TEXT}").items()
    assert (name, feature.said) == (title, title)


def test_numbers_of_numbered_parents(features):
    """“3.1” is a number below a heading that is numbered 3, and nowhere else."""
    found = features(f"## 3. 编译\n\n### 3.1 甲{TEXT}### 3.2.1 乙{TEXT}### 2.5 倍快{TEXT}")
    assert list(found) == ["甲", "乙", "2.5 倍快"]


# --- markers nobody knows -------------------------------------------------------------------------


def unknown(hand_in, text):
    release, _ = hand_in(HEAD + text, "seed.md")
    return [(f.line, f.quote, f.detail) for f in release.findings if f.kind == "unknown-marker"]


@pytest.mark.parametrize(
    ("line", "detail"),
    [
        ("## [Alpha] 甲", "[Alpha]"), ("## （三）【内测】甲", "【内测】"), ("## [Early Access] 甲", "[Early Access]"),
        ("## 甲（预览版）", "（预览版）"), ("## 甲（弃用）：", "（弃用）"), ("- [Gamma] 甲：说明", "[Gamma]"), ("## (Beta, 仅 Linux) 甲", "(Beta, 仅 Linux)"),
        ("**[Draft] 甲**：说明。", "[Draft]"), ("| 乙 |\n|---|\n| 甲（即将推出） |", "（即将推出）"),
    ],
)  # fmt: skip
def test_unknown_markers_are_reported(hand_in, line, detail):
    """With their line and the seed's words, wherever a marker may stand."""
    ((at, quote, found),) = unknown(hand_in, f"开头。\n\n{line}{TEXT}")
    assert (at, found) == (9 if line.startswith("|") else 7, detail)
    assert "甲" in quote
    assert detail in quote


@pytest.mark.parametrize(
    "line",
    [
        "## [DDP] 甲", "## 甲（FSDP2）", "## [Linux] 甲", "## （Windows）甲", "## 甲 (CPU)", "## [APIs] 甲", "## [C++] 甲", "## [1] 甲",
        "## \\[#123\\] 甲", "## （一）甲", "## [iii] 甲", "## （示例）甲", "## [Alpha](https://example.org/a) 甲", "## `[Alpha]` 甲",
        "## 甲（新名字）", "## 甲 [tensor]", "## [Beta] 甲", "- 甲（预览版）", "甲（预览版）：说明。", "（Alpha）甲。", "```\n[Alpha] 甲\n```",
    ],
)  # fmt: skip
def test_other_brackets_are_not_reported(hand_in, line):
    """Abbreviations, platforms, numbers, links, code, levels, and at the end whatever sounds like no stage."""
    assert unknown(hand_in, f"{line}{TEXT}") == []


@pytest.mark.parametrize("line", ["## （新名字）甲", "## [Inductor] 甲", "## 【重磅】甲"])
def test_other_words_in_a_markers_place_are_noted(hand_in, line):
    """They sound like no level: a note, which fails no build."""
    release, problems = hand_in(HEAD + line + TEXT, "seed.md")
    assert [f.kind for f in release.findings] == ["unknown-word"]
    assert {p.severity for p in problems} == {"note"}
