"""Features across versions: what belongs together, which intervals follow, what changed, where sources disagree."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.core.versions import version_key
from atlas.history import collection
from atlas.history.compare import difference, outcomes
from atlas.history.ledger import disputed_stages
from atlas.knowledge import load
from atlas.knowledge.fields import exact
from support import rendering
from support.checkout import ROOT
from support.samples import read_release

TODAY = date(2026, 1, 1)
RANKS = {"prototype": 0, "beta": 1, "stable": 2}


@pytest.fixture
def atlas_of(tmp_path, known):
    """An atlas of invented announcements: a function of their texts by version, and of knowledge."""

    def atlas_of(texts, known=known):
        releases = []
        for version, text in texts.items():
            path = tmp_path / f"{version}.md"
            path.write_text(f"# PyTorch {version} 发布\n\n{text}", encoding="utf-8")
            release, problems = read_release(path, known)
            assert release, [str(problem) for problem in problems]
            releases.append(release)
        return collection.gather(releases, known)[0]

    return atlas_of


@pytest.fixture(scope="module")
def seeds(releases):
    """The atlas of the repository's own seeds."""
    known, problems = load.load(ROOT / "seeds" / "knowledge")
    assert known, problems
    return collection.gather(list(releases.values()), known)[0]


def stages(life):
    return [(interval.stage, interval.since, interval.exact) for interval in life.intervals]


# --- what belongs together ------------------------------------------------------------------------


def test_one_alias_and_another_are_one_feature(atlas_of):
    """Whatever an announcement calls it: the permanent id holds."""
    atlas = atlas_of(
        {"1.7": "## torch.fx（Beta）\n\n正文。\n", "1.9": "## 使用 FX 进行 Python 代码转换（稳定）\n\n正文。\n"}
    )
    (life,) = atlas.lifecycles
    assert life.id == "fx"
    assert stages(life) == [("beta", "1.7", False), ("stable", "1.9", False)]
    assert life.graduation.since == "1.9"


@pytest.mark.parametrize(
    "title", ["torch.special", "torch.special()", "`torch.special`", "torch.special 模块", "torch.special API"]
)
def test_a_title_that_is_an_api_symbol_names_its_feature(atlas_of, title):
    (life,) = atlas_of({"1.9": f"## {title}（Beta）\n\n正文。\n"}).lifecycles
    assert life.id == "torch-special"


@pytest.mark.parametrize(
    "title", ["torch.special.gamma", "更快的 torch.special", "torch.special(out=x)", "torch.specials"]
)
def test_a_title_that_holds_a_name_and_more_is_merged_with_nothing(atlas_of, title):
    (life,) = atlas_of({"1.9": f"## {title}（Beta）\n\n正文。\n"}).lifecycles
    assert life.identity is None
    assert life.id != "torch-special"


def test_what_a_title_may_mean_is_told_and_not_assumed(atlas_of):
    atlas = atlas_of({"1.9": "## 更快的 torch.special 内核（Beta）\n\n正文。\n"})
    (feature,) = atlas.releases[0].features
    assert feature.maybe == ("torch-special",)


def test_a_rename_is_a_relation_and_not_a_merge(atlas_of):
    atlas = atlas_of(
        {"1.13": "## functorch（Beta）\n\n正文。\n", "2.0": "## functorch -> torch.func（Beta）\n\n正文。\n"}
    )
    assert {life.id: [s.version for s in life.statements] for life in atlas.lifecycles} == {
        "functorch": ["1.13"],
        "torch-func": ["2.0"],
    }
    assert atlas.knowledge.identities["functorch"].relations == ({"renamed_to": "torch-func"},)


def test_unregistered_features_belong_together_by_their_exact_title_alone(atlas_of):
    atlas = atlas_of(
        {
            "1.7": "## 快速张量（原型）\n\n正文。\n\n## C++ 绑定（Beta）\n\n正文。\n",
            "1.8": "## 快速 张量（Beta）\n\n正文。\n\n## C 绑定（Beta）\n\n正文。\n\n## 快速张量核（Beta）\n\n正文。\n",
        }
    )
    assert [[s.version for s in life.statements] for life in atlas.lifecycles] == [
        ["1.7", "1.8"],
        ["1.7"],
        ["1.8"],
        ["1.8"],
    ]
    assert stages(atlas.lifecycles[0]) == [("prototype", "1.7", False), ("beta", "1.8", True)]


