"""The answer to “which level, and since when?” on pages, in data, on badges and in feeds."""

import csv
import json
import re
from collections import Counter
from itertools import pairwise
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import pytest
from bs4 import BeautifulSoup

from atlas.history.collection import collection_of
from atlas.history.lifecycle import Step
from atlas.history.statements import AnnouncementPassage
from atlas.knowledge.stability import REMOVED
from atlas.site.exports.badges import MAX_NAME_LENGTH, badge, has_badge
from atlas.site.exports.feeds import level_changes
from atlas.site.kinds.feature import MAX_RELATED, FeaturePage
from atlas.site.parts.evidence import shown_evidence
from atlas.site.parts.shown_statements import shown_statements
from atlas.site.view import View
from atlas.site.words.locale import Locale
from support import rendering
from support.checkout import COLLECTION, ROOT
from support.colors import contrast
from support.samples import knowledge_of
from support.sites import BASE, exported

A = "{http://www.w3.org/2005/Atom}"
SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 1_500  # bytes per badge


@pytest.fixture(scope="module")
def english(collection):
    return Locale(collection.knowledge, ROOT / "templates", "en")


def data(published, name):
    return json.loads(published[f"api/v1/features/{name}.json"])


def badge_texts(svg):
    """Return the full and the short text of a badge."""
    root = ET.fromstring(svg)
    assert (root.tag, root.get("role")) == (f"{SVG}svg", "img")
    return root.findtext(f"{SVG}title"), root.findtext(f"{SVG}text")


def feature_page(rendered, feature_id):
    """Return the page of a feature."""
    return BeautifulSoup(rendering.page(rendered, "en", f"features/{feature_id}.md").content.html, "html.parser")


def rows(published):
    text = published["api/v1/features.csv"]
    assert text.startswith("\ufeff")
    return list(csv.DictReader(text[1:].splitlines()))


def test_page_data_badge_and_table_give_the_same_answer(rendered, published, collection, english):
    table = {row["id"]: row for row in rows(published)}
    for lifecycle in collection.lifecycles:
        exported, row, now = data(published, lifecycle.id), table[lifecycle.id], lifecycle.last_step
        assert (exported["level"] or "unclassified", exported["since"]) == (now.state, now.version)
        assert (row["level"], row["since"]) == (exported["level"] or "unclassified", f"v{now.version}")
        is_disused = bool(lifecycle.stability.used_until(now.state))
        last = [each.version for each in lifecycle.statements if is_disused and each.level == now.state]
        words = english.answer(now.state, last[-1] if last else now.version)
        path = f"badge/{lifecycle.id}.svg"
        assert (path in published) == has_badge(lifecycle)
        if not lifecycle.has_page:
            continue
        full, short = badge_texts(published[path])
        assert full == f"PyTorch: {english.name_text(lifecycle)} · {words}"
        assert short.endswith(f" · {words}")
        answer = feature_page(rendered, lifecycle.id).select_one(".answer")
        level = answer.select_one(".stability")
        assert level.get("data-state") == now.state
        assert level.find(string=True, recursive=False).strip() == english.state_name(now.state)
        *label, since = (each.get_text() for each in answer.select(".level-since"))
        since = since.split(",")[0]  # without the month
        if is_disused:
            assert (label, since) == (["Last stated:"], f"PyTorch {last[-1]}")
        else:
            assert label == []
            assert since in (f"since PyTorch {now.version}", f"in PyTorch {now.version}")


def test_the_strip_of_a_feature_links_to_what_releases_state_and_claims_nothing_else(rendered, collection):
    for lifecycle in collection.all_lifecycles:
        if not lifecycle.has_page or lifecycle.is_news:
            continue
        page = feature_page(rendered, lifecycle.id)
        strip = page.select_one("ol.strip")
        versions = collection.versions
        last = lifecycle.versions[-1] if lifecycle.last_step.state == REMOVED else versions[-1]
        assert bool(strip) == (len(lifecycle.versions) > 1)
        if not strip:
            continue
        cells = [(cell.find("a"), cell.find(string=True).strip()) for cell in strip.select("li")]
        stated = [(f"#said-{version}", version) for version in lifecycle.versions]
        assert [(link["href"], version) for link, version in cells if link] == stated
        assert all(page.select_one(f'[id="{anchor.removeprefix("#")}"]') for anchor, _ in stated)
        assert [cell.get("aria-hidden") for cell in strip.select("li")] == [
            None if link else "true" for link, _ in cells
        ]
        runs = [[versions.index(end) for end in words.split("–")] for _, words in cells]
        assert runs[0][0] == versions.index(stated[0][1])
        assert runs[-1][-1] == versions.index(last)
        assert all(following[0] == run[-1] + 1 for run, following in pairwise(runs))
        assert all(one or other for (one, _), (other, _) in pairwise(cells))  # what states nothing is one cell


