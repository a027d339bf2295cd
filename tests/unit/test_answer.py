"""The answer for a feature as of a release: its level, since when, and how certain that is."""

from types import SimpleNamespace

import pytest

from atlas.core.versions import version_key
from atlas.history.answer import answer
from support.cases import cases
from support.samples import elsewhere

CASES = cases("answer")
RELEASED = ["1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "1.11", "1.12", "1.13", "2.0", "2.1", "2.2"]
OTHERS = ["0.1", "1.4", "1.7", "1.9", "2.0", "999.0"]  # releases that are not collected


@pytest.mark.parametrize(
    ("found", "later", "before", "how", "since"), CASES["elsewhere"].values(), ids=CASES["elsewhere"]
)
def test_uncollected_texts_are_taken_into_account(found, later, before, how, since):
    """For a feature that is beta in 1.10, perhaps earlier, and was a prototype in 1.5."""
    now = SimpleNamespace(stage="beta", since="1.10", exact=False, statements=[SimpleNamespace(version="1.10")])
    life = SimpleNamespace(now=now, intervals=(None, now), states=(("1.5", "prototype"), ("1.10", "beta")))
    result = answer(life, elsewhere(*found), RELEASED)
    assert (result.later and result.later.release, result.before and result.before.release) == (later, before)
    assert result.how == how
    assert (result.level, result.since) == (("stable" if how == "elsewhere" else "beta", since))


def test_only_uncollected_texts_answer_for_versions_before_the_first_statement(collection):
    life, others = collection.by_id["cube-tensors"], elsewhere(("0.8", "beta"), feature="cube-tensors")
    asked = [answer(life, others, ["0.7", "0.8", "0.9", "1.0"], release) for release in ("0.7", "0.8", "0.9", "1.0")]
    assert [(a.level, a.how, a.since) for a in asked] == [
        ("", "unknown", "0.7"),
        ("beta", "elsewhere", "0.8"),
        ("beta", "elsewhere", "0.8"),
        ("beta", "by", "0.8"),
    ]


def test_the_answer_is_the_level_that_the_matrix_shows(any_rendered):
    """For every feature and any release, except where the answer comes from a post that is not collected."""
    collection = any_rendered.collection
    for life in collection.lifecycles:
        assert collection.answer(life, "999.0") == collection.answer(life), "that of a later release is today's"
        for release in (*collection.versions, *OTHERS):
            result = collection.answer(life, release)
            assert result.how == "elsewhere" or result.level == life.as_of(release), (life.id, release)
            assert (result.level == "") == (result.how == "unknown")
            assert version_key(result.since) <= version_key(release)
            assert result.evidence is None or version_key(result.evidence.version) <= version_key(release)
