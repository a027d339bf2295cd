"""The filter of the glossary in a real browser, against the glossary itself."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import write
from support.scenes import LANGUAGES, PHONE

SHOWN = """() => [...document.querySelectorAll(".glossary tbody tr")]
  .filter((row) => row.checkVisibility()).map((row) => row.id)"""


@pytest.fixture(scope="module")
def mistranslations(rendered):
    return rendered.collection.knowledge.mistranslations


def shown(page):
    """Return the ids of the visible entries."""
    return set(page.evaluate(SHOWN))


@pytest.mark.parametrize("language", LANGUAGES)
def test_spaces_case_and_width_make_no_difference(open_page, mistranslations, language):
    page = open_page(f"{language}glossary/")
    wanted = {each.id for each in mistranslations if "ring规约" in re.sub(r"\s", "", each.words).lower()}
    assert len(wanted) > 1
    for words in ("ring规约", "RING 规约", "ＲＩＮＧ规约"):
        write(page, words)
        assert shown(page) == wanted, words


def test_entries_are_found_by_either_language_in_every_group_and_fold(open_page, mistranslations):
    page = open_page("en/glossary/")
    usual = shown(page)
    for words in ("tensor", "规约", "pre training", "zzzzqq"):
        write(page, words)
        ids = shown(page)
        for each in mistranslations:
            entry = f"{each.words}{each.term.to}{each.term.en}".replace(" ", "").lower()
            if all(word in entry for word in words.split()):
                assert each.id in ids, (words, each.id)
        status = page.locator("article [role=status]")
        expect(status).to_have_text(
            f"{len(ids)} of {len(mistranslations)} entries" if ids else re.compile("No entries match")
        )
        headings = page.locator("article h2:visible").all_text_contents()
        assert len(headings) == page.locator(".term-group:visible").count(), words
    page.get_by_role("button", name="Clear filters").click()
    expect(page.locator("article [role=status]")).to_have_text(f"{len(mistranslations)} entries")
    assert shown(page) == usual  # what was folded is folded again


def test_a_filter_has_an_address_and_goes_along_to_the_other_language(open_page, address, mistranslations):
    page = open_page("glossary/?text=张量")
    expect(page.get_by_role("searchbox")).to_have_value("张量")
    wanted = {each.id for each in mistranslations if "张量" in each.term.to}
    assert wanted
    assert wanted <= shown(page)
    page.locator("a[data-language]").click()
    page.wait_for_url(lambda url: url.startswith(f"{address}en/glossary/?text="))
    expect(page.get_by_role("searchbox")).to_have_value("张量")
    assert wanted <= shown(page)


def test_a_fold_that_the_reader_opened_stays_open(open_page):
    page = open_page("glossary/")
    fold = page.locator(".term-group details").first
    fold.locator("summary").click()
    usual = shown(page)
    write(page, "torch")
    write(page, "")
    assert shown(page) == usual
    expect(fold).to_have_attribute("open", "")


def test_without_javascript_every_entry_is_there_and_no_form(open_page, mistranslations):
    page = open_page("glossary/", java_script_enabled=False)
    expect(page.locator("article form")).to_be_hidden()
    assert page.locator(".glossary tbody tr").count() == len(mistranslations)


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_the_phone_an_entry_takes_few_lines(open_page, language):
    page = open_page(f"{language}glossary/", viewport=PHONE)
    heights = page.locator(".glossary tbody tr:visible").evaluate_all(
        "rows => rows.map((row) => row.getBoundingClientRect().height)"
    )
    assert sorted(heights)[len(heights) // 2] < 100
    assert page.evaluate("document.documentElement.scrollHeight") < 3000 + 100 * len(heights)
