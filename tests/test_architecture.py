"""The shape of the code, and data that must be whole: who imports whom, sizes, catalogs."""

from __future__ import annotations

import ast
import re
from datetime import date

import polib
import pytest

import checkout
import whole
from atlas import catalog, translate
from atlas.markdown_words import parse_inline
from atlas.segments import segments
from conftest import ROOT

HOOKS = ROOT / "hooks"
# What every stage speaks; limits stand in one place for all, and untrusted alone opens what strangers send.
SHARED = {"document", "limits", "memory", "model", "page", "release", "untrusted", "walk"}
# One library, one room.
ROOMS = {
    "mkdocs": {"mkdocs_hooks", "mkdocs_press", "mkdocs_preview", "mkdocs_publish", "mkdocs_reuse"},
    "click": {"mkdocs_hooks"},  # MkDocs' own command line
    # the last three: MkDocs' environment, and what goes wrong in it
    "jinja2": {"render", "interface", "memory", "mkdocs_hooks", "mkdocs_press", "mkdocs_publish"},
    "markdown_it": {"read_markdown", "markdown_words"},
    "bs4": {"read_html", "html_words"},
    "polib": {"catalog", "render", "interface"},
    "pydantic": {"knowledge", "exports"},
    "frontmatter": {"seed"},
    "yaml": {"seed", "knowledge", "tree"},  # which rewrites mkdocs.yml
    "nh3": {"sanitize"},
    "pygments": {"write"},
    "clang_format": {"clean"},
    "html_to_markdown": {"exports"},
    "PIL": {"cards"},
}
# A stage may see what stands before it only as data: these few hold data that others read.
DATA = {
    "cards": {"history", "knowledge"},
    "catalog": {"knowledge"},
    "clean": {"days", "knowledge", "vocabulary"},
    "understand": {"days", "knowledge", "vocabulary"},
    "vocabulary": {"knowledge"},
    "read_html": {"html_words"},
    "read_markdown": {"markdown_words"},
    "head": {"write"},
    "history": {"knowledge"},
    "knowledge": {"errata"},  # the shape of an erratum
    "exports": {"history", "knowledge", "write"},
    "pictures": {"history", "knowledge"},
    "render": {"history", "write", "interface", "repairs", "reports", "knowledge", "pictures"},
    "reports": {"history", "interface", "knowledge", "repairs"},
    "interface": set(),
    "search": {"history", "interface", "knowledge", "write"},
    "repairs": set(),
    "segments": {"catalog", "write"},
    "terminal": {"summary", "knowledge"},
}
TOP = {
    "pipeline",
    "convert",
    "translate",
    "summary",
    "translations",
    "prefill",
    "tree",
    "__main__",
}  # what stands on every stage


def modules():
    return [pytest.param(path, id=path.relative_to(HOOKS).as_posix()) for path in sorted(HOOKS.rglob("*.py"))]


def stage(path):
    parts = path.relative_to(HOOKS).with_suffix("").parts
    return parts[1] if parts[0] == "atlas" and len(parts) > 1 else parts[0]


