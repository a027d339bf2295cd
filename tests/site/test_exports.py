"""Exports for programs: JSON with schemas, feeds, llms.txt, Markdown versions, and the histories they publish."""

import html
import json
import re
from dataclasses import replace
from datetime import date
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from atlas.core.versions import version_key
from atlas.extract.day import NO_DAY
from atlas.history.collection import collection_of
from atlas.site.exports.feeds import MAX_RELEASES, days
from atlas.site.exports.markdown import markdown
from support.checkout import ROOT
from support.crawl import Page
from support.samples import HEAD
from support.sites import BASE, exported

NAMES = ["releases", "features", "stability"]
A = "{http://www.w3.org/2005/Atom}"
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


@pytest.fixture(scope="module")
def data(any_published):
    """The published JSON, parsed, by name."""
    return {name: json.loads(any_published[f"api/v1/{name}.json"]) for name in NAMES}


@pytest.fixture(scope="module")
def by_id(data):
    return {feature["id"]: feature for feature in data["features"]["features"]}


def parsed(text):
    return ET.fromstring(text)


def validate(published):
    """Validate every file against the schema that it names, with a library other than the one that wrote both."""
    draft = jsonschema.Draft202012Validator
    paths = [
        path for path in published if path.startswith("api/") and path.endswith(".json") and "/schema/" not in path
    ]
    assert {f"api/v1/{name}.json" for name in NAMES} < set(paths)
    contents = {path: json.loads(published[path]) for path in paths}
    validators = {}
    for address in {content["schema"] for content in contents.values()}:
        schema = json.loads(published[address.removeprefix(BASE)])
        draft.check_schema(schema)
        assert schema["$id"] == address
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        validators[address] = draft(schema, format_checker=draft.FORMAT_CHECKER)
    for content in contents.values():
        validators[content["schema"]].validate(content)


def test_files_are_valid_by_their_schemas(any_published):
    validate(any_published)


def test_schemas_describe_every_property(published):
    """Undescribed properties are forbidden, and described ones are required."""
    for name in (*NAMES, "feature"):
        schema = json.loads(published[f"api/v1/schema/{name}.json"])
        for shape in (schema, *schema["$defs"].values()):
            assert shape["description"]
            assert shape["additionalProperties"] is False
            assert sorted(shape["required"]) == sorted(shape["properties"])


def test_heads_and_layout(any_published, data):
    for name, content in data.items():
        assert (content["site"], content["generator"]) == (BASE, "PyTorch Release Atlas")
        text = any_published[f"api/v1/{name}.json"]
        assert text.endswith("}\n")
        assert text.count("\n") > 1, "people read it"
        assert re.search(r"[\u4e00-\u9fff]", text), "Chinese is written as it is"


def test_what_took_a_features_place_is_published_with_its_source(published):
    by_id = {feature["id"]: feature for feature in json.loads(published["api/v1/features.json"])["features"]}
    assert by_id["paper-tape-backend"]["relations"] == [
        {
            "kind": "superseded_by",
            "feature": "ring-reduce",
            "quote": "Ring reduce takes the place of the paper tape.",
            "source": "https://pytorch.org/blog/pytorch-2-1/",
            "is_deprecation": False,
        }
    ]
    assert by_id["lens-export"]["relations"] == [
        {"kind": "part_of", "feature": "prism-compiler", "quote": None, "source": None, "is_deprecation": False}
    ]


def test_levels_notices_and_eras_are_those_of_the_knowledge_base(data, any_rendered):
    """They are published as they are, without how levels are drawn and read."""
    vocabulary, stability = data["stability"], any_rendered.collection.knowledge.stability
    for name, entries in (("notices", stability.notices), ("eras", stability.eras)):
        assert vocabulary[name] == [entry.model_dump(mode="json") for entry in entries]
    for published, level in zip(vocabulary["levels"], stability.levels, strict=True):
        assert published == level.model_dump(mode="json") | {key: published[key] for key in ("path", "features")}
        assert not {"corners", "colors", "markers", "labels"} & set(published)


