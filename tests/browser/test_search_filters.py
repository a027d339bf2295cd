"""Search by level, notice and release, in the collection of the tests."""

import json
import re

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
        expect(page.locator("dialog ol > li > a .stability[data-state=deprecated]", has_text=name)).to_have_count(
            len(deprecated)
        )


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


def test_what_a_release_states_is_shown_with_its_level_there_the_newest_features_first(dialog, features):
    page, _, language = dialog
    first_named = {feature["id"]: version_key(feature["statements"][0]["release"]) for feature in features}
    ids = [link.rstrip("/").rpartition("/")[2] for link in queries.ask(page, "1.0 beta")]
    assert len(ids) > 1
    assert [first_named[id_] for id_ in ids] == sorted(map(first_named.get, ids), reverse=True)
    wanted = [re.compile(rf"{'测试版' if language == 'zh' else 'Beta'} 1\.0\b")] * len(ids)
    expect(page.locator("dialog ol > li > a > .atlas-search-kind")).to_have_text(wanted)


def test_a_level_is_followed_by_its_features_the_newest_first(dialog, features):
    page, root, _ = dialog
    since = {f"{root}features/{feature['id']}/": version_key(feature["since"]) for feature in features}
    page_of_level, *links = queries.ask(page, "stable")
    assert page_of_level == f"{root}stability/stable/"
    assert len(links) > 2
    assert [since[link] for link in links] == sorted(map(since.get, links), reverse=True)


MADE_UP = {
    "kinds": {"feature": "Feature"},
    "states": {"stable": {"symbol": "●", "name": "Stable"}, "beta": {"symbol": "◆", "name": "Beta"}},
    "areas": {"tools": {"name": "Tools"}, "export": {"name": "Export"}},
    "versions": ["1.9", "1.10"],
    "synonyms": [],
    "omitted": [],
    "general": [],
    "traditional": ["", ""],
    "filters": [["stable", "state", "stable"], ["export", "area", "export"], ["1.9", "release", "1.9"]],
    "entries": [
        {
            "url": f"features/{id_}/",
            "kind": "feature",
            "feature": id_,
            "title": title,
            "state": state,
            "release": "1.9",
            "areas": areas,
            "stated_by_release": dict.fromkeys(versions, state),
        }
        for id_, title, state, areas, versions in (
            ("side", "Side", "stable", ["tools", "export"], ["1.9"]),
            ("own", "Own", "stable", ["export"], ["1.9"]),
            ("torch-export", "torch.export", "beta", ["export", "tools"], ["1.9", "1.10"]),
            ("f-linear", "F.linear / e.g. 2.1 of PyTorch.org", "beta", ["tools"], ["1.9"]),
        )
    ],
}


@pytest.fixture
def made_up(open_page, address):
    """A page whose search is in MADE_UP."""
    page = open_page(None)
    page.route("**/search.json", lambda route: route.fulfill(json=MADE_UP))
    page.goto(f"{address}en/about/")
    page.keyboard.press("/")
    return page


def test_a_feature_that_the_word_for_an_area_names_leads_those_with_the_level(made_up, address):
    """Those of which the area is the main one come first, and the others are what is counted."""
    answers = [link.removeprefix(f"{address}en/features/") for link in queries.ask(made_up, "export stable")]
    assert answers == ["torch-export/", "own/", "side/"]
    expect(status(made_up)).to_have_text("Export, Stable: 2 results")


def test_a_feature_without_a_text_shows_its_areas_and_releases(made_up):
    queries.ask(made_up, "torch.export")
    line = made_up.locator(".atlas-search-excerpt")
    expect(line).to_have_text("Export, Tools · in PyTorch 1.9, 1.10")
    queries.ask(made_up, "own")
    expect(line).to_have_text("Export")


def test_names_of_apis_are_code_in_titles(made_up):
    queries.ask(made_up, "F.linear")
    expect(made_up.locator("dialog ol > li").first.locator(".atlas-search-title code")).to_have_text(["F.linear"])
