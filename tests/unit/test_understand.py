"""What an announcement says: stability by the strongest evidence, identity, areas, and facts."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.core.versions import version_key
from atlas.document.nodes import plain
from atlas.document.traverse import blocks, runs
from atlas.extract.areas import areas_of
from atlas.extract.features import slug
from atlas.extract.matching import pair
from support.samples import HEAD, evidence

# --- precedence of evidence -----------------------------------------------------------------------

TABLE = "| 稳定 | Beta |\n|---|---|\n| 魔方张量 | 别的东西 |\n\n"


def test_marker_comes_first(features):
    text = TABLE + "## 原型功能\n\n### 魔方张量（测试版）\n\n魔方张量是一个稳定的功能。\n"
    assert evidence(features(text)["魔方张量"]) == ("beta", "marker", "（测试版）")


def test_table_comes_second(features):
    text = TABLE + "## 原型功能\n\n### 魔方张量\n\n魔方张量标记为稳定。\n"
    assert evidence(features(text)["魔方张量"]) == ("stable", "table", "稳定")


def test_section_comes_third(features):
    text = "## 原型功能\n\n### MagicTensor\n\nMagicTensor 标记为稳定。\n"
    found = features(text)["MagicTensor"]
    assert evidence(found) == ("prototype", "section", "原型功能")
    assert found.observation.line == 5


def test_prose_comes_last(features):
    found = features("## MagicTensor\n\n第一句话。MagicTensor 已标记为稳定。原型也是有的。\n")["MagicTensor"]
    assert evidence(found) == ("stable", "prose", "标记为稳定")
    assert found.observation.quote == "MagicTensor 已标记为稳定。"
    assert found.observation.line == 7


def test_prose_speaks_only_of_what_it_names(features):
    assert evidence(features("## MagicTensor\n\n另一个东西标记为稳定。\n")["MagicTensor"]) == (
        "unclassified",
        "none",
        "",
    )


@pytest.mark.parametrize(
    "sentence", ["MagicTensor 已经大大稳定了。", "MagicTensor 提高了稳定性。", "MagicTensor 不再是实验性的。"]
)
def test_words_that_look_like_a_level(features, sentence):
    assert evidence(features(f"## MagicTensor\n\n{sentence}\n")["MagicTensor"])[0] == "unclassified"


def test_a_level_is_inherited_downwards_only(features):
    """To everything below the heading, and to nothing beside or above it."""
    found = features(
        "## 甲类\n\n### 先前的\n\n正文\n\n## Beta 功能\n\n### 其一\n\n正文\n\n### 其二\n\n正文\n\n## 后来的\n\n正文\n"
    )
    assert {title: f.stability for title, f in found.items()} == {
        "先前的": "unclassified",
        "其一": "beta",
        "其二": "beta",
        "后来的": "unclassified",
    }


def test_the_nearest_heading_counts(features):
    found = features("## 稳定功能\n\n### 原型特性\n\n#### 其一\n\n正文\n\n### 其二\n\n正文\n")
    assert found["其一"].stability == "prototype"
    assert found["其二"].stability == "stable"


@pytest.mark.parametrize(
    "heading", ["Performance Improvements", "性能改进", "稳定性改进", "Betamax 支持", "测试框架的改进"]
)
def test_headings_that_are_no_level(features, heading):
    assert features(f"## {heading}\n\n### 其一\n\n正文\n")["其一"].stability == "unclassified"


@pytest.mark.parametrize(
    ("heading", "level"),
    [("原型功能", "prototype"), ("Beta 版功能", "beta"), ("稳定的特性", "stable"), ("Stable Features", "stable"), ("BETA", "beta"),
     ("实验性功能", "beta"), ("Prototype features", "prototype")],
)  # fmt: skip
def test_headings_that_are_a_level(features, heading, level):
    found = features(f"## {heading}\n\n### 其一\n\n正文\n")
    assert list(found) == ["其一"]
    assert found["其一"].stability == level


def test_every_feature_knows_its_lines(features):
    found = features("- (稳定) 其零：说明\n\n## 其一（Beta）\n\n正文\n\n## 一组\n\n- **(原型) 其二**：说明\n- 说明\n")
    assert {title: f.line for title, f in found.items()} == {"其零": 5, "其一": 7, "其二": 13}
    assert found["其二"].section == ("一组",)


# --- tables ---------------------------------------------------------------------------------------


def test_cells_in_another_language_are_matched_to_headings(features):
    """By shared names, and what stays over in one level by order."""
    found = features(
        "| Stable | Beta |\n|---|---|\n| | Automatic dynamic shape support |\n| | torch.compile for NumPy |\n\n"
        "## 对torch.compile编译NumPy操作的支持（Beta）\n\n正文\n\n## 自动动态形状（Beta）\n\n正文\n"
    )
    assert len(found) == 2, list(found)
    assert {f.stability for f in found.values()} == {"beta"}


def test_a_cell_without_a_section_is_a_feature_itself(features):
    found = features("| 稳定 | 其他 |\n|---|---|\n| 独有的功能 | 杂项 |\n\n## 毫不相干\n\n正文\n")
    assert evidence(found["独有的功能"]) == ("stable", "table", "稳定")
    assert evidence(found["杂项"])[0] == "unclassified"


def test_a_table_without_levels_classifies_nothing(features):
    assert list(features("| 甲 | 乙 |\n|---|---|\n| 一 | 二 |\n\n## 其一\n\n正文\n")) == ["其一"]


def test_pairs_are_one_to_one_and_levels_agree(known):
    named = [("alpha beta gamma", "stable"), ("alpha beta", "beta"), ("毫不相干", "prototype")]
    sections = [("Alpha Beta", "beta"), ("Alpha Beta Gamma", None), ("另外的", "stable")]
    assert pair(named, sections, known) == {0: 1, 1: 0}


# --- identity -------------------------------------------------------------------------------------


def test_slugs_are_stable_and_tell_titles_apart():
    assert slug("New C++ API (beta)") == "new-cpp-api-beta"
    assert slug("新的张量") == slug("新的 张量！") == "feature-500e07"
    assert slug("新的张量 API") != slug("旧的张量 API")
    assert slug("新的张量 API").startswith("api-")
    assert slug("!!!") == "feature-e3b0c4"


def test_unknown_titles_keep_their_address(features):
    """The same title has the same id in every announcement; two of one name in one stay apart."""
    first = features("## 全新的东西\n\n正文\n")["全新的东西"].id
    release = features("## 别的\n\n正文\n\n## 全新的东西（Beta）\n\n正文\n")["全新的东西"]
    assert release.id == first
    assert not release.registered


def test_what_is_named_twice_is_announced_once(hand_in):
    """Under one id; the second heading has an id of its own all the same."""
    release, _ = hand_in(HEAD + "## 一样\n\n正文\n\n## 一 样！\n\n正文\n", "seed.md")
    assert [feature.id for feature in release.features] == [slug("一样")]
    ids = [name for _, name in release.anchors]
    assert len(set(ids)) == len(ids) == 2


def test_titles_of_one_slug_stay_apart(hand_in):
    release, _ = hand_in(HEAD + "## C++ API\n\n正文\n\n## cpp-api\n\n正文\n\n## CPP (API)\n\n正文\n", "seed.md")
    ids = [feature.id for feature in release.features]
    assert len(set(ids)) == len(ids)
    assert all(name.startswith("cpp-api") for name in ids)


def test_registered_names_in_any_spelling(features, known):
    identity = next(f for f in known.features if f.aliases)
    for name in (identity.name.zh, identity.name.en, *identity.aliases):
        (found,) = features(f"## {name}（Beta）\n\n正文\n").values()
        if found.registered:
            assert found.id == identity.id
            assert found.areas == identity.areas
            break
    else:
        pytest.fail(f"{identity.id} is recognised by none of its names")


# --- areas ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "area"),
    [
        ("分布式训练的新后端", "distributed"),
        ("移动端运行时", "mobile"),
        ("量化的新工具", "model-optimization"),
        ("C++ API 的改进", "cpp"),
    ],
)
def test_areas_by_words(known, title, area):
    assert areas_of(title, (), (), "", known.areas)[0] == area


def test_areas_by_symbol_and_section(known):
    assert areas_of("新接口", (), ("torch.distributed.rpc",), "", known.areas)[:1] == ("distributed",)
    assert "distributed" in areas_of("新接口", ("分布式训练",), (), "", known.areas)


def test_no_area_where_nothing_tells(known):
    assert areas_of("其他", (), (), "", known.areas) == ()


# --- facts ----------------------------------------------------------------------------------------


def facts_of(hand_in, text, name="seed.md"):
    release, problems = hand_in(text, name)
    assert release, [str(p) for p in problems]
    return release


@pytest.mark.parametrize(
    ("title", "version"),
    [
        ("PyTorch 1.10 发布", "1.10"), ("PyTorch1.5发布", "1.5"), ("PyTorch v2.1.0 正式发布", "2.1"), ("PyTorch 2.0.1", "2.0.1"),
        ("PyTorch 2.1.0-rc1", "2.1.0-rc1"), ("pytorch 1.6rc2 预览", "1.6-rc2"), ("新版本：PyTorch 1.11，TorchData", "1.11"),
        ("PyTorch 版本 1.13 发布", "1.13"), ("Python 3.8 与 PyTorch 1.4", "1.4"), ("PyTorch 1.5. 更新", "1.5"),
    ],
)  # fmt: skip
def test_version_in_the_title(hand_in, title, version):
    assert facts_of(hand_in, f"# {title}\n\n## 甲\n\n正文\n").version == version


def test_version_elsewhere(hand_in):
    """The original's address comes before the text; the first sentence that has one before later ones."""
    text = (
        "# 新的一版\n\n原文：https://pytorch.org/blog/pytorch-1.12-released/\n\n比 PyTorch 1.3 更好\n\n## 甲\n\n正文\n"
    )
    assert facts_of(hand_in, text).version == "1.12"
    assert facts_of(hand_in, "# 新的一版\n\nPyTorch 1.7 来了，胜过 PyTorch 1.6\n\n## 甲\n\n正文\n").version == "1.7"


