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


def levels(titles):
    return {title.split(" · ")[1] for title in titles}


def test_the_legend_filters_the_marks(open_page):
    page = open_page("en/")
    marks = page.locator(".mark-link")
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


def test_the_legend_and_the_chart_are_one_tab_stop_each(open_page):
    page = open_page("en/")
    page.locator(".hero-search button").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Stable", exact=True)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".matrix-key button").last).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Beta", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".matrix tbody a").first).to_be_focused()
    expect(page.locator(".matrix-hint")).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.home-matrix')") is None
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".matrix tbody a").first).to_be_focused()


def test_arrow_keys_reach_everything_in_the_chart_that_is_shown(open_page):
    page = open_page("en/")
    page.locator(".matrix tbody a").first.focus()
    names = page.locator(".matrix a").evaluate_all("all => all.map((one) => one.title || one.textContent)")
    assert set(page.evaluate(REACHED)) == set(names)
    page.get_by_role("button", name="Beta", exact=True).click()
    page.locator(".matrix tbody a").first.focus()
    shown = page.locator(".mark-link").evaluate_all(SEEN)
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
    while page.evaluate("document.activeElement.matches('.mark-link')"):
        page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.closest('thead th').cellIndex") == walked[-1]


def test_a_hidden_mark_is_no_tab_stop(open_page):
    page = open_page("en/")
    page.locator(".mark-link[data-level=beta]").first.focus()
    page.get_by_role("button", name="Stable", exact=True).click()
    page.keyboard.press("Tab")
    expect(page.locator(".matrix tbody a").first).to_be_focused()


def test_in_a_narrower_window_the_levels_and_the_tab_stops_are_those_of_what_is_shown(open_page):
    page = open_page("en/")
    page.locator(".matrix thead a").first.focus()
    everything = page.locator(".matrix-key button:visible").all_inner_texts()
    page.set_viewport_size(PHONE)
    expect(page.locator(".matrix thead a").first).to_be_hidden()
    shown = page.locator(".matrix-key button:visible").evaluate_all(
        "all => all.map((one) => one.lastChild.textContent)"
    )
    assert set(shown) == levels(page.locator(".mark-link").evaluate_all(SEEN))
    assert len(shown) < len(everything)
    page.locator(".hero-search button").focus()
    for selector in (".matrix-newest a", ".matrix-key button", ".matrix tbody a"):
        page.keyboard.press("Tab")
        expect(page.locator(f"{selector}:visible").first).to_be_focused()


@pytest.mark.parametrize("way", ["hover", "focus"])
def test_a_mark_lights_the_other_marks_of_its_feature(open_page, way):
    page = open_page("en/", reduced_motion="reduce")
    own = page.locator(f".mark-link[href='features/{FEATURE}/']")
    page.keyboard.press("Tab")  # so that the browser takes focus changes as keyboard focus
    getattr(own.first, way)()
    expect(page.locator(".mark-link.same")).to_have_count(own.count())
    opacity = "(one) => getComputedStyle(one.firstElementChild).opacity"
    assert {one.evaluate(opacity) for one in own.all()} == {"1"}
    assert {one.evaluate(opacity) for one in page.locator(".mark-link:not(.same)").all()} == {"0.2"}
    page.locator("h1").hover()
    page.locator(".hero-search button").focus()
    expect(page.locator(".mark-link.same")).to_have_count(0)
    assert page.locator(".mark-link").last.evaluate(opacity) == "1"


@pytest.mark.parametrize(
    "viewport", [DESKTOP, PHONE, {"width": 768, "height": 600}], ids=["desktop", "phone", "tablet"]
)
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
def test_a_narrow_window_shows_the_newest_releases_and_scrolls_only_down(open_page, language, collection):
    page = open_page(language, viewport=PHONE, java_script_enabled=False)
    for width in (320, 360, 768):
        page.set_viewport_size({"width": width, "height": 700})
        expect(page.locator(".matrix thead a:visible")).to_have_text(list(collection.versions[-4:]))
        assert page.locator(".matrix-scroll").evaluate("(it) => it.scrollWidth <= it.clientWidth")
    expect(page.locator(".matrix-newest")).to_be_visible()
    page.set_viewport_size(DESKTOP)
    expect(page.locator(".matrix thead a:visible")).to_have_text(list(collection.versions))
    expect(page.locator(".matrix-newest")).to_be_hidden()


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
    expect(page.locator(".mark-link").first).to_have_accessible_name(
        page.locator(".mark-link").first.get_attribute("title")
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
    names = picture.locator("a > text").all_text_contents()
    assert sorted(names) == sorted(items.locator("> a").all_text_contents())
    page = open_page(language, viewport=PHONE, java_script_enabled=False)
    expect(page.locator(".rising")).to_be_hidden()
    expect(page.locator(".promoted-list summary")).to_be_hidden()
    expect(page.locator(".promotions > li:visible")).to_have_count(len(names))
    page.emulate_media(media="print")
    expect(page.locator(".promotions > li:visible")).to_have_count(len(names))


def test_a_line_leads_to_its_feature_and_is_lit_alone(open_page):
    page = open_page("en/", reduced_motion="reduce")
    line = page.locator(f".rising a[href='features/{FEATURE}/']")
    line.locator("text").hover()
    opacity = "(one) => getComputedStyle(one).opacity"
    assert line.evaluate(opacity) == "1"
    others = page.locator(f".rising a:not([href='features/{FEATURE}/'])")
    assert {one.evaluate(opacity) for one in others.all()} == {"0.25"}
    line.locator("text").click()
    page.wait_for_url(f"**/features/{FEATURE}/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_in_the_picture_do_not_run_into_each_other(open_page, any_site, language):
    page = open_page(None)
    with serving(any_site.folder) as address:
        page.goto(address + language)
        assert page.locator(".rising a > text").count() > 4
        assert page.evaluate(CROWDED) == []
