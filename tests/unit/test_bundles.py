"""Joined style sheets and scripts."""

import pytest

from atlas.site import exports
from atlas.site.bundles import Bundles
from atlas.site.site import Site

FILES = {
    "css/a.css": "/* What a\n   styles */\n.a {\n  color: red; /* as in b */\n}\n",
    "css/b.css": ".b { color: red; }\n",
    "js/shared.js": "// Said once\n/** The number\n  * two. */\nexport function two() {\n  return 'export 2';\n}\n",
    "js/one.js": 'import { two } from "./shared.js";\n\nconst own = two();\n',
    "js/other.js": '// Other\nimport { two } from "./shared.js";\n\nconst own = `${two()}//`;\n',
}


@pytest.fixture
def bundles(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return Bundles(tmp_path, {"made": ".made { top: 0; }"})


def test_style_sheets_stand_in_their_order_without_comments(bundles):
    path = bundles.styles(("b", "made", "a"))
    assert dict(bundles.files()) == {path: ".b{color:red}\n.made{top:0}\n.a{color:red}\n"}


def test_modules_keep_their_names_to_themselves_and_share_what_they_import(bundles):
    path = bundles.scripts(("one", "other"))
    shared, one, other = (
        "function two() {\nreturn 'export 2';\n}\n",
        "{\nconst own = two();\n}\n",
        "{\nconst own = `${two()}//`;\n}\n",
    )
    assert dict(bundles.files())[path] == shared + one + other


def test_modules_that_are_fetched_keep_their_names_without_comments(tmp_path):
    module = tmp_path / "js" / "search" / "found.js"
    module.parent.mkdir(parents=True)
    module.write_text("// Finds\n/** Two. */\nexport const two = 2; // as said\n", encoding="utf-8")
    assert dict(Bundles(tmp_path).files()) == {"assets/js/search/found.js": "\nexport const two = 2;\n"}


def test_a_name_changes_with_the_content_only(bundles, tmp_path):
    before = bundles.styles(("a",))
    assert bundles.styles(("a",)) == before
    (tmp_path / "css" / "a.css").write_text(".a { color: blue; }", encoding="utf-8")
    assert Bundles(tmp_path).styles(("a",)) != before
    assert Bundles(tmp_path).styles(("b",)) != Bundles(tmp_path).styles(("b", "a"))


def test_a_site_that_has_only_problems_has_what_its_pages_load(bundles):
    path = bundles.styles(("a",))
    assert [name for name, _ in exports.files(Site(), bundles)] == [path]
