"""Invented announcements in several forms, compared with a careful reader's results."""

import re
from functools import cache

import pytest

from support import posts
from support.cases import cases
from support.samples import errors, facts_of, read_announcement

FACTS = ("version", "date", "original_url", "translation_url", "translator", "commits", "contributors")
MISREAD = cases("misread")


@pytest.fixture(scope="module")
def read(tmp_path_factory, knowledge):
    """A function of a version and a form that returns the announcement and what a careful reader finds in it."""
    folder = tmp_path_factory.mktemp("posts")

    @cache
    def read(version, form):
        name, text = posts.file_of(version, form)
        (folder / name).write_text(text, encoding="utf-8")
        announcement, problems = read_announcement(folder / name, knowledge)
        assert errors(problems) == []
        return announcement, posts.truth(version, form)

    return read


every_post = pytest.mark.parametrize("version", posts.VERSIONS)
every_form = pytest.mark.parametrize("form", posts.FILES)


@every_post
@every_form
def test_every_feature_is_found_at_its_level(read, knowledge, version, form):
    """No feature is missing, extra, or at another level, except for known misreadings."""
    announcement, gold = read(version, form)
    known = MISREAD.get(version, {}).get({"line": "html"}.get(form, form), ())
    assert posts.misreadings(gold, announcement, knowledge) == set(known)
    ids = [feature.id for feature in announcement.features] + [anchor for _, anchor in announcement.anchors]
    assert len(set(ids)) == len(ids) - sum(f.id in dict(announcement.anchors).values() for f in announcement.features)


@every_post
@every_form
def test_facts_are_those_of_the_post(read, version, form):
    """Version, date, URLs, translator and counts; facts that a post does not state are empty."""
    announcement, gold = read(version, form)
    facts = {name: fact or None for name, fact in facts_of(announcement).items()}
    facts["date"] = facts["date"] and str(facts["date"])
    facts["translator"] = re.sub(r"[（(].*", "", announcement.facts.translator.name).strip("@") or None
    facts |= {name: facts[name] and facts[name][0] for name in ("commits", "contributors")}
    wrong = {name: facts[name] for name in FACTS if facts[name] != gold[name]}
    assert {name: fact for name, fact in wrong.items() if fact not in gold.get("date_alt", [])} == {}


@every_post
@every_form
def test_every_line_is_accounted_for(read, version, form):
    """No line is unexplained."""
    announcement, _ = read(version, form)
    assert [entry.line for entry in announcement.line_report if entry.outcome == "unexplained"] == []
