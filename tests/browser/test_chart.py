"""The chart of the home page: its legend filters, arrow keys move in it, a mark lights its feature's others."""

import pytest
from playwright.sync_api import expect

from support.browser import script
from support.scenes import DESKTOP, LANGUAGES, PHONE
from support.static_server import serving

SEEN = """all => all.filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.title)"""
FEATURE = "fx"  # of two areas, at two levels
# Every link that arrow keys reach from the one that has the focus.
REACHED = script("reached")
# Headers of columns that something covers, or that are cut off.
COVERED = """() => [...document.querySelectorAll(".matrix thead a")].filter((one) => one.checkVisibility()).filter((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return [left + 1, right - 1].some((x) => !one.contains(document.elementFromPoint(x, (top + bottom) / 2)));
}).map((one) => one.textContent)"""

# Names in the picture that run into each other or out of it; lines of text are 14 units apart.
CROWDED = script("crowded")
# Names in the picture that a line runs through.
CROSSED = script("crossed")


def levels(titles):
    return {title.split(" · ")[1] for title in titles}


def test_the_legend_filters_the_marks(open_page):
    page = open_page("en/")
    marks = page.locator(".matrix td a")
    everything = marks.evaluate_all(SEEN)
    beta, stable = (page.get_by_role("button", name=name, exact=True) for name in ("Beta", "Stable"))
    beta.click()
    expect(beta).to_have_attribute("aria-pressed", "true")
    assert levels(marks.evaluate_all(SEEN)) == {"Beta"}
    stable.click()
    assert levels(marks.evaluate_all(SEEN)) == {"Beta", "Stable"}
    beta.click()
    stable.click()
    assert marks.evaluate_all(SEEN) == everything


def test_a_filter_keeps_the_places_of_columns_and_marks_and_stands_in_the_address(open_page):
    page = open_page("en/")
    places = "() => [...document.querySelectorAll('.matrix :is(th, td, td a)')].map((one) => [one.offsetLeft, one.offsetTop])"
    before = page.evaluate(places)
    page.get_by_role("button", name="Beta", exact=True).click()
    assert page.evaluate(places) == before
    page.get_by_role("button", name="Stable", exact=True).click()
    assert page.url.endswith("/en/?level=stable+beta")
    page.reload()
    assert levels(page.locator(".matrix td a").evaluate_all(SEEN)) == {"Beta", "Stable"}
    expect(page.get_by_role("button", name="Beta", exact=True)).to_have_attribute("aria-pressed", "true")
    page.locator("a[data-language]").click()  # the other language keeps the filter
    page.wait_for_url("**/pytorch-release-atlas/?level=stable+beta")
    assert page.locator(".matrix-key [aria-pressed=true]").count() == 2


def test_the_chart_and_its_legend_are_one_tab_stop(open_page):
    page = open_page("en/")
    page.locator(".newest").focus()
    page.keyboard.press("Tab")
    expect(page.locator(".matrix tbody a").first).to_be_focused()
    expect(page.locator(".matrix-hint")).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("button", name="Stable", exact=True)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".matrix-key button").last).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Beta", exact=True)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".matrix tbody a").first).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.chart-wide')") is None
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".matrix tbody a").first).to_be_focused()


def test_the_first_row_of_the_chart_is_at_most_twelve_tabs_away(open_page):
    page = open_page("en/", viewport={"width": 1440, "height": 900})
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.locator(".matrix tbody a").first.evaluate("(one) => one === document.activeElement"):
            return
    pytest.fail(page.evaluate("document.activeElement.outerHTML"))


def test_the_search_button_and_its_examples_are_one_tab_stop(open_page):
    page = open_page("en/")
    page.locator(".hero-search button").focus()
    for link in page.locator(".examples a").all():
        page.keyboard.press("ArrowRight")
        expect(link).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".hero-search button")).to_be_focused()


def test_arrow_keys_reach_everything_in_the_chart_that_is_shown(open_page):
    page = open_page("en/")
    page.locator(".matrix tbody a").first.focus()
    names = page.locator(".chart-wide :is(.matrix a, button)").evaluate_all(
        "all => all.map((one) => one.title || one.textContent)"
    )
    assert set(page.evaluate(REACHED)) == set(names)
    page.get_by_role("button", name="Beta", exact=True).click()
    page.locator(".matrix tbody a").first.focus()
    shown = page.locator(".matrix td a").evaluate_all(SEEN)
    assert {name for name in page.evaluate(REACHED) if " · " in name} == set(shown)


