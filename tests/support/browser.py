"""A real browser and the built site, served below a sub-path as GitHub Pages does: fixtures of all browser tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from support.static_server import serving

ROOT = Path(__file__).resolve().parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = "/missing/"  # asked for on purpose, to see the page that says so
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory):
    """The folder that :func:`address` fills with the site."""
    return tmp_path_factory.mktemp("browser") / "site"


@pytest.fixture(scope="session")
def address(site_folder):
    """The address of the built site."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(site_folder)]
    with serving(site_folder) as address:
        environ = {**os.environ, "SITE_URL": address, "NO_MKDOCS_2_WARNING": "1"}
        subprocess.run(command, cwd=ROOT, env=environ, check=True)
        yield address


@pytest.fixture(scope="session")
def browser():
    """The system's Chromium or Chrome where there is one, otherwise Playwright's own."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield launched
        launched.close()


@pytest.fixture
def open_page(browser, address):
    """Open a page of the site, or a blank one for None; what it complains of or asks of other hosts fails the test in the end."""
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
        page.on("request", lambda r: None if r.url.startswith((address, "data:", "blob:")) else faults.append(r.url))
        page.on("response", lambda r: note(f"{r.status} {r.url}", r.url) if r.status >= 400 else None)
        if path is not None:
            page.goto(address + path)
        return page

    open_page.faults = faults
    yield open_page
    for context in contexts:
        context.close()
    assert faults == []
