"""Features across releases, and how far they rose from a level."""

from types import SimpleNamespace

import pytest

from atlas.document.html_writer import breakable
from atlas.history.across import across, rise
from support.cases import cases

CASES = cases("wording")


def cells(collection, name):
    return [(cell.stage, bool(cell.statement), cell.was) for cell in collection.across(collection.by_id[name])]


def test_a_feature_is_unknown_or_as_told_later_then_announced_then_as_last_stated(collection):
    none, later = ("", False, ""), ("beta", False, "")
    assert cells(collection, "cuda-graphs") == [none, none, ("beta", True, ""), later, later]
    assert cells(collection, "android-nnapi")[2] == ("beta", True, "prototype")  # earlier, in an unnamed release
    assert cells(collection, "distributed-rpc")[0] == ("stable", True, "beta")  # in 1.4, which is not collected
    assert cells(collection, "python2-removal")[0] == ("removed", True, "")


def test_a_cell_without_an_announcement_of_its_own_has_no_statement(collection):
    own = collection.releases[0]
    statement = SimpleNamespace(release=own)
    life = collection.by_id["torch-export"]
    life = SimpleNamespace(
        announced=[statement],
        states=life.states,
        states_until=life.states_until,
        prior_stage="",
        as_of=lambda _: "beta",
    )
    made = across(life, [SimpleNamespace(version="1.6"), own])
    assert [(cell.stage, cell.statement) for cell in made] == [("beta", None), ("beta", statement)]


def test_rises_from_a_level(collection):
    """According to the collection and, beyond it, to official posts that are not collected."""
    found = {rise.life.id: rise for rise in collection.rises("prototype")}
    assert set(found) == {life.id for life in collection.ever_at("prototype")}
    assert {name: rise.reached.stage for name, rise in found.items() if rise.reached} == {"android-nnapi": "beta"}
    beyond = {name: (rise.elsewhere.level, rise.elsewhere.release) for name, rise in found.items() if rise.elsewhere}
    assert beyond["distributed-rpc-profiler"] == ("stable", "1.8")
    assert beyond["semi-structured-sparsity"] == ("beta", "2.3")
    assert "graph-mode-quantization" not in beyond
    assert [rise for rise in collection.rises("stable") if rise.reached or rise.elsewhere] == []


def test_another_text_counts_only_beyond_what_was_reached(collection):
    stability = collection.knowledge.stability
    life = SimpleNamespace(id="x", intervals=[SimpleNamespace(stage="prototype"), SimpleNamespace(stage="beta")])
    entries = [
        SimpleNamespace(feature="x", release=at, level=level) for at, level in (("1.9", "beta"), ("1.10", "stable"))
    ]
    found = rise(life, "prototype", entries[:1], stability)
    assert (found.reached.stage, found.elsewhere) == ("beta", None)
    assert rise(life, "prototype", entries, stability).elsewhere is entries[1]


def test_uncollected_releases_are_split_at_collected_ones(collection):
    assert [run[0] for run in collection.missing_runs("1.6", "2.1")] == ["1.7", "1.12"]
    assert [run[-1] for run in collection.missing_runs("1.6", "2.1")] == ["1.9", "2.0"]
    assert collection.missing_runs("1.10", "1.11") == ()


@pytest.mark.parametrize(("words", "broken"), CASES["breakable"])
def test_long_names_break_between_their_parts(words, broken):
    assert breakable(words) == broken
