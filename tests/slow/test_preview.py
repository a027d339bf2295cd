"""A preview renders what is opened: the same pages as a build's, whenever and in whatever order they are asked for."""

from __future__ import annotations

import json
import random
import threading
import urllib.request

import pytest

from support import checkout
from support.preview import PATIENCE, SEED, serving

SHOWN = {  # what shows the feature of the small seed, or its release
    "releases/9.9/": "{}",
    "en/releases/9.9/": "{}",
    "releases/9.9/index.md": "{}",
    "": "PyTorch 9.9",
    "releases/": "9.9",
    "features/": "{}",
    "en/features/": "{}",
    "stability/{level}/": "{}",
    "compare/2.1-to-9.9/": "{}",
    "en/compare/2.1-to-9.9/": "{}",
    "sources/new/": "{}",
    "report/9.9/": "{}",
    "feed.xml": "PyTorch 9.9",
    "api/v1/features.json": "{}",
}


@pytest.fixture(scope="module")
def preview(tmp_path_factory):
    folder, log = tmp_path_factory.mktemp("preview") / "预览 copy", tmp_path_factory.mktemp("log") / "log"
    with serving(folder, log, below="atlas/") as running:  # as below a project's name
        yield running


@pytest.fixture(autouse=True)
def _as_it_was(preview):
    """Each test begins with the seed as it was at first."""
    preview.seed.write_text(SEED.format("起初的正文"), encoding="utf-8")
    preview.wait("releases/9.9/", "张量", "起初的正文")


def test_what_is_served_is_what_a_build_writes(preview, tmp_path):
    preview.seed.unlink()  # it has problems, which only a preview shows on its pages
    preview.wait("releases/", without=[">9.9<"])
    done = checkout.mkdocs(preview.folder, "build", "-d", str(tmp_path / "site"), SITE_URL=preview.address)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "rendering pages" not in done.stderr, "a log holds what is meant for a terminal"
    assert preview.different(tmp_path / "site") == []


def test_addresses_are_found_as_a_site_finds_them(preview):
    assert "<h1" in preview.page("releases/2.1"), "nobody leads to releases/2.1/"
    with urllib.request.urlopen(preview.address.removesuffix("/"), timeout=PATIENCE) as answer:  # noqa: S310
        assert answer.url == preview.address
    for path in (
        "releases/0.1/",
        "nowhere.json",
        "assets/../../mkdocs.yml",
        "%2e%2e/mkdocs.yml",
        "releases/index.html/",
    ):
        status, content = preview.file(path)
        assert (status, b"404" in content, b"site_name" in content) == (404, True, False), path


def search_data(preview):
    """Every record that search shows in Chinese."""
    index = json.loads(preview.page("search/zh/index.json"))
    blocks = range(-(-index["records"] // index["block"]))
    return "".join(preview.page(f"search/zh/{index['build']}/r{n}.json") for n in blocks)


@pytest.mark.parametrize("opened", [True, False], ids=["opened-before", "never-opened"])
def test_an_edit_reaches_everything_that_shows_it(preview, opened):
    name, level = ("开过的名字", "beta") if opened else ("没开过的名字", "stable")
    order = list(SHOWN)
    random.Random(name).shuffle(order)  # noqa: S311
    if opened:
        assert [path for path in order if preview.file(path.format(level=level))[0] != 200] == []
        assert "张量" in search_data(preview)
    text = SEED.replace("张量（Beta）", f"{name}（{level.title()}）").format("改过的正文")
    preview.seed.write_text(text, encoding="utf-8")
    preview.wait("assets/css/base.css")
    preview.wait("sources/new/", name)  # nobody opened it this time: the others are first opened below
    lacking = [path for path in order if SHOWN[path].format(name) not in preview.page(path.format(level=level))]
    assert lacking == []
    assert name in search_data(preview)


BROKEN = {
    "a page's template": ("templates/release.md", "{{ nowhere.at.all }}\n", "templates/"),
    "the theme": (
        "templates/theme/main.html",
        "{% block footer %}{{ page.nowhere.at if page }}{% endblock %}",
        "nowhere",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_page_that_cannot_be_made_says_so_and_recovers(preview, what):
    name, added, told = BROKEN[what]
    path = preview.folder / name
    before = path.read_text(encoding="utf-8")
    assert "nowhere" not in preview.page("releases/9.9/")
    path.write_text(before + added, encoding="utf-8")
    page = preview.wait("releases/9.9/", "nowhere")
    assert told in page
    assert "livereload" in page, "the page does not come back by itself"
    path.write_text(before, encoding="utf-8")
    preview.wait("releases/9.9/", "张量", without=["nowhere"])


def test_a_page_is_there_at_any_moment(preview):
    """Also while a build is on its way: it then comes from the new one."""
    stop = threading.Event()
    seen = []

    def ask():
        while not stop.is_set():
            seen.append(preview.file("releases/9.9/"))

    asking = [threading.Thread(target=ask) for _ in range(3)]
    for thread in asking:
        thread.start()
    try:
        for number in range(4):
            preview.seed.write_text(SEED.format(f"第 {number} 次"), encoding="utf-8")
            preview.wait("releases/9.9/", f"第 {number} 次")
    finally:
        stop.set()
        for thread in asking:
            thread.join()
    assert {status for status, _ in seen} == {200}
    assert all(b"PyTorch 9.9" in content for _, content in seen)


def test_nothing_was_a_traceback(preview):
    assert "Traceback" not in preview.said()


def test_without_live_reload_everything_is_rendered_at_once(tmp_path):
    with serving(tmp_path / "once", tmp_path / "log", "--no-livereload") as running:
        assert running.file("en/releases/2.1/")[0] == 200
        assert running.file("api/v1/features.json")[0] == 200
