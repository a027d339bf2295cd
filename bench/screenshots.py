"""Screenshots of every page kind, by language, color scheme and width, in screenshots/ (``make screenshots``).

screenshots/index.html shows them side by side. For a site that is already built: ``make screenshots SITE=DIR``.
"""

import html
import json
import re
import shutil
import sys
from itertools import product
from pathlib import Path
from typing import Any, Literal

from search import ROOT, browsing, built_site
from support.scenes import DESKTOP, LANGUAGES, PHONE, Example, Scene

FOLDER = ROOT / "screenshots"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SHEET = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screenshots</title>
<style>
body {{ font: 1rem system-ui; }}
figure {{ display: inline-block; margin: 0.5rem; vertical-align: top; }}
img {{ height: 30rem; border: 1px solid; }}
</style>
<h1>Screenshots</h1>
{}
</html>
"""


def main(arguments: list[str]) -> None:
    """Take the screenshots, and write the page that shows them."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    shown: dict[str, list[str]] = {}
    sizes = (("wide", DESKTOP), ("narrow", PHONE))
    with built_site(arguments) as site, browsing(site) as (browser, address):
        for language, scheme, (width, size) in product(LANGUAGES, SCHEMES, sizes):
            page = browser.new_page(viewport=size, color_scheme=scheme, reduced_motion="reduce")
            for scene in scenes_of(site):
                if scene.narrow and width == "wide":
                    continue
                scene.open(page, address, language)
                title = f"{scene.path or 'home'} {scene.press}".strip()
                name = f"{re.sub(r'[^a-z0-9.]+', '-', title)}_{language.strip('/') or 'zh'}_{scheme}_{width}.png"
                page.screenshot(path=FOLDER / name, full_page=not scene.press and "?" not in scene.path)
                shown.setdefault(title, []).append(name)
            page.close()
    rows = [f"<h2>{html.escape(title)}</h2>\n" + "\n".join(map(figure, names)) for title, names in shown.items()]
    (FOLDER / "index.html").write_text(SHEET.format("\n".join(rows)), encoding="utf-8")
    print(f"{sum(map(len, shown.values()))} pictures: screenshots/index.html")


def scenes_of(site: Path) -> list[Any]:
    """Return a page of each kind, some in several states, then the other releases, their sources, and levels."""
    data = site / "api" / "v1"
    releases, features, levels = (
        json.loads((data / f"{name}.json").read_text("utf-8"))[key]
        for name, key in (("releases", "releases"), ("features", "features"), ("stability", "levels"))
    )
    told = max(features, key=lambda feature: len(feature["statements"]))
    announced = [release for release in releases if release["announcement"]]
    names = [(release["version"], Path(release["announcement"]["seed"]).stem) for release in announced]
    (newest, seed), *others = names
    recorded = [release["version"] for release in releases if not release["announcement"]]
    area, level = told["areas"][0], levels[0]["id"]
    example = Example(newest, names[-1][0], recorded[0], area, level, told["id"], seed, "torch")
    more = [path for version, stem in others for path in (f"releases/{version}/", f"sources/{stem}/")]
    more += [f"releases/{version}/" for version in recorded[1:]]
    more += [f"stability/{level['id']}/" for level in levels[1:]]
    return [*example.scenes, *map(Scene, more)]


def figure(name: str) -> str:
    """Return a screenshot with its caption as HTML."""
    words = " ".join(name.removesuffix(".png").split("_")[-3:])
    image = f'<a href="{name}"><img src="{name}" alt="" loading="lazy"></a>'
    return f"<figure>{image}<figcaption>{words}</figcaption></figure>"


if __name__ == "__main__":
    main(sys.argv[1:])
