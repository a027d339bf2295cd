"""Hostile texts against the three lines of defense, each tested alone: escaping, sanitizer, Content Security Policy.

Built pages are parsed by Chromium and compared with the site without attacks.
"""

import html
import itertools
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import NamedTuple

import polib
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from playwright.sync_api import expect

from atlas.core.characters import INVISIBLE
from atlas.knowledge.load import load as load_knowledge
from atlas.seeds.formats import FORMATS
from atlas.site.sanitize import sanitized
from atlas.translate import lookup
from support import checkout
from support.browser import script
from support.cases import SAMPLES, cases
from support.crawl import Page, Site
from support.samples import read_announcement
from support.static_server import serving

EVIL = "https://evil.example"
CASES, FAMILIES = cases("hostile"), cases("attacks")
SCHEMES = FAMILIES.pop("schemes")
EVERYWHERE = tuple(FAMILIES)
SHAPES = {name: samples["hostile"] for name, samples in SAMPLES.items()}  # by format
FAMILIES |= {
    name: [link.replace("URL", url) for url in SCHEMES for link in shapes["links"]] for name, shapes in SHAPES.items()
}
SEEDS = 10  # generated announcements per format
BASE = "https://atlas.example.net/pytorch-release-atlas/"  # with the sub-path of the plain site

# The parts of a parsed page. Active elements, which run, load, request or cover something, are listed in full.
PARTS = script("parts")
# URLs, as browsers read them, that lead off the site: links other than web or mail, and any requests.
OFFSITE_URLS = script("offsite-urls")


class Parts(NamedTuple):
    """The combined parts of several pages."""

    pairs: set[str]
    active: set[str]


@pytest.fixture(scope="module")
def blank(browser):
    """An empty page, used for its HTML parser."""
    page = browser.new_page()
    yield page
    page.close()


def parsed(blank, site):
    """Yield the path and parts of each page of a site."""
    paths = sorted(site.folder.rglob("*.html"))
    for start in range(0, len(paths), 50):
        some = paths[start : start + 50]
        for path, parts in zip(
            some, blank.evaluate(PARTS, [path.read_text(encoding="utf-8") for path in some]), strict=True
        ):
            yield path.relative_to(site.folder).as_posix(), parts


@pytest.fixture(scope="module")
def plain(blank, site):
    """The parts found on pages of the site without attacks."""
    union = Parts(
        set(CASES["also"]), {"svg:text class,text-anchor,transform"}
    )  # charts of many versions have slanted labels
    for _, parts in parsed(blank, site):
        union.pairs.update(parts["pairs"])
        union.active.update(parts["active"])
    return union


def attacks(blank, site, plain):
    """Yield the path and description of everything that the pages have and those of the plain site do not."""
    for path, parts in parsed(blank, site):
        for element in {
            active_element for active_element in parts["active"] if not _REDIRECT.fullmatch(active_element)
        } - plain.active:
            yield path, f"active: {element[:200]}"
        for pair in set(parts["pairs"]) - plain.pairs:
            yield path, f"unknown: {pair}"
        links, asked = blank.evaluate(OFFSITE_URLS, [parts["links"], parts["asked"]])
        yield from ((path, f"link: {address}") for address in links)
        yield from ((path, f"asked: {address}") for address in asked)
        for name in parts["ids"]:
            yield path, f"twice: {name}"


builds_attacks = pytest.mark.slow("two sites of attacks are built, and parsed by a browser")

# --- two attacked sites, each with one defense disabled -------------------------------------------

# File, defense and replacement.
WITHOUT_SANITIZER = (("hooks/atlas/site/sanitize.py", "_CLEANER.clean(content)", "content"),)
WITHOUT_ESCAPING = (("hooks/atlas/document/html_writer.py", "html.escape(", "str("),)
TITLE = "</title><script>alert(1)</script> 张量接口"
NAMES = {form.name: SHAPES[form.name]["name"] + form.suffix for form in FORMATS}


# Each payload has a number of its own (N), which identifies what a page runs or lacks.


def payloads(form):
    """A payload for a format. The family is drawn first, so that small families come up as often as large ones."""
    return st.sampled_from([*EVERYWHERE, form, form]).flatmap(lambda name: st.sampled_from(FAMILIES[name]))


