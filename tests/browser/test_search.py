"""Search: its file, what finds results, and the dialog."""

import json
import re

import pytest
from playwright.sync_api import expect

from atlas.core.languages import LANGUAGES
from atlas.site.page import address as address_of
from support import queries
from support.cases import cases
from support.static_server import serving

CASES = cases("search")
MAX_FETCHED = 150_000  # bytes


@pytest.fixture(scope="module")
def site(live_site):
    """The queries are about the repository's own seeds."""
    return live_site


@pytest.fixture(scope="module")
def address(live_site):
    with serving(live_site.folder) as address:
        yield address


def entries(site, language):
    return json.loads((site.folder / address_of("", "search.json", language)).read_text(encoding="utf-8"))["entries"]


def type_in(page, query):
    """Open the dialog with its key, and type a query."""
    page.keyboard.press("/")
    page.get_by_role("searchbox").fill(query)


def status(page):
    return page.locator("dialog [role=status]")


def test_forms_of_an_english_word_are_one_token_and_names_have_parts(dialog, address):
    page, *_ = dialog
    texts = [*CASES["forms"], *(text for text, _ in CASES["tokens"])]
    evaluated = page.evaluate(
        "async ([url, texts]) => texts.map((await import(url)).tokens)", [f"{address}assets/js/search/tokens.js", texts]
    )
    forms, names = evaluated[: len(CASES["forms"])], evaluated[len(CASES["forms"]) :]
    assert [tokens for tokens in forms if len(set(tokens)) > 1] == []
    assert names == [tokens.split() for _, tokens in CASES["tokens"]]


def test_every_query_finds_what_it_should(dialog, site):
    page, root, language = dialog
    data = (json.loads((site.folder / f"api/v1/{name}.json").read_text("utf-8")) for name in ("features", "releases"))
    score = queries.Score(queries.announcing(*data))
    asked = queries.load(language)
    for query, links in zip(asked, queries.ask_all(page, [query["q"] for query in asked]), strict=True):
        score.add(query, [link.removeprefix(root) for link in links])
    faults = "\n".join(score.faults)
    assert score.counts["asked"] > 400
    assert score.share("first") >= 0.97, faults
    assert score.share("three") >= 0.99, faults
    assert score.share("section first", "sections") >= 0.92, faults
    assert score.share("rejected", "negative") >= 0.95, faults


def test_typical_queries_find_results_and_odd_ones_do_not(dialog):
    page, _, language = dialog
    for query, expected in CASES["asked"][language]:
        assert expected in " ".join(queries.ask(page, query)[:3]), query
    assert [query for query in CASES["odd"] if queries.ask(page, query)] == []
    assert queries.ask(page, "torch compile " * 4000)  # only its beginning


@pytest.mark.parametrize("language", LANGUAGES)
def test_results_are_in_the_language_of_the_page(site, language):
    texts = [entry.get("text", "") for entry in entries(site, language) if entry["kind"] in ("section", "release")]
    long = [text for text in texts if len(text) > 80]
    assert len(long) > 40
    assert [text for text in long if bool(re.search(r"[\u3400-\u9fff]", text)) is not (language == "zh")] == []


def test_a_feature_is_one_result_above_its_sections_and_names_come_before_glossary_terms(dialog):
    page, root, language = dialog
    links = queries.ask(page, "量化" if language == "zh" else "quantization")
    assert len(links) == len(set(links))
    kinds = ["glossary/" in link for link in links]
    assert True in kinds
    assert kinds == sorted(kinds)
    assert queries.ask(page, "torch.fx")[0] == f"{root}features/fx/"
    places = page.locator("dialog ol > li").first.locator("ul a")
    expect(places).to_have_text([re.compile(r"PyTorch 1\.10$")])
    expect(places).to_have_attribute("href", re.compile(r"/releases/1\.10/#"))


def test_a_level_with_other_words_is_a_filter_unless_a_feature_of_that_name_has_another(dialog):
    page, root, _ = dialog
    for query in ("quantized prototype", "量化 原型"):
        assert len(queries.ask(page, query)) > 2
        expect(page.locator("dialog ol > li > a .stability:not([data-level=prototype])")).to_have_count(0)
    assert queries.ask(page, "FSDP stable")[0] == f"{root}features/fsdp/"


