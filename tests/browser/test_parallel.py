"""Reading in both languages: the other language under every block, and the switch that opens all."""

import re

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect

from support import checkout, rendering
from support.browser import script
from support.cases import cases
from support.samples import catalog
from support.scenes import DESKTOP, LANGUAGES, PHONE

VERSIONS = ("1.5", "1.6", "1.10", "1.11", "2.1")
CASE = cases("parallel")


@pytest.fixture(scope="module")
def partly_translated(tmp_path_factory):
    """A site with a partly translated announcement."""
    folder = checkout.minimal_copy(tmp_path_factory.mktemp("partly_translated"), {"new.md": CASE["seed"]})
    (folder / "seeds" / "translations" / "en" / "new.po").write_text(catalog(CASE["english"]), encoding="utf-8")
    return rendering.build(folder)


def body(site, language, version):
    """Return the parsed content of a release's page."""
    page = rendering.page(site, language, f"releases/{version}.md")
    return BeautifulSoup(page.content.html(language), "html.parser")


def folds(site, language, version):
    """Return each fold of the other language as a pair: the element before it, and the content of the fold."""
    found = body(site, language, version).select("details.parallel")
    return [(fold.find_previous_sibling(), fold.div) for fold in found]


def words(markup):
    """Return the text without badges, evidence, permalinks and whitespace."""
    soup = BeautifulSoup(str(markup), "html.parser")
    extras = ".stability, .evidence-link, .history-link, .untranslated-note, .headerlink, .release-number"
    for extra in soup.select(extras):
        extra.decompose()
    return re.sub(r"\s", "", soup.get_text().strip())


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_block_holds_the_other_page_s_block(rendered, version, language):
    """The same words in the same order, each block once, and nothing else."""
    here, there = (folds(rendered, name, version) for name in (language, {"zh": "en", "en": "zh"}[language]))
    assert len(here) > 15
    assert [words(own) for own, _ in here][1:] == [words(copy) for _, copy in there][1:]
    assert words(here[0][0]).lower() in words(there[0][1]).lower(), "a title without the name and version"


def test_an_untranslated_block_has_no_fold(partly_translated):
    """On neither page; the same holds for text that is the same in both languages."""
    zh, en = (folds(partly_translated, language, "9.9") for language in ("zh", "en"))
    shown = ["第一段", "第一项", "列一", "引用", "末尾"]
    assert [next(name for name in shown if name in words(own)) for own, _ in zh] == shown
    assert [next(name for name in shown if name in words(fold)) for _, fold in en] == shown


def test_an_untranslated_item_has_no_counterpart(partly_translated):
    """The other page has a note that it is untranslated."""
    zh, en = (body(partly_translated, language, "9.9").select("li") for language in ("zh", "en"))
    (item,) = [li for li in zh if "第二项" in li.get_text()]
    assert not item.select(".parallel")
    (item,) = [li for li in en if "第二项" in li.get_text()]
    assert [span["lang"] for span in item.select("[lang]")] == ["zh-CN"]
    assert item.select_one(".untranslated-note")


def test_markdown_and_the_table_of_contents_hold_one_language(site):
    for prefix, other in (("", re.compile("The CUDA Graphs API is now integrated")), ("en/", re.compile("大大减少"))):
        twin = (site.folder / prefix / "releases" / "1.10" / "index.md").read_text(encoding="utf-8")
        page = (site.folder / prefix / "releases" / "1.10" / "index.html").read_text(encoding="utf-8")
        assert other.search(page)
        assert not other.search(twin)
        soup = BeautifulSoup(page, "html.parser")
        contents = soup.select_one(".md-nav--secondary").get_text()
        assert ("CUDA Graphs API 集成" in contents, "CUDA Graphs API integration" in contents) == (
            not prefix,
            bool(prefix),
        )
        for path in ("releases/", "features/", "about/"):  # nothing to open, so no switch
            found = (site.folder / prefix / path / "index.html").read_text(encoding="utf-8")
            assert "data-view" not in found


def both_link(page):
    """Return the link that shows both languages."""
    return page.locator("a[data-view=both]")


def own_link(page):
    """Return the link that shows only the page's own language."""
    return page.locator("a[data-view=own]")


def closed(page):
    return page.locator("details.parallel:not([open])").count()


def top(page, id_):
    return page.evaluate("(id) => document.getElementById(id).getBoundingClientRect().top", id_)