def test_arrow_keys_keep_to_an_area_or_a_release(open_page):
    page = open_page("en/")
    page.locator(".matrix tbody a").first.focus()
    walked = []
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        walked.append(page.evaluate("document.activeElement.closest('td').cellIndex"))
    assert walked == sorted(set(walked))
    page.keyboard.press("ArrowUp")
    while page.evaluate("document.activeElement.matches('.matrix td a')"):
        page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.closest('thead th').cellIndex") == walked[-1]


def test_a_hidden_mark_is_no_tab_stop(open_page):
    page = open_page("en/")
    page.locator(".matrix td a[data-state=beta]").first.focus()
    page.get_by_role("button", name="Stable", exact=True).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".matrix tbody a").first).to_be_focused()
    assert page.locator(".matrix td a:not(:visible)[tabindex='0']").count() == 0


@pytest.mark.parametrize("way", ["hover", "focus"])
def test_a_mark_lights_the_other_marks_of_its_feature(open_page, way):
    page = open_page("en/", reduced_motion="reduce")
    links = page.locator(f".matrix td a[href='features/{FEATURE}/']")
    page.keyboard.press("Tab")  # so that the browser takes focus changes as keyboard focus
    getattr(links.first, way)()
    expect(page.locator(".matrix td a.same")).to_have_count(links.count())
    opacity = "(one) => getComputedStyle(one, '::before').opacity"
    assert {one.evaluate(opacity) for one in links.all()} == {"1"}
    assert {one.evaluate(opacity) for one in page.locator(".matrix td a:not(.same)").all()} == {"0.2"}
    page.locator("h1").hover()
    page.locator(".hero-search button").focus()
    expect(page.locator(".matrix td a.same")).to_have_count(0)
    assert page.locator(".matrix td a").last.evaluate(opacity) == "1"


def test_the_name_of_a_mark_opens_beside_its_cell_and_in_the_window(open_page):
    page = open_page("en/", reduced_motion="reduce")
    page.keyboard.press("Tab")  # so that the browser takes focus changes as keyboard focus
    rows = page.locator(".matrix tbody tr")  # which other cells may make high
    rows.evaluate_all("all => all.forEach((row) => { row.style.height = '150px'; })")
    marks, tip = page.locator(".matrix td a").all(), page.locator("#atlas-tip")
    assert marks
    for mark in marks:
        mark.focus()
        cell, box = mark.locator("xpath=ancestor::div[1]").bounding_box(), tip.bounding_box()
        below, above = box["y"] - cell["y"] - cell["height"], cell["y"] - box["y"] - box["height"]
        assert 0 < max(below, above) < 10
        assert 0 <= box["y"] <= page.viewport_size["height"] - box["height"]
        assert 0 <= box["x"] <= page.viewport_size["width"] - box["width"]
        assert box["x"] <= mark.bounding_box()["x"]


@pytest.mark.parametrize("viewport", [DESKTOP, {"width": 1440, "height": 600}], ids=["desktop", "wide"])
def test_the_row_of_versions_stays_below_the_bar(open_page, viewport):
    page = open_page("en/", viewport={**viewport, "height": 400})
    page.locator(".matrix tbody tr").nth(1).evaluate(
        "(row) => scrollTo(0, row.getBoundingClientRect().top + scrollY - 90)"
    )
    bar = page.locator(".md-header").bounding_box()
    row = page.locator(".matrix thead th").last.bounding_box()
    assert abs(row["y"] - bar["height"]) < 2
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrow_window_shows_bars_of_releases_and_areas(open_page, address, language, collection):
    """Every release, every area and every level can be reached from there, without a script."""
    page = open_page(language, viewport=PHONE, java_script_enabled=False)
    narrow, wide = page.locator(".chart-narrow"), page.locator(".chart-wide")
    for width in (320, 360, 768):
        page.set_viewport_size({"width": width, "height": 700})
        expect(wide).to_be_hidden()
        assert narrow.evaluate("(it) => it.scrollWidth <= it.clientWidth")
    bars = narrow.locator(".release-bars a")
    assert bars.evaluate_all("all => all.map((one) => one.getAttribute('href').split('/')[1])") == [
        release.version for release in collection.releases
    ]
    counts = bars.evaluate_all(
        "all => all.map((one) => parseInt(one.querySelector('.extent').childNodes[1].textContent))"
    )
    assert counts == [len(release.unremoved_features) for release in collection.releases]
    widths = "all => all.map((one) => [...one.querySelectorAll('rect')].reduce((sum, it) => sum + it.width.baseVal.value, 0))"
    assert bars.evaluate_all(widths) == counts
    removed = bars.evaluate_all(
        "all => all.map((one) => parseInt(one.querySelector('.count')?.lastChild.textContent ?? 0))"
    )
    assert removed == [len(release.removed_features) for release in collection.releases]
    areas = narrow.locator(".area-counts li")
    assert areas.evaluate_all("all => all.map((one) => parseInt(one.lastChild.textContent))") == [
        len(collection.lifecycles_in(area.id)) for area in collection.areas
    ]
    levels = {lifecycle.last_step.state for lifecycle in collection.lifecycles}
    names = narrow.locator(".level-key li [data-state]").evaluate_all("all => all.map((one) => one.dataset.state)")
    assert levels <= set(names)
    link = areas.locator("a").first
    area = link.get_attribute("href")
    link.click()
    assert page.url == f"{address}{language}{area}"
    page.goto(address + language)
    page.set_viewport_size(DESKTOP)
    expect(wide).to_be_visible()
    expect(narrow).to_be_hidden()


