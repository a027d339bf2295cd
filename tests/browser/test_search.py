"""Search: the index, the engine in the browser, and the dialog."""

import json
import re
from itertools import accumulate

import pytest
from playwright.sync_api import expect

from atlas.core.languages import LANGUAGES
from atlas.core.text import stem
from atlas.knowledge.load import load
from atlas.site import search
from atlas.site.page import address as address_of
from atlas.site.search.thesaurus import Thesaurus
from atlas.site.search.tokens import tokens
from support import queries
from support.cases import cases
from support.checkout import ROOT
from support.samples import releases_of
from support.static_server import serving

CASES = cases("search")
TRICKY = [
    "torch.compile ZeroRedundancyOptimizer static_graph C++ v1.10 1.10.0 6,682 10,00 混合精度，训练 per-sample GRADIENTS",
    "ＴｏｒｃｈＳｃｒｉｐｔ　１.１０ “引号”—— a_b.c-d ..x.. x86 conv2d BFloat16 NNAPI nn.Module::forward",
    "running debugger jitter process processes memories is as s ss naïve café Straße ПРИВЕТ 𠮷野家 張量 テンソル",
    "٣ ४५ z٣rct exactly-once 12,345 1,2,3",
    "",
]

ENDINGS = """s es ed ing er ers ly ness ment ation izations isation able ibility fully lessly ity ives ively ative al ally
ational ical ogist ogy ism ously eed eedly edly ingly ied ies ying y ee ss us ator ence ency ance entli ions ified"""


@pytest.fixture(scope="module")
def site(live_site):
    """The queries are about the repository's own seeds."""
    return live_site


@pytest.fixture(scope="module")
def address(live_site):
    with serving(live_site.folder) as address:
        yield address


@pytest.fixture(scope="module")
def thesaurus():
    known, _ = load(ROOT / "seeds" / "knowledge")
    return Thesaurus(known)


@pytest.fixture(scope="module")
def engine(browser, address):
    """A page on which the engine can be queried without the dialog."""
    page = browser.new_page()
    page.goto(f"{address}about/")
    yield page
    page.close()


def ask(engine, address, language, asked):
    """Return the engine's results for each query."""
    return engine.evaluate(
        """async ([root, language, asked]) => {
            const { fetchIndex } = await import(`${root}assets/js/search/engine.js`);
            const index = await fetchIndex(`${root}${language === "en" ? "en/" : ""}search.json`);
            return asked.map((query) => index.search(query));
        }""",
        [address, language, asked],
    )


@pytest.mark.parametrize("forms", CASES["forms"])
def test_forms_of_an_english_word_are_one(forms):
    assert len({stem(word) for word in forms.split()}) == 1


def test_different_words_stay_apart():
    for one, other in CASES["different"]:
        assert stem(one) != stem(other)


@pytest.mark.parametrize(("text", "found"), CASES["tokens"])
def test_tokens(text, found):
    assert list(tokens(text)) == found.split()


def test_the_browser_makes_the_same_stems(engine, address):
    """For every word of seeds, posts and catalogs, and for beginnings of words with various endings."""
    paths = [*ROOT.glob("seeds/**/*.*"), *ROOT.glob("tests/posts/*"), *ROOT.glob("tests/english/*")]
    words = sorted({word for path in paths for word in re.findall("[a-z]+", path.read_text(encoding="utf-8").lower())})
    words += [word[:6] + ending for word in words[::10] for ending in ENDINGS.split()]
    assert len(words) > 15_000
    made = engine.evaluate(
        "async ([root, words]) => words.map((await import(`${root}assets/js/search/stem.js`)).stem)", [address, words]
    )
    assert [(w, js, stem(w)) for w, js in zip(words, made, strict=True) if js != stem(w)] == []


def test_the_browser_makes_the_same_tokens(engine, address):
    """Otherwise queries would not match the index."""
    texts = [*TRICKY, *(release.seed.text for release in releases_of(ROOT).values())]
    texts += [path.read_text(encoding="utf-8") for path in sorted((ROOT / "seeds").glob("translations/*/*.po"))]
    made = engine.evaluate(
        "async ([root, texts]) => texts.map((await import(`${root}assets/js/search/tokens.js`)).tokens)",
        [address, texts],
    )
    for text, found in zip(texts, made, strict=True):
        assert found == list(tokens(text))


