"""Knowledge: its fields, and what is wrong with a file, reported with its place."""

import re
import shutil
from typing import Any

import pytest
import yaml
from pydantic import TypeAdapter, ValidationError

from atlas.knowledge import load, yaml_files
from atlas.knowledge.fields import Pattern
from support.cases import cases
from support.checkout import COLLECTION
from support.samples import errors, knowledge_of, read_once


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the knowledge of the collection."""
    monkeypatch.setattr(load, "read", read_once)
    return shutil.copytree(COLLECTION / "seeds" / "knowledge", tmp_path / "knowledge")


def problems_of(folder):
    return errors(sorted(load.load(folder)[1]))


BROKEN = {case["what"]: case for case in cases("broken_knowledge")}


@pytest.mark.parametrize("what", BROKEN)
def test_broken_knowledge_is_named_with_its_line(folder, what):
    case = BROKEN[what]
    path = folder / case["file"]
    text = path.read_text(encoding="utf-8")
    at = text.index(case["after"]) + len(case["after"]) if "after" in case else len(text)
    added = case["added"] + case.get("repeated", "") * case.get("times", 0)
    path.write_text(text[:at] + added + text[at:], encoding="utf-8")
    (problem,) = problems_of(folder)
    assert re.fullmatch(case["message"].replace("{line}", str(text.count("\n", 0, at) + 1)), problem), problem


def test_a_file_full_of_faults_is_reported_in_a_few_lines(folder):
    (folder / "areas.yml").write_text("- 1\n" * 9_000, encoding="utf-8")
    *lines, last = problems_of(folder)
    assert len(lines) == yaml_files.MAX_REPORTED_PROBLEMS == 50
    assert last == "seeds/knowledge/areas.yml:51: 8,950 more of the kind: correct them"


def test_words_are_text_with_quotes_or_without(tmp_path):
    """Scalars are always strings; only a missing value is None."""
    path = tmp_path / "x.yml"
    path.write_text('- [no, on, 1:30, 2022-01-01, 0b1, true, 12, 1.10, ~, ""]\n- {a: }\n', encoding="utf-8")
    content, problems = yaml_files.read(path, "x.yml", Any)
    assert problems == ()
    words, entry = content
    assert words == ["no", "on", "1:30", "2022-01-01", "0b1", "true", "12", "1.10", "~", ""]
    assert entry == {"a": None}


def test_knowledge_reads_the_same_without_libyaml(monkeypatch):
    monkeypatch.setattr(yaml_files, "_Loader", yaml.BaseLoader)
    slow, problems = load.load(COLLECTION / "seeds" / "knowledge")
    assert problems == ()
    assert slow == knowledge_of(COLLECTION)


@pytest.mark.parametrize("pattern", ["(?:x+){0,3}y", "(?:x+)*+y", "(?:x++)*y", r"(?:[x*]\+)+y"])
def test_a_pattern_may_repeat_a_repetition_that_ends_soon(pattern):
    """At most three times, or without a way back."""
    stated = {"pattern": pattern, "example": "x+y", "not": "x"}
    assert TypeAdapter(Pattern).validate_python(stated).pattern == pattern


@pytest.mark.parametrize("pattern", ["(?:x+){0,4}y", "(?:x+){2,}y", "(?:x{4}|x{0,9})*y", "(?:(?:x+))*y"])
def test_a_pattern_that_repeats_a_repetition_often_is_refused(pattern):
    with pytest.raises(ValidationError, match="repeats a group that contains a repetition"):
        TypeAdapter(Pattern).validate_python({"pattern": pattern, "example": "xy", "not": "z"})


@pytest.mark.parametrize(
    "name",
    "areas.yml code.yml fact_words.yml glossary.yml headings.yml stability.yml".split(),
)
def test_missing_or_undecodable_knowledge(folder, name):
    path = folder / name
    path.unlink()
    assert problems_of(folder) == [f"seeds/knowledge/{name}: is missing: restore it"]
    path.write_bytes(b"- \xff\xfe\n")
    (problem,) = problems_of(folder)
    assert problem == f"seeds/knowledge/{name}:1: is not UTF-8: save it as UTF-8"
    path.write_bytes(b"# nothing\n")
    (problem,) = problems_of(folder)
    assert problem.startswith(f"seeds/knowledge/{name}: is empty: write [] for an empty list")
    path.write_bytes(b"")
    assert all(problem.startswith(f"seeds/knowledge/{name}") for problem in problems_of(folder))


def test_errata_name_mistranslations_of_the_glossary(folder):
    fix = "- {line: 3, find: 甲, replace: 乙, mistranslations: [生词], reason: {zh: 由, en: r}}"
    (folder / "errata" / "new.yml").write_text(f"{fix}\n", encoding="utf-8")
    _, (problem,) = load.load(folder)
    remedy = "use one of seeds/knowledge/glossary.yml, as it stands there"
    assert str(problem) == f"seeds/knowledge/errata/new.yml:1: mistranslations: the glossary has no '生词': {remedy}"
