"""Structure for assistive technology on every page: landmarks, headings, languages and current entries."""

import json
import re
from itertools import pairwise
from urllib.parse import urljoin

import pytest
from bs4 import BeautifulSoup

from support.crawl import Page

CHINESE = re.compile(r"[\u3400-\u9fff]")
URL_SOURCES = ("seeds", "docs", "templates", "mkdocs.yml")  # where external URLs may come from


@pytest.fixture(scope="module")
def pages(site):
    """Every page, parsed, by path."""
    return {path: BeautifulSoup(page.text, "html.parser") for path, page in site.pages.items()}


def test_every_page_has_its_landmarks(pages):
    """One banner, one main, one footer; navigation landmarks that are shown together have unique names."""
    for path, page in pages.items():
        for selector in ("body > header", "main", "footer.md-footer", "h1", "html[lang]", "head title"):
            assert len(page.select(selector)) == 1, (path, selector)
        for where in ("header", ".md-container"):  # on narrow screens the menu replaces the sidebar and repeats it
            names = []
            for nav in page.select(f"{where} nav"):
                label = page.find(id=nav.get("aria-labelledby", ""))
                names.append(nav.get("aria-label") or (label.get_text(strip=True) if label else ""))
            assert all(names), (path, where, names)
            assert len(names) == len(set(names)), (path, where, names)
        regions = [region["aria-label"] for region in page.select("[role=region]")]
        assert len(regions) == len(set(regions)), (path, regions)


def test_headings_are_in_order(any_site):
    for path, page in any_site.pages.items():
        levels = [int(heading.name[1]) for heading in page.named(*(f"h{level}" for level in range(1, 7)))]
        assert levels[0] == 1, path
        assert all(later <= earlier + 1 for earlier, later in pairwise(levels)), (path, levels)


def test_the_current_section_is_marked(pages):
    """The bar and the menu mark the page itself or its section as current."""
    for path, page in pages.items():
        if page.select("meta[name=robots]"):  # the 404 page is in no section
            continue
        current = page.select(".bar-entries [aria-current]")
        if not path.removeprefix("en/").removesuffix("index.html"):  # the logo, not the bar, leads home
            assert not current
            continue
        assert len(current) == 1, path
        target = urljoin(path, current[0]["href"])
        if path.removeprefix("en/").startswith(("glossary/", "sources/")):  # to which no other entry leads
            assert target.removeprefix("en/") == "about/", path
            _home, first, *_ = page.select(".crumbs a")
            assert urljoin(path, first["href"]) == target, path
        assert (current[0]["aria-current"] == "page") == (target == path.removesuffix("index.html")), path
        for link in page.select(".atlas-menu [aria-current=page]"):
            assert urljoin(path, link["href"]) == path.removesuffix("index.html"), path


def test_each_language_is_named(any_site):
    """Pages declare their language, and English pages mark Chinese text as such, except in names of people and code."""
    released = json.loads((any_site.folder / "api/v1/releases.json").read_text(encoding="utf-8"))["releases"]
    people = {r["announcement"]["translator"] for r in released if r["announcement"]}
    names = re.compile("|".join(sorted(filter(None, people))) or "(?!)")
    for path, page in any_site.pages.items():
        lang = next(tag.attributes["lang"] for tag in page.named("html"))
        assert lang == ("en" if path.startswith("en/") else "zh"), path
        if lang == "en":
            prose = Page(path, re.sub("<pre.*?</pre>", "", page.text, flags=re.DOTALL))
            parts = zip(prose.words, prose.languages, strict=True)
            plain = [names.sub("", words) for words, lang in parts if not lang.startswith("zh")]
            assert [words for words in plain if CHINESE.search(words)] == [], path


def test_external_links_occur_in_the_sources(any_site):
    """Every external URL occurs verbatim in the seeds, knowledge, docs, templates or settings."""
    copy = any_site.folder.parent
    texts = [file.read_text("utf-8") for name in URL_SOURCES for file in [copy / name, *(copy / name).rglob("*")]
             if file.is_file() and file.suffix in (".txt", ".yml", ".md", ".po", ".html")]  # fmt: skip
    written = "\n".join(texts)
    for path, page in any_site.pages.items():
        outside = [url for url in page.references if "://" in url and not url.startswith(any_site.base)]
        assert [url for url in outside if url not in written] == [], path


OVERCLAIMS = re.compile(
    r"\b(?:latest|newest|current|most recent) (?:release|version)(?! (?:here|in this collection))"
    r"|\bstill (?:stable|beta|a prototype)\b|\b(?:has|have) not changed\b|(?:最新|当前)(?:的)?(?:版本|发布)|仍然?(?:是|为)(?:稳定|测试|原型)|没有变过",
    re.IGNORECASE,
)


def test_no_page_claims_more_than_the_collection_states(any_site):
    """No page calls a release the latest or a feature unchanged, as PyTorch's history continues past the collection.

    Quotations are exempt, and so are pages, except those of features, that carry announcements' text.
    """
    quoted = re.compile(r"(?:en/)?(?:releases|sources|features|areas|stability|glossary)/[^/]+/index\.html")
    for path, page in any_site.pages.items():
        carries = quoted.fullmatch(path) and not path.removeprefix("en/").startswith("features/")
        if carries or not OVERCLAIMS.search(" ".join(re.sub("<[^>]*>", " ", page.text).split())):
            continue
        soup = BeautifulSoup(page.text, "html.parser")  # slow, so only if something may be a claim
        for words in soup.select("blockquote, q, del, ins, details"):
            words.decompose()
        assert not OVERCLAIMS.search(soup.main.get_text(" ", strip=True)), path


def test_a_page_shows_as_many_corrections_as_it_counts(any_site):
    """Those of the title, too."""
    pages = {path: page.text for path, page in any_site.pages.items() if "edits-switch" in page.text}
    assert pages
    for path, text in pages.items():
        page = BeautifulSoup(text, "html.parser")
        counted = int(re.search(r"\d+", page.select_one(".edits-switch small").get_text())[0])
        assert counted == len(page.select(".edits li")), path