DATES = [
    ("发布：2021年10月21日", date(2021, 10, 21)), ("发布: 2021 年 3 月 4 日", date(2021, 3, 4)), ("日期：2021-03-04", date(2021, 3, 4)),
    ("日期：2021/3/4", date(2021, 3, 4)), ("日期：2021.03.04", date(2021, 3, 4)), ("Date: Oct 21, 2021", date(2021, 10, 21)),
    ("Published: October 4, 2023", date(2023, 10, 4)), ("Released: Sept. 4 2023", date(2023, 9, 4)),
    ("Date: Thu, 21 Oct 2021 08:00:00 GMT", date(2021, 10, 21)), ("发布日期：2021年10月21日 星期四", date(2021, 10, 21)),
]  # fmt: skip


@pytest.mark.parametrize(("line", "day"), DATES)
def test_dates(hand_in, line, day):
    release = facts_of(hand_in, f"# PyTorch 9.9\n\n{line}\n\n## 甲\n\n正文\n")
    assert (release.date, release.date_kind) == (day, "release")


def test_front_matter_dates_the_article(hand_in):
    release = facts_of(hand_in, "---\ndate: 2021-03-04 12:00:00\n---\n\n# PyTorch 9.9\n\n## 甲\n\n正文\n")
    assert (release.date, release.date_kind) == (date(2021, 3, 4), "article")


