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
    assert row(collection, "fx") == {
        "1.1": ("", "beta", True, None, True),
        "before 1.2": ("beta", "beta", False, None, True),
        "1.2": ("beta", "stable", True, None, True),
        "before 2.0": ("stable", "stable", False, None, True),
        "2.0": ("stable", "stable", False, None, False),
    }


def test_what_an_uncollected_text_states_holds_until_an_announcement_and_nothing_after_a_removal(collection):
    found = row(collection, "ring-reduce")
    assert found["before 2.0"] == ("beta", "stable", False, "1.3", True)
    assert found["2.0"] == ("stable", "stable", False, None, False)
    removed = row(collection, "paper-tape-backend")
    assert removed["before 1.0"] == ("", "beta", False, "0.9", True)
    assert removed["2.0"] == ("stable", "removed", True, None, False)


def test_rises_from_a_level(collection):
    """According to the collection and, beyond it, to official posts that are not collected."""
    found = {rise.life.id: rise for rise in collection.rises("beta")}
    assert set(found) == {life.id for life in collection.ever_at("beta")}
    reached = {name: rise.reached.stage for name, rise in found.items() if rise.reached}
    assert reached == {"cube-tensors": "stable", "fx": "stable"}
    beyond = {name: (rise.elsewhere.level, rise.elsewhere.release) for name, rise in found.items() if rise.elsewhere}
    assert beyond == {"ring-reduce": ("stable", "1.3")}
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
