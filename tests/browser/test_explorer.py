"""The feature explorer and the comparison of two releases, checked in a browser against the collection."""

import json
import re
from itertools import combinations, pairwise, product

import pytest
from playwright.sync_api import expect

from atlas.core.versions import version_key
from atlas.site.paths import feature_path
from atlas.site.words.interface import DIFFERENCES
from support.browser import script, write
from support.cases import cases
from support.scenes import DESKTOP, LANGUAGES, PHONE
from support.static_server import serving

CASES = cases("explorer")

# The visible rows of the explorer, their ids, and their levels.
ROWS = "[...document.querySelectorAll('.features tbody tr:not([hidden], .group)')]"
IDS = ROWS + ".map((row) => row.querySelector('a').href.split(/[/#]/).findLast(Boolean))"
# The cells of the table of features: feature → level, what it says, and the releases with the levels that begin there.
CELLS = script("cells")
# The groups of a comparison: area and kind → links and texts.
GROUPS = script("groups")


def shown(page):
    """Return the ids of the visible rows, in order."""
    return page.evaluate(IDS)


def choose(page, **wanted):
    """Select options in the form."""
    for name, value in wanted.items():
        page.locator(f".explorer-form [name={name}]").select_option(value)


def sort_by(page, column):
    """Click a column's heading; return the ids of the visible rows, in order."""
    page.locator(f"th[data-sort={column}] button").click()
    return shown(page)


def states(lifecycle):
    """Yield a feature's level and what is said besides it."""
    yield lifecycle.now.level
    yield from lifecycle.standing_notices
    if lifecycle.successions:
        yield "superseded"


def expected(collection, area="", level=""):
    """Return the ids of the features that the filters should show, according to the collection."""
    return {
        lifecycle.id
        for lifecycle in collection.features
        if level in ("", *states(lifecycle)) and area in ("", *lifecycle.areas)
    }


def test_each_filter_shows_what_the_atlas_knows(open_page, collection):
    page = open_page("en/features/")
    assert len(shown(page)) == len(collection.features)
    choices = {
        "area": {area for lifecycle in collection.features for area in lifecycle.areas},
        "level": [*collection.levels, "deprecated", "superseded"],
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
    assert len(shown(page)) == len(collection.features)


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
        assert (name in rows and len(rows) < len(collection.features)) if name else not rows, (words, rows)
    expect(page.locator(".explorer-status")).not_to_contain_text(re.compile(r"\d"))


def test_names_that_match_come_before_other_matches(open_page):
    page = open_page("en/features/")
    status = page.locator(".explorer-status")
    expect(status).to_contain_text("by the release that last names them")
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
    lifecycles = collection.by_id
    areas = [area.id for area in collection.knowledge.areas]
    keys = {
        "area": lambda lifecycle: areas.index(lifecycle.areas[0]) + 1 if lifecycle.areas else 0,
        "history": lambda lifecycle: sum(
            (version, stated) != (lifecycle.now.version, (lifecycle.now.level,))
            for version, stated in lifecycle.history
        ),
    }
    for column, key in keys.items():
        header = page.locator(f"th[data-sort={column}]")
        empty = [name for name in usual if not key(lifecycles[name])]  # which come last both ways
        rising = sorted(set(usual) - set(empty), key=lambda name: (key(lifecycles[name]), usual.index(name)))
        falling = sorted(rising, key=lambda name: (-key(lifecycles[name]), usual.index(name)))
        assert empty
        assert sort_by(page, column) == [*rising, *empty], column
        expect(header).to_have_attribute("aria-sort", "ascending")
        assert sort_by(page, column) == [*falling, *empty], column
        expect(header).to_have_attribute("aria-sort", "descending")
        assert page.url.endswith(f"?sort=-{column}")
        assert sort_by(page, column) == usual
        expect(header).to_have_attribute("aria-sort", "none")
    since = page.locator("th[data-sort=since]")
    expect(since).to_have_attribute("aria-sort", "none")  # at first, rows stand below the release that last names them
    expect(page.locator(".features .group:visible")).not_to_have_count(0)
    assert sort_by(page, "since") == sorted(usual, key=lambda name: version_key(lifecycles[name].now.version))
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
    assert len(shown(page)) == len(collection.features)
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
    assert 0 < len(shown(page)) < len(collection.features)
    page.get_by_role("button", name="Clear filters").click()
    assert page.url.endswith("/en/features/")
    assert len(shown(page)) == len(collection.features)
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
        assert sum(map(int, headings)) == len(everything)  # of a level, this is the only number
        expect(status).to_have_text(re.compile(f"^{len(everything)} features" if field == "level" else "^newest first"))
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
    assert len(shown(page)) == len(collection.features) > len(rows) > 0
    page.keyboard.press("Tab")
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
        collection.features_newest_first, key=lambda one: version_key(one.versions[-1]), reverse=True
    )
    assert list(cells) == [lifecycle.id for lifecycle in last_named_first]
    for lifecycle in collection.features:
        row, name = cells[lifecycle.id], collection.knowledge.level
        assert row["level"] == lifecycle.now.level
        if lifecycle.now.level != "removed":
            wanted = f"{name(lifecycle.now.level).name.of(language[:2] or 'zh')} {lifecycle.now.version}"
            assert row["text"] == wanted
        now = [lifecycle.now.version, [lifecycle.now.level]]
        stated = [[version, list(stated)] for version, stated in reversed(lifecycle.history)]
        assert row["others"] == [one for one in stated if one != now]


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


