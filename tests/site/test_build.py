"""The site as built by ``mkdocs build`` in a copy of the repository, read back page by page."""

import html
import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from atlas.core.versions import version_key
from atlas.seeds.files import decode_seed, find_seeds
from support import checkout
from support.checkout import COLLECTION, ROOT, files
from support.samples import announcements_of, knowledge_of

REMOTE = re.compile(r"(?:[a-z]+:)?//", re.IGNORECASE)


def test_strict_build_reports_nothing(any_site):
    log = (any_site.folder.parent / "build.log").read_text(encoding="utf-8")
    assert not re.search(r"^(?:WARNING|ERROR)|Traceback|DeprecationWarning", log, re.MULTILINE), log


def test_every_reference_leads_somewhere(any_site):
    broken = [line for page in any_site.pages.values() for line in any_site.broken(page) if page.path != "404.html"]
    assert broken == []


def test_another_page_of_the_language_links_to_every_page(any_site):
    linked = {"index.html", "en/index.html", "404.html"}
    for path, page in any_site.pages.items():
        hrefs = [tag.attributes.get("href", "") for tag in page.tags if tag.name == "a"]
        targets = {urlsplit(urljoin(f"/{path}", href)).path[1:] + "index.html" for href in hrefs}
        linked |= {target for target in targets - {path} if target.startswith("en/") == path.startswith("en/")}
    empty = {path for path, page in any_site.pages.items() if 'class="empty"' in page.text}  # an area without features
    assert any_site.pages.keys() - linked - empty == set()


def test_not_found_page_works_from_anywhere_and_in_both_languages(any_site):
    """It is served at every missing address, so its references must not be relative."""
    page = any_site.pages["404.html"]
    assert any_site.broken(page) == []
    assert [u for u in page.references if not u.startswith(("/", "#", "https:", "data:"))] == []
    assert {"zh-CN", "en"} <= {tag.attributes.get("lang") for tag in page.tags}


def test_ids_are_unique_and_tags_balanced(any_site):
    for path, page in any_site.pages.items():
        assert [name for name, count in Counter(page.ids).items() if count > 1] == [], path
        assert page.unbalanced == [], path


def test_both_languages_have_the_same_pages_with_the_same_ids(any_site):
    """So that the language switch keeps the page and the section."""
    ids = {path: page.ids for path, page in any_site.pages.items() if path != "404.html"}
    english = {path.removeprefix("en/"): ids[path] for path in ids if path.startswith("en/")}
    assert english == {path: ids[path] for path in ids if not path.startswith("en/")}


def test_nothing_is_fetched_from_other_sites_or_run_from_an_attribute(any_site):
    for path, page in any_site.pages.items():
        remote = [url for url in page.fetched if REMOTE.match(url) and not url.startswith(any_site.base)]
        assert remote == [], path
        assert not page.named("iframe", "object", "embed", "base"), path
        for tag in page.tags:
            assert not [name for name in tag.attributes if name.startswith("on")], (path, tag)
            for name in ("href", "src", "action"):
                scheme = tag.attributes.get(name, "").strip().casefold()
                assert not scheme.startswith(("javascript:", "vbscript:", "data:text")), (path, tag)

    for path in any_site.folder.rglob("*.css"):
        urls = re.findall(r"(?:url\(|@import)\s*['\"]?((?:https?:)?//[^)'\"]+)", path.read_text(encoding="utf-8"))
        assert urls == [], path.relative_to(any_site.folder)


def test_the_themes_own_scripts_and_style_sheets_are_not_published(site):
    """No page loads them, and parts of the theme's search are under copyleft licenses."""
    assert not [
        path for name in ("javascripts", "stylesheets") for path in (site.folder / "assets" / name).rglob("*.*")
    ]


def test_a_page_loads_one_style_sheet_and_one_script_for_all_pages_and_one_for_its_kind(site):
    for path, page in site.pages.items():
        for kind in ("css", "js"):
            loaded = [url for url in page.fetched if url.endswith(f".{kind}")]
            assert len(loaded) in (1, 2), path
            assert "/site." in loaded[0], path


def test_pages_load_the_sheets_of_what_is_on_them(site):
    """A page loads every style sheet that is the only one to style a class on that page; ``data-style`` is loaded later."""
    sheets = {path.name: path.read_text(encoding="utf-8") for path in (site.folder / "assets" / "css").glob("*.css")}
    selectors = {name: re.sub(r"/\*.*?\*/|\{[^{}]*\}", "", text, flags=re.DOTALL) for name, text in sheets.items()}
    classes = {name: set(re.findall(r"\.((?!md-)[a-z][\w-]*)", text)) for name, text in selectors.items()}
    for path, page in site.pages.items():
        later = [tag.attributes["data-style"] for tag in page.tags if "data-style" in tag.attributes]
        loaded = {Path(url).name for url in (*page.fetched, *later) if url.endswith(".css")} & set(sheets)
        styled = set().union(*(classes[name] for name in loaded))
        used = {name for tag in page.tags for name in tag.attributes.get("class", "").split()}
        assert {name: used & classes[name] - styled for name in sheets if used & classes[name] - styled} == {}, path


