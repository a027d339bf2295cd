"""New data fails no test: an announcement with features, a catalog, a level, an area, a term and an erratum."""

import faulthandler
import os
import shutil
import subprocess
import sys

import polib
import pytest

from support.cases import cases
from support.checkout import ROOT

pytestmark = pytest.mark.slow("runs the other tests once more")

CASE = cases("new_data")
MADE = {".git", ".venv", ".mypy_cache", ".pytest_cache", ".ruff_cache", "site", "screenshots"}  # none of it is source


def run(folder, *command):
    """Run Python in the copy, with its own code, and no trace of the test run that this is a part of."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=environ | {"PYTHONPATH": str(folder / "hooks")},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )


@pytest.fixture(scope="module")
def extended(tmp_path_factory):
    """A copy of the whole repository with new data."""
    folder = tmp_path_factory.mktemp("extended") / "copy"

    def unneeded(parent, names):
        return {name for name in names if name == "__pycache__" or (parent == str(ROOT) and name in MADE)}

    shutil.copytree(ROOT, folder, ignore=unneeded)
    seeds = folder / "seeds"
    for name, text in CASE["written"].items():
        (seeds / name).write_text(text, encoding="utf-8")
    for name, text in CASE["appended"].items():
        with (seeds / name).open("a", encoding="utf-8") as file:
            file.write(text)
    for name, after, text in CASE["inserted"]:
        before = (seeds / name).read_text(encoding="utf-8")
        assert before.count(after) == 1
        (seeds / name).write_text(before.replace(after, after + text), encoding="utf-8")
    assert run(folder, "-m", "atlas", "translations", "update").returncode == 0
    path = seeds / "translations" / "en" / "invented-0.0.1.po"
    po = polib.pofile(str(path), wrapwidth=0)
    for entry in po:
        entry.msgstr, entry.flags, entry.previous_msgid = CASE["english"][entry.msgid], [], None
    po.save(str(path))
    done = run(folder, "-m", "atlas", "translations", "check")
    assert (done.returncode, done.stderr) == (0, "")
    return folder


@pytest.mark.parametrize("part", ["unit", "corpus", "site", "browser"])
def test_the_other_tests_pass(extended, tmp_path, part):
    faulthandler.cancel_dump_traceback_later()  # the limit is for one test; each of these has it, and run() has its own
    options = ("-m", "not slow", "-p", "no:cacheprovider", "--basetemp", str(tmp_path / "base"))
    done = run(extended, "-m", "pytest", *options, f"tests/{part}")
    assert done.returncode == 0, done.stdout[-4000:]
