"""Metadata for search engines and link previews, read back from a built site that includes odd pages."""

import re
import struct
import xml.etree.ElementTree as ET
from urllib.parse import unquote

import pytest

from support.sites import REPOSITORY
from support.sites import SUB_PATH as BASE

LANGUAGES = {"zh-CN": "", "en": "en/"}


@pytest.fixture(scope="module")
def indexed(extended_site):
    """The pages that search engines should index, by URL."""
    return {
        BASE + path.removesuffix("index.html"): page for path, page in extended_site.pages.items() if path != "404.html"
    }


def language(page):
    return "en" if page.path.startswith("en/") else "zh-CN"


def named(page, name):
    """Return the content of the only ``meta`` element with a name or property."""
    [tag] = [t for t in page.named("meta") if name in (t.attributes.get("name"), t.attributes.get("property"))]
    return tag.attributes["content"]


def links(page, rel):
    return [t.attributes for t in page.named("link") if t.attributes.get("rel", "").split() == [rel]]


def test_titles_and_descriptions_distinguish_pages(indexed):
    for words in (lambda page: page.title, lambda page: named(page, "description")):
        addresses = {}
        for address, page in indexed.items():
            other = addresses.setdefault(words(page).strip(), address)
            assert other == address, f"{address} says what {other} says: {words(page)}"


def test_descriptions_have_a_length_that_is_shown(indexed):
    for address, page in indexed.items():
        description, english = named(page, "description"), language(page) == "en"
        assert (50 if english else 20) <= len(description) <= (160 if english else 100), (address, description)
        assert "\n" not in description


def test_titles_name_pytorch_and_the_site(indexed):
    for address, page in indexed.items():
        name = "PyTorch Release Atlas" if language(page) == "en" else "PyTorch 版本图鉴"
        assert page.title.count(name) == 1, address
        handwritten = address.endswith("/about/")
        assert handwritten or "PyTorch" in page.title.replace(name, "") or address in (BASE, f"{BASE}en/"), address


def test_every_page_links_to_the_repository_and_to_a_report_about_itself(indexed):
    for address, page in indexed.items():
        *_, repository, report = (tag.attributes["href"] for tag in page.named("a"))
        assert repository == REPOSITORY
        assert unquote(unquote(report)) == f"{REPOSITORY}/issues/new?body={address}"


def test_english_words_are_english(extended_site, indexed):
    """English heads have no Chinese, except for untranslated names of features."""
    for address, page in indexed.items():
        if language(page) == "en" and "/features/" not in address:
            head = page.title + named(page, "description") + named(page, "og:image:alt")
            assert not re.search(r"[\u3400-\u9fff]", head), address
    assert "9.6" in named(extended_site.page("en/releases/9.6/"), "description")


def test_canonical_addresses_are_the_pages_own(indexed):
    for address, page in indexed.items():
        [link] = links(page, "canonical")
        assert unquote(link["href"]) == address
        assert named(page, "og:url") == link["href"]
        assert link["href"].isascii()
        assert not [t for t in page.named("meta") if t.attributes.get("name") == "robots"], "kept from searching"


def test_the_sitemap_lists_every_indexed_page(extended_site, indexed):
    """Each with itself and its sibling, and without dates."""
    text = (extended_site.folder / "sitemap.xml").read_text(encoding="utf-8")
    assert "<lastmod>" not in text
    assert text.isascii()
    alternates = {}
    for url in ET.fromstring(text):
        loc, *others = url
        assert loc.tag == "{http://www.sitemaps.org/schemas/sitemap/0.9}loc"
        assert {other.tag for other in others} == {"{http://www.w3.org/1999/xhtml}link"}
        alternates[unquote(loc.text)] = {other.get("hreflang"): unquote(other.get("href")) for other in others}
    assert set(alternates) == set(indexed)
    for address, page in indexed.items():
        path = page.path.removeprefix("en/").removesuffix("index.html")
        siblings = {lang: BASE + folder + path for lang, folder in LANGUAGES.items()}
        assert alternates[address] == {**siblings, "x-default": BASE + path}
        assert alternates[address][language(page)] == address
        assert set(alternates[address].values()) <= set(indexed)
        assert not links(page, "alternate"), "the theme's script requests a sitemap below it"
    assert [path.name for path in extended_site.folder.glob("sitemap*")] == ["sitemap.xml"]


def test_robots_may_read_everything_and_find_the_sitemap(extended_site):
    lines = (extended_site.folder / "robots.txt").read_text(encoding="utf-8").splitlines()
    assert lines == ["User-agent: *", "Disallow:", "", f"Sitemap: {BASE}sitemap.xml"]


def test_pages_that_only_lead_on_are_not_to_be_found(extended_site):
    assert {"features/lens-dump/index.html", "en/features/lens-dump/index.html", "report/1.0/index.html"} < set(
        extended_site.redirects
    )
    for page in (*extended_site.redirects.values(), extended_site.pages["404.html"]):
        assert named(page, "robots") == "noindex"
        assert not links(page, "canonical")
        assert not [t for t in page.named("meta") if t.attributes.get("property")]
        assert "ld+json" not in page.text


def test_previews_are_whole(extended_site, indexed):
    for address, page in indexed.items():
        english = language(page) == "en"
        assert named(page, "og:title") in page.title, address
        assert named(page, "og:description") == named(page, "description")
        assert named(page, "og:locale") == ("en_US" if english else "zh_CN")
        assert named(page, "og:locale:alternate") == ("zh_CN" if english else "en_US")
        assert named(page, "og:site_name") == ("PyTorch Release Atlas" if english else "PyTorch 版本图鉴")
        assert named(page, "twitter:card") == "summary_large_image"
        assert named(page, "og:image:alt")
        image = named(page, "og:image")
        assert image.startswith(BASE)
        header = (extended_site.folder / image.removeprefix(BASE)).read_bytes()[:24]
        assert header.startswith(b"\x89PNG")
        assert struct.unpack(">II", header[16:24]) == (1200, 630)  # what previews of large images ask for
