"""The architecture: which modules may import which; and the integrity of committed catalogs."""

import ast
import re
import shutil

import jinja2
import polib
import pytest

from atlas import __main__ as command
from atlas.sources.seeds import find
from support.checkout import COLLECTION, ROOT, files

HOOKS = ROOT / "hooks"
# Packages in the order of the data flow: each imports only from itself and those before it.
PACKAGES = ["core", "document", "knowledge", "sources", "clean", "translate", "extract", "originals"]
PACKAGES += ["history", "site", "pipeline", "cli", "__main__"]


def imported(path):
    """Yield the full names of everything that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_no_package_imports_a_later_one():
    for path in sorted((HOOKS / "atlas").rglob("*.py")):
        package = path.relative_to(HOOKS / "atlas").with_suffix("").parts[0]
        used = {name.split(".")[1] for name in imported(path) if name.startswith("atlas.")}
        later = set(PACKAGES[PACKAGES.index(package) + 1 :]) if package in PACKAGES else set()
        assert not used & later, f"{path.relative_to(HOOKS)} imports {sorted(used & later)}"


def test_only_the_adapter_imports_mkdocs():
    importing = {p.name for p in HOOKS.rglob("*.py") if any(n.split(".")[0] == "mkdocs" for n in imported(p))}
    assert importing == {"mkdocs_hooks.py"}


def test_code_knows_no_particular_seed():
    """A new announcement needs no code: code and templates never name a seed."""
    paths, _ = find(ROOT / "seeds")
    names = {name for path in paths for name in (path.name, path.stem) if name == path.name or len(name) > 12}
    files = [*HOOKS.rglob("*.py"), *(ROOT / "templates").rglob("*.md"), *(ROOT / "templates").rglob("*.html")]
    assert names
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert [name for name in names if name in text] == [], path


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(p, id=p.relative_to(ROOT).as_posix())
        for p in sorted(ROOT.glob("**/translations/**/*.po"))
        if ".venv" not in p.parts and "site" not in p.parts
    ],
)
def test_catalogs_are_sound(path):
    """What ``msgfmt --check`` checks: a header, unique msgids, the same placeholders and line ends."""
    po = polib.pofile(str(path), check_for_duplicates=True)
    assert po.metadata["Content-Type"] == "text/plain; charset=UTF-8"
    assert po.metadata["Language"]
    po.to_binary()
    for entry in po:
        for text in filter(None, [entry.msgstr, *entry.msgstr_plural.values()]):
            assert sorted(re.findall(r"%\(\w+\)[sd]", entry.msgid)) == sorted(re.findall(r"%\(\w+\)[sd]", text)), (
                entry.msgid
            )
            assert entry.msgid.endswith("\n") == text.endswith("\n"), entry.msgid
            assert entry.msgid.startswith("\n") == text.startswith("\n"), entry.msgid
        assert not entry.fuzzy, entry.msgid
        assert entry.translated() or "seeds" in path.parts, entry.msgid


@pytest.mark.parametrize("root", [ROOT, COLLECTION], ids=["seeds", "collection"])
def test_updating_translations_changes_nothing(tmp_path, monkeypatch, root):
    """The committed catalogs are what ``translations update`` writes."""
    shutil.copytree(root / "seeds", tmp_path / "seeds")
    before = files(tmp_path)
    monkeypatch.setattr(command, "ROOT", tmp_path)
    assert command.main(["translations", "update"]) == 0
    after = files(tmp_path)
    assert [path for path in before.keys() | after.keys() if before.get(path) != after.get(path)] == []


def test_templates_show_and_decide_nothing():
    """They ask whether there is something to show, not which level, language or kind of source it is."""
    compared = re.compile(r"""\{%-? *(?:el)?if\b[^%]*?(?:[=!]=|\bin\b) *["'(]""")
    for path in (ROOT / "templates").glob("*.*"):
        assert compared.findall(path.read_text(encoding="utf-8")) == [], path


def test_the_themes_words_are_translated():
    """Words of other templates that are not become a problem of the build."""
    known = {entry.msgid for entry in polib.pofile(str(ROOT / "templates/translations/en.po"))}
    environment = jinja2.Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    paths = sorted((ROOT / "templates/theme").rglob("*.html"))
    texts = {path.name: path.read_text(encoding="utf-8") for path in paths}
    used = {(name, words) for name in texts for _, _, words in environment.extract_translations(texts[name])}
    assert used
    assert {(name, words) for name, words in used if words not in known} == set()