@pytest.mark.parametrize(
    ("path", "name", "found"),
    [
        ("releases/1.10/", "EN 英文对照", "CUDA Graphs API integration"),
        ("en/releases/1.10/", "中 Chinese version", "CUDA Graphs API 集成"),
    ],
)
def test_one_block_is_opened_without_javascript(open_page, path, name, found):
    page = open_page(path, java_script_enabled=False)
    fold = page.locator("#cuda-graphs + details")
    expect(both_link(page)).to_be_hidden()
    expect(fold.get_by_text(found)).to_be_hidden()
    assert name in fold.locator("summary").aria_snapshot()
    fold.locator("summary").click()
    expect(fold.get_by_text(found)).to_be_visible()
    expect(page.locator("details.parallel[open]")).to_have_count(1)


def test_one_block_is_opened_by_keyboard(open_page):
    page = open_page("releases/1.10/")
    summary = page.locator("#cuda-graphs + details > summary")
    page.locator("#cuda-graphs .badge-link").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(summary).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#cuda-graphs + details")).to_have_attribute("open", "")
    outline, opacity = summary.evaluate(
        "(sign) => [getComputedStyle(sign).outlineStyle, getComputedStyle(sign).opacity]"
    )
    assert outline != "none", "the focus cannot be seen"
    assert opacity == "1"


def test_a_phone_has_one_choice_for_the_page(open_page):
    phone = open_page("releases/1.10/", viewport=PHONE, has_touch=True, is_mobile=True)
    expect(phone.locator("details.parallel > summary:visible")).to_have_count(0)
    both_link(phone).tap()
    assert closed(phone) == 0
    own_link(phone).tap()
    expect(phone.locator("details.parallel[open]")).to_have_count(0)


def test_a_sign_shows_where_the_pointer_is_and_covers_no_word(open_page):
    page = open_page("releases/2.1/")
    wrong = page.evaluate(script("covering-signs"))
    assert wrong == []
    sign = page.locator("#semi-structured-sparsity + details > summary")
    shown = "(sign) => getComputedStyle(sign).opacity"
    assert sign.evaluate(shown) == "0"
    page.locator("#semi-structured-sparsity").hover()
    assert sign.evaluate(shown) == "1"


def test_the_choice_opens_all_and_is_remembered(open_page, address):
    """In the address, on other pages, in the other language, and on the next visit, until one language is chosen."""
    page = open_page("en/releases/2.1/?view=both")
    expect(both_link(page)).to_have_attribute("aria-current", "true")
    assert closed(page) == 0
    page.goto(f"{address}releases/1.10/")
    expect(own_link(page)).to_have_attribute("aria-current", "true")
    assert closed(page) > 20, "an address that somebody sent changes no choice"
    both_link(page).click()
    assert page.url == f"{address}releases/1.10/?view=both"
    for path in ("releases/1.10/", "releases/1.6/", "en/releases/1.10/", "en/releases/2.1/"):
        page.goto(address + path)
        expect(both_link(page)).to_have_attribute("aria-current", "true")
        assert closed(page) == 0, path
    own_link(page).focus()
    page.keyboard.press("Enter")
    expect(page.locator("details.parallel[open]")).to_have_count(0)
    page.goto(address + "releases/1.10/")
    expect(page.locator("details.parallel[open]")).to_have_count(0)
    expect(own_link(page)).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("version", VERSIONS)
def test_each_block_and_its_counterpart_stand_side_by_side(open_page, language, version):
    page = open_page(f"{language}releases/{version}/?view=both")
    apart = page.evaluate("""() => [...document.querySelectorAll("details.parallel")].filter((fold) => {
      const own = fold.previousElementSibling.getBoundingClientRect();
      const other = fold.getBoundingClientRect();
      return own.right > other.left || Math.min(own.bottom, other.bottom) <= Math.max(own.top, other.top);
    }).map((fold) => fold.previousElementSibling.textContent.slice(0, 60))""")
    assert apart == []
    across = page.evaluate("""() => [...document.querySelectorAll(".digest li")].flatMap((line) => {
      const [name, summary, otherName, otherSummary] = line.querySelectorAll(":scope > a, .summary, .counterpart > span");
      if (!otherSummary) return [];
      return otherName.textContent ? [[name, otherName], [summary, otherSummary]] : [[name, otherSummary]];
    }).filter(([own, other]) => other.textContent).filter(([own, other]) => {
      const [here, there] = [own, other].map((part) => part.getBoundingClientRect());
      return here.right > there.left || Math.abs(here.top - there.top) > 1;
    }).map(([own]) => own.textContent)""")
    assert across == []
    lefts = page.evaluate("""() => [...new Set([...document.querySelectorAll("article > :not(.crumbs), article > .parallel")]
      .map((block) => Math.round(block.getBoundingClientRect().left)))]""")
    assert len(lefts) <= 2, lefts


