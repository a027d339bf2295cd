"""Invented announcements in three formats, against what a careful reader finds in them."""

import json
import re
from difflib import SequenceMatcher

import pytest

from atlas.core.text import normal
from atlas.site.interface import RULES
from support.checkout import ROOT

POSTS = ROOT / "tests" / "posts"
FORMS = {"md": "{}.md", "plain": "{}.plain.txt", "html": "{}.html.txt", "line": "{}.html.txt"}
FACTS = ("date", "original_url", "translation_url", "translator", "commits", "contributors")

# Read otherwise than a careful reader does. One that is read rightly now has to go from here.
MISREAD = {
    ("5.8", "md"): {"adds 流式语音活动检测", "takes 流式VAD for unclassified"},  # in a table, under another name
    ("5.8", "html"): {"adds 流式语音活动检测", "takes 流式VAD for unclassified"},
    ("5.8", "plain"): {"adds TorchCodec的GPU编码"},
    # Details, told from features by levels of headings alone.
    ("6.8", "plain"): {"adds 键值缓存的布局", "adds 错误消息"},
    # A section whose name is put in words; a group that goes on where no heading ends it.
    ("8.3", "md"): {"adds 一个实验追踪的库"},
    ("8.3", "html"): {"adds 一个实验追踪的库"},
    ("8.3", "plain"): {"adds 一个实验追踪的库", "takes 新的 AWS 镜像 for prototype"},
    # Features named in passing, below headings that name a subject.
    ("8.5", "md"): {"adds 分布式训练", "adds 数据加载", "lacks 集合通信超时诊断"},
    ("8.5", "html"): {"adds 分布式训练", "adds 数据加载", "lacks 集合通信超时诊断"},
    ("8.5", "plain"): {
        "adds 分布式训练",
        "adds 数据加载",
        "lacks DataLoader 支持共享线程池",
        "lacks 移除对 CUDA 10.x 的支持",
        "lacks 集合通信超时诊断",
    },
    # Headings with a colon and a comma in them.
    ("8.7", "plain"): {
        "lacks TorchTune 并入主仓库",
        "lacks 华为昇腾进入官方 CI",
        "lacks 更聪明的显存分配器",
        "lacks 告别 Volta",
    },
}


def truth(version, form):
    """Gold of one form: what it says of a feature or a fact replaces what holds for all."""
    gold = json.loads((POSTS / f"{version}.json").read_text(encoding="utf-8"))
    form = {"line": "html"}.get(form, form)
    gold |= gold.get(form, {})
    for kind in ("features", "optional_features"):
        gold[kind] = [f | f.get(form, {}) for f in gold[kind] if not f.get(form, {}).get("lost")]
    return gold


def likeness(feature, said):
    """0 to 1: how well a title as found is one of a gold feature's, whatever stands before or after it."""
    best = 0.0
    for title in (feature["title_zh"], *(a["title_zh"] for a in feature.get("also", ()))):
        ours, theirs = normal(title), normal(said)
        short, long = sorted((ours, theirs), key=len)
        inside = 0.5 + len(short) / len(long) / 2 if len(short) >= 4 and short in long else 0.0
        ratio = SequenceMatcher(None, ours, theirs).ratio()
        best = max(best, inside, ratio if ratio >= 0.85 else 0.0)
    return best


def matched(gold, features):
    """Pairs of a gold feature and one found, best first, and what was found besides."""
    scored = sorted(
        ((likeness(g, f.said), i, j) for i, g in enumerate(gold) for j, f in enumerate(features)), reverse=True
    )
    pairs = {}
    for score, i, j in scored:
        if score and i not in pairs and j not in pairs.values():
            pairs[i] = j
    return {i: features[j] for i, j in pairs.items()}, [f for j, f in enumerate(features) if j not in pairs.values()]


@pytest.fixture
def read(hand_in):
    """A post in one form, as a release; “line” is its HTML with all but code on one line."""

    def read(version, form):
        name = FORMS[form].format(version)
        text = (POSTS / name).read_text(encoding="utf-8")
        if form == "line":
            head, body = text[: (at := text.index("\n---\n", 5) + 5)], text[at:]
            parts = re.split(r"(<pre>.*?</pre>)", body, flags=re.DOTALL)
            text = head + "".join(part if i % 2 else part.replace("\n", " ") for i, part in enumerate(parts))
        release, problems = hand_in(text, name)
        assert not [str(p) for p in problems if p.severity == "error"]
        return release

    return read


posts = pytest.mark.parametrize("version", sorted(p.stem for p in POSTS.glob("*.json")))
forms = pytest.mark.parametrize("form", FORMS)


@posts
@forms
def test_every_feature_is_found_at_its_level(read, version, form):
    """No feature is missing, none is found where there is none, and none has another level."""
    gold, release = truth(version, form), read(version, form)
    found, rest = matched(gold["features"], release.features)
    _, added = matched(gold["optional_features"], rest)
    wrong = {f"adds {f.said}" for f in added}
    for i, feature in enumerate(gold["features"]):
        if i not in found:
            wrong.add(f"lacks {feature['title_zh']}")
        elif found[i].stability not in {feature["stability"], *feature.get("stability_accept", ())}:
            wrong.add(f"takes {feature['title_zh']} for {found[i].stability}")
    assert wrong == MISREAD.get((version, {"line": "html"}.get(form, form)), set())
    ids = [feature.id for feature in release.features] + [anchor for _, anchor in release.anchors]
    assert len(set(ids)) == len(ids) - sum(f.id in dict(release.anchors).values() for f in release.features)


@posts
@forms
def test_facts_are_those_of_the_post(read, version, form):
    """Version, date, addresses, translator and counts; what a post does not say stays empty."""
    gold, release = truth(version, form), read(version, form)
    said = {
        "date": release.date and release.date.isoformat(),
        "original_url": release.original_url or None,
        "translation_url": release.translation_url or None,
        "translator": re.sub(r"[（(].*", "", release.translator).strip("@") or None,
        "commits": release.commits and release.commits.value,
        "contributors": release.contributors and release.contributors.value,
    }
    assert release.version == version
    assert {
        key: said[key] for key in FACTS if said[key] != gold[key] and said[key] not in gold.get("date_alt", [])
    } == {}


@posts
@forms
def test_every_line_is_accounted_for(read, version, form):
    """Nothing of a post is lost or invented, and what was done to it has a name that readers see."""
    release = read(version, form)
    assert [fate.line for fate in release.account if fate.kind == "unexplained"] == []
    assert {change.rule for change in release.changes} <= set(RULES)
