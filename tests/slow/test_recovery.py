"""``mkdocs serve``: problems in files other than seeds are shown, and the preview recovers on its own."""

import pytest

from support.preview import write

pytestmark = [
    pytest.mark.slow("a rebuild for each edit, and the time until it is noticed"),
    pytest.mark.usefixtures("before"),
]

SHOWN = {  # file, text added to it (None deletes it), and the problem that pages then show
    "catalog-gone": ("seeds/translations/en/{seed}.po", None, "complete seeds/translations/en/{seed}.po"),
    "knowledge": ("seeds/knowledge/glossary.yml", b"\n- x: [", "seeds/knowledge/glossary.yml:"),
    "knowledge-gone": ("seeds/knowledge/areas.yml", None, "seeds/knowledge/areas.yml: is missing"),
    "template": ("templates/release.md", b"{% if", "templates/release.md:"),
    "template-gone": ("templates/release.md", None, "release.md"),
    "macros": ("templates/macros.html", b"{% if", "templates/macros.html:"),
    "words": ("templates/translations/en.po", b"\nnonsense\n", "templates/translations/en.po"),
}


@pytest.mark.parametrize("what", SHOWN)
def test_a_broken_file_is_shown_and_recovered_from(preview, before, what):
    name, added, problem = SHOWN[what]
    seed = min((preview.folder / "seeds").glob("*.txt")).stem
    path, problem = preview.folder / name.format(seed=seed), problem.format(seed=seed)
    path.unlink() if added is None else path.write_bytes(before[path] + added)
    for page in ("releases/2.1/", "en/releases/2.1/"):
        preview.wait(page, problem, "livereload")
    path.write_bytes(before[path])
    preview.wait("releases/2.1/", "PyTorch 2.1", without=[problem])


def test_no_input_causes_a_traceback(preview):
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
