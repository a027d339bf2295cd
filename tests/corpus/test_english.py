"""Announcements in English: told from Chinese ones, understood as well, and shown truly in both languages."""

from __future__ import annotations

import json
import re

import polib
import pytest

from atlas.document.inline_markdown import parse_inline
from atlas.document.nodes import plain
from atlas.knowledge.fields import normal
from atlas.translate.parity import disagreements
from support import checkout
from support.checkout import ROOT
from support.crawl import Page, Site
from support.samples import read_release

POSTS = ROOT / "tests" / "english"
TRUTH = json.loads((POSTS / "9.8.json").read_text(encoding="utf-8"))
SENTENCE = 4  # words that a marker or a name has not
CODE = "```python\nimport torch\n\ndef of_the_best(x):\n    return x  # which is the best that we have\n```\n"
NAMES = "，".join(f"`torch.name_{n}`、DataLoader、Distributed Checkpoint API 与 TensorPipe Backend" for n in range(20))


@pytest.fixture(scope="module", params=["9.8.md", "9.8.html", "9.8.txt"])
def release(request, known):
    found, problems = read_release(POSTS / request.param, known)
    assert problems == ()
    return found


def test_facts(release):
    assert release.seed.language == "en"
    assert release.version == TRUTH["version"]
    assert str(release.date) == TRUTH["date"]
    assert (release.commits.value, release.contributors.value) == (TRUTH["commits"], TRUTH["contributors"])
    assert release.publisher == TRUTH["publisher"]


def test_features_with_level_identity_and_area(release):
    found = [
        {"title": plain(f.title), "stage": f.stage, "identity": f.identity, "area": f.areas[0]}
        for f in release.features
    ]
    assert found == TRUTH["features"]


def test_the_past(release):
    told = {f.id: sorted([p.version, p.seen.stage] for p in f.past) for f in release.features if f.past}
    assert told == TRUTH["past"]


def test_ends_name_what_is_gone(release):
    assert sorted(f.removes for f in release.features if f.removal) == TRUTH["removes"]


def test_pleasantries_are_dropped(release):
    dropped = "\n".join(change.before for change in release.changes if change.drops)
    assert all(words in dropped for words in TRUTH["dropped"])
    assert not [change for change in release.changes if change.rule in ("glossary", "typography")]


def test_quotes_are_the_seed_s_own_words(release):
    lines = release.text.split("\n")
    for feature in release.features:
        seen = feature.observation
        assert normal(seen.quote) in normal(lines[seen.line - 1])
        if seen.basis == "marker":
            assert seen.quote.replace("`", "") in re.sub(r"[`*]|</?\w+>", "", lines[seen.line - 1])


# --- which language ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "language"),
    [
        ("# PyTorch 9.9 Release\n\nThe word for tensor is 张量 in Chinese, and that of a kernel is 内核.\n", "en"),
        ("# PyTorch 9.9 发布\n\n" + CODE * 9, "zh"),
        ("# PyTorch 9.9\n\n" + CODE * 9, "en"),
        (f"# PyTorch 9.9 发布\n\n新的接口有{NAMES}。\n", "zh"),
        (
            "# PyTorch 9.9 发布\n\n原文说：“The best of all the releases that we have made.”这一点我们暂且不论。\n\n"
            + "这个版本有更快的内核。" * 3,
            "zh",
        ),
        ("<h1>PyTorch 9.9 发布</h1>\n<pre>" + CODE * 9 + "</pre>\n<p>更快</p>\n", "zh"),
        ("PyTorch 9.9 Release\n\nFaster kernels on the GPU.\n", "en"),
    ],
    ids=["few-chinese-words", "title-and-code", "english-title-and-code", "names", "quotation", "html", "short"],
)
def test_language_is_told_by_the_prose(hand_in, body, language):
    release, _ = hand_in(body)
    assert release.seed.language == language


