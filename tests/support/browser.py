"""The fixtures of all browser tests, which run in a real browser."""

import shutil

import pytest
from playwright.sync_api import sync_playwright

from atlas.core.languages import LANGUAGES
from support.checkout import ROOT

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HERE = "http://127.0.0.1:"
PREFIXES = {"zh": "", "en": "en/"}  # of the paths of a language
MISSING = "/missing/"  # requested on purpose, to see the 404 page
QUIET = "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync".split()


def script(name):
    """Return the source of a JavaScript function in ``tests/browser/scripts``."""
    return (ROOT / "tests" / "browser" / "scripts" / f"{name}.js").read_text(encoding="utf-8")


def choose(page, **wanted):
    """Select options in the form."""
    for name, value in wanted.items():
        page.locator(f".explorer-form [name={name}]").select_option(value)


def write(page, words):
    """Type into a page's own filter, and wait until the address has the words."""
    page.locator("article input[name=text]").fill(words)
    in_address = "(words) => (new URLSearchParams(location.search).get('text') ?? '') === words.trim()"
    page.wait_for_function(in_address, arg=words)


@pytest.fixture(scope="session")
def browser():
    """The system's Chromium or Chrome, with Playwright's own as the fallback."""
    path = next((program for name in BROWSERS if (program := shutil.which(name))), None)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield launched
        launched.close()


@pytest.fixture
def open_page(browser, address):
    """Open a page of the site, or a blank one for None; errors, warnings and requests to other hosts fail the test."""
    faults, contexts = [], []

    def note(fault, url):
        if not url.endswith(MISSING):
            faults.append(fault)

    def open_page(path="", **options):
        context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 900}, "color_scheme": "light", **options}
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", lambda m: note(m.text, m.location["url"]) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda r: None if r.url.startswith((HERE, "data:", "blob:")) else faults.append(r.url))
        page.on("response", lambda r: note(f"{r.status} {r.url}", r.url) if r.status >= 400 else None)
        if path is not None:
            page.goto(address + path)
        return page

    open_page.faults = faults  # type: ignore[attr-defined]
    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture(scope="module", params=LANGUAGES)
def dialog(request, browser, address):
    """A page with an open dialog, for many queries, with the root of its language."""
    root = address + PREFIXES[request.param]
    page = browser.new_page()
    page.goto(f"{root}about/")
    page.keyboard.press("/")
    yield page, root, request.param
    page.close()
