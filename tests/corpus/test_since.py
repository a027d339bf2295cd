"""``python -m atlas since``: feature lookup and the answer."""

import json

import pytest

from atlas import __main__ as command
from atlas.cli import since
from atlas.site.search.lookup import Lookup
from support.cases import cases
from support.checkout import ROOT
from support.rendering import TODAY

CASES = cases("since")


@pytest.fixture(scope="module")
def lookup(collection):
    return Lookup(collection)


@pytest.mark.parametrize(("query", "feature"), CASES["found"])
def test_a_feature_is_found_by_any_of_its_names(lookup, query, feature):
    assert [life.id for life in lookup.find(query)] == [feature]


def test_every_feature_is_found_by_its_id_and_names(lookup, collection):
    for life in collection.lifecycles:
        for name in (*life.ids, *(life.identity.names if life.identity else ())):
            assert life in lookup.find(name), name


def test_words_that_several_have_name_them_all(lookup):
    assert {life.id for life in lookup.find("量化")} == {
        "graph-mode-quantization", "quantization-numeric-suite", "pt2e-quantization",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("query", "suggested"), [("cuda grahps", "cuda-graphs"), ("semi sparse kernels", "semi-structured-sparsity")]
)
def test_similar_names_are_suggested(lookup, query, suggested):
    assert not lookup.find(query)
    assert suggested in [life.id for life in lookup.suggestions(query)]


@pytest.mark.parametrize("query", ["", "，。", "xyzzy", "\x00", "((("])
def test_nonsense_finds_nothing(lookup, query):
    assert lookup.find(query) == ()


@pytest.fixture
def run(collection, capsys, monkeypatch):
    """Run the command with all seeds already read; return its exit code and output."""
    monkeypatch.setattr("atlas.pipeline.collect", lambda *_: (collection, []))

    def run(*arguments):
        status = since.run(ROOT, TODAY, *arguments[:2], as_json="--json" in arguments)
        return status, capsys.readouterr().out

    return run


def test_an_answer_names_its_line_and_the_gaps(run):
    status, out = run("custom-cpp-classes", "1.10")
    assert status == 0
    assert "stable since 1.7 or earlier; answered as of 1.10" in out
    assert "the last statement here: beta, seeds/004_82a8e0ee4161d639.txt:16" in out
    assert "stable in 1.7 by a text that is not collected: https://github.com/pytorch/" in out
    assert "not collected since: 1.7, 1.8, 1.9\n" in out
    assert "collected since, without a mention: 1.6, 1.10\n" in out
    status, out = run("fx", "1.6")
    assert status == 0
    assert "no level known as of 1.6" in out
    assert "stated" not in out


def test_an_ambiguous_name_lists_candidates(run):
    status, out = run("量化", "")
    assert status == 1
    assert out.count("\n") == 4
    assert "pt2e-quantization" in out


def test_an_unknown_name_lists_similar_names(run):
    assert run("cuda grahps", "")[0] == 2
    assert run("xyzzy", "") == (2, "no feature is called 'xyzzy'\n")


def test_an_answer_as_json(run):
    status, out = run("fx", "", "--json")
    answer = json.loads(out)
    stated = {"id": "fx", "level": "stable", "since": "1.10", "how": "since"}
    assert (status, answer | stated) == (0, answer)
    line = (ROOT / answer["evidence"]["file"]).read_text("utf-8").split("\n")[answer["evidence"]["line"] - 1]
    assert "FX" in line
    assert [each["id"] for each in json.loads(run("量化", "", "--json")[1])["candidates"]]
    assert json.loads(run("xyzzy", "", "--json")[1]) == {"query": "xyzzy", "near": []}


def test_the_command_line_reads_versions(capsys):
    assert command.main(["since", "fx", "--as-of", "v1.11"]) == 0
    assert "stable since 1.10; answered as of 1.11" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        command.main(["since", "fx", "--as-of", "soon"])
    assert "'soon' is not a version" in capsys.readouterr().err
