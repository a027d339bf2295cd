"""A feature's time line: every version once, every statement, every gap, and nothing between that no text states."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from atlas.core.versions import version_key
from atlas.document.nodes import Text
from atlas.extract.release import Feature, Observation, Past
from atlas.history.across import timeline
from atlas.history.lifecycle import lifecycle
from atlas.knowledge.schema import REMOVED, Elsewhere
from support.checkout import ROOT
from support.samples import known_with_errata, read_release

LEVELS = ("stable", "beta", "prototype", "unclassified")
KNOWN = known_with_errata()
SOME = read_release(min((ROOT / "seeds").glob("*.txt")), KNOWN)[0]


def seen(stage):
    return Observation(stage, stage, "marker" if stage else "none", 3, "原话")


def life(*told):
    """A lifecycle out of (version, stage, past …); a past is (version or nothing, stage, whether it began there)."""
    found = []
    for version, stage, *past in told:
        before = tuple(Past(at, seen(then), first) for at, then, first in past)
        removal = seen(stage) if stage == REMOVED else None
        title = (Text("某功能"),)
        observation = seen("unclassified" if removal else stage)
        feature = Feature("x", title, "某功能", 0, 3, observation, (), (), past=before, removal=removal)
        found.append((replace(SOME, version=version), feature))
    return lifecycle("x", None, found, KNOWN)


def shown(steps):
    """Each step as what stands at its head, its level, and how it comes to it."""
    return [
        (
            step.version or step.missing or "earlier",
            step.level,
            "told" if step.told and not step.statements else "stated" if step.is_stated else "",
        )
        for step in steps
    ]


def test_a_level_goes_on_where_nothing_is_said():
    steps = timeline(life(("1.1", "beta"), ("1.3", "stable")), ["1.0", "1.1", "1.2", "1.3", "1.4"], (), ())
    assert shown(steps) == [
        ("1.0", "", ""), ("1.1", "beta", "stated"), ("1.2", "beta", ""), ("1.3", "stable", "stated"), ("1.4", "stable", ""),
    ]  # fmt: skip
    assert [step.is_collected for step in steps] == [True] * 5


def test_what_texts_leave_unnamed_comes_right_before_what_tells_it():
    steps = timeline(life(("1.10", "stable", ("", "beta", False))), ["1.9", "1.10"], (), ())
    assert shown(steps) == [("1.9", "", ""), ("earlier", "beta", "stated"), ("1.10", "stable", "stated")]


def test_versions_that_only_texts_name_have_a_step():
    steps = timeline(life(("1.5", "stable", ("1.4", "beta", True))), ["1.5", "1.6"], (), ())
    assert [(step.version, step.level, step.is_collected) for step in steps] == [
        ("1.4", "beta", False), ("1.5", "stable", True), ("1.6", "stable", True),
    ]  # fmt: skip


def test_a_level_left_out_is_the_last_one_stated():
    steps = timeline(life(("1.1", "beta"), ("1.2", "unclassified")), ["1.1", "1.2"], (), ())
    assert shown(steps) == [("1.1", "beta", "stated"), ("1.2", "beta", "stated")]


def test_what_is_removed_stays_so():
    steps = timeline(life(("1.1", "stable"), ("1.2", REMOVED)), ["1.1", "1.2", "1.3"], (), ())
    assert [step.level for step in steps] == ["stable", REMOVED, REMOVED]


def test_what_is_not_here_is_a_gap_and_not_silent():
    told = life(("1.6", "beta"), ("1.10", "stable", ("1.8", "beta", False)))
    steps = timeline(told, ["1.5", "1.6", "1.10", "2.1"], ["1.4", "1.7", "1.8", "1.9", "1.11", "2.2"], ())
    assert [step.missing or step.version for step in steps] == [
        "1.5", "1.6", ("1.7",), "1.8", ("1.9",), "1.10", ("1.11",), "2.1",
    ]  # fmt: skip


def test_other_texts_have_steps_of_their_own_and_hold_until_one_here_speaks():
    told = [
        Elsewhere(feature="x", release=at, level=level, source="https://pytorch.org/blog/x/", quote="x")
        for at, level in (("1.7", "beta"), ("2.2", "stable"))
    ]
    steps = timeline(life(("1.6", "prototype")), ["1.6", "2.0"], ["1.7", "1.8", "2.1", "2.2"], told)
    assert shown(steps) == [
        ("1.6", "prototype", "stated"), ("1.7", "beta", "told"), (("1.8",), "", ""), ("2.0", "beta", ""),
        (("2.1",), "", ""), ("2.2", "stable", "told"),
    ]  # fmt: skip


VERSIONS = st.lists(
    st.builds("{}.{}".format, st.integers(0, 3), st.integers(0, 40)), min_size=1, max_size=60, unique=True
).map(lambda found: sorted(found, key=version_key))


@st.composite
def histories(draw):
    versions = draw(VERSIONS)
    own = draw(st.lists(st.sampled_from(versions), min_size=1, unique=True))
    level = st.sampled_from(LEVELS)
    told = []
    for version in own:
        past = st.tuples(st.sampled_from(["", "0.1", *versions]), st.sampled_from(["", *LEVELS[:3]]), st.booleans())
        earlier = [p for p in draw(st.lists(past, max_size=2)) if not p[0] or version_key(p[0]) < version_key(version)]
        told.append((version, draw(st.one_of(level, st.just(REMOVED))), *earlier))
    return told, versions


@given(histories(), VERSIONS)
def test_every_version_stands_once_and_every_statement_with_it(made, others):
    told, versions = life(*made[0]), made[1]
    absent = [version for version in others if version not in versions]
    steps = timeline(told, versions, absent, ())
    named = [step.version for step in steps if step.version]
    assert named == sorted({*versions, *(s.version for s in told.statements if s.version)}, key=version_key)
    assert sorted(map(id, (s for step in steps for s in step.statements))) == sorted(map(id, told.statements))
    assert [step.version for step in steps if step.is_collected] == versions
    missing = [version for step in steps for version in step.missing]
    assert len(missing) == len(set(missing))
    assert not {*missing} & {*named}


def test_the_line_says_what_the_answers_say(rendered):
    atlas = rendered.collection
    for life in atlas.lifecycles:
        levels = {step.version: step.level for step in atlas.timeline(life) if step.is_collected}
        assert levels == {version: answer.level for version, answer in atlas.answers[life.id].items()}, life.id
