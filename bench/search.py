"""How well and how fast search works, and what it fetches: the queries of queries.json in a browser (``make search``).

For a site that is already built: ``make search SITE=DIR``. Times are from a key to its results on the page: the first
with an empty cache, as soon as the dialog is there; later ones while queries are typed.
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
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, Response, sync_playwright

from queries import Score, announcing, load

# Shared with the tests; the Makefile adds them to the path.
from support.browser import BROWSERS
from support.queries import ask
from support.static_server import serving

ROOT = Path(__file__).resolve().parents[1]
PREFIXES = {"zh": "", "en": "en/"}
FIRST_SEARCHES, TYPED_QUERIES = 9, 60
LEAST = {
    ("first", "asked"): 0.97,
    ("three", "asked"): 0.99,
    ("section first", "sections"): 0.92,
    ("rejected", "negative"): 0.95,
}
WATCH = """() => {
  window.times = [];
  document.addEventListener("input", (event) => (window.pressed = event.timeStamp), true);
  const note = (records) => records.some(({ target }) => target.matches("dialog ol")) && window.times.push(performance.now() - window.pressed);
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
}"""  # noqa: E501


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


@contextmanager
def opened(browser: Browser, url: str, scripts: dict[str, str] | None = None) -> Iterator[tuple[Page, list[Response]]]:
    """Yield a page with an open dialog and an empty cache, and what it has fetched for searching.

    ``scripts``: texts that it gets instead of the site's, by the ends of their addresses.
    """
    context = browser.new_context()
    page = context.new_page()
    for path, text in (scripts or {}).items():
        page.route(f"**/{path}", lambda route, *, text=text: route.fulfill(body=text, content_type="text/javascript"))
    page.goto(url, wait_until="networkidle")
    page.evaluate(WATCH)
    fetched: list[Response] = []
    page.on("response", lambda response: fetched.append(response))  # noqa: PLW0108  it wants a function
    page.keyboard.press("/")
    yield page, fetched
    context.close()


def first_search(browser: Browser, url: str, key: str) -> tuple[float, int]:
    """Return the milliseconds to the results of the first key, and the bytes fetched."""
    with opened(browser, url) as (page, fetched):
        page.keyboard.insert_text(key)
        page.locator("dialog ol mark").first.wait_for()
        return page.evaluate("times.at(-1)"), sum(len(gzip.compress(response.body())) for response in fetched)


def new_score(site: Path) -> Score:
    """Return a score of queries of a site, which is still empty."""
    data = (json.loads((site / f"api/v1/{name}.json").read_text("utf-8")) for name in ("features", "releases"))
    return Score(announcing(*data))


def summary(times: list[float]) -> str:
    """Return the median of sorted times, and how long 95 of 100 and the slowest take."""
    return f"{statistics.median(times):.0f} ms ({times[len(times) * 95 // 100]:.0f}, {times[-1]:.0f})"


def main(arguments: list[str]) -> None:
    """Print a row for each language and kind of query, then times and sizes, then every query with a bad answer.

    Exits with 1 if a share of a language is less than it may be.
    """
    faults, speeds = [], []
    with built_site(arguments) as site, browsing(site) as (browser, address):
        scores: dict[str, Score] = defaultdict(partial(new_score, site))
        for language, prefix in PREFIXES.items():
            queries, url = load(language), f"{address}{prefix}about/"
            with opened(browser, url) as (page, _):
                for query in queries:
                    links = [link.removeprefix(address + prefix) for link in ask(page, query["q"])]
                    for name in ("all", query["why"]):
                        scores[f"{language} {name}"].add(query, links)
                page.evaluate("times = []")
                for query in queries[:: len(queries) // TYPED_QUERIES]:
                    page.get_by_role("searchbox").fill("")
                    page.keyboard.type(query["q"])
                later = sorted(page.evaluate("times"))
            first = [first_search(browser, url, "量" if language == "zh" else "q") for _ in range(FIRST_SEARCHES)]
            times, size = sorted(time for time, _ in first), max(size for _, size in first)
            speeds.append(
                f"{language}: first result {summary(times)}, later ones {summary(later)}; {size / 1000:.0f} kB"
            )
            faults += scores[f"{language} all"].faults
    print("| queries | asked | first | first three | section | none |\n" + "|---" * 6 + "|")
    print(*(f"| {name} | {score.row()} |" for name, score in scores.items()), "", *speeds, "", *faults, sep="\n")
    wholes = [scores[f"{language} all"] for language in PREFIXES]
    sys.exit(any(score.share(*what) < least for score in wholes for what, least in LEAST.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
