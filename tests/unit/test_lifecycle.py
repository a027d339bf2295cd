"""The level of a feature as of a release: one rule, and everything that follows from it."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.core.versions import version_key
from atlas.history.changes import change_kinds, changes, turns
from atlas.knowledge.registered_feature import RegisteredFeature
from support.cases import cases, titled
from support.samples import knowledge, recorded_lifecycle


def lifecycle_of(stated):
    return recorded_lifecycle("x", stated, knowledge().stability)


def with_successor(lifecycle, release, successor_first_named=""):
    """Return a lifecycle with a successor, by a release or “undated”; another release may be the first to name that."""
    registered = {"id": "x", "name": {"zh": "甲", "en": "X"}, "areas": ["tensors"]}
    succession = {"feature": "y", "quote": "Y", "source": "https://pytorch.org/blog/y/"}
    dated = {} if release == "undated" else {"release": release}
    relations = {"relations": {"superseded_by": succession | dated}}
    made = RegisteredFeature.model_validate(registered | relations)
    return replace(lifecycle, registered=made, successor_first_named=successor_first_named)


def shown(step):
    return f"{step.version} {step.state}"


@titled("lifecycles")
def test_lifecycles(case):
    lifecycle = lifecycle_of(case["stated"])
    assert list(map(shown, lifecycle.steps)) == case["steps"]
    for version, level in case.get("levels", {}).items():
        assert lifecycle.state_at(version) == level, version
    if "history" in case:
        assert [" ".join((version, *stated)) for version, stated in lifecycle.stated_by_release] == case["history"]
    if "promotions" in case:
        assert [" → ".join(map(shown, pair)) for pair in lifecycle.promotions] == case["promotions"]
    assert [f"{said.version} {kind}" for kind, said in lifecycle.first_notices.items()] == case.get("notices", [])


@pytest.mark.parametrize(
    ("stated", "superseded", "former", "versions", "expected"),
    [
        (case["stated"], case.get("superseded", ""), case.get("former", []), versions, expected)
        for case in cases("changes")
        for versions, expected in case["changes"].items()
    ],
)
def test_changes(stated, superseded, former, versions, expected):
    lifecycle = lifecycle_of(stated)
    if superseded:
        lifecycle = with_successor(lifecycle, *superseded.split())
    if former:
        lifecycle = replace(lifecycle, predecessor_step=lifecycle_of(former).last_step)
    found = list(changes(lifecycle, *versions.split()))
    assert [change.kind for change in found] == expected
    if former and found and lifecycle.step_at(versions.split()[0]) is None:
        assert {shown(change.before) for change in found} == {shown(lifecycle.predecessor_step)}


@pytest.mark.parametrize("last", [["1.8", "beta"], ["1.8", "removed"]])
def test_a_text_without_a_date_that_names_the_successor_may_deprecate_a_feature(last):
    succession = {"feature": "y", "quote": "X is deprecated: use Y", "source": "https://pytorch.org/docs/x/"}
    relations = {"superseded_by": succession | {"is_deprecation": True}}
    registered = {"id": "x", "name": {"zh": "甲", "en": "X"}, "areas": ["tensors"], "relations": relations}
    lifecycle = replace(lifecycle_of([last]), registered=RegisteredFeature.model_validate(registered))
    assert lifecycle.current_notices == ({} if last[1] == "removed" else {"deprecated": ""})
    assert lifecycle.last_step.state == last[1]


@pytest.mark.parametrize(
    ("stated", "level"),
    [
        ([["1.8", None, "deprecated"]], None),
        ([["1.8", None]], None),
        ([["1.8", "beta"], ["1.9", None, "deprecated"]], "beta"),
        ([["1.8", "beta"], ["1.9", "removed"]], "removed"),
    ],
)
def test_a_notice_is_no_level(stated, level):
    assert lifecycle_of(stated).level == level


VERSIONS = st.builds("{}.{}".format, st.integers(0, 3), st.integers(0, 20)).filter(lambda version: version != "0.0")
LEVELS = st.sampled_from([None, "stable", "beta", "prototype", "unstable"])
STATED = st.lists(st.tuples(VERSIONS, LEVELS), min_size=1, max_size=12).map(
    lambda statements: sorted(statements, key=lambda statement: version_key(statement[0]))
)


@given(STATED, VERSIONS)
def test_the_level_is_the_last_one_stated_at_or_before_a_release(stated, version):
    before = [statement for statement in stated if version_key(statement[0]) <= version_key(version)]
    levels: dict = {}  # of one release, the first counts
    for other, level in before:
        if level:
            levels.setdefault(version_key(other), level)
    expected = list(levels.values())[-1] if levels else "unclassified" if before else None
    assert lifecycle_of(stated).state_at(version) == expected


NOTICES = st.lists(VERSIONS, max_size=2)


SUCCESSORS = st.none() | st.tuples(VERSIONS) | st.tuples(st.just("undated"), st.just("") | VERSIONS)


@given(STATED, NOTICES, SUCCESSORS, st.lists(VERSIONS, min_size=2, max_size=5, unique=True))
def test_the_published_kinds_are_those_of_the_pages(stated, deprecated_in, successor, versions):
    noticed = [(version, None, "deprecated") for version in deprecated_in]
    lifecycle = lifecycle_of(sorted([*stated, *noticed], key=lambda statement: version_key(statement[0])))
    if successor:
        lifecycle = with_successor(lifecycle, *successor)
    table = change_kinds(lifecycle)
    assert list(map(len, table)) == list(range(len(table), 0, -1))
    for earlier, later in combinations(sorted(versions, key=version_key), 2):
        before, known = (
            sum(version_key(turn) <= version_key(version) for turn in turns(lifecycle)) for version in (earlier, later)
        )
        published = table[before][known - before]
        assert published == tuple(change.kind for change in changes(lifecycle, earlier, later))
