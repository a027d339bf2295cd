"""A feature's timeline: every version once, every statement, every gap, and nothing that no text states."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.core.versions import version_key
from atlas.document.nodes import Text
from atlas.extract.release import Feature, Observation, Past
from atlas.history.across import Step, rows, timeline
from atlas.history.compare import difference, outcomes
from atlas.history.lifecycle import lifecycle
from atlas.knowledge.schema import REMOVED
from support.cases import cases
from support.checkout import COLLECTION
from support.samples import elsewhere, knowledge_of, releases_of

LEVELS = ("stable", "beta", "prototype", "unclassified")
KNOWN = knowledge_of(COLLECTION)
SOME = releases_of(COLLECTION)["1.0"]


def seen(stage):
    return Observation(stage, stage, "marker" if stage else "none", 3, "原话")


def life(*announced):
    """Return a lifecycle from (version, stage, past …) tuples; a past is (version or "", stage, whether it began)."""
    found = []
    for version, stage, *past in announced:
        before = tuple(Past(at, seen(then), first) for at, then, first in past)
        removal = seen(stage) if stage == REMOVED else None
        title = (Text("某功能"),)
        observation = seen("unclassified" if removal else stage)
        feature = Feature("x", title, "某功能", 0, 3, observation, (), (), past=before, removal=removal)
        found.append((replace(SOME, version=version), feature))
    return lifecycle("x", None, found, KNOWN)


def shown(step):
    """Return a step's heading, its level, and how the level is known."""
    how = "told" if step.elsewhere and not step.statements else "stated" if step.is_stated else ""
    return " ".join(filter(None, [step.version or "–".join(step.missing) or "earlier", step.level, how]))


@pytest.mark.parametrize("case", [pytest.param(case, id=case["title"]) for case in cases("timelines")])
def test_steps(case):
    others = elsewhere(*case.get("elsewhere", ()), feature="x")
    steps = timeline(life(*case["life"]), case["versions"], case.get("absent", ()), others)
    assert list(map(shown, steps)) == case["steps"]
    assert [step.version for step in steps if step.is_collected] == case["versions"]


VERSIONS = st.lists(
    st.builds("{}.{}".format, st.integers(0, 3), st.integers(0, 40)), min_size=1, max_size=60, unique=True
).map(lambda found: sorted(found, key=version_key))


@st.composite
def histories(draw):
    versions = draw(VERSIONS)
    own = draw(st.lists(st.sampled_from(versions), min_size=1, unique=True))
    level = st.sampled_from(LEVELS)
    announced = []
    for version in own:
        past = st.tuples(st.sampled_from(["", "0.1", *versions]), st.sampled_from(["", *LEVELS[:3]]), st.booleans())
        earlier = [p for p in draw(st.lists(past, max_size=2)) if not p[0] or version_key(p[0]) < version_key(version)]
        announced.append((version, draw(st.one_of(level, st.just(REMOVED))), *earlier))
    return announced, versions


@given(histories(), VERSIONS)
def test_every_version_stands_once_and_every_statement_with_it(history, others):
    feature, versions = life(*history[0]), history[1]
    uncollected = [version for version in others if version not in versions]
    steps = timeline(feature, versions, uncollected, ())
    named = [step.version for step in steps if step.version]
    assert named == sorted({*versions, *(s.version for s in feature.statements if s.version)}, key=version_key)
    assert sorted(map(id, (s for step in steps for s in step.statements))) == sorted(map(id, feature.statements))
    assert [step.version for step in steps if step.is_collected] == versions
    missing = [version for step in steps for version in step.missing]
    assert len(missing) == len(set(missing))
    assert not {*missing} & {*named}


@given(histories())
def test_intervals_partition_what_is_stated(history):
    """Every stated level is in one interval; adjacent intervals differ and are in version order."""
    feature, versions = life(*history[0]), history[1]
    found = [s.version for interval in feature.intervals for s in interval.statements if not s.is_past]
    assert found == sorted(found, key=version_key)
    assert all(one.stage != other.stage for one, other in pairwise(feature.intervals))
    levelled = {s.version for s in feature.announced if s.seen.stage != feature.default}
    assert levelled <= set(found)
    for version, stage in feature.states:
        assert feature.as_of(version) == stage
    published = outcomes(feature, KNOWN.stability)
    for earlier, later in combinations(versions[:20], 2):
        before, after = feature.states_until(earlier), feature.states_until(later)
        change = difference(feature, earlier, later, KNOWN.stability)
        assert published[before][after - before] == (change and change.kind)


def test_the_line_says_what_the_answers_say(any_rendered):
    collection = any_rendered.collection
    for life in collection.lifecycles:
        levels = {step.version: step.level for step in collection.timeline(life) if step.is_collected}
        assert levels == {version: answer.level for version, answer in collection.answers[life.id].items()}, life.id


def test_neighbors_that_no_text_mentions_are_one_row():
    mentioned = Step("1.1", "beta", elsewhere=object(), is_collected=True)
    again = Step("1.2", "stable", elsewhere=object(), is_collected=True)
    before, after = (Step(version, "", is_collected=True) for version in ("1.0", "1.3"))
    gap = Step(missing=("1.5",))
    assert rows([before, mentioned, again, after, gap]) == ((before,), (mentioned,), (again,), (after, gap))
