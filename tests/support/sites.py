"""Built sites that several test modules share. Each is built once per run, by the first worker that needs it."""

import fcntl
import os
import shutil
from pathlib import Path

import polib
import pytest

from atlas.core.languages import LANGUAGES
from atlas.history.collection import collection_of
from atlas.site import exports
from atlas.site.bundles import Bundles
from atlas.site.site import Site as RenderedSite
from atlas.site.words.locale import Locale
from support import checkout, rendering
from support.checkout import ROOT
from support.crawl import Site
from support.samples import HEAD
from support.static_server import serving

SUB_PATH = "https://atlas.example.org/deep/er/"
REPOSITORY = "https://code.example.org/atlas"
BASE = "https://atlas.example/pytorch/"
HOSTILE = '</title><script>alert("1")</script> & ]]> \x0b\x1f\x7f \u2028 [x](javascript:1) "q" &lt;b&gt;'
SEEDS = ROOT / "tests" / "seeds"
ENGLISH = ROOT / "tests" / "english"


def build_once(factory, name, build):
    """Return the folder that ``build`` fills, in the workers' shared directory; other workers wait for the first."""
    shared = factory.getbasetemp()
    shared = shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared
    folder, done = shared / name, shared / f"{name}.done"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            build(folder)
            done.touch()
    return folder


def built(folder, *arguments, **environ):
    """Build the copy at ``folder``, which must succeed, with MkDocs' output in ``build.log``; return the site."""
    done = checkout.mkdocs(folder, "build", *arguments, **environ)
    (folder / "build.log").write_text(done.stderr, encoding="utf-8")
    assert done.returncode == 0, done.stderr[-2000:]
    return Site(folder / "site", environ.get("SITE_URL", Site.base))


def add_english(folder, *, is_complete):
    """Add the English announcement with its Chinese translation, a third of which is missing unless ``is_complete``."""
    (folder / "seeds" / "9.8.md").write_bytes((ENGLISH / "9.8.md").read_bytes())
    po = polib.pofile(str(ENGLISH / "9.8.po"), wrapwidth=0)
    for number, entry in enumerate(po):
        entry.msgstr = entry.msgstr if is_complete or number % 3 != 1 else ""
    address = "https://pytorch.org/blog/x/"
    (folder / "seeds" / "knowledge" / "releases" / "9.8.yml").write_text(
        f'version: "9.8"\ndate: 2024-10-21\nannouncement: "{address}"\nsources: {{post: "{address}"}}\n'
        "checked: 2031-01-02\nno_statements: The announcement is a seed.\n",
        encoding="utf-8",
    )
    path = folder / "seeds" / "translations" / "zh" / "9.8.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    po.save(str(path))


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The collection of the tests, built strictly: in a path with spaces and Chinese, C locale, no Git, no network."""

    def build(folder):
        built(checkout.copy(folder / "版本 图鉴 (copy)"), "--strict", PYTHONHASHSEED="1")

    return Site(build_once(tmp_path_factory, "strict", build) / "版本 图鉴 (copy)" / "site")


@pytest.fixture(scope="session")
def address(site):
    """The address at which the site is served."""
    with serving(site.folder) as address:
        yield address


@pytest.fixture(scope="session")
def live_site(tmp_path_factory):
    """The repository's own seeds, built strictly, for what holds whatever they say."""

    def build(folder):
        built(checkout.copy(folder / "copy", ROOT), "--strict")

    return Site(build_once(tmp_path_factory, "live", build) / "copy" / "site")


LIVE = pytest.param("live_site", marks=pytest.mark.slow("the site of the repository's own seeds, in a browser"))


@pytest.fixture(scope="session", params=["site", LIVE])
def any_site(request):
    """The site, and that of the repository's own seeds."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def extended_site(tmp_path_factory):
    """The site with unprocessed announcements (``tests/seeds``) and a partly translated English one."""

    def build(folder):
        copy = checkout.copy(folder / "copy")
        shutil.copytree(SEEDS, copy / "seeds", dirs_exist_ok=True)
        add_english(copy, is_complete=False)
        strict = checkout.mkdocs(copy, "build", "--strict")
        assert strict.returncode == 1
        assert not (copy / "site").exists()
        (copy / "strict.log").write_text(strict.stderr, encoding="utf-8")
        built(copy, SITE_URL=SUB_PATH, REPO_URL=REPOSITORY)

    return Site(build_once(tmp_path_factory, "extended", build) / "copy" / "site", SUB_PATH)


@pytest.fixture(scope="session")
def rendered(tmp_path_factory):
    """The pages of the collection, without MkDocs."""
    return rendering.build(checkout.minimal_copy(tmp_path_factory.mktemp("rendered")))


@pytest.fixture(scope="session")
def live_rendered():
    """The pages of the repository's own seeds, likewise."""
    return rendering.build(ROOT)


@pytest.fixture(scope="session", params=["rendered", "live_rendered"])
def any_rendered(request):
    """The pages of the collection, and those of the repository's own seeds."""
    return request.getfixturevalue(request.param)


def exported(collection):
    """Return every exported file by path."""
    locales = tuple(Locale(collection.knowledge, ROOT / "templates", language) for language in LANGUAGES)
    files = dict(exports.files(RenderedSite(collection, locales=locales, base=BASE), Bundles(Path())))
    assert not {text for locale in locales for text in locale.missing}
    return files


@pytest.fixture(scope="session")
def published(collection):
    """The exported files of the collection, by path."""
    return exported(collection)


@pytest.fixture(scope="session")
def any_published(any_rendered):
    """The exported files of the collection, and those of the repository's own seeds."""
    return exported(any_rendered.collection)


@pytest.fixture
def hostile(read_seed, knowledge):
    """Exports of untranslated posts that try to break out of their context, one with a spreadsheet formula."""
    text = f"## (Beta) 功能 {HOSTILE}\n\n正文。\n\n## (Stable) =HYPERLINK(1) 公式\n\n正文。\n"
    heads = [HEAD.replace("发布\n", f"发布 {HOSTILE}\n", 1).replace("9.9", version) for version in ("9.9", "9.10")]
    return exported(collection_of([read_seed(head + text, f"{n}.md")[0] for n, head in enumerate(heads)], knowledge)[0])
