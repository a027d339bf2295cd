"""How well search works, and what it fetches: every query of queries.json entered in a browser (``make search``).

For a site that is already built: ``make search SITE=DIR``. Fetched bytes are those of gzipped bodies, from opening the
dialog to the first result; each query starts with an empty cache.
"""

import gzip
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Response, sync_playwright

# Shared with the tests; the Makefile adds them to the path.
from support.browser import BROWSERS  # type: ignore[import-not-found]
from support.queries import Score, announcing, load  # type: ignore[import-not-found]
from support.static_server import serving  # type: ignore[import-not-found]

ROOT = Path(__file__).resolve().parents[1]
PREFIXES = {"zh": "", "en": "en/"}
ANSWERED = "dialog:has(ol:not([aria-busy])) [role=status]:not(:empty)"


@contextmanager
def built_site(arguments: list[str]) -> Iterator[Path]:
    """Yield the folder of the site: the one given, or a temporary directory into which it is built."""
    if arguments:
        yield Path(arguments[0])
        return
    with tempfile.TemporaryDirectory() as made:
        subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", made], cwd=ROOT, check=True)
        yield Path(made)


@contextmanager
def browsing(site: Path) -> Iterator[tuple[Browser, str]]:
    """Yield a browser and the URL of the site."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    with serving(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser, address
        browser.close()


def ask(page: Page, query: str) -> tuple[list[str], int]:
    """Enter a query; return the URLs of its results, and the number of bytes fetched."""
    fetched: list[Response] = []
    page.on("response", lambda response: fetched.append(response))  # noqa: PLW0108  it wants a function
    page.keyboard.press("/")
    page.get_by_role("searchbox").fill(query)
    page.locator(ANSWERED).wait_for(state="attached")
    links = page.locator("dialog ol a").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    return links, sum(len(gzip.compress(response.body())) for response in fetched)


def row(name: str, score: Score, sizes: list[int]) -> str:
    """Return a row of the table: shares, and the median and maximum kB fetched."""
    count: Any = score.counts
    shares = [score.share("first"), score.share("three"), score.share("section first", "sections")]
    rejected, kilobytes = (
        f"{count['rejected']}/{count['negative']}",
        [statistics.median(sizes) / 1000, max(sizes) / 1000],
    )
    cells = [f"{share:.3f}" for share in shares] + [rejected] + [f"{size:.0f}" for size in kilobytes]
    return f"| {name} | {count['asked']} | {' | '.join(cells)} |"


def main(arguments: list[str]) -> None:
    """Print a row for each language and kind of query, then every query with a bad answer."""
    faults: list[str] = []
    with built_site(arguments) as site, browsing(site) as (browser, address):
        data = (json.loads((site / f"api/v1/{name}.json").read_text("utf-8")) for name in ("features", "releases"))
        announced = announcing(*data)
        print("| queries | asked | first | first three | section | none | median kB | most kB |\n" + "|---" * 8 + "|")
        for language, prefix in PREFIXES.items():
            scores: dict[str, Score] = defaultdict(lambda: Score(announced))
            sizes: dict[str, list[int]] = defaultdict(list)
            for query in load(language):
                context = browser.new_context()
                page = context.new_page()
                page.goto(f"{address}{prefix}about/", wait_until="load")
                links, size = ask(page, query["q"])
                context.close()
                for name in ("all", query["why"]):
                    scores[name].add(query, [link.removeprefix(address + prefix) for link in links])
                    sizes[name].append(size)
            print(*(row(f"{language} {name}", scores[name], sizes[name]) for name in scores), sep="\n", flush=True)
            faults += scores["all"].faults
    print("", *faults, sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
