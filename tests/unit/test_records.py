"""Records: what PyTorch's own posts state of a release, each statement checked."""

import pytest

from atlas.knowledge import load
from support import checkout
from support.cases import cases

CASES = cases("records")
FOLDER = "seeds/knowledge/releases"


@pytest.fixture
def folder(tmp_path):
    """A checkout without seeds, and with one record, of 0.9."""
    folder = checkout.minimal_copy(tmp_path, {})
    for path in folder.glob(f"{FOLDER}/*.yml"):
        path.unlink()
    (folder / FOLDER / "0.9.yml").write_text(CASES["good"], encoding="utf-8")
    return folder


def problems_of(folder):
    _, problems = load.load(folder / "seeds" / "knowledge")
    return [str(problem) for problem in problems]


def test_a_good_record_has_no_problems(folder):
    knowledge, problems = load.load(folder / "seeds" / "knowledge")
    assert problems == ()
    (record,) = knowledge.records
    assert [record.source_of(statement) for statement in record.statements] == [
        "https://pytorch.org/blog/x/",
        "https://pytorch.org/blog/x/",
        "https://github.com/pytorch/pytorch.github.io/blob/master/_posts/y.md",
    ]


@pytest.mark.parametrize("case", CASES["bad"], ids=lambda case: case["what"])
def test_a_bad_record_is_one_line_with_its_place(folder, case):
    text = CASES["good"]
    for before, after in case["edits"].items():
        assert before in text
        text = text.replace(before, after)
    path = folder / FOLDER / "0.9.yml"
    path.write_text(text, encoding="utf-8")
    (line,) = problems_of(folder)
    assert line.startswith(f"{FOLDER}/0.9.yml:{case['line']}: "), line
    assert case["message"] in line
    assert "\n" not in line


def test_a_record_has_the_name_of_its_release(folder):
    """So no release has two."""
    (folder / FOLDER / "0.11.yml").write_text(CASES["good"], encoding="utf-8")
    assert f"{FOLDER}/0.11.yml:1: records 0.9: name it 0.9.yml" in problems_of(folder)


def test_a_record_of_the_day_of_the_one_before_it_is_told(folder):
    later = CASES["good"].replace('"0.9"', '"0.10"')
    (folder / FOLDER / "0.10.yml").write_text(later, encoding="utf-8")
    (line,) = problems_of(folder)
    assert line == (
        f"{FOLDER}/0.10.yml:1: 0.10 is dated 2031-02-03, not after 0.9 (2031-02-03): correct one of the dates"
    )
