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
        "https://pytorch.org/blog/x/",
        "https://pytorch.org/blog/x/",
    ]
    assert [record.is_announced(statement) for statement in record.statements] == [True, True, False, True, True]
    in_group = [(each.feature, each.level, each.under) for each in record.statements if each.under]
    assert in_group == [("ring-reduce", "beta", "Beta Features"), ("prism-compiler", "beta", "Beta Features")]


def test_a_record_without_statements_says_why(folder):
    head = CASES["good"][: CASES["good"].index("statements:")]
    (folder / FOLDER / "0.9.yml").write_text(head, encoding="utf-8")
    remedy = "needs statements, or else the reason for having none in no_statements: write one of them: correct it"
    assert problems_of(folder) == [f"{FOLDER}/0.9.yml:1: file: Value error, {remedy}"]
    (folder / FOLDER / "0.9.yml").write_text(f"{head}no_statements: The post is lost.\n", encoding="utf-8")
    assert problems_of(folder) == []


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
