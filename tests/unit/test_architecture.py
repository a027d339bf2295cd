"""The architecture: which modules may import which, and what code and templates may not know."""

import re
import tomllib
from graphlib import TopologicalSorter
from importlib import resources
from pathlib import Path

import jinja2
import pytest
from jinja2 import nodes

from atlas.seeds.files import find_seeds
from atlas.site.kinds import PAGE_KINDS
from support.checkout import ROOT
from support.modules import imported

HOOKS = ROOT / "hooks"
ORDERS = {  # of a package's parts, in the order of the data flow: each imports only from itself and those before it
    "atlas": "core document knowledge seeds clean translate extract originals history site pipeline cli __main__",
    "atlas/site": "paths bundles updated sanitize content page words view parts kinds site search exports environment head render",
}
SELECTING = {"selectattr", "rejectattr", "map", "groupby", "sort"}  # filters
ARITHMETIC = (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow, nodes.Neg, nodes.Pos)
ORDERING = {"gt", "gteq", "lt", "lteq"}  # comparisons
MAX_NAMES = 3  # of a chain that begins with the page: page.release.version
MAX_BAR_ENTRIES = 6
NAMED_FILE = re.compile(r"(?<![\w./-])(?:[a-z_]+/)+[a-z0-9_-]+\.(?:py|js|css|html|yml|txt|po)\b")


@pytest.mark.parametrize("folder", ORDERS)
def test_no_part_of_a_package_imports_a_later_one(folder):
    order, package = ORDERS[folder].split(), folder.replace("/", ".")
    parts = {path: path.relative_to(HOOKS / folder).with_suffix("").parts[0] for path in (HOOKS / folder).rglob("*.py")}
    assert set(parts.values()) == {*order, "__init__"}, "give the new one its place"
    for path, part in parts.items():
        used = {name.split(".")[package.count(".") + 1] for name in imported(path) if name.startswith(f"{package}.")}
        later = set(order[order.index(part) + 1 :]) if part in order else set()
        assert not used & later, f"{path.relative_to(HOOKS)} imports {sorted(used & later)}"


def test_no_modules_import_one_another():
    """Not even by way of others."""
    paths = {".".join(path.relative_to(HOOKS).with_suffix("").parts): path for path in HOOKS.rglob("*.py")}
    modules = {name.removesuffix(".__init__"): path for name, path in paths.items()}
    used = {name: {u if u in modules else u.rpartition(".")[0] for u in imported(modules[name])} for name in modules}
    TopologicalSorter(used).prepare()  # raises CycleError


def test_only_the_adapter_imports_mkdocs():
    importing = {p.name for p in HOOKS.rglob("*.py") if any(n.split(".")[0] == "mkdocs" for n in imported(p))}
    assert importing == {"mkdocs_hooks.py"}


def test_code_knows_no_particular_seed():
    """A new announcement needs no code: code and templates never name a seed."""
    paths = find_seeds(ROOT / "seeds").paths
    names = {name for path in paths for name in (path.name, path.stem) if name == path.name or len(name) > 12}
    files = [*HOOKS.rglob("*.py"), *(ROOT / "templates").rglob("*.html")]
    assert names
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert [name for name in names if name in text] == [], path


def owner(node):
    """Return the name at the root of a chain of attributes and items."""
    while isinstance(node, nodes.Getattr | nodes.Getitem | nodes.Call):
        node = node.node
    return getattr(node, "name", "")


def names_of(node):
    """Return how many names a chain of attributes and items has; calls end it."""
    return 1 + names_of(node.node) if isinstance(node, nodes.Getattr | nodes.Getitem) else 1


def test_templates_show_and_decide_nothing():
    """They ask whether there is something to show, not which level, language or kind of source it is, or how many.

    They call nothing of the collection or the knowledge, filter no lists by attributes, compute nothing and reach for
    nothing deep in the page. MkDocs' own front matter says which page has a table of contents. A text of the theme that
    has its values after a % is no arithmetic: MkDocs' translations have them there.
    """
    environment = jinja2.Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    paths = list((ROOT / "templates").rglob("*.html"))
    assert len(paths) > 20
    for path in paths:
        tree = environment.parse(path.read_text(encoding="utf-8"))
        compared = [
            part for each in tree.find_all(nodes.Compare) for part in (each.expr, *(op.expr for op in each.ops))
        ]
        words = [part.value for part in compared if isinstance(part, nodes.Const) and isinstance(part.value, str)]
        assert words in ([], ["toc"]), path
        numbers = [part.value for part in compared if isinstance(part, nodes.Const) and isinstance(part.value, int)]
        assert numbers == [], path
        assert not {op.op for each in tree.find_all(nodes.Compare) for op in each.ops} & ORDERING, path
        computed = [
            each for each in tree.find_all(ARITHMETIC) if not isinstance(getattr(each, "right", None), nodes.Dict)
        ]
        assert [each.lineno for each in computed] == [], path
        chains = [each for each in tree.find_all((nodes.Getattr, nodes.Getitem)) if owner(each) == "page"]
        assert [each.lineno for each in chains if names_of(each) > MAX_NAMES] == [], path
        assert not {owner(call.node) for call in tree.find_all(nodes.Call)} & {"collection", "knowledge"}, path
        assert not {each.name for each in tree.find_all(nodes.Filter)} & SELECTING, path


def test_templates_and_scripts_are_no_wider_than_code():
    width = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["line-length"]
    templates = [path for path in (ROOT / "templates").rglob("*") if path.suffix in (".html", ".txt")]
    scripts = list((ROOT / "docs" / "assets" / "js").rglob("*.js"))
    paths = [*templates, *scripts]
    assert len(templates) > 20 < len(scripts)
    for path in paths:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert [number for number, line in enumerate(lines, start=1) if len(line) > width] == [], path


@pytest.mark.parametrize("kind", PAGE_KINDS, ids=lambda kind: kind.__name__)
def test_a_template_names_the_values_that_it_shows(kind):
    head = (ROOT / "templates" / kind.template).read_text(encoding="utf-8").partition("\n")[0]
    path = f"hooks/{kind.__module__.replace('.', '/')}.py"
    assert head == f"{{# Shows: {kind.values.__annotations__['return']}, {path} #}}"


def test_the_bar_has_room_for_its_entries():
    in_bar = [kind.__name__ for kind in PAGE_KINDS if kind.in_bar]
    entries = [*in_bar, "About"]
    reason = "one more, and the tools of a release's bar are too narrow at 1280 pixels (axe: target-size)"
    assert len(entries) <= MAX_BAR_ENTRIES, f"{', '.join(entries)}: {reason}: take one out (in_bar)"


def test_files_that_texts_name_exist():
    """Those of documents, with their folder, and those that heads of data, modules, templates and scripts name."""
    texts = [*ROOT.glob("*.md"), *(ROOT / "tests").glob("*.md"), *(ROOT / "seeds" / "knowledge").rglob("*.yml")]
    texts += [path for path in (ROOT / "docs" / "assets").rglob("*.*") if path.suffix in (".js", ".css")]
    texts += [*HOOKS.rglob("*.py"), *(ROOT / "templates").rglob("*.html")]
    named = {(path, name) for path in texts for name in NAMED_FILE.findall(path.read_text(encoding="utf-8"))}
    assert len(named) > 30
    folders = [ROOT / name for name in ("", "hooks/atlas", "hooks/atlas/site", "tests", "docs", "templates")]
    folders += [ROOT / "templates" / "theme", Path(str(resources.files("material"))) / "templates"]
    missing = {(path.name, name) for path, name in named if not any((folder / name).exists() for folder in folders)}
    assert missing == set()
