"""A build that fails or is killed leaves the previous site as it was."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time

import pytest

from support import checkout
from support.checkout import ROOT, files

pytestmark = pytest.mark.slow("a build for each way to fail")

PREVIOUS = {"index.html": b"the previous site", "releases/0.1/index.html": b"a page of it"}
PAGE_BY_HAND = "docs/en/about.md"
# File, text added to it, the reported problem, and whether that is found before MkDocs clears the site's folder.
FAILING = {
    "a seed": ("seeds/new.txt", b"", "seeds/new.txt:1: is empty", True),
    "knowledge": ("seeds/knowledge/areas.yml", b"- id: [", "seeds/knowledge/areas.yml:", True),
    "a page's template": ("templates/release.html", b"{% if", "templates/release.html:", True),
    "the settings": ("mkdocs.yml", b"\n  x: [", "mkdocs.yml", True),
    "the theme": ("templates/theme/main.html", b"{% block footer %}{{ page.nowhere.at }}{% endblock %}", "templates/theme/main.html:", False),
    "a part of the theme": ("templates/theme/main.html", b"{% include 'none.html' %}", "there is no 'none.html'", False),
    "a page by hand": (PAGE_BY_HAND, b"\xff", "is not UTF-8", False),
    "a link": (PAGE_BY_HAND, b"\n[x](nowhere.md)\n", "en/about.md", False),
}  # fmt: skip


def make_build(folder, **options):
    """Start ``make build`` in the copy, with this Python and in its own process group."""
    command = ["make", "build", "--assume-old=.venv/.ready", f"PYTHON={shlex.quote(sys.executable)}"]
    environ = checkout.environment(folder, NO_MKDOCS_2_WARNING="1")
    return subprocess.Popen(command, cwd=folder, env=environ, start_new_session=True, **options)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A copy of the repository, which each test leaves unchanged."""
    copy = checkout.copy(tmp_path_factory.mktemp("publishing") / "版本 copy")
    shutil.copy(ROOT / "Makefile", copy)
    return copy


@pytest.fixture
def previous(folder):
    """A previous site, present before the build."""
    for name, content in PREVIOUS.items():
        path = folder / "site" / name
        path.parent.mkdir(parents=True)
        path.write_bytes(content)
    yield folder / "site"
    shutil.rmtree(folder / "site")


@pytest.mark.parametrize("what", FAILING)
def test_a_build_that_fails_leaves_the_previous_site(folder, previous, what):
    """The error names the file. Problems found only after MkDocs clears the site are tested with ``make build``."""
    name, added, reported, is_early = FAILING[what]
    path = folder / name
    before = path.read_bytes() if path.exists() else None
    path.write_bytes((before or b"") + added)
    try:
        if is_early:
            done = checkout.mkdocs(folder, "build", "--strict")
            code, output = done.returncode, done.stderr + done.stdout
        else:
            running = make_build(folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8")
            output, _ = running.communicate(timeout=checkout.SECONDS)
            code = running.returncode
    finally:
        path.write_bytes(before) if before is not None else path.unlink()
    assert code != 0
    assert "Traceback" not in output
    assert reported in output
    assert files(previous) == PREVIOUS


def test_a_killed_build_leaves_the_previous_site(folder, previous):
    """The next build replaces it and leaves nothing over."""
    being_built = folder / ".site.new"
    shutil.rmtree(being_built, ignore_errors=True)  # left by failed builds
    running = make_build(folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + checkout.SECONDS
    while sum(len(names) for _, _, names in os.walk(being_built)) < 100:
        assert running.poll() is None
        assert time.monotonic() < until
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    assert files(previous) == PREVIOUS
    assert make_build(folder).wait(checkout.SECONDS) == 0
    assert (previous / "releases" / "2.0" / "index.html").is_file()
    assert not (previous / "releases" / "0.1").exists()
    assert [path.name for path in folder.iterdir() if path.name.startswith(".site")] == []


def test_a_site_that_cannot_be_written_is_named(folder):
    """If a file is in place of the site's folder or of its parent."""
    for name in ("mkdocs.yml", "mkdocs.yml/site"):
        done = checkout.mkdocs(folder, "build", "--site-dir", name)
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        assert f"{name}: cannot be read or written (" in done.stderr
