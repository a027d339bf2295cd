"""The cost and layout of a visit to every page kind: bytes, layout shifts, width; no errors, and only one host."""

import pytest
from playwright.sync_api import expect

from support.browser import script
from support.scenes import DESKTOP, LANGUAGES, PHONE, SCENES, TEMPLATES

MOST, MOST_REQUESTS = 40_000, 8  # bytes that a first visit may transfer, compressed as the server sends them
# On a busy machine the parser pauses and half a page is painted, which moves when the rest arrives. Those shifts are
# ignored: fonts, scripts and pictures cause shifts only later.
SHIFT = script("shift")
# WCAG 1.4.12: with this spacing, no content may be lost.
SPACING = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }"""
SPACED = """(style) => {
  const sheet = new CSSStyleSheet();  // which the page's policy allows to whoever is no part of the page
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
}"""
PICTURES = """() => [...document.querySelectorAll("article :is(svg, img, .matrix)")]
  .filter((one) => one.getBoundingClientRect().width > innerWidth).map((one) => one.outerHTML.slice(0, 120))"""
BELOW_FOOTER = """() => document.documentElement.scrollHeight
  - document.querySelector(".md-footer").getBoundingClientRect().bottom - scrollY"""
CUT = """() => [...document.querySelectorAll("article *, .bar *")]
  .filter((one) => one.clientWidth > 2 && ["hidden", "clip"].includes(getComputedStyle(one).overflowX))
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize(("language", "viewport"), [("", PHONE), ("en/", DESKTOP)], ids=["zh-phone", "en-desktop"])
def test_a_first_visit_is_light_and_nothing_moves(open_page, address, language, viewport):
    faults = []
    for kind in ("", "releases/1.1/", "features/", "features/fx/", "compare/", "glossary/", "sources/"):
        sizes = []
        page = open_page(None, viewport=viewport)  # with an empty cache
        page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))  # noqa: B023
        page.goto(address + language + kind, wait_until="networkidle" if kind == "compare/" else "load")
        shift = page.evaluate(SHIFT)
        if shift > 0.005:
            faults.append(f"{language}{kind} moves by {shift:.3f}")
        if not 15_000 < sum(sizes) < MOST or len(sizes) > MOST_REQUESTS:
            faults.append(f"{language}{kind} transfers {sum(sizes)} bytes in {len(sizes)} requests")
        page.close()
    assert faults == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scene_fits_narrow_windows_and_widely_spaced_text(open_page, address, language):
    page = open_page(None, viewport=PHONE)
    faults = []
    for scene in SCENES:
        page.set_viewport_size(PHONE)
        scene.open(page, address, language)
        faults += [f"{page.url} has a picture wider than the window: {part}" for part in page.evaluate(PICTURES)]
        if page.evaluate(BELOW_FOOTER) > 1:
            faults.append(f"{page.url} goes on below its footer")
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        for width in (1000, 860, 740, 560, 360, 320):  # 320 is 1280 at 400 % zoom
            page.set_viewport_size({"width": width, "height": 640})
            if (actual := page.evaluate("document.documentElement.scrollWidth")) > width:
                faults.append(f"{page.url} is {actual} pixels wide at {width}")
        page.evaluate(SPACED, SPACING)
        if (actual := page.evaluate("document.documentElement.scrollWidth")) > 320:
            faults.append(f"{page.url} is {actual} pixels wide when spaced")
        faults += [f"{page.url} cuts off, when spaced: {part}" for part in page.evaluate(CUT)]
    assert faults == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_whole_without_javascript(open_page, address, language):
    page = open_page(None, java_script_enabled=False)
    for kind in TEMPLATES:
        page.goto(address + language + kind)
        expect(page.locator("h1")).to_be_visible()
        scripted = "button[data-search] [data-both] .explorer-form .scheme"
        for selector in scripted.split():
            expect(page.locator(f"{selector}:visible"), f"{kind}: {selector}").to_have_count(0)
        expect(page.locator(".atlas-search-instead"), kind).to_be_visible()
