"""A preview while somebody works: whatever is broken, half written or gone is told, and forgotten once it is mended."""

from __future__ import annotations

import random
import time

import pytest

from support import checkout
from support.preview import SEED, serving

EDITS = 500
PAUSE = 0.1  # seconds at most between two edits; a rebuild takes longer
MENDED = 0.4  # how often all is mended before the next edit: mostly, one or two files are broken


@pytest.fixture(scope="module")
def preview(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("editing") / "预览 copy", tmp_path_factory.mktemp("log") / "log") as running:
        yield running


@pytest.fixture
def mended(preview):
    """The files of the repository, which are as they were when the test ends."""
    before = {path: path.read_bytes() for path in editable(preview.folder)}
    yield before
    restore(before)
    preview.wait("releases/9.9/", "起初的正文")


def editable(folder):
    """What people edit while they preview: all but code and pictures."""
    names = ("seeds/**/*", "templates/**/*", "docs/**/*.md", "docs/assets/css/*.css", "mkdocs.yml")
    return sorted(path for name in names for path in folder.glob(name) if path.is_file())


def restore(before):
    for path, content in before.items():
        if not path.is_file() or path.read_bytes() != content:
            path.write_bytes(content)


BROKEN = {  # what is added to a file, or nothing where it is deleted, and what pages then say
    "catalog": ("seeds/translations/en/{seed}.po", b'\nmsgid "x\n', "is not a valid catalog"),
    "catalog-gone": ("seeds/translations/en/{seed}.po", None, "complete seeds/translations/en/{seed}.po"),
    "knowledge": ("seeds/knowledge/glossary.yml", b"\n- x: [", "seeds/knowledge/glossary.yml:"),
    "knowledge-gone": ("seeds/knowledge/areas.yml", None, "seeds/knowledge/areas.yml: is missing"),
    "template": ("templates/release.md", b"{% if", "templates/release.md:"),
    "template-gone": ("templates/release.md", None, "release.md"),
    "macros": ("templates/macros.html", b"{% if", "templates/macros.html:"),
    "words": ("templates/translations/en.po", b"\nnonsense\n", "Syntax error in po file"),
    "theme": ("templates/theme/main.html", b"{% block footer %}{{ page.nowhere.at }}{% endblock %}", "templates/theme/main.html:"),
    "theme-syntax": ("templates/theme/partials/nav.html", b"{% if", "templates/theme/partials/nav.html:"),
    "theme-gone": ("templates/theme/partials/menu.html", None, "TemplateNotFound: there is no"),
    "by-hand": ("docs/en/about.md", b"\xff", "save it as UTF-8"),
    "settings": ("mkdocs.yml", b"\n  x: [", "mkdocs.yml"),
    "settings-gone": ("mkdocs.yml", None, "mkdocs.yml"),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_broken_is_told_and_recovered_from(preview, mended, what):
    name, added, told = BROKEN[what]
    seed = min((preview.folder / "seeds").glob("*.txt")).stem
    path, told = preview.folder / name.format(seed=seed), told.format(seed=seed)
    if added is None:
        path.unlink()
    else:
        path.write_bytes(mended[path] + added)
    for shown in (
        ("en/about/",) if "about" in name else ("releases/2.1/", "en/releases/2.1/")
    ):  # by hand: read when it is opened
        page = preview.wait(shown, told)
        assert "livereload" in page, "the page does not come back by itself"
    path.write_bytes(mended[path])
    preview.wait("releases/2.1/", "PyTorch 2.1", without=[told])


def test_what_went_while_a_build_failed_is_gone(preview, mended):
    """No page is left over from before."""
    theme = preview.folder / "templates" / "theme" / "main.html"
    theme.write_bytes(mended[theme] + b"{% block footer %}{{ page.nowhere.at }}{% endblock %}")
    preview.wait("releases/9.9/", "nowhere")
    preview.seed.unlink()
    theme.write_bytes(mended[theme])
    gone(preview, "nowhere")


@pytest.mark.usefixtures("mended")
def test_what_goes_after_the_second_language_failed_is_gone(preview):
    """The plugin for languages keeps MkDocs from clearing the site while it builds that one, and then for ever."""
    missing = preview.folder / "docs" / "en" / "picture.png"
    missing.symlink_to("nowhere")
    preview.seed.write_text(SEED.format("改过的正文"), encoding="utf-8")
    preview.wait("releases/9.9/", "picture.png: cannot be read or written")
    missing.unlink()
    preview.seed.write_text(SEED.format("修好的正文"), encoding="utf-8")
    preview.wait("releases/9.9/", "修好的正文")
    preview.seed.unlink()
    gone(preview, "cannot be read")


def gone(preview, told):
    """The small seed is, with all that was made of it."""
    preview.wait("releases/", "PyTorch 2.1", without=[told, ">9.9<"])
    assert preview.file("releases/9.9/")[0] == 404
    assert preview.file("sources/new/")[0] == 404


def edit(dice, path, before, others):
    """Do to a file what editors, tools and people do."""
    match dice.randrange(8):
        case 0:
            path.unlink(missing_ok=True)
        case 1:
            path.write_bytes(b"")
        case 2:
            path.write_bytes(before[: dice.randrange(len(before) + 1)])
        case 3:
            start = dice.randrange(len(before) + 1)
            path.write_bytes(before[:start] + dice.randbytes(dice.randrange(9)) + before[start + dice.randrange(9) :])
        case 4:
            path.write_bytes(dice.choice(others))
        case 5:  # as slow as a copy over the network
            with path.open("wb", buffering=0) as stream:
                stream.write(before[: len(before) // 2])
                time.sleep(PAUSE)
                stream.write(before[len(before) // 2 :])
        case _:
            path.write_bytes(before)


def test_hundreds_of_random_edits(preview, mended, tmp_path):
    """The server answers all along, and in the end shows what a fresh build makes of the files."""
    dice = random.Random(7)  # noqa: S311  no secret
    paths, contents = list(mended), list(mended.values())
    for number in range(EDITS):
        if dice.random() < MENDED:
            restore(mended)
        path = dice.choice(paths)
        edit(dice, path, mended[path], contents)
        time.sleep(dice.uniform(0, PAUSE))
        if number % 10 == 0:
            assert preview.file(dice.choice(["", "releases/2.1/", "en/features/", "api/v1/features.json"]))[0]
    restore(mended)
    preview.seed.write_text(SEED.format("最后的正文"), encoding="utf-8")
    preview.wait("releases/9.9/", "最后的正文")
    preview.seed.unlink()  # it has problems, which only a preview shows on its pages
    preview.wait("releases/", without=[">9.9<"])
    done = checkout.mkdocs(preview.folder, "build", "-d", str(tmp_path / "site"), SITE_URL=preview.address)
    assert done.returncode == 0, done.stderr[-2000:]
    assert preview.different(tmp_path / "site") == []


def test_nothing_was_a_traceback(preview):
    assert preview.said().partition("Traceback")[2][:4000] == ""
