"""How an announcement states a level: by a section's heading, in a table, in a highlight, in a sentence."""

from __future__ import annotations

import pytest

from atlas.document.nodes import plain
from support.samples import HEAD, evidence

TEXT = "\n\n正文有一句话。\n\n"


def levels(found):
    return {title: feature.stability for title, feature in found.items()}


# --- sections -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heading", "level"),
    [("1. 稳定功能", "stable"), ("（二）测试版功能", "beta"), ("三、原型特性", "prototype"), ("第一部分：稳定功能", "stable"),
     ("1.1. Beta", "beta"), ("稳定（Stable）", "stable"), ("Beta 功能（Beta Features）", "beta"), ("Prototype Features (原型功能)", "prototype"),
     ("测试版（Beta）功能", "beta"), ("Beta features", "beta"), ("STABLE APIs", "stable"), ("Ｂｅｔａ 功能", "beta"), ("[Beta]", "beta"),
     ("【稳定】", "stable"), ("🚀 Beta", "beta"), ("Beta 版功能：", "beta"), ("处于测试阶段的功能", "beta"), ("New in Beta", "beta"),
     ("其他原型功能", "prototype"), ("现已稳定的功能列表", "stable")],
)  # fmt: skip
def test_a_heading_states_a_level(features, heading, level):
    """Numbered, in two languages, in brackets, with words around the level; it is no feature itself."""
    found = features(f"## {heading}\n\n### 其一{TEXT}")
    assert list(found) == ["其一"]
    assert evidence(found["其一"])[:2] == (level, "section")


@pytest.mark.parametrize(
    "heading",
    ["Performance Improvements", "Stability", "稳定性", "大大稳定", "稳定和测试版功能", "Beta 版用户反馈", "Betas", "测试工具"],
)  # fmt: skip
def test_a_heading_states_no_level(features, heading):
    """Nor do two levels in one heading."""
    assert features(f"## {heading}\n\n### 其一{TEXT}").popitem()[1].observation.basis != "section"


def test_only_descendants_inherit(features):
    """At any depth, the nearest heading's level; siblings, what follows and what came before do not."""
    found = features(
        f"## 其零{TEXT}## Beta 功能\n\n### 其一{TEXT}### 一组\n\n#### 其二{TEXT}### 原型\n\n#### 其三{TEXT}"
        f"### 其四{TEXT}## 其五{TEXT}## 二组\n\n### 其六{TEXT}"
    )
    told = {"其一": "beta", "其二": "beta", "其三": "prototype", "其四": "beta"}
    assert levels(found) == told | dict.fromkeys(("其零", "其五", "其六"), "unclassified")


def test_a_marked_heading_lends_its_level(features):
    """To unmarked headings below it, quoted as the seed has it."""
    found = features(f"## 其一(Beta){TEXT}### 其二{TEXT}### 其三（原型）{TEXT}")
    assert evidence(found["其二"]) == ("beta", "section", "(Beta)")
    assert (found["其二"].observation.line, found["其二"].observation.quote) == (5, "其一(Beta)")
    assert evidence(found["其三"]) == ("prototype", "marker", "（原型）")


# --- tables ---------------------------------------------------------------------------------------


def rows(*lines):
    """A table of lines whose cells are parted by bars."""
    head, *body = lines
    return "\n".join([f"| {head} |", "|---" * (head.count("|") + 1) + "|", *(f"| {line} |" for line in body)]) + "\n\n"


@pytest.mark.parametrize(
    "lines",
    [
        ("功能 | 状态", "魔方张量 | 稳定", "别的 | Beta 版", "丙 | ", "丁 | 未知"),
        ("状态 | 功能", "稳定 | 魔方张量", "Beta 版 | 别的", " | 丙", "未知 | 丁"),
        ("Stability | 说明 | 新特性", "（稳定） | 很好 | 魔方张量", "公测 | 更好 | 别的", "| | 丙", "未知 | | 丁"),
        ("说明 | 名称 | 成熟度", "很好 | 魔方张量 | stable", "更好 | 别的 | 实验性", "| 丙 |", "| 丁 | 未知"),
        ("功能 | 状态", "魔方张量 | 稳定 ✅", "别的 | ⚠️ Beta† 另见下文", "丙 | —", "丁 | ✔"),
        ("功能 | 状态", "魔方张量 | 稳定 ✔（自 1.2 起）", "别的 | 🚧Beta", "丙 | ●", "丁 | 未知 ✅"),
    ],
)
def test_a_row_states_its_level(features, lines):
    """In a column that is named so, first or last; the feature's column is known by its heading."""
    assert levels(features(rows(*lines))) == {
        "魔方张量": "stable",
        "别的": "beta",
        "丙": "unclassified",
        "丁": "unclassified",
    }


