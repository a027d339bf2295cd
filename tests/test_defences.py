"""``make defences``: its entries fit the code, and it tells a defence that a test holds in place from one that none does."""

from __future__ import annotations

import ast
import re

import pytest

import defences
from conftest import ROOT

# Ways in, then inputs, then what stands beside them: whatever is defended against, in the order of the file.
ROWS = (
    "raw HTML",
    "javascript:, vbscript:, data:, //host",
    "attr_list, md_in_html, emoji attributes",
    "a page title",
    "front matter",
    "Jinja in text, macros, snippets",
    "YAML aliases",
    "../ in a path; two seeds, one address",
    "depth and length",
    "two unclosed <div>",
    "bidi, tag, zero-width and control characters",
    "remote images, redirect wrappers",
    "an id of the theme's",
    "msgstr with new links, HTML, lost placeholders",
    "empty, UTF-16/32, NUL, damaged UTF-8, binary; GB18030",
    "BOM, CRLF, CR, no final newline",
    "front matter malformed; no date that is; no version, or twice",
    "no date, future date, no features, unclosed fence or comment, untranslated",
    "1.10 and 1.9; 2.0.1; 2.1.0-rc1",
    "10 MB, endless line, deep nesting",
    "100,000 list items; 5,000 features",
    "unreadable, symlink, FIFO, folder",
    "an error while building",
    "half-written or deleted while serving",
    "locale, zone, place, no network, two builds at once",
    "killed half-way",
    "text lost without a line",
    "a traceback for bad input",
    "a hostile or broken catalog",
    "hostile or broken knowledge",
    "packages",
    "workflows",
)
ENTRIES = [pytest.param(entry, id=f"{entry.row}-{entry.gone}") for entry in defences.load(ROOT)]


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_entry_still_fits(entry):
    """What it takes out stands in its file once, and its tests are there."""
    entry.taken_out((ROOT / entry.file).read_text(encoding="utf-8"))
    assert entry.tests
    for test in entry.tests:
        file, _, name = test.partition("::")
        functions = ast.walk(ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8")))
        assert not name or name.partition("[")[0] in {
            node.name for node in functions if isinstance(node, ast.FunctionDef)
        }, test


def test_every_row_has_a_defence():
    assert list(dict.fromkeys(entry.row for entry in defences.load(ROOT))) == list(ROWS)


def test_what_security_md_names_is_there():
    names = re.findall(r"`([\w./-]+[/.][\w./-]*)`", (ROOT / "SECURITY.md").read_text(encoding="utf-8"))
    assert len(names) > 10
    assert [name for name in names if not (ROOT / name).exists()] == []


ENTRY = '[[defence]]\nrow = "{}"\ngone = "it"\nfile = "hooks/guard.py"\nold = "{}"\nnew = "pass"\ntests = ["test_guard.py"]\n'


@pytest.fixture
def checkout(tmp_path):
    """A checkout whose one test asks that a guard raises, and never that it says why."""
    for folder in ("hooks", "tests", "bench"):
        (tmp_path / folder).mkdir()
    (tmp_path / "hooks" / "guard.py").write_text("def guard():\n    print('why')\n    raise ValueError\n", "utf-8")
    (tmp_path / "tests" / "test_guard.py").write_text(
        "import guard\nimport pytest\n\ndef test_guard():\n    with pytest.raises(ValueError):\n        guard.guard()\n",
        "utf-8",
    )
    return tmp_path


@pytest.mark.parametrize(
    ("old", "status", "verdict"), [("raise ValueError", 0, "caught"), ("print('why')", 1, "SURVIVED")]
)
def test_a_defence_that_no_test_asks_for_survives(checkout, capsys, old, status, verdict):
    (checkout / "bench" / "defences.toml").write_text(ENTRY.format("x", old), "utf-8")
    assert defences.main([], checkout) == status
    assert capsys.readouterr().out.startswith(verdict)
    assert defences.main(["another row"], checkout) == 1


def test_an_entry_that_fits_no_longer_is_an_error(checkout):
    (checkout / "bench" / "defences.toml").write_text(ENTRY.format("x", "raise TypeError"), "utf-8")
    with pytest.raises(ValueError, match="is there 0 times, not once"):
        defences.main([], checkout)


def test_nothing_is_caught_where_tests_fail_anyway(checkout, capsys):
    (checkout / "bench" / "defences.toml").write_text(ENTRY.format("x", "print('why')"), "utf-8")
    (checkout / "tests" / "test_guard.py").write_text("def test_guard():\n    assert False\n", "utf-8")
    assert defences.main([], checkout) == 1
    assert "fail before anything is taken out" in capsys.readouterr().out
