"""How builds grow with the number of releases, beside others on the same pages, in one run: CPU time, memory, sizes.

Others are stock Material with static-i18n, on what ``render`` writes, and Zensical, if ZENSICAL names its program.
Every round builds everything once, in turn; what is told are medians, and of ratios those of the rounds.
"""

from __future__ import annotations

import argparse
import gzip
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import preview
import replicas
import search
from support import checkout  # type: ignore[import-not-found]
from support.queries import load  # type: ignore[import-not-found]

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 3600  # seconds for the pages of others
QUERIES = 10  # every so many of those that search is measured by
STOCK = """site_name: X
site_url: https://example.org/
theme: {{name: material, language: zh}}
{plugins}markdown_extensions: [admonition, attr_list, tables, toc: {{permalink: true}}]
"""
I18N = """plugins:
  - search
  - i18n:
      docs_structure: folder
      languages:
        - {locale: zh, name: zh, default: true, build: true}
        - {locale: en, name: en, build: true}
"""


class Run(NamedTuple):
    """What one build took: seconds of CPU and by the clock, MB of the largest process."""

    cpu: float
    wall: float
    memory: float


def run(folder: Path, *commands: list[str]) -> Run:
    """Run commands one after the other."""
    cpu = wall = memory = 0.0
    # Installed packages lie compiled; a checkout does from its second build on.
    environ = checkout.environment(folder) | {"PYTHONDONTWRITEBYTECODE": ""}
    for command in commands:
        before = os.times().elapsed
        with subprocess.Popen(
            command, cwd=folder, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        ) as process:
            said = process.stderr.read() if process.stderr else b""
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"{' '.join(command)}: {process.returncode}\n{said.decode()[-2000:]}")
        cpu, wall = cpu + used.ru_utime + used.ru_stime, wall + os.times().elapsed - before
        memory = max(memory, used.ru_maxrss / 1000)
    return Run(cpu, wall, memory)


def mkdocs(*arguments: str) -> list[str]:
    """The command that runs MkDocs."""
    return [sys.executable, "-m", "mkdocs", "build", "--quiet", *arguments]


def forget(*paths: Path) -> None:
    """Remove what an earlier build left."""
    for path in paths:
        shutil.rmtree(path, ignore_errors=True)


def variants(folder: Path, number: int, posts: list[Path]) -> dict[str, Callable[[], Run]]:
    """What is compared at ``number`` releases, by name."""
    ours = replicas.make(ROOT, folder / "ours", number, posts)
    trees = folder / "trees"
    done = checkout.atlas(ours, "render", str(trees), seconds=PATIENCE)
    if done.returncode:
        sys.exit(done.stderr[-2000:])
    stock, zensical = folder / "stock", folder / "zensical"
    for made, plugins in ((stock, I18N), (zensical, "")):
        for language in ("zh", "en"):
            shutil.copytree(trees / language, made / "docs" / language)
        (made / "mkdocs.yml").write_text(STOCK.format(plugins=plugins), "utf-8")

    def cold() -> Run:
        forget(ours / "site", ours / ".cache")
        return run(ours, mkdocs())

    def fresh(where: Path, *commands: list[str]) -> Run:
        forget(where / "site", where / ".cache")
        return run(where, *commands)

    program = os.environ.get("ZENSICAL")
    return {
        "cold": cold,
        "warm": lambda: run(ours, mkdocs()),
        "trees": lambda: fresh(
            trees, mkdocs("-f", "zh.yml"), mkdocs("-f", "en.yml"), ["cp", "-r", "static/.", "site/"]
        ),
        "stock": lambda: fresh(stock, mkdocs()),
        **({"zensical": lambda: fresh(zensical, [program, "build", "-c"])} if program else {}),
    }


def pages(site: Path) -> str:
    """How large pages are, in kB of HTML: the median, and the largest of each kind."""
    sizes: dict[str, list[tuple[int, int]]] = {}
    for path in site.rglob("index.html"):
        kind = path.relative_to(site).as_posix().removeprefix("en/").partition("/")[0]
        data = path.read_bytes()
        sizes.setdefault("home" if kind == "index.html" else kind, []).append((len(data), len(gzip.compress(data))))
    told = []
    for kind, found in sorted(sizes.items()):
        size, packed = max(found)
        told.append(
            f"{kind} {statistics.median(s for s, _ in found) / 1000:.0f}–{size / 1000:.0f} ({packed / 1000:.0f})"
        )
    return ", ".join(told)


def main() -> None:
    """Print a table for each number of releases, then how each variant grows."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("posts", nargs="*", type=Path, help="further posts, to be copied as seeds are")
    parser.add_argument("-n", type=int, nargs="+", default=[5, 19, 100], help="how many releases")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--without", nargs="*", default=[], help="variants to leave out")
    options = parser.parse_args()
    grown: dict[str, list[tuple[int, float]]] = {}
    some = [query for language in search.LANGUAGES for query in load(language)[::QUERIES]]
    for number in options.n:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            builds = {k: v for k, v in variants(folder, number, options.posts).items() if k not in options.without}
            found: dict[str, list[Run]] = {name: [] for name in builds}
            for _ in range(options.rounds):
                for variant, build in builds.items():
                    found[variant].append(build())
            html = sum(1 for _ in (folder / "ours" / "site").rglob("*.html"))
            print(f"\n{number} releases, {html} pages; medians of {options.rounds}; page kB, median–most (gzip):")
            print(f"{pages(folder / 'ours' / 'site')}\n")
            print(f"{'':10}{'CPU s':>9}{'s':>9}{'MB':>7}{'cold ÷':>9}{'warm ÷':>9}")
            for variant, runs in found.items():
                ratios = [
                    statistics.median(own.cpu / each.cpu for own, each in zip(found[of], runs, strict=True))
                    for of in ("cold", "warm")
                    if of in found
                ]
                beside = "".join(f"{ratio:9.2f}" for ratio in ratios)
                medians = [statistics.median(each[i] for each in runs) for i in range(3)]
                print(f"{variant:10}{medians[0]:9.2f}{medians[1]:9.2f}{medians[2]:7.0f}{beside}")
                grown.setdefault(variant, []).append((number, medians[0]))
            found_in = [size for _, _, size in search.asked(folder / "ours" / "site", some)]
            print(f"\nkB before search's first result, of {len(some)} queries: at most {max(found_in) / 1000:.0f}")
            forget(folder / "ours" / "site", folder / "ours" / ".cache")
            waits = dict(preview.measure(folder / "ours"))
            print("seconds: " + ", ".join(f"{what} {seconds:.2f}" for what, seconds in waits.items()), flush=True)
    for variant, points in grown.items():
        told = (f"{a}→{b}: {math.log(y / x) / math.log(b / a):.2f}" for (a, x), (b, y) in pairwise(points))
        print(f"growth of {variant}: {', '.join(told)}")


if __name__ == "__main__":
    main()