@st.composite
def announcements(draw, form):
    """A hostile announcement with VERSION as the placeholder for its version."""
    front = "".join(
        f"{key}: {json.dumps(draw(payloads(form)))}\n"
        for key in draw(st.lists(st.sampled_from(CASES["keys"]), max_size=4, unique=True))
    )
    parts = [SHAPES[form]["head"].replace("{}", " ".join(draw(payloads(form)).split()))]
    for shape in draw(st.lists(st.sampled_from(SHAPES[form]["shapes"]), min_size=6, max_size=14)):
        text = shape
        for _ in range(shape.count("{}")):
            payload = draw(payloads(form))
            text = text.replace("{}", payload if shape == "{}" else " ".join(payload.split()), 1)
        parts.append(text)
    return numbered(f"---\n{front}---\n\n" * bool(front) + SHAPES[form]["joined_by"].join(parts) + "\n")


def numbered(text):
    """Return ``text`` with a unique number in place of every N that is not part of a word."""
    numbers = itertools.count(1001)
    return re.sub("(?<![A-Za-z])N(?![A-Za-z])", lambda _: str(next(numbers)), text)


def examples(strategy, count):
    """Return up to ``count`` examples of a strategy, drawn in one Hypothesis run, to go into one build."""
    drawn = []

    @settings(max_examples=count, phases=[Phase.generate])
    @given(strategy)
    def draw(example):
        drawn.append(example)

    draw()
    return drawn


def all_payloads(form):
    """Return an announcement with all payloads that suit any format."""
    shapes = SHAPES[form]
    payloads = [" ".join(payload.split()) for name in EVERYWHERE for payload in FAMILIES[name]]
    if form == "text":  # or it would be detected as HTML or Markdown
        payloads = [payload for payload in payloads if not re.search(r"<(?:p|div|h\d|pre|table)\b|\]\(|^```", payload)]
    title = html.escape(TITLE) if form == "html" else TITLE * (form != "text")
    head = (shapes["head"] + shapes["feature"]).replace("{}", title)
    return numbered(head + "".join(shapes["paragraph"].replace("{}", payload) for payload in payloads))


def build_attacked_site(folder, count, replacements):
    """Build a copy with one defense disabled, hostile catalogs, and ``count`` random hostile seeds per format."""
    checkout.copy(folder)
    for path, defence, instead in replacements:
        code = (folder / path).read_text(encoding="utf-8")
        assert defence in code
        (folder / path).write_text(code.replace(defence, instead), encoding="utf-8")
    knowledge, _ = load_knowledge(folder / "seeds" / "knowledge")
    number = 0
    catalog_payloads = itertools.cycle(
        payload for some in itertools.zip_longest(*FAMILIES.values()) for payload in some if payload
    )
    for form, name in NAMES.items():
        for text in [all_payloads(form), *examples(announcements(form), count)]:
            suffix = Path(name).suffix
            path = folder / "seeds" / (name if text == all_payloads(form) else f"hostile {number}{suffix}")
            path.write_text(text.replace("VERSION", f"9.{number}"), encoding="utf-8")
            announcement, _ = read_announcement(path, knowledge)
            if not announcement:  # refused, with a problem
                path.unlink()
                continue
            if number % 2:
                translated(folder / lookup.catalog_path(announcement.seed), announcement, catalog_payloads)
            number += 1
    done = checkout.mkdocs(folder, "build", SITE_URL=BASE)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Traceback" not in done.stderr
    site = Site(folder / "site", BASE)
    assert len([path for path in site.pages if re.match(r"releases/9\.\d+/", path)]) == number > 2.5 * count
    return site


def release_pages(site, words):
    """Return the Chinese pages of hostile releases that contain ``words``."""
    return [p for path, p in site.pages.items() if path.startswith("releases/9.") and words in "".join(p.words)]


def heading(page):
    """Return the text of a page's main heading."""
    return "".join(Page("h1", page.text.partition("<h1")[2].partition("</h1>")[0]).words)


