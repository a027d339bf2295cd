"""Reading in both languages: the other language beside every block, and the switch that shows one or both."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import script
from support.scenes import DESKTOP, LANGUAGES, PHONE

VERSIONS = ("1.0", "1.1", "1.2", "2.0")
WINDOWS = [PHONE, {**DESKTOP, "height": 500}]  # less high than the pages of the collection


def switch(page):
    """Return the box that shows both languages."""
    return page.get_by_role("checkbox", name=re.compile("双语|Bilingual"))


def is_both(page):
    """Whether the page shows every block in both languages; otherwise it must show none."""
    shown = page.locator(".parallel:visible").count()
    assert shown in (0, page.locator(".parallel").count())
    return shown > 0


def top(page, id_):
    return page.evaluate("(id) => document.getElementById(id).getBoundingClientRect().top", id_)


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages_are_shown_without_javascript(open_page, language):
    page = open_page(f"{language}releases/1.1/", java_script_enabled=False)
    expect(page.locator("[data-both]")).to_be_hidden()
    assert is_both(page)
    expect(page.locator("#cube-tensors + .parallel")).to_be_visible()


def test_the_choice_is_remembered(open_page, address):
    """In the address, on other pages, in the other language, and on the next visit, until one language is chosen."""
    page = open_page("en/releases/2.0/?view=both")
    expect(switch(page)).to_be_checked()
    assert is_both(page)
    page.goto(f"{address}releases/1.1/")
    expect(switch(page)).not_to_be_checked()
    assert not is_both(page), "an address that somebody sent changes no choice"
    switch(page).check()
    assert page.url == f"{address}releases/1.1/?view=both"
    for path in ("releases/1.1/", "releases/1.2/", "en/releases/1.1/", "en/releases/2.0/"):
        page.goto(address + path)
        expect(switch(page)).to_be_checked()
        assert is_both(page), path
    switch(page).focus()
    page.keyboard.press("Space")
    assert not is_both(page)
    page.goto(address + "releases/1.1/")
    assert not is_both(page)
    expect(switch(page)).not_to_be_checked()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("version", VERSIONS)
def test_each_block_and_its_counterpart_stand_side_by_side(open_page, language, version):
    page = open_page(f"{language}releases/{version}/?view=both")
    apart = page.evaluate(script("blocks-apart"))
    assert apart == []
    across = page.evaluate(script("digest-apart"))
    assert across == []
    lefts = page.evaluate("""() => [...new Set([...document.querySelectorAll("article > :not(.crumbs, .edits)")]
      .map((block) => Math.round(block.getBoundingClientRect().left)))]""")
    assert len(lefts) <= 2, lefts


def test_on_a_phone_each_item_has_its_counterpart_below(open_page):
    page = open_page("releases/2.0/?view=both", viewport=PHONE)
    is_below = page.evaluate("""() => [...document.querySelectorAll("li .item-pair")].map((pair) => {
      const [own, other] = [...pair.children].map((part) => part.getBoundingClientRect());
      return other.top >= own.bottom - 1 && Math.abs(other.left - own.left) < 1;
    })""")
    assert len(is_below) > 1
    assert all(is_below)


def test_the_switch_works_where_nothing_may_be_kept(open_page):
    page = open_page()
    page.add_init_script("""for (const name of ["getItem", "setItem", "removeItem"]) {
      const own = Storage.prototype[name];
      Storage.prototype[name] = function (key, ...rest) {
        if (key === "atlas-view") throw new DOMException("", "SecurityError");
        return own.call(this, key, ...rest);
      };
    }""")
    page.goto(page.url + "releases/1.1/")
    switch(page).check()
    assert is_both(page)


def test_a_page_that_the_browser_kept_learns_of_a_change(open_page):
    page = open_page("releases/1.1/")
    page.evaluate("""() => {
      localStorage.setItem("atlas-view", "both");
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }""")
    assert is_both(page)


def test_a_page_in_one_language_is_the_same_for_readers_of_both(open_page):
    page = open_page("releases/1.3/")
    size = "document.querySelector('.digest').getBoundingClientRect().toJSON()"
    before = page.evaluate(size)
    page.evaluate('localStorage.setItem("atlas-view", "both")')
    page.reload()
    assert page.evaluate(size) == before


def test_links_within_the_page_keep_the_view_of_the_address(open_page, address):
    page = open_page("releases/2.0/?view=both")
    page.locator(".digest li > a", has_text="torch.ledger").click()
    page.wait_for_url(f"{address}releases/2.0/?view=both#torch-ledger")
    assert is_both(page)


@pytest.mark.parametrize("viewport", WINDOWS, ids=["phone", "wide"])
def test_the_place_being_read_stays(open_page, address, viewport):
    """When the other language is shown and hidden again; an address with a fragment leads to the right place, too."""
    page = open_page("releases/1.1/#prism-compiler", viewport=viewport)
    expect(page.locator("#prism-compiler")).to_be_in_viewport()
    before = top(page, "prism-compiler")
    for _ in range(3):
        switch(page).evaluate("(box) => box.click()")  # as a click would scroll to it
        page.wait_for_timeout(200)  # time for the browser's scroll anchoring to interfere
        assert abs(top(page, "prism-compiler") - before) <= 2
    page.goto("about:blank")
    page.goto(f"{address}releases/1.1/?view=both#prism-compiler")
    assert is_both(page)
    page.wait_for_timeout(200)
    assert abs(top(page, "prism-compiler") - before) <= 2


@pytest.mark.parametrize("viewport", WINDOWS, ids=["phone", "wide"])
def test_switching_language_keeps_what_is_being_read(open_page, address, viewport):
    """The section being read, not that of the address; both languages stay."""
    page = open_page("releases/1.1/#cube-tensors", viewport=viewport)
    page.locator("#prism-compiler").evaluate("(heading) => { heading.scrollIntoView(); scrollBy(0, 20); }")
    expect(page.locator(".md-nav--secondary .md-nav__link--active").last).to_have_attribute("href", "#prism-compiler")
    page.locator("a[data-language]").click()
    page.wait_for_url(address + "en/releases/1.1/#prism-compiler")
    expect(page.locator("#prism-compiler")).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".md-nav--secondary .md-nav__link--active")).to_have_count(0)
    page.locator("a[data-language]").click()
    page.wait_for_url(address + "releases/1.1/")


def test_what_is_shown_is_printed(open_page):
    page = open_page("releases/1.1/")
    page.emulate_media(media="print")
    assert not is_both(page)
    page.emulate_media(media="screen")
    switch(page).check()
    page.emulate_media(media="print")
    assert is_both(page)


def test_the_rows_of_two_tables_are_side_by_side(open_page):
    page = open_page("en/releases/1.2/?view=both", viewport=DESKTOP)
    tables = page.locator(".table-scroll:has(+ .parallel) > table, .table-scroll + .parallel table")
    tables.last.locator("td").first.evaluate("(cell) => { cell.textContent = 'many words '.repeat(60); }")
    switch(page).uncheck()
    heights = "all => all.map((table) => [...table.rows].map((row) => row.offsetHeight))"
    own, _ = tables.evaluate_all(heights)
    switch(page).check()
    beside, other = tables.evaluate_all(heights)
    assert beside == other
    assert max(beside) > max(own)
    switch(page).uncheck()
    assert tables.evaluate_all(heights)[0] == own
