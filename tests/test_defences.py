"""``make defences``: its entries fit the code, and it tells a defence that a test holds in place from one that none does."""

from __future__ import annotations

import ast
import re

import pytest

import defences
from conftest import ROOT

ENTRIES = [pytest.param(entry, id=f"{entry.row}-{entry.gone}") for entry in defences.load(ROOT)]


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_entry_still_fits(entry):
    """What it takes out stands in its file once, and its tests are there."""
    entry.taken_out((ROOT / entry.file).read_text(encoding="utf-8"))
    assert entry.tests
    for test in entry.tests:
        file, _, name = test.partition("::")
        functions = ast.walk(ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8")))
        assert not name or name in {node.name for node in functions if isinstance(node, ast.FunctionDef)}, test


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