def test_releases_state_what_their_seeds_say(data, any_rendered):
    entries = data["releases"]["releases"]
    for entry, release in zip(entries, any_rendered.collection.releases, strict=True):
        assert entry["version"] == release.version
        assert bool(entry["announcement"]) == bool(release.announcement)
        assert (entry["url"] or "") == (release.record.announcement if release.record else "")
        if release.announcement:
            day = release.announcement.day.date
            assert entry["announcement"]["date"] == (day.isoformat() if day else None)
            assert entry["announcement"]["title"]["zh"]
            assert entry["announcement"]["title"]["en"]


def test_counts_and_dates_are_those_of_the_announcement(published):
    by_version = {release["version"]: release for release in json.loads(published["api/v1/releases.json"])["releases"]}
    assert by_version["1.1"]["announcement"]["commits"] == {"value": 900, "approximate": True}
    assert by_version["2.0"]["announcement"]["commits"] == {"value": 2048, "approximate": False}
    stated = by_version["1.2"]["announcement"]
    assert [stated["date"], stated["date_kind"], by_version["1.2"]["date"]] == ["2020-10-05", "article", "2020-10-01"]


def test_statements_name_levels_notices_and_sources_that_are_there(data, by_id):
    """Each level and notice of a statement is one that stability.json has; its source is told."""
    levels = {level["id"] for level in data["stability"]["levels"]} | {"removed"}
    notices = {notice["id"] for notice in data["stability"]["notices"]}
    for feature in by_id.values():
        for statement in feature["statements"]:
            assert statement["level"] in levels | {None}
            assert statement["notice"] in notices | {None}
            assert (
                (statement["source"] == "announcement") == (statement["line"] is not None) == (statement["url"] is None)
            )
            assert statement["quote"]


def test_hostile_words_stay_words(hostile):
    validate(hostile)
    announcements = [
        r["announcement"] for r in json.loads(hostile["api/v1/releases.json"])["releases"] if r["announcement"]
    ]
    assert any("</title><script>" in announcement["title"]["zh"] for announcement in announcements)
    features = json.loads(hostile["api/v1/features.json"])["features"]
    announced = [f for f in features if f["statements"][0]["source"] == "announcement"]
    assert len(announced) == 2
    assert all(f["name"]["zh"] and f["name"]["en"] is None for f in announced), "untranslated"
    for path, text in hostile.items():
        if path.endswith(("feed.xml", "changes.xml")):
            assert not [e.tag for e in parsed(text).iter() if not e.tag.startswith(A)]
            assert "<script" not in text
            assert "&lt;script" in text or "areas/" in path
            contents = [e.text for e in parsed(text).iter(f"{A}content")]
            assert all("<script" not in content for content in contents), "escaped once more, as HTML"
        if path.endswith("llms.txt"):
            assert not re.search(r"(?<!\\)<script", text)
            assert "](javascript:" not in re.sub(r"\\\[[^\[]*", "", text)


def test_an_address_that_leads_nowhere_is_left_out(read_seed, knowledge):
    announcement, _ = read_seed(f"---\noriginal: https://[evil/post\n---\n{HEAD}## (Beta) 功能\n\n正文。\n", "seed.md")
    assert announcement.facts.original_url == "https://[evil/post", "nothing to leave out"
    releases = json.loads(exported(collection_of([announcement], knowledge)[0])["api/v1/releases.json"])["releases"]
    assert releases[0]["announcement"]["original_url"] is None


def feeds(published, name=""):
    paths = [path for path in published if path.endswith(f"{name}.xml") and path != "sitemap.xml"]
    return {path: parsed(published[path]) for path in paths}


def test_there_is_a_feed_of_releases_and_one_of_changes_in_each_language(any_published):
    assert set(feeds(any_published)) == {"feed.xml", "en/feed.xml", "changes.xml", "en/changes.xml"}


