"""How long ``inspect`` takes, by post and stage: ``make bench``, or ``make bench FILES="…"`` for other posts.

Start-up (imports, seeds/knowledge) is told apart. Of each post the first reading is told, as whoever inspects one file
has it, and the median of several, as stages that remember texts make it.
"""

from __future__ import annotations

import gc
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any

START = time.perf_counter()

from atlas import convert
from atlas.cli.summary import summarise
from atlas.knowledge import load
from atlas.sources import errata
from atlas.sources import seeds as seed
from atlas.translate import lookup as translate

ROOT = Path(__file__).resolve().parents[1]
RUNS = 9
LIMIT = 100  # milliseconds a post
STAGES = {  # where each stage is called from
    "parse": (seed, "parse"),
    "errata": (errata, "apply"),
    "read": (convert, "read"),
    "clean": (convert, "clean"),
    "understand": (convert, "understand"),
    "catalog": (translate, "load_catalog"),
}
COLUMNS = (*STAGES, "rest", "median", "first")
# Something of everything, so that no post pays for what is made once.
WARM = "# PyTorch 0.0\n\n发布：2020年1月1日\n\n## 张量 API（Beta）\n\n一段 `torch.x` 的*说明*，见 [这里](https://x.org)。\n"

Times = dict[str, float]  # milliseconds by stage


def timed(name: str, function: Callable[..., Any], spent: Times) -> Callable[..., Any]:
    """``function``, which adds what it takes to ``spent``."""

    @wraps(function)
    def run(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401  whatever the stage takes and gives
        start = time.perf_counter()
        try:
            return function(*arguments, **options)
        finally:
            spent[name] += 1000 * (time.perf_counter() - start)

    return run


def measure(path: Path, known: load.Knowledge, spent: Times) -> Times:
    """One reading, by stage; "rest" is what no stage took."""
    spent.update(dict.fromkeys(STAGES, 0.0))
    start = time.perf_counter()
    summarise(path, ROOT, known, datetime.now(tz=UTC).date())
    total = 1000 * (time.perf_counter() - start)
    return {**spent, "rest": total - sum(spent.values()), "total": total}


def row(name: str, kilobytes: float, times: Times) -> str:
    """One line of the table."""
    cells = "".join(f"{times[column]:{len(column) + 2}.1f}" for column in COLUMNS)
    return f"{name[-28:]:28}{kilobytes:6.1f}{cells}{times['median'] / kilobytes:8.2f}"


def main(files: list[Path]) -> int:
    """Print a row a post, and one for all of them."""
    known, problems = load.load(ROOT / "seeds" / "knowledge")
    gc.freeze()  # as the command line does
    if known is None:
        print(*problems, sep="\n", file=sys.stderr)
        return 1
    missing = [path for path in files if not path.is_file() or not path.stat().st_size]
    if missing:
        print(*(f"{path}: no file, or an empty one: name posts" for path in missing), sep="\n", file=sys.stderr)
        return 1
    print(f"start-up {1000 * (time.perf_counter() - START):.0f} ms; then milliseconds, medians of {RUNS} readings\n")
    spent: Times = {}
    for name, (module, function) in STAGES.items():
        setattr(module, function, timed(name, getattr(module, function), spent))
    with tempfile.TemporaryDirectory() as folder:
        warm = Path(folder, "warm.md")
        warm.write_text(WARM, encoding="utf-8")
        measure(warm, known, spent)
    print(f"{'':28}{'kB':>6}  {'  '.join(COLUMNS)}{'ms/kB':>8}")
    every: list[tuple[float, Times]] = []
    for path in files:
        first, *runs = [measure(path, known, spent) for _ in range(RUNS + 1)]
        times = {name: statistics.median(run[name] for run in runs) for name in first}
        every.append((path.stat().st_size / 1000, {**times, "median": times["total"], "first": first["total"]}))
        print(row(path.name, *every[-1]))
    print(row("all", sum(size for size, _ in every), {c: sum(times[c] for _, times in every) for c in COLUMNS}))
    slowest = max(times["first"] for _, times in every)
    print(f"\nslowest first reading: {slowest:.1f} ms ({'within' if slowest <= LIMIT else 'OVER'} {LIMIT} ms)")
    return 0


if __name__ == "__main__":
    sys.exit(main([Path(name) for name in sys.argv[1:]] or sorted((ROOT / "seeds").glob("*.txt"))))
