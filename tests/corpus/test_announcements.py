"""Extraction from text: features with evidence, facts and findings, with cases in ``cases/announcements``."""

import re

import pytest

from atlas.document.nodes import plain
from atlas.knowledge.stability import REMOVED
from support.cases import cases, grouped, titled
from support.samples import HEAD, facts_of, texts

BLOG = "https://pytorch.org/blog"


@grouped(cases("announcements/features"))
def test_features(features, text, expected):
    """In order, compared as far as the case specifies them."""
    announced = features(text)
    if isinstance(expected, list):
        assert list(announced) == expected
        return
    announced_levels = [
        (title, evidence_row(feature)[: len(expected.get(title, ""))]) for title, feature in announced.items()
    ]
    assert announced_levels == list(expected.items())


def evidence_row(feature):
    evidence = feature.evidence
    section = " > ".join(feature.section)
    return [
        evidence.level,
        evidence.basis,
        evidence.stating_words,
        evidence.line,
        evidence.quote,
        feature.line,
        section,
    ]


@grouped(cases("announcements/facts"))
def test_facts(read_seed, text, expected):
    announcement, problems = read_seed(text, "seed.md")
    assert announcement, [str(problem) for problem in problems]
    actual = facts_of(announcement) | {
        "ids": [feature.id for feature in announcement.features],
        "levels": [feature.evidence.level for feature in announcement.features],
        "anchors": [anchor for _, anchor in announcement.anchors],
        "facts": [[fact.key, fact.value, fact.line] for fact in announcement.document.facts],
        "findings": [[finding.kind, finding.line, finding.quote, finding.detail] for finding in announcement.findings],
        "problems": [problem.severity for problem in problems],
    }
    assert {name: actual[name] for name in expected} == expected


@titled("announcements/levels")
def test_levels(read_seed, case):
    announcement, problems = read_seed(case["text"], case["name"])
    assert announcement, [str(problem) for problem in problems]
    levels = {plain(feature.title): feature.evidence.level for feature in announcement.features}
    actual = facts_of(announcement) | {
        "levels": {title: level or "" for title, level in levels.items()},
        "notices": {
            plain(feature.title): [[evidence.notice, evidence.quote] for evidence in feature.notice_evidence]
            for feature in announcement.features
            if feature.notice_evidence
        },
        "unknown": [
            finding.detail or finding.quote for finding in announcement.findings if finding.kind == "unknown-marker"
        ],
        "states_levels": announcement.states_levels,
        "news": [plain(feature.title) for feature in announcement.news],
    }
    assert {name: actual[name] for name in case["expected"]} == case["expected"]


@titled("announcements/removals")
def test_removals(read_seed, case):
    announcement, problems = read_seed(f"# PyTorch 1.9 发布\n\n{case['text']}", "seed.md")
    assert announcement, [str(problem) for problem in problems]
    assert {plain(f.title): f.subject for f in announcement.features if f.evidence.level == REMOVED} == case["gone"]


@titled("announcements/refused")
def test_what_announces_no_release_is_refused(read_seed, case):
    """With one error, which names a line and says what to do."""
    announcement, problems = read_seed(case["text"], case.get("name", "seed.md"))
    assert announcement is None
    (error,) = (problem for problem in problems if problem.severity == "error")
    assert error.line > 0
    assert re.search(r": (?:write|if it|put|paste|begin) ", error.message)


@pytest.mark.parametrize(
    "line",
    [
        f"本文译自[这里]({BLOG}/x)。", f"编译自 <{BLOG}/x>，感谢作者。", f"[阅读原文]({BLOG}/x)", f"参见原文[公告]({BLOG}/x)", f"原文见 {BLOG}/x 。",
        f"Originally published [here]({BLOG}/x).", f"翻译自[坏的](javascript:x)与[好的]({BLOG}/x)。", f"> 转载自[官方博客]({BLOG}/x)",
    ],
)  # fmt: skip
def test_sentences_that_point_to_the_original(read_seed, line):
    """Recognized only at either end of the text."""
    filler = "".join(f"第 {n} 段。\n\n" for n in range(40))
    feature = "## 甲\n\n正文\n\n"
    for text, address in (
        (f"{line}\n\n{feature}", f"{BLOG}/x"),
        (f"{filler}{feature}{line}\n", f"{BLOG}/x"),
        (f"{filler}{line}\n\n{filler}{feature}", ""),
    ):
        assert read_seed(f"# PyTorch 9.9\n\n{text}", "seed.md")[0].facts.original_url == address


def test_a_list_beside_facts_is_not_lost_with_them(read_seed):
    announcement, _ = read_seed(HEAD + "> 译者：某人\n>\n> - 别丢了我\n\n## 某事\n\n正文\n", "seed.md")
    assert "别丢了我" in texts(announcement.document)


def test_an_invalid_address_causes_no_traceback(read_seed):
    links = "<https://[bad/x> 与 [甲](https://www.oschina.net/action/GoToLink?url=https://[)"
    announcement, _ = read_seed(f"{HEAD}> 译文: https://[bad/x\n\n## 某事\n\n正文 {links}\n", "seed.md")
    assert [feature.evidence.level for feature in announcement.features] == [None]
