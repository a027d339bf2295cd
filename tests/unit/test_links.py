"""Addresses of links and their kinds; cases of a feature's own links are in ``cases/histories.yml``."""

import pytest

from atlas.history.feature_links import FeatureLink, kind_of
from support.cases import cases

CASES = cases("links")


@pytest.mark.parametrize(("url", "kind"), CASES["kinds"])
def test_kinds(knowledge, url, kind):
    assert kind_of(url, knowledge.link_kinds).id == kind


@pytest.mark.parametrize(("url", "address"), CASES["addresses"])
def test_addresses_are_compared_without_what_makes_no_difference(knowledge, url, address):
    assert FeatureLink(knowledge.link_kinds[-1], url, "9.9").address == address
