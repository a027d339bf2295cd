"""How long a preview lets people wait: from the command to the first page, and from an edit to its words on a page.

Measured in copies of this checkout, cold, and of another to compare; with further posts as seeds, if any are named.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

from support import checkout  # type: ignore[import-not-found]

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 600  # seconds
WORD = "Xyzzy"  # stands nowhere


def copy(of: Path, posts: list[Path], folder: Path) -> Path:
    """What a build needs of a checkout, cold: without anything that was compiled before."""
    made: Path = checkout.copy(folder / "copy", of)
    for post in posts:
        shutil.copy(post, made / "seeds")
    return made


def get(address: str) -> str:
    """What is served, or nothing while nothing is."""
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310  our own server
            return str(answer.read().decode())
    except (urllib.error.HTTPError, OSError):
        return ""


def until(done: Callable[[], bool]) -> float:
    """Seconds until something is so."""
    start = time.perf_counter()
    while not done():
        if time.perf_counter() - start > PATIENCE:
            sys.exit(f"not within {PATIENCE} seconds")
        time.sleep(0.02)
    return time.perf_counter() - start


def edits(folder: Path, seed: Path, release: str) -> dict[str, tuple[Path, str, str, str]]:
    """What is edited → the file, what is replaced in it (the end, if nothing), by what, and the page that shows it."""
    return {
        "a seed": (seed, "", f"\n\n{WORD}\n", release),
        "its catalog": (folder / f"seeds/translations/en/{seed.stem}.po", '."\n', f' {WORD}."\n', f"en/{release}"),
        "knowledge": (folder / "seeds/knowledge/areas.yml", "en: ", f"en: {WORD} ", "en/areas/"),
        "a template": (folder / "templates/release.md", "", f"\n{WORD}\n", release),
        "the style": (folder / "docs/assets/css/base.css", "", f"/* {WORD} */\n", "assets/css/base.css"),
    }


def edited(text: str, old: str, new: str) -> str:
    """The text with its last ``old`` replaced."""
    before, _, after = text.rpartition(old) if old else (text, "", "")
    return f"{before}{new}{after}"


def measure(folder: Path) -> Iterator[tuple[str, float]]:
    """What was waited for, and how many seconds, from the command on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        where = f"127.0.0.1:{free.getsockname()[1]}"
    address, seed = f"http://{where}/", min(folder.glob("seeds/*.txt"))
    command = [sys.executable, "-m", "mkdocs", "serve", "--quiet", "--dev-addr", where]
    environ = {**os.environ, "SITE_URL": address, "NO_MKDOCS_2_WARNING": "1"}
    with subprocess.Popen(
        command, cwd=folder, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT
    ) as server:
        try:
            yield "first page", until(lambda: bool(get(address)))
            data = json.loads(get(f"{address}api/v1/releases.json"))
            release = next(r["path"] for r in data["releases"] if r["seed"] == f"seeds/{seed.name}")
            for name, path in (("a release", release), ("the explorer", "features/")):
                yield f"then {name}", until(lambda path=path: bool(get(address + path)))  # type: ignore[misc]
            for name, (file, old, new, path) in edits(folder, seed, release).items():
                time.sleep(1)  # the watcher looks twice a second
                page, before = address + path, file.read_text("utf-8")
                get(page)
                file.write_text(edited(before, old, new), "utf-8")
                yield f"edit {name}", until(lambda page=page: WORD in get(page))  # type: ignore[misc]
                file.write_text(before, "utf-8")
                until(lambda page=page: WORD not in get(page))  # type: ignore[misc]
        finally:
            server.terminate()


def main() -> None:
    """Print a line for each thing that is waited for, a column for each checkout: medians of the runs, in turn."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("posts", nargs="*", type=Path, help="further posts, as seeds")
    parser.add_argument("--beside", type=Path, help="another checkout, to compare")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    checkouts = [ROOT, options.beside] if options.beside else [ROOT]
    times: dict[str, list[list[float]]] = {}
    for _ in range(options.runs):
        for column, each in enumerate(checkouts):
            with tempfile.TemporaryDirectory() as folder:
                for name, seconds in measure(copy(each, options.posts, Path(folder))):
                    times.setdefault(name, [[] for _ in checkouts])[column].append(seconds)
    print(f"seconds, medians of {options.runs}: {', '.join(each.resolve().name for each in checkouts)}\n")
    for name, columns in times.items():
        print(f"{name:20}" + "".join(f"{statistics.median(runs):8.2f}" for runs in columns))


if __name__ == "__main__":
    main()
