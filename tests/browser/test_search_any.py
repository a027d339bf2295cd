"""Search, in whatever collection: the queries are made from its published data."""

import json
import re

import pytest

from atlas.core.languages import LANGUAGES
from atlas.site.page import address as address_of
from support import queries
from support.static_server import serving

MAX_FETCHED = 150_000  # bytes


@pytest.fixture(scope="module")
def address(any_site):
    """The address at which the site is served."""
    with serving(any_site.folder) as address:
        yield address


def data(site, name):
    """Return what the site publishes of its features, releases, areas or levels."""
    return json.loads((site.folder / f"api/v1/{name}.json").read_text(encoding="utf-8"))


def entries(site, language, *kinds):
    """Return the entries of these kinds in the search file of a language."""
    text = (site.folder / address_of("", "search.json", language)).read_text(encoding="utf-8")
    return [entry for entry in json.loads(text)["entries"] if entry["kind"] in kinds]


def test_a_name_finds_what_has_it_first(dialog, any_site):
    """A name that several have finds one of them."""
    page, root, language = dialog
    named: dict[str, set[str]] = {}
    for entry in entries(any_site, language, "feature", "release", "level"):
        for name in (entry["title"], *([entry["release"]] if entry["kind"] == "release" else ())):
            named.setdefault(name, set()).add(root + entry["url"])
    answers = dict(zip(named, queries.ask_all(page, list(named)), strict=True))
    assert {name: answers[name][:3] for name, urls in named.items() if not urls & {*answers[name][:1]}} == {}


def test_an_area_is_among_the_first_two_and_terms_are_last(dialog, any_site):
    page, root, language = dialog
    areas = {entry["title"]: root + entry["url"] for entry in entries(any_site, language, "area")}
    assert areas
    for (name, url), links in zip(areas.items(), queries.ask_all(page, list(areas)), strict=True):
        assert url in links[:2], name
        assert len(links) == len(set(links)), name
        are_terms = ["glossary/#" in link for link in links]
        assert are_terms == sorted(are_terms), name


def test_a_release_is_followed_by_what_it_states(dialog, any_site):
    page, root, _ = dialog
    stated: dict[str, set[str]] = {}
    for feature in data(any_site, "features")["features"]:
        for statement in feature["statements"]:
            stated.setdefault(statement["release"], set()).add(feature["id"])
    assert stated
    for version, links in zip(stated, queries.ask_all(page, list(stated)), strict=True):
        assert links[0] == f"{root}releases/{version}/"
        assert stated[version] <= {re.split("[/#]", link.rstrip("/"))[-1] for link in links}, version


@pytest.mark.parametrize("language", LANGUAGES)
def test_results_are_in_the_language_of_the_page(any_site, language):
    texts = [entry.get("text", "") for entry in entries(any_site, language, "section", "release")]
    texts = [re.sub("#.*", "", text) for text in texts]  # comments in code are as they were
    long = [text for text in texts if len(text) > 80]
    assert long
    assert [text for text in long if bool(re.search(r"[\u3400-\u9fff]", text)) is not (language == "zh")] == []


def test_a_search_fetches_little(dialog):
    page, root, _ = dialog
    asked = []
    page.on("response", lambda r: asked.append(r) if re.search(r"search\.json|/search/|/vendor/", r.url) else None)
    page.goto(f"{root}about/")
    page.keyboard.press("/")
    queries.ask(page, "tensor")
    assert 0 < sum(int(response.headers["content-length"]) for response in asked) <= MAX_FETCHED