@pytest.mark.parametrize(
    ("sentence", "commits", "contributors"),
    [
        ("由 426 名贡献者的 3400 多个提交组成", (3400, True), (426, False)),
        ("超过 1,700 次提交，近 300 位贡献者", (1700, True), (300, True)),
        ("3400+ 提交", (3400, True), None),
        ("composed of over 3,300 commits by 434 contributors", (3300, True), (434, False)),
        ("有 12 项改进", None, None),
    ],
)
def test_counts(hand_in, sentence, commits, contributors):
    release = facts_of(hand_in, f"# PyTorch 9.9\n\n{sentence}。\n\n## 甲\n\n正文\n")
    for found, wanted in ((release.commits, commits), (release.contributors, contributors)):
        assert (found and (found.value, found.approximate)) == wanted
        assert found is None or found.line == 3


@pytest.mark.parametrize(
    ("lines", "publisher"),
    [
        ("译者：[@片刻](https://x.example)\n\n翻译：https://pytorch.apachecn.org/2021/", "ApacheCN"),
        ("译者：@片刻", "ApacheCN"),
        ("翻译：https://www.oschina.net/news/1", "OSCHINA"),
        ("来源：开源中国", "OSCHINA"),
        ("来源：某某网", "某某网"),
        ("译者：某人", ""),
        ("翻译：https://pytorch.apachecn.org.evil.example/", ""),
    ],
)
def test_publisher(hand_in, lines, publisher):
    assert facts_of(hand_in, f"# PyTorch 9.9\n\n{lines}\n\n## 甲\n\n正文\n").publisher == publisher


