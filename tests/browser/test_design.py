"""Design rules for every page: few font sizes, one left edge, names on all marks, and the answer first."""

import pytest
from playwright.sync_api import expect

from support.browser import script
from support.scenes import DESKTOP, LANGUAGES, TEMPLATES

# Font sizes of all visible elements that have text of their own.
SIZES = script("type-sizes")
# Left edges of the bar, the text blocks and the footer.
EDGES = """() => [...new Set([".bar > :first-child", "article > *", ".md-footer-meta__inner > *"]
  .flatMap((selector) => [...document.querySelectorAll(selector)])
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1)
  .map((one) => Math.round(one.getBoundingClientRect().left)))]"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_at_most_six_sizes_of_type_and_two_left_edges(open_page, address, language):
    page = open_page(None)
    faults = []
    for path in (*TEMPLATES, "releases/1.1/?view=both"):
        page.goto(address + language + path)
        sizes, edges = page.evaluate(SIZES), page.evaluate(EDGES)
        if len(sizes) > 6:
            faults.append(f"{page.url} has the sizes {sizes}")
        if len(edges) > 2:
            faults.append(f"{page.url} has the edges {edges}")
    assert faults == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mark_of_the_matrix_leads_to_its_feature_and_is_explained(open_page, language, collection):
    page = open_page(language)
    marks = page.locator(".matrix td a")
    names = marks.evaluate_all("all => all.map((one) => [one.title, one.getAttribute('href')])")
    assert {href.removesuffix("/").rpartition("/")[2] for _, href in names} == {
        lifecycle.id for lifecycle in collection.lifecycles if lifecycle.areas
    }
    levels = page.locator(".matrix-key button").evaluate_all("all => all.map((one) => one.lastChild.textContent)")
    for title, _ in names:
        name, level, version = title.split(" · ")
        assert name
        assert level in levels
        assert version in collection.versions
    marks.first.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.locator("#atlas-tip")).to_contain_text(names[0][0].partition(" · ")[0])
    expect(page.get_by_role("link", name=names[0][0], exact=True).first).to_be_focused()


def test_the_first_tap_on_a_mark_explains_it(open_page, address):
    page = open_page("en/", viewport=DESKTOP, has_touch=True)
    mark = page.locator(".matrix td a:visible").first
    mark.scroll_into_view_if_needed()
    mark.tap()
    expect(page.locator("#atlas-tip")).to_contain_text("Tap again")
    assert page.url == address + "en/"
    mark.tap()
    page.wait_for_url("**/features/**")


def test_the_contents_active_entry_stands_out(open_page):
    page = open_page("releases/1.1/#prism-compiler")
    active = page.locator(".md-nav--secondary .md-nav__link--active").last
    expect(active).to_have_attribute("href", "#prism-compiler")
    contrast = script("contrast")
    other = page.locator(".md-nav--secondary .md-nav__link:not(.md-nav__link--active)").first
    (ratio, weight), (ratio_other, weight_other) = active.evaluate(contrast), other.evaluate(contrast)
    assert (ratio, weight) >= (ratio_other, weight_other)
    color, width = "(link) => getComputedStyle(link).color", "(link) => link.scrollWidth"
    assert active.evaluate(color) != other.evaluate(color)
    link = active.element_handle()
    text = link.evaluate(width)
    link.evaluate("(link) => link.classList.remove('md-nav__link--active')")
    assert link.evaluate(width) == text


def test_corrections_are_shown_below_their_text_once_asked_for(open_page):
    """What the file says, struck, what stands in its place, and why; without a script."""
    page = open_page("releases/1.1/", java_script_enabled=False)
    corrections = page.locator("article .edits li")
    expect(corrections.first).to_be_hidden()
    page.get_by_label("显示改动").check()
    expect(corrections.first).to_be_visible()
    assert (
        corrections.first.locator("del").evaluate("(it) => getComputedStyle(it).textDecorationLine") == "line-through"
    )
    expect(corrections.first.locator("small")).not_to_be_empty()
    page.get_by_label("显示改动").uncheck()
    expect(corrections.first).to_be_hidden()
