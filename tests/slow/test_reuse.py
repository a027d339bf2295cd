"""What builds take from earlier ones: never wrong, whatever was edited, torn or deleted in between."""

import json
import pickle
import random
import shutil

import pytest
from test_memory import AREA, ERRATUM, PO, SEED

from atlas.core.memory import Packed, digest, loads
from atlas.core.store import Store
from mkdocs_reuse import Reuse
from support import checkout

SITE = "https://example.org/"


# --- whole builds -----------------------------------------------------------------------------------


def put(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def swap(name, old, new):
    def edit(folder):
        path = folder / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{name} no longer holds {old!r}"
        put(folder, name, text.replace(old, new))

    return edit


def each_file(of, change):
    def edit(folder):
        found = [path for path in sorted(folder.glob(of)) if path.is_file()]
        assert found, of
        for path in found:
            change(path)

    return edit


EDITS = {
    "a seed": lambda folder: put(folder, "seeds/8.md", SEED.format("8", "新的")),
    "a new seed": lambda folder: put(folder, "seeds/a.md", SEED.format("6", "起初")),
    "a seed deleted": lambda folder: (folder / "seeds/9.md").unlink(),
    "an erratum": lambda folder: put(folder, "seeds/knowledge/errata/8.yml", ERRATUM),
    "a catalog": lambda folder: put(folder, "seeds/translations/en/8.po", PO.format("Text of `torch.x`, first.")),
    "knowledge": lambda folder: put(
        folder,
        "seeds/knowledge/areas.yml",
        (folder / "seeds/knowledge/areas.yml").read_text(encoding="utf-8") + AREA,
    ),
    "a template": swap("templates/release.md", 'class="facts"', 'class="facts other"'),
    "a macro": swap("templates/macros.html", 'class="evidence-link"', 'class="evidence-link other"'),
    "the theme": swap("templates/theme/partials/menu.html", "<", "<!-- other --><"),
    "words of the interface": swap("templates/translations/en.po", 'msgstr "Releases"', 'msgstr "Versions"'),
    "settings": swap("mkdocs.yml", "site_name: PyTorch Release Atlas", "site_name: Another Atlas"),
    "a page by hand": swap("docs/zh/about.md", "版本图鉴", "版本大全"),
    "a file": swap("docs/assets/atlas.css", ":root", ":root, .other"),
    "the code of the writer": swap("hooks/atlas/contents.py", 'class="headerlink"', 'class="headerlink other"'),
    "the code of the hooks": swap("hooks/mkdocs_hooks.py", "parts < 2", "parts < 3"),
    "torn memories": each_file(".cache/atlas/seeds/*", lambda path: path.write_bytes(path.read_bytes()[:-9])),
    "memories of others": each_file(".cache/atlas/seeds/*", lambda path: path.write_bytes(b"0" * 99)),
    "a torn list of pages": each_file(".cache/atlas/pages.json", lambda path: path.write_text("{")),
    "no memories": lambda folder: shutil.rmtree(folder / ".cache"),
    "the previous site": each_file("site/releases/*/index.html", lambda path: path.write_text("edited")),
    "files of the previous site": each_file("site/en/report/*/index.md", lambda path: path.unlink()),
    "the whole previous site": lambda folder: shutil.rmtree(folder / "site"),
}


def built(folder, **environ):
    done = checkout.mkdocs(folder, "build", "--quiet", **environ)
    assert done.returncode == 0, done.stderr
    site = folder / "site"
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}


@pytest.fixture
def desk(tmp_path):
    folder = checkout.copy(tmp_path / "checkout")
    for path in (*folder.glob("seeds/*.txt"), *folder.glob("seeds/knowledge/errata/*"), *folder.glob("seeds/tr*/en/*")):
        path.unlink()
    put(folder, "seeds/knowledge/dates.yml", "[]\n")  # of releases that are gone
    for name in ("8", "9"):
        put(folder, f"seeds/{name}.md", SEED.format(name, "起初"))
    return folder


