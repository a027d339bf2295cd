"""The built site in a real browser, served below a sub-path as GitHub Pages does."""

import re

import pytest
from playwright.sync_api import expect


def test_search_says_when_there_is_nothing_and_closes_by_keyboard(open_page):
    page = open_page("en/")
    page.locator("header button[data-search]").focus()
    page.keyboard.press("Enter")
    page.get_by_role("searchbox").fill("zzzzqqqq")
    expect(page.locator("dialog [role=status]")).to_contain_text("zzzzqqqq")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("header button[data-search]")).to_be_focused()


@pytest.mark.parametrize(
    ("here", "there"),
    [("en/areas/compiler/", "areas/compiler/**"), ("releases/1.1/#prism-compiler", "en/releases/1.1/#prism-compiler")],
)
def test_switching_language_stays_on_the_page_and_in_the_section(open_page, address, here, there):
    page = open_page(here, viewport={"width": 1280, "height": 400})
    page.locator("a[data-language]").click()
    page.wait_for_url(address + there)
    expect(page.locator(f"#{there.partition('#')[2]}" if "#" in there else "h1")).to_be_in_viewport()


def test_switching_language_keeps_the_line_of_a_source(open_page):
    page = open_page(
        "sources/1.1/#L36", viewport={"width": 1280, "height": 300}
    )  # below the first lines, in a fold that this opens
    expect(page.locator("#L36")).to_be_in_viewport()
    page.locator("a[data-language]").click()
    page.wait_for_url(re.compile(r"/en/sources/.*#L3[0-6]$"))


def test_evidence_leads_to_the_line_of_the_source(open_page):
    page = open_page("releases/1.1/")
    page.locator("#fx .badge-link").click()
    page.wait_for_url("**/sources/*/#L48")
    expect(page.locator("#L48")).to_be_in_viewport()
    expect(page.locator("#L48")).to_contain_text("使用外汇进行Python代码转换")


def test_a_missing_page_is_explained_in_both_languages_and_below_en_in_english(open_page, address):
    page = open_page("releases/0.1/")
    expect(page.locator("h1")).to_have_text("404 找不到这一页 Page not found")
    page = open_page("en/releases/0.1/")
    expect(page.locator("h1")).to_have_text("404 Page not found")
    expect(page).to_have_title("404 · PyTorch Release Atlas")
    expect(page.locator("article [lang=zh-CN]")).to_have_count(0)
    expect(page.locator("article section").first).to_contain_text("The address may be mistyped")
    expect(page.locator(".bar-home")).to_contain_text("PyTorch Release Atlas")
    expect(page.locator(".bar a[data-language]")).to_have_attribute("href", address)
    expect(page.get_by_role("contentinfo")).to_contain_text("Unofficial site")
    page.locator("article").get_by_role("link", name="All releases").click()
    page.wait_for_url(address + "en/releases/")
    assert [fault for fault in open_page.faults if "404" not in fault] == []
    open_page.faults.clear()


@pytest.mark.parametrize(("path", "label"), [("releases/0.1/", "搜索功能"), ("en/releases/0.1/", "Search features")])
def test_a_missing_page_offers_search_in_the_language_of_its_address(open_page, path, label):
    page = open_page(path)
    page.keyboard.press("/")
    expect(page.locator("dialog label")).to_contain_text(label)
    page.get_by_role("searchbox").fill("torch.fx")
    expect(page.locator("dialog ol a").first).to_have_attribute(
        "href", re.compile("/en/" if "en/" in path else "atlas/(?!en/)")
    )
    assert [fault for fault in open_page.faults if "404" not in fault] == []
    open_page.faults.clear()


@pytest.mark.parametrize(
    ("path", "guess"),
    [("features/prism_compiler.html", "features/prism-compiler/"), ("en/releases/2.0.0", "releases/2.0/")],
)
def test_a_missing_page_guesses_what_was_meant(open_page, path, guess):
    """By a search for the last part of the address, in its language."""
    page = open_page(path)
    page.locator("article section").first.locator("[data-guess]").click()
    link = page.locator("dialog ol a").first
    expect(link).to_have_attribute("href", re.compile(f"{guess}$"))
    assert ("/en/" in link.get_attribute("href")) == path.startswith("en/")
    open_page.faults.clear()


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("features/prism-compil/", "features/prism-compiler/"),
        ("en/features/Prism_Compilers.html", "en/features/prism-compiler/"),
        ("en/2.0.0", "en/releases/2.0/"),
        ("releases/2.1.0/", "releases/2.1/"),  # and not 1.2, which has the same figures
        ("features/prims-compiler/", "features/prism-compiler/"),
        ("releases/9.9/", "releases/2.1/"),
        ("features/zebra/", None),
        ("releases/2.01/", None),
    ],
)
def test_a_missing_page_names_the_page_that_its_address_is_most_like(open_page, path, meant):
    known = open_page(path).locator("article section").first.locator("[data-known]")
    if meant:
        expect(known.locator("a")).to_have_attribute("href", re.compile(f"/pytorch-release-atlas/{meant}$"))
        expect(known).to_be_visible()
    else:
        expect(known).to_be_hidden()
    open_page.faults.clear()


@pytest.mark.parametrize("path", ["", "en/features/fx/"])
def test_no_sitemap_is_requested(open_page, path):
    """Material's script would request one for every language that it finds in the head."""
    asked = []
    page = open_page(path)
    page.on("request", lambda request: asked.append(request.url))
    page.reload(wait_until="networkidle")
    assert asked
    assert [url for url in asked if "sitemap" in url] == []
