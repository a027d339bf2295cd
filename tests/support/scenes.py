"""Every page kind, some in several states: the pages that browser tests and screenshots go through."""

from typing import NamedTuple

LANGUAGES = ("", "en/")
# Scripts that react to the layout have done so two frames later.
SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 900}

# A page of each kind, in the order of the site.
TEMPLATES = """releases/ releases/2.1/ areas/ areas/distributed/ stability/ stability/beta/ features/ features/fx/ compare/
glossary/ sources/ sources/004_82a8e0ee4161d639/ about/ missing/"""
TEMPLATES = ("", *TEMPLATES.split())


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


STATES = (
    Scene("about/?q=torch.compile", shows="dialog ol a"),
    Scene("about/?q=zzzzqqqq", shows="dialog [role=status]:not(:empty)"),
    Scene("compare/?from=1.5&to=2.1", shows=".compare-result h2"),
    Scene("features/?area=distributed&sort=-name", shows="[aria-sort=descending]"),
    Scene("releases/2.1/?view=both", shows=".parallel"),
    Scene("releases/2.1/", press=".atlas-menu-button", shows=".atlas-menu a", narrow=True),
)
SCENES = (*map(Scene, TEMPLATES), *STATES)
