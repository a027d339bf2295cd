"""Features across releases: identity, intervals, changes, and disagreements between sources."""

import re
import unicodedata
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.core.text import to_simplified
from atlas.core.versions import version_key
from atlas.history.collection import gather
from atlas.history.compare import difference, outcomes
from atlas.history.disputes import disputed_stages
from atlas.knowledge.fields import name_key
from support import checkout, rendering
from support.cases import cases
from support.samples import read_release


@pytest.fixture
def collect(tmp_path, known):
    """Collect invented announcements: a function of their texts by version, and of knowledge."""

    def collect(texts, known=known):
        releases = []
        for version, text in texts.items():
            path = tmp_path / f"{version}.md"
            path.write_text(f"# PyTorch {version} 发布\n\n{text}", encoding="utf-8")
            release, problems = read_release(path, known)
            assert release, [str(problem) for problem in problems]
            releases.append(release)
        return gather(releases, known)[0]

    return collect


def stages(life):
    return [(interval.stage, interval.since, interval.exact) for interval in life.intervals]


HISTORIES = [
    pytest.param(case["announcements"], case["lifecycles"], id=f"{group['title']} {number}")
    for group in cases("histories")
    for number, case in enumerate(group["cases"], 1)
]


@pytest.mark.parametrize(("texts", "expected"), HISTORIES)
def test_histories(read_seed, known, texts, expected):
    releases = [read_seed(text, f"{number}.md")[0] for number, text in enumerate(texts)]
    lives = gather(releases, known)[0].lifecycles
    found = [summary(life) for life in lives]
    assert [{name: life[name] for name in case} for life, case in zip(found, expected, strict=True)] == expected


def summary(life):
    return {
        "id": life.id,
        "registered": life.identity is not None,
        "stages": [list(stage) for stage in stages(life)],
        "introduced": [life.introduced.how, life.introduced.version],
        "graduated": life.graduation and life.graduation.since,
        "removed": life.removed,
        "versions": [each.version for each in life.statements],
        "past": [[each.version, each.seen.basis, each.seen.label_raw] for each in life.statements if each.is_past],
        "states": [list(state) for state in life.states],
        "last": life.now.last,
    }


# --- identity -------------------------------------------------------------------------------------


def test_possible_meanings_of_a_title_are_listed_but_not_assumed(collect):
    collection = collect({"1.9": "## 更快的 torch.special 内核（Beta）\n\n正文。\n"})
    (feature,) = collection.releases[0].features
    assert feature.possible_ids == ("torch-special",)


def test_a_feature_keeps_its_history_where_an_announcement_renames_it(collect):
    collection = collect(
        {"1.13": "## functorch（Beta）\n\n正文。\n", "2.0": "## functorch -> torch.func（Beta）\n\n正文。\n"}
    )
    assert {life.id: [s.version for s in life.announced] for life in collection.lifecycles} == {
        "functorch": ["1.13", "2.0"],
    }


def test_every_feature_is_in_exactly_one_lifecycle(collection):
    announced = [(r.version, f.id) for r in collection.releases for f in r.features]
    stated = [(s.release.version, s.feature.id) for life in collection.lifecycles for s in life.announced]
    assert sorted(announced) == sorted(stated)
    assert len({life.id for life in collection.lifecycles}) == len(collection.lifecycles)


@given(st.text(max_size=12))
def test_exact_titles_keep_letters_and_distinguishing_signs(title):
    """Titles taken for the same may differ only in width, case, script, spaces and punctuation."""
    expected = unicodedata.normalize("NFKC", to_simplified(title)).casefold()
    assert re.sub(r"[\W_]", "", name_key(title)) == re.sub(r"[\W_]", "", expected)
    assert name_key(title).count("+") == expected.count("+") or not re.search(r"\w", expected)


@pytest.mark.parametrize(
    ("a", "b"), [("C 绑定", "C++ 绑定"), ("Python 2.1", "Python 21"), ("FFT#", "FFT"), ("torch.x", "torch x")]
)
def test_signs_distinguish_names(a, b):
    assert name_key(a) != name_key(b)


@pytest.mark.parametrize(
    ("a", "b"), [("RPC：异步", "RPC - 异步"), ("（DDP） 图", "ddp图"), ("Ｃ＋＋", "c++"), ("甲，乙", "甲乙")]
)
def test_punctuation_does_not_distinguish_names(a, b):
    assert name_key(a) == name_key(b)


def test_pages_of_features_and_others_have_addresses_of_their_own(collect):
    text = "## Index（{}）\n\n正文。\n\n## Release（{}）\n\n正文。\n"
    collection = collect({"1.9": text.format("Beta", "Beta"), "1.10": text.format("稳定", "稳定")})
    assert not {"index", "all"} & {life.id for life in collection.lifecycles}
    assert all(len(life.statements) == 2 for life in collection.lifecycles)


