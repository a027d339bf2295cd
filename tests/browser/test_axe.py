"""WCAG 2.2 AA, as far as axe-core can tell, on every page kind."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from support.scenes import DESKTOP, PHONE, SCENES, Scene
from support.static_server import serving

SYMBOLS = tuple(map(Scene, ("", "features/fx/", "stability/")))  # the pages that forced colors change most
COLOURS = ("color-contrast", "link-in-text-block")  # the rules that a color scheme can break, slow ones
WHOLE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {rule: {"enabled": False} for rule in COLOURS},
}
NARROW = {"runOnly": ["scrollable-region-focusable", "target-size"]}  # the rules that a narrow window can break
COLOUR = {"runOnly": COLOURS}
RUN = """(options) => axe.run(document, { ...options, resultTypes: ["violations"] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    `${id}: ${target.join(" ")}: ${failureSummary.split("\\n")[1].trim()}`)))"""
# A script makes scrollable code focusable after the window became narrow.
MEASURED = """() => [...document.querySelectorAll("pre > code")]
  .every((code) => code.scrollWidth <= code.clientWidth || code.hasAttribute("tabindex"))"""


def run(page, name, options):
    """Return axe's violations on a page, each with the page's URL and ``name``."""
    if page.evaluate("!window.axe"):
        page.evaluate(AXE_SCRIPT)
    return [f"{page.url} {name}: {line}" for line in page.evaluate(RUN, options)]


def run_on_phone(page):
    page.set_viewport_size(PHONE)
    page.wait_for_function(MEASURED)
    violations = run(page, "phone", NARROW)
    page.set_viewport_size(DESKTOP)
    return violations


def test_every_rule_in_english(open_page, address):
    page = open_page(reduced_motion="reduce")
    phone = open_page(reduced_motion="reduce", viewport=PHONE)
    violations = []
    for scene in SCENES:
        if scene.narrow:
            scene.open(phone, address, "en/")
            violations += run(phone, "phone", WHOLE)
        else:
            scene.open(page, address, "en/")
            violations += run(page, "light", WHOLE) + run_on_phone(page)
    assert violations == []


@pytest.mark.slow("axe computes the colours behind each word of every kind of page")
def test_colors_of_each_scheme(open_page, address):
    page = open_page(reduced_motion="reduce")
    violations = []
    for scene in SCENES:
        page.set_viewport_size(PHONE if scene.narrow else DESKTOP)
        scene.open(page, address, "en/")
        violations += run(page, "light", COLOUR)
        scene.open(page, address, "")
        page.evaluate("document.body.dataset.mdColorScheme = 'slate'")  # all that the theme's switch does
        violations += run(page, "dark", COLOUR)
    page.set_viewport_size(DESKTOP)
    page.emulate_media(forced_colors="active")
    for scene in SYMBOLS:
        scene.open(page, address, "")
        violations += run(page, "forced colours", COLOUR)
    assert violations == []


def test_what_nobody_translated(open_page, extended_site):
    page = open_page(None, reduced_motion="reduce")
    violations = []
    with serving(extended_site.folder) as address:
        for path in ("releases/9.7/", "sources/新的公告/", "compare/?from=2.1&to=9.1"):
            Scene(path).open(page, address, "en/")
            violations += run(page, "light", WHOLE) + run_on_phone(page)
    assert violations == []
