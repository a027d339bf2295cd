"""Keyboard use: focus is visible, follows the order of the page, and is never behind the header."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import script
from support.scenes import DESKTOP, PHONE, TEMPLATES

# The elements that Tab can reach, in document order.
ABLE = """[...document.querySelectorAll("a[href], button, input, select, summary, [tabindex]")]
  .filter((one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }))"""
# Focuses each element in turn and returns faults: no outline, one that is cut off, covered, or out of order.
UNSEEN = script("unseen")


@pytest.mark.slow("whatever can be focused on every kind of page, in two windows")
def test_focus_is_seen_wherever_it_goes(open_page, address):
    page = open_page(reduced_motion="reduce")
    faults = []
    for kind in TEMPLATES:
        page.goto(address + kind)
        page.keyboard.press("Tab")  # so that the browser takes focus changes as keyboard focus
        for viewport in (DESKTOP, PHONE):
            page.set_viewport_size(viewport)
            faults += [f"{kind} {viewport}: {fault}" for fault in page.evaluate(f"({UNSEEN})({ABLE})")]
        page.set_viewport_size(DESKTOP)
    assert faults == []


@pytest.mark.parametrize("path", ["", "en/features/fx/", "releases/1.0/"])
def test_tab_goes_through_the_page_in_its_order_and_out_again(open_page, path):
    page = open_page(path, viewport=PHONE, reduced_motion="reduce")
    count, walked = page.evaluate(f"{ABLE}.length"), []
    for _ in range(count):
        page.keyboard.press("Tab")
        walked.append(page.evaluate(f"{ABLE}.indexOf(document.activeElement)"))
    assert walked == list(range(count))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement === document.body")


def test_the_first_link_skips_to_the_text(open_page, address):
    page = open_page()
    for kind in ("", "releases/1.1/", "en/features/", "missing/"):
        page.goto(address + kind)
        page.keyboard.press("Tab")
        expect(page.locator(".md-skip")).to_be_focused()
        expect(page.locator(".md-skip")).to_contain_text("Skip to content" if "en/" in kind else "跳到正文")
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_be_in_viewport()
        assert page.url.endswith("#" + page.locator("h1").get_attribute("id")), kind
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('article, footer') !== null"), kind


def test_the_menu_of_a_phone_opens_and_closes_by_keyboard(open_page):
    page = open_page("en/releases/1.1/", viewport=PHONE)
    button, menu = page.get_by_role("button", name="Menu"), page.locator(".atlas-menu")
    page.keyboard.press("Tab")
    button.focus()
    expect(menu).to_be_hidden()
    page.keyboard.press("Enter")
    expect(menu).to_be_visible()
    page.keyboard.press("Tab")
    expect(menu.get_by_role("link", name="Home")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(menu.locator("a").count() + 1):
        page.keyboard.press("Tab")
    expect(menu).to_be_hidden()  # it does not cover the element focused next
    button.click()
    expect(menu).to_be_visible()
    button.click()
    expect(menu).to_be_hidden()


def test_the_menu_leads_to_pages_and_sections(open_page):
    page = open_page("en/releases/1.1/", viewport=PHONE)
    page.get_by_role("button", name="Menu").click()
    menu = page.locator(".atlas-menu")
    expect(menu.locator("[aria-current]")).to_have_text("Releases")
    menu.get_by_role("link", name="Prism compiler").first.click()
    expect(menu).to_be_hidden()
    expect(page.locator("#prism-compiler")).to_be_in_viewport()
    page.get_by_role("button", name="Menu").click()
    menu.get_by_role("link", name="Compare").click()
    page.wait_for_url("**/en/compare/")


def test_the_menu_needs_no_script(open_page):
    page = open_page("en/", viewport=PHONE, java_script_enabled=False)
    page.get_by_role("button", name="Menu").click()
    page.locator(".atlas-menu").get_by_role("link", name="Areas", exact=True).click()
    page.wait_for_url("**/en/areas/")


SCHEMES = {"as the system": "default", "light": "default", "dark": "slate"}


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_the_color_scheme_follows_the_system_or_a_choice(open_page, key):
    page = open_page("en/")
    button, body = page.get_by_role("button", name="Color scheme"), page.locator("body")
    for media, scheme in (("dark", "slate"), ("light", "default")):
        page.emulate_media(color_scheme=media)
        expect(body).to_have_attribute("data-md-color-scheme", scheme)
    button.focus()
    for name in ("light", "dark"):
        page.keyboard.press(key)
        expect(button).to_be_focused()
        expect(button).to_have_accessible_name(re.compile(name, re.IGNORECASE))
        expect(body).to_have_attribute("data-md-color-scheme", SCHEMES[name])
    page.reload(wait_until="commit")
    expect(body).to_have_attribute("data-md-color-scheme", "slate")
    expect(button).to_have_accessible_name(re.compile("dark", re.IGNORECASE))
    button.press(key)
    expect(button).to_have_accessible_name(re.compile("system", re.IGNORECASE))
    expect(body).to_have_attribute("data-md-color-scheme", "default")


def test_the_language_link_is_at_the_same_place_on_every_page(open_page, address):
    page = open_page(None)
    places = {}
    for path in (*TEMPLATES, "releases/1.1/?view=both"):
        page.goto(address + path)
        for viewport in (DESKTOP, PHONE):
            page.set_viewport_size(viewport)
            box = page.locator(".bar a[data-language]").bounding_box()
            place = tuple(round(box[side]) for side in ("x", "y", "width", "height"))
            places.setdefault(viewport["width"], {}).setdefault(place, []).append(path)
            expect(page.locator(".bar-home > span")).to_be_in_viewport()
    assert [len(at_width) for at_width in places.values()] == [1, 1], places


def test_what_is_in_the_bar_is_large_enough_for_a_finger(open_page):
    page = open_page("en/releases/1.1/", viewport={"width": 320, "height": 640})
    sizes = page.locator(".bar :is(a, button):visible").evaluate_all(
        "all => all.map((one) => [one.ariaLabel ?? one.textContent.trim(), one.offsetWidth, one.offsetHeight])"
    )
    assert len(sizes) == 5
    assert [size for size in sizes if min(size[1:]) < 44] == []


def test_nothing_moves_for_those_who_ask_for_that(open_page):
    page = open_page("releases/1.0/", reduced_motion="reduce")
    moving = """() => [...document.querySelectorAll("*")].filter((one) => {
      const { animationName, transitionDuration } = getComputedStyle(one);
      return animationName !== "none" || transitionDuration.split(",").some((time) => parseFloat(time) > 0);
    }).map((one) => one.outerHTML.slice(0, 100))"""
    assert page.evaluate(moving) == []
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
