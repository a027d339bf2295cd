"""CPU time and memory of builds, compared with stock Material on the same pages, as one table (``make bench``).

Each number of releases is built in a copy of this checkout, from its seeds and from replicas of these and of further
posts, each with its own version and date. Stock Material and static-i18n get the finished pages and the navigation.
"""

import argparse
import datetime as dt
import json
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

from support import checkout

FIRST_MAJOR, MINORS = 3, 20  # replicas are 3.0 … 3.19, 4.0 …: newer than any seed
FIRST_DATE, STEP = dt.date(2024, 1, 1), dt.timedelta(days=3)
DATE_ZH = re.compile(r"\d{4}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日")
DATE_EN = re.compile(r"(?<=, )\d{1,2} [A-Z][a-z]{2} \d{4}(?= )")  # as in front matter: Thu, 17 Mar 2022 07:29:00 GMT
VERSION = re.compile(r"(?<![\d.])\d+\.\d+(?![\d.])")
MKDOCS = [sys.executable, "-m", "mkdocs"]
STOCK_PROJECT = Path(__file__).with_name("stock_project.py")
WORDS = ("Xyzzy", "Plugh", "Plover")  # each is added to a seed that lacks it
TIMEOUT = 600  # seconds


class Used(NamedTuple):
    """What a command used: CPU seconds of its process tree, and the peak of the largest process in MB."""

    cpu: float
    memory: float


def copy_with(number: int, posts: list[Path], folder: Path) -> Path:
    """Copy this checkout, with ``number`` releases. A replica has the errata and catalog of its seed."""
    checkout.copy(folder, checkout.ROOT)
    seeds = sorted(path for path in folder.glob("seeds/*") if path.is_file())
    if number < len(seeds):
        sys.exit(f"{number} releases: there are {len(seeds)} seeds already")
    for i, seed in enumerate(islice(cycle([*seeds, *posts]), number - len(seeds))):
        version, date = f"{FIRST_MAJOR + i // MINORS}.{i % MINORS}", FIRST_DATE + i * STEP
        text = seed.read_text("utf-8")
        found = VERSION.search(text)
        if not found:
            sys.exit(f"{seed}: names no version: give another post")
        own = re.compile(rf"(?<![\d.]){re.escape(found[0])}(?!\d)")
        name = f"{seed.stem}-{version}"
        (folder / "seeds" / f"{name}{seed.suffix}").write_text(dated(own.sub(version, text), date), "utf-8")
        for path in (f"seeds/knowledge/errata/{seed.stem}.yml", f"seeds/translations/en/{seed.stem}.po"):
            if (folder / path).is_file():
                replica = (folder / path).with_stem(name)
                replica.write_text(own.sub(version, (folder / path).read_text("utf-8")), "utf-8")
    return folder


def dated(text: str, date: dt.date) -> str:
    """Return a post with another date, in the format of its own."""
    text = DATE_ZH.sub(f"{date.year}年{date.month}月{date.day}日", text, count=1)
    return DATE_EN.sub(f"{date:%d %b %Y}", text, count=1)


def run(folder: Path, command: list[str]) -> Used:
    """Run a command in a checkout or a project."""
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, cwd=folder, env=environment(folder), stdout=log, stderr=log)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            log.seek(0)
            sys.exit(f"{' '.join(command)}: {process.returncode}\n{log.read().decode()[-2000:]}")
    return Used(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / 1e6)


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return this process's environment with the modules of the checkout in ``folder``; bytecode may be cached."""
    hooks = str(folder / "hooks")
    return {**os.environ, "PYTHONPATH": hooks, "PYTHONDONTWRITEBYTECODE": "", "NO_MKDOCS_2_WARNING": "1", **more}


def pages(folder: Path) -> set[str]:
    """Return the pages of the site that was built in ``folder``, without redirects, which stock Material lacks."""
    site = folder / "site"
    paths = (path for path in site.rglob("index.html") if 'http-equiv="refresh"' not in path.read_text("utf-8"))
    return {path.relative_to(site).as_posix() for path in paths}


def measure(ours: Path, *, strict: bool) -> tuple[dict[str, Used], int]:
    """Return what each build of the pages of ``ours`` used, by column of the table, and the number of pages."""
    stock = ours.with_name("stock")
    run(ours, [sys.executable, str(STOCK_PROJECT), str(stock)])
    build = [*MKDOCS, "build", "--quiet"]
    used = {"cold": run(ours, [*build, "--strict"] if strict else build), "stock": run(stock, build)}
    if different := pages(ours) ^ pages(stock):
        sys.exit(f"{len(different)} pages are only in one of the two sites: {sorted(different)[:5]}")
    return used, len(pages(ours))


def edit_to_served(folder: Path) -> float:
    """Return the seconds until ``mkdocs serve`` serves an edit of a seed: the median of a few edits."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        where = f"127.0.0.1:{free.getsockname()[1]}"
    address, seed = f"http://{where}/", min(folder.glob("seeds/*.txt"))
    text = seed.read_text("utf-8")
    command, environ = [*MKDOCS, "serve", "--dev-addr", where], environment(folder, SITE_URL=address)
    with subprocess.Popen(
        command, cwd=folder, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT
    ) as server:
        try:
            _, data = wait_for(f"{address}api/v1/releases.json")
            announced = [release for release in json.loads(data)["releases"] if release["announcement"]]
            own = (release for release in announced if release["announcement"]["seed"] == f"seeds/{seed.name}")
            page = address + next(own)["path"]
            times = []
            for word in WORDS:
                time.sleep(1)  # the watcher looks twice a second
                seed.write_text(f"{text}\n\n{word}\n", "utf-8")
                times.append(wait_for(page, word)[0])
        finally:
            server.terminate()
            seed.write_text(text, "utf-8")
    return statistics.median(times)


def wait_for(address: str, words: str = "") -> tuple[float, str]:
    """Return the seconds until content with these words is served, and the content."""
    start = time.perf_counter()
    while time.perf_counter() - start < TIMEOUT:
        with suppress(OSError), urllib.request.urlopen(address, timeout=TIMEOUT) as answer:  # noqa: S310  our own server
            content = answer.read().decode()
            if words in content:
                return time.perf_counter() - start, content
        time.sleep(0.05)
    sys.exit(f"{address}: no {words!r} within {TIMEOUT} seconds")


def rows(numbers: list[int], posts: list[Path]) -> Iterator[list[Any]]:
    """Yield the table: its header, then a row for each number of releases."""
    yield ["releases", "pages", "cold", "stock", "cold ÷ stock", "edit → served"]
    for number in numbers:
        with tempfile.TemporaryDirectory() as name:
            ours = copy_with(number, posts, Path(name, "ours"))
            seconds = edit_to_served(ours)  # first, so that builds find compiled modules
            used, count = measure(ours, strict=not posts)
            cells = [f"{each.cpu:.1f} s, {each.memory:.0f} MB" for each in used.values()]
            yield [number, count, *cells, f"{used['cold'].cpu / used['stock'].cpu:.2f}", f"{seconds:.1f} s"]


def main() -> None:
    """Print the table as Markdown, a row as soon as it is measured."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("posts", nargs="*", type=Path, help="further posts; those without a catalog rule out --strict")
    parser.add_argument("-n", type=int, nargs="+", default=[5, 19, 100], help="how many releases")
    options = parser.parse_args()
    for i, row in enumerate(rows(options.n, options.posts)):
        print("|", " | ".join(map(str, row)), "|", flush=True)
        if i == 0:
            print("|---" * len(row) + "|")


if __name__ == "__main__":
    main()
