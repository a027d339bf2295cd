"""Version ordering."""

import re
from functools import lru_cache


@lru_cache(maxsize=4096)
def version_key(version: str) -> tuple[tuple[int, ...], int, str]:
    """Numeric sort key, with pre-releases before their release: 1.9 < 1.10 < 2.1.0-rc1 < 2.1 = 2.1.0."""
    numbers, _, pre = version.partition("-")
    parts = [int(n) for n in numbers.split(".")]
    while parts and parts[-1] == 0:
        parts.pop()
    stage, serial = re.fullmatch(r"([a-z]*)(\d*)", pre).groups() if pre else ("", "")  # type: ignore[union-attr]
    return (tuple(parts), 0 if pre else 1, f"{stage}{int(serial or 0):06d}" if pre else "")
