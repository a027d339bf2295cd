"""The other language beside every block of a release's page: the same words, each once, on pages as they are made."""

import re

import pytest
from bs4 import BeautifulSoup

from support import checkout, rendering
from support.cases import cases
from support.samples import catalog

VERSIONS = ("1.0", "1.1", "1.2", "2.0")
CASE = cases("parallel")


@pytest.fixture(scope="module")
def partly_translated(tmp_path_factory):
    """A site with a partly translated announcement."""
    folder = checkout.minimal_copy(tmp_path_factory.mktemp("partly_translated"), {"new.md": CASE["seed"]})
    (folder / "seeds" / "translations" / "en" / "new.po").write_text(catalog(CASE["english"]), encoding="utf-8")
    return rendering.build(folder)


def body(site, language, version):
    """Return the parsed content of a release's page."""
    page = rendering.page(site, language, f"releases/{version}.md")
    return BeautifulSoup(page.content.html, "html.parser")


def pairs(site, language, version):
    """Return each block of the other language with the element before it."""
    return [(other.find_previous_sibling(), other) for other in body(site, language, version).select(".parallel")]


def words(markup):
    """Return the text without badges, evidence, permalinks and whitespace."""
    soup = BeautifulSoup(str(markup), "html.parser")
    extras = "del.edit, .stability, .history-link, .untranslated-note, .headerlink, .release-number"
    for extra in soup.select(extras):
        extra.decompose()
    return re.sub(r"\s", "", soup.get_text().strip())


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_block_holds_the_other_page_s_block(rendered, version, language):
    """The same words in the same order, each block once, and nothing else."""
    here, there = (pairs(rendered, name, version) for name in (language, {"zh": "en", "en": "zh"}[language]))
    assert len(here) > 10
    assert [words(block) for block, _ in here][1:] == [words(copy) for _, copy in there][1:]
    assert words(here[0][0]).lower() in words(there[0][1]).lower(), "a title without the name and version"


def test_an_untranslated_block_has_no_counterpart(partly_translated):
    """On neither page; the same holds for text that is the same in both languages."""
    zh, en = (pairs(partly_translated, language, "9.9") for language in ("zh", "en"))
    shown = ["第一段", "第一项", "列一", "引用", "末尾"]
    assert [next(name for name in shown if name in words(block)) for block, _ in zh] == shown
    assert [next(name for name in shown if name in words(other)) for _, other in en] == shown


@pytest.mark.parametrize("name", ["rendered", "live_rendered", "partly_translated"])
def test_only_pages_with_something_in_the_other_language_can_show_both(request, name):
    pages = request.getfixturevalue(name).pages
    assert [page.path for page in pages if page.is_parallel] == [
        page.path for page in pages if 'class="parallel"' in page.content.html
    ]


def test_an_untranslated_item_has_no_counterpart(partly_translated):
    """The other page has a note that it is untranslated."""
    zh, en = (body(partly_translated, language, "9.9").select("li") for language in ("zh", "en"))
    (item,) = [li for li in zh if "第二项" in li.get_text()]
    assert not item.select(".parallel")
    (item,) = [li for li in en if "第二项" in li.get_text()]
    assert [span["lang"] for span in item.select("[lang]")] == ["zh-CN"]
    assert item.select_one(".untranslated-note")


def test_markdown_and_the_table_of_contents_hold_one_language(site):
    for prefix, other in (("", re.compile("in the same order as in NumPy")), ("en/", re.compile("面的顺序与"))):
        twin = (site.folder / prefix / "releases" / "1.1" / "index.md").read_text(encoding="utf-8")
        page = (site.folder / prefix / "releases" / "1.1" / "index.html").read_text(encoding="utf-8")
        assert other.search(page)
        assert not other.search(twin)
        soup = BeautifulSoup(page, "html.parser")
        contents = soup.select_one(".md-nav--secondary").get_text()
        assert ("魔方张量" in contents, "Cube tensors" in contents) == (
            not prefix,
            bool(prefix),
        )
        for path in ("releases/", "features/", "about/"):  # nothing to open, so no switch
            page = (site.folder / prefix / path / "index.html").read_text(encoding="utf-8")
            assert "data-both" not in page
