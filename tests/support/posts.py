"""Invented announcements in several forms (``tests/posts``), and how far a reading agrees with a careful reader's."""

import json
import re
from difflib import SequenceMatcher

from atlas.core.text import comparison_key
from atlas.document.nodes import plain
from atlas.extract.not_taken import not_taken
from atlas.knowledge.stability import REMOVED
from support.checkout import ROOT

POSTS = ROOT / "tests" / "posts"
VERSIONS = sorted(path.stem for path in POSTS.glob("*.json"))
FILES = {"md": "{}.md", "plain": "{}.plain.txt", "html": "{}.html.txt", "line": "{}.html.txt"}


def file_of(version, form):
    """Return the name and text of a post in one form; “line” is its HTML with everything but code on one line."""
    name = FILES[form].format(version)
    text = (POSTS / name).read_text(encoding="utf-8")
    if form == "line":
        head, body = text[: (at := text.index("\n---\n", 5) + 5)], text[at:]
        parts = re.split(r"(<pre>.*?</pre>)", body, flags=re.DOTALL)
        text = head + "".join(part if i % 2 else part.replace("\n", " ") for i, part in enumerate(parts))
    return name, text


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
    """Match expected and found features, best first; return pairs of both, and the unmatched found ones."""
    scored = sorted(
        ((similarity(g, plain(f.title)), i, j) for i, g in enumerate(gold) for j, f in enumerate(features)),
        reverse=True,
    )
    pairs: dict[int, int] = {}
    for score, i, j in scored:
        if score and i not in pairs and j not in pairs.values():
            pairs[i] = j
    rest = [feature for j, feature in enumerate(features) if j not in pairs.values()]
    return {i: features[j] for i, j in pairs.items()}, rest


def misreadings(gold, announcement, knowledge):
    """Return in words what is missing, extra, or at another level; one that only a sentence states may be reported."""
    reported = {statement.level for statement in not_taken(announcement, knowledge)}
    matches, rest = matched(gold["features"], announcement.features)
    _, added = matched(gold["optional_features"], rest)
    wrong = {f"adds {plain(f.title)}" for f in added}
    for i, feature in enumerate(gold["features"]):
        if i not in matches:
            wrong.add(f"lacks {feature['title_zh']}")
            continue
        stated = matches[i].evidence.level
        level = "unclassified" if stated in (None, REMOVED) else stated  # as the careful reader has it
        if level not in {feature["stability"], *feature.get("stability_accept", ())}:
            is_reported = feature["evidence"].startswith("prose") and feature["stability"] in reported
            if not (is_reported and level == "unclassified"):
                wrong.add(f"takes {feature['title_zh']} for {level}")
    return wrong


def areas(gold, announcement):
    """Yield the areas of each feature that was found, and those that a careful reader would give it."""
    for i, found in matched(gold["features"], announcement.features)[0].items():
        yield found.areas, {gold["features"][i].get("area"), *gold["features"][i].get("area_alt", ())}