def imports(path):
    """Full names of what a module imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", modules())
def test_one_library_one_room(path):
    found = {name.partition(".")[0] for name in imports(path)}
    for library, rooms in ROOMS.items():
        assert library not in found or stage(path) in rooms, f"{library} belongs in {sorted(rooms)}"


@pytest.mark.parametrize("path", modules())
def test_stages_do_not_import_each_other(path):
    own = stage(path)
    if own in TOP or own in ("mkdocs_hooks", "mkdocs_press", "mkdocs_publish"):
        return
    used = {name.split(".")[1] for name in imports(path) if name.startswith("atlas.")}
    allowed = {own} | SHARED | DATA.get(own, set())
    assert used <= allowed, f"{own} imports {sorted(used - allowed)}: let them meet in pipeline"


@pytest.mark.parametrize("name", ["mkdocs_hooks", "mkdocs_press"])
def test_the_hook_file_reaches_only_the_pipeline(name):
    used = {name for name in imports(HOOKS / f"{name}.py") if name.startswith("atlas")}
    # head: it alone knows the pages made by hand
    assert {name.split(".")[1] for name in used} <= {"pipeline", "model", "page", "memory", "head"}


@pytest.mark.parametrize("path", modules())
def test_modules_are_short_enough_to_read(path):
    assert path.read_text(encoding="utf-8").count("\n") <= 300


@pytest.mark.parametrize("path", modules())
def test_no_clock_and_no_network_in_the_stages(path):
    found = {name.partition(".")[0] for name in imports(path)}
    clock = {"mkdocs_progress"}  # which tells how far a build is that takes long
    assert not found & {
        "socket",
        "urllib3",
        "requests",
        "httpx",
        "random",
        *(() if stage(path) in clock else ("time",)),
    }
    if stage(path) != "engine":  # its only work is to ask a translation engine, which nothing but prefill does
        assert "http" not in found
        assert not [name for name in imports(path) if name.startswith(("urllib.request", "urllib.error"))]
    if stage(path) not in TOP | {"mkdocs_hooks"}:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\.now\(|\.today\(|os\.environ|getenv", text)


def test_nothing_but_prefill_reaches_the_engine():
    """A build, the preview and every other command have no way to the network."""

    def importers(wanted):
        return {stage(p) for p in HOOKS.rglob("*.py") if any(re.match(rf"atlas\.{wanted}\b", n) for n in imports(p))}

    assert importers("engine") == {"prefill", "__main__"}
    assert importers("prefill") == {"__main__"}


def test_code_knows_no_particular_seed():
    """A new announcement needs no code: no seed, version's address or title is named in code and templates."""
    seeds = [path.stem for path in (ROOT / "seeds").glob("*.txt")]
    files = [*HOOKS.rglob("*.py"), *(ROOT / "templates").rglob("*.md"), *(ROOT / "templates").rglob("*.html")]
    assert seeds
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert [name for name in seeds if name in text or name.split("_")[-1] in text] == [], path


# --- translations ---------------------------------------------------------------------------------


def test_every_text_is_translated_and_agrees(releases):
    for release in releases.values():
        _, problems = translate.load_catalog(ROOT, release)
        assert [str(problem) for problem in problems] == []
        assert segments(release)


def test_every_word_of_the_interface_is_translated():
    site = whole.build(ROOT, date(2026, 1, 1))
    assert [str(p) for p in site.problems if p.path.startswith("templates/")] == []
    words = polib.pofile(str(ROOT / "templates" / "translations" / "en.po"))
    assert [entry.msgid for entry in words if not entry.translated()] == []


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(p, id=p.relative_to(ROOT).as_posix())
        for p in sorted(ROOT.glob("**/translations/**/*.po"))
        if ".venv" not in p.parts and "site" not in p.parts
    ],
)
def test_catalogs_are_sound(path):
    """What ``msgfmt --check`` asks: a header, each msgid once, the same placeholders and line ends."""
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


def test_english_holds_no_chinese_words(releases):
    """Names of people and quoted originals aside, a translation is in its language."""
    for release in releases.values():
        loaded, _ = catalog.load(ROOT / translate.catalog_path(release.seed), "catalog")
        for msgid, msgstr in loaded.messages.items():
            assert not re.search(r"[\u3400-\u9fff]{5,}", msgstr), msgid
            assert parse_inline(msgstr)


def test_updating_translations_changes_nothing(tmp_path):
    """The committed catalogs are what ``translations update`` writes."""
    folder = checkout.copy(tmp_path / "副本 copy")
    catalogs = sorted(folder.glob("seeds/translations/**/*.po"))
    before = {path: path.read_bytes() for path in catalogs}
    done = checkout.atlas(folder, "translations", "update")
    assert done.returncode == 0, done.stderr[-2000:]
    assert [path.name for path in catalogs if path.read_bytes() != before[path]] == []
    assert sorted(folder.glob("seeds/translations/**/*.po")) == catalogs
