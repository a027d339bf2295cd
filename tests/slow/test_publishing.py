"""A site is replaced by a whole one or not at all: by a build that fails, is killed, or runs beside another."""

from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
import sys
import time

import pytest
from atlas.core.beside import DAY, Beside

from atlas.core import beside
from support import checkout

PREVIOUS = {"index.html": b"the previous site", "releases/1.0/index.html": b"a page of it"}


def files(folder):
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def write(folder, contents):
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def left(folder):
    """What a build left beside its site."""
    return [path.name for path in folder.iterdir() if path.name.startswith(".site")]


# --- builds that fail -----------------------------------------------------------------------------

FAILING = {
    "a seed": ("seeds/new.txt", b"", "seeds/new.txt:1: is empty"),
    "knowledge": ("seeds/knowledge/areas.yml", b"- id: [", "seeds/knowledge/areas.yml:"),
    "a page's template": ("templates/release.md", b"{% if", "templates/release.md:"),
    "the theme": ("templates/theme/main.html", b"{% block footer %}{{ page.nowhere.at }}{% endblock %}", "templates/theme/main.html:"),
    "a part of the theme": ("templates/theme/main.html", b"{% include 'none.html' %}", "there is no 'none.html'"),
    "a page by hand": ("docs/zh/about.md", b"\xff", "zh/about.md"),
    "a link": ("docs/en/about.md", b"\n[x](nowhere.md)\n", "en/about.md"),
    "a link, told last": ("docs/zh/about.md", b"\n[x](nowhere.md)\n", "zh/about.md"),
    "the settings": ("mkdocs.yml", b"\n  x: [", "mkdocs.yml"),
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A copy of the repository with a site of its own; each test leaves it as it was."""
    return checkout.copy(tmp_path_factory.mktemp("publishing") / "版本 copy")


@pytest.fixture
def previous(folder):
    """The site before the build."""
    write(folder / "site", PREVIOUS)
    yield folder / "site"
    subprocess.run(["rm", "-rf", str(folder / "site")], check=True)


@pytest.mark.parametrize("what", FAILING)
def test_a_build_that_fails_leaves_the_previous_site(folder, previous, what):
    """In a line that names the file, also where MkDocs finds out only once the last page is written."""
    name, added, told = FAILING[what]
    path = folder / name
    before = path.read_bytes() if path.exists() else b""
    path.write_bytes(before + added)
    try:
        done = checkout.mkdocs(folder, "build", "--strict")
    finally:
        path.write_bytes(before) if before else path.unlink()
    assert done.returncode == 1
    assert "Traceback" not in done.stderr + done.stdout
    assert told in done.stderr + done.stdout
    assert files(previous) == PREVIOUS
    assert left(folder) == []


def test_a_full_disk_leaves_the_previous_site(folder, previous):
    """Written here: to a file that the system lets grow no further."""
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build"],
        cwd=folder,
        env=checkout.environment(folder),
        capture_output=True,
        text=True,
        timeout=checkout.SECONDS,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)),
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "cannot be read or written (File too large): check permissions and free space" in done.stderr
    assert files(previous) == PREVIOUS
    assert left(folder) == []


def test_a_site_that_cannot_be_written_is_named(folder):
    """A file in its place, or in the place of a folder that is to hold it."""
    for name in ("mkdocs.yml", "mkdocs.yml/site"):
        done = checkout.mkdocs(folder, "build", "--site-dir", name)
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        assert f"{name}: cannot be read or written (" in done.stderr


# --- builds that are killed, or that meet ---------------------------------------------------------


def start(folder, **environ):
    return subprocess.Popen(
        [sys.executable, "-m", "mkdocs", "build", "--quiet"],
        cwd=folder,
        env=checkout.environment(folder, **environ),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # What runs in the background ignores interrupts, and so would the build.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  no threads here
    )


@pytest.fixture(scope="module")
def whole(folder):
    """The site as it is built with nothing in the way, at two addresses."""
    found = {}
    for address in ("https://one.example.org/", "https://two.example.org/"):
        assert checkout.mkdocs(folder, "build", "-d", "whole", SITE_URL=address).returncode == 0
        found[address] = files(folder / "whole")
    return found


@pytest.mark.parametrize("written", [1, 300], ids=lambda count: f"after-{count}-files")
def test_a_killed_build_leaves_the_previous_site(folder, previous, whole, written):
    """And the next one makes what it would have made without."""
    address = next(iter(whole))
    running = start(folder, SITE_URL=address)
    until = time.monotonic() + checkout.SECONDS
    while sum(len(names) for name in left(folder) for *_, names in os.walk(folder / name)) < written:
        assert running.poll() is None
        assert time.monotonic() < until
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert files(previous) == PREVIOUS
    (killed,) = left(folder)
    os.utime(folder / killed, (1, 1))
    assert checkout.mkdocs(folder, "build", SITE_URL=address).returncode == 0
    assert files(previous) == whole[address]
    assert left(folder) == [], "what is left of the killed build stays"


def test_an_interrupted_build_leaves_nothing(folder, previous):
    running = start(folder)
    while not left(folder):
        assert running.poll() is None
    running.send_signal(signal.SIGINT)
    assert running.wait(checkout.SECONDS) != 0
    assert files(previous) == PREVIOUS
    assert left(folder) == []


def test_two_builds_at_once_do_not_mix(folder, previous, whole):
    """Whoever looks on sees the previous site, one of the new ones, or the other."""
    running = [start(folder, SITE_URL=address) for address in whole]
    seen = set()
    while any(build.poll() is None for build in running):
        seen.add((previous / "index.html").read_bytes())
    assert [build.returncode for build in running] == [0, 0]
    assert files(previous) in list(whole.values())
    assert seen <= {PREVIOUS["index.html"], *(site["index.html"] for site in whole.values())}
    assert left(folder) == []


# --- the folder itself ----------------------------------------------------------------------------


@pytest.fixture(params=["at once", "step by step"])
def _renaming(request, monkeypatch):
    """As Linux does it, and as other systems do."""
    if request.param == "step by step":
        monkeypatch.setattr(beside.sys, "platform", "darwin")


@pytest.mark.usefixtures("_renaming")
@pytest.mark.parametrize("before", [None, {}, PREVIOUS], ids=["nothing", "empty", "a-site"])
def test_a_folder_takes_the_place_of_what_is_there(tmp_path, before):
    target = tmp_path / "not yet" / "site [1]"
    if before is not None:
        target.mkdir(parents=True)
        write(target, before)
    new = Beside(target)
    new.make()
    write(new.path, {"index.html": b"new"})
    assert (files(target) if before is not None else {}) == (before or {})
    new.take_place()
    assert files(target) == {"index.html": b"new"}
    assert [path.name for path in target.parent.iterdir()] == ["site [1]"]


@pytest.mark.usefixtures("_renaming")
def test_hidden_entries_stay(tmp_path):
    """As where the site is a work tree of its own branch."""
    write(tmp_path / "site", {"index.html": b"old", ".git/HEAD": b"ref", ".nojekyll": b""})
    new = Beside(tmp_path / "site")
    new.make()
    write(new.path, {"index.html": b"new"})
    new.take_place()
    assert files(tmp_path / "site") == {"index.html": b"new", ".git/HEAD": b"ref", ".nojekyll": b""}


def test_a_linked_folder_stays_linked(tmp_path):
    write(tmp_path / "real", {"index.html": b"old"})
    (tmp_path / "site").symlink_to("real")
    new = Beside(tmp_path / "site")
    new.make()
    write(new.path, {"index.html": b"new"})
    new.take_place()
    assert (tmp_path / "site").is_symlink()
    assert files(tmp_path / "real") == {"index.html": b"new"}


def test_what_cannot_take_the_place_leaves_it(tmp_path, monkeypatch):
    """As where the site's folder is a disk of its own."""
    write(tmp_path / "site", PREVIOUS)
    new = Beside(tmp_path / "site")
    new.make()

    def busy(*_):
        raise OSError(errno.EBUSY, "Device or resource busy")

    monkeypatch.setattr(beside, "_exchange", busy)
    with pytest.raises(OSError, match="busy"):
        new.take_place()
    assert files(tmp_path / "site") == PREVIOUS


def test_a_place_that_another_build_takes_meanwhile_is_taken_all_the_same(tmp_path, monkeypatch):
    """Where nothing stood when this one looked."""
    new = Beside(tmp_path / "site")
    new.make()
    write(new.path, {"index.html": b"new"})

    def late(*_):
        monkeypatch.undo()
        write(tmp_path / "site", PREVIOUS)
        raise FileNotFoundError

    monkeypatch.setattr(beside, "_exchange", late)
    new.take_place()
    assert files(tmp_path / "site") == {"index.html": b"new"}


@pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux exchanges two folders in one call; elsewhere they are renamed in turn"
)
def test_a_site_is_there_at_any_moment(tmp_path, monkeypatch):
    """No folder is moved away to make room."""
    write(tmp_path / "site", PREVIOUS)
    new = Beside(tmp_path / "site")
    new.make()
    write(new.path, {"index.html": b"new"})
    monkeypatch.delattr("pathlib.Path.rename")
    new.take_place()
    assert files(tmp_path / "site") == {"index.html": b"new"}


def test_only_what_builds_left_long_ago_goes(tmp_path):
    names = [".site.0123abcd", ".site.89abcdef", ".site.projects", ".other.0123abcd", "site.0123abcd"]
    for name in names:
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (1, 1))
    young = tmp_path / ".site.89abcdef"
    os.utime(young, (time.time() - DAY / 2,) * 2)
    new = Beside(tmp_path / "site")
    new.make()
    assert {path.name for path in tmp_path.iterdir()} == {*names, new.path.name} - {".site.0123abcd"}
