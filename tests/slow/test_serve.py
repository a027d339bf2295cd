"""``mkdocs serve``: a preview that follows its seeds, shows what is wrong with them, and recovers by itself."""

from __future__ import annotations

import pytest

from support.preview import SEED, serving


@pytest.fixture(scope="module")
def preview(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("serve") / "预览 copy", tmp_path_factory.mktemp("log") / "log") as running:
        yield running


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


def test_an_edit_is_shown_beside_an_error_elsewhere(preview):
    """A catalog that is broken costs no page: all go on with what is edited, and say what is wrong."""
    path = min((preview.folder / "seeds" / "translations" / "en").glob("*.po"))
    before = path.read_bytes()
    path.write_bytes(before + b'\nmsgid "x\n')
    preview.wait("releases/9.9/", "is not a valid catalog")
    preview.seed.write_text(SEED.format("改过的正文"), encoding="utf-8")
    preview.wait("releases/9.9/", "改过的正文", "is not a valid catalog")
    path.write_bytes(before)
    preview.wait("releases/9.9/", "改过的正文", without=["is not a valid catalog"])


def test_a_new_seed_appears_and_a_deleted_one_goes(preview):
    other = preview.seed.with_name("other.md")
    other.write_text(SEED.format("另一篇").replace("9.9", "9.8"), encoding="utf-8")
    preview.wait("releases/9.8/", "另一篇")
    other.unlink()
    preview.wait("releases/", "9.9", without=[">9.8<"])


def test_nothing_was_a_traceback(preview):
    assert "Traceback" not in preview.said()
