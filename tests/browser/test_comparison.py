"""The comparison of two releases, checked in a browser against the collection."""

import json
import re
from itertools import combinations, pairwise

import pytest
from playwright.sync_api import expect

from atlas.core.versions import version_key
from atlas.site.paths import feature_path
from atlas.site.words.interface import CHANGE_NAMES
from support.browser import choose, script
from support.scenes import LANGUAGES, PHONE
from support.static_server import serving

ORDER = [
    "Removed",
    "Newly deprecated",
    "Superseded",
    "Promoted",
    "Level changed",
    "Newly announced",
    "Superseded, undated",
]
GROUPS = script("groups")  # of a comparison: area and kind → links and texts


def groups(page):
    """Return the groups of a comparison: area and kind → links and texts."""
    return page.evaluate(GROUPS)


def compared(lines_by_group):
    """Return the links to the features that changed, by kind.

    Not the new ones, which a release's page lists below, and not those of which no release says when they changed.
    """
    kinds = {}
    for key, lines in lines_by_group.items():
        kinds.setdefault(key.rpartition(" / ")[2], set()).update(link for link, _ in lines)
    return {kind: links for kind, links in kinds.items() if kind not in ("new", "undated")}


def on_release_page(page):
    """Return the links to the features that the head of a release's English page lists, by kind of change."""
    names = {name: kind for kind, (name, _) in CHANGE_NAMES.items()}
    rows = {row.locator("dt").text_content(): row for row in page.locator(".release-changes > div").all()}
    links = "(row) => [...row.querySelectorAll('dd a:not(.citation)')].map(({ href }) => href)"
    return {names[name]: set(row.evaluate(links)) for name, row in rows.items() if name in names}


def settled(page, earlier, later, only=""):
    """Wait for the comparison, of what is ``only`` at a level or in an area, and return its groups."""
    expect(page.locator(".compare-result h2")).to_have_text(re.compile(rf"\b{earlier}\b.*\b{later}{only}$"))
    return groups(page)


def test_neighbours_are_compared_as_on_the_release_page(open_page, address, collection):
    page = open_page("en/compare/")
    for earlier, later in pairwise(collection.versions):
        page.goto(f"{address}en/compare/?from={earlier}&to={later}")
        changed = compared(settled(page, earlier, later))
        page.goto(f"{address}en/releases/{later}/")
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
        wanted = {kind: [each.lifecycle for each in some] for kind, some in collection.changes(earlier, later).items()}
        assert shown_changes == {
            ((each.areas or ("",))[0], kind, feature_path(each)) for kind, some in wanted.items() for each in some
        }
        counted = [len(wanted[kind]) for kind in CHANGE_NAMES if wanted.get(kind)]
        assert list(map(int, page.locator(".changes .tally").all_text_contents())) == counted
        totals = counted[: len(counted) - ("undated" in wanted)]  # what is undated stands last, and in no total
        assert list(map(int, page.locator(".group-counts strong").all_text_contents())) == totals


def open_crowded(open_page, address, times, **options):
    """Open a comparison of a collection that has every feature several times."""

    def crowd(route):
        response = route.fetch()
        data = re.search(r'<script type="application/json">(.*?)</script>', response.text(), re.DOTALL)[1]
        route.fulfill(response=response, body=response.text().replace(data, json.dumps(json.loads(data) * times)))

    page = open_page("en/", **options)
    page.route("**/en/compare/?*", crowd)
    page.goto(f"{address}en/compare/?from=1.0&to=2.0")
    return page


def test_some_dozens_of_changes_stand_by_area_in_two_columns_and_folded_on_a_phone(open_page, address):
    page = open_crowded(open_page, address, 20)
    columns = page.locator("[data-kind=new] .change-columns > div")
    expect(columns.locator("li").first).to_be_visible()
    assert columns.locator("li:visible").count() == columns.locator("li").count() > 30
    assert all(column.locator("li").count() for column in columns.all())
    first, second = (column.bounding_box() for column in columns.all())
    assert first["x"] + first["width"] < second["x"]
    page.locator("[data-kind=new]").get_by_role("button", name="Close all").click()
    expect(columns.locator("li:visible")).to_have_count(0)
    page = open_crowded(open_page, address, 20, viewport=PHONE)
    expect(page.locator("[data-kind=new] summary").first).to_be_visible()
    expect(page.locator("[data-kind=new] li:visible")).to_have_count(0)


