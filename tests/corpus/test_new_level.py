"""A level that is added only to seeds/knowledge/stability.yml works everywhere."""

import json
import re
from pathlib import Path

import pytest

from atlas.history.changes import changes
from atlas.site import exports
from atlas.site.bundles import Bundles
from atlas.site.words.marks import level_colors
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
    checkout.edit(
        vocabulary,
        ('above: ["beta"]', 'above: ["beta", "preview"]'),
        ("  - id: unclassified\n", NEW["level"] + "  - id: unclassified\n"),
        ("\nlevels:\n", f"\n{NEW['era']}levels:\n"),
    )
    return rendering.build(folder)


@pytest.fixture(scope="module")
def files(site):
    return dict(exports.files(site, Bundles(Path())))


@pytest.fixture(scope="module")
def feature(site):
    """The feature that was at the level: the only one that is not registered."""
    (lifecycle,) = (lifecycle for lifecycle in site.collection.lifecycles if not lifecycle.registered)
    return lifecycle


@pytest.mark.parametrize(("language", "name"), [("zh", "预览版"), ("en", "Preview")])
def test_pages_show_it(site, feature, language, name):
    """As a badge, on the time line, as a filter, and on its own pages."""

    def html(uri):
        return rendering.page(site, language, uri).content.html

    badge = rf'data-state="preview"[^>]*><span class="stability-symbol" aria-hidden="true">⬟</span> {name}'
    assert re.search(badge, html("releases/3.1.md"))
    line = r'<li class="timeline-stated" id="said-3\.1" data-state="preview">'
    assert re.search(line, html(f"features/{feature.id}.md"))
    assert re.search(rf'<option value="preview"[^>]*>{name}', html("features/index.md"))
    assert re.search(badge, html("stability/preview/index.md"))
    assert 'href="https://example.org/levels"' in html("stability/index.md")


def test_data_search_and_styles_hold_it(site, files, feature):
    levels = json.loads(files["api/v1/stability.json"])["levels"]
    assert [(level["id"], level["symbol"]) for level in levels][-2] == ("preview", "⬟")
    data = json.loads(files[f"api/v1/features/{feature.id}.json"])
    assert [statement["level"] for statement in data["statements"]] == ["preview", "preview", "beta", "stable"]
    assert '[data-state="preview"] { --level: #0b5563;' in level_colors(site.collection.knowledge.stability)
    for path, name in (("search.json", "预览版"), ("en/search.json", "Preview")):
        assert json.loads(files[path])["states"]["preview"]["name"] == name


def test_it_has_its_place_in_the_order(feature):
    """It ranks with beta, below stable."""
    pairs = ((1, 2), (2, 3), (3, 4), (2, 4))
    kinds = [[change.kind for change in changes(feature, f"3.{a}", f"3.{b}")] for a, b in pairs]
    assert kinds == [[], ["changed"], ["promoted"], ["promoted"]]
