"""``mkdocs serve``: the preview follows its files, whatever happens to them, and recovers on its own."""

import random
import time

import pytest

from support import checkout
from support.preview import SEED, START, restore, write

pytestmark = [
    pytest.mark.slow("a rebuild for each edit, and the time until it is noticed"),
    pytest.mark.usefixtures("before"),
]

EDITS = 150
PAUSE = 0.1  # maximum seconds between two edits; a rebuild takes longer
RESTORED = 0.4  # probability of restoring all files before an edit, so that mostly one or two are broken


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
    """The server keeps answering, shows the problem in both languages, and recovers once the seed is corrected."""
    preview.seed.write_bytes(content)
    preview.wait("", problem, 'role="alert"')
    assert problem in preview.wait("en/", 'role="alert"')
    assert START in preview.page("releases/9.9/"), "the last whole page is gone"
    write(preview, "修好的正文")
    preview.wait("releases/9.9/", "修好的正文", without=[problem])


def test_an_edit_is_shown_beside_an_error_in_another_file(preview, before):
    """With a broken catalog, pages still follow edits, and show the problem."""
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


SHOWN = {  # file, text added to it (None deletes it), and the problem that pages then show
    "catalog-gone": ("seeds/translations/en/{seed}.po", None, "complete seeds/translations/en/{seed}.po"),
    "knowledge": ("seeds/knowledge/glossary.yml", b"\n- x: [", "seeds/knowledge/glossary.yml:"),
    "knowledge-gone": ("seeds/knowledge/areas.yml", None, "seeds/knowledge/areas.yml: is missing"),
    "template": ("templates/release.html", b"{% if", "templates/release.html:"),
    "template-gone": ("templates/release.html", None, "release.html"),
    "macros": ("templates/macros.html", b"{% if", "templates/macros.html:"),
    "words": ("templates/translations/zh.po", b"\nnonsense\n", "templates/translations/zh.po"),
}


@pytest.mark.parametrize("what", SHOWN)
def test_a_broken_file_is_shown_and_recovered_from(preview, before, what):
    name, added, problem = SHOWN[what]
    seed = min((preview.folder / "seeds").glob("*.txt")).stem
    path, problem = preview.folder / name.format(seed=seed), problem.format(seed=seed)
    path.unlink() if added is None else path.write_bytes(before[path] + added)
    for page in ("releases/2.0/", "en/releases/2.0/"):
        preview.wait(page, problem, "livereload")
    path.write_bytes(before[path])
    preview.wait("releases/2.0/", "PyTorch 2.0", without=[problem])


def test_no_broken_input_causes_a_traceback(preview):
    assert preview.log_text().partition("Traceback")[2][:4000] == ""


WAITING = {  # what MkDocs itself cannot build: it logs the problem, and pages are not updated
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
    preview.wait_for_log(problem)
    path.write_bytes(before[path])
    write(preview, what)
    preview.wait("releases/9.9/", what)


def edit(dice, path, content, others):
    """Change a file as editors, tools and people do."""
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
    paths = [path for path in before if "theme" not in path.parts and path.suffix != ".yml"]  # those block updates
    for _ in range(EDITS):
        if dice.random() < RESTORED:
            restore(before)
        path = dice.choice(paths)
        edit(dice, path, before[path], list(before.values()))
        time.sleep(dice.uniform(0, PAUSE))
    restore(before)
    write(preview, "最后的正文")
    preview.wait("releases/9.9/", "最后的正文")
    preview.seed.unlink()  # its problems are shown by a preview only
    preview.wait("releases/", without=[">9.9<"])
    done = checkout.mkdocs(preview.folder, "build", "-d", str(tmp_path / "site"), SITE_URL=preview.address)
    assert done.returncode == 0, done.stderr[-2000:]
    assert preview.different(tmp_path / "site") == []