def test_many_parts_of_a_feature_are_summed_up_by_level_and_release(collection, english):
    view = View(collection, (english, Locale(collection.knowledge, ROOT / "templates", "zh")), "", "features/x.md")
    whole, *others = (each for each in collection.lifecycles if each.registered)

    ids = [each.id for each in others]

    def shown(count):
        """Return the parts, all of ``others``, of a feature that has ``count`` related ones with those it replaced."""
        return FeaturePage(whole, {"includes": ids, "supersedes": ids[: count - len(ids)]}).values(view).parts

    assert MAX_RELATED - len(ids) in range(len(ids))
    assert shown(MAX_RELATED) is None  # they stand beside the statements
    parts = shown(MAX_RELATED + 1)
    assert parts.count == len(others)
    assert dict(parts.state_counts) == Counter(each.last_step.state for each in others)
    named = Counter(version for each in others for version in each.versions)
    assert {cell.label: cell.count for cell in parts.cells if cell.count} == named
    assert parts.cells[0].count
    assert not any(not one.count and not other.count for one, other in pairwise(parts.cells))


def test_the_file_of_a_feature_has_all_that_the_list_has(published, collection):
    for feature in json.loads(published["api/v1/features.json"])["features"]:
        exported = data(published, feature["id"])
        assert {key: exported[key] for key in feature} == feature
        assert (exported["badge"] in published) == has_badge(collection.lifecycles_by_id[feature["id"]])


def test_former_ids_answer_too(published, collection):
    renamed = [lifecycle for lifecycle in collection.all_lifecycles if lifecycle.former_ids]
    assert renamed
    for lifecycle in renamed:
        for former in lifecycle.former_ids:
            assert data(published, former) == data(published, lifecycle.id)
            assert data(published, former)["formerly"] == list(lifecycle.former_ids)
            assert published[f"badge/{former}.svg"] == published[f"badge/{lifecycle.id}.svg"]


def test_every_feature_has_a_file_and_a_page_a_badge(published, collection):
    for folder, owners, suffix in (
        ("api/v1/features/", collection.lifecycles, "json"),
        ("badge/", [lifecycle for lifecycle in collection.lifecycles if has_badge(lifecycle)], "svg"),
    ):
        expected = {f"{folder}{name}.{suffix}" for lifecycle in owners for name in lifecycle.ids}
        assert {path for path in published if path.startswith(folder)} == expected


def test_a_badge_is_small_needs_nothing_else_and_reads_on_any_page(published):
    """The text has enough contrast with the badge's own tint."""
    for path, svg in published.items():
        if path.startswith("badge/"):
            assert len(svg.encode()) <= LARGEST
            assert not re.search(r"<(?:script|style|image|use|a)\b|href|url\(|@import|\son\w+=", svg), path
            assert {e.tag.removeprefix(SVG) for e in ET.fromstring(svg).iter()} <= {
                "svg", "title", "rect", "circle", "path", "text",
            }  # fmt: skip
            root = ET.fromstring(svg)
            assert contrast(root.find(f"{SVG}rect").get("fill"), root.get("fill")) >= 4.5, path


def test_each_level_has_a_shape_of_its_own(collection, english):
    """Levels, notices and removal can be told apart without color."""
    lifecycle, shapes = collection.lifecycles_by_id["fx"], set()
    levels = [level.id for level in collection.knowledge.stability.levels]
    for level in (*levels, "deprecated", "removed"):
        step = Step(level, lifecycle.last_step.statement)
        names = {"names": lifecycle.names, "registered": lifecycle.registered}
        svg = badge(SimpleNamespace(last_step=step, state_version="1.0", **names), english)
        _title, _tint, shape, _text = ET.fromstring(svg)
        drawn = {name: value for name, value in shape.items() if name not in ("fill", "stroke")}
        shapes.add((shape.tag, *drawn.items()))
    assert len(shapes) == len(levels) + 2


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("x" * 40, "x" * 40),
        ("x" * 60, "x" * 39 + "…"),
        ("one two three four five six seven eight nine ten", "one two three four five six seven eight…"),
        ("自" * 50, "自" * 39 + "…"),
    ],
)
def test_a_long_name_is_cut_on_the_badge_and_whole_in_its_title(collection, english, monkeypatch, name, short):
    monkeypatch.setattr(english, "name_text", lambda _life: name)
    lifecycle = collection.lifecycles_by_id["fx"]
    full, shown = badge_texts(badge(lifecycle, english))
    assert full == f"PyTorch: {name} · stable since 1.2"
    assert shown == f"{short} · stable since 1.2"
    assert len(short) <= MAX_NAME_LENGTH


