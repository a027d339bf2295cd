"""Keyboard use: focus is visible, follows the order of the page, and is never behind the header."""

import pytest
from playwright.sync_api import expect

from support.browser import script
from support.scenes import DESKTOP, PHONE, TEMPLATES

# The elements that Tab can reach, in document order.
ABLE = """[...document.querySelectorAll("a[href], button, input, select, summary, [tabindex]")]
  .filter((one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => one.type !== "radio" || one.checked)"""
# Focuses each element in turn and returns faults: no outline, covered, or out of order.
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
    expect(menu.locator("[aria-current=page]")).to_have_text("PyTorch 1.1")
    menu.get_by_role("link", name="Prism compiler").first.click()
    expect(menu).to_be_hidden()
    expect(page.locator("#prism-compiler")).to_be_in_viewport()
    page.get_by_role("button", name="Menu").click()
    menu.get_by_role("link", name="Glossary").click()
    page.wait_for_url("**/en/glossary/")


def test_the_menu_needs_no_script(open_page):
    page = open_page("en/", viewport=PHONE, java_script_enabled=False)
    page.get_by_role("button", name="Menu").click()
    page.locator(".atlas-menu").get_by_role("link", name="Areas", exact=True).click()
    page.wait_for_url("**/en/areas/")


def test_the_color_scheme_follows_the_system_or_a_choice(open_page):
    page = open_page("en/")
    system, dark = page.get_by_role("radio", name="As the system"), page.get_by_role("radio", name="Dark")
    expect(system).to_be_checked()
    for media, scheme in (("dark", "slate"), ("light", "default")):
        page.emulate_media(color_scheme=media)
        expect(page.locator("body")).to_have_attribute("data-md-color-scheme", scheme)
    system.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(dark).to_be_checked()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    page.reload()
    expect(dark).to_be_checked()


def test_more_opens_and_closes_by_keyboard_and_elsewhere(open_page):
    page = open_page("en/")
    more, entry = page.locator(".bar-more > summary"), page.locator(".bar-more").get_by_role("link", name="Glossary")
    more.focus()
    page.keyboard.press("Enter")
    expect(entry).to_be_visible()
    page.keyboard.press("Escape")
    expect(entry).to_be_hidden()
    expect(more).to_be_focused()
    more.click()
    expect(entry).to_be_visible()
    page.locator("h1").click()
    expect(entry).to_be_hidden()


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_space_and_enter_lead_to_the_next_scheme_and_round(open_page, key):
    page = open_page("en/")
    names = page.get_by_role("radio").evaluate_all("all => all.map((one) => one.ariaLabel)")
    page.locator(".md-option:checked").focus()
    first = page.locator(".md-option:checked").get_attribute("aria-label")
    for step in range(1, len(names) + 1):
        page.keyboard.press(key)
        wanted = names[(names.index(first) + step) % len(names)]
        expect(page.get_by_role("radio", name=wanted)).to_be_checked()
        expect(page.get_by_role("radio", name=wanted)).to_be_focused()
    assert len(names) > 1


def test_nothing_moves_for_those_who_ask_for_that(open_page):
    page = open_page("releases/1.0/", reduced_motion="reduce")
    moving = """() => [...document.querySelectorAll("*")].filter((one) => {
      const { animationName, transitionDuration } = getComputedStyle(one);
      return animationName !== "none" || transitionDuration.split(",").some((time) => parseFloat(time) > 0);
    }).map((one) => one.outerHTML.slice(0, 100))"""
    assert page.evaluate(moving) == []
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