def test_titles_that_one_announcement_has_twice_are_not_joined(atlas_of):
    """“Other updates” under two headings are two features; in the next release, each goes on under its own heading."""
    twice = "## 移动端\n\n### 新的内核（Beta）\n\n正文。\n\n## 分布式\n\n### 新的内核（原型）\n\n正文。\n"
    atlas = atlas_of({"1.7": twice, "1.8": twice})
    assert [(len(life.statements), life.now.stage) for life in atlas.lifecycles] == [(2, "beta"), (2, "prototype")]
    assert len({life.id for life in atlas.lifecycles}) == 2


def test_every_feature_is_in_exactly_one_lifecycle(seeds):
    announced = [(r.version, f.id) for r in seeds.releases for f in r.features]
    stated = [(s.release.version, s.feature.id) for life in seeds.lifecycles for s in life.announced]
    assert sorted(announced) == sorted(stated)
    assert len({life.id for life in seeds.lifecycles}) == len(seeds.lifecycles)


@given(st.text(max_size=12))
def test_exact_titles_lose_no_letter_and_no_sign_that_tells_names_apart(title):
    """Only width, case, spaces and punctuation may differ between what is taken for the same."""
    said = unicodedata.normalize("NFKC", title).casefold()
    assert re.sub(r"[\W_]", "", exact(title)) == re.sub(r"[\W_]", "", said)
    assert exact(title).count("+") == said.count("+") or not re.search(r"\w", said)


@pytest.mark.parametrize(
    ("a", "b"), [("C 绑定", "C++ 绑定"), ("Python 2.1", "Python 21"), ("FFT#", "FFT"), ("torch.x", "torch x")]
)
def test_names_that_a_sign_tells_apart(a, b):
    assert exact(a) != exact(b)


@pytest.mark.parametrize(
    ("a", "b"), [("RPC：异步", "RPC - 异步"), ("（DDP） 图", "ddp图"), ("Ｃ＋＋", "c++"), ("甲，乙", "甲乙")]
)
def test_names_that_only_punctuation_tells_apart_are_the_same(a, b):
    assert exact(a) == exact(b)


# --- intervals ------------------------------------------------------------------------------------


def test_versions_are_ordered_as_numbers(atlas_of):
    text = "## 快速张量（{}）\n\n正文。\n"
    words = {"2.0": "稳定", "1.13": "Beta", "1.3": "原型", "1.10": "Beta", "1.7": "原型"}
    atlas = atlas_of({version: text.format(word) for version, word in words.items()})
    assert atlas.versions == ("1.3", "1.7", "1.10", "1.13", "2.0")
    assert stages(atlas.lifecycles[0]) == [
        ("prototype", "1.3", False),
        ("beta", "1.10", False),
        ("stable", "2.0", False),
    ]


def test_what_a_text_says_of_the_past_counts(atlas_of):
    (life,) = atlas_of({"1.5": "## 快速张量（稳定）\n\n快速张量在 1.4 版本中作为实验性功能推出。\n"}).lifecycles
    assert stages(life) == [("beta", "1.4", True), ("stable", "1.5", True)]
    assert (life.introduced.how, life.introduced.version) == ("in", "1.4")
    past = life.statements[0]
    assert (past.is_past, past.seen.basis, past.seen.label_raw) == (True, "prose", "实验性")


def test_a_past_without_a_version_stays_without_one(atlas_of):
    (life,) = atlas_of({"1.5": "## 快速张量（稳定）\n\n快速张量以前标记为实验性。\n"}).lifecycles
    assert stages(life) == [("beta", "", False), ("stable", "1.5", True)]
    assert (life.introduced.how, life.introduced.version) == ("before", "1.5")


