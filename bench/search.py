"""How well search finds, and what it fetches: every query of queries.json typed in a real browser (``make search``).

Another site that was built: ``make search SITE=DIR``. Bytes are those of bodies, gzipped, from the moment the dialog
opens to the first result; each query starts with an empty cache.
"""

from __future__ import annotations

import gzip
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Response, sync_playwright

# Shared with the tests: the Makefile says where they are.
from support.browser import BROWSERS  # type: ignore[import-not-found]
from support.queries import Score, announcing, load  # type: ignore[import-not-found]
from support.static_server import serving  # type: ignore[import-not-found]

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = ("zh", "en")

DONE = "dialog:has(ol:not([aria-busy])) [role=status]:not(:empty)"


@contextmanager
def built(folder: str | None) -> Iterator[Path]:
    """A folder with the site: the one that was named, or one that is built now."""
    if folder:
        yield Path(folder)
        return
    with tempfile.TemporaryDirectory() as made:
        subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", made], cwd=ROOT, check=True)
        yield Path(made)


def typed(page: Page, query: str) -> list[str]:
    """Addresses of the results for a query that is typed."""
    page.keyboard.press("/")
    page.get_by_role("searchbox").press_sequentially(query)
    page.wait_for_timeout(150)  # longer than the pause after which the dialog asks
    page.locator(DONE).wait_for(state="attached")
    return [str(link.get_attribute("href")) for link in page.locator("dialog ol a").all()]


def asked(site: Path, queries: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], list[str], int]]:
    """Each query with the addresses that it finds, below the pages of its language, and the bytes that it fetches."""
    with serving(site) as address, sync_playwright() as playwright:
        path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for query in queries:
            prefix = "" if query["lang"] == "zh" else "en/"
            context = browser.new_context()
            page = context.new_page()
            page.goto(f"{address}{prefix}about/", wait_until="load")
            sent: list[Response] = []
            page.on("response", lambda answer: sent.append(answer))  # noqa: B023, PLW0108  it wants a function
            links = typed(page, query["q"])
            size = sum(len(gzip.compress(answer.body())) for answer in sent)
            context.close()
            yield query, [link.removeprefix(address + prefix) for link in links], size
        browser.close()


def main(folder: str | None) -> int:
    """Print a row a language and kind of query, and every fault."""
    with built(folder) as site:
        announced = announcing(json.loads((site / "api/v1/features.json").read_text(encoding="utf-8")))
        print(f"{'':24}{'asked':>7}{'@1':>7}{'@3':>7}{'section':>9}{'silent':>9}{'kB':>7}{'most':>7}{'foreign':>9}")
        faults: list[str] = []
        for language in LANGUAGES:
            sets: dict[str, Score] = {}
            sizes: list[int] = []
            foreign = 0
            for query, ways, size in asked(site, load(language)):
                sizes.append(size)
                foreign += sum("://" in way or way.startswith("en/") for way in ways)
                for name in ("all", query["why"]):
                    sets.setdefault(name, Score(announced)).add(query, ways)
            for name, score in sets.items():
                print(row(f"{language} {name}", score, sizes if name == "all" else [], foreign))
            faults += sets["all"].faults
    print(*faults, sep="\n")
    return 0


def row(name: str, score: Score, sizes: list[int], foreign: int) -> str:
    """One line of the table: shares, and the median and the most kB fetched."""
    count: Any = score.counts
    shares = [score.share("first"), score.share("three"), score.share("section first", "sections")]
    cells = (
        f"{count['asked']:7}{shares[0]:7.3f}{shares[1]:7.3f}{shares[2]:9.3f}{count['silent']:6}/{count['negative']:<2}"
    )
    kilobytes = f"{statistics.median(sizes) / 1000:7.0f}{max(sizes) / 1000:7.0f}{foreign:9}" if sizes else ""
    return f"{name:24}{cells}{kilobytes}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else None))
