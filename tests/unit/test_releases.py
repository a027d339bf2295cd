"""PyTorch's releases: announcements and records, together and in order."""

from datetime import date

import pytest

from atlas import pipeline
from atlas.history import consistency
from support import checkout, rendering
from support.samples import GOOD


def test_every_release_has_an_announcement_or_a_record(collection):
    releases = {
        release.version: [bool(release.announcement), bool(release.record), len(release.features)]
        for release in collection.releases
    }
    assert list(releases) == ["2.1", "2.0", "1.3", "1.2", "1.1", "1.0", "0.9"]
    assert releases["2.1"] == [False, True, 0]
    assert releases["1.3"] == [False, True, 1]
    assert releases["2.0"][:2] == [True, True]


def test_a_release_without_record_is_a_warning(tmp_path):
    _, problems = pipeline.collect(checkout.minimal_copy(tmp_path, {"new.md": GOOD}), rendering.TODAY)
    warnings = [p for p in problems if p.path == "seeds/new.md" and p.severity == "warning"]
    (problem,) = [problem for problem in warnings if "record" in problem.message]
    assert str(problem).startswith("seeds/new.md:1: announces 9.9, which has no record: check the version, or add ")


def test_a_release_between_two_others_is_missed(tmp_path):
    folder = checkout.minimal_copy(tmp_path)
    (folder / "seeds" / "knowledge" / "releases" / "1.1.yml").unlink()
    (folder / "seeds" / "knowledge" / "releases" / "1.3.yml").rename(folder / "1.3.yml")
    record = (folder / "1.3.yml").read_text(encoding="utf-8").replace('"1.3"', '"1.5"')
    (folder / "seeds" / "knowledge" / "releases" / "1.5.yml").write_text(record, encoding="utf-8")
    _, problems = pipeline.collect(folder, rendering.TODAY)
    assert [str(problem) for problem in problems if "there is no record" in problem.message] == [
        "seeds/knowledge/releases/1.3.yml: there is no record of 1.3, and no announcement: add one of them",
        "seeds/knowledge/releases/1.4.yml: there is no record of 1.4, and no announcement: add one of them",
    ]


@pytest.mark.parametrize(("day", "is_reported"), [("2018年1月1日", True), ("2035年1月1日", True), ("{day}", False)])
def test_a_date_far_from_the_release_is_a_warning(read_seed, knowledge, day, is_reported):
    record = knowledge.records[0]
    release_day = f"{record.date.year}年{record.date.month}月{record.date.day}日"
    text = GOOD.replace("9.9", record.version).replace("2021年1月2日", day.replace("{day}", release_day))
    announcement, _ = read_seed(text, "seed.md")
    messages = [problem.message for problem in consistency.check_date(announcement, knowledge, date(2040, 1, 1))]
    assert [bool("check the version and the date" in message) for message in messages] == [True] * is_reported