def first_row(page):
    """Return where the first feature of the table begins."""
    return page.locator(".features tbody th[scope=row]:visible").first.bounding_box()["y"]


def test_the_list_is_short_on_a_phone_and_begins_near_the_top(open_page, address, collection):
    page = open_page("features/", viewport={"width": 390, "height": 844})
    table = page.locator(".features").bounding_box()
    assert table["height"] < 90 * len(collection.features)
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


def groups(page):
    """Return the groups of a comparison: area and kind → links and texts."""
    return page.evaluate(GROUPS)


def compared(lines_by_group):
    """Return the links to the features that changed, by kind; not the new ones, which a release's page lists below."""
    kinds = {}
    for key, lines in lines_by_group.items():
        kinds.setdefault(key.rpartition(" / ")[2], set()).update(link for link, _ in lines)
    return {kind: links for kind, links in kinds.items() if kind != "new"}


def on_release_page(page):
    """Return the links to the features that the head of a release's Chinese page lists, by kind of change."""
    names = {name: kind for kind, (name, _) in DIFFERENCES.items()}
    rows = {row.locator("dt").text_content(): row for row in page.locator(".overview > div").all()}
    links = "(row) => [...row.querySelectorAll('dd > a')].map(({ href }) => href)"
    return {names[name]: set(row.evaluate(links)) for name, row in rows.items() if name in names}


def settled(page, earlier, later, only=""):
    """Wait for the comparison, of what is ``only`` at a level or in an area, and return its groups."""
    expect(page.locator(".compare-result h2")).to_have_text(re.compile(rf"\b{earlier}\b.*\b{later}{only}$"))
    return groups(page)


def test_neighbours_are_compared_as_on_the_release_page(open_page, address, collection):
    page = open_page("compare/")
    for earlier, later in pairwise(collection.versions):
        page.goto(f"{address}compare/?from={earlier}&to={later}")
        changed = compared(settled(page, earlier, later))
        page.goto(f"{address}releases/{later}/")
        assert on_release_page(page) == changed, (earlier, later)


def test_every_pair_is_what_the_atlas_computes(open_page, collection):
    page = open_page("en/compare/")
    settled(page, *collection.versions[-2:])
    names = {area.name.en: area.id for area in collection.knowledge.areas}
    for earlier, later in combinations(collection.versions, 2):
        choose(page, **{"from": earlier, "to": later})
        shown_changes = set()
        for key, lines in settled(page, earlier, later).items():
            area, _, kind = key.rpartition(" / ")
            shown_changes |= {(names.get(area, ""), kind, link.split("/en/")[1]) for link, _ in lines}
        changes = collection.changes(earlier, later)
        all_changes = [change for of_kind in changes.values() for change in of_kind]
        assert shown_changes == {
            ((change.lifecycle.areas or ("",))[0], change.kind, feature_path(change.lifecycle))
            for change in all_changes
        }
        counted = [len(changes[kind]) for kind in DIFFERENCES if changes.get(kind)]
        assert list(map(int, page.locator("div.changes .tally").all_text_contents())) == counted