def test_feeds_hold_what_atom_asks_for(published):
    for path, feed in feeds(published, "feed").items():
        entries = feed.findall(f"{A}entry")
        assert feed.get(XML_LANG) == ("en" if path.startswith("en/") else "zh-CN")
        links = {link.get("rel"): link.get("href") for link in feed.findall(f"{A}link")}
        assert links["self"] == BASE + path
        assert links["alternate"] == feed.findtext(f"{A}id") == BASE + path.removesuffix("feed.xml")
        for element in (feed, *entries):
            assert element.findtext(f"{A}title")
            assert element.findtext(f"{A}id").startswith(BASE)
            assert element.find(f"{A}link[@rel='alternate']").get("href").startswith(BASE)
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT00:00:00Z", element.findtext(f"{A}updated"))
        assert feed.findtext(f"{A}author/{A}name"), "of every entry that names none"
        for entry in entries:
            assert entry.find(f"{A}content").get("type") == "html"
            is_recorded = entry.findtext(f"{A}title") in ("PyTorch 0.9", "PyTorch 1.3", "PyTorch 2.1")
            assert is_recorded or entry.findtext(f"{A}rights")


def test_an_entry_has_pytorchs_own_date(published):
    entry = next(e for e in feeds(published)["feed.xml"].iter(f"{A}entry") if "1.2" in e.findtext(f"{A}id"))
    assert entry.findtext(f"{A}published") == "2020-10-01T00:00:00Z", "the article is of 2020-10-05"


def test_ids_are_unique_across_feeds(published):
    ids = [e.text for feed in feeds(published, "feed").values() for e in feed.iter(f"{A}id")]
    ids += [feed.findtext(f"{A}id") for feed in feeds(published, "changes").values()]
    assert len(set(ids)) == len(ids)


def test_an_entry_lists_features_with_their_levels(published):
    contents = {
        e.findtext(f"{A}id"): e.findtext(f"{A}content") for e in feeds(published)["en/feed.xml"].iter(f"{A}entry")
    }
    assert re.search(r">[^<]+</a>: Prototype", contents[f"{BASE}en/releases/2.0/"])
    assert contents[f"{BASE}en/releases/1.3/"] == (
        f'<ul><li><a href="{BASE}en/features/ring-reduce/">Ring reduce</a>: Stable</li>'
        f'<li><a href="{BASE}en/features/prism-compiler/">Prism compiler</a>: Deprecated</li></ul>'
    )


def test_an_undated_release_takes_the_day_before_it(announcements, knowledge):
    """Atom requires a date: 1.2, undated and without record, takes that of 1.1."""
    some = [
        replace(announcement, day=NO_DAY) if announcement.version in {"1.2", "1.0"} else announcement
        for announcement in announcements.values()
    ]
    dates = days(collection_of(some, replace(knowledge, records=()))[0].releases)
    assert dates[version_key("1.2")] == dates[version_key("1.1")] == announcements["1.1"].day.date
    assert dates[version_key("1.0")] == date(1970, 1, 1)


def test_feeds_are_bounded(announcements, knowledge):
    newest = announcements["2.0"]
    many = [replace(newest, version=f"3.{n}", features=()) for n in range(60)]
    exports = exported(collection_of(many, replace(knowledge, records=()))[0])
    assert len(parsed(exports["feed.xml"]).findall(f"{A}entry")) == MAX_RELEASES
    assert parsed(exports["feed.xml"]).findtext(f"{A}entry/{A}id") == f"{BASE}releases/3.59/"
    assert exports["llms.txt"].count("/releases/3.") == len(many)


@pytest.mark.parametrize("folder", ["", "en/"])
def test_llms_txt(any_published, any_rendered, data, folder):
    """A title, a summary, and sections of links to existing pages, Markdown versions and data."""
    text = any_published[f"{folder}llms.txt"]
    blocks = text.split("\n\n")
    assert re.fullmatch(r"# .+", blocks[0])
    assert blocks[1].startswith("> ")
    sections = dict(re.findall(r"^## (.+)\n\n((?:- .+\n)+)", text, re.MULTILINE))
    assert len(sections) == 5
    links = re.findall(r"^- \[(?:[^\]\\]|\\.)+\]\((\S+)\): \S", text, re.MULTILINE)
    assert len(links) == text.count("\n- ")
    versions = {r["path"] for r in data["releases"]["releases"]}
    versions |= {f["path"] for f in data["features"]["features"] if f["path"].startswith("features/")}
    assert {link for link in links if link.endswith("index.md")} == {
        f"{BASE}{folder}{path}index.md" for path in versions
    }
    pages = {level["path"] for level in data["stability"]["levels"]}
    pages |= {f"areas/{area.id}/" for area in any_rendered.collection.knowledge.areas}
    assert {link for link in links if link.endswith("/")} == {f"{BASE}{folder}{path}" for path in pages}
    assert {link.removeprefix(BASE) for link in links if not link.endswith(("/", "index.md"))} <= set(any_published)