@pytest.mark.parametrize(
    ("line", "language"),
    [("language: en", "en"), ("lang: zh-CN", "zh"), ("language: zh_Hans_CN", "zh"), ("lang: EN-us", "en")],
)
def test_a_stated_language_wins(hand_in, line, language):
    other = {"en": "# PyTorch 9.9 发布\n\n更快的内核。\n", "zh": "# PyTorch 9.9\n\nThe best of the kernels.\n"}[
        language
    ]
    release, problems = hand_in(f"---\n{line}\n---\n{other}", "seed.md")
    assert release.seed.language == language
    assert not [finding for finding in release.findings if finding.kind == "not-carried"]
    assert not [problem for problem in problems if "accounts for" in problem.message]


@pytest.mark.parametrize("value", ["fr", "Klingon", "english", "zhuang", ""])
def test_an_unknown_language_is_an_error(hand_in, value):
    release, problems = hand_in(f"---\ntitle: x\nlanguage: {value}\n---\n# PyTorch 9.9\n\nText.\n", "seed.md")
    assert release is None
    assert [str(p) for p in problems] == [
        f"seeds/seed.md:3: states the language {value!r}: write en or zh, or delete the line"
    ]


# --- words and numbers ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "commits", "contributors"),
    [
        ("It is composed of more than 3,400 commits and 426 contributors since 9.7.", (3400, True), (426, False)),
        ("These are 3,400+ commits by around 426 individual contributors.", (3400, True), (426, True)),
        ("There are 3,400 commits. We thank our community of 90,000 contributors.", (3400, False), None),
    ],
)
def test_counts_in_english(hand_in, sentence, commits, contributors):
    release, _ = hand_in(f"# PyTorch 9.9 Release\n\nOctober 21, 2021\n\n{sentence}\n", "seed.md")
    told = [(count.value, count.approximate) if count else None for count in (release.commits, release.contributors)]
    assert told == [commits, contributors]


def test_an_undated_english_seed_is_told_what_to_write(hand_in):
    _, problems = hand_in("# PyTorch 9.9 Release\n\n## (Beta) Faster kernels\n\nThe kernels are faster.\n", "seed.md")
    assert any("add a line Date: YYYY-MM-DD" in problem.message for problem in problems)


def test_who_wrote_an_original_did_not_publish_its_translation(hand_in):
    byline = "\n\nby the PyTorch Foundation\n\n"
    assert hand_in(f"# PyTorch 9.9 Release{byline}The best of all.\n", "seed.md")[0].publisher == "PyTorch"
    assert hand_in(f"# PyTorch 9.9 发布{byline}这个版本有更快的内核，也有更小的开销。\n", "seed.md")[0].publisher == ""


@pytest.mark.parametrize(
    ("title", "wrong"),
    [
        ("Uneven pipeline stages", "platform"),  # pip
        ("An ample set of amplitudes", "performance"),  # AMP
        ("The ability to resume", "cpp"),  # ABI
        ("Intelligent retries", "hardware"),  # Intel
    ],
)
def test_short_words_for_an_area_are_whole_words(features, title, wrong):
    assert wrong not in features(f"## {title} (Beta)\n\nThis is new.\n")[title].areas


@pytest.mark.parametrize(
    ("msgid", "msgstr", "agree"),
    [
        ("a model of 7 billion parameters", "有 70 亿参数的模型", True),
        ("1.5 million rows", "150 万行", True),
        ("7 billion parameters", "7 亿参数", False),
        ("since 2.1.0 million", "自 2.1.0 起", False),
    ],
)
def test_large_numbers_in_words(msgid, msgstr, agree):
    assert (disagreements(msgid, msgstr, parse_inline) == []) is agree


# --- the site ---------------------------------------------------------------------------------------


