"""Take each defence out and see whether its tests notice: ``make defences``, or ``make defences ROWS="catalog"``.

bench/defences.toml names them. Each is taken out of a copy of this checkout, in which the tests named beside it
must then fail. What survives is a defence that nothing holds in place.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 300  # for the tests of one defence
ALL_SECONDS = 1800  # for all of them, before anything is taken out
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "site", "screenshots", "node_modules", "__pycache__", ".*_cache")
VERDICTS = {0: "SURVIVED", 1: "caught"}  # by pytest's exit code; any other is a fault of the entry


@dataclass(frozen=True, slots=True)
class Defence:
    """What is taken out: in ``file``, the text ``old``, which stands there once, makes way for ``new``.

    ``row`` says against what it stands, ``gone`` what it then lacks; ``tests`` are to fail, by their ids below tests/.
    """

    row: str
    gone: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def taken_out(self, text: str) -> str:
        """The file's text without the defence. Raises ValueError."""
        if (times := text.count(self.old)) != 1 or self.old == self.new:
            raise ValueError(f"{self.file}: {self.old!r} is there {times} times, not once: correct bench/defences.toml")
        return text.replace(self.old, self.new)


def load(checkout: Path) -> list[Defence]:
    """The defences that a checkout names."""
    entries = tomllib.loads((checkout / "bench" / "defences.toml").read_text(encoding="utf-8"))["defence"]
    return [Defence(**{**entry, "tests": tuple(entry["tests"])}) for entry in entries]


def run(folder: Path, tests: tuple[str, ...], *options: str, seconds: int = SECONDS) -> str:
    """What the tests in the copy ``folder`` come to."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, *(f"tests/{test}" for test in tests)]
    environ = {**os.environ, "PYTHONPATH": str(folder / "hooks"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return "caught, by time"
    return VERDICTS.get(done.returncode, "BROKEN")


def judge(defence: Defence, checkout: Path) -> tuple[str, float]:
    """Whether its tests notice that a defence is gone, and how many seconds that takes."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        copy = Path(shutil.copytree(checkout, Path(folder, "copy"), ignore=NOT_COPIED))
        path = copy / defence.file
        path.write_text(defence.taken_out(path.read_text(encoding="utf-8")), encoding="utf-8")
        return run(copy, defence.tests, "-n0", "-x"), time.monotonic() - start


def main(words: list[str], checkout: Path = ROOT) -> int:
    """Print a line for each defence whose row has all the ``words``; 1 unless every one is caught."""
    wanted = [defence for defence in load(checkout) if all(word in f"{defence.row} {defence.file}" for word in words)]
    tests = tuple(dict.fromkeys(test for defence in wanted for test in defence.tests))
    if not wanted or run(checkout, tests, seconds=ALL_SECONDS) != "SURVIVED":
        print("nothing to take out" if not wanted else "these tests fail before anything is taken out")
        return 1
    left = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        judged = pool.map(lambda defence: judge(defence, checkout), wanted)
        for defence, (verdict, seconds) in zip(wanted, judged, strict=True):
            left += not verdict.startswith("caught")
            print(f"{verdict:16}{seconds:6.1f} s  {defence.row}: {defence.gone} ({defence.file})", flush=True)
    print(f"\n{len(wanted) - left} of {len(wanted)} caught")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
