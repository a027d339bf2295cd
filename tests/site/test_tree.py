"""``python -m atlas render``: another engine, here MkDocs without hooks and plugins, builds the same site."""

import html
import re
import shutil
from urllib.parse import urljoin

import pytest
import yaml
from markdown_it import MarkdownIt
from playwright.sync_api import expect

from atlas import __main__ as command
from atlas.cli.render import front_matter
from atlas.site.content import parse
from support import checkout
from support.crawl import Page, Site
from support.static_server import serving

FRONT_MATTER = re.compile(r"\A---\n(.*?)\n---\n\n", re.DOTALL)
HEADING = re.compile(r"[^{}]+ \{#([^\s{}]+)(?: data-toc-label=\"[^\"{}]*\")?\}")

pytestmark = pytest.mark.slow("renders the tree, and builds a site from it")


@pytest.fixture(scope="module")
def tree(site, tmp_path_factory):
    """The tree rendered from the copy that the site was built from; MkDocs' output is in its ``site`` folder."""
    tree = tmp_path_factory.mktemp("rendered") / "树 tree"
    done = checkout.run_atlas(site.folder.parent, "render", str(tree))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    for language in ("zh", "en"):
        done = checkout.mkdocs(tree, "build", "--strict", "--config-file", f"{language}.yml")
        assert done.returncode == 0, done.stderr[-2000:]
        assert not re.search(r"^(?:WARNING|ERROR)|Traceback", done.stderr, re.MULTILINE), done.stderr
    shutil.copytree(tree / "static", tree / "site", dirs_exist_ok=True)
    return tree


@pytest.fixture(scope="module")
def rebuilt(tree):
    """The site built from the tree."""
    return Site(tree / "site")


@pytest.fixture(scope="module")
def sources(tree):
    """The tree's pages as front matter and body, by path below the tree."""
    found = {}
    for path in sorted(tree.glob("[ze][hn]/**/*.md")):
        text = path.read_text("utf-8")
        front = FRONT_MATTER.match(text)
        found[path.relative_to(tree).as_posix()] = yaml.safe_load(front[1]), text[front.end() :]
    return found


def normalized(page):
    """Return a page's HTML without the differences between building both languages at once and one at a time."""
    text = html.unescape(page.text)  # the hooks write characters in place of entities
    text = text.replace('href="/pytorch-release-atlas/en/"', 'href="en/"') if page.path == "index.html" else text
    if page.path == "404.html":  # the index for the English search is below en/
        return text.replace('data-root="/pytorch-release-atlas/en/"', 'data-root="/pytorch-release-atlas/."')
    if not page.path.startswith("en/"):
        return text
    text = text.replace('href="/pytorch-release-atlas/"', 'href="../"') if page.path == "en/index.html" else text
    text = re.sub(r'"((?:\.\./)*\.\.?)/"', r'"\1"', text)  # a trailing slash makes no difference
    # Styles, scripts and the search index are below en/, too.
    root = "../" * page.path.count("/")
    own = root.removesuffix("../")
    text = re.sub(rf'"(?:{re.escape(root)}|{re.escape(own)})assets/', '"/assets/', text)
    return re.sub(rf'((?:data-root=|"base": )")(?:{re.escape(root[:-1])}|{re.escape(own[:-1] or ".")})"', r'\1"', text)


def test_every_page_is_the_same(site, rebuilt):
    assert set(rebuilt.pages) == {*site.pages, "en/404.html"}
    for path, page in site.pages.items():
        assert normalized(rebuilt.pages[path]) == normalized(page), path
    assert {path: page.text for path, page in rebuilt.redirects.items()} == {
        p: page.text for p, page in site.redirects.items()
    }

    assert [line for page in rebuilt.pages.values() for line in rebuilt.broken(page)] == []


def test_every_other_file_is_the_same(site, tree):
    """Except that English has its own theme."""
    ours, others = (checkout.files(top) for top in (site.folder, tree / "site"))
    assert [path for path in ours.keys() & others if not path.endswith(".html") and others[path] != ours[path]] == []
    assert set(ours) - set(others) == set()
    more = {path for path in set(others) - set(ours) if not path.startswith("en/assets/")}
    assert more == {"en/404.html", "en/sitemap.xml", "en/sitemap.xml.gz", "sitemap.xml.gz"}


@pytest.mark.parametrize(("language", "own"), [("zh", ""), ("en", "en/")])
def test_a_language_stands_alone(tree, tmp_path, language, own):
    """Without the other language, only links to it break, and on English pages links to data for both languages."""
    shutil.copytree(tree / "site" / own, tmp_path / language, ignore=shutil.ignore_patterns("en"))
    alone = Site(tmp_path / language, Site.base + own)
    lost = {
        urljoin(alone.base + page.path, line.partition(": ")[2].rpartition(" (")[0])
        for page in alone.pages.values()
        for line in alone.broken(page)
    }
    assert lost
    assert [url for url in lost if url.startswith(alone.base) == (language == "en")] == []
    assert [url for url in lost if language == "zh" and not url.startswith(f"{Site.base}en/")] == []


