"""Ids of features, their areas, and the order of versions."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.core.versions import version_key
from atlas.extract.areas import areas_of
from atlas.extract.features import slug
from support.cases import cases
from support.samples import HEAD

CASES = cases("wording")
# --- identity -------------------------------------------------------------------------------------


def test_slugs_are_stable_and_distinguish_titles():
    assert slug("New C++ API (beta)") == "new-cpp-api-beta"
    assert slug("新的张量") == slug("新的 张量！") == "feature-500e07"
    assert slug("新的张量 API") != slug("旧的张量 API")
    assert slug("新的张量 API").startswith("api-")
    assert slug("!!!") == "feature-e3b0c4"


def test_unknown_titles_keep_their_address(features):
    """The same title gets the same id in every announcement."""
    first = features("## 全新的东西\n\n正文\n")["全新的东西"].id
    release = features("## 别的\n\n正文\n\n## 全新的东西（Beta）\n\n正文\n")["全新的东西"]
    assert release.id == first
    assert not release.identity


def test_a_feature_named_twice_is_announced_once(read_seed):
    """A repeated title is one feature with one id, but the second heading has an HTML id of its own."""
    release, _ = read_seed(HEAD + "## 一样\n\n正文\n\n## 一 样！\n\n正文\n", "seed.md")
    assert [feature.id for feature in release.features] == [slug("一样")]
    ids = [name for _, name in release.anchors]
    assert len(set(ids)) == len(ids) == 2


def test_titles_of_one_slug_stay_apart(read_seed):
    release, _ = read_seed(HEAD + "## C++ API\n\n正文\n\n## cpp-api\n\n正文\n\n## CPP (API)\n\n正文\n", "seed.md")
    ids = [feature.id for feature in release.features]
    assert len(set(ids)) == len(ids)
    assert all(name.startswith("cpp-api") for name in ids)


def test_registered_names_in_any_spelling(features, known):
    identity = next(f for f in known.features if f.aliases)
    for name in (identity.name.zh, identity.name.en, *identity.aliases):
        (found,) = features(f"## {name}（Beta）\n\n正文\n").values()
        if found.identity:
            assert found.id == identity.id
            assert found.areas == identity.areas
            break
    else:
        pytest.fail(f"{identity.id} is recognised by none of its names")


def test_one_title_in_two_sections_is_two_features(read_seed):
    """移动 › 新功能 (mobile › new features) is not 音频 › 新功能 (audio › new features)."""
    release, _ = read_seed(
        HEAD + "## 移动\n\n### 新功能（Beta）\n\n正文\n\n## 音频\n\n### 新功能（原型）\n\n正文\n", "seed.md"
    )
    assert [feature.observation.stage for feature in release.features] == ["beta", "prototype"]
    assert len({feature.id for feature in release.features}) == 2


def test_no_feature_takes_the_id_of_the_page_s_title(read_seed):
    release, _ = read_seed(HEAD + "## Release（Beta）\n\n正文\n", "seed.md")
    assert [feature.id for feature in release.features] == ["release-2"]


def test_no_feature_takes_an_id_of_the_theme(features):
    """The theme's ids begin with two underscores, which none of the site's own do."""
    found = features("## __search（Beta）\n\n正文。\n\n## __drawer__toc（Beta）\n\n正文。\n")
    assert [feature.id for feature in found.values()] == ["search", "drawer-toc"]


# --- areas ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("title", "area"), CASES["areas"])
def test_areas_by_words(known, title, area):
    assert areas_of(title, (), (), "", known.areas)[0] == area


def test_areas_by_symbol_and_section(known):
    assert areas_of("新接口", (), ("torch.distributed.rpc",), "", known.areas)[:1] == ("distributed",)
    assert "distributed" in areas_of("新接口", ("分布式训练",), (), "", known.areas)


def test_no_area_without_evidence(known):
    assert areas_of("其他", (), (), "", known.areas) == ()


# --- versions -------------------------------------------------------------------------------------


def test_versions_are_ordered_as_numbers():
    ordered = "1.9 1.10-a1 1.10-alpha2 1.10-b1 1.10-beta2 1.10-rc1 1.10-rc2 1.10-rc10 1.10 1.10.1 1.11 2.0 2.0.1 2.1 10.0".split()
    assert all(version_key(a) < version_key(b) for a, b in pairwise(ordered))
    assert version_key("2.1") == version_key("2.1.0")


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99)), min_size=2, max_size=6))
def test_version_order_is_the_order_of_numbers(versions):
    assert sorted(versions) == sorted(versions, key=lambda v: version_key(".".join(map(str, v))))


@given(st.integers(0, 99), st.integers(0, 99), st.sampled_from(["a", "alpha", "b", "beta", "rc"]), st.integers(0, 99))
def test_a_pre_release_comes_before_its_release(major, minor, stage, serial):
    assert version_key(f"{major}.{minor}-{stage}{serial}") < version_key(f"{major}.{minor}")