def test_a_level_of_now_is_not_taken_for_that_of_the_version_named_before_it(atlas_of):
    """“First released in 1.12, it is stable”: since when, nobody says."""
    text = "## 快速张量（稳定）\n\n正文。在 PyTorch 1.12 中首次发布的快速张量功能集是稳定的。\n"
    (life,) = atlas_of({"1.13": text}).lifecycles
    assert stages(life) == [("stable", "1.13", False)]
    assert (life.introduced.how, life.introduced.version) == ("in", "1.12")


def test_a_first_sentence_that_does_not_name_the_feature_dates_nothing(atlas_of):
    text = "## 快速张量（Beta）\n\n自 PyTorch 1.5 以来，我们一直保持接口对等。\n"
    (life,) = atlas_of({"1.7": text}).lifecycles
    assert (life.introduced.how, life.introduced.version) == ("by", "1.7")


def test_a_past_that_is_told_late_turns_nothing_back(atlas_of):
    """Stable in 1.10; that it had been beta, only the announcement of 1.11 tells."""
    own = "## 快速张量（稳定）\n\n"
    (life,) = atlas_of({"1.10": f"{own}正文。\n", "1.11": f"{own}快速张量以前标记为实验性。\n"}).lifecycles
    assert stages(life) == [("beta", "", False), ("stable", "1.10", False)]
    assert life.graduation.since == "1.10"
    assert (life.introduced.how, life.introduced.version) == ("before", "1.10")


@pytest.mark.parametrize(
    "text",
    [
        "快速张量在 2.0 版本中会作为实验性功能推出。",  # the future
        "它需要 CUDA 11.3 中的实验性内核。",
        "与以前一样，快速张量不需要测试用例。",
        "在此功能之前，用户只能等待。",
        "此版本由自 1.4 以来的 900 多个提交组成，快速张量的稳定版本亦伴随发布。",
        "快速张量支持以前的版本无法支持的用法。",
    ],
)
def test_what_is_no_past_of_the_feature_is_not_taken_for_one(atlas_of, text):
    (life,) = atlas_of({"1.5": f"## 快速张量（稳定）\n\n第一句话。{text}\n"}).lifecycles
    assert not any(s.is_past for s in life.statements)


def test_a_level_that_an_announcement_leaves_out_is_the_last_one_stated(atlas_of):
    atlas = atlas_of({"1.7": "## 快速张量（Beta）\n\n正文。\n", "1.8": "## 快速张量\n\n正文。\n"})
    (life,) = atlas.lifecycles
    assert stages(life) == [("beta", "1.7", False)]
    assert life.now.last == "1.7"
    assert life.states == (("1.7", "beta"), ("1.8", "beta"))


@pytest.mark.parametrize("title", ["{} 已移除", "不再支持 {}", "移除对 {} 的支持", "{} has been removed"])
@pytest.mark.parametrize("name", ["torch.fx", "快速张量"])
def test_a_removal_ends_a_lifecycle(atlas_of, title, name):
    atlas = atlas_of({"1.7": f"## {name}（Beta）\n\n正文。\n", "1.9": f"## {title.format(name)}\n\n正文。\n"})
    (life,) = atlas.lifecycles
    assert stages(life) == [("beta", "1.7", False), ("removed", "1.9", True)]
    assert life.removed == "1.9"


@pytest.mark.parametrize("title", ["取消异步任务的 API（Beta）", "[Beta] 移除多余拷贝", "删除未使用参数的优化（Beta）"])
def test_a_feature_that_takes_something_away_is_not_gone(atlas_of, title):
    (life,) = atlas_of({"1.9": f"## {title}\n\n正文。\n"}).lifecycles
    assert stages(life) == [("beta", "1.9", False)]


def test_a_level_of_before_is_not_taken_for_that_of_now(atlas_of):
    (life,) = atlas_of({"2.1": "## torch.fx\n\n此功能此前为测试版。\n"}).lifecycles
    assert [s for s, *_ in stages(life)] == ["beta", "unclassified"]
    assert life.now.since == "2.1"