def test_readers_search_and_switch_the_language(tree, browser):
    """Without failed requests or violations of the policy."""
    with serving(tree / "site") as address:
        page = browser.new_page()
        faults = []
        page.on(
            "console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: faults.append(str(error)))
        for below, words in (("en/", "channels last"), ("", "混合精度")):
            page.goto(f"{address}{below}releases/1.10/")
            page.keyboard.press("/")
            page.keyboard.type(words)
            found = re.compile(re.escape(address) + below + r"features/")
            expect(page.locator("dialog ol a").first).to_have_attribute("href", found)
            page.keyboard.press("Escape")
        page.locator("a[data-language]").click()
        page.wait_for_url(f"{address}en/releases/1.10/")
        page.close()
    assert faults == []


def test_pages_are_headings_with_ids_and_whole_blocks(sources):
    """CommonMark finds nothing else in them, and no block that ends before its tags are closed."""
    commonmark = MarkdownIt("commonmark")
    for path, (_, body) in sources.items():
        if path.endswith("about/index.md"):
            continue
        tokens = commonmark.parse(body)
        assert {token.type for token in tokens} <= {"heading_open", "inline", "heading_close", "html_block"}, path
        for token in tokens:
            if token.type == "inline":
                assert HEADING.fullmatch(token.content), (path, token.content)
            elif token.type == "html_block":
                assert Page(path, token.content).unbalanced == [], (path, token.content[:200])
        assert "\t" not in body, path


def test_the_navigation_names_pages(tree, sources):
    for language in ("zh", "en"):
        settings = yaml.safe_load((tree / f"{language}.yml").read_text("utf-8"))
        assert not {"hooks", "watch"} & set(settings)
        assert settings["plugins"] == []
        listed = re.findall(r"[\w./-]+\.md", str(settings["nav"]))
        assert len(listed) > 30
        assert [page for page in listed if f"{language}/{page}" not in sources] == []


def test_front_matter_says_what_the_pages_head_says(sources, site):
    for path, (meta, _) in sources.items():
        page = site.pages[re.sub(r"^zh/", "", path).replace("index.md", "index.html")]
        assert html.unescape(page.title) == meta["head"]["title"], path
        assert f'content="{html.escape(meta["head"]["description"])}"' in page.text.replace("&#34;", "&quot;").replace(
            "&#39;", "&#x27;"
        ), path


def test_a_page_is_cleaned_before_an_engine_reads_it():
    """No hook sanitizes the tree later, so unsafe template output must be removed here."""
    trusted = '<svg viewBox="0 0 1 1"><title>图</title></svg>'
    body = (
        '# A<script>alert(1)</script> *b* {#a}\n\n<p onclick="alert(1)">c<img src=x onerror=alert(1)></p>\n\n'
        f'<figure title="&#10;&#10;d">{trusted}<svg onload=alert(1)></svg></figure>\n\n<pre>\te</pre>\n'
    )  # fmt: skip
    assert parse(body.replace("*b*", "&#42;b&#42;"), (trusted,)).markdown().rstrip("\n").split("\n\n") == [
        "# A &#42;b&#42; {#a}",
        "<p>c</p>",
        f'<figure title="&#10;\nd">{trusted}</figure>',
        "<pre>&#9;e</pre>",
    ]


def test_front_matter_keeps_every_character():
    """Including characters that YAML treats as line breaks or does not allow."""
    meta = {"title": "\n---\n".join(map(chr, [*range(0x2100), *range(0xFE00, 0x10000), 0x1F600])), "head": {"a": ["b"]}}
    assert yaml.safe_load(FRONT_MATTER.fullmatch(front_matter(meta) + "\n")[1]) == meta


def test_nothing_is_written_over(tmp_path, capsys):
    (tmp_path / "notes.txt").write_text("mine", "utf-8")
    assert command.main(["render", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"{tmp_path}: holds files already: name a new folder, or remove it first\n"
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("broken", [b"---\ntitle: [\n---\n\n# A\n", b"# \xff\n"])
def test_a_page_that_cannot_be_read_is_reported_in_a_line(tmp_path, monkeypatch, capsys, broken):
    folder = checkout.copy(tmp_path / "copy")
    (folder / "docs" / "en" / "more.md").write_bytes(broken)
    monkeypatch.setattr(command, "ROOT", folder)
    assert command.main(["render", str(tmp_path / "tree")]) == 1
    assert re.fullmatch(
        r"docs/en/more\.md: cannot be read \(.+\): save it as UTF-8, with front matter in YAML\n",
        capsys.readouterr().err,
    )
    assert not (tmp_path / "tree").exists()
