"""The filter of the glossary in a real browser, against the glossary itself."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import write
from support.scenes import LANGUAGES, PHONE

SHOWN = """() => [...document.querySelectorAll(".glossary dd")]
  .filter((one) => one.checkVisibility()).map((one) => one.id)"""


@pytest.fixture(scope="module")
def terms(rendered):
    """The mistranslations of each term, by its names in both languages."""
    return {(term.to, term.en): term.mistranslations for term in rendered.collection.knowledge.terms}


def with_words(terms, words):
    """Return the ids of the mistranslations of terms that have all words."""
    found = set()
    for names, mistranslations in terms.items():
        texts = [re.sub(r"\s", "", text).lower() for text in (*names, *(each.words for each in mistranslations))]
        if all(any(word in text for text in texts) for word in words.lower().split()):
            found |= {each.id for each in mistranslations}
    return found


def shown(page):
    """Return the ids of the visible mistranslations."""
    return set(page.evaluate(SHOWN))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_term_stands_once_in_both_languages_above_all_of_its_mistranslations(open_page, terms, language):
    page = open_page(f"{language}glossary/")
    names = page.locator(".glossary dt").evaluate_all(
        "all => all.map((one) => [...one.children].map((name) => [name.lang, name.textContent]))"
    )
    wanted = []
    for zh, en in terms:
        both = [["en", en], ["zh-CN", zh]] if language else [["zh-CN", zh], ["en", en]]
        wanted.append(both[:1] if zh.lower() == en.lower() else both)
    assert names == wanted
    below = page.locator(".glossary > div").evaluate_all(
        "all => all.map((one) => [...one.querySelectorAll('del')].map((words) => words.textContent))"
    )
    assert below == [[each.words for each in mistranslations] for mistranslations in terms.values()]
    assert len(terms) < sum(map(len, below))


@pytest.mark.parametrize("language", LANGUAGES)
def test_spaces_case_and_width_make_no_difference(open_page, terms, language):
    page = open_page(f"{language}glossary/")
    wanted = with_words(terms, "ring规约")
    assert len(wanted) > 1
    for words in ("ring规约", "RING 规约", "ＲＩＮＧ规约"):
        write(page, words)
        assert shown(page) == wanted, words


def test_terms_are_found_by_either_language_in_every_group(open_page, terms):
    page = open_page("en/glossary/")
    everything = shown(page)
    for words in ("tensor", "规约", "pre training", "zzzzqq"):
        write(page, words)
        assert shown(page) == with_words(terms, words), words
        count = page.locator(".glossary dt:visible").count()
        status = page.locator("article [role=status]")
        expect(status).to_have_text(f"{count} of {len(terms)} entries" if count else re.compile("No entries match"))
        headings = page.locator("article h2:visible").all_text_contents()
        assert len(headings) == page.locator(".term-group:visible").count(), words
    page.get_by_role("button", name="Clear filters").click()
    expect(page.locator("article [role=status]")).to_have_text(f"{len(terms)} entries")
    assert shown(page) == everything


def test_a_filter_has_an_address_and_goes_along_to_the_other_language(open_page, address, terms):
    page = open_page("glossary/?text=张量")
    expect(page.get_by_role("searchbox")).to_have_value("张量")
    wanted = with_words(terms, "张量")
    assert wanted
    assert wanted <= shown(page)
    page.locator("a[data-language]").click()
    page.wait_for_url(lambda url: url.startswith(f"{address}en/glossary/?text="))
    expect(page.get_by_role("searchbox")).to_have_value("张量")
    assert wanted <= shown(page)


def test_without_javascript_every_entry_is_there_and_no_form(open_page, terms):
    page = open_page("glossary/", java_script_enabled=False)
    expect(page.locator("article form")).to_be_hidden()
    assert page.locator(".glossary dd:visible").count() == sum(map(len, terms.values()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_the_phone_an_entry_takes_few_lines(open_page, language):
    page = open_page(f"{language}glossary/", viewport=PHONE)
    heights = page.locator(".glossary > div:visible").evaluate_all(
        "terms => terms.map((term) => term.getBoundingClientRect().height)"
    )
    assert sorted(heights)[len(heights) // 2] < 100
    assert page.evaluate("document.documentElement.scrollHeight") < 3000 + 100 * len(heights)