def test_more_columns_than_fit_scroll_in_the_chart(open_page):
    page = open_page("en/")
    scroller = page.locator(".matrix-scroll")
    assert scroller.evaluate("(it) => getComputedStyle(it).overflowX") == "visible"
    page.locator(".matrix").evaluate("(it) => { it.style.width = '1500px'; }")
    page.set_viewport_size({"width": 1290, "height": 700})
    expect(scroller).to_contain_class("too-wide")
    assert page.evaluate("document.documentElement.scrollWidth") == 1290
    page.locator(".matrix").evaluate("(it) => { it.style.width = ''; }")
    page.set_viewport_size(DESKTOP)
    expect(scroller).not_to_contain_class("too-wide")


def test_without_a_script_the_legend_explains_and_every_mark_can_be_focused(open_page, address):
    page = open_page("en/", java_script_enabled=False)
    expect(page.locator(".matrix-key-name")).to_be_hidden()
    expect(page.locator(".matrix td a").first).to_have_accessible_name(
        page.locator(".matrix td a").first.get_attribute("title")
    )
    page.locator(".matrix-key").get_by_role("link", name="Beta").click()
    assert page.url == f"{address}en/stability/beta/"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_features_that_rose_are_a_picture_or_a_list(open_page, language):
    page = open_page(language, java_script_enabled=False)
    picture, items = page.locator(".rising"), page.locator(".promotions > li")
    expect(picture).to_be_visible()
    expect(items.first).to_be_hidden()
    page.locator(".promoted-list summary").click()
    expect(items.first).to_be_visible()
    names = picture.locator(".arrival a").all_text_contents()
    assert sorted(names) == sorted(items.locator("> a").all_text_contents())
    page = open_page(language, viewport=PHONE, java_script_enabled=False)
    expect(page.locator(".rising")).to_be_hidden()
    expect(page.locator(".promoted-list summary")).to_be_hidden()
    expect(page.locator(".promotions > li:visible")).to_have_count(len(names))
    page.emulate_media(media="print")
    expect(page.locator(".promotions > li:visible")).to_have_count(len(names))


def test_a_name_leads_to_its_feature_and_lights_the_lines_to_it(open_page):
    page = open_page("en/", reduced_motion="reduce")
    name = page.locator(f".rising a[href='features/{FEATURE}/']")
    name.hover()
    opacity = "all => all.map((one) => [one.matches(':hover'), getComputedStyle(one).opacity])"
    assert {tuple(opacities) for opacities in page.locator(".rising .arrival").evaluate_all(opacity)} == {
        (True, "1"),
        (False, "0.25"),
    }
    name.click()
    page.wait_for_url(f"**/features/{FEATURE}/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_in_the_picture_are_crossed_by_no_line_and_do_not_run_into_each_other(open_page, any_site, language):
    page = open_page(None)
    with serving(any_site.folder) as address:
        page.goto(address + language)
        assert page.locator(".rising .arrival > path").count() > 4
        assert page.locator(".rising .arrival a").count() > 4
        assert page.evaluate(CROSSED) == []
        assert page.evaluate(CROWDED) == []
        assert page.locator(".rising svg").bounding_box()["height"] <= 400