def site(folder, drop, *arguments):
    """A copy of the repository with the announcement and its catalog, but for dropped entries, built."""
    copy = checkout.copy(folder / "copy")
    (copy / "seeds" / "9.8.md").write_bytes((POSTS / "9.8.md").read_bytes())
    po = polib.pofile(str(POSTS / "9.8.po"), wrapwidth=0)
    for number, entry in enumerate(po):
        entry.msgstr = "" if drop(number) else entry.msgstr
    path = copy / "seeds" / "translations" / "zh" / "9.8.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    po.save(str(path))
    done = checkout.mkdocs(copy, "build", *arguments)
    assert done.returncode == 0, done.stderr[-2000:]
    return Site(copy / "site"), [entry for entry in po if not entry.msgstr]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return site(tmp_path_factory.mktemp("whole"), lambda _: False, "--strict")[0]


@pytest.fixture(scope="module")
def partial(tmp_path_factory):
    return site(tmp_path_factory.mktemp("partial"), lambda n: n % 3 == 1)


def body(page):
    """What stands in a page's article, but for the other language beneath."""
    text = "<h1" + page.text.partition("<h1")[2].partition("</article>")[0]
    return Page(page.path, re.sub(r'<details class="parallel">.*?</details>', "", text, flags=re.DOTALL))


def words_of(page):
    return " ".join("".join(page.words).split())


def test_each_language_has_its_own_words(whole):
    zh, en = (words_of(body(whole.page(f"{folder}releases/9.8/"))) for folder in ("", "en/"))
    for entry in polib.pofile(str(POSTS / "9.8.po"), wrapwidth=0):
        own, translated = plain(parse_inline(entry.msgid)), plain(parse_inline(entry.msgstr))
        assert translated in zh or translated in ("DDP 通信钩子", "不均匀的流水线阶段")
        assert own in en
        assert own not in zh or len(own.split()) < SENTENCE
    assert "尚未翻译" not in zh
    assert not re.search(r"[\u3400-\u9fff]", en)
    assert "署名PyTorch" in zh
    assert "中文由本站译出" in zh


def test_evidence_is_quoted_in_english_beside_its_translation(whole):
    page = body(whole.page("features/fx/"))
    said = dict(zip(page.words, page.languages, strict=True))
    assert said["FX was first introduced in 1.8 as a beta feature, and is now stable."] == "en"
    assert said["FX 最初在 1.8 中作为测试版功能推出，现已稳定。"] != "en"
    assert said["FX program transforms"] == "en"
    assert "FX 程序变换" in said
    english = words_of(body(whole.page("en/features/fx/")))
    assert english.count("FX was first introduced in 1.8 as a beta feature, and is now stable.") == 1


@pytest.mark.parametrize("where", ["releases/9.8/", "report/9.8/", "sources/9.8/", "features/fx/", "areas/compiler/"])
def test_no_english_sentence_passes_for_chinese(whole, partial, where):
    for found in (whole, partial[0]):
        page = body(found.page(where))
        told = [
            words
            for words, lang in zip(page.words, page.languages, strict=True)
            if lang != "en" and re.search(r"(?:\b[A-Za-z][a-z]+\b[ ,]+){4}", words)
            if not re.search(r"[\u3400-\u9fff]", words)
        ]
        code = [tag.name for tag in page.tags]
        assert [words for words in told if "pre" not in code or "import" not in words] == []


def test_what_is_not_translated_is_shown_in_english_and_says_so(partial):
    found, missing = partial
    page = body(found.page("releases/9.8/"))
    said = dict(zip((words.strip() for words in page.words), page.languages, strict=True))
    for entry in missing:
        if not re.search(r"[`\[*]", entry.msgid) and entry.msgid in said:
            assert said[entry.msgid] == "en"
    shown = words_of(page)
    assert shown.count("尚未翻译") >= 15
    assert "FX gives library authors a toolkit" in shown
    assert "基于 FX 的程序变换由测试版转为稳定版。" in shown
    assert "尚未翻译" not in words_of(body(found.page("en/releases/9.8/")))


def test_programs_are_told_the_language(whole):
    released = json.loads((whole.folder / "api/v1/releases.json").read_text(encoding="utf-8"))["releases"]
    assert {r["version"]: r["language"] for r in released} == {
        "9.8": "en", **dict.fromkeys(("1.5", "1.6", "1.10", "1.11", "2.1"), "zh")
    }  # fmt: skip
