"""Ids of features, their areas, and the order of versions."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.core.versions import version_key
from atlas.extract.areas import areas_of
from atlas.extract.features import slug
from support.cases import cases

CASES = cases("wording")


def test_slugs_are_stable_and_distinguish_titles():
    assert slug("New C++ API (beta)") == "new-cpp-api-beta"
    assert slug("新的张量") == slug("新的 张量！") == "feature-500e07"
    assert slug("新的张量 API") != slug("旧的张量 API")
    assert slug("新的张量 API").startswith("api-")
    assert slug("!!!") == "feature-e3b0c4"


@pytest.mark.parametrize(
    ("name", "feature"),
    [
        ("Prism compilers", "prism-compiler"),
        ("cube tensor", "cube-tensors"),
        ("Cubes tensors", None),
        ("魔方张量s", None),
    ],
)
def test_a_name_is_found_in_singular_and_plural(knowledge, name, feature):
    found = knowledge.feature_by_name(name)
    assert (found and found.id) == feature


@pytest.mark.parametrize(("title", "area"), CASES["areas"])
def test_areas_by_words(knowledge, title, area):
    assert areas_of(title, (), (), "", knowledge.areas)[0] == area


def test_areas_by_symbol_and_section_and_none_without_evidence(knowledge):
    assert areas_of("新接口", (), ("torch.distributed.rpc",), "", knowledge.areas)[:1] == ("distributed",)
    assert "distributed" in areas_of("新接口", ("分布式训练",), (), "", knowledge.areas)
    assert areas_of("其他", (), (), "", knowledge.areas) == ()


def test_versions_are_ordered_as_numbers():
    ordered = "1.9 1.10-a1 1.10-alpha2 1.10-b1 1.10-beta2 1.10-rc1 1.10-rc2 1.10-rc10 1.10 1.10.1 1.11 2.0 2.0.1 2.1 10.0".split()
    assert all(version_key(a) < version_key(b) for a, b in pairwise(ordered))
    assert version_key("2.1") == version_key("2.1.0")


NUMBERS = st.integers(0, 99)


@given(st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS, st.sampled_from(["-a", "-b", "-rc", "~"]), NUMBERS), min_size=2))
def test_versions_are_ordered_by_numbers_and_pre_releases_come_first(versions):
    def key(version):
        major, minor, micro, stage, serial = version
        return version_key(f"{major}.{minor}.{micro}" + (f"{stage}{serial}" if stage != "~" else ""))

    releases = [(*numbers, stage, serial if stage != "~" else 0) for *numbers, stage, serial in versions]
    assert sorted(releases) == sorted(releases, key=key)