def translated(path, announcement, payloads):
    """Write a catalog that translates each text as itself plus a payload."""
    catalog = polib.POFile(wrapwidth=0)
    catalog.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Language": "en"}
    for segment in announcement.translation.segments:
        payload = numbered(" ".join(next(payloads).split()))
        catalog.append(polib.POEntry(msgid=segment.msgid, msgstr=f"{segment.msgid} {payload}"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(str(catalog), encoding="utf-8")


@pytest.fixture(scope="module")
def escaped(tmp_path_factory):
    """The site with escaping but no sanitizer."""
    return build_attacked_site(tmp_path_factory.mktemp("a") / "copy", SEEDS, WITHOUT_SANITIZER)


@pytest.fixture(scope="module")
def cleaned(tmp_path_factory):
    """The site with the sanitizer but no escaping."""
    return build_attacked_site(tmp_path_factory.mktemp("b") / "copy", 2, WITHOUT_ESCAPING)


@builds_attacks
def test_no_attack_becomes_more_than_words(blank, plain, escaped):
    """Nothing runs, loads, requests, covers or leads off the site; no id is duplicated."""
    assert sorted(set(attacks(blank, escaped, plain))) == []


@builds_attacks
def test_the_parser_sees_attacks(blank, plain, escaped, tmp_path):
    """The other tests prove something only if each live payload makes a page differ from a plain one."""
    page = escaped.page("en/releases/2.0/").text
    live = [*FAMILIES["raw"], *FAMILIES["styles"], *FAMILIES["shifting"], *FAMILIES["theme"]]
    for number, payload in enumerate(live):
        (tmp_path / f"{number}.html").write_text(page.replace("</article>", f"{payload}</article>"), encoding="utf-8")
    attacked = {path for path, _ in attacks(blank, Site(tmp_path), plain)}
    harmless = ("<div id='<", "<div id='__toc", "<div id='L1", "<label")  # which do no harm
    unseen = [payload for number, payload in enumerate(live) if f"{number}.html" not in attacked]
    assert [payload for payload in unseen if not payload.startswith(harmless)] == []


@builds_attacks
def test_attacks_are_shown_as_the_words_that_they_are(escaped):
    """A page made from plain text shows every payload of the file; its source's page, what a pass removed as markup."""
    (page,) = release_pages(escaped, NAMES["text"])
    sources = [
        p for path, p in escaped.pages.items() if path.startswith("sources/") and NAMES["text"] in "".join(p.words)
    ]
    shown = (word for shown_page in (page, *sources) for word in shown_page.words)
    words = "".join("".join(shown).split())
    lost = [p for p in re.findall(r"alert\(\d+\)", all_payloads("text")) if p not in words]
    assert lost == []


@builds_attacks
def test_nothing_is_evaluated_or_included(escaped):
    for page in release_pages(escaped, "PyTorch 9."):
        assert not re.search(r"1787569|site_name|root:|uid=", "".join(page.words)), page.path
    assert release_pages(escaped, "{{ 1337*1337 }}")


@builds_attacks
def test_titles_are_words_everywhere(escaped):
    """In headings and lists, and in the head and breadcrumbs of a feature's page; names of files are text, too."""
    sources = [page for path, page in escaped.pages.items() if path.startswith("sources/")]
    words = "".join(word for page in sources for word in page.words)
    assert [name for name in NAMES.values() if name not in words] == []
    assert TITLE in heading(escaped.page("releases/9.0/"))
    assert TITLE in "".join(escaped.page("features/").words)
    feature_pages = [
        page for path, page in escaped.pages.items() if path.startswith("features/") and TITLE in heading(page)
    ]
    assert [page.path for page in feature_pages if TITLE in page.title]
    crumbs = [re.search(r'<li aria-current="page">([^<]*)<', page.text) for page in feature_pages]
    assert TITLE in {html.unescape(crumb[1]) for crumb in crumbs}


@builds_attacks
def test_no_invisible_character_reaches_a_page(escaped):
    """Not even in code, or by way of a character reference or a catalog: bidi controls could reorder the text."""
    invisible = {path: set(INVISIBLE.findall(html.unescape(page.text))) for path, page in escaped.pages.items()}
    assert {path: chars for path, chars in invisible.items() if chars} == {}


@builds_attacks
def test_an_attacked_site_holds_together(escaped):
    assert [line for page in escaped.pages.values() for line in escaped.broken(page)] == []
    assert [page.path for page in escaped.pages.values() if page.unbalanced] == []


@builds_attacks
def test_data_for_programs_is_well_formed(escaped):
    """Feeds are valid XML with harmless content, and JSON files are valid."""
    feeds = sorted(escaped.folder.rglob("feed.xml"))
    assert feeds
    for path in feeds:
        for content in ET.parse(path).iter("{http://www.w3.org/2005/Atom}content"):
            assert set(re.findall(r"<(/?\w+)", content.text)) <= {"ul", "/ul", "li", "/li", "a", "/a", "p", "/p"}, path
    for path in sorted(escaped.folder.rglob("*.json")):
        json.loads(path.read_text(encoding="utf-8"))


# The redirect from the address of two releases to their comparison.
_REDIRECT = re.compile(r"meta content=0; url=\.\./\.\./compare/\?from=[\w.-]+&to=[\w.-]+ http-equiv=refresh")
# The sanitizer keeps ids, plain tags and what the site's own scripts read, but nothing that acts or leads off.
ACTS = re.compile(r"active: |link: |unknown: (?:.*:)?\S+ (?:on\w+|style|src|action|form\w*|background|ping|target)$")


@builds_attacks
def test_the_sanitizer_alone_stops_every_attack(blank, plain, cleaned):
    """On whole pages, with nothing escaped: titles and tables of contents are made from the same texts."""
    assert sorted({attack for attack in attacks(blank, cleaned, plain) if ACTS.match(attack[1])}) == []
    assert "alert(" not in heading(cleaned.page("releases/9.0/")), "the text was escaped after all"


def test_the_sanitizer_stops_each_attack(blank, plain, tmp_path):
    """Each payload on a page of its own, as some hide everything after them."""
    payloads = sorted({payload for family in FAMILIES.values() for payload in family})
    for number, payload in enumerate(payloads):
        page = f"<!doctype html><title>x</title><p>{sanitized(numbered(payload))}</p>"
        (tmp_path / f"{number}.html").write_text(page, encoding="utf-8")
    acting = [(payloads[int(path[:-5])], what) for path, what in attacks(blank, Site(tmp_path), plain)]
    assert [(payload, what) for payload, what in acting if ACTS.match(what)] == []


ACTIONS = script("actions")


@pytest.mark.parametrize("policy", [True, False], ids=["with-policy", "without"])
def test_nothing_injected_into_a_page_acts(browser, site, address, policy):
    """Simulate a page that both other defenses failed. Without the policy everything acts, so the test can fail."""
    text = (site.folder / "en/releases/2.0/index.html").read_text(encoding="utf-8")
    text = text.replace("</article>", f"{''.join(CASES['injected'].values())}</article>")
    context = browser.new_context(bypass_csp=not policy)
    page = context.new_page()
    page.add_init_script("window.ran = []")
    asked, errors = set(), []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)

    def answer(route):
        asked.add(route.request.url.removeprefix(EVIL))
        route.fulfill(body="", headers={"Access-Control-Allow-Origin": "*"})

    page.route(f"{EVIL}/**", answer)
    page.route(f"{address}en/releases/2.0/", lambda route: route.fulfill(body=text, content_type="text/html"))
    page.goto(f"{address}en/releases/2.0/")
    page.evaluate("document.querySelector('#link').click()")
    page.wait_for_timeout(100)
    actions = page.evaluate(ACTIONS)
    page.evaluate("document.querySelector('#send').click()")
    page.wait_for_timeout(300)
    context.close()
    refused = [text for text in errors if "Content Security Policy" in text]
    if policy:
        assert (actions, asked) == ([], set())
        assert len(refused) >= len(CASES["injected"]), "open_page tells violations by these messages"
    else:
        assert actions == sorted(
            ["inline script", "handler", "script in data", "written frame", "style", "style attribute", "link", "base"]
        )
        assert asked >= {"/x.js", "/frame", "/x.gif", "/x.css", "/style", "/form?", "/object"}
        assert refused == []


@builds_attacks
class TestReaders:
    """Pages, search, explorer and comparison of an attacked site, where scripts insert texts as well."""

    @pytest.fixture(scope="class")
    @classmethod
    def address(cls, escaped):
        """The address at which the attacked site is served."""
        with serving(escaped.folder) as address:
            yield address

    @pytest.fixture
    def page(self, open_page):
        """A blank page: an injected script would open a dialog, a blocked one would log an error; both are faults."""
        page = open_page(None)
        page.on("dialog", lambda dialog: open_page.faults.append(dialog.message))
        return page

    @pytest.mark.parametrize("number", [0, SEEDS + 1])
    def test_pages_are_quiet(self, page, address, number):
        page.goto(f"{address}en/releases/9.{number}/")
        page.locator(".origin > summary").click()
        page.locator(".facts a[href*='/sources/']").click()
        page.wait_for_url("**/en/sources/**")

    def test_results_of_a_search_are_words(self, page, address):
        page.goto(f"{address}?q=alert")
        expect(page.locator("dialog ol a").first).to_contain_text("alert")
        assert page.locator("dialog ol").locator("img, script, style, svg, iframe, [style], [onerror]").count() == 0

    def test_the_explorer_and_the_comparison_show_words(self, page, address):
        page.goto(f"{address}en/features/?text=alert")
        expect(page.locator(".features tbody tr:not(.group):not([hidden])").first).to_contain_text("alert")
        page.goto(f"{address}en/compare/?from=2.0&to=9.{SEEDS}")
        expect(page.locator(".compare-result h2").first).to_be_visible()
        assert page.locator(".compare-result").locator("img, script, style, iframe, [style], [onerror]").count() == 0