def test_hostile_titles_stay_words(hostile):
    badges = [svg for path, svg in hostile.items() if path.startswith("badge/")]
    assert badges
    assert any('</title><script>alert("1")</script>' in badge_texts(svg)[0] for svg in badges)
    assert not [svg for svg in badges if "<script" in svg]


def test_the_table_has_every_feature_and_what_each_release_states(published, collection):
    table = rows(published)
    assert [row["id"] for row in table] == [lifecycle.id for lifecycle in collection.lifecycles]
    header = list(table[0])
    assert header[:7] == ["id", "name_zh", "name_en", "areas", "level", "since", "announced"]
    assert header[7:] == [f"v{version}" for version in collection.versions]
    assert not [row for row in table if None in row or None in row.values()]
    rings = next(row for row in table if row["id"] == "ring-reduce")
    assert [rings[name] for name in ("announced", "v1.0", "v1.1", "v1.3", "v2.0")] == ["v1.0", "beta", "", "stable", ""]


def test_no_cell_begins_a_formula(hostile):
    cells = [cell for row in rows(hostile) for cell in row.values()]
    assert "'=HYPERLINK(1) 公式" in cells
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


def entries(published, path):
    return ET.fromstring(published[path]).findall(f"{A}entry")


def test_a_change_is_an_entry_with_its_evidence(published):
    name = f"{BASE}en/features/prism-compiler/#1.2-beta"
    (entry,) = (e for e in entries(published, "en/changes.xml") if e.findtext(f"{A}id") == name)
    assert entry.findtext(f"{A}title") == "Prism compiler: beta since 1.2"
    assert entry.find(f"{A}link").get("href") == f"{BASE}en/features/prism-compiler/"
    assert entry.findtext(f"{A}updated") == "2020-10-01T00:00:00Z"
    summary = entry.findtext(f"{A}summary")
    assert summary.startswith("Prototype → Beta “Prism compiler (Beta)” (“棱镜编译器（Beta）”) — ")
    assert summary.endswith("— PyTorch 1.2 announcement, line 10 of the source")


def test_every_change_has_one_entry(published, collection):
    steps = level_changes(collection)
    assert sum(len(lifecycle.steps) for lifecycle in collection.lifecycles) == len(steps)
    for folder in ("", "en/"):
        ids = [e.findtext(f"{A}id") for e in entries(published, f"{folder}changes.xml")]
        assert len(set(ids)) == len(ids) == len(steps)
        days = [e.findtext(f"{A}updated") for e in entries(published, f"{folder}changes.xml")]
        assert all(earlier >= later for earlier, later in pairwise(days))


def test_entries_stay_the_same_when_a_release_is_added(announcements, published):
    """Ids and dates of entries are stable; a release's date is PyTorch's own, not the announcement's."""
    older = [announcement for announcement in announcements.values() if announcement.version != "2.0"]
    before = exported(collection_of(older, knowledge_of(COLLECTION))[0])
    fields = [
        [(e.findtext(f"{A}id"), e.findtext(f"{A}updated")) for e in entries(p, "changes.xml")]
        for p in (before, published)
    ]
    assert set(fields[0]) < set(fields[1])
    assert {day for name, day in fields[1] if "#1.2-" in name} == {"2020-10-01T00:00:00Z"}


def test_links_of_a_feature_are_published_and_shown(published, rendered):
    links = data(published, "cube-tensors")["links"]
    assert [(link["kind"], link["url"].removeprefix("https://pytorch.org/")) for link in links] == [
        ("documentation", "docs/2.0/cube.html"),
        ("documentation", "docs/1.1/cube.html"),
        ("tutorial", "tutorials/cube.html"),
    ]
    shown = [link["href"] for link in feature_page(rendered, "cube-tensors").select(".facts a")]
    assert {link["url"] for link in links} <= {*shown}


def test_what_states_a_level_or_a_notice_is_not_said_to_state_none(collection, english):
    view = View(collection, (english, Locale(collection.knowledge, ROOT / "templates", "zh")), "", "features/x.md")
    announced = [
        (statement.passage, shown)
        for lifecycle in collection.lifecycles
        for statement, shown in zip(reversed(lifecycle.statements), shown_statements(lifecycle, view), strict=True)
        if isinstance(statement.passage, AnnouncementPassage)
    ]
    stating = [
        shown_evidence(passage, view).basis
        for passage, shown in announced
        if shown.badges or shown.state != "unclassified"
    ]
    assert len({*stating}) > 3
    assert [basis for basis in stating if "no level" in basis] == []