@pytest.mark.parametrize(
    "lines", [("甲 | 乙", "稳定 | 魔方张量", "Beta | 别的"), ("甲 | 乙", "魔方张量 | 稳定", "别的 | Beta")]
)
def test_a_column_of_nothing_but_levels(features, lines):
    """Is known without a name, and what it is about stands beside it."""
    found = features(rows(*lines))
    assert levels(found) == {"魔方张量": "stable", "别的": "beta"}
    assert (found["别的"].observation.basis, found["别的"].observation.line) == ("table", 8)


def test_a_column_with_other_words_states_nothing(features):
    """Where it has no name that tells."""
    assert features(rows("甲 | 乙", "魔方张量 | 稳定", "别的 | 未知") + f"## 丙{TEXT}").keys() == {"丙"}


def test_columns_of_levels_in_another_language(features):
    """Each cell means one section, by names and terms; what it is about is told there."""
    found = features(
        rows("Stable | Beta | Prototype", "Quantization for mobile | torch.compile for NumPy | New profiler")
        + f"## 移动端量化{TEXT}## 用 torch.compile 编译 NumPy{TEXT}## 新的性能分析器{TEXT}"
    )
    assert [(f.observation.label_raw, f.observation.quote, f.observation.line) for f in found.values()] == [
        ("Stable", "Quantization for mobile", 7),
        ("Beta", "torch.compile for NumPy", 7),
        ("Prototype", "New profiler", 7),
    ]


def test_two_cells_of_one_section(features):
    """Are one feature: the first tells its level."""
    found = features(
        rows("Beta | 稳定", "magic tensor kernel fusion backend | ", "magic tensor kernel fusion frontend | ")
        + f"## magic tensor kernel fusion backend 与 frontend{TEXT}"
    )
    (feature,) = found.values()
    assert feature.observation.quote == "magic tensor kernel fusion backend"


def test_a_table_of_contents(features):
    """Names that only repeat headings which sort others are no features."""
    found = features(
        rows("稳定 | Beta", "魔方张量 | 分布式训练") + f"## 分布式训练\n\n### 魔方张量{TEXT}### 别的{TEXT}"
    )
    assert levels(found) == {"魔方张量": "stable", "别的": "unclassified"}


# --- highlights -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lead", ["亮点：\n\n", "## 亮点\n\n", "## 1. 版本要点\n\n"])
def test_highlights_lend_their_level(features, lead):
    """To the section that they mean; what no section describes is a feature itself."""
    found = features(
        f"{lead}- [Beta] 魔方张量：很快\n- （稳定）全新的算子融合\n- 不相干的话\n\n## 魔方张量{TEXT}## 丙{TEXT}"
    )
    assert levels(found) == {"全新的算子融合": "stable", "魔方张量": "beta", "丙": "unclassified"}
    assert (found["魔方张量"].line, found["魔方张量"].observation.line) == (11, 7)


def test_a_section_knows_better_than_its_highlight(features):
    """Its own marker comes first."""
    found = features(f"- **魔方张量（Beta）**：很快\n\n## 魔方张量（稳定）{TEXT}")
    assert [evidence(f) for f in found.values()] == [("stable", "marker", "（稳定）")]


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("TorchX 和 TorchY 的 beta 版本", {"TorchX": "beta", "TorchY": "beta"}),
        ("TorchX、TorchY 以及 TorchZ 的稳定版", {"TorchX": "stable", "TorchY": "stable", "TorchZ": "stable"}),
        ("TorchX 的原型发布，还有 TorchY 的 Beta 版", {"TorchX": "prototype", "TorchY": "beta"}),
        ("TorchX 的测试版和它的新版本", {"TorchX": "beta"}),
        ("TorchX 和 TorchY 的新版本", {}),
    ],
)
def test_a_sentence_announces_at_a_level(features, sentence, told):
    """All that it names, in the opening and among highlights; elsewhere it announces nothing."""
    announced = f"我们发布了 {sentence}。\n\n"
    for text in (announced + f"## 魔方{TEXT}", f"## 亮点\n\n{announced}## 魔方{TEXT}"):
        assert levels(features(text)) == {"魔方": "unclassified"} | told
    assert "TorchX" not in features(f"## 魔方{TEXT}{announced}")


# --- sentences ------------------------------------------------------------------------------------


@pytest.fixture
def told(features):
    """What a sentence below the heading MagicTensor says of it: a function that gives level and words."""

    def told(sentence):
        found = features(f"## MagicTensor\n\n{sentence}\n\n## 别的{TEXT}")["MagicTensor"]
        assert found.observation.basis in {"prose", "none"}
        return found.stability, found.observation.label_raw

    return told


