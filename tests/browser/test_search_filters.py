"""Search by level, notice and release, in the collection of the tests."""

import json

import pytest
from playwright.sync_api import expect

from atlas.core.versions import version_key
from support import queries


@pytest.fixture(scope="module")
def features(site):
    """The published data of the features."""
    return json.loads((site.folder / "api/v1/features.json").read_text(encoding="utf-8"))["features"]


def status(page):
    return page.locator("dialog [role=status]")


def test_a_level_in_a_release_is_what_the_release_states(dialog, features):
    """Not what a feature has from before; two releases are answered by their comparison."""
    page, root, language = dialog
    stable = {
        f"{root}features/{feature['id']}/": [
            statement["release"] for statement in feature["statements"] if statement["level"] == "stable"
        ]
        for feature in features
    }
    for version in ("1.2", "2.0"):
        answers = queries.ask(page, f"{version} stable")
        assert answers
        assert set(answers) == {path for path, versions in stable.items() if version in versions}
        expect(status(page)).to_contain_text(f"PyTorch {version}{'、稳定版：' if language == 'zh' else ', Stable:'}")
    assert queries.ask(page, "stable 1.2 2.0") == [f"{root}compare/?from=1.2&to=2.0&level=stable"]


def test_a_notice_is_a_filter_and_results_show_their_notices(dialog, features):
    page, root, language = dialog
    deprecated = {
        f"{root}features/{feature['id']}/"
        for feature in features
        if "deprecated" in {statement["notice"] for statement in feature["statements"]}
        and feature["level"] != "removed"
    }
    assert deprecated
    last_named = {f"{root}features/{feature['id']}/": feature["statements"][-1]["release"] for feature in features}
    for word in ("deprecated", "弃用"):
        answers = queries.ask(page, word)
        assert {*answers} == deprecated
        assert answers == sorted(answers, key=lambda path: version_key(last_named[path]), reverse=True)
        name = {"zh": "已弃用", "en": "Deprecated"}[language]
        expect(status(page)).to_contain_text(name)
        expect(page.locator("dialog ol > li > a .notice-mark", has_text=name)).to_have_count(len(deprecated))


def test_a_release_that_states_no_feature_of_a_level_is_the_answer(dialog):
    page, root, language = dialog
    assert queries.ask(page, "stable 0.9") == [f"{root}releases/0.9/"]
    expect(status(page)).to_have_text(
        {"zh": "PyTorch 0.9 没有把任何功能列为“稳定版”", "en": "PyTorch 0.9 states no feature as “Stable”"}[language]
    )


def test_the_releases_with_a_full_text_are_found_newest_first(dialog, site):
    page, root, _ = dialog
    releases = json.loads((site.folder / "api/v1/releases.json").read_text(encoding="utf-8"))["releases"]
    for word in ("full text", "全文"):
        assert queries.ask(page, word) == [f"{root}{each['path']}" for each in releases if each["announcement"]]
