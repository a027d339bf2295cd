"""A checkout with any number of releases: its own seeds, and copies of them under versions and days of their own.

A seed's errata and catalog are copied with it, so that the copies are as clean and as bilingual as it is.
"""

from __future__ import annotations

import datetime as dt
import re
import shutil
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from support import checkout  # type: ignore[import-not-found]

FIRST, MINORS = 3, 20  # copies are 3.0 … 3.19, 4.0 …: newer than any seed
BEGIN, STEP = dt.date(2024, 1, 1), dt.timedelta(days=3)
DAY = re.compile(r"\d{4}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日")
VERSION = re.compile(r"(?<![\d.])\d+\.\d+(?![\d.])")


def copies(seeds: list[Path], number: int) -> Iterator[tuple[Path, str, str, str]]:
    """Seed in turn, its own version, the copy's version, and the copy's day."""
    for i, seed in enumerate(islice(cycle(seeds), number)):
        found = VERSION.search(seed.read_text("utf-8"))
        if not found:
            raise SystemExit(f"{seed}: names no version in its text: name another post")
        day = BEGIN + i * STEP
        yield seed, found[0], f"{FIRST + i // MINORS}.{i % MINORS}", f"{day.year}年{day.month}月{day.day}日"


def make(root: Path, folder: Path, number: int, posts: list[Path]) -> Path:
    """A copy of the checkout ``root`` with ``number`` releases; ``posts`` are copied in turn with the seeds."""
    made: Path = checkout.copy(folder, root)
    seeds = sorted(path for path in made.glob("seeds/*") if path.is_file())
    for seed, own, version, day in copies([*seeds, *posts], max(0, number - len(seeds))):
        name = f"{seed.stem}-{version}"

        def renamed(text: str, own: str = own, version: str = version) -> str:
            return re.sub(rf"(?<![\d.]){re.escape(own)}(?!\d)", version, text)

        text = DAY.sub(day, renamed(seed.read_text("utf-8")), count=1)
        (made / "seeds" / f"{name}{seed.suffix}").write_text(text, "utf-8")
        for path in (f"seeds/knowledge/errata/{seed.stem}.yml", f"seeds/translations/en/{seed.stem}.po"):
            if (made / path).is_file():
                copy = (made / path).with_stem(name)
                copy.write_text(renamed((made / path).read_text("utf-8")), "utf-8")
    for few in seeds[number:]:
        few.unlink()
    shutil.rmtree(made / ".cache", ignore_errors=True)
    return made