def test_what_was_not_yet_was_not(atlas_of):
    (life,) = atlas_of({"2.1": "## 快速张量（Beta）\n\n快速张量在 PyTorch 1.9 中尚未稳定。\n"}).lifecycles
    assert "stable" not in [s for s, *_ in stages(life)]


def test_a_step_of_an_earlier_version_led_to_its_end(atlas_of):
    text = "## 快速张量（稳定）\n\n快速张量在 PyTorch 1.9 中从原型升级为测试版。\n"
    (life,) = atlas_of({"2.1": text}).lifecycles
    assert stages(life) == [("beta", "1.9", False), ("stable", "2.1", False)]


@pytest.mark.parametrize(
    "text", ["It was introduced in PyTorch 1.9 as a prototype.", "It has been a prototype since PyTorch 1.9."]
)
def test_english_texts_tell_of_the_past_too(hand_in, known, text):
    release, _ = hand_in(f"# PyTorch 2.0 released\n\nOn May 1, 2023.\n\n## Fast tensors (Beta)\n\n{text}\n", "x.md")
    (life,) = collection.gather([release], known)[0].lifecycles
    assert stages(life) == [("prototype", "1.9", True), ("beta", "2.0", False)]


@pytest.mark.parametrize(
    ("earlier", "later", "exact"),
    [("2.0", "2.1", True), ("1.9", "1.10", True), ("1.9", "2.0", False), ("1.9", "1.11", False)],
)
def test_a_change_is_dated_by_neighbouring_versions(atlas_of, earlier, later, exact):
    text = "## 快速张量（{}）\n\n正文。\n"
    (life,) = atlas_of({earlier: text.format("Beta"), later: text.format("稳定")}).lifecycles
    assert stages(life)[1] == ("stable", later, exact)


def test_pages_of_features_and_others_have_addresses_of_their_own(atlas_of):
    text = "## Index（{}）\n\n正文。\n\n## Release（{}）\n\n正文。\n"
    atlas = atlas_of({"1.9": text.format("Beta", "Beta"), "1.10": text.format("稳定", "稳定")})
    assert not {"index", "all"} & {life.id for life in atlas.lifecycles}
    assert all(len(life.statements) == 2 for life in atlas.lifecycles)


@given(st.lists(st.tuples(st.integers(1, 30), st.sampled_from(["Beta", "稳定", "原型", ""])), min_size=1, max_size=12))
def test_intervals_partition_what_is_stated(known, tmp_path_factory, told):
    """Each level that is stated stands in one interval; neighbours differ; they are in the order of versions."""
    folder = tmp_path_factory.mktemp("told")
    releases = []
    for minor, word in dict(told).items():
        path = folder / f"{minor}.md"
        path.write_text(f"# PyTorch 1.{minor} 发布\n\n## 快速张量{f'（{word}）' if word else ''}\n\n正文。\n", "utf-8")
        releases.append(read_release(path, known)[0])
    (life,) = collection.gather(releases, known)[0].lifecycles
    found = [s.version for interval in life.intervals for s in interval.statements]
    assert found == sorted(found, key=version_key)
    assert all(a.stage != b.stage for a, b in zip(life.intervals, life.intervals[1:], strict=False))
    levelled = {s.version for s in life.statements if s.seen.stage != life.default}
    assert levelled <= set(found)
    for version, stage in life.states:
        assert life.as_of(version) == stage
    published = outcomes(life, RANKS)
    for earlier, later in combinations([f"1.{minor}" for minor in range(32)], 2):
        known_before, known = life.states_until(earlier), life.states_until(later)
        change = difference(life, earlier, later, RANKS)
        assert published[known_before][known - known_before] == (change and change.kind)


# --- differences ----------------------------------------------------------------------------------