def test_many_changes_are_folded_by_area_the_last_ones_first(open_page, address):
    page = open_crowded(open_page, address, 50)
    folds = page.locator("[data-kind=new] details.area-changes")
    assert folds.count() > 1
    assert page.locator(".area-changes li:visible").count() < page.locator(".area-changes li").count()
    for fold in folds.all():
        fold.locator("summary").click()
        versions = fold.locator("li:visible .after .level-since").all_inner_texts()
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
    absent = ("Level changed", "Superseded, undated")
    assert [name.rstrip("0123456789 ") for name in names] == [name for name in ORDER if name not in absent]
    expect(page.locator(".compare-result .reservation")).to_have_count(0)
    page = open_page("en/compare/?from=2.0&to=1.1")
    assert settled(page, "1.1", "2.0") == forward
    expect(page.locator(".compare-result .reservation")).to_contain_text("from the older release")
    expect(page.locator("[name=from]")).to_have_value("1.1")
    expect(page.locator("[name=to]")).to_have_value("2.0")


def test_the_releases_can_be_chosen_in_any_order(open_page, collection):
    page = open_page("en/compare/")
    choose(page, to="1.1")
    settled(page, "1.1", collection.versions[-2])
    choose(page, **{"from": "1.0"})
    settled(page, "1.0", "1.1")
    page.wait_for_url("**/compare/?from=1.0&to=1.1")


def test_an_empty_comparison_leads_on(open_page):
    page = open_page("en/compare/?from=1.1&to=1.2&area=distributed")
    page.locator(".compare-result .empty a").click()
    page.wait_for_url("**/compare/?from=1.1&to=1.2")
    assert settled(page, "1.1", "1.2")
    page.goto(page.url.replace("from=1.1&to=1.2", "from=2.0&to=2.1&area=compiler"))
    expect(page.locator(".compare-result .empty")).to_be_visible()  # what has no date is no change
    expect(page.locator(".changes h3")).to_have_text(["Superseded, undated 1"])


def test_what_became_stable_is_asked_by_level(open_page, collection):
    page = open_page("en/compare/?from=1.0&to=2.0&level=stable")
    lines_by_group = settled(page, "1.0", "2.0", ": Stable")
    wanted = {
        feature_path(lifecycle)
        for lifecycle in collection.lifecycles
        if lifecycle.state_at("1.0") != "stable" == lifecycle.state_at("2.0")
    }
    assert wanted
    assert {link.split("/en/")[1] for lines in lines_by_group.values() for link, _ in lines} == wanted
    choose(page, level="")
    page.wait_for_url("**/compare/?from=1.0&to=2.0")
    assert len(settled(page, "1.0", "2.0")) > len(lines_by_group)


def test_what_was_deprecated_is_asked_as_a_level_is(open_page, collection):
    earlier, later = collection.versions[0], collection.versions[-1]
    page = open_page(f"en/compare/?from={earlier}&to={later}&level=deprecated")
    lines_by_group = settled(page, earlier, later, ": Newly deprecated")
    wanted = {feature_path(change.lifecycle) for change in collection.changes(earlier, later)["deprecated"]}
    assert {link.split("/en/")[1] for lines in lines_by_group.values() for link, _ in lines} == wanted
    expect(page.locator(".compare-result .group-counts li")).to_have_count(1)


def test_what_an_announcement_renamed_or_replaced_is_a_group_of_its_own(open_page, collection):
    page = open_page("en/compare/?from=1.3&to=2.0")
    settled(page, "1.3", "2.0")
    lines = page.locator("#superseded li")
    assert [change.lifecycle.id for change in collection.changes("1.3", "2.0")["superseded"]] == ["data-loading"]
    expect(lines).to_have_count(1)
    expect(lines.locator("small")).to_have_text("now named torch.ledger")
    expect(lines.locator(".before")).to_have_count(0)  # it keeps its level
    renamed = page.locator("#promoted li", has_text="torch.ledger")  # under a new name, it is not new
    expect(renamed.locator("small")).to_have_text("formerly Faster data loading")
    expect(renamed.locator(".change")).to_have_text(re.compile("Beta 1.2 → .*Stable 2.0"))
    expect(page.locator("#new li", has_text="torch.ledger")).to_have_count(0)
    choose(page, level="superseded")
    settled(page, "1.3", "2.0", ": Superseded")
    expect(page.locator(".changes h3")).to_have_text(["Superseded 1", "Superseded, undated 1"])
    lines.locator("small a").click()
    page.wait_for_url("**/en/features/torch-ledger/")