@pytest.mark.parametrize(("text", "other"), CASES["other_words"])
def test_a_text_is_found_by_synonyms(thesaurus, text, other):
    assert other in thesaurus.others([text])


@pytest.mark.parametrize(
    ("text", "other"), [("swamping", "自动混合精度"), ("a half-hearted attempt at ampersand", "AMP")]
)
def test_a_part_of_a_latin_word_is_no_term(thesaurus, text, other):
    assert other not in thesaurus.others([text])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_token_leads_to_its_records(site, language):
    content = read_index(site, language)
    for number, record in enumerate(content["records"]):
        for token in tokens(record["t"]):
            assert number in accumulate(content["tokens"][token][::2])


def read_index(site, language):
    return json.loads((site.folder / address_of("", search.FILE, language)).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def announced(site):
    data = (json.loads((site.folder / f"api/v1/{name}.json").read_text("utf-8")) for name in ("features", "releases"))
    return queries.announcing(*data)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_query_finds_what_it_should(engine, address, announced, language):
    asked = queries.load(language)
    score = queries.Score(announced)
    kinds = {}
    for query, found in zip(asked, ask(engine, address, language, [q["q"] for q in asked]), strict=True):
        addresses = [record["url"] for record in found["records"]]
        score.add(query, addresses)
        kinds.setdefault(query["why"], queries.Score(announced)).add(query, addresses)
    assert score.counts["asked"] > 150
    faults = "\n".join(score.faults)
    for name, each in {"all": score, "start": kinds["start"]}.items():
        assert each.share("three") >= queries.MIN_FIRST_THREE, f"{name}\n{faults}"
        assert each.share("first") >= queries.MIN_FIRST, f"{name}\n{faults}"
    assert score.share("rejected", "negative") >= queries.MIN_REJECTED, faults
    assert score.share("section first", "sections") >= queries.MIN_SECTION, faults


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [("numpy", "NumPy operations. " * 8, "NumPy"), ("libraries", "a library of " * 12, "library")],
)
def test_an_excerpt_marks_the_words_of_a_query_in_any_form_and_ends_with_a_word(engine, address, query, text, marked):
    found, shown = engine.evaluate(
        """async ([base, query, text]) => {
            const { excerpt, matcher } = await import(base + "assets/js/search/excerpt.js");
            const expression = matcher(query);
            return [text.match(expression)[0], excerpt(text, expression)];
        }""",
        [address, query, text],
    )
    assert found == marked
    assert shown.rstrip("….").split()[-1] in text.replace(".", "").split()


@pytest.mark.parametrize("language", LANGUAGES)
def test_results_are_in_the_language_of_the_page(site, language):
    """Checked for all records of the index, not only for the results of some queries."""
    texts = [
        record.get("x", "")
        for record in read_index(site, language)["records"]
        if record["k"] in ("section", "release") and len(record.get("x", "")) > 80
    ]
    assert len(texts) > 40
    for text in texts:
        assert bool(re.search(r"[\u3400-\u9fff]", text)) is (language == "zh"), text