@pytest.mark.parametrize(
    ("sentence", "level", "words"),
    [
        ("MagicTensor 已从原型升级为测试版。", "beta", "升级为测试版"),
        ("MagicTensor 由 Beta 晋升至稳定版。", "stable", "晋升至稳定版"),
        ("此功能从“原型”转为“测试”。", "beta", "转为“测试"),
        ("MagicTensor 毕业到稳定版，曾经是原型功能。", "stable", "毕业到稳定版"),
        ("MagicTensor moves from prototype to beta.", "beta", "to beta"),
        ("MagicTensor 现已稳定。", "stable", "现已稳定"),
        ("MagicTensor 目前处于原型阶段。", "prototype", "目前处于原型阶段"),
        ("MagicTensor 升级到Beta。", "beta", "升级到 Beta"),
        ("MagicTensor 现为 Beta。", "beta", "现为 Beta"),
        ("MagicTensor 现已 Stable。", "stable", "现已 Stable"),
        ("MagicTensor 从 prototype 升级到 stable。", "stable", "升级到 stable"),
        ("MagicTensor 标记为“测试版”。", "beta", "标记为“测试版"),
        ("MagicTensor 的测试版已发布。", "beta", "测试版已发布"),
        ("MagicTensor is available in beta.", "beta", "is available in beta"),
        ("这是 MagicTensor 的 Beta 功能。", "beta", "Beta 功能"),
        ("MagicTensor 有实验性的支持。", "beta", "实验性"),
    ],
)
def test_a_sentence_states_a_level(told, sentence, level, words):
    """By a transition, a predicate, or a mention."""
    assert told(sentence) == (level, words)


@pytest.mark.parametrize(
    "sentence",
    [
        "MagicTensor 不再是实验性的。", "MagicTensor 并非原型。", "MagicTensor 尚未稳定。", "MagicTensor is no longer experimental.",
        "MagicTensor is not stable yet.", "MagicTensor 计划在下一版本转为稳定。", "MagicTensor 未来将成为测试版。", "MagicTensor 预计明年成为稳定版。",
        "MagicTensor 此前是原型功能。", "MagicTensor 曾作为 Beta 发布。", "MagicTensor was previously in prototype.", "MagicTensor 于 1.5 版本作为原型推出。",
        "MagicTensor 提供快速原型设计。", "MagicTensor 有单元测试。", "MagicTensor 让训练更稳定。", "MagicTensor 的数值稳定。", "MagicTensor 已经大大稳定了。",
    ],
)  # fmt: skip
def test_a_sentence_states_no_level(told, sentence):
    """Denied, announced for later, of the past, or of another thing."""
    assert told(sentence) == ("unclassified", "")


@pytest.mark.parametrize(
    ("sentence", "level"),
    [
        ("MagicTensor 此前是原型，现在是测试版。", "beta"),
        ("MagicTensor 不再是实验性的，现已稳定。", "stable"),
        ("MagicTensor 在 1.5 中作为原型引入，现已稳定。", "stable"),
        ("MagicTensor 是稳定的，而 OtherTensor 是测试版。", "stable"),
        ("OtherTensor 处于测试阶段，MagicTensor 处于原型阶段。", "prototype"),
        ("MagicTensor 是稳定的，MagicTensor 是测试版。", "unclassified"),
        ("OtherTensor 是稳定的，AnyTensor 是测试版。", "unclassified"),
    ],
)
def test_two_levels_in_one_sentence(told, sentence, level):
    """That of the clause which names the feature, if only one does."""
    assert told(sentence)[0] == level


@pytest.mark.parametrize(
    ("sentence", "level"),
    [
        ("此 API 处于测试阶段。", "beta"), ("该功能为 Beta 版。", "beta"), ("它处于原型阶段。", "prototype"), ("This feature is now stable.", "stable"),
        ("处于测试阶段。", "beta"), ("目前为测试版。", "beta"), ("OtherTensor 现已稳定。", "unclassified"), ("另外的一个库处于测试阶段。", "unclassified"),
    ],
)  # fmt: skip
def test_whom_a_sentence_means(told, sentence, level):
    """Without the feature's name: by a pronoun or no subject at all; another's sentence is not taken."""
    assert told(sentence)[0] == level


def test_a_pronoun_points_only_below_its_heading(features):
    """Not from another section, nor from the opening."""
    found = features(f"此功能处于测试阶段。\n\n## MagicTensor{TEXT}## 别的\n\n此功能现已稳定。\n")
    assert levels(found) == {"MagicTensor": "unclassified", "别的": "stable"}