def test_many_changes_are_folded_by_area_the_last_ones_first(open_page, address):
    def crowd(route):
        response = route.fetch()
        data = re.search(r'<script type="application/json">(.*?)</script>', response.text(), re.DOTALL)[1]
        route.fulfill(response=response, body=response.text().replace(data, json.dumps(json.loads(data) * 20)))

    page = open_page("en/")
    page.route("**/en/compare/?*", crowd)
    page.goto(f"{address}en/compare/?from=1.0&to=2.0")
    folds = page.locator("[data-kind=new] details.area-changes")
    assert folds.count() > 1
    assert page.locator(".area-changes li:visible").count() < page.locator(".area-changes li").count()
    for fold in folds.all():
        fold.locator("summary").click()
        versions = fold.locator("li:visible .change-version").all_inner_texts()
        keys = [version_key(version) for version in versions]
        assert keys == sorted(keys, reverse=True)
        assert fold.locator("summary .muted").inner_text() == str(len(keys))
    choose(page, area="compiler")
    expect(page.locator("details.area-changes")).to_have_count(0)


def test_a_pair_has_an_address_and_back_returns(open_page, address, collection):
    page = open_page("en/compare/")
    usual = settled(page, *collection.versions[-2:])
    assert page.url.endswith("compare/")
    choose(page, **{"from": "1.0", "to": "2.0"})
    page.wait_for_url("**?from=1.0&to=2.0")
    longer = settled(page, "1.0", "2.0")
    assert longer != usual
    page.go_back()
    page.go_back()
    assert settled(page, *collection.versions[-2:]) == usual
    page.go_forward()
    page.go_forward()
    assert settled(page, "1.0", "2.0") == longer
    page.locator("a[data-language]").click()
    page.wait_for_url(address + "compare/?from=1.0&to=2.0")
    settled(page, "1.0", "2.0")


def test_the_older_release_comes_first_whichever_is_chosen_first(open_page):
    page = open_page("en/compare/?from=1.1&to=2.0")
    forward = settled(page, "1.1", "2.0")
    names = page.locator("div.changes h3").all_text_contents()
    assert [name.rstrip("0123456789 ") for name in names] == ["Removed", "Deprecated", "Promoted", "Newly announced"]
    expect(page.locator(".compare-result .note")).to_have_count(0)
    page = open_page("en/compare/?from=2.0&to=1.1")
    assert settled(page, "1.1", "2.0") == forward
    expect(page.locator(".compare-result .note")).to_contain_text("swapped")


def test_an_empty_comparison_leads_on(open_page):
    page = open_page("en/compare/?from=1.1&to=1.2&area=distributed")
    page.locator(".compare-result .empty a").click()
    page.wait_for_url("**/compare/?from=1.1&to=1.2")
    assert settled(page, "1.1", "1.2")


def test_what_became_stable_is_asked_by_level(open_page, collection):
    page = open_page("en/compare/?from=1.0&to=2.0&level=stable")
    lines_by_group = settled(page, "1.0", "2.0", ": Stable")
    wanted = {
        feature_path(lifecycle)
        for lifecycle in collection.features
        if lifecycle.level_at("1.0") != "stable" == lifecycle.level_at("2.0")
    }
    assert wanted
    assert {link.split("/en/")[1] for lines in lines_by_group.values() for link, _ in lines} == wanted
    choose(page, level="")
    page.wait_for_url("**/compare/?from=1.0&to=2.0")
    assert len(settled(page, "1.0", "2.0")) > len(lines_by_group)