def test_odd_queries_find_nothing_and_break_nothing(engine, address):
    """An unknown name is not taken for another; a long query is answered at once."""
    *odd, long = ask(engine, address, "en", [*CASES["odd"], "a" * 5000, "torch compile " * 4000])
    unknown = ask(engine, address, "zh", CASES["unknown"])
    assert [each["records"] for each in (*odd, *unknown) if each["records"]] == []
    assert all(each["missing"] for each in unknown)
    assert long["records"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_typical_queries_find_results(engine, address, language):
    wanted = dict(CASES["asked"][language])
    for (query, expected), found in zip(wanted.items(), ask(engine, address, language, list(wanted)), strict=True):
        assert expected in " ".join(record["url"] for record in found["records"][:3]), query


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mistranslation_finds_its_glossary_entry_with_and_without_spaces(engine, address, language):
    for found in ask(engine, address, language, ["CUDA图形", "CUDA 图形", "cuda图形"]):
        urls = [record["url"] for record in found["records"]]
        assert "cuda-graphs" in urls[0], urls
        assert any(url.startswith("glossary/#term-CUDA") for url in urls), urls


def test_an_unknown_word_is_named_and_the_others_are_offered(open_page):
    page = open_page("en/")
    type_in(page, "CUDA zzzqqq")
    expect(page.locator("dialog [role=status]")).to_contain_text("mentions “zzzqqq”")
    page.get_by_role("button", name="Search for “CUDA”").click()
    expect(page.locator("dialog ol a").first).to_contain_text("CUDA")
    expect(page.get_by_role("searchbox")).to_have_value("CUDA")


def type_in(page, query):
    """Open the dialog with its key, and type a query."""
    page.keyboard.press("/")
    page.get_by_role("searchbox").fill(query)


@pytest.mark.parametrize(("start", "query"), [("", "共轭视图"), ("en/", "Conjugate view")])
def test_a_result_names_its_section_release_and_level_and_leads_there(open_page, address, start, query):
    page = open_page(start)
    type_in(page, query)
    link = page.locator("dialog ol a", has=page.locator(".atlas-search-kind", has_text="PyTorch 1.10")).first
    expect(link.locator(".atlas-search-title")).to_have_text(query)
    level = page.locator("dialog ol > li").first.locator(".stability")
    expect(level).to_have_count(1)  # once for the feature and its announcements
    expect(level).to_have_attribute("data-level", "beta")
    link.click()
    page.wait_for_url(f"{address}{start}releases/1.10/#conjugate-view")
    expect(page.locator("#conjugate-view")).to_be_in_viewport()


def test_a_result_lists_its_announcements_and_the_other_name_that_was_found(open_page):
    page = open_page("en/")
    type_in(page, "torch.fx")
    first = page.locator("dialog ol > li").first
    expect(first.locator("> a")).to_have_attribute("href", re.compile(r"/en/features/fx/$"))
    expect(first.locator("ul a").first).to_have_attribute("href", re.compile(r"/en/releases/1\.10/#"))
    page.get_by_role("searchbox").fill("torch.cuda.CUDAGraph")
    other_name = page.locator("dialog ol a").first.locator(".atlas-search-other-name")
    expect(other_name).to_contain_text("torch.cuda.CUDAGraph")


@pytest.mark.parametrize(("start", "query", "section"), [("", "订阅", "data"), ("en/", "privacy", "privacy")])
def test_sections_of_handwritten_pages_are_found(open_page, start, query, section):
    page = open_page(start)
    type_in(page, query)
    expect(page.locator(f"dialog ol a[href$='about/#{section}']")).to_be_visible()


def test_the_word_that_a_misspelled_one_was_taken_for_is_marked(open_page):
    page = open_page("en/?q=TorchScirpt")
    expect(page.locator("dialog [role=status]")).to_contain_text("“TorchScirpt” was not found")
    expect(page.locator("dialog ol a mark").first).to_have_text("TorchScript")


@pytest.mark.parametrize(
    ("path", "status", "marked"),
    [("en/?q=混合精度", "results", "mixed precision"), ("?q=分步式", "未找到“分步式”", "分布式")],
)
def test_synonyms_of_the_query_are_marked(open_page, path, status, marked):
    page = open_page(path)
    expect(page.locator("dialog [role=status]")).to_contain_text(status)
    expect(page.locator("dialog ol mark", has_text=re.compile(marked, re.IGNORECASE)).first).to_be_visible()


def test_a_query_has_an_address(open_page, address):
    page = open_page("en/releases/?q=channels%20last")
    expect(page.get_by_role("searchbox")).to_have_value("channels last")
    expect(page.locator("dialog ol a").first).to_have_attribute("href", re.compile(r"/en/.*channels-last"))
    page.keyboard.press("Escape")
    page.wait_for_url(f"{address}en/releases/")


def test_a_closed_dialog_leaves_no_query_in_the_address(open_page, address):
    page = open_page("about/")
    type_in(page, "量化")
    page.keyboard.press("Escape")
    page.wait_for_timeout(400)
    assert page.url == f"{address}about/"


def test_results_are_counted_as_they_are_shown(open_page):
    """A feature counts once, with the places that announce it."""
    page = open_page("en/?q=torch.compile+numpy")
    results = page.locator(".atlas-search-results > li")
    expect(page.locator("dialog [role=status]")).to_have_text(re.compile(r"^\d+ results$"))
    assert page.locator("dialog [role=status]").inner_text() == f"{results.count()} results"
    expect(results.first.locator(".atlas-search-places a")).not_to_have_count(0)


def test_ten_results_are_shown_and_the_others_on_request(open_page):
    page = open_page("en/?q=distributed")
    results = page.locator(".atlas-search-results > li")
    expect(results).to_have_count(10)
    count = int(page.locator("dialog [role=status]").inner_text().split()[0])
    page.get_by_role("button", name=f"Show {count - 10} more").click()
    expect(results).to_have_count(count)
    expect(results.nth(10).locator("a").first).to_be_focused()


def test_an_area_with_the_query_in_its_name_follows_the_best_answers(engine, address):
    (found,) = ask(engine, address, "en", ["distributed"])
    assert "areas/distributed/" in [record["url"] for record in found["records"][:3]]


def test_results_are_reached_and_opened_by_keyboard(open_page):
    page = open_page()
    type_in(page, "ZeroRedundancyOptimizer")
    expect(page.locator("dialog ol a")).not_to_have_count(0)
    page.keyboard.press("ArrowDown")
    expect(page.locator("dialog ol a").first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"zero-redundancy-optimizer"))