def test_the_opening_speaks_of_a_feature_by_its_name(features):
    """Before its own section does."""
    found = features("MagicTensor 现已稳定。\n\n## 新的 MagicTensor\n\n它处于测试阶段。\n")["新的 MagicTensor"]
    assert (evidence(found), found.observation.line) == (("stable", "prose", "现已稳定"), 5)


@pytest.mark.parametrize(
    ("sentence", "level"),
    [
        ("MagicTensor 很快，包括 Beta 版的缓存。", "unclassified"),
        ("MagicTensor 有许多部分，例如原型版的缓存。", "unclassified"),
        ("MagicTensor 是 Beta 功能，其中缓存很快。", "beta"),
        ("MagicTensor 处于原型阶段，包括缓存。", "prototype"),
    ],
)
def test_parts_are_not_the_whole(told, sentence, level):
    """A level after 包括 is that of a part."""
    assert told(sentence)[0] == level


# --- words of the seed ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "title", "said", "quote"),
    [
        ("## 用torch.compile加速,更快(Beta)\n\n正文\n", "用 torch.compile 加速，更快", "用torch.compile加速,更快", "用torch.compile加速,更快(Beta)"),
        ("- (Beta)用NumPy加速:很快\n", "用 NumPy 加速", "用NumPy加速", "(Beta)用NumPy加速"),
        ("| 稳定 | Beta |\n|---|---|\n| | 用NumPy加速 |\n", "用 NumPy 加速", "用NumPy加速", "用NumPy加速"),
        ("## Beta的功能\n\n- 用NumPy加速:很快\n- 别的：很好\n", "用 NumPy 加速", "用NumPy加速", "Beta的功能"),
        ("## 用NumPy加速\n\n第一句。用NumPy加速,现已稳定!第三句。\n", "用 NumPy 加速", "用NumPy加速", "用NumPy加速,现已稳定!"),
        ("## 2、用NumPy加速\n\n正文\n", "用 NumPy 加速", "用NumPy加速", "用NumPy加速"),
    ],
)  # fmt: skip
def test_quotes_are_the_seeds_own_words(hand_in, text, title, said, quote):
    """While titles are cleaned."""
    release, _ = hand_in(HEAD + text, "seed.md")
    feature = release.features[0]
    assert (plain(feature.title), feature.said, feature.observation.quote) == (title, said, quote)


@pytest.mark.parametrize(
    "sentence",
    [
        "它现在为测试用例生成报告。", "现在测试更快了。", "它现已测试通过。", "目前实验结果表明速度更快。", "它依赖于 NumPy 的 beta 版。",
        "It isn't in beta any more.", "它不会成为稳定版。", "It is a stable sorting algorithm.", "It is not a prototype.",
        "It is prototyped in C++.", "量化处于测试阶段。", "MagicTensor 不是 Beta 功能。", "MagicTensor 在 PyTorch 1.5 中作为原型推出。",
    ],
)  # fmt: skip
def test_sentences_that_state_no_level_of_it(features, sentence):
    """Tests, experiments, negations, other subjects, and what was."""
    assert evidence(features(f"## MagicTensor\n\n{sentence}\n")["MagicTensor"])[0] == "unclassified"


@pytest.mark.parametrize(
    "table",
    [
        "| 数据集 | 训练 | 测试 |\n|---|---|---|\n| CIFAR | 50k | 10k |",
        "| 模型 | 测试 | 训练 |\n|---|---|---|\n| ViT | 1.2 | 3.4 |",
        "| Feature | Beta support | Windows |\n|---|---|---|\n| 甲 | 是 | 否 |",
    ],
)
def test_measurements_are_no_features(features, table):
    """Columns that happen to be called 测试, and cells of numbers."""
    assert list(features(f"## 甲乙丙\n\n正文。\n\n{table}\n")) == ["甲乙丙"]


def test_levels_that_disagree_are_reported(hand_in):
    """The feature's own marker counts; what says otherwise is shown with its line."""
    text = "| Stable | Beta |\n|---|---|\n| 魔方张量 | 别的 |\n\n## [Prototype] 魔方张量\n\n正文。\n"
    release, _ = hand_in(HEAD + text, "seed.md")
    assert [(f.kind, f.line, f.detail) for f in release.findings] == [("conflict", 7, "[Prototype] ≠ Stable")]
    assert release.features[-1].stability == "prototype"


def test_a_marker_after_the_name_in_a_sentence(features):
    """Where what stands before the bracket is what the feature goes by."""
    found = features("## 流水线的零气泡调度\n\n`pipelining` 新增了零气泡调度（Beta），与别的事物（原型）无关。\n")
    assert evidence(found["流水线的零气泡调度"]) == ("beta", "prose", "（Beta）")