def test_no_path_of_this_machine_is_published(any_site):
    folder, home = str(any_site.folder.parent), str(Path.home())
    needles = {folder, str(checkout.ROOT), home if len(home) > 5 else folder}
    for name, content in files(any_site.folder).items():
        for needle in needles:
            assert needle.encode() not in content, f"{name} holds {needle}"


def test_sources_are_verbatim(any_site):
    """Source pages show every line of every seed, in order and escaped."""
    for path in find_seeds(any_site.folder.parent / "seeds").paths:
        parsed, _ = decode_seed(path.name, path.read_bytes())
        text = any_site.page(f"sources/{parsed.id}/").text
        shown = re.findall(r'<div class="seed-line" id="L(\d+)">.*?<code>(.*?)</code>', text, re.DOTALL)
        assert [int(number) for number, _ in shown] == list(range(1, len(shown) + 1))
        lines = "\n".join(html.unescape(line) for _, line in shown)
        assert lines == path.read_text(encoding="utf-8").rstrip("\n")


@pytest.mark.parametrize("language", ["", "en/"])
@pytest.mark.parametrize("name", ["site", "live_site"])
def test_former_addresses_lead_on(request, name, language):
    """Entries of moved.yml, former feature ids, and addresses for comparing any two releases redirect."""
    site = request.getfixturevalue(name)
    root = {"site": COLLECTION, "live_site": ROOT}[name]
    knowledge, versions = knowledge_of(root), announcements_of(root)
    expected = {entry.former: entry.now for entry in knowledge.moved}
    expected |= {
        f"features/{old}/": f"features/{feature.id}/"
        for feature in knowledge.registered_features
        for old in feature.former_ids
    }
    for earlier, later in combinations(sorted(versions, key=version_key), 2):
        expected[f"compare/{earlier}-to-{later}/"] = f"compare/?from={earlier}&to={later}"
    redirects = {path for path in site.redirects if path.startswith("en/") == bool(language)}
    assert redirects == {f"{language}{former}index.html" for former in expected}
    for former, now in expected.items():
        page = site.redirects[f"{language}{former}index.html"]
        named = {
            t.attributes.get("http-equiv") or t.attributes.get("name"): t.attributes.get("content")
            for t in page.named("meta")
        }
        (link,) = page.references
        assert named["refresh"] == f"0; url={link}"
        assert named["robots"] == "noindex"
        assert urljoin(f"{site.base}{language}{former}", link) == f"{site.base}{language}{now}"
        assert f"{language}{now.partition('?')[0]}index.html" in site.pages
        assert not page.unbalanced
        assert page.title


def test_a_report_asks_for_what_is_missing(extended_site):
    """An unprocessed seed: features to register, texts to translate, and warnings."""
    for language in ("", "en/"):
        page = extended_site.page(f"{language}sources/005/")
        assert {"unregistered", "untranslated", "problems"} <= set(page.ids)
        words = "".join(page.words)
        assert "更小的运行时" in words
        assert "texts have no current translation" in words
        assert {"005/#unregistered", "005/#untranslated"} <= set(extended_site.page(f"{language}sources/").references)
    assert "unregistered" not in extended_site.page("sources/1.2/").ids


def test_a_build_in_another_folder_is_the_same(site, tmp_path):
    """Byte for byte, in another time zone, locale, hash seed and listing order; only the site's folder is written."""
    folder = checkout.copy(tmp_path / "两 (2)")
    (folder / ".git").mkdir()
    before = files(folder)
    done = checkout.mkdocs(
        folder,
        *("build", "--strict", "--site-dir", str(tmp_path / "out")),
        TZ="America/Los_Angeles",
        LC_ALL="C.UTF-8",
        PYTHONHASHSEED="2",
        LISTING="reversed",
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert files(folder) == before
    ours, theirs = files(site.folder), files(tmp_path / "out")
    assert list(ours) == list(theirs)
    assert [name for name in ours if ours[name] != theirs[name]] == []


def test_addresses_are_those_where_the_site_is_served(extended_site):
    assert [line for page in extended_site.pages.values() for line in extended_site.broken(page)] == []
    assert [path for path, page in extended_site.pages.items() if "https://example.github.io" in page.text] == []


def test_warnings_stop_only_the_strict_build(extended_site):
    for name in ("strict.log", "build.log"):
        log = (extended_site.folder.parent / name).read_text(encoding="utf-8")
        assert re.search(r"seeds/005\.md:\d+: \d+ of \d+ texts have no current translation", log), log
    assert "releases/9.9/index.html" in extended_site.pages


@pytest.mark.parametrize("language", ["", "en/"])
@pytest.mark.parametrize(("version", "levels"), [("9.9", {"beta", "prototype"}), ("9.7", {"stable", "beta"})])
def test_a_new_seed_has_its_page_and_is_everywhere(extended_site, version, levels, language):
    for where in ("", "releases/", "stability/beta/", "sources/"):
        references = extended_site.page(f"{language}{where}").references
        assert [url for url in references if re.search(rf"(?:^|/){version}/(?:#.*)?$", url)], where
    page = extended_site.page(f"{language}releases/{version}/")
    assert levels <= {tag.attributes.get("data-state") for tag in page.tags}