def test_arrows_reach_the_button_for_more_results(open_page):
    page = open_page("en/?q=distributed", viewport={"width": 390, "height": 844})
    more = page.locator(".atlas-search-more")
    expect(more).to_be_visible()
    for _ in range(page.locator("dialog ol a").count() + 1):
        page.keyboard.press("ArrowDown")
    expect(more).to_be_focused()


def test_a_dialog_that_cannot_be_fetched_says_so_closes_and_retries(open_page):
    page = open_page("en/")
    page.route("**/assets/js/search/**", lambda route: route.abort())
    page.keyboard.press("/")
    expect(page.locator("dialog [role=status] a")).to_have_text("all releases")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("/")
    page.keyboard.type("channels last")
    page.unroute("**/assets/js/search/**")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("dialog ol a").first).to_contain_text("hannels last")
    open_page.faults.clear()


def test_enter_that_was_pressed_too_early_opens_the_first_result(open_page):
    page = open_page("about/")
    page.route("**/assets/js/search/dialog.js", lambda route: (page.wait_for_timeout(300), route.continue_())[-1])
    page.keyboard.press("/")
    page.keyboard.type("共轭视图")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("conjugate-view"))


def test_a_failed_download_is_reported_and_can_be_retried(open_page):
    page = open_page("en/")
    page.route("**/en/search.json", lambda route: route.abort())
    type_in(page, "quantization")
    expect(page.locator("dialog [role=status]")).to_contain_text("could not be loaded")
    page.unroute("**/en/search.json")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("dialog ol a").first).to_be_visible()
    assert all("ERR_FAILED" in fault for fault in open_page.faults)
    open_page.faults.clear()


def test_search_files_are_fetched_only_for_a_search(open_page):
    page = open_page()
    asked = []
    page.on("request", lambda r: asked.append(r.url) if "search.json" in r.url or "/search/" in r.url else None)
    page.reload(wait_until="load")
    page.wait_for_timeout(300)
    assert asked == []
    type_in(page, "复数")
    expect(page.locator("dialog ol a").first).to_be_visible()
    assert asked


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_as_dim_beside_a_classic_scrollbar(open_page, scheme):
    """The backdrop does not cover the scrollbar's gutter, so the root element must be dimmed as well."""
    page = open_page("about/", color_scheme=scheme)
    mixed = """() => {
      const probe = document.createElement("div");
      document.body.append(probe);
      probe.style.color = "color-mix(in srgb, #0c1117 42%, var(--atlas-paper))";
      const { color } = getComputedStyle(probe);
      probe.remove();
      return [getComputedStyle(document.documentElement).backgroundColor, color];
    }"""
    page.keyboard.press("/")
    expect(page.locator("dialog[open]")).to_be_visible()
    root, wanted = page.evaluate(mixed)
    assert root == wanted
