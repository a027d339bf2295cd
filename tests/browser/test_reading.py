"""Reading aids: explanations of badges, section links that copy themselves, and print."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import script
from support.scenes import PHONE

MEANING = {"": "旧称“实验性”", "en/": "Formerly called"}


@pytest.fixture(params=["", "en/"])
def release_page(request, open_page):
    """A release's page, a badge on it, and the beginning of the explanation of “beta” in its language."""
    page = open_page(f"{request.param}releases/1.1/#cube-tensors", permissions=["clipboard-read", "clipboard-write"])
    return page, page.locator("#cube-tensors .badge-link"), MEANING[request.param]


def test_a_badge_explains_itself_to_the_keyboard_and_to_the_mouse_while_it_is_read(release_page):
    page, badge, meaning = release_page
    tip = page.get_by_role("tooltip")
    expect(tip).to_be_hidden()
    badge.evaluate("badge => badge.focus({ focusVisible: true })")
    expect(tip).to_be_visible()
    expect(tip).to_contain_text(meaning)
    expect(badge).to_have_attribute("aria-describedby", tip.get_attribute("id"))
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(badge).to_be_focused()
    assert badge.get_attribute("title").startswith(meaning), "the explanation is still there for the next time"
    badge.evaluate("badge => badge.blur()")
    badge.hover()
    expect(tip).to_contain_text(meaning)
    tip.hover()
    page.wait_for_timeout(600)
    expect(tip).to_be_visible()
    page.mouse.move(5, 5)
    expect(tip).to_be_hidden()


def test_an_explanation_stays_inside_a_narrow_window(open_page):
    page = open_page("releases/1.1/", viewport=PHONE)
    badges = page.locator("article .badge-link").all()
    assert badges
    for badge in badges:
        badge.evaluate("badge => badge.focus({ focusVisible: true })")
        page.wait_for_timeout(50)  # the tooltip follows a badge that is scrolled into view
        box = page.get_by_role("tooltip").bounding_box()
        assert 0 <= box["x"] <= 360 - box["width"]
        assert 0 <= box["y"] <= 740 - box["height"]


def test_a_browser_without_popovers_keeps_the_titles(open_page, address):
    page = open_page("about/")
    page.add_init_script(
        "for (const name of ['popover', 'showPopover', 'hidePopover']) delete HTMLElement.prototype[name]"
    )
    page.goto(f"{address}releases/1.1/#cube-tensors")
    badge = page.locator("#cube-tensors .badge-link")
    for _ in range(2):
        badge.hover()
        assert badge.get_attribute("title").startswith(MEANING[""])
        page.mouse.move(5, 5)
    expect(page.locator(".atlas-tip").first).to_be_hidden()


def test_the_link_of_a_section_is_copied(release_page, address):
    page, _, meaning = release_page
    path = "en/" if meaning.isascii() else ""
    heading = page.locator("#cube-tensors")
    heading.evaluate("heading => heading.scrollIntoView({ block: 'center', behavior: 'instant' })")
    heading.hover()
    page.locator("#cube-tensors .headerlink").click()
    expect(page.locator(".atlas-note")).to_contain_text("Copied" if path else "已复制")
    assert page.evaluate("navigator.clipboard.readText()") == f"{address}{path}releases/1.1/#cube-tensors"
    assert page.url.endswith("#cube-tensors")


def test_a_block_of_code_is_copied(release_page):
    page, _, meaning = release_page
    code = page.locator("article pre > code").first
    page.locator("article pre > .copy-code").first.click()
    expect(page.locator(".atlas-note")).to_contain_text("Copied" if meaning.isascii() else "已复制")
    assert page.evaluate("navigator.clipboard.readText()") == code.text_content()


def test_what_is_folded_opens_for_a_link_into_it_and_for_paper(open_page):
    page = open_page("releases/1.1/")
    fold = page.locator("details.fold").last
    expect(fold).not_to_have_attribute("open", "")
    fold.locator("p").first.evaluate("(inside) => { inside.id = 'inside'; location.hash = '#inside'; }")
    expect(fold).to_have_attribute("open", "")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("article details:not([open])").count() == 0


def test_paper_gets_the_text_in_dark_ink_and_nothing_to_press(open_page):
    page = open_page("releases/1.1/", color_scheme="dark")
    page.emulate_media(media="print")
    pressed = ".md-header .crumbs .md-sidebar .md-footer .adjacent-releases .headerlink .copy-code"
    for selector in pressed.split():
        assert not any(button.is_visible() for button in page.locator(selector).all()), selector
    expect(page.locator("#cube-tensors .stability")).to_be_visible()
    expect(page.locator(".attribution").first).to_be_visible()
    ink = page.locator("#cube-tensors ~ p:not([class])").first.evaluate("p => getComputedStyle(p).color")
    assert max(int(part) for part in re.findall(r"\d+", ink)[:3]) < 90, ink


# Words in tables, or parts of camel-case names, that are broken across lines when all folds are open.
BROKEN = script("broken-words")


def test_no_word_of_a_table_is_broken(open_page, address):
    page = open_page(None)
    for path in ("releases/1.2/", "en/releases/1.2/", "sources/1.1/", "en/glossary/", "en/about/"):
        page.goto(address + path)
        for width in (320, 390, 1000, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(BROKEN) == [], (path, width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


def test_hand_written_tables_look_like_the_others(open_page, address):
    page = open_page("about/")
    style = """(cell) => {
      const { fontSize, paddingTop, borderTopWidth, borderTopColor, borderLeftWidth } = getComputedStyle(cell);
      return [fontSize, paddingTop, borderTopWidth, borderTopColor, borderLeftWidth];
    }"""
    cell = "article table tbody tr:nth-child(2) td:nth-child(2)"
    ours = page.locator(cell).first.evaluate(style)
    page.goto(address + "sources/")
    assert page.locator(cell).first.evaluate(style) == ours