@pytest.mark.parametrize("order", range(2))
def test_after_any_edits_a_build_is_as_a_fresh_one(desk, tmp_path, order):
    edits = list(EDITS.items())
    random.Random(order).shuffle(edits)  # noqa: S311  an order, and no secret
    built(desk)
    while edits:
        some, edits = edits[:3], edits[3:]
        for _, edit in some:
            if not (desk / "site").exists() or not (desk / ".cache").exists():
                built(desk)  # what is deleted next has to be there
            edit(desk)
        site = {"SITE_URL": f"{SITE}{len(edits) % 2}/"}
        again = built(desk, **site)
        fresh = checkout.copy(tmp_path / f"fresh {len(edits)}", desk)
        assert again == built(fresh, **site), f"not as a fresh build after {[name for name, _ in some]}"


def test_what_did_not_change_is_taken(desk):
    """Seen by what nobody could write anew: a page of the previous site with a word of its own."""
    built(desk)
    page, listed = desk / "site/releases/9.8/index.html", desk / ".cache/atlas/pages.json"
    page.write_bytes(page.read_bytes() + b"<!-- as it was -->")
    known = json.loads(listed.read_bytes())
    known["releases/9.8/"][1] = digest(page.read_bytes())
    listed.write_text(json.dumps(known), encoding="utf-8")
    memories = {path: path.stat().st_mtime_ns for path in desk.glob(".cache/atlas/seeds/*")}
    assert len(memories) == 4, "two seeds and two catalogs"
    again = built(desk)
    assert b"<!-- as it was -->" in again["releases/9.8/index.html"]
    assert {path: path.stat().st_mtime_ns for path in desk.glob(".cache/atlas/seeds/*")} == memories
    put(desk, "seeds/9.md", SEED.format("9", "新的"))
    assert b"<!-- as it was -->" in built(desk)["releases/9.8/index.html"], "another seed was edited"
    (desk / "seeds/9.md").unlink()
    built(desk)
    assert len(list(desk.glob(".cache/atlas/seeds/*"))) == 2, "what is gone is remembered"


def test_a_failed_build_leaves_what_was_known(desk):
    built(desk)
    known = (desk / ".cache/atlas/pages.json").read_bytes()
    put(desk, "seeds/9.md", "")
    assert checkout.mkdocs(desk, "build", "--quiet").returncode
    assert (desk / ".cache/atlas/pages.json").read_bytes() == known


# --- files of things --------------------------------------------------------------------------------


def test_a_link_leads_nowhere(desk, tmp_path):
    """What it leads to is neither written nor deleted."""
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / ("0" * 32)).write_text("precious")
    (desk / ".cache" / "atlas").mkdir(parents=True)
    (desk / ".cache" / "atlas" / "seeds").symlink_to(mine)
    built(desk)
    assert [path.name for path in mine.iterdir()] == ["0" * 32]


def test_only_what_a_store_has_put_is_dropped(tmp_path):
    (tmp_path / "precious").touch()
    Store(tmp_path, "of").put("x", "from", "words")
    Store(tmp_path, "of").close()
    assert [path.name for path in tmp_path.iterdir()] == ["precious"]


class Harm:
    def __reduce__(self):
        return print, ("harm",)


def test_only_data_is_read_back(tmp_path, capsys):
    store = Store(tmp_path, "of")
    store.put("x", "from", Harm())
    assert store.get("x", "from") is None
    with pytest.raises(pickle.UnpicklingError, match="is no data"):
        loads(pickle.dumps(Harm()))
    assert capsys.readouterr().out == ""


def test_a_thing_is_of_its_input_and_its_code(tmp_path):
    Store(tmp_path, "of").put("x", "from", Packed("words"))
    assert Store(tmp_path, "of").get("x", "from").open() == "words"
    assert Store(tmp_path, "of").get("x", "other") is None
    assert Store(tmp_path, "other").get("x", "from") is None
    assert Store(tmp_path, "of").get("y", "from") is None


def test_what_cannot_be_kept_is_not(tmp_path):
    (tmp_path / "file").write_text("in the way")
    store = Store(tmp_path / "file", "of")
    store.put("x", "from", "words")
    store.close()
    assert store.get("x", "from") is None


@pytest.mark.parametrize("text", ["", "[]", "null", '{"a/": 1}', '{"a/": []}', '{"a/": ["from"]}'])
def test_a_strange_list_of_pages_is_none(tmp_path, text):
    (tmp_path / "a").mkdir()
    for name in ("index.html", "index.md"):
        (tmp_path / "a" / name).write_text(name)
    (tmp_path / "pages.json").write_text(text)
    assert Reuse(tmp_path / "pages.json", tmp_path).take("a/", "from") is None
