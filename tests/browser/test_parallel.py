"""Reading in both languages: the other one under every block of an announcement, and the switch that opens all."""

import re
import shutil
from datetime import date

import polib
import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect

from atlas.document.inline_markdown import inline_markdown
from atlas.document.nodes import Document
from atlas.document.traverse import blocks, runs
from atlas.translate import lookup
from support import rendering
from support.checkout import ROOT

VERSIONS = ("1.5", "1.6", "1.10", "1.11", "2.1")
PHONE = {"width": 360, "height": 740}
SEED = """# PyTorch 9.9 发布

发布：2021年1月2日

## (Beta) 没有译文的功能

第一段，译过。

第二段，没有译文。

- 第一项，译过。
- 第二项，没有译文。

| 列一 | 列二 |
|---|---|
| 格子 | `torch.fx` |

> 引用的话。

PyTorch 9.9

```python
x = 1
```

---

末尾。
"""
WORDS = {
    "第一段，译过。": "The first paragraph, translated.",
    "第一项，译过。": "The first item, translated.",
    "格子": "A cell",
    "引用的话。": "Words quoted.",
    "末尾。": "The end.",
}


@pytest.fixture(scope="module")
def partly(tmp_path_factory):
    """A site with an announcement of which only some texts are translated."""
    folder = tmp_path_factory.mktemp("partly")
    shutil.copytree(ROOT / "templates", folder / "templates")
    shutil.copytree(ROOT / "seeds" / "knowledge", folder / "seeds" / "knowledge")
    shutil.rmtree(folder / "seeds" / "knowledge" / "errata")
    (folder / "seeds" / "new.md").write_text(SEED, encoding="utf-8")
    catalog = polib.POFile()
    catalog.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    catalog.extend(polib.POEntry(msgid=msgid, msgstr=msgstr) for msgid, msgstr in WORDS.items())
    (folder / "seeds" / "translations" / "en").mkdir(parents=True)
    catalog.save(str(folder / "seeds" / "translations" / "en" / "new.po"))
    return rendering.build(folder, date(2026, 1, 1))


def body(site, language, version):
    """A release page's Markdown, whose blocks are HTML."""
    (page,) = [p for p in site.pages if (p.language, p.src_uri) == (language, f"releases/{version}.md")]
    return page.content.markdown()


def beneath(text):
    """What stands before each fold of the other language, and the words in the fold: in the page's Markdown."""
    found = []
    pieces = re.split(r"\n*(<details class=\"parallel\".*?</details>)\n*", text, flags=re.DOTALL)
    for before, fold in zip(pieces[::2], pieces[1::2], strict=False):
        own = before.rpartition("\n\n")[2]
        found.append((own, BeautifulSoup(fold, "html.parser").details.div))
    return found


def words(markup):
    """Words without badges, evidence and addresses, spaces aside."""
    soup = BeautifulSoup(str(markup), "html.parser")
    for extra in soup.select(".feature-lead, .stability, .evidence-link, .history-link, .untranslated-note"):
        extra.decompose()
    return re.sub(r"\s|\{#.*?\}$|^#+", "", soup.get_text().strip())


# --- what stands under a block --------------------------------------------------------------------


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_block_holds_the_other_page_s_block(rendered, version, language):
    """Word for word, once, in the same order, and nothing beside."""
    here, there = (beneath(body(rendered, name, version)) for name in (language, {"zh": "en", "en": "zh"}[language]))
    assert len(here) > 15
    assert [words(own) for own, _ in here] == [words(copy) for _, copy in there]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_translated_block_can_be_opened(rendered, releases, version):
    """As many as hold a text that the catalog says otherwise: not code and rules, nor names alone."""
    release = releases[version]
    messages = lookup.translation_of(ROOT, release).catalog.messages
    texts = [
        [inline_markdown(inlines) for inner in blocks(Document((block,))) for inlines, _ in runs(inner)]
        for block in release.document.blocks
    ]
    translated = [found for found in texts if any(messages.get(text, text) != text for text in found)]
    for language in ("zh", "en"):
        assert len(beneath(body(rendered, language, version))) == len(translated)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("language", "lang"), [("zh", "en"), ("en", "zh-CN")])
