"""An English announcement on the site, in both languages."""

import json
import re
from pathlib import Path

import polib
import pytest
from bs4 import BeautifulSoup

from atlas.document.inline_markdown import parse_inline
from atlas.document.nodes import plain
from atlas.site import exports
from atlas.site.bundles import Bundles
from support import checkout, rendering
from support.crawl import Page, Site
from support.sites import ENGLISH, add_english

SENTENCE = 4  # more words than a marker or a name has


@pytest.fixture(scope="module")
def fully_translated(tmp_path_factory):
    """The pages including the fully translated announcement, about which a strict build has nothing to report."""
    copy = checkout.copy(tmp_path_factory.mktemp("translated") / "copy")
    add_english(copy, is_complete=True)
    site = rendering.build(copy)
    assert {problem.severity for problem in site.problems} <= {"note"}
    return site


def body(site, path):
    """Return a page's article without the folds of the other language."""
    if isinstance(site, Site):
        text = "<h1" + site.page(path).text.partition("<h1")[2].partition("</article>")[0]
    else:
        text = next(page.content.html for page in site.pages if page.path == path)
    text = re.sub(r'<span class="counterpart".*?</span></span>(?=</li>)', "", text, flags=re.DOTALL)
    soup = BeautifulSoup(text, "html.parser")
    for other in soup.select(".parallel, del.edit"):
        other.decompose()
    return Page(path, str(soup))


def words_of(page):
    return " ".join("".join(page.words).split())


def text_words(text):
    """Return a text's words; a title loses its name and version, which are displayed separately."""
    return re.sub(r"^PyTorch 9\.8[^:：]*[:：]\s*", "", plain(parse_inline(text)))


def test_each_language_has_its_own_words(fully_translated):
    zh, en = (words_of(body(fully_translated, f"{folder}releases/9.8/")) for folder in ("", "en/"))
    for entry in polib.pofile(str(ENGLISH / "9.8.po"), wrapwidth=0):
        original, translated = (text_words(text) for text in (entry.msgid, entry.msgstr))
        assert translated in zh or translated in ("DDP 通信钩子", "不均匀的流水线阶段")
        assert original.lower() in en.lower()
        assert original not in zh or len(original.split()) < SENTENCE
    assert "尚未翻译" not in zh
    assert not re.search(r"[\u3400-\u9fff]", en)
    assert re.search(r"署名\s*PyTorch", zh)
    assert "中文由本站译出" in zh


def test_evidence_is_quoted_in_english_beside_its_translation(fully_translated):
    page = body(fully_translated, "features/fx/")
    language_of = dict(zip(page.words, page.languages, strict=True))
    assert language_of["[Stable] Python code transformations with FX"] == "en"
    assert [
        words for words, lang in language_of.items() if "使用 FX 进行" in words and "稳定" in words and lang != "en"
    ]


@pytest.mark.parametrize("where", ["releases/9.8/", "sources/9.8/", "features/fx/", "areas/compiler/"])
def test_no_english_sentence_passes_for_chinese(fully_translated, extended_site, where):
    for site in (fully_translated, extended_site):
        page = body(site, where)
        suspects = [
            words
            for words, lang in zip(page.words, page.languages, strict=True)
            if lang != "en" and re.search(r"(?:\b[A-Za-z][a-z]+\b[ ,]+){4}", words)
            if not re.search(r"[\u3400-\u9fff]", words)
        ]
        code = [tag.name for tag in page.tags]
        assert [words for words in suspects if "pre" not in code or "import" not in words] == []


def test_untranslated_text_is_shown_in_english_and_marked(extended_site):
    page = body(extended_site, "releases/9.8/")
    missing = list(polib.pofile(str(ENGLISH / "9.8.po")))[1::3]
    language_of = dict(zip((words.strip() for words in page.words), page.languages, strict=True))
    for entry in missing:
        if not re.search(r"[`\[*]", entry.msgid) and entry.msgid in language_of:
            assert language_of[entry.msgid] == "en"
    shown = words_of(page)
    assert shown.count("尚未翻译") >= 15
    assert "FX gives library authors a toolkit" in shown
    assert "基于 FX 的程序变换由测试版转为稳定版。" in shown
    assert "尚未翻译" not in words_of(body(extended_site, "en/releases/9.8/"))


def test_data_names_the_language(fully_translated):
    released = json.loads(dict(exports.files(fully_translated, Bundles(Path())))["api/v1/releases.json"])["releases"]
    announced = [(r["version"], r["announcement"]) for r in released if r["announcement"]]
    assert {version: announcement["language"] for version, announcement in announced} == {
        "9.8": "en", "2.0": "en", **dict.fromkeys(("1.0", "1.1", "1.2"), "zh")
    }  # fmt: skip
