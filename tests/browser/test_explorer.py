"""The tables of features with their filters and order, checked in a browser against the collection."""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from atlas.core.versions import version_key
from support.browser import choose, script, write
from support.cases import cases
from support.scenes import DESKTOP, LANGUAGES, PHONE

CASES = cases("explorer")

# The visible rows of the explorer, their ids, and their levels.
ROWS = "[...document.querySelectorAll('.features tbody tr:not([hidden], .group)')]"
IDS = ROWS + ".map((row) => row.querySelector('a').href.split(/[/#]/).findLast(Boolean))"
# The cells of the table of features: feature → level, what it says, and the releases with the levels that begin there.
CELLS = script("cells")


def shown(page):
    """Return the ids of the visible rows, in order."""
    return page.evaluate(IDS)


def sort_by(page, column):
    """Click a column's heading; return the ids of the visible rows, in order."""
    page.locator(f"th[data-sort={column}] button").click()
    return shown(page)


def states(lifecycle):
    """Yield a feature's level and what is said besides it."""
    yield lifecycle.last_step.state
    yield from lifecycle.current_notices
    if lifecycle.successions:
        yield "superseded"


def expected(collection, area="", level=""):
    """Return the ids of the features that the filters should show, according to the collection."""
    return {
        lifecycle.id
        for lifecycle in collection.lifecycles
        if level in ("", *states(lifecycle)) and area in ("", *lifecycle.areas)
    }


def test_each_filter_shows_what_the_atlas_knows(open_page, collection):
    page = open_page("en/features/")
    assert len(shown(page)) == len(collection.lifecycles)
    choices = {
        "area": {area for lifecycle in collection.lifecycles for area in lifecycle.areas},
        "level": [*collection.reached_levels, "deprecated", "superseded"],
    }
    for name, values in choices.items():
        for value in values:
            choose(page, **{name: value})
            wanted = expected(collection, **{name: value})
            assert set(shown(page)) == wanted, (name, value)
            status = page.locator(".explorer-status")
            if wanted:
                expect(status).to_contain_text(re.compile(rf"\b{len(wanted)}\b"))
            else:
                expect(status).not_to_contain_text(re.compile(r"\d"))
        choose(page, **{name: ""})
    assert len(shown(page)) == len(collection.lifecycles)


def test_filters_hold_together(open_page, collection):
    page = open_page("features/")
    for area, level in product(["distributed", "tensors"], ["stable", "beta", "prototype"]):
        choose(page, area=area, level=level)
        assert set(shown(page)) == expected(collection, area=area, level=level), (area, level)


@pytest.mark.parametrize(("language", "wanted"), CASES["sought"])
def test_text_is_looked_for_in_names_and_ids(open_page, collection, language, wanted):
    page = open_page(f"{language}features/")
    for words, name in wanted.items():
        write(page, words)
        rows = shown(page)
        assert (name in rows and len(rows) < len(collection.lifecycles)) if name else not rows, (words, rows)
    expect(page.locator(".explorer-status")).not_to_contain_text(re.compile(r"\d"))


def test_names_that_match_come_before_other_matches(open_page):
    page = open_page("en/features/")
    status = page.locator(".explorer-status")
    expect(status).to_contain_text("by the release that last announced them")
    write(page, "compiler")
    names = [name.lower() for name in page.locator("tbody th[scope=row]:visible > a").all_inner_texts()]
    with_it = ["compiler" in name for name in names]
    assert any(with_it)
    assert with_it == sorted(with_it, reverse=True)
    expect(status).to_contain_text("matching names first")
    expect(page.locator("th[data-sort=since]")).to_have_attribute("aria-sort", "none")


