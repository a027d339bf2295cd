"""Numbers come from one place: those of all pages and data files about levels and changes agree."""

import csv
import io
import json
import re
from collections import Counter
from functools import cache
from itertools import groupby
from operator import itemgetter

import pytest
from bs4 import BeautifulSoup

from atlas.site.kinds.compare import ComparedFeature

LANGUAGES = ["", "en/"]


@cache
def parsed(path):
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


def page(site, path):
    return parsed(site.folder / path / "index.html")


def data(site, name):
    return json.loads((site.folder / "api/v1" / name).read_text(encoding="utf-8"))


def compared(site, path="compare"):
    """What the comparison's script knows: the versions to choose from, and the features."""
    compare = page(site, path)
    features = json.loads(compare.select("main script")[0].text)
    return [option.text for option in compare.select("[name=from] option")], [ComparedFeature(*one) for one in features]


def number(element):
    return int(re.search(r"\d+", element.get_text())[0])


@pytest.fixture
def features(any_site):
    """The published features by id."""
    return {feature["id"]: feature for feature in data(any_site, "features.json")["features"]}


def level_of(feature):
    """Return a feature's level, from the statements alone: the first one of the last release that states one counts.

    A release that names a removed feature without a level brings it back without one.
    """
    level = "unclassified"
    for _, of_release in groupby(feature["statements"], key=itemgetter("release")):
        stated = [statement["level"] for statement in of_release if statement["level"]]
        level = stated[0] if stated else level.replace("removed", "unclassified")
    assert (feature["level"] or "unclassified") == level, feature["id"]
    return level


def state_of(feature):
    """Return what a feature is counted for: its level, else the first notice."""
    level = level_of(feature)
    notices = [statement["notice"] for statement in feature["statements"] if statement["notice"]]
    return notices[0] if level == "unclassified" and notices else level


@pytest.fixture
def states(features):
    """How many features are counted for which state."""
    return Counter(map(state_of, features.values()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_home_page_counts_features_and_promotions(any_site, features, language):
    home = page(any_site, language)
    assert number(home.select(".scope")[0]) == len(features)
    assert len(home.select(".promotions > li")) == number(home.select("#promoted .tally")[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_their_pages_and_the_table_agree(any_site, states, features, language):
    table = page(any_site, f"{language}features").select(".features tbody tr:not(.group)")
    assert {re.split("[/#]", row.find("a").get("href").strip("/"))[-1] for row in table} == set(features)
    assert Counter(row.select("td [data-state]")[0].get("data-state") for row in table) == states
    rows = page(any_site, f"{language}stability").select(".level-rows > div")
    assert {row.get("id"): number(row.select(".level-count a")[0]) for row in rows} == {
        row.get("id"): states[row.get("id")] for row in rows
    }
    assert {row.get("id") for row in rows} >= states.keys() - {"unclassified", "removed", "deprecated"}
    for row in rows:
        counts = page(any_site, f"{language}stability/{row.get('id')}").select("#now .tally")
        assert list(map(number, counts)) == [states[row.get("id")]] * bool(states[row.get("id")])


@pytest.mark.parametrize("language", LANGUAGES)
def test_areas_and_their_pages_agree(any_site, features, language):
    expected = Counter(area for feature in features.values() for area in feature["areas"])
    listed = page(any_site, f"{language}areas").select(".area-levels tbody tr")
    assert len(listed) == len(expected)
    for row in listed:
        area = row.find("a").get("href").strip("/")
        counts = Counter({cell.get("data-state"): number(cell) for cell in row.select("td[data-state]")})
        assert counts == Counter(state_of(feature) for feature in features.values() if area in feature["areas"])
        assert number(row.find_all("td")[-1]) == expected[area]
        rows = page(any_site, f"{language}areas/{area}").select(".features tbody tr:not(.group)")
        assert len(rows) == expected[area]
        groups = page(any_site, f"{language}areas/{area}").select(".group .tally")
        assert sum(map(number, groups)) == expected[area]


def test_releases_their_pages_the_chart_and_the_spreadsheet_agree(any_site, features):
    named = {release["version"]: release for release in data(any_site, "releases.json")["releases"]}
    text = (any_site.folder / "api/v1/features.csv").read_text(encoding="utf-8-sig")
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(text))}
    assert set(rows) == set(features)
    for version, release in named.items():
        expected = {name for name, f in features.items() if any(s["release"] == version for s in f["statements"])}
        assert {entry["feature"] for entry in release["features"]} == expected
        assert {name for name, row in rows.items() if row[f"v{version}"]} == expected
        headings = page(any_site, release["path"]).select("#digest")  # none if nothing is named
        assert sum(int(one) for entry in headings for one in re.findall(r"\d+", entry.get_text())) == len(expected)
        by_level = page(any_site, release["path"]).select(".digest h3 > .tally")
        assert sum(map(number, by_level)) == len(expected)
        stated = Counter(entry["level"] for entry in release["features"])
        assert release["counts"] == {level: count for level, count in stated.items() if level and count}
    chart = page(any_site, "")
    for area in chart.select(".matrix tbody tr"):
        name = area.th.a.get("href").strip("/").rpartition("/")[2]
        in_area = {feature: entry for feature, entry in features.items() if entry["areas"][:1] == [name]}
        marks = len(area.select("td a"))
        assert marks == sum(
            len({statement["release"] for statement in entry["statements"]}) for entry in in_area.values()
        )
    removed = {version: release["counts"].get("removed", 0) for version, release in named.items()}
    announced = {version: len(release["features"]) - removed[version] for version, release in named.items()}
    bars = {next(bar.strings): bar for bar in chart.select(".release-bars a")}
    assert {version: shown_count(bar.select(".extent")[0]) for version, bar in bars.items()} == announced
    rows = page(any_site, "releases").select("table.releases tbody tr")
    assert {row.th.a.get_text(): shown_count(row.select(".number")[0]) for row in rows} == announced


def shown_count(element):
    """Return the number with which an element's text begins; that of a release that could not be read is a dash."""
    text = element.get_text().strip()
    return 0 if text.startswith("–") else int(re.match(r"\d+", text)[0])


def id_of(feature):
    """Return the id of a feature of the comparison, with which the address of its place ends."""
    return re.split("[/#]", feature.path.strip("/"))[-1]


def unnamed(feature):
    """Return a feature of the comparison without names and quotes, as each page has those of its language."""
    related = [(kind, path) for kind, _, path in feature.related]
    turns = [turn[:3] for turn in feature.turns]
    gained = {kind: version for kind, (version, *_) in feature.gained.items()}
    return feature._replace(name=[], foreign_lang="", turns=turns, gained=gained, related=related)


def test_the_comparison_and_the_data_agree(any_site, features):
    versions, compared_features = compared(any_site)
    assert versions == [release["version"] for release in data(any_site, "releases.json")["releases"]]
    assert list(map(id_of, compared_features)) == list(features)
    for entry in compared_features:
        feature = features[id_of(entry)]
        version, state, *since = entry.turns[-1]
        assert [since[0] if since else version, state] == [feature["since"], state_of(feature)]
    _, other = compared(any_site, "en/compare")
    assert list(map(unnamed, other)) == list(map(unnamed, compared_features))
    names = {id_of(entry): "".join(entry.name) for entry in other if not entry.foreign_lang}
    assert names == {name: features[name]["name"]["en"] for name in names}
