"""A level that is added only to seeds/knowledge/stability.yml works everywhere."""

import json
import re

import pytest

from support import checkout, rendering
from support.cases import cases

NEW = cases("new_level")
POST = "# PyTorch 3.{} 发布\n\n发布：2027年1月{}日\n\n## 魔方编译（{}）\n\n正文。\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    words = enumerate(("Preview", "预览版", "Beta", "稳定版"), 1)
    seeds = {f"{number}.md": POST.format(number, number, word) for number, word in words}
    folder = checkout.minimal_copy(tmp_path_factory.mktemp("levels"), seeds)
    vocabulary = folder / "seeds" / "knowledge" / "stability.yml"
    text = vocabulary.read_text(encoding="utf-8").replace('above: ["beta"]', 'above: ["beta", "preview"]')
    text = text.replace("  - id: unclassified\n", NEW["level"] + "  - id: unclassified\n")
    vocabulary.write_text(text.replace("\nlevels:\n", f"\n{NEW['era']}levels:\n"), encoding="utf-8")
    return rendering.build(folder)


@pytest.fixture(scope="module")
def files(site):
    return {path: data.decode() for path, data in site.files()}


@pytest.mark.parametrize(("language", "name"), [("zh", "预览版"), ("en", "Preview")])
def test_pages_show_it(site, language, name):
    """As a badge, on the time line, as a filter, and on its own pages."""

    def html(uri):
        return rendering.page(site, language, uri).content.html(language)

    (feature,) = [p.src_uri for p in site.pages if p.language == language and re.match("features/(?!index)", p.src_uri)]
    badge = rf'data-level="preview"[^>]*><span class="stability-symbol" aria-hidden="true">⬟</span> {name}'
    assert re.search(badge, html("releases/3.1.md"))
    line = rf'<li data-level="preview" data-kind="stated">.*?<strong><a [^>]*>3\.1</a></strong>\s*<a href="#said-3\.1">{name}</a>'
    assert re.search(line, html(feature), re.DOTALL)
    assert re.search(rf'<option value="preview"[^>]*>{name}', html("features/index.md"))
    assert re.search(badge, html("stability/preview/index.md"))
    assert 'href="https://example.org/levels"' in html("stability/index.md")


def test_data_and_search_hold_it(files):
    levels = json.loads(files["api/v1/stability.json"])["levels"]
    assert [(level["id"], level["symbol"]) for level in levels][-2] == ("preview", "⬟")
    (feature,) = json.loads(files["api/v1/features.json"])["features"]
    assert [run["stage"] for run in feature["intervals"]] == ["preview", "beta", "stable"]
    assert "--level-preview: #0b5563" in files["assets/css/level-colors.css"]
    for path, name in (("search.json", "预览版"), ("en/search.json", "Preview")):
        assert json.loads(files[path])["levels"]["preview"]["name"] == name


def test_it_has_its_place_in_the_order(site):
    """It ranks with beta, below stable."""
    kinds = [(a, b, *site.collection.changes(f"3.{a}", f"3.{b}")) for a, b in ((1, 2), (2, 3), (3, 4), (2, 4))]
    assert kinds == [(1, 2, "still"), (2, 3, "reclassified"), (3, 4, "promoted"), (2, 4, "promoted")]
