"""Printed pages: all is on the paper, nothing is there to press, and proofs have their addresses."""

import pytest

from support.browser import script
from support.scenes import LANGUAGES, SCENES, SINGLE, TEMPLATES
from support.static_server import serving

A4, INCH = 210, 25.4  # millimeters
MARGIN = """() => {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  return rules.find((rule) => rule instanceof CSSPageRule).style.margin;
}"""
BEYOND = """(width) => [...document.querySelectorAll("article *")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > width + 1)
  .map((one) => one.outerHTML.slice(0, 120))"""
BROKEN = script("broken-words")
# The legend of the chart remains, as text. A head is repeated on every sheet, where Chromium leaves out its buttons.
PRESSED = """() => [...document.querySelectorAll("nav, input, select, button, .row-link, .neighbors, .page-links, .hero")]
  .filter((one) => one.getClientRects().length && one.checkVisibility({ opacityProperty: true }))
  .filter((one) => !one.closest(".matrix-key") || parseFloat(getComputedStyle(one).borderTopWidth))
  .map((one) => one.outerHTML.slice(0, 120))"""
ARROWS = """() => [...document.querySelectorAll("summary, thead button")]
  .filter((one) => one.checkVisibility() || one.matches("thead *"))
  .filter((one) => getComputedStyle(one, "::after").display !== "none").map((one) => one.outerHTML.slice(0, 120))"""
SPLIT = """() => [...document.querySelectorAll("article :is(tr, li, .level-rows > div)")]
  .filter((one) => getComputedStyle(one).breakInside !== "avoid").map((one) => one.outerHTML.slice(0, 120))"""
PARTED = """() => [...document.querySelectorAll("article :is(h1, h2, h3, h4, summary, .feature-meta)")]
  .filter((one) => getComputedStyle(one).breakAfter !== "avoid").map((one) => one.outerHTML.slice(0, 120))"""
PROOFS = """() => [...document.querySelectorAll(":is(.evidence-line, .provenance, .wording, .notice-quote) [href^=http]")]
  .map((one) => [one.href, getComputedStyle(one, "::after").content])"""


def printed(page):
    """Show a page as it is printed on A4; return the width inside its margins, in pixels."""
    margin = page.evaluate(MARGIN)
    assert margin.endswith("mm")
    assert float(margin[:-2]) >= 10  # what most printers leave white
    width = int((A4 - 2 * float(margin[:-2])) / INCH * 96)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": width, "height": 1000})
    return width


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_a_page_is_on_the_paper_and_no_word_of_a_table_is_broken(open_page, any_site, language):
    page = open_page(None)
    faults = []
    with serving(any_site.folder) as address:
        for path in SINGLE:
            page.emulate_media(media="screen")
            page.set_viewport_size({"width": 1280, "height": 900})
            page.goto(address + language + path, wait_until="networkidle" if "compare" in path else "load")
            width = printed(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
            faults += [f"{page.url}: {part}" for part in page.evaluate(BEYOND, width) + page.evaluate(BROKEN)]
    assert faults == []


def test_paper_has_nothing_to_press_and_breaks_between_parts(open_page, address):
    page = open_page(None)
    faults = []
    for scene in SCENES:
        if scene.narrow or "?q=" in scene.path:
            continue
        page.emulate_media(media="screen")
        page.set_viewport_size({"width": 1280, "height": 900})
        scene.open(page, address, "en/")
        assert page.evaluate(PRESSED), page.url  # what is sought is there on a screen
        width = printed(page)
        faults += [f"{page.url}: beyond the paper: {part}" for part in page.evaluate(BEYOND, width)]
        for sought in (PRESSED, ARROWS, SPLIT, PARTED):
            faults += [f"{page.url}: {part}" for part in page.evaluate(sought)]
    assert faults == []


def test_the_proof_of_a_statement_has_its_address_on_paper(open_page, address):
    page = open_page(None)
    for path in (path for path in TEMPLATES if path.startswith(("releases/1", "features/f"))):
        page.emulate_media(media="screen")
        page.goto(address + path)
        assert {content for _, content in page.evaluate(PROOFS)} == {"none"}, page.url
        printed(page)
        for href, content in page.evaluate(PROOFS):
            assert content == f'" {href}"', page.url


def test_names_of_eras_stand_where_these_begin(open_page, any_site):
    page = open_page(None)
    with serving(any_site.folder) as address:
        page.goto(address)
    printed(page)
    left = "all => all.map((one) => one.getBoundingClientRect().left - one.closest('th').getBoundingClientRect().left)"
    labels = page.locator(".matrix thead small")
    assert labels.count()
    assert all(0 <= distance < 10 for distance in labels.evaluate_all(left))