@given(st.lists(st.tuples(st.integers(1, 12), st.sampled_from(["Beta", "稳定", "原型", ""])), min_size=1, max_size=12))
def test_intervals_partition_what_is_stated(known, tmp_path_factory, stated):
    """Every stated level is in one interval; adjacent intervals differ and are in version order."""
    folder, stability = tmp_path_factory.mktemp("stated"), known.stability
    releases = []
    for minor, word in dict(stated).items():
        path = folder / f"{minor}.md"
        path.write_text(f"# PyTorch 1.{minor} 发布\n\n## 快速张量{f'（{word}）' if word else ''}\n\n正文。\n", "utf-8")
        releases.append(read_release(path, known)[0])
    (life,) = gather(releases, known)[0].lifecycles
    found = [s.version for interval in life.intervals for s in interval.statements]
    assert found == sorted(found, key=version_key)
    assert all(a.stage != b.stage for a, b in zip(life.intervals, life.intervals[1:], strict=False))
    levelled = {s.version for s in life.statements if s.seen.stage != life.default}
    assert levelled <= set(found)
    for version, stage in life.states:
        assert life.as_of(version) == stage
    published = outcomes(life, stability)
    for earlier, later in combinations([f"1.{minor}" for minor in range(14)], 2):
        before, after = life.states_until(earlier), life.states_until(later)
        change = difference(life, earlier, later, stability)
        assert published[before][after - before] == (change and change.kind)


# --- differences ----------------------------------------------------------------------------------


def test_what_changed_between_two_versions(collect):
    collection = collect(
        {
            "1.6": "## 甲张量（Beta）\n\n正文。\n\n## 乙张量（稳定）\n\n正文。\n\n## 丙张量（稳定）\n\n正文。\n\n## 丁张量（原型）\n\n正文。\n",
            "1.7": "## 甲张量（稳定）\n\n正文。\n\n## 乙张量（Beta）\n\n正文。\n\n## 丁张量（原型）\n\n正文。\n\n## 戊张量（原型）\n\n正文。\n\n## 己张量（稳定）\n\n己张量以前标记为实验性。\n",
        }
    )
    found = collection.changes("1.6", "1.7")
    assert {d.lifecycle.newest.feature.source_title: kind for kind, changes in found.items() for d in changes} == {
        "甲张量": "promoted",
        "乙张量": "changed",
        "丙张量": "unmentioned",
        "丁张量": "still",
        "戊张量": "new",
        "己张量": "promoted",
    }
    assert collection.changes("1.0", "1.5") == {}


# --- disagreements --------------------------------------------------------------------------------


def test_two_sources_that_disagree_both_stand(collect):
    collection = collect(
        {
            "1.7": "## 快速张量（Beta）\n\n正文。\n",
            "1.8": "## 快速张量（稳定）\n\n自 PyTorch 1.7 以来，快速张量一直作为原型功能提供。\n",
        }
    )
    (dispute,) = disputed_stages(collection.lifecycles)
    assert dispute.version == "1.7"
    assert {s.seen.stage: s.release.version for s in dispute.statements} == {"beta": "1.7", "prototype": "1.8"}
    assert stages(collection.lifecycles[0])[0] == ("beta", "1.7", False), "an announcement knows its own version best"


def test_all_dates_of_1_11_are_listed(collection):
    (dispute,) = collection.disputed_dates
    assert dispute.release.version == "1.11"
    assert [claim.date.isoformat() for claim in dispute.claims] == ["2022-03-10", "2022-02-10", "2022-03-28"]


# --- the published site ---------------------------------------------------------------------------


def test_nothing_unregistered_disappears(tmp_path):
    """An unregistered feature has a row, a lifecycle across releases, and a line on its source's page."""
    text = "# PyTorch {} 发布\n\n## 分布式训练\n\n### 极速张量（{}）\n\n正文。\n\n### 更快的 torch.special 内核（Beta）\n\n正文。\n"
    folder = checkout.minimal_copy(tmp_path, {"a.md": text.format("1.7", "原型"), "b.md": text.format("1.8", "Beta")})
    pages = {(page.language, page.src_uri): page for page in rendering.build(folder).pages}
    explorer = pages["zh", "features/index.md"].content.markdown()
    own = re.search(r'<a href="(\S+?)/">极速张量', explorer)
    assert own, "no row"
    assert 'href="../../releases/1.7/#' in pages["zh", f"features/{own[1]}.md"].content.markdown()
    report = pages["zh", "sources/a.md"].content.markdown()
    assert "{#unregistered}" in report
    assert re.search(r"极速张量.*<code>", report)
    words = re.sub(r"<[^>]+>", "", report)
    assert re.search(r"更快的 torch\.special 内核.*可能是.*torch-special", words), "what may be registered is told"