def test_what_changed_between_two_versions(atlas_of):
    atlas = atlas_of(
        {
            "1.6": "## 甲张量（Beta）\n\n正文。\n\n## 乙张量（稳定）\n\n正文。\n\n## 丙张量（稳定）\n\n正文。\n\n## 丁张量（原型）\n\n正文。\n",
            "1.7": "## 甲张量（稳定）\n\n正文。\n\n## 乙张量（Beta）\n\n正文。\n\n## 丁张量（原型）\n\n正文。\n\n## 戊张量（原型）\n\n正文。\n\n## 己张量（稳定）\n\n己张量以前标记为实验性。\n",
        }
    )
    found = atlas.changes("1.6", "1.7")
    assert {d.lifecycle.newest.feature.said: kind for kind, changes in found.items() for d in changes} == {
        "甲张量": "promoted",
        "乙张量": "changed",
        "丙张量": "unmentioned",
        "丁张量": "still",
        "戊张量": "new",
        "己张量": "promoted",
    }
    assert atlas.changes("1.0", "1.5") == {}


def test_the_standing_as_of_a_version_is_that_of_every_feature(seeds):
    for version in seeds.versions:
        told = [life.as_of(version) for life in seeds.lifecycles if life.as_of(version)]
        counted = {stage: n for (area, stage), n in seeds.standing[version].items() if not area}
        assert counted == {stage: told.count(stage) for stage in set(told)}


# --- disagreements --------------------------------------------------------------------------------


def test_two_sources_that_disagree_both_stand(atlas_of):
    atlas = atlas_of(
        {
            "1.7": "## 快速张量（Beta）\n\n正文。\n",
            "1.8": "## 快速张量（稳定）\n\n自 PyTorch 1.7 以来，快速张量一直作为原型功能提供。\n",
        }
    )
    (dispute,) = disputed_stages(atlas.lifecycles)
    assert dispute.version == "1.7"
    assert {s.seen.stage: s.release.version for s in dispute.statements} == {"beta": "1.7", "prototype": "1.8"}
    assert stages(atlas.lifecycles[0])[0] == ("beta", "1.7", False), "an announcement knows its own version best"


def test_dates_of_1_11_stand_in_the_ledger(seeds):
    (dispute,) = seeds.disputed_dates
    assert dispute.release.version == "1.11"
    assert [claim.date.isoformat() for claim in dispute.claims] == ["2022-03-10", "2022-03-28"]


# --- the published site ---------------------------------------------------------------------------


def bodies(folder):
    site = rendering.build(folder, TODAY)
    assert [str(p) for p in site.problems if p.severity == "error"] == []
    return {(page.language, page.src_uri): page for page in site.pages}


def test_an_id_that_moved_leads_to_its_page(checkout):
    path = checkout / "seeds" / "knowledge" / "features.yml"
    text = path.read_text("utf-8")
    path.write_text(text.replace('- id: "fx"\n', '- id: "fx"\n  formerly: ["torch-fx"]\n'), "utf-8")
    pages = bodies(checkout)
    for language in ("zh", "en"):
        page = pages[language, "features/torch-fx.md"]
        assert page.moved_to == "../../features/fx/"
        assert 'href="../../features/fx/"' in page.content.markdown()


def test_nothing_unregistered_disappears(checkout):
    """A feature that nobody registered has its row, its lifecycle across releases, and a line on its source's page."""
    text = "# PyTorch {} 发布\n\n## 分布式训练\n\n### 极速张量（{}）\n\n正文。\n\n### 更快的 torch.special 内核（Beta）\n\n正文。\n"
    (checkout / "seeds" / "a.md").write_text(text.format("1.7", "原型"), "utf-8")
    (checkout / "seeds" / "b.md").write_text(text.format("1.8", "Beta"), "utf-8")
    pages = bodies(checkout)
    explorer = pages["zh", "features/index.md"].content.markdown()
    own = re.search(r'<a href="(\S+?)/">极速张量', explorer)
    assert own, "no row"
    assert "1.7 的公告" in pages["zh", f"features/{own[1]}.md"].content.markdown()
    report = pages["zh", "sources/a.md"].content.markdown()
    assert "{#unregistered}" in report
    assert re.search(r"极速张量.*<code>", report)
    words = re.sub(r"<[^>]+>", "", report)
    assert re.search(r"更快的 torch\.special 内核.*可能是.*torch-special", words), "what may be registered is told"