def test_what_is_opened_names_its_language_and_nothing_else(rendered, version, language, lang):
    """No id, badge, link to evidence or heading stands twice."""
    for _, fold in beneath(body(rendered, language, version)):
        assert fold["lang"] == lang
        assert fold.select("[id], [data-level], .evidence-link, .history-link, h1, h2, h3, h4, h5, h6") == []
        assert fold.select("[lang]") == []
        assert "\n\n" not in str(fold), "a blank line would end the block for a Markdown engine"


def test_a_table_is_named_in_its_own_language(rendered):
    folds = [fold for _, fold in beneath(body(rendered, "zh", "2.1")) if fold.find("table")]
    assert [fold.select_one(".table-scroll")["aria-label"] for fold in folds] == ["table"]


def test_what_nobody_translated_has_nothing_to_open(partly):
    """On neither page; and neither has what is the same in both languages."""
    zh, en = (beneath(body(partly, language, "9.9")) for language in ("zh", "en"))
    shown = ["第一段", "第一项", "列一", "引用", "末尾"]
    assert [next(name for name in shown if name in words(own)) for own, _ in zh] == shown
    assert [next(name for name in shown if name in words(fold)) for _, fold in en] == shown


def test_a_block_translated_in_part_marks_the_rest(partly):
    """Opened on the source's page, what is left in the source's language says so; the source itself needs no note."""
    zh, en = ({words(own)[:6]: fold for own, fold in beneath(body(partly, name, "9.9"))} for name in ("zh", "en"))
    items = zh["第一项，译过"].find_all("li")
    assert [words(item) for item in items] == ["Thefirstitem,translated.", "第二项，没有译文。"]
    assert [item.select_one(".untranslated-note") is not None for item in items] == [False, True]
    assert [span["lang"] for span in items[1].select("[lang]")] == ["zh-CN"]
    assert not en["Thefir"].select(".untranslated-note, [lang]")


# --- what is not to hold it -----------------------------------------------------------------------


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
            assert "data-parallel" not in found


# --- in a browser ---------------------------------------------------------------------------------


def switch(page):
    return page.locator("button[data-parallel]")


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
    expect(switch(page)).to_be_hidden()
    expect(fold.get_by_text(found)).to_be_hidden()
    assert name in fold.locator("summary").aria_snapshot()
    fold.locator("summary").click()
    expect(fold.get_by_text(found)).to_be_visible()
    expect(page.locator("details.parallel[open]")).to_have_count(1)


def test_one_block_is_opened_by_keyboard_and_by_touch(open_page):
    page = open_page("releases/1.10/")
    summary = page.locator("#cuda-graphs + details > summary")
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#cuda-graphs + details")).to_have_attribute("open", "")
    outline = summary.evaluate("(sign) => getComputedStyle(sign).outlineStyle")
    assert outline != "none", "the focus cannot be seen"
    phone = open_page("releases/1.10/", viewport=PHONE, has_touch=True)
    phone.locator("#cuda-graphs + details > summary").tap()
    expect(phone.locator("#cuda-graphs + details")).to_have_attribute("open", "")


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 900}], ids=["phone", "wide"])
def test_every_sign_can_be_hit_and_covers_no_word(open_page, viewport):
    page = open_page("releases/2.1/", viewport=viewport)
    wrong = page.evaluate("""() => {
      const lines = (block) => {
        const found = [];
        const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(texts.currentNode);
          found.push(...range.getClientRects());
        }
        return found;
      };
      return [...document.querySelectorAll(".parallel > summary")].filter((sign) => {
        const box = sign.getBoundingClientRect();
        const letters = sign.firstElementChild.getBoundingClientRect();
        const fold = sign.parentElement;
        const words = [fold.previousElementSibling, fold.nextElementSibling].filter(Boolean).flatMap(lines);
        const covered = words.some((line) => line.width && line.left < letters.right && line.right > letters.left
          && line.top < letters.bottom && line.bottom > letters.top);
        return box.width < 24 || box.height < 24 || box.right > innerWidth || covered;
      }).map((sign) => sign.parentElement.previousElementSibling.textContent.slice(0, 40));
    }""")
    assert wrong == []


