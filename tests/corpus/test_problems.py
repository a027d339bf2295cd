"""What is wrong with a collection: errata that do not match, seeds that clash, releases without record."""

import re
from dataclasses import replace
from datetime import date

import pytest

from atlas import pipeline
from atlas.core.languages import BilingualText
from atlas.document.nodes import plain
from atlas.history import consistency
from atlas.knowledge import load
from atlas.knowledge.schema import Erratum, PathRedirect
from atlas.seeds.errata import ERRATUM
from atlas.seeds.files import SUFFIXES
from atlas.site import render
from support import checkout
from support.checkout import ROOT, edit
from support.rendering import TODAY
from support.samples import GOOD, HEAD, errors, read_announcement, read_once


@pytest.fixture
def small_checkout(tmp_path, monkeypatch):
    """A folder with the knowledge of the collection and one small seed."""
    monkeypatch.setattr(load, "read", read_once)
    return checkout.minimal_copy(tmp_path, {"seed.md": GOOD.replace("9.9", "2.1")})


def all_problems(folder):
    return sorted(pipeline.read_collection(folder, TODAY)[1])


def problems_of(folder):
    return errors(all_problems(folder))


ERRATA = {
    "no longer matches": ("- {line: 1, find: 不存在的字, replace: x, reason: {zh: 由, en: r}}", "finds its text 0 times, not once: correct `find` and `line`, or delete it"),
    "matches twice": ("- {line: 7, find: 正文, replace: x, reason: {zh: 由, en: r}}", "finds its text 2 times, not once"),
    "points past the end": ("- {line: 900, find: 正文, replace: x, reason: {zh: 由, en: r}}", "finds its text 0 times, not once"),
}  # fmt: skip


@pytest.mark.parametrize("what", ERRATA)
def test_errata_that_do_not_fit(small_checkout, what):
    """The problem gives the erratum's own file and line."""
    fix, message = ERRATA[what]
    (small_checkout / "seeds" / "new.md").write_text(GOOD.replace("正文", "正文正文"), encoding="utf-8")
    (small_checkout / "seeds" / "knowledge" / "errata" / "new.yml").write_text(f"# why\n{fix}\n", encoding="utf-8")
    (problem,) = problems_of(small_checkout)
    assert problem.startswith("seeds/knowledge/errata/new.yml:2: erratum for seeds/new.md:"), problem
    assert message in problem


@pytest.mark.parametrize("text", ["", "## 未知之物（Beta）\n\n正文。\n"], ids=["no-feature", "no-area"])
def test_a_site_with_little_in_it_is_whole(small_checkout, text):
    """One announcement, which names no feature, or one that belongs to no area."""
    (small_checkout / "seeds" / "seed.md").write_text(f"{HEAD.replace('9.9', '2.1')}前言。\n\n{text}", encoding="utf-8")
    for path in small_checkout.glob("seeds/knowledge/releases/*.yml"):
        path.unlink()
    site = pipeline.build(small_checkout, TODAY, "https://example.org/")
    assert errors(site.problems) == []
    assert {page.src_uri for page in site.pages} >= {
        "index.md",
        "features/index.md",
        "areas/index.md",
        "releases/2.1.md",
    }


def test_errata_of_no_seed(small_checkout):
    path = small_checkout / "seeds" / "knowledge" / "errata" / "gone.yml"
    path.write_text("- {line: 1, find: x, replace: y, reason: {zh: 由, en: r}}\n", encoding="utf-8")
    (warning,) = [problem for problem in all_problems(small_checkout) if problem.path.endswith("gone.yml")]
    assert str(warning) == "seeds/knowledge/errata/gone.yml: belongs to no seed: rename or delete it"
    assert warning.severity == "warning", "whoever takes a seed away sees the rest"


def test_errata_belong_to_the_seed_of_that_id(small_checkout):
    """The id of a seed is its name as a part of addresses: a file with spaces has its errata under hyphens."""
    (small_checkout / "seeds" / "my post.md").write_text(GOOD, encoding="utf-8")
    path = small_checkout / "seeds" / "knowledge" / "errata" / "my-post.yml"
    path.write_text("- {line: 1, find: PyTorch, replace: PyTorch, reason: {zh: 由, en: r}}\n", encoding="utf-8")
    assert [problem for problem in all_problems(small_checkout) if "belongs to no seed" in problem.message] == []


def test_errata_apply_in_order_and_keep_lines(knowledge, tmp_path):
    """Errata for one line build on each other; added lines have the number of the line that they replace."""
    path = tmp_path / "seed.md"
    path.write_text(GOOD, encoding="utf-8")
    fixes = tuple(
        Erratum(line=7, find=find, replace=to, reason=BilingualText("由", "r"))
        for find, to in [("正文", "甲\n\n乙"), ("乙", "丙")]
    )
    announcement, problems = read_announcement(path, replace(knowledge, errata={"seed": fixes}))
    assert not problems
    assert [(plain(b.inlines), b.line) for b in announcement.document.blocks[-2:]] == [("甲", 7), ("丙 torch.x。", 7)]
    assert [(edit.before, edit.after, edit.line) for edit in announcement.edits if edit.rule == ERRATUM] == [
        ("正文", "甲\n\n乙", 7),
        ("乙", "丙", 7),
    ]


def test_a_version_announced_twice_however_it_is_spelt_names_both_files(small_checkout):
    (small_checkout / "seeds" / "twice.md").write_text(GOOD.replace("9.9", "v2.1.0"), encoding="utf-8")
    (problem,) = problems_of(small_checkout)
    assert problem == "seeds/twice.md:1: announces 2.1, as seeds/seed.md does: keep one of the two files"


