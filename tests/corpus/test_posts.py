"""Invented announcements in three formats, compared with a careful reader's results."""

import json
import re
from difflib import SequenceMatcher
from functools import cache

import pytest

from atlas.core.text import comparison_key
from atlas.document.nodes import plain
from atlas.extract.not_taken import not_taken
from atlas.knowledge.schema import REMOVED
from support.cases import cases
from support.checkout import ROOT
from support.samples import errors, facts_of, read_announcement

POSTS = ROOT / "tests" / "posts"
FORMS = {"md": "{}.md", "plain": "{}.plain.txt", "html": "{}.html.txt", "line": "{}.html.txt"}
FACTS = ("version", "date", "original_url", "translation_url", "translator", "commits", "contributors")

MISREAD = cases("misread")


def truth(version, form):
    """Return the expected results for one form, whose own values override the general ones."""
    gold = json.loads((POSTS / f"{version}.json").read_text(encoding="utf-8"))
    form = {"line": "html"}.get(form, form)
    gold |= gold.get(form, {})
    for kind in ("features", "optional_features"):
        gold[kind] = [f | f.get(form, {}) for f in gold[kind] if not f.get(form, {}).get("lost")]
    return gold


def similarity(feature, expected):
    """Return how well a found title matches an expected feature's, from 0 to 1, allowing for text around it."""
    best = 0.0
    for title in (feature["title_zh"], *(a["title_zh"] for a in feature.get("also", ()))):
        ours, theirs = comparison_key(title), comparison_key(expected)
        short, long = sorted((ours, theirs), key=len)
        inside = 0.5 + len(short) / len(long) / 2 if len(short) >= 4 and short in long else 0.0
        ratio = SequenceMatcher(None, ours, theirs).ratio()
        best = max(best, inside, ratio if ratio >= 0.85 else 0.0)
    return best


def matched(gold, features):
    """Match expected and found features, best first; return found ones by expected index, and unmatched ones."""
    scored = sorted(
        ((similarity(g, plain(f.title)), i, j) for i, g in enumerate(gold) for j, f in enumerate(features)),
        reverse=True,
    )
    pairs = {}
    for score, i, j in scored:
        if score and i not in pairs and j not in pairs.values():
            pairs[i] = j
    return {i: features[j] for i, j in pairs.items()}, [f for j, f in enumerate(features) if j not in pairs.values()]


@pytest.fixture(scope="module")
def read(tmp_path_factory, knowledge):
    """Read a post in one form as an announcement; “line” is its HTML with everything but code on one line."""
    folder = tmp_path_factory.mktemp("posts")

    @cache
    def read(version, form):
        name = FORMS[form].format(version)
        text = (POSTS / name).read_text(encoding="utf-8")
        if form == "line":
            head, body = text[: (at := text.index("\n---\n", 5) + 5)], text[at:]
            parts = re.split(r"(<pre>.*?</pre>)", body, flags=re.DOTALL)
            text = head + "".join(part if i % 2 else part.replace("\n", " ") for i, part in enumerate(parts))
        (folder / name).write_text(text, encoding="utf-8")
        announcement, problems = read_announcement(folder / name, knowledge)
        assert errors(problems) == []
        return announcement

    return read


posts = pytest.mark.parametrize("version", sorted(p.stem for p in POSTS.glob("*.json")))
forms = pytest.mark.parametrize("form", FORMS)


@posts
@forms
def test_every_feature_is_found_at_its_level(read, knowledge, version, form):
    """No feature is missing, extra, or at another level, except for known misreadings.

    A level that only a sentence states may be reported instead. The expected results have no level of what is removed.
    """
    gold, announcement = truth(version, form), read(version, form)
    reported = {statement.level for statement in not_taken(announcement, knowledge)}
    matches, rest = matched(gold["features"], announcement.features)
    _, added = matched(gold["optional_features"], rest)
    wrong = {f"adds {plain(f.title)}" for f in added}
    for i, feature in enumerate(gold["features"]):
        if i not in matches:
            wrong.add(f"lacks {feature['title_zh']}")
            continue
        stated = matches[i].evidence.level
        level = "unclassified" if stated in (None, REMOVED) else stated
        if level not in {feature["stability"], *feature.get("stability_accept", ())}:
            is_reported = feature["evidence"].startswith("prose") and feature["stability"] in reported
            if not (is_reported and level == "unclassified"):
                wrong.add(f"takes {feature['title_zh']} for {level}")
    assert wrong == set(MISREAD.get(version, {}).get({"line": "html"}.get(form, form), ()))
    ids = [feature.id for feature in announcement.features] + [anchor for _, anchor in announcement.anchors]
    assert len(set(ids)) == len(ids) - sum(f.id in dict(announcement.anchors).values() for f in announcement.features)


@posts
@forms
def test_facts_are_those_of_the_post(read, version, form):
    """Version, date, URLs, translator and counts; facts that a post does not state are empty."""
    gold, announcement = truth(version, form), read(version, form)
    facts = {name: fact or None for name, fact in facts_of(announcement).items()}
    facts["date"] = facts["date"] and str(facts["date"])
    facts["translator"] = re.sub(r"[（(].*", "", announcement.facts.translator.name).strip("@") or None
    facts |= {name: facts[name] and facts[name][0] for name in ("commits", "contributors")}
    wrong = {name: facts[name] for name in FACTS if facts[name] != gold[name]}
    assert {name: fact for name, fact in wrong.items() if fact not in gold.get("date_alt", [])} == {}


@posts
@forms
def test_every_line_is_accounted_for(read, version, form):
    """No line is unexplained."""
    announcement = read(version, form)
    assert [entry.line for entry in announcement.line_report if entry.outcome == "unexplained"] == []
