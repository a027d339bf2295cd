"""Limits: each is enforced and named in the error; no input within them takes long."""

import re

import pytest

from atlas.core import limits
from atlas.document.markdown_parser import SYNTAX_CHARACTER
from atlas.document.nodes import plain
from atlas.translate import parity
from support.samples import GOOD, GOOD_HTML, HEAD, errors

ENGLISH = "PyTorch 9.9 released\n\nPublished: January 2, 2021\n\nTensors (Beta)\n\nThe text that we have.\n\n"
TEXT = GOOD.replace("#", "")


def filled(text, size):
    rest = size - len(text.encode())
    return text + "a\n" * (rest // 2) + "\n" * (rest % 2)


def headed(count):
    return GOOD + "".join(f"\n## 特性{i}（Beta）\n" for i in range(count - 1))


# For each limit, a file name and a function that makes content of a given size.
AT_LIMITS = {
    "MAX_SEED_BYTES": ("x.txt", lambda n: filled(TEXT + ("字" * 3_000 + "\n") * 66, n)),
    "MAX_SEED_LINES": ("x.txt", lambda n: TEXT + "\n" * (n - TEXT.count("\n") - 1)),
    "MAX_LINE_LENGTH": ("x.html", lambda n: GOOD_HTML + ("<p>" + "字" * 39_993 + "</p>") * 4 + "a" * (n - 160_000)),
    "MAX_CONSECUTIVE_SPACES": ("x.md", lambda n: f"{GOOD}\n中{' ' * n}中\n"),
    "MAX_BRACKETS_PER_BLOCK": ("x.md", lambda n: f"{GOOD}\n" + "- [[\n" * (n // 2) + "[" * (n % 2)),
    "MAX_BRACKETS_PER_SEED": ("x.md", lambda n: GOOD + "\n" + (("[" * 1_000 + "\n\n") * 100)[: n * 1_002 // 1_000]),
    "MAX_COLUMNS": ("x.md", lambda n: f"{GOOD}\n{'a|' * n}\n"),
    "MAX_OPEN_TAGS": ("x.md", lambda n: f"{GOOD}\n{'<' * n}\n"),
    "MAX_NESTING": ("x.md", lambda n: f"{GOOD}\n{'>' * n} 字\n"),
    "MAX_BLOCK_MARKERS": ("x.md", lambda n: GOOD + "\n" + (">" * 30 + "字\n") * (n // 30) + ">字\n" * (n % 30)),
    "MAX_FRONT_MATTER_BYTES": ("x.md", lambda n: f"---\na: {'x' * 40_000}\nb: {'x' * (n - 40_015)}\n---\n{GOOD}"),
    "MAX_FRONT_MATTER_KEYS": ("x.md", lambda n: "---\n" + "".join(f"k{i}: v\n" for i in range(n)) + f"---\n{GOOD}"),
    "MAX_TAGS": ("x.html", lambda n: GOOD_HTML + "<p>字</p>\n" * 4_000 + ("<br>" * 100 + "\n") * 119 + "<br>" * (n - 19_900 - GOOD_HTML.count("<"))),
    "MAX_TAG_NESTING": ("x.html", lambda n: GOOD_HTML + "<div>\n" * n + "深\n"),
    "MAX_BLOCKS": ("x.md", lambda n: GOOD + "\n" + "- 字\n" * (n - 4)),
    "MAX_INLINES_PER_BLOCK": ("x.html", lambda n: GOOD_HTML + "<p>" + "字<br>" * (n // 2) + "字" * (n % 2) + "</p>"),
    "MAX_INLINES_PER_DOCUMENT": ("x.html", lambda n: GOOD_HTML + ("<p>" + "字<br>" * 1_999 + "字</p>\n") * 5 + "<p>字</p>\n" * (n - 19_999)),
    "MAX_TEXT_LENGTH": ("x.md", lambda n: f"{GOOD}\n{'字' * n}\n"),
    "MAX_FEATURES": ("x.md", headed),
    "MAX_SYNTAX_CHARACTERS_PER_TEXT": ("x.md", lambda n: f"{GOOD}\n" + "\\!" * (n // 2) + "!" * (n % 2) + "\n"),
    "MAX_SYNTAX_CHARACTERS_PER_SEED": ("x.md", lambda n: GOOD + "\n" + ("!" * 2_500 + "\n\n") * (n // 2_500) + "!" * (n % 2_500) + "\n"),
}  # fmt: skip


@pytest.mark.slow("files as large as the limits let in")
@pytest.mark.parametrize("limit", AT_LIMITS)
def test_a_seed_at_a_limit(read_seed, limit):
    """At the limit the seed is read; beyond it, the error names the limit, the place and a remedy."""
    name, make = AT_LIMITS[limit]
    most = getattr(limits, limit)
    for size in (most, most + 1):
        announcement, problems = read_seed(make(size), name)
        if size == most:
            assert announcement, errors(problems)
        else:
            assert announcement is None
            (line,) = errors(problems)
            assert re.match(rf"seeds/{re.escape(name)}(:\d+)?: .*\b{most:,}\b.*: [a-z]", line), line


# Inputs that took minutes before a limit or fix bounded them; a regression would run into faulthandler_timeout.
SLOW = {
    "emphasis": ("x.md", GOOD + "\n" + ("**a" * 13_000 + "\n") * 14),
    "pairs-of-tags": ("x.md", GOOD + "\n" + ("<b>a</b>" * 6_000 + "\n") * 12),
    "short-rows-of-a-wide-table": ("x.md", GOOD + "\n" + "|a" * 99 + "|\n" + "|-" * 99 + "|\n" + "|b|\n" * 14_000),
    "brackets-in-paragraphs": ("x.md", GOOD + ("\n" + "[" * 1_000 + "\n") * 500),
    "quotations": ("x.md", GOOD + "\n" + (">" * 32 + "x\n\n") * 7_000),
    "items": ("x.md", GOOD + "\n" + "- 字\n" * 14_900),
    "cells": ("x.md", GOOD + "\n|a|b|\n|-|-|\n" + "|c|d|\n" * 14_900),
    "a-long-word-in-english": ("x.txt", ENGLISH + ("We have " + "a" * 9_900 + "\n\n") * 50),
    "names-without-end": ("x.txt", TEXT + ("A" * 9_900 + "\n\n") * 50),
    "inline-elements-in-one-another": ("x.html", GOOD_HTML + "<p>" + "<b>" * 45 + "<i>a</i>\n" * 9_000),
    "cells-never-closed": ("x.html", GOOD_HTML + "<table>" + "<tr><td>a<td>b\n" * 6_500),
    "lists-in-one-another": ("x.html", GOOD_HTML + "<ul><li>" * 23 + "<ul><li>a</li></ul>\n" * 4_000),
    "attributes": ("x.html", GOOD_HTML + "<p " + "\n".join(f"a{i}=b" for i in range(14_000)) + ">字</p>"),
    "spanning-cells": ("x.html", GOOD_HTML + "<table>" + "<tr><td rowspan=99999 colspan=99999>a</td></tr>\n" * 4_000),
    "tags-never-closed": ("x.html", GOOD_HTML + "<b\n" * 14_000),
    "comments-never-closed": ("x.html", GOOD_HTML + "<!--\n" * 14_000),
    "an-introduction-to-many-features": ("x.md", GOOD.partition("\n")[0] + "\n\n" + "特性现在处于测试阶段。自 1.2 起处于测试阶段。\n\n" * 2_500 + "".join(f"\n## 特性{i}\n\n文字。\n" for i in range(900))),
    "nested-parentheses": ("x.md", GOOD + "\n" + "(" * 20_000 + "中" + ")" * 20_000 + "\n"),
    "many-parentheses": ("x.md", GOOD + "\n" + "中(x)" * 10_000 + "\n"),
    "half-closed-emphasis": ("x.md", GOOD + "\n" + "*a **b " * 5_000 + "\n"),
    "emphasis-with-punctuation": ("x.md", GOOD + "\n" + "**甲，** " * 5_000 + "\n"),
    "backticks": ("x.md", GOOD + "\n" + " ".join("`" * i for i in range(1, 300)) + "\n"),
    "calls": ("x.md", GOOD + "\n" + "a(" * 20_000 + "\n"),
    "dots": ("x.md", GOOD + "\n" + "torch." * 8_000 + "\n"),
    "underscores": ("x.md", GOOD + "\n" + "a_" * 20_000 + "\n"),
    "spaces": ("x.md", GOOD + "\n中" + (" " * 400 + "x") * 100 + "中\n"),
    "brackets-on-many-lines": ("x.md", GOOD + ("\n" + "[" * 900) * 10 + "\n"),
    "highlights-beside-sections": ("x.md", HEAD + "".join(f"- (Beta) 特性 {i}：说明\n" for i in range(1_500)) + "".join(f"\n## 别的 {i}（Beta）\n\n正文\n" for i in range(1_500))),
    "commas-after-struck-out-words": ("x.md", f"{GOOD}\n~~a~~{',' * 40_000}\n"),
    "references-never-closed": ("x.md", f"{GOOD}\n[^a]: b\n\n" + "[^" * 2_900 + "\n"),
    "tags-never-closed-around-code": ("x.md", GOOD + "\n" + "{% highlight x %}\n" * 14_000),
    "attribute-lists-never-closed": ("x.md", GOOD + "\n" + '{: a="' * 2_900 + "\n"),
    "thousands-of-features": ("x.md", headed(5_000)),
    "numbers-of-lines": ("x.txt", TEXT + "3. 项" + "\n" * 14_000 + "8. 项\n"),
}  # fmt: skip


@pytest.mark.slow("files as large as the limits let in")
@pytest.mark.parametrize("shape", SLOW)
def test_no_shape_takes_long(read_seed, shape):
    name, text = SLOW[shape]
    assert len(text.encode()) <= limits.MAX_SEED_BYTES, "refused for its size alone"
    announcement, problems = read_seed(text, name)
    assert announcement or problems


@pytest.mark.parametrize("sign", "[*_`<&!")
def test_a_translation_of_nothing_but_signs_is_judged(sign):
    assert parity.disagreements("字" * 4_000, sign * 19_000)


@pytest.mark.parametrize(
    ("opens", "closes"),
    [("*a ", "*"), ("**a ", "**"), ("<b>", "</b>"), ("*<i>", "</i>*"), ("[a ", "](b)"), ("![a ", "](b)")],
)
@pytest.mark.parametrize("closed", [1, 0])
def test_markup_in_one_another_stays_text_beyond_the_limit(read_seed, opens, closes, closed):
    """Every pass recurses into nested markup."""
    times = min(900, limits.MAX_SYNTAX_CHARACTERS_PER_TEXT // len(SYNTAX_CHARACTER.findall(opens + closes)) - 1)
    text = f"{opens * times}字{closes * times * closed}"
    announcement, _ = read_seed(f"{GOOD}\n{text}\n", "x.md")
    assert plain(announcement.document.blocks[-1].inlines).count("字") == 1
    assert parity.disagreements(text, text) == []


def test_markup_in_one_another_is_kept_up_to_the_limit(read_seed):
    """Including a line break inside."""
    most = limits.MAX_INLINE_NESTING
    announcement, _ = read_seed(f"{GOOD}\n{'<b>' * most}甲<br>乙{'</b>' * most}\n", "x.md")
    words = plain(announcement.document.blocks[-1].inlines)
    assert words.split() == ["甲", "乙"]


def test_blocks_of_html_are_counted_too(read_seed):
    announcement, (problem,) = read_seed(GOOD_HTML + "<p>字</p>\n" * (limits.MAX_BLOCKS + 1), "x.html")
    assert announcement is None
    assert f"more than {limits.MAX_BLOCKS:,} blocks: split the file" in str(problem)