def test_sorting_is_no_filter(open_page):
    page = open_page("en/features/?sort=-name")
    expect(page.get_by_role("button", name="Clear filters")).to_be_hidden()
    choose(page, area="compiler")
    expect(page.get_by_role("button", name="Clear filters")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_sort_both_ways_and_back(open_page, collection, language):
    page = open_page(f"{language}features/")
    usual = shown(page)
    lifecycles = collection.lifecycles_by_id
    areas = [area.id for area in collection.knowledge.areas]

    def place(name):
        own = lifecycles[name].areas
        return areas.index(own[0]) if own else None

    area = page.locator("th[data-sort=area]")
    empty = [name for name in usual if place(name) is None]  # which come last both ways
    rising = sorted(set(usual) - set(empty), key=lambda name: (place(name), usual.index(name)))
    falling = sorted(rising, key=lambda name: (-place(name), usual.index(name)))
    assert empty
    assert sort_by(page, "area") == [*rising, *empty]
    expect(area).to_have_attribute("aria-sort", "ascending")
    assert sort_by(page, "area") == [*falling, *empty]
    expect(area).to_have_attribute("aria-sort", "descending")
    assert page.url.endswith("?sort=-area")
    assert sort_by(page, "area") == usual
    expect(area).to_have_attribute("aria-sort", "none")
    since = page.locator("th[data-sort=since]")
    expect(since).to_have_attribute("aria-sort", "none")  # at first, rows stand below the release that last names them
    expect(page.locator(".features .group:visible")).not_to_have_count(0)
    assert sort_by(page, "since") == sorted(usual, key=lambda name: version_key(lifecycles[name].last_step.version))
    expect(since).to_have_attribute("aria-sort", "ascending")
    expect(page.locator(".features .group:visible")).to_have_count(0)
    sort_by(page, "since")
    assert sort_by(page, "since") == usual
    assert page.url.endswith("/features/")
    sort = "(names) => [...names].sort(new Intl.Collator(document.documentElement.lang, {numeric: true}).compare)"
    sort_by(page, "name")
    names = page.locator("tbody th[scope=row]").all_inner_texts()
    assert names == page.evaluate(sort, names)
    assert names != page.evaluate(sort, names)[::-1]


def test_scripts_order_versions_as_the_atlas_does(open_page):
    versions = "1.9 1.10 1.10.1 2 2.0 2.0.1 2.1.0-a1 2.1.0-rc1 2.1.0-rc2 2.1.0-rc10 2.1 2.1.1-rc1 2.1.1 10.0".split()
    asked = [*versions[::2], *versions[1::2]]
    page = open_page("features/")
    module = page.url.replace("features/", "assets/js/versions.js")
    keys = page.evaluate(
        "async ([url, all]) => { const { versionKey } = await import(url); return all.map(versionKey); }",
        [module, asked],
    )
    by_script = dict(zip(asked, keys, strict=True))
    assert sorted(asked, key=by_script.get) == sorted(asked, key=version_key)
    assert by_script["2"] == by_script["2.0"]


def test_an_address_opens_the_same_view(open_page):
    page = open_page("en/features/")
    choose(page, area="distributed")
    write(page, "ring")
    sort_by(page, "since")
    there, rows = page.url, shown(page)
    assert rows
    other = open_page(there.removeprefix(page.url.split("en/features/")[0]))
    assert shown(other) == rows
    assert other.locator(".explorer-form [name=area]").input_value() == "distributed"
    assert other.locator(".explorer-form [name=text]").input_value() == "ring"
    expect(other.locator("th[data-sort=since]")).to_have_attribute("aria-sort", "ascending")
    expect(other.locator("dialog[open]")).to_have_count(0)
    other.locator("a[data-language]").click()  # the other language keeps the filters
    other.wait_for_url("**/pytorch-release-atlas/features/?**")
    other.wait_for_function(f"(count) => {ROWS}.length === count", arg=len(rows))  # once the other names are there
    assert set(shown(other)) == set(rows)


def test_invalid_parameters_are_ignored(open_page, collection):
    page = open_page("features/?area=nowhere&level=<b>&sort=-level&utm=x")
    assert len(shown(page)) == len(collection.lifecycles)
    choose(page, level="beta")
    assert page.url.endswith("?utm=x&level=beta")


def test_back_and_forward_restore(open_page, collection):
    page = open_page("features/")
    usual = shown(page)
    choose(page, area="compiler")
    compiler = shown(page)
    length = page.evaluate("history.length")
    write(page, "prism")  # typing adds no history entry
    assert page.evaluate("history.length") == length
    write(page, "")
    choose(page, level="beta")
    sort_by(page, "name")
    page.go_back()
    page.go_back()
    assert shown(page) == compiler
    assert page.locator(".explorer-form [name=level]").input_value() == ""
    page.go_forward()
    assert set(shown(page)) == expected(collection, area="compiler", level="beta")
    page.go_back()
    page.go_back()
    assert shown(page) == usual
    assert page.locator(".explorer-form [name=area]").input_value() == ""


def test_filters_are_cleared_at_once(open_page, collection):
    page = open_page("en/features/?text=ring&area=distributed&sort=-name")
    assert 0 < len(shown(page)) < len(collection.lifecycles)
    page.get_by_role("button", name="Clear filters").click()
    assert page.url.endswith("/en/features/")
    assert len(shown(page)) == len(collection.lifecycles)
    page.go_back()
    assert page.locator(".explorer-form [name=text]").input_value() == "ring"


def test_tables_of_an_area_and_a_level_have_the_same_filters(open_page, address, collection):
    page = open_page(None)
    for path, field, wanted in (
        ("en/areas/compiler/", "level", {"area": "compiler", "level": "beta"}),
        ("en/stability/stable/", "area", {"area": "compiler"}),
    ):
        page.goto(address + path)
        everything, status = shown(page), page.locator(".explorer-status")
        headings = page.locator(".features .group:visible .tally").all_text_contents()
        assert sum(map(int, headings)) == len(everything)
        expect(status).to_have_text(re.compile(f"^{len(everything)} features"))
        expect(page.locator("th[data-sort=since]")).to_have_attribute("aria-sort", "descending")
        choose(page, **{field: wanted[field]})
        rows = shown(page)
        assert set(rows) == expected(collection, **wanted) & set(everything)
        assert 0 < len(rows) < len(everything)
        headings = page.locator(".features .group:visible .tally").all_text_contents()
        assert sum(map(int, headings)) == len(rows)
        page.goto(f"{page.url}&text=zzzz")
        assert shown(page) == []
        expect(page.locator(".features .group:visible")).to_have_count(0)


def test_names_that_no_row_shows_are_fetched_when_they_are_looked_for(open_page, address):
    page, asked = open_page(None), []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.goto(f"{address}en/features/")
    assert "names.json" not in asked
    write(page, "棱镜")
    assert shown(page) == ["prism-compiler"]
    assert asked.count("names.json") == 1


@pytest.mark.parametrize("path", ["features/", "areas/compiler/"])
def test_the_filter_works_without_the_other_names(open_page, address, path):
    page = open_page(None)
    page.route("**/names.json", lambda route: route.fulfill(status=200, body="<p>no data</p>"))
    page.goto(f"{address}en/{path}")
    write(page, "prism")
    assert "prism-compiler" in shown(page)


def test_the_explorer_works_by_keyboard(open_page, collection):
    page = open_page("en/features/")
    field = page.locator(".explorer-form [name=text]")
    for _ in range(40):
        page.keyboard.press("Tab")
        if field.evaluate("(field) => field === document.activeElement"):
            break
    page.keyboard.type("ring")
    page.wait_for_url("**?text=ring")
    page.keyboard.press("Tab")
    page.keyboard.type("Distrib")
    page.wait_for_url("**&area=distributed")
    rows = shown(page)
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the button that clears the form
    page.wait_for_url("**/en/features/")
    assert len(shown(page)) == len(collection.lifecycles) > len(rows) > 0
    page.keyboard.press("Tab")  # a column's heading
    page.keyboard.press("Space")
    page.wait_for_url("**?sort=name")
    page.keyboard.press("Enter")
    page.wait_for_url("**?sort=-name")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_what_the_atlas_knows(open_page, collection, language):
    """The level in words, since when, and the other releases that name a feature, each with what it states."""
    page = open_page(f"{language}features/", java_script_enabled=False)
    cells = page.evaluate(CELLS)
    last_named_first = sorted(
        collection.lifecycles_newest_first, key=lambda one: version_key(one.versions[-1]), reverse=True
    )
    assert list(cells) == [lifecycle.id for lifecycle in last_named_first]
    for lifecycle in collection.lifecycles:
        row, name = cells[lifecycle.id], collection.knowledge.level
        assert row["level"] == lifecycle.last_step.state
        if lifecycle.last_step.state != "removed":
            wanted = f"{name(lifecycle.last_step.state).name.of(language[:2] or 'zh')} {lifecycle.last_step.version}"
            assert row["text"] == wanted
        stated = [[version, list(stated)] for version, stated in reversed(lifecycle.stated_by_release)]
        assert row["others"] == [one for one in stated if one[0] != lifecycle.last_step.version]


def test_the_head_of_a_table_stays_below_the_bar(open_page, address):
    """Only the page itself scrolls, so that the head can be sticky."""
    viewport = {"width": 1280, "height": 300}
    page = open_page(None, viewport=viewport, reduced_motion="reduce")
    for path in ("features/", "areas/tensors/", "stability/beta/"):
        page.goto(address + path)
        page.locator(".features tbody tr").nth(2).evaluate("(row) => row.scrollIntoView({ block: 'start' })")
        bar = page.locator(".md-header").bounding_box()
        head = page.locator(".features thead th").first.bounding_box()
        assert abs(head["y"] - bar["y"] - bar["height"]) <= 1, path
        row = page.locator(".features tbody tr").nth(2).bounding_box()
        assert row["y"] >= head["y"] + head["height"] - 1, path
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], path


