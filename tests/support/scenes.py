"""Every kind of page, and what readers make of some: what the browser tests and the screenshots go through."""

from typing import NamedTuple

LANGUAGES = ("", "en/")
# What scripts do once they know how large things are is done two frames later.
SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 900}

TEMPLATES = (  # a page of each kind, in this order on the site
    "",
    "releases/",
    "releases/2.1/",
    "areas/",
    "areas/distributed/",
    "stability/",
    "stability/beta/",
    "features/",
    "features/fx/",
    "compare/",
    "glossary/",
    "sources/",
    "sources/004_82a8e0ee4161d639/",
    "about/",
    "missing/",
)


class Scene(NamedTuple):
    """A page below a language, and what has to be pressed on it before something is shown."""

    path: str
    press: str = ""
    shows: str = "h1"
    narrow: bool = False  # there is such a thing on a narrow screen only

    def open(self, page, address: str, language: str) -> None:
        """Bring ``page`` there."""
        page.goto(f"{address}{language}{self.path}")
        if self.press:
            page.locator(self.press).click()
        page.locator(self.shows).first.wait_for()
        page.evaluate(SETTLED)


STATES = (
    Scene("about/?q=torch.compile", shows="dialog ol a"),
    Scene("about/?q=zzzzqqqq", shows="dialog [role=status]:not(:empty)"),
    Scene("compare/?from=1.5&to=2.1", shows=".compare-result h2"),
    Scene("features/?area=distributed&sort=-name", shows="[aria-sort=descending]"),
    Scene("releases/2.1/?view=both", shows=".parallel[open]"),
    Scene("releases/2.1/", press=".atlas-menu-button", shows=".atlas-menu a", narrow=True),
)
SCENES = (*map(Scene, TEMPLATES), *STATES)
