"""``mkdocs serve``: a preview that follows its files, shows what is wrong with them, and recovers by itself."""

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

pytestmark = pytest.mark.slow("a rebuild for each edit, and the time until it is noticed")

STEP = 0.2
PATIENCE = 30
LIVE = re.compile(rb"<script>\s*var livereload = .*?</script>", re.DOTALL)
POLICY = re.compile(rb'\s*<meta http-equiv="Content-Security-Policy"[^>]*>')  # which would keep it from running
SEED = "# PyTorch 9.9 发布\n\n发布：2021年1月2日\n\n## 张量（Beta）\n\n{}\n"
EDITS = 150
PAUSE = 0.1  # seconds at most between two edits; a rebuild takes longer
RESTORED = 0.4  # how often all files are restored before the next edit: mostly, one or two files are broken
START = "起初的正文"


class Preview:
    """A running ``mkdocs serve`` on a free port of this machine."""

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
        """The status and content of what is served now, or nothing while nobody answers."""
        try:
            with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:  # noqa: S310  our own server
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()
        except OSError:
            return 0, b""

    def page(self, path):
        """A page as served now, or nothing while it is not."""
        return self.file(path)[1].decode()

    def wait(self, path, *words, without=()):
        """The page once it holds all of these words; a failure that shows the log if it never does."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            assert self.process.poll() is None, self.said()
            text = self.page(path)
            if text and all(word in text for word in words) and not any(word in text for word in without):
                return text
            time.sleep(STEP)
        raise AssertionError(f"{path} never showed {words} without {without}:\n{self.said()[-4000:]}")

    def different(self, site):
        """Files of a built site that are served otherwise, asked for in no order; a page has what reloads it, and no policy."""
        files = sorted(path for path in site.rglob("*") if path.is_file() and path.suffix != ".gz")
        assert len(files) > 400
        random.Random(9).shuffle(files)  # noqa: S311  no secret
        names = {path.relative_to(site).as_posix(): path for path in files}
        served = {name: self.file(name) for name in names}
        return [
            name
            for name, (status, content) in served.items()
            if status != 200 or LIVE.sub(b"", content) != POLICY.sub(b"", names[name].read_bytes())
        ]

    def wait_for_said(self, words):
        """Once the server has said this; changes before it watches are not seen."""
        until = time.monotonic() + PATIENCE
        while words not in self.said():
            assert time.monotonic() < until, self.said()
            time.sleep(STEP)

    def said(self):
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
    """A copy of the repository at ``folder`` with a small seed of its own, while it is served and watched."""
    checkout.copy(folder)
    (folder / "seeds" / "new.md").write_text(SEED.format("起初的正文"), encoding="utf-8")
    running = Preview(folder, log, *options, below=below)
    try:
        running.wait("releases/9.9/", "起初的正文")
        running.wait_for_said("Serving on")
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="module")
def preview(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("serve") / "预览 copy", tmp_path_factory.mktemp("log") / "log") as running:
        yield running


@pytest.fixture(autouse=True)
def before(preview):
    """The content of what people edit while they preview: all but code and pictures. Restored when the test ends."""
    names = ("seeds/**/*", "templates/**/*", "docs/*/*.md", "mkdocs.yml")
    found = {path: path.read_bytes() for name in names for path in preview.folder.glob(name) if path.is_file()}
    yield found
    restore(found)
    preview.wait("releases/9.9/", START)


def restore(files):
    for path, content in files.items():
        if not path.is_file() or path.read_bytes() != content:
            path.write_bytes(content)


def write(preview, text):
    preview.seed.write_text(SEED.format(text), encoding="utf-8")


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
def test_a_broken_seed_is_shown_on_the_last_whole_site(preview, content, problem):
    """The server answers, shows in both languages what is wrong, and recovers once the seed is corrected."""
    preview.seed.write_bytes(content)
    preview.wait("", problem, 'role="alert"')
    assert problem in preview.wait("en/", 'role="alert"')
    assert START in preview.page("releases/9.9/"), "the last whole page is gone"
    write(preview, "修好的正文")
    preview.wait("releases/9.9/", "修好的正文", without=[problem])


def test_an_edit_is_shown_beside_an_error_elsewhere(preview, before):
    """A catalog that is broken costs no page: all follow what is edited, and show what is wrong."""
    path = min((preview.folder / "seeds" / "translations" / "en").glob("*.po"))
    path.write_bytes(before[path] + b'\nmsgid "x\n')
    preview.wait("releases/9.9/", "is not a valid catalog")
    write(preview, "改过的正文")
    preview.wait("releases/9.9/", "改过的正文", "is not a valid catalog")
    path.write_bytes(before[path])
    preview.wait("releases/9.9/", "改过的正文", without=["is not a valid catalog"])


def test_a_new_seed_appears_and_a_deleted_one_goes(preview):
    other = preview.seed.with_name("other.md")
    other.write_text(SEED.format("另一篇").replace("9.9", "9.8"), encoding="utf-8")
    preview.wait("releases/9.8/", "另一篇")
    other.unlink()
    preview.wait("releases/", "9.9", without=[">9.8<"])
    assert preview.file("releases/9.8/")[0] == 404


SHOWN = {  # what is added to a file, or nothing where it is deleted, and what pages then show
    "catalog-gone": ("seeds/translations/en/{seed}.po", None, "complete seeds/translations/en/{seed}.po"),
    "knowledge": ("seeds/knowledge/glossary.yml", b"\n- x: [", "seeds/knowledge/glossary.yml:"),
    "knowledge-gone": ("seeds/knowledge/areas.yml", None, "seeds/knowledge/areas.yml: is missing"),
    "template": ("templates/release.md", b"{% if", "templates/release.md:"),
    "template-gone": ("templates/release.md", None, "release.md"),
    "macros": ("templates/macros.html", b"{% if", "templates/macros.html:"),
    "words": ("templates/translations/en.po", b"\nnonsense\n", "templates/translations/en.po"),
}


@pytest.mark.parametrize("what", SHOWN)
def test_what_is_broken_is_shown_and_recovered_from(preview, before, what):
    name, added, problem = SHOWN[what]
    seed = min((preview.folder / "seeds").glob("*.txt")).stem
    path, problem = preview.folder / name.format(seed=seed), problem.format(seed=seed)
    path.unlink() if added is None else path.write_bytes(before[path] + added)
    for page in ("releases/2.1/", "en/releases/2.1/"):
        preview.wait(page, problem, "livereload")
    path.write_bytes(before[path])
    preview.wait("releases/2.1/", "PyTorch 2.1", without=[problem])


def test_no_input_causes_a_traceback(preview):
    assert preview.said().partition("Traceback")[2][:4000] == ""


WAITING = {  # what MkDocs itself cannot build: it reports that where it was started, and pages wait
    "theme": ("templates/theme/main.html", b"{% block footer %}{{ page.nowhere.at }}{% endblock %}", "templates/theme/main.html:"),
    "theme-gone": ("templates/theme/partials/menu.html", None, "there is no"),
    "by-hand": ("docs/en/about.md", b"\xff", "save it as UTF-8"),
    "settings": ("mkdocs.yml", b"\n  x: [", "mkdocs.yml"),
}  # fmt: skip


@pytest.mark.parametrize("what", WAITING)
def test_what_cannot_be_built_is_reported_and_recovered_from(preview, before, what):
    name, added, problem = WAITING[what]
    path = preview.folder / name
    path.unlink() if added is None else path.write_bytes(before[path] + added)
    preview.wait_for_said(problem)
    path.write_bytes(before[path])
    write(preview, what)
    preview.wait("releases/9.9/", what)


def edit(dice, path, content, others):
    """Do to a file what editors, tools and people do."""
    start = dice.randrange(len(content) + 1)
    match dice.randrange(8):
        case 0:
            path.unlink(missing_ok=True)
        case 1:
            path.write_bytes(b"")
        case 2:
            path.write_bytes(content[:start])
        case 3:
            path.write_bytes(content[:start] + dice.randbytes(dice.randrange(9)) + content[start + dice.randrange(9) :])
        case 4:
            path.write_bytes(dice.choice(others))
        case 5:  # as slow as a copy over the network
            with path.open("wb", buffering=0) as stream:
                stream.write(content[:start])
                time.sleep(PAUSE)
                stream.write(content[start:])
        case _:
            path.write_bytes(content)


def test_after_many_random_edits_the_preview_is_what_a_build_makes(preview, before, tmp_path):
    dice = random.Random(7)  # noqa: S311  no secret
    paths = [path for path in before if "theme" not in path.parts and path.suffix != ".yml"]  # of those, pages wait
    for _ in range(EDITS):
        if dice.random() < RESTORED:
            restore(before)
        path = dice.choice(paths)
        edit(dice, path, before[path], list(before.values()))
        time.sleep(dice.uniform(0, PAUSE))
    restore(before)
    write(preview, "最后的正文")
    preview.wait("releases/9.9/", "最后的正文")
    preview.seed.unlink()  # it has problems, which only a preview shows on its pages
    preview.wait("releases/", without=[">9.9<"])
    done = checkout.mkdocs(preview.folder, "build", "-d", str(tmp_path / "site"), SITE_URL=preview.address)
    assert done.returncode == 0, done.stderr[-2000:]
    assert preview.different(tmp_path / "site") == []
