"""``mkdocs serve`` in a copy of the repository, and the fixtures of the tests that edit that copy."""

import contextlib
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from support import checkout

STEP = 0.2
PATIENCE = 30
LIVE = re.compile(rb"<script>\s*var livereload = .*?</script>", re.DOTALL)
POLICY = re.compile(rb'\s*<meta http-equiv="Content-Security-Policy"[^>]*>')  # would block the live-reload script
SEED = "# PyTorch 9.9 发布\n\n发布：2021年1月2日\n\n## 张量（Beta）\n\n{}\n"
START = "起初的正文"


class Preview:
    """A running ``mkdocs serve`` on a free loopback port."""

    def __init__(self, folder, log, *options, below=""):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}/{below}"
        self.folder = folder
        self.log = log
        self.seed = folder / "seeds" / "new.md"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{port}", *options],
            cwd=folder,
            env=checkout.environment(folder, SITE_URL=f"https://example.org/{below}", PYTHONUNBUFFERED="1"),
            stdout=log.open("wb"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def file(self, path):
        """Return the status and content of what is served now, or 0 and nothing if the server does not answer."""
        try:
            with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:  # noqa: S310  our own server
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()
        except OSError:
            return 0, b""

    def page(self, path):
        """Return a page as served now, or an empty string if the server does not answer."""
        return self.file(path)[1].decode()

    def wait(self, path, *words, without=()):
        """Return the page once it has all ``words`` and none of ``without``; fail with the log on a timeout."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            assert self.process.poll() is None, self.log_text()
            text = self.page(path)
            if text and all(word in text for word in words) and not any(word in text for word in without):
                return text
            time.sleep(STEP)
        raise AssertionError(f"{path} never showed {words} without {without}:\n{self.log_text()[-4000:]}")

    def different(self, site):
        """Return files of a built site that are served differently, live-reload scripts and policies aside.

        They are requested in random order.
        """
        files = sorted(path for path in site.rglob("*") if path.is_file() and path.suffix != ".gz")
        assert len(files) > 100
        random.Random(9).shuffle(files)  # noqa: S311  no secret
        names = {path.relative_to(site).as_posix(): path for path in files}
        served = {name: self.file(name) for name in names}
        return [
            name
            for name, (status, content) in served.items()
            if status != 200 or LIVE.sub(b"", content) != POLICY.sub(b"", names[name].read_bytes())
        ]

    def wait_for_log(self, words):
        """Wait until the server logs this: it does not notice changes made before it starts watching."""
        until = time.monotonic() + PATIENCE
        while words not in self.log_text():
            assert time.monotonic() < until, self.log_text()
            time.sleep(STEP)

    def log_text(self):
        return self.log.read_text(encoding="utf-8", errors="replace")

    def stop(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)


@contextlib.contextmanager
def serving(folder, log, *options, below=""):
    """Serve and watch a copy of the repository at ``folder`` with one small seed added."""
    checkout.copy(folder)
    (folder / "seeds" / "new.md").write_text(SEED.format(START), encoding="utf-8")
    running = Preview(folder, log, *options, below=below)
    try:
        running.wait("releases/9.9/", START)
        running.wait_for_log("Serving on")
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="module")
def preview(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("serve") / "预览 copy", tmp_path_factory.mktemp("log") / "log") as running:
        yield running


@pytest.fixture
def before(preview):
    """The files that people edit during a preview: seeds, templates, docs and settings; restored after the test."""
    names = ("seeds/**/*", "templates/**/*", "docs/*/*.md", "mkdocs.yml")
    contents = {path: path.read_bytes() for name in names for path in preview.folder.glob(name) if path.is_file()}
    yield contents
    restore(contents)
    preview.wait("releases/9.9/", START)


def restore(files):
    for path, content in files.items():
        if not path.is_file() or path.read_bytes() != content:
            path.write_bytes(content)


def write(preview, text):
    preview.seed.write_text(SEED.format(text), encoding="utf-8")
