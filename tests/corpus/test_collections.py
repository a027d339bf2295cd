"""What holds for any announcement with its knowledge: for those that the tests own, and for the repository's own."""

import json
import re
import shutil
from dataclasses import replace

import pytest

from atlas.cli.inspection import data as json_data
from atlas.cli.inspection import inspect
from atlas.core.text import comparison_key
from atlas.core.urls import is_safe_url
from atlas.document.nodes import Image, Link, plain
from atlas.history.collection import collection_of
from atlas.history.statements import RecordPassage
from atlas.knowledge.stability import REMOVED
from atlas.seeds.files import find_seeds
from atlas.site.parts.report import SeedReport
from atlas.site.parts.shown_edits import rewordings
from atlas.site.search import text
from atlas.site.search.entries import entries
from atlas.site.words.locale import Locale
from support.checkout import COLLECTION, ROOT
from support.rendering import TODAY
from support.samples import announcements_of, inlines_of, knowledge_of, read_announcement, texts


@pytest.fixture(
    scope="module",
    params=[(root, path) for root in (COLLECTION, ROOT) for path in find_seeds(root / "seeds").paths],
    ids=lambda param: param[1].relative_to(ROOT).as_posix(),
)
def seed(request):
    """A seed: the root of its collection, and its path."""
    return request.param


@pytest.fixture(scope="module")
def read(seed):
    """The announcement of the seed, and the problems with it."""
    root, path = seed
    return read_announcement(path, knowledge_of(root), root=root)


@pytest.fixture(scope="module")
def announcement(read):
    return read[0]


def test_nothing_is_left_to_correct(read):
    """Findings are notes."""
    announcement, problems = read
    assert announcement
    assert [str(problem) for problem in problems if problem.severity != "note"] == []


def test_every_line_is_accounted_for(announcement):
    """Every line has an outcome, none is unexplained, and no line is dropped whose words are displayed."""
    lines = announcement.seed.text.split("\n")
    assert [entry.line for entry in announcement.line_report] == list(range(1, len(lines) + 1))
    assert [entry for entry in announcement.line_report if entry.outcome == "unexplained"] == []
    page = comparison_key(texts(announcement.document))
    dropped = [
        comparison_key(lines[entry.line - 1]) for entry in announcement.line_report if entry.outcome == "dropped"
    ]
    assert [line for line in dropped if line and line in page] == []


def test_every_edit_is_shown_once(announcement):
    """Every edit that had an effect is listed as either a correction or a removal."""
    report = SeedReport(announcement, ())
    changed = [edit for edit in announcement.edits if edit.before != edit.after]
    assert sum(map(len, report.shown_edits.values())) == report.edit_count
    assert report.edit_count + len(report.dropped) == len(changed)
    assert all(edit.before and not edit.after for edit in report.dropped)


def test_a_feature_has_the_line_of_its_title(announcement):
    lines = re.sub(r"</?[A-Za-z][^<>\n]*>|\]\([^()\s]*\)", "", announcement.seed.text).split("\n")
    changed = {edit.line for edit in announcement.edits if edit.effect == "wording"}
    for feature in announcement.features:
        line = comparison_key(lines[feature.line - 1])
        assert feature.line in changed or comparison_key(plain(feature.title)) in line


def test_ids_are_distinct_and_links_lead_to_the_web(announcement):
    ids = [feature.id for feature in announcement.features]
    anchors = [anchor for _, anchor in announcement.anchors]
    assert len(set(ids)) == len(ids)
    assert len(set(anchors)) == len(anchors)
    assert [node.url for node in inlines_of(announcement.document, Image, Link) if not is_safe_url(node.url)] == []


def test_inspect_says_what_a_build_says(seed, announcement, tmp_path):
    """Also of a copy in another folder: errata and translations go with the text."""
    root, path = seed
    knowledge = knowledge_of(root)
    here = json_data(inspect(path, root, knowledge, TODAY), knowledge)
    assert not [problem for problem in here["problems"] if problem["severity"] != "note"]
    for told, feature in zip(here["features"], announcement.features, strict=True):
        level = feature.evidence.level
        assert (told["id"], told["line"]) == (feature.id, feature.line)
        assert [n["kind"] for n in told["notices"]].count(REMOVED) == (level == REMOVED)
        assert told["stability"] == (level if level not in (None, REMOVED) else knowledge.stability.no_level)
    assert here["title_en"]
    assert all(feature["title_en"] for feature in here["features"])
    copy = shutil.copy(path, tmp_path)
    again = json_data(inspect(tmp_path / path.name, root, knowledge, TODAY), knowledge)
    assert again == here | {"file": str(copy)}


@pytest.fixture(scope="module", params=[COLLECTION, ROOT], ids=["collection", "seeds"])
def collection(request):
    return collection_of(list(announcements_of(request.param).values()), knowledge_of(request.param))[0]


