"""``mkdocs serve``: a preview that follows its seeds, shows what is wrong with them, and recovers by itself."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

import checkout

STEP = 0.2
PATIENCE = 30
SEED = "# PyTorch 9.9 发布\n\n发布：2021年1月2日\n\n## 张量（Beta）\n\n{}\n"


class Preview:
    """A running ``mkdocs serve`` on a free port of this machine."""

    def __init__(self, folder, log):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}/"
        self.log = log
        self.seed = folder / "seeds" / "new.md"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{port}"],
            cwd=folder,
            env=checkout.environment(folder, SITE_URL="https://example.org/", PYTHONUNBUFFERED="1"),
            stdout=log.open("wb"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def page(self, path):
        """A page as served now, or nothing while it is not."""
        try:
            with urllib.request.urlopen(self.address + path, timeout=5) as answer:  # noqa: S310  our own server
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.read().decode()
        except OSError:
            return ""

    def wait(self, path, *words, without=()):
        """The page once it holds all of these words; a failure that shows the log if it never does."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            assert self.process.poll() is None, self.said()
            text = self.page(path)
            if text and all(word in text for word in words) and not any(word in text for word in without):
                return text
            time.sleep(STEP)
        raise AssertionError(f"{path} never showed {words} without {without}:\n{self.said()}")

    def wait_for_said(self, words):
        """Once the server has said this; changes before it watches are not seen."""
        until = time.monotonic() + PATIENCE
        while words not in self.said():
            assert time.monotonic() < until, self.said()
            time.sleep(STEP)

    def said(self):
        return self.log.read_text(encoding="utf-8", errors="replace")[-4000:]

    def stop(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)


@pytest.fixture(scope="module")
def preview(tmp_path_factory):
    folder = checkout.copy(tmp_path_factory.mktemp("serve") / "预览 copy")
    (folder / "seeds" / "new.md").write_text(SEED.format("起初的正文"), encoding="utf-8")
    running = Preview(folder, tmp_path_factory.mktemp("log") / "log")
    try:
        running.wait("releases/9.9/", "起初的正文")
        running.wait_for_said("Serving on")
        yield running
    finally:
        running.stop()


@pytest.fixture(autouse=True)
def _mended(preview):
    """Each test begins with a whole seed on show."""
    preview.seed.write_text(SEED.format("完好的正文"), encoding="utf-8")
    preview.wait("releases/9.9/", "完好的正文")


@pytest.mark.parametrize("language", ["", "en/"])
def test_an_edit_is_shown(preview, language):
    preview.seed.write_text(SEED.format("改过的正文"), encoding="utf-8")
    preview.wait(f"{language}releases/9.9/", "改过的正文", without=["完好的正文"])


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "seeds/new.md:1: is empty"),
        (SEED.replace("PyTorch 9.9", "某版").format("正文").encode(), "seeds/new.md:1: names no version"),
        (SEED.format("正文").encode()[:-2], "seeds/new.md:7: is damaged UTF-8"),
        (b"---\ntitle: x\n", "never closes it"),
    ],
    ids=["truncated", "without-version", "half-written", "front-matter"],
)
def test_a_broken_seed_is_shown_beside_the_last_whole_site(preview, content, problem):
    """The server answers, says in both languages what is wrong, and recovers once the seed is mended."""
    preview.seed.write_bytes(content)
    preview.wait("", problem, 'role="alert"')
    assert problem in preview.wait("en/", 'role="alert"')
    assert "完好的正文" in preview.page("releases/9.9/"), "the last whole page is gone"
    preview.seed.write_text(SEED.format("修好的正文"), encoding="utf-8")
    preview.wait("releases/9.9/", "修好的正文", without=[problem])


def test_a_new_seed_appears_and_a_deleted_one_goes(preview):
    other = preview.seed.with_name("other.md")
    other.write_text(SEED.format("另一篇").replace("9.9", "9.8"), encoding="utf-8")
    preview.wait("releases/9.8/", "另一篇")
    other.unlink()
    preview.wait("releases/", "9.9", without=[">9.8<"])


def test_nothing_was_a_traceback(preview):
    assert "Traceback" not in preview.said()
