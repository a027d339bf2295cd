"""Search: what finds results, and the dialog, in the collection of the tests."""

import json
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from support import queries
from support.cases import cases

CASES = cases("search")


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


def test_typical_queries_find_results_and_odd_ones_do_not(dialog):
    page, _, language = dialog
    for query, expected in CASES["asked"][language]:
        assert expected in " ".join(queries.ask(page, query)[:3]), query
    assert [query for query in CASES["odd"] if queries.ask(page, query)] == []
    assert queries.ask(page, "torch compile " * 4000)  # only its beginning


def test_a_feature_is_one_result_with_its_sections(dialog):
    page, root, _ = dialog
    assert queries.ask(page, "fx") == [f"{root}features/fx/", f"{root}glossary/#{quote('term-外汇')}"]
    assert queries.ask(page, "torch.fx")[0] == f"{root}features/fx/"
    assert queries.ask(page, "prism compiler")[0] == f"{root}features/prism-compiler/"
    places = page.locator("dialog ol > li").first.locator("ul a")
    expect(places.first).to_have_text(re.compile(r"PyTorch 1\.1$"))
    expect(places.first).to_have_attribute("href", f"{root}releases/1.1/#prism-compiler")


def test_a_level_no_longer_in_use_is_shown_as_last_stated(open_page):
    """But in the results of a release, as the level there."""

    def without_stable(route):
        answer = route.fetch()
        content = answer.json()
        content["states"]["stable"]["is_disused"] = True
        route.fulfill(response=answer, json=content)

    page = open_page("en/")
    page.route("**/search.json", without_stable)
    kind = page.locator("dialog ol > li").first.locator(".atlas-search-kind")
    page.keyboard.press("/")
    queries.ask(page, "fx")
    expect(kind).to_have_text(re.compile(r"Feature · Last stated: \W*Stable 1\.2"))
    queries.ask(page, "1.2 stable")
    expect(kind).to_have_text(re.compile(r"^Feature \W*Stable 1\.2"))


def test_a_level_with_other_words_is_a_filter_unless_a_feature_of_that_name_has_another(dialog):
    page, _, language = dialog
    word = {"zh": "小块", "en": "pieces"}[language]
    ids = [link.rstrip("/").rpartition("/")[2] for link in queries.ask(page, word)]
    assert {"prism-compiler", "lens-export"} == set(ids)
    assert [link.rstrip("/").rpartition("/")[2] for link in queries.ask(page, f"{word} prototype")] == ["lens-export"]
    expect(page.locator("dialog ol > li > a .stability")).to_have_attribute("data-state", "prototype")
    assert queries.ask(page, "Prism compiler stable")[0].endswith("/features/prism-compiler/")


def test_an_area_is_offered_in_both_languages(dialog):
    page, root, _ = dialog
    for word in ("tensors", "张量"):
        assert queries.ask(page, word)[:2] == [f"{root}features/cube-tensors/", f"{root}areas/tensors/"]


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
    page.get_by_role("searchbox").fill("fx")
    expect(keys).to_be_visible()
    expect(elsewhere).to_be_hidden()


def test_an_unknown_word_is_named_and_a_misspelled_one_with_what_it_is_taken_for(dialog):
    page, *_ = dialog
    assert queries.ask(page, "gradient zzzqqq") == []
    expect(status(page)).to_contain_text("“zzzqqq”")
    for wrong, right in CASES["misspelled"].items():
        assert queries.ask(page, wrong)
        for word in (wrong, right):
            expect(status(page)).to_contain_text(re.compile(f"“{word}”", re.IGNORECASE))
        expect(page.locator("dialog ol mark").first).to_be_visible()


def test_a_passage_marks_the_words_in_any_form_and_a_result_its_other_name(dialog):
    page, _, language = dialog
    word, form = {"zh": ("梯度", "梯度"), "en": ("caching", "caches")}[language]
    queries.ask(page, word)
    expect(page.locator(".atlas-search-excerpt mark", has_text=form).first).to_be_visible()
    queries.ask(page, "torch.fx")
    expect(page.locator(".atlas-search-other-name").first).to_contain_text("torch.fx")


def test_an_empty_dialog_shows_the_releases(open_page, site):
    page = open_page("en/")
    page.keyboard.press("/")
    results = page.locator("dialog ol > li > a")
    releases = json.loads((site.folder / "api/v1/releases.json").read_text(encoding="utf-8"))["releases"]
    expect(results.first).to_have_attribute("href", re.compile(rf"/en/releases/{re.escape(releases[0]['version'])}/$"))
    expect(results).to_have_count(len(releases))
    page.keyboard.type("fx")
    page.get_by_role("searchbox").fill("")
    expect(results).to_have_count(len(releases))


