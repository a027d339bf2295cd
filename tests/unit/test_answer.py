"""The answer for a feature as of a release: its level, since when, and how certain that is."""

from types import SimpleNamespace

import pytest

from atlas.core.versions import version_key
from atlas.history.answer import answer
from atlas.history.collection import gather
from atlas.knowledge.schema import Elsewhere
from support.cases import cases
from support.samples import HEAD

CASES = cases("answer")
RELEASED = ["1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "1.11", "1.12", "1.13", "2.0", "2.1", "2.2"]
OTHERS = ["0.1", "1.4", "1.7", "1.9", "2.0", "9.9"]  # releases that are not collected


def told(*found, feature="fx"):
    source = "https://pytorch.org/blog/x/"
    return tuple(Elsewhere(feature=feature, release=at, level=level, source=source, quote="x") for at, level in found)


@pytest.fixture
def history(hand_in, known):
    """The answers for the only feature of some announcements: a function of (version, text) pairs.

    It returns a function of a release.
    """

    def history(*announced):
        texts = [
            (f"{v}.md", HEAD.replace("9.9", v).replace("2021", f"20{n + 21}") + text)
            for n, (v, text) in enumerate(announced)
        ]
        collection, _ = gather([hand_in(text, name)[0] for name, text in texts], known)
        (life,) = collection.lifecycles

        def said(release=""):
            found = collection.answer(life, release)
            return found.level, found.how, found.since

        return said

    return history


@pytest.mark.parametrize(
    ("found", "later", "before", "how"),
    CASES["elsewhere"].values(),
    ids=CASES["elsewhere"],
)
def test_texts_that_are_not_here_are_taken_into_account(found, later, before, how):
    """For a feature that is beta in 1.10, perhaps earlier, and was a prototype in 1.5."""
    now = SimpleNamespace(stage="beta", since="1.10", exact=False, statements=[SimpleNamespace(version="1.10")])
    life = SimpleNamespace(now=now, intervals=(None, now), states=(("1.5", "prototype"), ("1.10", "beta")))
    made = answer(life, told(*found), RELEASED)
    assert (made.later and made.later.release, made.before and made.before.release) == (later, before)
    assert made.how == how
    assert (made.level, made.since) == (("stable", later) if how == "elsewhere" else ("beta", "1.10"))


def test_before_anything_is_stated_only_texts_that_are_not_here_may_answer(atlas):
    life = atlas.by_id["fx"]
    asked = [answer(life, told(("1.8", "beta")), RELEASED, release) for release in ("1.7", "1.8", "1.9", "1.10")]
    assert [(a.level, a.how, a.since) for a in asked] == [
        ("", "unknown", "1.7"),
        ("beta", "elsewhere", "1.8"),
        ("beta", "elsewhere", "1.8"),
        ("stable", "since", "1.10"),
    ]


def test_an_answer_says_no_more_than_the_texts(history):
    said = history(("1.6", "## (Beta) torch.foo\n\n正文。\n"), ("1.9", "## (Stable) torch.foo\n\n正文。\n"))
    assert said("1.5") == ("", "unknown", "1.5")
    assert said("1.6") == said("1.8") == ("beta", "first", "1.6")
    assert said("1.9") == said("2.5") == said() == ("stable", "by", "1.9")


def test_what_texts_say_to_be_new_is_new_until_its_level_changes(history):
    said = history(("1.6", "## (Beta) torch.foo\n\n新增了 torch.foo。\n"), ("1.7", "## (Stable) torch.foo\n\n正文。\n"))
    assert said("1.6") == ("beta", "new", "1.6")
    assert said("1.7") == ("stable", "since", "1.7")


def test_what_is_removed_stays_so(history):
    said = history(("1.6", "## (Beta) torch.foo\n\n正文。\n"), ("1.9", "## 移除 torch.foo\n\n正文。\n"))
    assert said("1.8") == ("beta", "first", "1.6")
    assert said("1.9") == said("2.1") == ("removed", "removed", "1.9")


def test_the_answer_is_the_level_that_the_matrix_shows(atlas):
    """For every feature and any release, except where the answer comes from a post that is not collected."""
    for life in atlas.lifecycles:
        for release in (*atlas.versions, *OTHERS):
            made = atlas.answer(life, release)
            assert made.how == "elsewhere" or made.level == life.as_of(release), (life.id, release)
            assert (made.level == "") == (made.how == "unknown")
            assert version_key(made.since) <= version_key(release)
            assert made.evidence is None or version_key(made.evidence.version) <= version_key(release)


def test_the_answer_as_of_a_later_release_is_todays(atlas):
    assert [atlas.answer(life, "9.9") for life in atlas.lifecycles] == [atlas.answer(life) for life in atlas.lifecycles]
