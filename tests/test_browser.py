"""The built site in a real browser, served below a sub-path as GitHub Pages does."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from served import serving

ROOT = Path(__file__).resolve().parents[1]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

KINDS = (
    "",
    "releases/",
    "releases/1.5/",
    "releases/1.10/",
    "releases/2.1/",
    "areas/",
    "areas/distributed/",
    "stability/",
    "stability/beta/",
    "features/",
    "features/distributed-rpc/",
    "features/python2-removal/",
    "compare/",
    "compare/1.6-to-1.10/",
    "glossary/",
    "report/",
    "report/1.5/",
    "sources/",
    "sources/004_82a8e0ee4161d639/",
    "about/",
)
PAGES = [prefix + kind for prefix in ("", "en/") for kind in KINDS]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of the built site."""
    folder = tmp_path_factory.mktemp("browser") / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    with serving(folder) as address:
        environ = {**os.environ, "SITE_URL": address, "NO_MKDOCS_2_WARNING": "1"}
        subprocess.run(command, cwd=ROOT, env=environ, check=True)
        yield address


@pytest.fixture(scope="module")
def browser():
    """The system's Chromium or Chrome where there is one, otherwise Playwright's own."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield launched
        launched.close()


@pytest.fixture
def open_page(browser, address):
    """Open a page of the site; what it complains of or asks of other hosts fails the test in the end."""
    faults, contexts = [], []

    def open_page(path="", **options):
        context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 900}, "color_scheme": "light", **options}
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", lambda m: faults.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda r: None if r.url.startswith((address, "data:", "blob:")) else faults.append(r.url))
        page.on("response", lambda r: faults.append(f"{r.status} {r.url}") if r.status >= 400 else None)
        page.goto(address + path)
        return page

    open_page.faults = faults
    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def search(page, query):
    """Type a query as a reader does; the results' links once they are there."""
    page.keyboard.press("/")
    page.get_by_role("searchbox").fill(query)
    expect(page.locator("dialog [role=status]")).to_have_text(re.compile(r"\d"), timeout=15_000)
    return [link.get_attribute("href") for link in page.locator("dialog ol a").all()]


@pytest.fixture(scope="module")
def announced(address):
    """Address of a feature's page → the releases that announce it: such a page answers for them, too."""
    with urllib.request.urlopen(f"{address}api/v1/features.json") as answer:  # noqa: S310  our own server
        found = json.load(answer)["features"]
    return {f["path"]: {o["announced_in"] for o in f["observations"]} for f in found}


def finds(links, release, announced, prefix=""):
    """Whether a page of the release, or of a feature that it announces, is among the first three."""
    pages = list(dict.fromkeys(link.split("#")[0] for link in links))[:3]
    ways = [link.partition("/atlas/")[2].removeprefix(prefix) for link in pages]
    return any(way.startswith(f"releases/{release}") or release in announced.get(way, ()) for way in ways)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_kind_of_page_is_quiet_and_fits_a_phone(open_page, address, scheme):
    page = open_page("", viewport={"width": 360, "height": 740}, color_scheme=scheme)
    for path in PAGES:
        page.goto(address + path, wait_until="load")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 360, f"{path} is {width} pixels wide"
        assert page.locator("h1").count() == 1, path
        assert page.evaluate("document.documentElement.lang") == ("en" if path.startswith("en/") else "zh"), path


@pytest.mark.parametrize(
    ("query", "release"),
    [
        ("混合精度", "1.6"),
        ("共轭视图", "1.10"),
        ("静态图", "1.11"),
        ("分布式检查点", "2.1"),
        ("每样本梯度", "1.11"),
        ("模块冻结", "1.6"),
        ("torch.compile", "2.1"),
    ],
)
def test_chinese_search_finds_the_release_among_the_first_three(open_page, announced, query, release):
    page = open_page("areas/")
    links = search(page, query)
    assert finds(links, release, announced), links
    assert not any("/en/" in link for link in links)


@pytest.mark.parametrize(
    ("query", "release"),
    [
        ("mixed precision", "1.6"),
        ("conjugate views", "1.10"),
        ("per-sample gradients", "1.11"),
        ("module freezing", "1.6"),
        ("torch.export", "2.1"),
        ("Python 2", "1.5"),
        ("training", ""),
    ],
)
def test_english_search_finds_the_release_among_the_first_three(open_page, announced, query, release):
    page = open_page("en/areas/")
    links = search(page, query)
    assert finds(links, release, announced, "en/"), links
    assert all("/en/" in link for link in links)


def test_a_result_leads_to_its_section(open_page):
    page = open_page()
    search(page, "共轭视图")
    page.locator("dialog ol a[href*='#conjugate-view']").first.click()
    page.wait_for_url("**/releases/1.10/**#conjugate-view")
    expect(page.locator("#conjugate-view")).to_be_in_viewport()


def test_search_says_when_there_is_nothing_and_closes_by_keyboard(open_page):
    page = open_page("en/")
    page.locator("button[data-search]").focus()
    page.keyboard.press("Enter")
    page.get_by_role("searchbox").fill("zzzzqqqq")
    expect(page.locator("dialog [role=status]")).to_contain_text("zzzzqqqq")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("button[data-search]")).to_be_focused()


def test_nothing_of_search_is_fetched_before_it_is_opened(open_page):
    page = open_page()
    asked = []
    page.on("request", lambda r: asked.append(r.url) if "pagefind" in r.url else None)
    page.reload(wait_until="load")
    page.wait_for_timeout(300)
    assert asked == []


@pytest.mark.parametrize(
    ("here", "there"), [("releases/1.10/", "en/releases/1.10/"), ("en/areas/mobile/", "areas/mobile/")]
)
def test_switching_language_stays_on_the_page(open_page, address, here, there):
    page = open_page(here)
    page.locator("a[data-language]").click()
    page.wait_for_url(address + there + "**")


def test_switching_language_keeps_the_section(open_page, address):
    page = open_page("releases/1.10/#cuda-graphs")
    page.locator("a[data-language]").click()
    page.wait_for_url(address + "en/releases/1.10/#cuda-graphs")
    expect(page.locator("#cuda-graphs")).to_be_in_viewport()


def test_a_deep_link_shows_the_feature_with_its_level(open_page):
    page = open_page("en/releases/1.10/#cuda-graphs")
    heading = page.locator("#cuda-graphs")
    expect(heading).to_be_in_viewport()
    expect(heading.locator(".stability[data-level=beta]")).to_contain_text("Beta")


def test_evidence_leads_to_the_line_of_the_source(open_page):
    page = open_page("releases/1.10/")
    page.locator("#cuda-graphs + .feature-meta a[href*='#L']").click()
    page.wait_for_url("**/sources/*/#L44")
    expect(page.locator("#L44")).to_be_in_viewport()
    expect(page.locator("#L44")).to_contain_text("CUDA图形API集成")


def test_a_missing_page_is_said_in_both_languages(open_page, address):
    page = open_page("en/releases/0.1/")
    expect(page.locator("main")).to_contain_text("找不到")
    expect(page.locator("main")).to_contain_text("Page not found")
    page.locator("article").get_by_role("link", name="All releases").click()
    page.wait_for_url(address + "en/releases/")
    assert [fault for fault in open_page.faults if "404" not in fault] == []
    open_page.faults.clear()


def test_pages_are_whole_without_javascript(open_page):
    page = open_page("releases/1.10/", java_script_enabled=False)
    expect(page.locator("#fx")).to_be_visible()
    expect(page.locator("button[data-search]")).to_be_hidden()
