"""The offline copy: what ``python -m atlas offline`` puts into a zip, and how it works in a browser from a folder."""

from __future__ import annotations

import posixpath
import re
import shutil
import zipfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import expect

import checkout
from atlas.offline.pages import address, linking, offline
from atlas.offline.scripts import ScriptError, joined
from crawl import Page, Site

NAME = "pytorch-release-atlas.zip"


@dataclass(frozen=True)
class Made:
    """A checkout, its site with the link to the zip, the pages as they were before, and the copy unpacked."""

    folder: Path
    site: Site
    before: dict[str, bytes]
    copy: Site


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A site with several pages of features and an address that moved, and its copy under an awkward path."""
    folder = checkout.copy(tmp_path_factory.mktemp("offline") / "版本 图鉴")
    for name, old, new in (
        ("hooks/atlas/render/across.py", r"^ROWS = \d+", "ROWS = 20"),
        ("seeds/knowledge/features.yml", r'^- id: "fx"\n', '- id: "fx"\n  formerly: ["torch-fx"]\n'),
    ):
        path = folder / name
        text, times = re.subn(old, new, path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        assert times == 1, name
        path.write_text(text, encoding="utf-8")
    done = checkout.mkdocs(folder, "build", "--strict", "--quiet")
    assert done.returncode == 0, done.stderr
    site = folder / "site"
    before = {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    done = checkout.atlas(folder, "offline", "site")
    assert (done.returncode, done.stderr) == (0, "")
    unpacked = folder / "解压 here"
    with zipfile.ZipFile(site / NAME) as archive:
        archive.extractall(unpacked)
    return Made(folder, Site(site), before, Site(unpacked / "pytorch-release-atlas"))


def relative(page):
    return [url for url in page.references if not re.match(r"[a-z]+:|#", url)]


# --- what it holds --------------------------------------------------------------------------------


def test_the_zip_has_one_folder_with_a_page_to_open(made):
    assert [path.name for path in made.copy.folder.parent.iterdir()] == ["pytorch-release-atlas"]
    assert (made.copy.folder / "index.html").is_file()


def test_every_page_of_the_site_is_in_it_and_nothing_that_only_programs_read(made):
    assert made.copy.pages.keys() == made.site.pages.keys() - {"404.html"}
    others = [path for path in made.copy.folder.rglob("*") if path.is_file() and path.suffix != ".txt"]
    assert {path.suffix for path in others} == {".html", ".css", ".js", ".svg", ".png"}


def test_it_holds_the_notices_of_what_others_made(made):
    notices = made.copy.folder / "assets" / "licenses.txt"
    assert list(made.copy.folder.rglob("*.txt")) == [notices]
    for page in ("about/index.html", "en/about/index.html"):
        targets = [
            made.copy.folder / posixpath.join(posixpath.dirname(page), url) for url in relative(made.copy.pages[page])
        ]
        assert notices in [target.resolve() for target in targets]


def test_references_lead_to_files_and_never_to_folders(made):
    """Or to the site, where what was left out is."""
    for page in made.copy.pages.values():
        assert made.site.broken(page) == []
        for url in relative(page):
            target = posixpath.join(posixpath.dirname(page.path), unquote(urlsplit(url).path))
            assert (made.copy.folder / target).is_file(), (page.path, url)


def test_words_of_pages_are_the_site_s(made):
    for path, page in made.copy.pages.items():
        assert page.words == Page(path, made.before[path].decode()).words
        assert page.title == made.site.pages[path].title


def test_pages_keep_their_policy(made):
    for path, page in made.copy.pages.items():
        policies = [tag.attributes["content"] for tag in page.named("meta") if "http-equiv" in tag.attributes]
        assert [policy for policy in policies if policy.startswith("default-src 'none'; ")], path


def test_scripts_are_classic_and_lie_beside(made):
    for page in made.copy.pages.values():
        scripts = [tag.attributes for tag in page.named("script")]
        assert not [script for script in scripts if script.get("type") == "module"], page.path
        assert len([script for script in scripts if "src" in script]) >= 3, page.path
        assert all(url in relative(page) for url in (script["src"] for script in scripts if "src" in script))


def test_one_site_gives_one_zip_even_when_it_was_linked_before(made, tmp_path):
    again = tmp_path / "site"
    for path, content in made.before.items():
        (again / path).parent.mkdir(parents=True, exist_ok=True)
        (again / path).write_bytes(content)
    for _ in range(2):
        assert checkout.atlas(made.folder, "offline", str(again)).returncode == 0
        assert (again / NAME).read_bytes() == (made.site.folder / NAME).read_bytes()
        assert (again / "en/index.html").read_bytes() == (made.site.folder / "en/index.html").read_bytes()


def test_members_carry_no_time_of_making(made):
    with zipfile.ZipFile(BytesIO((made.site.folder / NAME).read_bytes())) as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert archive.namelist() == sorted(archive.namelist())


# --- the link to it -------------------------------------------------------------------------------


def test_pages_link_the_zip_only_where_there_is_one(made):
    linked = [path for path, page in made.site.pages.items() if any(url.endswith(NAME) for url in page.references)]
    assert set(linked) == made.site.pages.keys() - {"404.html"}
    assert all(made.site.broken(made.site.pages[path]) == [] for path in linked)
    assert not [path for path, text in made.before.items() if NAME.encode() in text]
    assert not [path for path, page in made.copy.pages.items() if NAME in page.text]


# --- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "page", [None, "<h1>Something else</h1>", '<link rel="canonical" href="https://example.org/">']
)
def test_a_folder_that_is_no_site_is_told_in_one_line(made, tmp_path, page):
    if page:
        (tmp_path / "index.html").write_text(page, encoding="utf-8")
    done = checkout.atlas(made.folder, "offline", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.splitlines() == [f"{tmp_path}: holds no built site: run `make build` and name its folder"]
    assert not (tmp_path / NAME).exists()


def test_a_module_that_cannot_be_joined_is_told_with_its_line(made, tmp_path):
    site = tmp_path / "site"
    shutil.copytree(made.site.folder, site)
    with (site / "assets" / "versions.js").open("a", encoding="utf-8") as script:
        script.write("export default ordered;\n")
    lines = (site / "assets" / "versions.js").read_text(encoding="utf-8").count("\n")
    done = checkout.atlas(made.folder, "offline", str(site))
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert line.startswith(f"docs/assets/versions.js:{lines}: write this as other modules")


# --- one page, one script -------------------------------------------------------------------------

FILES = {"index.html", "a/index.html", "a/b/index.html", "a/é x/index.html", "a.css", "feed.xml", "a/data.json"}


@pytest.mark.parametrize(
    ("url", "there"),
    [
        ("../../", "../../index.html"),
        ("../..", "../../index.html"),
        (".", "./index.html"),
        ("../?q=a/b#c", "../index.html?q=a/b#c"),
        ("../%C3%A9%20x/", "../%C3%A9%20x/index.html"),
        ("../../a.css", "../../a.css"),
        ("../../feed.xml", "https://example.org/atlas/feed.xml"),
        ("../data.json#x", "https://example.org/atlas/a/data.json#x"),
        ("/atlas/", "../../index.html"),
        ("/atlas/a/?q=b", "../../a/index.html?q=b"),
        ("/other/", "/other/"),
        ("#c", "#c"),
        ("?q=a", "?q=a"),
        ("", ""),
        ("https://example.com/a/", "https://example.com/a/"),
        ("mailto:a@example.com", "mailto:a@example.com"),
        ("//[", "//["),
    ],
)
def test_a_reference_leads_to_a_file(url, there):
    copy = offline("a/b/index.html", f'<a class="x" href="{url}">', FILES, "https://example.org/atlas/")
    assert copy.text == f'<a class="x" href="{there}">'


@pytest.mark.parametrize(
    ("tag", "there"),
    [
        ('<img src="../">', '<img src="../index.html">'),
        ('<template data-failed-href="../">', '<template data-failed-href="../index.html">'),
        ('<meta content="0; url=../c?d">', '<meta content="0; url=../c?d">'),
        ('<meta content="0; url=../?d">', '<meta content="0; url=../index.html?d">'),
        ('<script type="module" src="x.js">', '<script src="x.js" defer>'),
    ],
)
def test_every_kind_of_reference_leads_to_a_file(tag, there):
    assert offline("a/b/index.html", tag, FILES, "https://example.org/").text == there


@pytest.mark.parametrize(
    "text",
    [
        '<p title="<a href=&quot;../&quot;>">&lt;a href="../"&gt; a < b &amp;copy; \u2028\u0085<br/></p>',
        '<!-- <a href="../"> --><script>"<a href=\'../\'>"</script><svg><use href="#x"/></svg>',
        '<pre data-x=\'"\' hidden>\r\n<code>href="../"</code></pre>',
    ],
)
def test_what_is_no_reference_stays_as_it_stands(text):
    assert offline("a/b/index.html", text, FILES, "https://example.org/").text == text


def test_a_tag_keeps_its_other_attributes():
    text = '\u2028\n<A data-x="&quot;&amp;" hidden href=..>..</A><image href="."/>'
    copy = offline("a/b/index.html", text, FILES, "https://example.org/")
    assert copy.text == '\u2028\n<a data-x="&quot;&amp;" hidden href="../index.html">..</A><image href="./index.html"/>'


def test_linking_twice_is_linking_once():
    text = (
        '<a data-offline="zip" data-about="../../a/#b" href="../../a/#b">'
        'copy<span data-offline="size" data-words=" ({size} MB)"></span></a>'
    )
    once = linking("a/b/index.html", text, NAME, "2.1")
    assert f' href="../../{NAME}" download>copy<' in once
    assert "> (2.1 MB)</span>" in once
    assert linking("a/b/index.html", once, NAME, "2.1") == once
    assert offline("a/b/index.html", once, FILES, "https://example.org/").text == text.replace(
        'f="../../a/#', 'f="../../a/index.html#'
    )


def test_a_site_s_address_is_its_home_page_s():
    page = '<link rel="canonical" href="https://example.org/&amp;/"><p data-offline="copy">'
    assert address(page) == "https://example.org/&/"


def test_modules_are_joined_each_once_after_what_they_import():
    modules = {
        "a.js": 'import { one, two as deux } from "./b/b.js";\nimport("./b/c.js");\nconst x = 1;\n',
        "b/b.js": 'import { three } from "./c.js";\nexport const one = 1;\nexport async function two() {}\n',
        "b/c.js": "export class three {}\n",
    }
    script = joined("a.js", modules)
    assert [script.index(f'$modules["{path}"] = ') for path in ("b/c.js", "b/b.js", "a.js")] == sorted(
        script.index(f'$modules["{path}"] = ') for path in modules
    )
    assert 'const { one, two: deux } = $modules["b/b.js"];\nPromise.resolve($modules["b/c.js"]);' in script
    assert "return { one, two };" in script
    assert script.count("class three {}") == 1


@pytest.mark.parametrize(
    "line", ['import * as b from "./b.js";', 'import "./b.js";', "export { x };", "export let x;", "import(name);"]
)
def test_other_imports_and_exports_are_refused(line):
    with pytest.raises(ScriptError) as caught:
        joined("a.js", {"a.js": f"\n{line}\n", "b.js": ""})
    assert (caught.value.path, caught.value.line) == ("a.js", 2)


def test_modules_that_import_each_other_are_refused():
    with pytest.raises(ScriptError, match=r"by way of b\.js"):
        joined("a.js", {"a.js": 'import { b } from "./b.js";', "b.js": 'import { a } from "./a.js";'})


def test_a_module_that_is_missing_is_named():
    with pytest.raises(ScriptError) as caught:
        joined("a.js", {"a.js": 'import { b } from "./b.js";'})
    assert caught.value.path == "b.js"


# --- in a browser, from a folder ------------------------------------------------------------------


@pytest.fixture
def open_file(browser, made):
    """Open a page of the copy; complaints, and requests for anything but files, fail the test in the end."""
    faults = []
    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(15_000)
    page.on("console", lambda m: faults.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda r: None if r.url.startswith(("file:", "data:")) else faults.append(r.url))

    def open_file(path):
        page.goto((made.copy.folder / path.partition("?")[0]).as_uri() + "".join(path.partition("?")[1:]))
        return page

    yield open_file
    context.close()
    assert faults == []


def at(page, path):
    """Wait until the page at ``path`` of the copy is shown, by its own file."""
    page.wait_for_url(re.compile(rf"/pytorch-release-atlas/{path}$"))
    expect(page.locator("h1")).to_have_count(1)


@pytest.mark.parametrize("prefix", ["", "en/"])
def test_readers_get_from_the_home_page_to_the_source_of_a_feature(open_file, prefix):
    page = open_file(f"{prefix}index.html")
    page.locator(".md-tabs a[href$='releases/index.html']").click()
    at(page, f"{prefix}releases/index.html")
    page.locator("article a[href='1.10/index.html']").first.click()
    at(page, f"{prefix}releases/1.10/index.html")
    page.locator("#fx ~ .feature-meta a.history-link").first.click()
    at(page, f"{prefix}features/fx/index.html")
    page.locator("article a[href*='/sources/'][href*='#L']").first.click()
    at(page, rf"{prefix}sources/\w+/index.html#L\d+")
    page.locator(".md-header a.md-logo").click()
    at(page, f"{prefix}index.html")


def test_every_kind_of_page_is_quiet(open_file, made):
    """One page of each kind: the faults of the fixture are what is tested."""
    kinds = {re.sub(r"[^/]+/index\.html$", "*", path): path for path in made.copy.pages}
    assert len(kinds) > 15
    for path in kinds.values():
        open_file(path)


def test_the_other_language_opens_at_the_same_section(open_file):
    page = open_file("releases/1.10/index.html")
    page.goto(f"{page.url}#cuda-graphs")
    page.locator("a[data-language]").click()
    at(page, "en/releases/1.10/index.html#cuda-graphs")
    expect(page.locator("#cuda-graphs")).to_be_in_viewport()


def test_the_other_language_opens_under_blocks_and_stays_open(open_file):
    page = open_file("releases/1.10/index.html")
    page.locator("button[data-parallel]").click()
    expect(page.locator("#fx ~ details.parallel").first).to_have_attribute("open", "")
    page = open_file("en/releases/1.6/index.html")
    expect(page.locator("details.parallel").first).to_have_attribute("open", "")


@pytest.mark.parametrize(
    ("start", "query", "there"),
    [
        ("index.html", "共轭视图", "releases/1.10/index.html#conjugate-view"),
        ("en/sources/index.html", "Conjugate view", "en/releases/1.10/index.html#conjugate-view"),
    ],
)
def test_search_opens_the_section(open_file, start, query, there):
    page = open_file(start)
    page.keyboard.press("/")
    page.get_by_role("searchbox").fill(query)
    page.locator("dialog ol a", has=page.locator(".atlas-search-about", has_text="PyTorch 1.10")).first.click()
    at(page, there)
    expect(page.locator("#conjugate-view")).to_be_in_viewport()


def test_a_query_in_the_address_is_searched(open_file):
    page = open_file("about/index.html?q=torch.compile")
    expect(page.locator("dialog ol a").first).to_contain_text("torch.compile")


def test_the_explorer_filters_all_pages_as_of_a_release(open_file):
    page = open_file("en/features/index.html")
    page.locator(".explorer-form [name=area]").select_option("distributed")
    page.locator(".explorer-form [name=as-of]").select_option("1.6")
    expect(page.locator(".explorer-form [role=status]")).to_contain_text(re.compile(r"^\d+ of \d+ features"))
    rows = page.locator(".explorer-table tbody tr:not([hidden])")
    expect(rows.filter(has=page.locator("a[href*='/ddp-rpc/']"))).to_have_count(1)
    own = {row["id"] for row in page.evaluate("[...document.querySelectorAll('tbody tr')].map(({ id }) => ({ id }))")}
    assert len(own) > 20, "rows of the other pages"
    rows.filter(has_text="1.6").last.locator("td:last-child a").click()
    at(page, r"en/releases/1\.6/index.html(#.*)?")


def test_any_two_releases_are_compared(open_file):
    page = open_file("compare/index.html?from=1.5&to=2.1")
    page.locator("[data-compare-result] a[href$='/features/complex-numbers/index.html']").click()
    at(page, "features/complex-numbers/index.html")


def test_an_address_that_moved_leads_on(open_file):
    page = open_file("features/torch-fx/index.html")
    at(page, "features/fx/index.html")


@pytest.mark.parametrize(
    ("path", "words"), [("areas/index.html", "这是离线版"), ("en/areas/index.html", "offline copy")]
)
def test_the_footer_says_that_this_is_a_copy_and_of_what(open_file, made, path, words):
    page = open_file(path)
    footer = page.locator(".md-copyright")
    expect(footer).to_contain_text(words)
    expect(footer.get_by_role("link").last).to_have_attribute("href", made.site.base)
    footer.locator("[data-offline=zip]").click()
    expect(page.locator("h2#offline")).to_be_in_viewport()