def test_what_took_the_place_of_a_feature_is_named_where_it_changed(open_page, collection):
    page = open_page("compare/?from=1.2&to=1.3")
    settled(page, "1.2", "1.3")
    superseded = collection.changes(collection.versions[0], collection.versions[-1])["superseded"]
    assert "prism-compiler" not in [change.lifecycle.id for change in superseded], "no release says so"
    line = page.locator("#deprecated li", has_text="棱镜编译器")
    expect(line.locator("small")).to_have_text("现由 使用 FX 进行 Python 代码转换 取代")
    page = open_page("en/compare/?from=1.3&to=2.0")
    settled(page, "1.3", "2.0")
    line = page.locator("#undated li", has_text="Prism compiler")
    expect(line.locator("small")).to_have_text("now superseded by Python code transformations with FX")
    expect(line.locator(".change")).to_have_text("Use FX instead.")
    line = page.locator("#removed li", has_text="Paper tape backend")
    expect(line.locator("small")).to_have_text("now superseded by Ring reduce")


def test_what_a_release_only_names_again_is_a_link_to_its_features(open_page):
    page = open_page("en/compare/?from=1.3&to=2.0")
    settled(page, "1.3", "2.0")
    page.get_by_role("link", name="named again").click()
    page.wait_for_url("**/en/releases/2.0/#digest")
    expect(page.locator("#digest")).to_be_visible()


def test_the_words_that_remove_or_deprecate_a_feature_lead_to_their_source(open_page):
    page = open_page("en/compare/?from=1.0&to=1.1")
    settled(page, "1.0", "1.1")
    citation = page.locator("#deprecated li", has_text="Paper tape backend").locator(".citation")
    expect(citation).to_have_text("The paper tape backend is deprecated; use ring reduce instead.")
    citation.press("Enter")
    page.wait_for_url("**/en/features/paper-tape-backend/#said-1.1-2")
    expect(page.locator(":target")).to_contain_text("The paper tape backend is deprecated")
    page = open_page("en/compare/?from=1.1&to=2.0")
    settled(page, "1.1", "2.0")
    removed = page.locator("#removed li", has_text="Paper tape backend")
    expect(removed.locator(".change")).to_contain_text(re.compile("Stable.*Removed.*2.0.*Removed: Paper tape backend"))


def test_levels_and_areas_stand_in_columns(open_page):
    page = open_page("en/compare/?from=0.9&to=2.1")
    settled(page, "0.9", "2.1")
    for cells in (".change, .changes-columns :nth-child(2)", "[data-area], .changes-columns :nth-child(3)"):
        places = {round(cell.bounding_box()["x"]) for cell in page.locator(".changes").locator(cells).all()}
        assert len(places) == 1, cells


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
    expect(page.locator(".compare-result .reservation").first).to_have_text("There is no release 0.1.")
    page = open_page(f"en/compare/?from={later}&to={later}")
    expect(page.locator(".compare-result > *")).to_have_text(re.compile("two different"))
    expect(page.locator("footer")).to_be_in_viewport()
    page.locator(".compare-result a").click()
    page.wait_for_url(f"**/en/releases/{later}/")


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
        page = open_page("en/compare/?from=2.1&to=9.1")
        changed = compared(settled(page, "2.1", "9.1"))
        page.goto(address + "en/releases/9.1/")
        assert "changed" in changed
        assert on_release_page(page) == changed


def test_a_count_of_a_comparison_leads_to_its_group(open_page):
    page = open_page("en/compare/?from=1.0&to=2.0")
    settled(page, "1.0", "2.0")
    page.locator(".group-counts a", has_text="Removed").click()
    expect(page.locator("#removed li").first).to_be_visible()
    assert page.url.endswith("?from=1.0&to=2.0#removed")