def test_the_same_names_are_found_in_both_languages_and_an_area_is_offered(dialog):
    page, root, _ = dialog
    assert queries.ask(page, "fsdp")[:2] == [f"{root}features/fsdp/", f"{root}features/fsdp2/"]
    for word in ("quantization", "量化"):
        assert f"{root}areas/model-optimization/" in queries.ask(page, word)[:2]


def test_where_nothing_is_found_the_keys_lead_to_other_ways(open_page):
    page = open_page("en/?q=xyzzy")
    expect(status(page)).to_have_text("No announcement, feature, or term mentions “xyzzy”.")
    elsewhere, keys = page.locator(".atlas-search-elsewhere"), page.locator(".atlas-search-keys")
    expect(elsewhere.locator("a")).to_have_text(["All features", "All areas", "All releases"])
    expect(elsewhere).to_be_visible()
    expect(keys).to_be_visible()
    for keys_pressed, at in (("ArrowDown", 0), ("ArrowDown", 1), ("ArrowUp", 0)):
        page.keyboard.press(keys_pressed)
        expect(elsewhere.locator("a").nth(at)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.press("Enter")
    expect(elsewhere.locator("a").first).to_be_focused()
    page.get_by_role("searchbox").fill("fsdp")
    expect(keys).to_be_visible()
    expect(elsewhere).to_be_hidden()


def test_an_unknown_word_is_named_and_a_misspelled_one_with_what_it_is_taken_for(dialog):
    page, *_ = dialog
    assert queries.ask(page, "CUDA zzzqqq") == []
    expect(status(page)).to_contain_text("“zzzqqq”")
    for wrong, right in CASES["misspelled"].items():
        assert queries.ask(page, wrong)
        for word in (wrong, right):
            expect(status(page)).to_contain_text(re.compile(f"“{word}”", re.IGNORECASE))
        expect(page.locator("dialog ol mark").first).to_be_visible()


def test_a_passage_marks_the_words_in_any_form_and_a_result_its_other_name(dialog):
    page, _, language = dialog
    queries.ask(page, "抖动" if language == "zh" else "out-of-memory error")
    marked = page.locator(".atlas-search-excerpt mark", has_text="抖动" if language == "zh" else "out-of-memory")
    expect(marked.first).to_be_visible()
    queries.ask(page, "torch.cuda.CUDAGraph")
    expect(page.locator(".atlas-search-other-name").first).to_contain_text("torch.cuda.CUDAGraph")


def test_an_empty_dialog_shows_the_releases(open_page, live_site):
    page = open_page("en/")
    page.keyboard.press("/")
    results = page.locator("dialog ol > li > a")
    releases = json.loads((live_site.folder / "api/v1/releases.json").read_text(encoding="utf-8"))["releases"]
    expect(results.first).to_have_attribute("href", re.compile(rf"/en/releases/{re.escape(releases[0]['version'])}/$"))
    expect(results).to_have_count(len(releases))
    page.keyboard.type("fx")
    page.get_by_role("searchbox").fill("")
    expect(results).to_have_count(len(releases))


@pytest.mark.parametrize(("start", "query"), [("", "共轭视图"), ("en/", "Conjugate view")])
def test_a_result_names_its_kind_and_level_and_its_section_leads_there(open_page, address, start, query):
    page = open_page(start)
    type_in(page, query)
    first = page.locator("dialog ol > li").first
    expect(first.locator(".atlas-search-title")).to_have_text(query)
    expect(first.locator(".stability")).to_have_attribute("data-level", "beta")
    first.locator("ul a").click()
    page.wait_for_url(f"{address}{start}releases/1.10/#conjugate-view")
    expect(page.locator("#conjugate-view")).to_be_in_viewport()


def test_a_release_and_a_name_lead_to_the_section_also_in_both_languages(dialog):
    page, root, _ = dialog
    assert queries.ask(page, "2.1 torch.export")[0] == f"{root}releases/2.1/#torch-export"
    first = page.locator("dialog ol > li").first
    expect(first.locator("ul a").first).to_have_attribute("href", f"{root}releases/2.1/?view=both#torch-export")
    expect(first.locator(".atlas-search-title code")).to_have_text("torch.export()")


def test_a_query_has_an_address_until_the_dialog_closes(open_page, address):
    page = open_page("en/releases/?q=channels%20last")
    expect(page.get_by_role("searchbox")).to_have_value("channels last")
    expect(page.locator("dialog ol a").first).to_have_attribute("href", re.compile(r"/en/.*channels-last"))
    page.keyboard.press("Escape")
    page.wait_for_url(f"{address}en/releases/")


def test_the_shortcut_opens_one_dialog_however_often_and_escape_returns_the_focus(open_page):
    page = open_page("features/")
    page.locator("th[data-sort=name] button").focus()
    for _ in range(3):
        page.keyboard.press("/")
        expect(page.locator("dialog[open]")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
        expect(page.locator("th[data-sort=name] button")).to_be_focused()
    expect(page.locator("dialog.atlas-search")).to_have_count(1)


def test_arrows_visit_each_result_once(open_page):
    page = open_page("en/?q=channels%20last", viewport={"width": 390, "height": 844})
    results = page.locator(".atlas-search-results > li")
    expect(results.first).to_be_visible()
    for number in range(results.count()):
        page.keyboard.press("ArrowDown")
        expect(results.nth(number).locator("> a")).to_be_focused()
    for _ in range(results.count()):
        page.keyboard.press("ArrowUp")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.get_by_role("searchbox").fill("ZeroRedundancyOptimizer")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"zero-redundancy-optimizer"))