def test_people_and_addresses(hand_in):
    release = facts_of(
        hand_in,
        "# PyTorch 9.9\n\n> 译者：[@某人](https://example.org/p)\n> 原文: <https://pytorch.org/blog/x>\n> 翻译: https://example.org/t\n\n## 甲\n\n正文\n",
    )
    assert (release.translator, release.translator_url) == ("@某人", "https://example.org/p")
    assert (release.original_url, release.translation_url) == ("https://pytorch.org/blog/x", "https://example.org/t")


# --- versions -------------------------------------------------------------------------------------


def test_versions_are_ordered_as_numbers():
    ordered = [
        "1.9",
        "1.10-a1",
        "1.10-alpha2",
        "1.10-b1",
        "1.10-beta2",
        "1.10-rc1",
        "1.10-rc2",
        "1.10-rc10",
        "1.10",
        "1.10.1",
        "1.11",
        "2.0",
        "2.0.1",
        "2.1",
        "10.0",
    ]
    assert all(version_key(a) < version_key(b) for a, b in pairwise(ordered))
    assert version_key("2.1") == version_key("2.1.0")


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99)), min_size=2, max_size=6))
def test_version_order_is_the_order_of_numbers(versions):
    assert sorted(versions) == sorted(versions, key=lambda v: version_key(".".join(map(str, v))))


@given(st.integers(0, 99), st.integers(0, 99), st.sampled_from(["a", "alpha", "b", "beta", "rc"]), st.integers(0, 99))
def test_a_pre_release_comes_before_its_release(major, minor, stage, serial):
    assert version_key(f"{major}.{minor}-{stage}{serial}") < version_key(f"{major}.{minor}")


def test_one_title_in_two_sections_is_two_features(hand_in):
    """移动 › 新功能 is not 音频 › 新功能."""
    release, _ = hand_in(
        HEAD + "## 移动\n\n### 新功能（Beta）\n\n正文\n\n## 音频\n\n### 新功能（原型）\n\n正文\n", "seed.md"
    )
    assert [feature.stability for feature in release.features] == ["beta", "prototype"]
    assert len({feature.id for feature in release.features}) == 2


@pytest.mark.parametrize(
    "heading",
    ["## 1. [Beta] 某事", "## (3) [Beta] 某事", "**1. [Beta] 某事**", "## [(Beta) 某事](https://example.org/x)"],
)
def test_a_marker_may_follow_a_number_or_open_a_link(hand_in, heading):
    release, _ = hand_in(HEAD + heading + "\n\n正文\n", "seed.md")
    assert [feature.stability for feature in release.features] == ["beta"]


def test_a_heading_that_only_states_a_level_classifies_what_is_below_it(hand_in):
    release, _ = hand_in(HEAD + "## 稳定（Stable）\n\n### 某事\n\n正文\n", "seed.md")
    assert [(f.stability, f.observation.basis) for f in release.features] == [("stable", "section")]


def test_a_list_beside_facts_is_not_lost_with_them(hand_in):
    release, _ = hand_in(HEAD + "> 译者：某人\n>\n> - 别丢了我\n\n## 某事\n\n正文\n", "seed.md")
    assert "别丢了我" in " ".join(plain(text) for block in blocks(release.document) for text, _ in runs(block))


def test_an_address_that_is_none_is_no_traceback(hand_in):
    release, _ = hand_in(
        HEAD
        + "> 译文: https://[bad/x\n\n## 某事\n\n正文 <https://[bad/x> 与 [甲](https://www.oschina.net/action/GoToLink?url=https://[)\n",
        "seed.md",
    )
    assert [feature.stability for feature in release.features] == ["unclassified"]


def test_no_feature_takes_the_id_of_the_page_s_title(hand_in):
    release, _ = hand_in(HEAD + "## Release（Beta）\n\n正文\n", "seed.md")
    assert [feature.id for feature in release.features] == ["release-2"]


def test_no_feature_takes_an_id_of_the_theme(features):
    """They begin with two underscores, as no id of ours does."""
    found = features("## __search（Beta）\n\n正文。\n\n## __drawer__toc（Beta）\n\n正文。\n")
    assert [feature.id for feature in found.values()] == ["search", "drawer-toc"]
