"""Every page kind, some in several states: the pages that browser tests and screenshots go through."""

import re
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import ViewportSize

LANGUAGES = ("", "en/")
# Scripts that react to the layout have done so two frames later.
SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1280, "height": 900}


PAGES = (Path(__file__).parents[1] / "golden" / "pages.txt").read_text(encoding="utf-8")
SINGLE = [f"{path}/" if path else "" for path in re.findall(r"^en ([a-z]*?)/?(?:index)?\.md: ", PAGES, re.MULTILINE)]


class Scene(NamedTuple):
    """A page below a language, and what to click on it so that ``shows`` appears."""

    path: str
    press: str = ""
    shows: str = "h1"
    narrow: bool = False  # exists on narrow screens only

    def open(self, page, address: str, language: str) -> None:
        """Open the scene in ``page``."""
        page.goto(f"{address}{language}{self.path}")
        if self.press:
            page.locator(self.press).click()
        page.locator(self.shows).first.wait_for()
        page.evaluate(SETTLED)


class Example(NamedTuple):
    """A page of each kind that has several, and words to search for."""

    release: str
    earlier: str
    recorded: str  # a release without its announcement
    area: str
    level: str
    feature: str
    seed: str
    words: str

    @property
    def pages(self) -> tuple[str, ...]:
        """Every page that is the only one of its kind, a page of each other kind, About, and the 404 page."""
        paths = """releases/{0.release}/ releases/{0.recorded}/ areas/{0.area}/ stability/{0.level}/ features/{0.feature}/
            sources/{0.seed}/ about/ missing/"""
        return (*SINGLE, *paths.format(self).split())

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """Those pages, and states of some of them."""
        states = (
            Scene(f"about/?q={self.words}", shows="dialog ol a"),
            Scene("about/?q=zzzzqqqq", shows="dialog [role=status]:not(:empty)"),
            Scene(f"compare/?from={self.earlier}&to={self.release}", shows=".compare-result h2"),
            Scene(f"features/?area={self.area}&sort=-name", shows=".explorer-form [type=reset]:not([hidden])"),
            Scene(f"releases/{self.release}/?view=both", shows=".parallel"),
            Scene(f"releases/{self.release}/", press=".atlas-menu-button", shows=".atlas-menu a", narrow=True),
        )
        return (*map(Scene, self.pages), *states)


EXAMPLE = Example("1.1", "1.0", "1.3", "compiler", "beta", "fx", "1.1", "prism")  # of the collection that the tests own
TEMPLATES, SCENES = EXAMPLE.pages, EXAMPLE.scenes