def test_every_statement_is_in_exactly_one_lifecycle(collection):
    announced = [
        (announcement.version, feature.id)
        for announcement in collection.announcements
        for feature in announcement.features
    ]
    placed = [
        (passage.announcement.version, passage.feature.id)
        for lifecycle in collection.all_lifecycles
        for passage in lifecycle.announcement_passages
    ]
    assert sorted(announced) == sorted(placed)
    recorded = sum(len(record.statements) for record in collection.knowledge.records)
    passages = [
        type(statement.passage) for lifecycle in collection.all_lifecycles for statement in lifecycle.statements
    ]
    assert passages.count(RecordPassage) == recorded
    assert len({lifecycle.id for lifecycle in collection.all_lifecycles}) == len(collection.all_lifecycles)
    assert collection.changes("0.1", "0.2") == {}, "none is announced yet"


def test_every_step_has_the_statement_that_begins_it(collection):
    for lifecycle in collection.all_lifecycles:
        for step in lifecycle.steps:
            statement = step.statement
            assert statement in lifecycle.statements
            stated = (statement.level, statement.notice)
            assert step.state in stated or step.state in (REMOVED, lifecycle.stability.no_level)


def test_a_correction_stands_at_the_block_whose_words_it_changed(read_seed):
    """Also where the title stands below the text's first paragraph and is shown before it."""
    announcement, _ = read_seed(
        "开头的复杂张量。\n\n# PyTorch 1.4 支持粗麻布矩阵\n\n## 新功能\n\n结尾的 tensor。\n", "seed.md"
    )
    blocks = [plain(block.inlines).replace(" ", "") for block in announcement.document.blocks]
    assert {blocks[index]: [edit.before for edit in edits] for index, edits in rewordings(announcement).items()} == {
        "PyTorch1.4支持海森（Hessian）矩阵": ["粗麻布矩阵"],
        "开头的复数张量。": ["复杂张量"],
        "结尾的张量。": ["tensor"],
    }


def test_corrections_stand_at_the_same_blocks_however_lines_are_broken(read_seed, knowledge):
    """Pages of other sites often have all of their text on one line."""
    parts = ["<h1>PyTorch 1.4 发布</h1>", "<p>支持粗麻布矩阵。</p>", "<h2>甲功能（Beta）</h2>"]
    parts += ["<ul><li>复杂张量</li><li><p>无</p></li></ul>", "<h2>乙功能（Beta）</h2>"]
    parts += ["<table><tr><th>名称</th></tr><tr><td>有 tensor。</td></tr></table>"]
    found = []
    for separator in ("", "\n"):
        announcement, _ = read_seed(separator.join(parts), "seed.html")
        corrected = {index: [edit.before for edit in edits] for index, edits in rewordings(announcement).items()}
        collection, _ = collection_of([announcement], knowledge)
        locale = Locale(knowledge, ROOT / "templates", "zh")
        of_release = (entry for entry in entries(collection, (), ROOT / "docs", locale) if entry.release == "1.4")
        search_terms = [entry.search_terms for entry in of_release if entry.kind in ("release", "section")]
        found.append((corrected, search_terms))
    assert found[0] == found[1]
    assert found[0] == (
        {1: ["粗麻布矩阵"], 3: ["复杂张量"], 5: ["tensor"]},
        [("粗麻布矩阵",), ("复杂张量",), ("tensor",)],
    )


def test_the_entry_of_a_section_has_the_level_that_its_release_states(read_seed, knowledge):
    """Also if only the record says it."""
    statement = knowledge.records[0].statements[0].model_copy(update={"level": "beta", "notice": None})
    feature = next(each for each in knowledge.registered_features if each.id == statement.feature)
    record = knowledge.records[0].model_copy(update={"version": "1.4", "statements": (statement,)})
    announcement, _ = read_seed(
        f"# PyTorch 1.4 发布\n\n## 甲功能（稳定版）\n\n正文。\n\n## {feature.name.zh}\n\n正文。\n", "seed.md"
    )
    collection, _ = collection_of([announcement], replace(knowledge, records=(record,)))
    found = entries(collection, (), ROOT / "docs", Locale(knowledge, ROOT / "templates", "zh"))
    (section,) = (entry for entry in found if entry.kind == "section" and entry.feature == feature.id)
    assert (section.state, section.areas) == ("beta", feature.areas)


def test_queries_name_a_level_without_its_hyphen_and_an_area_by_the_first_part_of_its_name():
    knowledge = knowledge_of(ROOT)
    collection, _ = collection_of([], knowledge)
    content = json.loads(text(collection, (), ROOT / "docs", Locale(knowledge, ROOT / "templates", "en")))
    named = {(word.casefold(), of) for word, _, of in content["filters"]}
    assert {
        ("api-unstable", "unstable"),
        ("api unstable", "unstable"),
        ("distributed training", "distributed"),
    } <= named
