"""Features across releases, and how far they rose from a level."""

from types import SimpleNamespace

import pytest

from atlas.document.html_writer import breakable
from atlas.history.across import rise
from support.cases import cases

CASES = cases("wording")


def row(collection, name):
    """Map the columns of a feature's row to its level before and after, the texts that state it, and whether it goes on."""
    cells = collection.across(collection.by_id[name])
    columns = [place for version in collection.versions for place in (f"before {version}", version)]
    assert [cell.version for cell in cells[1::2]] == list(collection.versions)
    return {
        column: (cell.before, cell.level, bool(cell.statement), cell.elsewhere and cell.elsewhere.release, cell.goes_on)
        for column, cell in zip([*columns, "after all"], cells, strict=True)
        if cell.level
    }


def test_a_level_holds_from_its_announcement_to_the_newest_release(collection):
    later = ("beta", "beta", False, None)
    assert row(collection, "cuda-graphs") == {
        "1.10": ("", "beta", True, None, True),
        "before 1.11": (*later, True),
        "1.11": (*later, True),
        "before 2.1": (*later, True),
        "2.1": (*later, False),
    }


def test_an_earlier_level_stands_before_the_release_that_tells_of_it(collection):
    found = row(collection, "android-nnapi")
    assert found["before 1.10"] == ("", "prototype", False, None, True)  # in an unnamed release
    assert found["1.10"] == ("prototype", "beta", True, None, True)
    both_say_so = row(collection, "distributed-rpc")["before 1.5"]  # a collected text and one that is not
    assert both_say_so == ("", "beta", False, None, True)


def test_what_an_uncollected_text_states_holds_until_an_announcement_and_nothing_after_a_removal(collection):
    found = row(collection, "distributed-rpc-profiler")
    assert found["1.6"] == ("", "prototype", True, None, True)
    assert found["before 1.10"] == ("prototype", "stable", False, "1.8", True)
    assert found["2.1"] == ("stable", "stable", False, None, False)
    assert row(collection, "semi-structured-sparsity")["after all"] == ("prototype", "beta", False, "2.3", False)
    assert not any(goes_on for *_, goes_on in row(collection, "python2-removal").values())


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


@pytest.mark.parametrize(("words", "broken"), CASES["breakable"])
def test_long_names_break_between_their_parts(words, broken):
    assert breakable(words) == broken