# --- Markdown versions ----------------------------------------------------------------------------

PAGE = (ROOT / "tests" / "cases" / "markdown_version.html").read_text(encoding="utf-8")


def test_a_markdown_version_keeps_the_content():
    twin = markdown(PAGE, f"{BASE}releases/9.9/")
    assert twin.startswith("# PyTorch 9\\.9: a\\_b\n")
    assert "\n### AMP Stable\n" in twin
    assert "| Version | a\\|b |" in twin
    assert "````\nimport torch  # <b> *_x_*\n    x[0] ```\n````\n" in twin
    assert "[the area](../../areas/compiler/): `__init__`, " in twin
    assert twin.endswith(f"\n\n<{BASE}releases/9.9/>\n")
    assert not re.search(r"¶|●|drawn|other|Filter|svg|\[#\]", twin), "what only eyes need"


MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")
FRAMES = [
    "<p>{}</p>", '<h2 id="x">{}</h2>', "<ul><li>{}</li></ul>", "<blockquote><p>{}</p></blockquote>",
    "<table><tr><th>a</th></tr><tr><td>{}</td></tr></table>", "<p><strong>{}</strong></p>", "<p><q>{}</q></p>",
    '<p><a href="x/">{}</a></p>', "<dl><div><dt>a</dt><dd>{}</dd></div></dl>", "<p><code>{}</code></p>",
    "<pre><code>{}</code></pre>",
]  # fmt: skip
PIECES = "< > / script b !-- & lt; #60; [ ] ( ) x:1 ` ``` * _ \\ \" ' | ~~~ + === ![CDATA[ <b> <script> &lt; 甲".split()
PIECES += [" ", "\n", "# ", "1. ", "- "]


@given(st.sampled_from(FRAMES), st.lists(st.sampled_from(PIECES), min_size=1, max_size=9).map("".join))
def test_no_text_becomes_a_tag_or_a_link(frame, text):
    twin = markdown(frame.format(html.escape(text)), BASE)
    shown = "".join(Page("made", MARKDOWN.render(twin)).words)
    assert "".join(text.split()) in "".join(shown.split())
    blocks = MARKDOWN.parse(twin)
    tokens = [token for block in blocks for token in (block, *(block.children or ()))]
    assert not [token for token in tokens if token.type in ("html_block", "html_inline", "image")]
    assert {token.attrs["href"] for token in tokens if token.type == "link_open"} <= {"x/", BASE}


# --- evidence --------------------------------------------------------------------------------------


def squeezed(text):
    return re.sub(r"[\s\\*]", "", text)


def test_quotes_are_as_the_page_of_the_release_reads(any_rendered, by_id):
    """Quotes of announcements are corrected and typeset like the page, except for markers, which are badges there."""
    bodies = {(p.language, p.src_uri): re.sub("<del.*?</del>", "", p.content.html) for p in any_rendered.pages}
    announcements = any_rendered.collection.announcements
    languages = {announcement.version: announcement.seed.language for announcement in announcements}
    pages = {
        version: squeezed("".join(Page(version, bodies[language, f"releases/{version}.md"]).words))
        for version, language in languages.items()
    }
    for lifecycle in any_rendered.collection.lifecycles:
        for statement, published in zip(lifecycle.statements, by_id[lifecycle.id]["statements"], strict=True):
            if published["source"] == "record":
                continue
            evidence = statement.passage.evidence
            words = (
                statement.quote.replace(evidence.stating_words, "") if evidence.basis == "marker" else statement.quote
            )
            marked = re.sub(r"[\[(（][^\])）]*[\])）]$", "", words) if evidence.basis == "section" else words
            assert squeezed(marked) in pages[statement.version], published
            english = published["translation" if languages[statement.version] == "zh" else "quote"]
            assert re.fullmatch(r"[^\u3400-\u9fff]+", english), published