def test_two_seeds_at_one_address_are_both_named(small_checkout):
    for name in ("甲 乙.md", "甲-乙.md"):
        (small_checkout / "seeds" / name).write_text(GOOD.replace("9.9", f"9.{len(name.split())}"), encoding="utf-8")
    (small_checkout / "seeds" / "index.txt").write_text(GOOD.replace("9.9", "9.7"), encoding="utf-8")
    lines = problems_of(small_checkout)
    assert "seeds/甲-乙.md: would have the same address as seeds/甲 乙.md: rename it" in lines
    assert "seeds/index.txt: would have the same address as the list of sources: rename it" in lines


def test_a_date_in_the_future_is_a_warning(small_checkout):
    (small_checkout / "seeds" / "soon.md").write_text(GOOD.replace("2021年", "2099年"), encoding="utf-8")
    lines = [str(p) for p in all_problems(small_checkout) if p.path == "seeds/soon.md"]
    assert "seeds/soon.md:3: is dated 2099-01-02, in the future: check the date" in lines


def test_no_seed_at_all(small_checkout):
    (small_checkout / "seeds" / "seed.md").unlink()
    assert problems_of(small_checkout) == [f"seeds/: contains no seeds: add an announcement as {SUFFIXES}"]


def test_two_pages_at_one_address_are_an_error(small_checkout, monkeypatch):
    """One would otherwise silently overwrite the other; one of them may be a redirect from a former address."""
    collection = pipeline.read_collection(small_checkout, TODAY)[0]
    moved = replace(collection.knowledge, moved=(PathRedirect(former="areas/", now="features/"),))
    what = "seeds/knowledge/: 1 addresses would hold two pages each (the first: {}): rename one of the two"
    (problem,) = render.render(replace(collection, knowledge=moved), [], ROOT, "https://example.org/").problems
    assert str(problem) == what.format("/areas/")
    monkeypatch.setattr(render, "PAGE_KINDS", (*render.PAGE_KINDS, render.PAGE_KINDS[0]))
    (problem,) = render.render(collection, [], ROOT, "https://example.org/").problems
    assert str(problem) == what.format("/")


def test_all_problems_at_once(small_checkout):
    """So that ten files can be corrected without ten builds."""
    for i in range(5):
        (small_checkout / "seeds" / f"bad{i}.txt").write_bytes(b"")
    (small_checkout / "seeds" / "bad.md").write_text("# 没有版本\n\n## 甲\n\n正文\n", encoding="utf-8")
    lines = problems_of(small_checkout)
    assert [line.split(":")[0] for line in lines] == ["seeds/bad.md", *(f"seeds/bad{i}.txt" for i in range(5))]


def test_a_feature_that_nothing_announces_is_warned_of(checkout):
    path = checkout / "seeds" / "knowledge" / "features" / "tensors.yml"
    before = path.read_text("utf-8")
    line = before.count("\n") + 1
    path.write_text(f"{before}- id: x-new\n  name: {{zh: 新, en: New}}\n  areas: [tensors]\n", "utf-8")
    (problem,) = [problem for problem in all_problems(checkout) if problem.severity != "note"]
    assert problem.severity == "warning"
    what = "x-new: no announcement and no record has it, and no relation leads to it: delete the entry"
    assert str(problem) == f"seeds/knowledge/features/tensors.yml:{line}: {what}"


def test_a_release_without_record_is_a_warning(tmp_path):
    problems = all_problems(checkout.minimal_copy(tmp_path, {"new.md": GOOD}))
    (problem,) = [p for p in problems if p.path == "seeds/new.md" and "record" in p.message]
    assert problem.severity == "warning"
    assert str(problem).startswith("seeds/new.md:1: announces 9.9, which has no record: check the version, or add ")


def test_a_release_between_two_others_is_missed(checkout):
    folder = checkout / "seeds" / "knowledge" / "releases"
    (folder / "1.1.yml").unlink()
    record = (folder / "1.3.yml").rename(folder / "1.5.yml")
    edit(record, ('"1.3"', '"1.5"'))
    assert [str(problem) for problem in all_problems(checkout) if "there is no record" in problem.message] == [
        "seeds/knowledge/releases/1.3.yml: there is no record of 1.3, and no announcement: add one of them",
        "seeds/knowledge/releases/1.4.yml: there is no record of 1.4, and no announcement: add one of them",
    ]


@pytest.mark.parametrize(("day", "is_reported"), [("2018年1月1日", True), ("2035年1月1日", True), ("{day}", False)])
def test_a_date_far_from_the_release_is_a_warning(read_seed, knowledge, day, is_reported):
    record = knowledge.records[0]
    release_day = f"{record.date.year}年{record.date.month}月{record.date.day}日"
    text = GOOD.replace("9.9", record.version).replace("2021年1月2日", day.replace("{day}", release_day))
    announcement, _ = read_seed(text, "seed.md")
    found = consistency.check_announcement(announcement, knowledge, date(2040, 1, 1))
    messages = [problem.message for problem in found if problem.severity == "warning"]
    assert ["check the version and the date" in message for message in messages] == [True] * is_reported


def test_a_record_that_contradicts_an_announcement_is_an_error_with_both_places(tmp_path):
    text = GOOD.replace("9.9", "1.3").replace("张量（Beta）", "Ring reduce（原型）")
    (problem,) = problems_of(checkout.minimal_copy(tmp_path, {"new.md": text}))
    what = r"ring-reduce is stable, and prototype by seeds/new\.md:5: correct one of them"
    assert re.fullmatch(rf"seeds/knowledge/releases/1\.3\.yml:\d+: {what}", problem)