@pytest.mark.parametrize(("start", "query"), [("", "透镜导出"), ("en/", "Lens export")])
def test_a_result_names_its_kind_and_level_and_its_section_leads_there(open_page, address, start, query):
    page = open_page(start)
    type_in(page, query)
    first = page.locator("dialog ol > li").first
    expect(first.locator(".atlas-search-title")).to_have_text(query)
    expect(first.locator(".stability")).to_have_attribute("data-state", "prototype")
    first.locator("ul a").click()
    page.wait_for_url(f"{address}{start}releases/2.0/#lens-export")
    expect(page.locator("#lens-export")).to_be_in_viewport()


def test_a_release_and_a_name_lead_to_the_section_also_in_both_languages(dialog):
    page, root, _ = dialog
    assert queries.ask(page, "2.0 torch.ledger")[0] == f"{root}releases/2.0/#torch-ledger"
    first = page.locator("dialog ol > li").first
    expect(first.locator("ul a").first).to_have_attribute("href", f"{root}releases/2.0/?view=both#torch-ledger")
    expect(first.locator(".atlas-search-title code")).to_have_text("torch.ledger")
    queries.ask(page, "1.1 prism compiler")
    expect(first.locator(".atlas-search-excerpt")).not_to_contain_text("1.2")  # which its feature says


def test_a_query_has_an_address_until_the_dialog_closes(open_page, address):
    page = open_page("en/releases/?q=ring%20reduce")
    expect(page.get_by_role("searchbox")).to_have_value("ring reduce")
    expect(page.locator("dialog ol a").first).to_have_attribute("href", re.compile(r"/en/.*ring-reduce"))
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


def test_what_is_typed_or_selected_on_a_result_acts_on_the_field(open_page):
    page = open_page("en/?q=tensors")
    expect(page.locator(".atlas-search-results > li").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("fx")
    expect(page.get_by_role("searchbox")).to_have_value("fx")


def test_a_level_that_the_first_result_has_not_is_named(open_page):
    page = open_page("en/?q=prism compiler prototype")
    expect(status(page)).to_have_text("1 result: “Beta”, not “Prototype”")


def test_arrows_visit_each_result_once(open_page):
    page = open_page("en/?q=tensors", viewport={"width": 390, "height": 844})
    results = page.locator(".atlas-search-results > li")
    expect(results.nth(2)).to_be_visible()
    for number in range(results.count()):
        page.keyboard.press("ArrowDown")
        expect(results.nth(number).locator("> a")).to_be_focused()
    for _ in range(results.count()):
        page.keyboard.press("ArrowUp")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.get_by_role("searchbox").fill("torch.ledger")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"torch-ledger"))


def test_only_what_has_the_focus_looks_chosen_and_a_sign_says_what_enter_opens(open_page):
    page = open_page("en/?q=tensors")
    results = page.locator(".atlas-search-results > li")
    expect(results.nth(1)).to_be_visible()
    look = "rows => rows.map((row) => [getComputedStyle(row).backgroundColor, getComputedStyle(row).boxShadow].join())"
    sign = "rows => rows.map((row) => getComputedStyle(row.querySelector('a'), '::after').content)"
    assert len(set(results.evaluate_all(look))) == 1
    assert [content != "none" for content in results.evaluate_all(sign)] == [True] + [False] * (results.count() - 1)
    page.keyboard.press("ArrowDown")
    first, *others = results.evaluate_all(look)
    assert first not in others
    assert {*results.evaluate_all(sign)} == {"none"}


def test_enter_that_was_pressed_too_early_opens_the_first_result(open_page, address):
    page = open_page(None)
    page.route("**/search/ranking.js", lambda route: (page.wait_for_timeout(300), route.continue_())[-1])
    page.goto(f"{address}about/", wait_until="load")
    page.keyboard.press("/")
    page.keyboard.type("透镜导出")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("lens-export"))


@pytest.mark.parametrize("file", ["**/en/search.json", "**/assets/js/search/*"])
def test_a_failed_download_is_reported_and_can_be_retried(open_page, address, file):
    page = open_page(None)
    page.route(file, lambda route: route.abort())
    page.goto(f"{address}en/", wait_until="load")
    type_in(page, "compiler")
    expect(status(page)).to_contain_text("could not be loaded")
    expect(page.locator(".atlas-search-elsewhere a", has_text="All releases")).to_be_visible()
    page.unroute(file)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("dialog ol mark").first).to_be_visible()
    assert all("ERR_FAILED" in fault for fault in open_page.faults)
    open_page.faults.clear()


def test_nothing_is_fetched_before_a_search(open_page):
    page = open_page()
    asked = []
    page.on("response", lambda r: asked.append(r) if re.search(r"search\.json|/search/|/vendor/", r.url) else None)
    page.reload(wait_until="networkidle")
    assert asked == []


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
