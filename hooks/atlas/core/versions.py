"""Versions in texts, and their order."""

import re
from functools import lru_cache

VERSION = r"(?P<version>[0-9]{1,2}\.[0-9]{1,3}(?:\.[0-9]{1,3})?(?:-?(?:rc|alpha|beta|a|b)[0-9]{1,3})?)(?![\d.]*\d)"
# PyTorch’s name and version, but no build or what followed (PyTorch 2.0.1+cu118, PyTorch 2.0+).
NAMED = rf"(?<![\w/-])PyTorch\s*[®™]?\s*(?:版本|version)?\s*v?{VERSION}(?!\+)"
# What may stand before the release at the beginning of a title: a short label, as in “News | PyTorch 1.9 released”.
TITLE_START = r"^(?:[^。；;.!?！？]{0,14}[:：|｜!！?？]\s*|\W*)"
TITLE = re.compile(TITLE_START + NAMED, re.IGNORECASE)
TITLE_BLOCKS = 5  # first blocks of a text, one of which may be its title

SINCE = re.compile(r"自从?[^。，,；;]*?以来|\bsince [^,.;]*", re.IGNORECASE)  # a clause about what was before


VersionKey = tuple[tuple[int, ...], int, str]


@lru_cache(maxsize=4096)
def version_key(version: str) -> VersionKey:
    """Return a numeric sort key, with pre-releases before their release: 1.9 < 1.10 < 2.1.0-rc1 < 2.1 = 2.1.0."""
    numbers, _, pre = version.partition("-")
    parts = [int(n) for n in numbers.split(".")]
    while parts and parts[-1] == 0:
        parts.pop()
    stage, serial = re.fullmatch(r"([a-z]*)(\d*)", pre).groups() if pre else ("", "")  # type: ignore[union-attr]
    return (tuple(parts), 0 if pre else 1, f"{stage}{int(serial or 0):06d}" if pre else "")