def test_what_was_deprecated_is_asked_as_a_level_is(open_page, collection):
    earlier, later = collection.versions[0], collection.versions[-1]
    page = open_page(f"en/compare/?from={earlier}&to={later}&level=deprecated")
    lines_by_group = settled(page, earlier, later, ": Deprecated")
    wanted = {feature_path(change.lifecycle) for change in collection.changes(earlier, later)["deprecated"]}
    assert {link.split("/en/")[1] for lines in lines_by_group.values() for link, _ in lines} == wanted
    expect(page.locator(".compare-result .group-counts li")).to_have_count(1)


def test_an_area_is_compared_alone(open_page, address, collection):
    page = open_page("en/compare/?from=1.0&to=2.0&area=tensors")
    lines_by_group = settled(page, "1.0", "2.0", ": .+")
    all_changes = [change for changes in collection.changes("1.0", "2.0").values() for change in changes]
    wanted = {feature_path(change.lifecycle) for change in all_changes if "tensors" in change.lifecycle.areas}
    assert {link.split("/en/")[1] for lines in lines_by_group.values() for link, _ in lines} == wanted
    assert any(change.lifecycle.areas[0] != "tensors" for change in all_changes if "tensors" in change.lifecycle.areas)
    assert {key.partition(" / ")[0] for key in lines_by_group} == {""}, "the form says which area"
    page.locator("a[data-language]").click()
    page.wait_for_url(address + "compare/?from=1.0&to=2.0&area=tensors")
    settled(page, "1.0", "2.0", "：.+")
    choose(page, area="")
    page.wait_for_url(address + "compare/?from=1.0&to=2.0")
    assert len(groups(page)) > len(lines_by_group)
    page.go_back()
    settled(page, "1.0", "2.0", "：.+")
    assert len(groups(page)) == len(lines_by_group)
    choose(page, **{"from": "1.1", "to": "1.2", "area": "distributed"})
    expect(page.locator(".compare-result .empty")).to_be_visible()


def test_unknown_versions_are_ignored_equal_ones_reported_and_never_chosen(open_page, collection):
    page = open_page("en/compare/?from=0.1&to=<img>")
    earlier, later = collection.versions[-2:]
    settled(page, earlier, later)
    expect(page.locator(".compare-result .note").first).to_have_text("There is no release 0.1.")
    page = open_page(f"en/compare/?from={later}&to={later}")
    expect(page.locator(".explorer-status")).to_have_text(re.compile("two different"))
    expect(page.locator(".compare-result > *")).to_have_count(0)


class TestMoreReleases:
    """A site with more announcements, one of which tries to inject markup."""

    @pytest.fixture(scope="class")
    @classmethod
    def address(cls, extended_site):
        with serving(extended_site.folder) as address:
            yield address

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_hostile_names_are_text(self, open_page, language):
        page = open_page(f"{language}features/?text=onerror")
        page.on("dialog", lambda _: pytest.fail("a name became a script"))
        expect(page.locator(".features tbody tr:not(.group):visible")).to_have_count(1)
        expect(page.locator("tbody th[scope=row]:visible")).to_contain_text("<img src=x onerror=alert(1)>")
        page.goto(page.url.split("features/")[0] + "compare/?from=1.2&to=9.1")
        lines = settled(page, "1.2", "9.1")
        assert any("<img src=x onerror=alert(1)>" in text for group in lines.values() for _, text in group)
        expect(page.locator("article img")).to_have_count(0)
        if language:
            item = page.locator(".changes li", has_text="onerror")
            expect(item.locator("[lang=zh-CN]")).to_contain_text("<img")
            expect(item.locator(".untranslated-note")).to_be_visible()

    def test_other_kinds_are_compared_as_on_the_release_page(self, open_page, address):
        page = open_page("compare/?from=2.1&to=9.1")
        changed = compared(settled(page, "2.1", "9.1"))
        page.goto(address + "releases/9.1/")
        assert "changed" in changed
        assert on_release_page(page) == changed


def test_a_count_of_a_comparison_leads_to_its_group(open_page):
    page = open_page("en/compare/?from=1.0&to=2.0")
    settled(page, "1.0", "2.0")
    page.locator(".group-counts a", has_text="Removed").click()
    expect(page.locator("#removed li").first).to_be_visible()
    assert page.url.endswith("?from=1.0&to=2.0#removed")