def test_a_group_says_what_it_counts_and_is_marked_beside_the_table_while_it_is_read(open_page):
    page = open_page("en/features/")
    tally = page.locator("#in-2\\.0 .tally")
    expect(tally).to_have_text("6 last announced here")
    choose(page, area="compiler")
    expect(tally).to_have_text(re.compile(r"^\d / 6 last announced here$"))
    choose(page, area="")
    page.locator(".jumps a").nth(1).click()
    page.evaluate("document.body.style.minHeight = '300vh'")
    page.evaluate("document.querySelector('#in-1\\\\.3').scrollIntoView({ block: 'start', behavior: 'instant' })")
    expect(page.locator(".jumps [aria-current]")).to_have_count(1)


def test_between_phone_and_desktop_the_groups_are_a_row_and_nothing_overflows(open_page):
    page = open_page("en/features/", viewport={"width": 768, "height": 900})
    row, table = page.locator(".jumps").bounding_box(), page.locator(".features").bounding_box()
    assert row["y"] + row["height"] <= table["y"]
    expect(page.locator(".features td:nth-child(3):not(:empty)").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 768
    page.locator(".jumps a").nth(1).click()
    page.wait_for_url("**#in-*")


def first_row(page):
    """Return where the first feature of the table begins."""
    return page.locator(".features tbody th[scope=row]:visible").first.bounding_box()["y"]


def test_the_list_is_short_on_a_phone_and_begins_near_the_top(open_page, address, collection):
    page = open_page("features/", viewport={"width": 390, "height": 844})
    table = page.locator(".features").bounding_box()
    assert table["height"] < 90 * len(collection.lifecycles)
    for name in ("text", "area", "level"):
        expect(page.locator(f"[name={name}]")).to_be_visible()
    for path in ("features/", "areas/compiler/", "stability/beta/"):
        page.goto(address + path)
        assert first_row(page) < 400, path


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_no_filter_moves_the_table(open_page, viewport):
    page = open_page("features/", viewport=viewport)
    before = first_row(page)
    choose(page, area="compiler", level="beta")
    assert first_row(page) == before
    write(page, "prism")
    assert first_row(page) == before