def test_the_switch_opens_all_and_is_remembered(open_page, address):
    """On other pages, in the other language, on the next visit, until it is switched off."""
    page = open_page("releases/1.10/")
    assert switch(page).get_attribute("aria-pressed") == "false"
    assert closed(page) > 20
    switch(page).click()
    for path in ("releases/1.10/", "releases/1.6/", "en/releases/1.10/", "en/releases/2.1/"):
        page.goto(address + path)
        expect(switch(page)).to_have_attribute("aria-pressed", "true")
        assert closed(page) == 0, path
    page.locator("details.parallel > summary").first.click()  # one by one all the same
    assert closed(page) == 1
    switch(page).focus()
    page.keyboard.press("Space")
    expect(page.locator("details.parallel[open]")).to_have_count(0)
    page.goto(address + "releases/1.10/")
    expect(page.locator("details.parallel[open]")).to_have_count(0)
    expect(switch(page)).to_have_attribute("aria-pressed", "false")


def test_the_switch_works_where_nothing_may_be_kept(open_page):
    page = open_page()
    page.add_init_script("""for (const name of ["getItem", "setItem", "removeItem"]) {
      const own = Storage.prototype[name];
      Storage.prototype[name] = function (key, ...rest) {
        if (key === "atlas-parallel") throw new DOMException("", "SecurityError");
        return own.call(this, key, ...rest);
      };
    }""")
    page.goto(page.url + "releases/1.10/")
    switch(page).click()
    assert closed(page) == 0


def test_a_page_that_the_browser_kept_learns_of_a_change(open_page):
    page = open_page("releases/1.10/")
    page.evaluate("""() => {
      localStorage.setItem("atlas-parallel", "on");
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }""")
    assert closed(page) == 0


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 900}], ids=["phone", "wide"])
def test_the_place_being_read_stays(open_page, address, viewport):
    """When all is opened and closed again; and the target of an address is where it should be."""
    page = open_page("releases/1.10/#conjugate-view", viewport=viewport)
    expect(page.locator("#conjugate-view")).to_be_in_viewport()
    before = top(page, "conjugate-view")
    for _ in range(3):
        switch(page).click()
        page.wait_for_timeout(200)  # for the browser's own anchoring to do harm
        assert abs(top(page, "conjugate-view") - before) <= 2
    page.goto("about:blank")
    page.goto(f"{address}releases/1.10/#conjugate-view")
    assert closed(page) == 0
    page.wait_for_timeout(200)
    assert abs(top(page, "conjugate-view") - before) <= 2


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 900}], ids=["phone", "wide"])
def test_switching_language_keeps_what_is_being_read(open_page, address, viewport):
    """Not what the address names, once the reader has read on; and all stays open."""
    page = open_page("releases/1.10/#cuda-graphs", viewport=viewport)
    switch(page).click()
    page.locator("#cpu-fusion").evaluate("(heading) => { heading.scrollIntoView(); scrollBy(0, 20); }")
    expect(page.locator(".md-nav--secondary .md-nav__link--active").last).to_have_attribute("href", "#cpu-fusion")
    page.locator("a[data-language]").click()
    page.wait_for_url(address + "en/releases/1.10/#cpu-fusion")
    expect(page.locator("#cpu-fusion")).to_be_in_viewport()
    assert closed(page) == 0
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".md-nav--secondary .md-nav__link--active")).to_have_count(0)
    page.locator("a[data-language]").click()
    page.wait_for_url(address + "releases/1.10/")


def test_what_is_open_is_printed(open_page):
    """Though the theme opens every fold for printing; the signs are left out."""
    page = open_page("releases/1.10/")
    page.locator("#cuda-graphs + details > summary").click()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.get_by_text("CUDA Graphs API integration", exact=True)).to_be_visible()
    expect(page.locator("details.parallel:visible")).to_have_count(1)
    expect(page.locator("details.parallel > summary:visible")).to_have_count(0)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    expect(page.locator("details.parallel[open]")).to_have_count(1)
    assert page.locator("details.parallel > summary:visible").count() > 20