def test_enter_that_was_pressed_too_early_opens_the_first_result(open_page, address):
    page = open_page(None)
    page.route("**/search/ranking.js", lambda route: (page.wait_for_timeout(300), route.continue_())[-1])
    page.goto(f"{address}about/", wait_until="load")
    page.keyboard.press("/")
    page.keyboard.type("共轭视图")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("conjugate-view"))


@pytest.mark.parametrize("file", ["**/en/search.json", "**/assets/js/search/*"])
def test_a_failed_download_is_reported_and_can_be_retried(open_page, address, file):
    page = open_page(None)
    page.route(file, lambda route: route.abort())
    page.goto(f"{address}en/", wait_until="load")
    type_in(page, "quantization")
    expect(status(page)).to_contain_text("could not be loaded")
    expect(page.locator(".atlas-search-elsewhere a", has_text="All releases")).to_be_visible()
    page.unroute(file)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("dialog ol mark").first).to_be_visible()
    assert all("ERR_FAILED" in fault for fault in open_page.faults)
    open_page.faults.clear()


def test_a_search_fetches_little_and_nothing_is_fetched_before(open_page):
    page = open_page()
    asked = []
    page.on("response", lambda r: asked.append(r) if re.search(r"search\.json|/search/|/vendor/", r.url) else None)
    page.reload(wait_until="networkidle")
    assert asked == []
    type_in(page, "复数")
    expect(page.locator("dialog ol mark").first).to_be_visible()
    assert 0 < sum(int(response.headers["content-length"]) for response in asked) <= MAX_FETCHED


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_as_dim_beside_a_classic_scrollbar(open_page, scheme):
    """The backdrop does not cover the scrollbar's gutter, so the root element must be dimmed as well."""
    page = open_page("about/", color_scheme=scheme)
    mixed = """() => {
      const probe = document.body.appendChild(document.createElement("div"));
      probe.style.color = "color-mix(in srgb, #0c1117 42%, var(--atlas-paper))";
      const { color } = getComputedStyle(probe);
      probe.remove();
      return [getComputedStyle(document.documentElement).backgroundColor, color];
    }"""
    page.keyboard.press("/")
    expect(page.locator("dialog[open]")).to_be_visible()
    root, wanted = page.evaluate(mixed)
    assert root == wanted