def test_on_a_phone_each_item_has_its_counterpart_below(open_page):
    page = open_page("releases/2.1/?view=both", viewport=PHONE)
    found = page.evaluate("""() => [...document.querySelectorAll("li .item-pair")].map((pair) => {
      const [own, other] = [...pair.children].map((part) => part.getBoundingClientRect());
      return other.top >= own.bottom - 1 && Math.abs(other.left - own.left) < 1;
    })""")
    assert len(found) > 5
    assert all(found)


def test_the_switch_works_where_nothing_may_be_kept(open_page):
    page = open_page()
    page.add_init_script("""for (const name of ["getItem", "setItem", "removeItem"]) {
      const own = Storage.prototype[name];
      Storage.prototype[name] = function (key, ...rest) {
        if (key === "atlas-view") throw new DOMException("", "SecurityError");
        return own.call(this, key, ...rest);
      };
    }""")
    page.goto(page.url + "releases/1.10/")
    both_link(page).click()
    assert closed(page) == 0


def test_a_page_that_the_browser_kept_learns_of_a_change(open_page):
    page = open_page("releases/1.10/")
    page.evaluate("""() => {
      localStorage.setItem("atlas-view", "both");
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }""")
    assert closed(page) == 0


def test_links_within_the_page_keep_the_view_of_the_address(open_page, address):
    page = open_page("releases/2.1/?view=both")
    page.locator(".digest li > a", has_text="torch.export()").click()
    page.wait_for_url(f"{address}releases/2.1/?view=both#torch-export")
    assert closed(page) == 0


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "wide"])
def test_the_place_being_read_stays(open_page, address, viewport):
    """When all folds are opened and closed again; an address with a fragment leads to the right place, too."""
    page = open_page("releases/1.10/#conjugate-view", viewport=viewport)
    expect(page.locator("#conjugate-view")).to_be_in_viewport()
    before = top(page, "conjugate-view")
    for choice in (both_link, own_link, both_link):
        choice(page).click()
        page.wait_for_timeout(200)  # time for the browser's scroll anchoring to interfere
        assert abs(top(page, "conjugate-view") - before) <= 2
    page.goto("about:blank")
    page.goto(f"{address}releases/1.10/?view=both#conjugate-view")
    assert closed(page) == 0
    page.wait_for_timeout(200)
    assert abs(top(page, "conjugate-view") - before) <= 2


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "wide"])
def test_switching_language_keeps_what_is_being_read(open_page, address, viewport):
    """The section being read, not that of the address; the other page shows one language."""
    page = open_page("releases/1.10/#cuda-graphs", viewport=viewport)
    both_link(page).click()
    page.locator("#cpu-fusion").evaluate("(heading) => { heading.scrollIntoView(); scrollBy(0, 20); }")
    expect(page.locator(".md-nav--secondary .md-nav__link--active").last).to_have_attribute("href", "#cpu-fusion")
    page.locator("a[data-language]").click()
    page.wait_for_url(address + "en/releases/1.10/#cpu-fusion")
    expect(page.locator("#cpu-fusion")).to_be_in_viewport()
    expect(own_link(page)).to_have_attribute("aria-current", "true")
    expect(page.locator("details.parallel[open]")).to_have_count(0)
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".md-nav--secondary .md-nav__link--active")).to_have_count(0)
    page.locator("a[data-language]").click()
    page.wait_for_url(address + "releases/1.10/")


def test_open_folds_are_printed(open_page):
    """The theme would open every fold for printing; the folds' markers are not printed."""
    page = open_page("releases/1.10/")
    page.locator("#cuda-graphs + details > summary").click()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("#cuda-graphs + details p")).to_have_text("CUDA Graphs API integration")
    expect(page.locator("#cuda-graphs + details p")).to_be_visible()
    expect(page.locator("details.parallel:visible")).to_have_count(1)
    expect(page.locator("details.parallel > summary:visible")).to_have_count(0)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    expect(page.locator("details.parallel[open]")).to_have_count(1)
    assert page.locator("details.parallel > summary:visible").count() > 20
