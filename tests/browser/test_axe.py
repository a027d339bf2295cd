"""WCAG 2.2 AA as far as axe-core can tell, on every kind of page, in both languages and schemes, at any width."""

from __future__ import annotations

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from support import checkout
from support.scenes import DESKTOP, LANGUAGES, PHONE, SCENES, Scene
from support.static_server import serving

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]  # the rules that a scheme can break
ZOOMED = {"width": 640, "height": 450}  # a window of 1280 × 900 at 200 %

RUN = """(options) => axe.run(document, { ...options, resultTypes: ["violations"] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    `${id}: ${target.join(" ")}: ${failureSummary.split("\\n")[1].trim()}`)))"""
WHOLE = {"runOnly": TAGS}
LAYOUT = {"runOnly": TAGS, "rules": {name: {"enabled": False} for name in COLOURS}}
COLOUR = {"runOnly": COLOURS}


def findings(page, scene, small, *, forced=False):
    """What axe finds in a scene that is open: whole in light, then what other schemes and widths may break."""
    page.evaluate(AXE_SCRIPT)
    found = []

    def run(name, options):
        found.extend(f"{page.url} {name}: {line}" for line in page.evaluate(RUN, options))

    if scene.narrow:
        run("phone", WHOLE)
        return found
    run("light", WHOLE)
    page.evaluate("document.body.dataset.mdColorScheme = 'slate'")  # which is all that Material's switch does
    run("dark", COLOUR)
    page.evaluate("document.body.dataset.mdColorScheme = 'default'")
    if forced:
        page.emulate_media(forced_colors="active")
        run("forced colours", COLOUR)
        page.emulate_media(forced_colors="none")
    page.set_viewport_size(small)
    run(f"{small['width']} pixels", LAYOUT)
    page.set_viewport_size(DESKTOP)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing(open_page, address, language):
    page = open_page(reduced_motion="reduce")
    phone = open_page(reduced_motion="reduce", viewport=PHONE)
    found = []
    for scene in SCENES:
        own = phone if scene.narrow else page
        scene.open(own, address, language)
        found += findings(own, scene, ZOOMED if language else PHONE, forced=bool(language))  # each kind once
    assert found == []


class TestManyReleases:
    """A site with several pages of each list, and an announcement that nobody translated."""

    @pytest.fixture(scope="class")
    @classmethod
    def address(cls, tmp_path_factory):
        """The address of a copy: one release to a page, one seed in Chinese only."""
        folder = checkout.copy(tmp_path_factory.mktemp("axe") / "copy")
        (folder / "seeds" / "new.md").write_text(
            "# PyTorch 9.1 发布\n\n发布：2024年1月2日\n\n## 更小的运行时（Beta）\n\n运行时更小了。\n", encoding="utf-8"
        )
        with serving(folder / "site") as address:
            checkout.build_with(folder, address, "history/chunks.py", "SIZE", 1)
            yield address

    def test_axe_finds_nothing(self, open_page, address):
        page = open_page(reduced_motion="reduce")
        found = []
        for path in ("releases/9.1/", "report/9.1/", "features/", "releases/all/until-1.10/", "areas/until-1.6/",
                     "areas/distributed/until-1.10/", "stability/beta/until-1.6/", "compare/all/until-1.11/"):  # fmt: skip
            scene = Scene(f"en/{path}")
            scene.open(page, address, "")
            found += findings(page, scene, PHONE)
        assert found == []
